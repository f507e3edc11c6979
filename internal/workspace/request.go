package workspace

import "junto/internal/fault"

// OpenRequest is what `open` was asked for. It holds no combination that the
// command does not have.
type OpenRequest struct {
	target Target
	in     string // a perspective's name, for diff: only
	peek   bool   // for terminal: only
}

// Target is what is to be shown.
func (r OpenRequest) Target() Target { return r.target }

// ParseOpen reads the words of `open`; in is empty when --in was not given. A
// relative path starts from dir.
func ParseOpen(target, dir, in string, peek bool) (OpenRequest, error) {
	t, err := ParseTarget(target, dir)
	if err != nil {
		return OpenRequest{}, err
	}
	switch {
	case t.kind == KindPeek:
		return OpenRequest{}, fault.New(fault.Usage, "peek can only be closed").
			Next("open terminal:<id> --peek shows a terminal in the drawer")
	case in != "" && t.kind != KindDiff:
		return OpenRequest{}, fault.New(fault.Usage, "--in goes with diff:<id> only").Next("leave --in out")
	case peek && t.kind != KindTerminal:
		return OpenRequest{}, fault.New(fault.Usage, "--peek goes with terminal:<id> only").Next("leave --peek out")
	}
	if in != "" {
		if in, err = ParseName(in); err != nil {
			return OpenRequest{}, err
		}
	}
	return OpenRequest{target: t, in: in, peek: peek}, nil
}

// OpenResource is the request to show a resource, as a click on a link makes it.
func OpenResource(r Resource) OpenRequest { return OpenRequest{target: r.Target()} }

// CloseRequest is what `close` was asked for.
type CloseRequest struct{ target Target }

// Target is what is to be closed.
func (r CloseRequest) Target() Target { return r.target }

// ParseClose reads the words of `close`. A relative path starts from dir.
func ParseClose(target, dir string) (CloseRequest, error) {
	t, err := ParseTarget(target, dir)
	if err != nil {
		return CloseRequest{}, err
	}
	if t.kind == KindProject {
		return CloseRequest{}, fault.New(fault.Usage, "a project cannot be closed").
			Next("close perspective:<name> deletes one of its perspectives")
	}
	return CloseRequest{target: t}, nil
}

// Facts is what a reducer has to be told about the world outside.
type Facts struct {
	Terminals map[int]Terminal // those that run, by id
	// Of the request's target only:
	Branch *Branch // diff:<id>: what the terminal is on; nil when it is in no worktree
	File   bool    // file:<path>: whether the file exists
}

// Terminal is what is known about a running terminal.
type Terminal struct {
	Project string // its project's name; one that is not there counts as Global
	Agent   string // the agent that runs in it; empty for none
	Busy    bool   // whether a program runs in its shell
}

// Branch is what a terminal's directory has checked out. The worktree tells one
// Diff from another: git lets no branch be in two worktrees, and so a Diff
// follows its worktree when it switches to another branch.
type Branch struct {
	Worktree string // absolute
	Name     string // empty for a detached head
}
