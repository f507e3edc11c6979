package workspace

import (
	"slices"

	"junto/internal/fault"
)

// dropTab takes a tab out of the layout. A pane that it leaves empty goes too,
// unless it is the perspective's only one.
func (l *Layout) dropTab(id TabID) {
	at, ok := l.findTab(id)
	if !ok {
		return
	}
	pane := at.pane
	pane.Tabs = slices.Delete(pane.Tabs, at.index, at.index+1)
	if len(pane.Tabs) == 0 {
		pane.Shown = 0
		at.perspective.dropPane(pane.ID)
		return
	}
	if pane.Shown == id {
		pane.Shown = pane.Tabs[min(at.index, len(pane.Tabs)-1)].ID
	}
}

// dropPane takes an empty pane out, unless it is the only one. The pane before
// it gets the focus that it had.
func (v *Perspective) dropPane(id PaneID) {
	panes := v.Root.panes()
	if len(panes) == 1 {
		return
	}
	at := slices.IndexFunc(panes, func(p *Pane) bool { return p.ID == id })
	root, _ := v.Root.without(id)
	v.Root = root.tidy()
	if v.Focus == id {
		v.Focus = v.Root.panes()[max(at-1, 0)].ID
	}
}

// closeTab closes a tab, and remembers it.
func (l *Layout) closeTab(id TabID) {
	at, ok := l.findTab(id)
	if !ok {
		return
	}
	l.remember(at.tab(), at.perspective.ID)
	l.dropTab(id)
}

func (l *Layout) remember(t Tab, where PerspectiveID) {
	l.reopened(t.Content)
	l.Closed = append(l.Closed, Closed{Tab: t, Perspective: where})
	l.Closed = slices.Clone(l.Closed[max(0, len(l.Closed)-MaxClosed):])
}

// reopened forgets that a tab with the content was closed.
func (l *Layout) reopened(c Content) {
	l.Closed = slices.DeleteFunc(l.Closed, func(closed Closed) bool { return closed.Tab.Content == c })
}

// terminals counts the running terminals that have a tab in the perspective.
func (e *edit) terminals(v *Perspective) int {
	n := 0
	for _, t := range v.tabs() {
		if _, runs := e.facts.Terminals[t.Content.id]; runs && t.Content.kind == KindTerminal {
			n++
		}
	}
	return n
}

// askDeletePerspective deletes a perspective, or asks first when terminals have
// tabs in it.
func (e *edit) askDeletePerspective(id PerspectiveID) error {
	p, v := e.Layout.perspective(id)
	if v == nil {
		return noPerspective()
	}
	if len(p.Perspectives) == 1 {
		return lastPerspective(p)
	}
	n := e.terminals(v)
	if n == 0 {
		return e.deletePerspective(id)
	}
	e.ask("Delete "+v.Name+"?",
		plural(n, "terminal has its tab", "terminals have their tabs")+" in it. Their shells keep running.",
		Confirm{Question: AskDeletePerspective, Perspective: id})
	return nil
}

func (e *edit) deletePerspective(id PerspectiveID) error {
	p, v := e.Layout.perspective(id)
	switch {
	case v == nil:
		return noPerspective()
	case len(p.Perspectives) == 1:
		return lastPerspective(p)
	}
	for _, t := range v.tabs() {
		e.Layout.remember(t, id)
	}
	at := p.index(id)
	p.Perspectives = slices.Delete(p.Perspectives, at, at+1)
	if p.Current == id {
		p.Current = p.Perspectives[max(at-1, 0)].ID
	}
	return nil
}

func noPerspective() error {
	return fault.New(fault.StaleNodeRef, "there is no such perspective any more").Next("read the window's state again")
}

func lastPerspective(p *Project) error {
	return fault.New(fault.Refused, "%s keeps at least one perspective", p.Name).Next("make another one first")
}

func (e *edit) removeProject(id ProjectID) error {
	p := e.Layout.project(id)
	switch {
	case p == nil:
		return noProject()
	case id == GlobalID:
		return fault.New(fault.Refused, "Global cannot be removed").Next("remove another project")
	}
	for i := range p.Perspectives {
		for _, t := range p.Perspectives[i].tabs() {
			e.Layout.remember(t, p.Perspectives[i].ID)
		}
	}
	name := p.Name
	e.Layout.Projects = slices.DeleteFunc(e.Layout.Projects, func(p Project) bool { return p.ID == id })
	if e.Layout.Current == id {
		e.Layout.Current = GlobalID
	}
	e.effect(MoveEffect{From: name, To: Global})
	return nil
}

func noProject() error {
	return fault.New(fault.StaleNodeRef, "there is no such project any more").Next("read the window's state again")
}

// TerminalEnded takes a terminal that ended out of the layout. With keep, its
// tabs stay and show its last screen.
func (l Layout) TerminalEnded(id int, keep bool) Layout {
	return l.adopt(l.Run, keep, func(have int) bool { return have != id })
}

// Adopt fits a stored layout to the terminals that run now. The tabs of those
// that do not, and of all terminals of an earlier run, whose ids mean others
// now, show their last screen. No tab is lost.
func (l Layout) Adopt(run int, runs func(id int) bool) Layout {
	same := l.Run == run
	l = l.adopt(l.Run, true, func(id int) bool { return same && runs(id) })
	l.Run = run
	return l
}

func (l Layout) adopt(run int, keep bool, runs func(id int) bool) Layout {
	l = l.clone()
	gone := func(t Tab) bool { return t.Content.kind == KindTerminal && !runs(t.Content.id) }
	l.Closed = slices.DeleteFunc(l.Closed, func(c Closed) bool { return gone(c.Tab) })
	for i, c := range l.Closed {
		if c.Tab.Terminal != 0 && !runs(c.Tab.Terminal) {
			l.Closed[i].Tab.Terminal = 0
		}
	}
	var drop []TabID
	l.each(func(_ *Project, v *Perspective) bool {
		for _, pane := range v.Root.panes() {
			for i := range pane.Tabs {
				t := &pane.Tabs[i]
				if t.Terminal != 0 && !runs(t.Terminal) {
					t.Terminal = 0
				}
				if !gone(*t) {
					continue
				}
				ended := EndedContent(run, t.Content.id)
				if _, have := v.showing(ended); have || !keep {
					drop = append(drop, t.ID)
					continue
				}
				t.Content = ended
			}
		}
		return true
	})
	for _, id := range drop {
		l.dropTab(id)
	}
	return l
}

// WithoutTerminals drops what the view knows of terminals that do not run.
// Settle has to follow.
func (v View) WithoutTerminals(runs func(id int) bool) View {
	v = v.clone()
	alive := func(id int) int {
		if id != 0 && runs(id) {
			return id
		}
		return 0
	}
	v.Peek, v.Last = alive(v.Peek), alive(v.Last)
	for _, steps := range [][]Place{v.Back, v.Forward} {
		for i := range steps {
			steps[i].Peek = alive(steps[i].Peek)
		}
	}
	if d := v.Dialog; d != nil && d.Confirm != nil && d.Confirm.Question == AskEndTerminal && alive(d.Confirm.Terminal) == 0 {
		v.Dialog = nil
	}
	return v
}
