package workspace

import "slices"

// Place is where a window's user was: a tab, or an empty pane, and the terminal
// that the peek drawer showed.
type Place struct {
	Perspective PerspectiveID `json:"perspective"`
	Pane        PaneID        `json:"pane"`
	Tab         TabID         `json:"tab,omitzero"`  // 0: the pane is empty
	Peek        int           `json:"peek,omitzero"` // 0: the drawer is closed
}

// With is the terminal that the user is with: the one in the peek drawer, or
// else the one last focused. 0 for none.
func (v View) With() int {
	if v.Peek != 0 {
		return v.Peek
	}
	return v.Last
}

// focusPane is the pane of a perspective that the window's focus is in.
func (v View) focusPane(p *Perspective) *Pane {
	panes := p.Root.panes()
	for _, id := range []PaneID{v.Focus[p.ID], p.Focus} {
		for _, pane := range panes {
			if pane.ID == id {
				return pane
			}
		}
	}
	return panes[0]
}

// shown is the tab that the window shows in a pane; 0 when the pane is empty.
func (v View) shown(p *Pane) TabID {
	for _, id := range []TabID{v.Shown[p.ID], p.Shown} {
		if p.index(id) >= 0 {
			return id
		}
	}
	if len(p.Tabs) > 0 {
		return p.Tabs[0].ID
	}
	return 0
}

// current is the perspective that the window shows of a project.
func (v View) current(p *Project) *Perspective {
	for _, id := range []PerspectiveID{v.Current[p.ID], p.Current} {
		if i := p.index(id); i >= 0 {
			return &p.Perspectives[i]
		}
	}
	return &p.Perspectives[0]
}

// place is where the window's user is now.
func (s *State) place() Place {
	_, p := s.Layout.perspective(s.View.Perspective)
	pane := s.View.focusPane(p)
	return Place{Perspective: p.ID, Pane: pane.ID, Tab: s.View.shown(pane), Peek: s.View.Peek}
}

// enter shows a perspective, as the window left it.
func (s *State) enter(id PerspectiveID) {
	p, _ := s.Layout.perspective(id)
	s.View.Perspective = id
	s.View.Current[p.ID] = id
	p.Current = id
	s.Layout.Current = p.ID
}

// focusOn puts the focus on a pane and shows the tab in it (0: what is shown).
func (s *State) focusOn(at spot, tab TabID) {
	s.enter(at.perspective.ID)
	s.View.Focus[at.perspective.ID] = at.pane.ID
	at.perspective.Focus = at.pane.ID
	if tab != 0 {
		s.View.Shown[at.pane.ID] = tab
		at.pane.Shown = tab
	}
}

func (s *State) focusTab(id TabID) {
	if at, ok := s.Layout.findTab(id); ok {
		s.focusOn(at, id)
	}
}

// visit runs a step that leads somewhere, and keeps the way back.
func (s *State) visit(step func() error) error {
	from := s.place()
	if err := step(); err != nil {
		return err
	}
	if s.place() != from {
		s.View.Back = push(s.View.Back, from)
		s.View.Forward = nil
	}
	return nil
}

// push adds a place and drops the oldest beyond MaxSteps.
func push(steps []Place, p Place) []Place {
	steps = append(steps, p)
	return slices.Clone(steps[max(0, len(steps)-MaxSteps):])
}

// step goes back or forward: one place is taken from a stack and the present
// one is put on the other. It returns false when there is no such step.
func (s *State) step(from, to *[]Place) bool {
	if len(*from) == 0 {
		return false
	}
	here := s.place()
	next := (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	*to = push(*to, here)
	at, _ := s.Layout.findPane(next.Pane)
	s.focusOn(at, next.Tab)
	s.View.Peek = next.Peek
	return true
}
