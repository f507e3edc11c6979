package workspace

// Scene is what a window draws: the layout as this window sees it.
type Scene struct {
	Projects    []Project        `json:"projects"`
	Project     ProjectID        `json:"project"`
	Perspective PerspectiveID    `json:"perspective"`
	Pane        PaneID           `json:"pane"`         // the focused one
	Tab         TabID            `json:"tab,omitzero"` // the focused one; absent in an empty pane
	Shown       map[PaneID]TabID `json:"shown"`        // in the panes of this perspective
	Peek        int              `json:"peek,omitzero"`
	With        int              `json:"with,omitzero"` // the terminal that the user is with
	Dialog      *Dialog          `json:"dialog,omitempty"`
	CanBack     bool             `json:"can_back"`
	StepsBack   int              `json:"steps_back"` // how many steps back there are
	CanForward  bool             `json:"can_forward"`
	CanReopen   bool             `json:"can_reopen"`
}

// Scene is what the window draws. Its parts are shared with the state: they are
// to be read only.
func (s State) Scene() Scene {
	p, v := s.Layout.perspective(s.View.Perspective)
	here := s.place()
	scene := Scene{
		Projects: s.Layout.Projects, Project: p.ID, Perspective: v.ID,
		Pane: here.Pane, Tab: here.Tab, Shown: map[PaneID]TabID{},
		Peek: s.View.Peek, With: s.View.With(), Dialog: s.View.Dialog,
		CanBack: len(s.View.Back) > 0, StepsBack: len(s.View.Back), CanForward: len(s.View.Forward) > 0, CanReopen: len(s.Layout.Closed) > 0,
	}
	for _, pane := range v.Root.panes() {
		if id := s.View.shown(pane); id != 0 {
			scene.Shown[pane.ID] = id
		}
	}
	return scene
}

// OnScreen reports whether the window shows the terminal: in the drawer, or in
// a pane of the perspective on screen.
func (s State) OnScreen(terminal int) bool {
	if terminal == 0 {
		return false
	}
	if s.View.Peek == terminal {
		return true
	}
	_, v := s.Layout.perspective(s.View.Perspective)
	for _, pane := range v.Root.panes() {
		i := pane.index(s.View.shown(pane))
		if i >= 0 && pane.Tabs[i].Content.kind == KindTerminal && pane.Tabs[i].Content.id == terminal {
			return true
		}
	}
	return false
}
