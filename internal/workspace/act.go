package workspace

import (
	"slices"

	"junto/internal/fault"
)

// Go shows a project, or one of its perspectives.
type Go struct {
	Project     ProjectID     `json:"project"`
	Perspective PerspectiveID `json:"perspective,omitzero"` // 0: the one that the window showed last
}

func (a Go) do(e *edit) error {
	p := e.Layout.project(a.Project)
	if p == nil {
		return noProject()
	}
	v := e.View.current(p)
	if a.Perspective != 0 {
		i := p.index(a.Perspective)
		if i < 0 {
			return noPerspective()
		}
		v = &p.Perspectives[i]
	}
	return e.visit(func() error {
		e.enter(v.ID)
		return nil
	})
}

// Focus puts the focus on a tab, or on a pane.
type Focus struct {
	Tab  TabID  `json:"tab,omitzero"`
	Pane PaneID `json:"pane,omitzero"` // when there is no tab
}

func (a Focus) do(e *edit) error {
	at, ok := e.Layout.findTab(a.Tab)
	if a.Tab == 0 {
		at, ok = e.Layout.findPane(a.Pane)
	}
	if !ok {
		return noTab()
	}
	return e.visit(func() error {
		e.focusOn(at, a.Tab)
		return nil
	})
}

func noTab() error {
	return fault.New(fault.StaleNodeRef, "there is no such tab or pane any more").Next("read the window's state again")
}

// OpenTab shows a content in a tab: in the pane, in the perspective, or where
// the focus is. The changes of a branch are opened by Show, which looks the
// branch up.
type OpenTab struct {
	Content     Content       `json:"content"`
	Perspective PerspectiveID `json:"perspective,omitzero"`
	Pane        PaneID        `json:"pane,omitzero"`
}

func (a OpenTab) do(e *edit) error {
	switch a.Content.kind {
	case KindTerminal:
		if _, err := e.terminal(a.Content.id); err != nil {
			return err
		}
	case KindFile, KindEnded, KindPanel, KindCanvas:
	default:
		return fault.New(fault.Input, "%q cannot be opened as a tab", a.Content.String()).Next("show diff:<id> instead")
	}
	_, v := e.perspectiveShown()
	if a.Perspective != 0 {
		_, v = e.Layout.perspective(a.Perspective)
	}
	if a.Pane != 0 {
		at, _ := e.Layout.findPane(a.Pane)
		v = at.perspective
	}
	if v == nil {
		return noPerspective()
	}
	return e.visit(func() error {
		if a.Content.kind == KindTerminal {
			e.View.Peek = 0
		}
		if _, have := v.showing(a.Content); a.Pane == 0 || have {
			return e.open(v, Tab{Content: a.Content})
		}
		at, _ := e.Layout.findPane(a.Pane)
		return e.openIn(v, at.pane, len(at.pane.Tabs), Tab{Content: a.Content})
	})
}

// CloseTab closes a tab. What runs in it keeps running.
type CloseTab struct {
	Tab TabID `json:"tab"`
}

func (a CloseTab) do(e *edit) error {
	if _, ok := e.Layout.findTab(a.Tab); !ok {
		return noTab()
	}
	e.Layout.closeTab(a.Tab)
	return nil
}

// ReopenTab opens the tab that was closed last, where it was.
type ReopenTab struct{}

func (ReopenTab) do(e *edit) error {
	if len(e.Layout.Closed) == 0 {
		return fault.New(fault.Refused, "no tab was closed").Next("open what you want to show")
	}
	closed := e.Layout.Closed[len(e.Layout.Closed)-1]
	_, v := e.Layout.perspective(closed.Perspective)
	if v == nil {
		_, v = e.perspectiveShown()
	}
	e.Layout.Closed = e.Layout.Closed[:len(e.Layout.Closed)-1]
	return e.visit(func() error { return e.open(v, closed.Tab) })
}

