package workspace

import (
	"slices"
	"strings"

	"junto/internal/fault"
)

// Effect is what the caller has to carry out after an act.
type Effect interface{ effect() }

// EndEffect ends a terminal and everything in it.
type EndEffect struct{ Terminal int }

// QuitEffect ends Jun.
type QuitEffect struct{}

// MoveEffect gives the terminals and loops of one project to another: it was
// renamed, or removed.
type MoveEffect struct{ From, To string }

func (EndEffect) effect()  {}
func (QuitEffect) effect() {}
func (MoveEffect) effect() {}

// edit is a state while an act changes it in place.
type edit struct {
	State
	facts   Facts
	effects []Effect
}

func (e *edit) effect(f Effect) { e.effects = append(e.effects, f) }

// change runs a step on a copy of the state. When the step fails, the state is
// as it was.
func change(s State, f Facts, step func(*edit) error) (State, []Effect, error) {
	e := &edit{State: s.clone(), facts: f}
	if err := step(e); err != nil {
		return s, nil, err
	}
	e.View = e.View.Settle(e.Layout)
	return e.State, e.effects, nil
}

// Act is something that the operator does in a window.
type Act interface{ do(*edit) error }

// Do carries out an act of the operator.
func Do(s State, a Act, f Facts) (State, []Effect, error) {
	return change(s, f, func(e *edit) error { return a.do(e) })
}

// Show opens what a click on a link, a card or a palette's row names.
func Show(s State, r OpenRequest, f Facts) (State, error) {
	s, _, err := change(s, f, func(e *edit) error { return e.visit(func() error { return e.show(r) }) })
	return s, err
}

// perspectiveShown is the perspective that the window shows, and its project.
func (e *edit) perspectiveShown() (*Project, *Perspective) {
	return e.Layout.perspective(e.View.Perspective)
}

func (e *edit) terminal(id int) (Terminal, error) {
	t, ok := e.facts.Terminals[id]
	if !ok {
		return t, fault.New(fault.UnknownTarget, "terminal %d does not exist", id).Next("`jun tool terminals` lists the running ones")
	}
	return t, nil
}

// show opens the target; where it leads is one step.
func (e *edit) show(r OpenRequest) error {
	switch t := r.target; t.kind {
	case KindTerminal:
		if r.peek {
			return e.peek(t.id)
		}
		return e.showTerminal(t.id)
	case KindDiff:
		return e.showDiff(t.id, r.in)
	case KindFile:
		if !e.facts.File {
			return fault.New(fault.UnknownTarget, "there is no file %s", t.text).Next("check the path")
		}
		return e.showHere(Tab{Content: Content(t)})
	case KindProject:
		p, err := e.Layout.ProjectNamed(t.text)
		if err != nil {
			return err
		}
		e.enter(e.View.current(&p).ID)
		return nil
	case KindPerspective:
		p, _ := e.perspectiveShown()
		v, err := e.Layout.perspectiveNamed(p, t.text)
		if err != nil {
			return err
		}
		e.enter(v.ID)
		return nil
	default:
		return fault.New(fault.Usage, "%q cannot be opened", t.String()).Next("`jun tool help` prints what open takes")
	}
}

// peek shows an agent's terminal in the drawer, or its tab when that is on
// screen.
func (e *edit) peek(id int) error {
	t, err := e.terminal(id)
	if err != nil {
		return err
	}
	if t.Agent == "" {
		return fault.New(fault.Refused, "terminal %d: no agent runs in it", id).Next("open it without --peek")
	}
	_, v := e.perspectiveShown()
	for _, pane := range v.Root.panes() {
		i := pane.index(e.View.shown(pane))
		if i >= 0 && pane.Tabs[i].Content == TerminalContent(id) {
			e.focusTab(pane.Tabs[i].ID)
			e.View.Peek = 0
			return nil
		}
	}
	e.View.Peek = id
	return nil
}

