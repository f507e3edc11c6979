package workspace

import (
	"slices"

	"junto/internal/fault"
)

// SplitPane puts a new pane beside one, with a tab moved into it when Tab is
// given.
type SplitPane struct {
	Pane PaneID `json:"pane"`
	Side Side   `json:"side"`
	Tab  TabID  `json:"tab,omitzero"`
}

func (a SplitPane) do(e *edit) error {
	at, ok := e.Layout.findPane(a.Pane)
	if !ok {
		return noTab()
	}
	switch {
	case !slices.Contains([]Side{Left, Right, Above, Below}, a.Side):
		return fault.New(fault.Input, "%q is no side", clip(string(a.Side))).Next("the sides are left, right, above and below")
	case len(at.perspective.Root.panes()) >= MaxPanes:
		return fault.New(fault.Refused, "%s has %d panes, the most that there can be", at.perspective.Name, MaxPanes).Next("close one first")
	}
	pane := &Pane{ID: PaneID(e.Layout.nextID())}
	split := &Split{
		ID: SplitID(e.Layout.nextID()), Axis: a.Side.axis(), Shares: []int{Whole / 2, Whole / 2},
		Children: []Node{{Pane: at.pane}, {Pane: pane}},
	}
	if a.Side.first() {
		slices.Reverse(split.Children)
	}
	at.perspective.Root = at.perspective.Root.replace(at.pane.ID, Node{Split: split}).tidy()
	to := spot{at.project, at.perspective, pane, -1}
	if a.Tab != 0 {
		from, ok := e.Layout.findTab(a.Tab)
		if !ok {
			return noTab()
		}
		return e.moveTab(from, to, -1)
	}
	return e.visit(func() error {
		e.focusOn(to, 0)
		return nil
	})
}

// ClosePane gives a pane's tabs to the pane before it, or after it when it is
// the first.
type ClosePane struct {
	Pane PaneID `json:"pane"`
}

func (a ClosePane) do(e *edit) error {
	at, ok := e.Layout.findPane(a.Pane)
	if !ok {
		return noTab()
	}
	panes := at.perspective.Root.panes()
	if len(panes) == 1 {
		return fault.New(fault.Refused, "%s keeps at least one pane", at.perspective.Name).Next("close its tabs instead")
	}
	i := slices.Index(panes, at.pane)
	heir := panes[max(i-1, 0)]
	if i == 0 {
		heir = panes[1]
	}
	heir.Tabs = append(heir.Tabs, at.pane.Tabs...)
	if heir.Shown == 0 && len(heir.Tabs) > 0 {
		heir.Shown = heir.Tabs[0].ID
	}
	shown := e.View.shown(at.pane)
	focused := e.place().Pane == at.pane.ID
	at.pane.Tabs, at.pane.Shown = nil, 0
	at.perspective.dropPane(at.pane.ID)
	if focused && shown != 0 {
		e.focusTab(shown)
	} else if focused {
		e.focusOn(spot{at.project, at.perspective, heir, -1}, 0)
	}
	return nil
}

// ResizeSplit sets how a split divides its place.
type ResizeSplit struct {
	Split  SplitID `json:"split"`
	Shares []int   `json:"shares"` // one for each child, above zero, in any unit
}

// maxShare keeps sums of shares far from overflow; no screen has more pixels.
const maxShare = 1 << 20

func (a ResizeSplit) do(e *edit) error {
	var split *Split
	e.Layout.each(func(_ *Project, v *Perspective) bool {
		for _, s := range v.Root.splits() {
			if s.ID == a.Split {
				split = s
			}
		}
		return split == nil
	})
	if split == nil {
		return noTab()
	}
	bad := slices.ContainsFunc(a.Shares, func(s int) bool { return s < 1 || s > maxShare })
	if bad || len(a.Shares) != len(split.Children) {
		return fault.New(fault.Input, "a split of %d takes %d shares from 1 to %d", len(split.Children), len(split.Children), maxShare).
			Next("read the window's state again")
	}
	split.Shares = fitShares(a.Shares)
	return nil
}
