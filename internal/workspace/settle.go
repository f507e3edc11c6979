package workspace

import "slices"

// Settle makes the view fit a layout that may have changed under it: the focus
// is on what is there (on what the user was at last, where its tab is gone),
// steps lead to what is there, and no two steps in a row lead to one place. It
// ends each act, in every window.
func (v View) Settle(l Layout) View {
	v = v.clone()
	if _, p := l.perspective(v.Perspective); p == nil {
		v.Perspective = v.refuge(&l)
	}
	v.forget(&l)
	v.pin(&l)
	if d := v.Dialog; d != nil && d.Confirm != nil && !d.Confirm.stands(&l) {
		v.Dialog = nil
	}
	s := State{Layout: l, View: v}
	here := s.place()
	v.Back = settled(&l, v.Back, here)
	v.Forward = settled(&l, v.Forward, here)
	// Whatever led here, a terminal that has the focus now is the one last
	// focused. A perspective that an act only passed through does not count.
	if at, ok := l.findTab(here.Tab); ok && at.tab().Content.kind == KindTerminal {
		v.Last = at.tab().Content.id
	}
	return v
}

// refuge is where a window goes whose perspective was deleted: another one of
// the same project, else the latest place it came from, else Global.
func (v View) refuge(l *Layout) PerspectiveID {
	for project, current := range v.Current {
		if p := l.project(project); p != nil && current == v.Perspective {
			return v.current(p).ID
		}
	}
	for _, place := range slices.Backward(v.Back) {
		if _, p := l.perspective(place.Perspective); p != nil {
			return p.ID
		}
	}
	return v.current(l.project(GlobalID)).ID
}

// forget drops what the view remembers of parts that are gone. Where a tab or a
// pane is gone, the one before it in the user's steps takes its place.
func (v *View) forget(l *Layout) {
	for project, id := range v.Current {
		if p := l.project(project); p == nil || p.index(id) < 0 {
			delete(v.Current, project)
		}
	}
	for id, pane := range v.Focus {
		if at, ok := l.findPane(pane); ok && at.perspective.ID == id {
			continue
		}
		delete(v.Focus, id)
		if p, ok := v.latest(l, func(p Place) bool { return p.Perspective == id }); ok {
			v.Focus[id] = p.Pane
		}
	}
	for pane, id := range v.Shown {
		if at, ok := l.findTab(id); ok && at.pane.ID == pane {
			continue
		}
		delete(v.Shown, pane)
		if p, ok := v.latest(l, func(p Place) bool { return p.Pane == pane && p.Tab != 0 }); ok {
			v.Shown[pane] = p.Tab
		}
	}
}

// latest is the last step that is still there and fits.
func (v *View) latest(l *Layout, fits func(Place) bool) (Place, bool) {
	for _, p := range slices.Backward(v.Back) {
		if p, ok := p.settle(l); ok && fits(p) {
			return p, true
		}
	}
	return Place{}, false
}

// pin writes down what the window shows now, so that another window's steps in
// the same perspective do not move this one.
func (v *View) pin(l *Layout) {
	project, p := l.perspective(v.Perspective)
	v.Current[project.ID] = p.ID
	v.Focus[p.ID] = v.focusPane(p).ID
	for _, pane := range p.Root.panes() {
		if id := v.shown(pane); id != 0 {
			v.Shown[pane.ID] = id
		}
	}
}

// settled keeps the places that are still there, follows tabs that were moved,
// and drops repeats, also of the place at the near end: where the user is.
func settled(l *Layout, steps []Place, here Place) []Place {
	var kept []Place
	last := here
	for _, p := range slices.Backward(steps) {
		p, ok := p.settle(l)
		if !ok || p == last {
			continue
		}
		kept = append(kept, p)
		last = p
	}
	slices.Reverse(kept)
	return kept
}

func (p Place) settle(l *Layout) (Place, bool) {
	if p.Tab != 0 {
		at, ok := l.findTab(p.Tab)
		if !ok {
			return Place{}, false
		}
		p.Perspective, p.Pane = at.perspective.ID, at.pane.ID
		return p, true
	}
	at, ok := l.findPane(p.Pane)
	if !ok {
		return Place{}, false
	}
	// A pane that was empty and is not any more is as it shows now.
	p.Perspective, p.Tab = at.perspective.ID, at.pane.Shown
	return p, true
}