// showTerminal shows the terminal's tab, wherever that is, or reopens it where
// it was closed. The drawer closes: it would still be what the user is with.
func (e *edit) showTerminal(id int) error {
	t, err := e.terminal(id)
	if err != nil {
		return err
	}
	home := e.Layout.homeOf(t)
	c := TerminalContent(id)
	if tab, ok := e.findShowing(c, home); ok {
		e.focusTab(tab)
	} else if err := e.open(e.lastPlace(c, home), Tab{Content: c}); err != nil {
		return err
	}
	e.View.Peek = 0
	return nil
}

// findShowing finds a tab with the content: in the perspective on screen, then
// in the project that it belongs to, then anywhere.
func (e *edit) findShowing(c Content, home *Project) (TabID, bool) {
	_, shown := e.perspectiveShown()
	order := []*Perspective{shown, e.View.current(home)}
	for i := range home.Perspectives {
		order = append(order, &home.Perspectives[i])
	}
	e.Layout.each(func(_ *Project, v *Perspective) bool {
		order = append(order, v)
		return true
	})
	for _, v := range order {
		if tab, ok := v.showing(c); ok {
			return tab.ID, true
		}
	}
	return 0, false
}

// lastPlace is the perspective in which a tab with the content was closed last,
// else the one that its project shows.
func (e *edit) lastPlace(c Content, home *Project) *Perspective {
	for _, closed := range slices.Backward(e.Layout.Closed) {
		if closed.Tab.Content != c {
			continue
		}
		if _, v := e.Layout.perspective(closed.Perspective); v != nil {
			return v
		}
	}
	return e.View.current(home)
}

// showDiff opens the changes of the branch that the terminal is on, in the
// perspective on screen or in one of the terminal's project.
func (e *edit) showDiff(id int, in string) error {
	t, err := e.terminal(id)
	if err != nil {
		return err
	}
	b := e.facts.Branch
	if b == nil {
		return noWorktree(id)
	}
	worktree, err := parsePath(b.Worktree, "")
	if err != nil {
		return err
	}
	if in != "" {
		v, err := e.Layout.perspectiveNamed(e.Layout.homeOf(t), in)
		if err != nil {
			return err
		}
		e.enter(v.ID)
	}
	// Git allows any bytes in a branch's name; the stored document is text.
	name := strings.ToValidUTF8(b.Name, "\ufffd")
	return e.showHere(Tab{Content: diffContent(worktree), Terminal: id, Branch: name})
}

func noWorktree(id int) error {
	return fault.New(fault.UnknownTarget, "terminal %d is in no worktree of its project", id).
		Next("change to a folder of a git repository in that terminal")
}

// showHere opens the tab in the perspective on screen, or focuses the one that
// shows the same there, which is then read again.
func (e *edit) showHere(t Tab) error {
	_, v := e.perspectiveShown()
	return e.open(v, t)
}

// open shows the tab in the perspective: the one that has its content already,
// or a new one after the tab shown in the focused pane.
func (e *edit) open(v *Perspective, t Tab) error {
	if have, ok := v.showing(t.Content); ok {
		at, _ := e.Layout.findTab(have.ID)
		t.ID, t.Opened = have.ID, have.Opened+1
		at.pane.Tabs[at.index] = t
		e.focusOn(at, have.ID)
		return nil
	}
	pane := e.View.focusPane(v)
	return e.openIn(v, pane, pane.index(e.View.shown(pane))+1, t)
}

func (e *edit) openIn(v *Perspective, pane *Pane, at int, t Tab) error {
	if len(v.tabs()) >= MaxTabs {
		return fault.New(fault.Refused, "%s has %d tabs, the most that there can be", v.Name, MaxTabs).Next("close some first")
	}
	t.ID, t.Opened = TabID(e.Layout.nextID()), 1
	pane.insert(at, t)
	e.Layout.reopened(t.Content)
	e.focusTab(t.ID)
	return nil
}
