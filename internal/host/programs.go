package host

import (
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

// Programs gives the processes in a terminal's foreground group. It answers ok
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
	return inGroup(shell, now.group), true
}

// inGroup lists the processes of a terminal that are in the group.
func inGroup(shell proc.Info, group int) []harness.Proc {
	tree, err := proc.Descendants(shell.PID)
	if err != nil {
		return nil
	}
	var procs []harness.Proc
	for _, p := range append([]proc.Info{shell}, tree...) {
		if p.PGID != group {
			continue
		}
		found := harness.Proc{PID: p.PID, PGID: p.PGID, Name: p.Name}
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
		procs = append(procs, found)
	}
	return procs
}

// Foreground lists the processes in the terminal's foreground group.
func (t *Terminal) Foreground() []harness.Proc {
	shell, err := proc.Stat(t.Process.PID)
	if err != nil || shell.Start != t.Process.Start {
		return nil
	}
	return inGroup(shell, shell.Foreground)
}

// Busy reports whether a program runs in the terminal's shell.
func (t *Terminal) Busy() bool {
	shell, err := proc.Stat(t.Process.PID)
	if err != nil || shell.Start != t.Process.Start {
		return false
	}
	return t.Meta().Kind == Loop || shell.Foreground != shell.PGID
}
