package host

import (
	"slices"

	"junto/internal/harness"
	"junto/internal/proc"
)

// HintName is the variable that tells which agent a wrapper hides: set on the
// wrapper, as in `JUN_AGENT=claude sandbox claude`.
const HintName = "JUN_AGENT"

// foreground is what was last seen in the foreground of a terminal.
type foreground struct {
	group  int
	leader proc.Process
}

// Programs gives the processes in a terminal's foreground group, and then the
// others below its shell, since a wrapper may give its program a group or a
// terminal of its own. It answers ok
// false, after one look at the process table, when the group is the one of the
// last answer and again is not set.
func (t *Terminal) Programs(again bool) (procs []harness.Proc, ok bool) {
	shell, err := proc.Stat(t.Process.PID)
	if err != nil || shell.Start != t.Process.Start {
		return nil, false // it is ending; its exit is told elsewhere
	}
	now := foreground{group: shell.Foreground}
	if leader, err := proc.Stat(shell.Foreground); err == nil {
		now.leader = leader.Process()
	}
	t.mu.Lock()
	same := t.foreground == now
	t.foreground = now
	t.mu.Unlock()
	if same && !again {
		return nil, false
	}
	return below(shell, now.group), true
}

// below lists the processes of a terminal, those in the group first.
func below(shell proc.Info, group int) []harness.Proc {
	tree, err := proc.Descendants(shell.PID)
	if err != nil {
		return nil
	}
	var front, others []harness.Proc
	for _, p := range append([]proc.Info{shell}, tree...) {
		found := harness.Proc{PID: p.PID, PPID: p.PPID, PGID: p.PGID, Name: p.Name}
		// a process may end, or not be ours to read, at any of these
		if argv, err := proc.Argv(p.PID); err == nil {
			found.Argv = argv
		}
		if exe, err := proc.Exe(p.PID); err == nil {
			found.Exe = exe
		}
		if hint, ok := proc.Env(p.PID, HintName); ok {
			found.Hint = hint
		}
		if p.PGID == group {
			front = append(front, found)
		} else {
			others = append(others, found)
		}
	}
	if len(front) == 0 {
		return nil
	}
	return append(front, others...)
}

// Foreground lists the processes in the terminal's foreground group.
func (t *Terminal) Foreground() []harness.Proc {
	shell, err := proc.Stat(t.Process.PID)
	if err != nil || shell.Start != t.Process.Start {
		return nil
	}
	procs := below(shell, shell.Foreground)
	return slices.DeleteFunc(procs, func(p harness.Proc) bool { return p.PGID != shell.Foreground })
}

// Busy reports whether a program runs in the terminal's shell.
func (t *Terminal) Busy() bool {
	shell, err := proc.Stat(t.Process.PID)
	if err != nil || shell.Start != t.Process.Start {
		return false
	}
	kind := t.Meta().Kind
	return kind == Loop || kind == Seat || shell.Foreground != shell.PGID
}