// Peek shows a terminal in the drawer; 0 closes the drawer.
type Peek struct {
	Terminal int `json:"terminal"`
}

func (a Peek) do(e *edit) error {
	if a.Terminal == 0 {
		e.View.Peek = 0
		return nil
	}
	if _, err := e.terminal(a.Terminal); err != nil {
		return err
	}
	return e.visit(func() error {
		e.View.Peek = a.Terminal
		return nil
	})
}

// MoveTab moves a tab to a place in a pane, or to the focused pane of another
// perspective.
type MoveTab struct {
	Tab         TabID         `json:"tab"`
	Pane        PaneID        `json:"pane,omitzero"`
	Perspective PerspectiveID `json:"perspective,omitzero"` // when there is no pane
	Index       int           `json:"index"`                // -1: at the end
}

func (a MoveTab) do(e *edit) error {
	from, ok := e.Layout.findTab(a.Tab)
	to, ok2 := e.Layout.findPane(a.Pane)
	if _, v := e.Layout.perspective(a.Perspective); a.Pane == 0 && v != nil {
		to, ok2 = e.Layout.findPane(e.View.focusPane(v).ID)
	}
	if !ok || !ok2 {
		return noTab()
	}
	return e.moveTab(from, to, a.Index)
}

// moveTab keeps the tab's id, so that steps back still lead to it. The window
// that moves it follows.
func (e *edit) moveTab(from, to spot, index int) error {
	t := from.tab()
	if from.perspective.ID != to.perspective.ID {
		if _, ok := to.perspective.showing(t.Content); ok {
			return fault.New(fault.Refused, "%s shows that already", to.perspective.Name).Next("close one of the two tabs")
		}
		if len(to.perspective.tabs()) >= MaxTabs {
			return fault.New(fault.Refused, "%s has %d tabs, the most that there can be", to.perspective.Name, MaxTabs).Next("close some first")
		}
	}
	if from.pane.ID == to.pane.ID {
		to.pane.Tabs = slices.Delete(to.pane.Tabs, from.index, from.index+1)
		to.pane.insert(index, t)
	} else {
		to.pane.insert(index, t)
		// The tab is in two panes for a moment; take it out of the first.
		from.pane.Tabs = slices.Delete(from.pane.Tabs, from.index, from.index+1)
		if from.pane.Shown == t.ID {
			from.pane.Shown = neighbour(from.pane, from.index)
		}
		if len(from.pane.Tabs) == 0 {
			from.perspective.dropPane(from.pane.ID)
		}
	}
	return e.visit(func() error {
		e.focusTab(t.ID)
		return nil
	})
}

// neighbour is the tab that takes the place of one that was at the index.
func neighbour(p *Pane, index int) TabID {
	if len(p.Tabs) == 0 {
		return 0
	}
	return p.Tabs[min(index, len(p.Tabs)-1)].ID
}

// EndTerminal ends a terminal, and asks first when something runs in it.
type EndTerminal struct {
	Terminal int `json:"terminal"`
}

func (a EndTerminal) do(e *edit) error {
	t, err := e.terminal(a.Terminal)
	if err != nil {
		return err
	}
	c := Confirm{Question: AskEndTerminal, Terminal: a.Terminal}
	if !t.Busy && t.Agent == "" {
		return c.do(e)
	}
	what := "A program"
	if t.Agent != "" {
		what = t.Agent
	}
	e.ask("End this terminal?", what+" runs in it, and ends with it.", c)
	return nil
}

// Quit ends Jun, and asks first when agents run.
type Quit struct{}

func (Quit) do(e *edit) error {
	n := 0
	for _, t := range e.facts.Terminals {
		if t.Agent != "" {
			n++
		}
	}
	c := Confirm{Question: AskQuit}
	if n == 0 {
		return c.do(e)
	}
	e.ask("Quit Jun?", plural(n, "agent runs, and ends", "agents run, and end")+" with it.", c)
	return nil
}
