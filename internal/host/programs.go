package host

import (
	"slices"

	"junto/internal/harness"
	"junto/internal/proc"
)

// HintName is the variable that tells which agent a wrapper hides: set on the
// wrapper, as in `JUN_AGENT=claude sandbox claude`.
const HintName = "JUN_AGENT"

// Group names a foreground process group for ever, as its number alone cannot.
type Group struct {
	ID     int
	Leader proc.Process
}

// Group names what is in the terminal's foreground now. It costs two looks at
// the process table.
func (t *Terminal) Group() Group {
	shell, ok := t.first()
	if !ok {
		return Group{}
	}
	g := Group{ID: shell.Foreground}
	if leader, err := proc.Stat(shell.Foreground); err == nil {
		g.Leader = leader.Process()
	}
	return g
}

// first looks at the terminal's first process; ok is false when it has ended.
func (t *Terminal) first() (shell proc.Info, ok bool) {
	shell, err := proc.Stat(t.Process.PID)
	return shell, err == nil && shell.Start == t.Process.Start
}

// Programs gives the processes in a terminal's foreground group, and then the
// others below its shell, since a wrapper may give its program a group or a
// terminal of its own.
func (t *Terminal) Programs() []harness.Proc {
	shell, ok := t.first()
	if !ok {
		return nil
	}
	return below(shell, shell.Foreground)
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
	procs := t.Programs()
	return slices.DeleteFunc(procs, func(p harness.Proc) bool { return p.PGID != procs[0].PGID })
}

// Busy reports whether a program runs in the terminal's shell.
func (t *Terminal) Busy() bool {
	shell, ok := t.first()
	if !ok {
		return false
	}
	kind := t.Meta().Kind
	return kind == Loop || kind == Seat || shell.Foreground != shell.PGID
}
