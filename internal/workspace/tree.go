package workspace

import "slices"

// Axis is how a split lays its children out.
type Axis string

const (
	Row    Axis = "row"    // side by side
	Column Axis = "column" // one above the other
)

// Side is where a new pane goes, seen from the pane that it is split from.
type Side string

const (
	Left  Side = "left"
	Right Side = "right"
	Above Side = "above"
	Below Side = "below"
)

func (s Side) axis() Axis {
	if s == Above || s == Below {
		return Column
	}
	return Row
}

func (s Side) first() bool { return s == Left || s == Above }

// Node is a pane or a split: exactly one of the two is there.
//
// A tree is kept in one form, so that the same picture is the same value: a
// split has two children or more, none of them a split along the same axis, and
// no pane is empty but the only one, or one that the operator split off empty.
type Node struct {
	Pane  *Pane  `json:"pane,omitempty"`
	Split *Split `json:"split,omitempty"`
}

// Pane is a strip of tabs, one of which is shown.
type Pane struct {
	ID    PaneID `json:"id"`
	Tabs  []Tab  `json:"tabs,omitempty"`
	Shown TabID  `json:"shown,omitzero"` // for a window that was not here yet; 0 when there is no tab
}

// Split divides its place among its children.
type Split struct {
	ID       SplitID `json:"id"`
	Axis     Axis    `json:"axis"`
	Children []Node  `json:"children"`
	Shares   []int   `json:"shares"` // of Whole, one for each child
}

const (
	// Whole is what the shares of a split add up to.
	Whole = 1000
	// MinShare keeps a pane wide enough to be grabbed and enlarged again.
	MinShare = 50
)

func (n Node) clone() Node {
	if n.Pane != nil {
		p := *n.Pane
		p.Tabs = slices.Clone(p.Tabs)
		return Node{Pane: &p}
	}
	s := *n.Split
	s.Shares = slices.Clone(s.Shares)
	s.Children = make([]Node, len(n.Split.Children))
	for i, c := range n.Split.Children {
		s.Children[i] = c.clone()
	}
	return Node{Split: &s}
}

// panes are the node's panes, in reading order.
func (n Node) panes() []*Pane {
	if n.Pane != nil {
		return []*Pane{n.Pane}
	}
	var all []*Pane
	for _, c := range n.Split.Children {
		all = append(all, c.panes()...)
	}
	return all
}

func (n Node) splits() []*Split {
	if n.Split == nil {
		return nil
	}
	all := []*Split{n.Split}
	for _, c := range n.Split.Children {
		all = append(all, c.splits()...)
	}
	return all
}

func (p *Pane) index(id TabID) int {
	return slices.IndexFunc(p.Tabs, func(t Tab) bool { return t.ID == id })
}

// insert puts the tab at the index; one that is out of range means the end.
func (p *Pane) insert(at int, t Tab) {
	if at < 0 || at > len(p.Tabs) {
		at = len(p.Tabs)
	}
	p.Tabs = slices.Insert(p.Tabs, at, t)
}

// replace puts another node in the place of a pane.
func (n Node) replace(id PaneID, with Node) Node {
	if n.Pane != nil {
		if n.Pane.ID == id {
			return with
		}
		return n
	}
	for i, c := range n.Split.Children {
		n.Split.Children[i] = c.replace(id, with)
	}
	return n
}

// without takes a pane out. The second result is false when nothing is left.
func (n Node) without(id PaneID) (Node, bool) {
	if n.Pane != nil {
		return n, n.Pane.ID != id
	}
	s := n.Split
	for i := 0; i < len(s.Children); i++ {
		c, ok := s.Children[i].without(id)
		if !ok {
			s.Children = slices.Delete(s.Children, i, i+1)
			s.Shares = slices.Delete(s.Shares, i, i+1)
			i--
			continue
		}
		s.Children[i] = c
	}
	return n, len(s.Children) > 0
}

// tidy brings a tree back into its one form.
func (n Node) tidy() Node {
	if n.Pane != nil {
		return n
	}
	s := n.Split
	var children []Node
	var shares []int
	for i, c := range s.Children {
		c = c.tidy()
		if c.Split == nil || c.Split.Axis != s.Axis {
			children, shares = append(children, c), append(shares, s.Shares[i]*Whole)
			continue
		}
		for j, inner := range c.Split.Children {
			children = append(children, inner)
			shares = append(shares, s.Shares[i]*c.Split.Shares[j])
		}
	}
	if len(children) == 1 {
		return children[0]
	}
	s.Children, s.Shares = children, fitShares(shares)
	return n
}

// fitShares scales positive numbers so that they add up to Whole with none
// below MinShare. MaxPanes times MinShare is under Whole, so they always fit.
func fitShares(raw []int) []int {
	sum := 0
	for _, w := range raw {
		sum += w
	}
	shares := make([]int, len(raw))
	left := Whole
	for i, w := range raw {
		shares[i] = MinShare
		if sum > 0 {
			shares[i] = max(MinShare, w*Whole/sum)
		}
		left -= shares[i]
	}
	for left != 0 {
		i := largest(shares)
		if left > 0 {
			shares[i] += left
			break
		}
		take := min(-left, shares[i]-MinShare)
		shares[i] -= take
		left += take
	}
	return shares
}

func largest(of []int) int {
	at := 0
	for i, v := range of {
		if v > of[at] {
			at = i
		}
	}
	return at
}
