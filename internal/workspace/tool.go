package workspace

import (
	"strconv"

	"junto/internal/fault"
)

// WaitingForConfirm is what `close perspective:` prints when it leaves a
// confirmation pending.
const WaitingForConfirm = "waiting for the user to confirm"

// NotWithYou refuses a change to what the user sees to a terminal that the user
// is not with.
func NotWithYou() error {
	return fault.New(fault.Refused, "the user is not with you").
		Next("tell the user with `jun tool message`, or try when the user is in your terminal")
}

// Admit refuses a program in a terminal every change of what the window shows,
// unless the user is with that terminal and no dialog waits.
func Admit(v View, caller int) error {
	if caller == 0 || v.With() != caller {
		return NotWithYou()
	}
	if v.Dialog != nil {
		return fault.New(fault.Refused, "Jun is waiting for the user").Next("try again once the user has closed the dialog")
	}
	return nil
}

func notOwn(t Target, caller int) error {
	if t.kind == KindTerminal && t.id == caller {
		return fault.New(fault.Refused, "that is your own terminal").Next("name another terminal")
	}
	return nil
}

// Open shows what the program in the caller's terminal asks for.
func Open(s State, caller int, r OpenRequest, f Facts) (State, error) {
	if err := AdmitOpen(s.View, caller, r.target); err != nil {
		return s, err
	}
	return Show(s, r, f)
}

// AdmitOpen is the part of Open and Close that needs no facts, so that a caller
// that is refused costs no look at the disk.
func AdmitOpen(v View, caller int, t Target) error {
	if err := Admit(v, caller); err != nil {
		return err
	}
	return notOwn(t, caller)
}

// Close closes what the program in the caller's terminal asks for. The text is
// what that leaves pending, if anything.
func Close(s State, caller int, r CloseRequest, f Facts) (State, string, error) {
	if err := AdmitOpen(s.View, caller, r.target); err != nil {
		return s, "", err
	}
	s, _, err := change(s, f, func(e *edit) error { return e.close(r.target) })
	if err == nil && s.View.Dialog != nil {
		return s, WaitingForConfirm, nil
	}
	return s, "", err
}

func (e *edit) close(t Target) error {
	p, v := e.perspectiveShown()
	switch t.kind {
	case KindPeek:
		if e.View.Peek == 0 {
			return fault.New(fault.Refused, "the peek drawer is closed").Next("there is nothing to do")
		}
		e.View.Peek = 0
		return nil
	case KindPerspective:
		named := p.named(t.text)
		if named == nil {
			return fault.New(fault.UnknownTarget, "%s has no perspective %q", p.Name, clip(t.text)).
				Next("name one of its perspectives")
		}
		return e.askDeletePerspective(named.ID)
	case KindTerminal:
		if _, err := e.terminal(t.id); err != nil {
			return err
		}
		return e.closeShowing(v, t, TerminalContent(t.id))
	case KindDiff:
		return e.closeDiff(v, t)
	default:
		return e.closeShowing(v, t, Content(t))
	}
}

func (e *edit) closeShowing(v *Perspective, t Target, c Content) error {
	tab, ok := v.showing(c)
	if !ok {
		return notOpen(v, t)
	}
	e.Layout.closeTab(tab.ID)
	return nil
}

// closeDiff closes the Diff of the branch that the terminal is on; or, when the
// terminal has left that, the one that was opened for it.
func (e *edit) closeDiff(v *Perspective, t Target) error {
	if b := e.facts.Branch; b != nil {
		if tab, ok := v.showing(diffContent(b.Worktree)); ok {
			e.Layout.closeTab(tab.ID)
			return nil
		}
	}
	for _, tab := range v.tabs() {
		if tab.Content.kind == KindDiff && tab.Terminal == t.id {
			e.Layout.closeTab(tab.ID)
			return nil
		}
	}
	if _, err := e.terminal(t.id); err != nil {
		return err
	}
	return notOpen(v, t)
}

func notOpen(v *Perspective, t Target) error {
	return fault.New(fault.Refused, "%s has no tab in %s", t.String(), v.Name).Next("there is nothing to close")
}

// Back goes one step back through where the user has been, for a program.
func Back(s State, caller int) (State, error) { return stepFor(s, caller, StepBack{}) }

// Forward goes one step forward.
func Forward(s State, caller int) (State, error) { return stepFor(s, caller, StepForward{}) }

func stepFor(s State, caller int, a Act) (State, error) {
	if err := Admit(s.View, caller); err != nil {
		return s, err
	}
	s, _, err := Do(s, a, Facts{})
	return s, err
}

// StepBack goes one step back through where the user has been.
type StepBack struct{}

func (StepBack) do(e *edit) error {
	if !e.step(&e.View.Back, &e.View.Forward) {
		return fault.New(fault.Refused, "there is no step back").Next("open what you want to show")
	}
	return nil
}

// StepForward goes one step forward again.
type StepForward struct{}

func (StepForward) do(e *edit) error {
	if !e.step(&e.View.Forward, &e.View.Back) {
		return fault.New(fault.Refused, "there is no step forward").Next("open what you want to show")
	}
	return nil
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
