package canvas

import (
	"cmp"
	"slices"
)

// Contains reports whether the other rectangle lies fully in this one; sharing
// a border is inside.
func (r Rect) Contains(o Rect) bool {
	return o.X >= r.X && o.Y >= r.Y && o.X+o.Width <= r.X+r.Width && o.Y+o.Height <= r.Y+r.Height
}

func (r Rect) area() int64 { return int64(r.Width) * int64(r.Height) }

// Containers are the regions that a node lies in, the outermost first; the last
// is the one that it belongs to. A region is never a member itself: what lies in
// an inner region lies in the outer one too.
func (d Document) Containers(node string) []*Node {
	n, ok := d.Node(node)
	if !ok || n.Type == Group {
		return nil
	}
	var in []*Node
	for _, g := range d.nodes {
		if g.Type == Group && g.Contains(n.Rect) {
			in = append(in, g)
		}
	}
	slices.SortFunc(in, func(a, b *Node) int {
		return cmp.Or(cmp.Compare(b.area(), a.area()), cmp.Compare(a.ID, b.ID))
	})
	return in
}

// Region is the innermost region that a node lies in.
func (d Document) Region(node string) (*Node, bool) {
	in := d.Containers(node)
	if len(in) == 0 {
		return nil, false
	}
	return in[len(in)-1], true
}

// Members are the nodes that lie in a region, in z-order.
func (d Document) Members(region string) []*Node {
	g, ok := d.Node(region)
	if !ok || g.Type != Group {
		return nil
	}
	var in []*Node
	for _, n := range d.nodes {
		if n.Type != Group && g.Contains(n.Rect) {
			in = append(in, n)
		}
	}
	return in
}

// Instruction is what the regions say to a node, from the outermost to the
// innermost.
func (d Document) Instruction(node string) string {
	var all []byte
	for _, g := range d.Containers(node) {
		if g.Ether == nil || g.Ether.Region == nil || g.Ether.Region.Instruction == "" {
			continue
		}
		if len(all) > 0 {
			all = append(all, "\n\n"...)
		}
		all = append(all, g.Ether.Region.Instruction...)
	}
	return string(all)
}

// DefaultPath is the folder that a node created there starts in on a host: the
// innermost region that names one decides.
func (d Document) DefaultPath(r Rect, host string) (string, bool) {
	var best *Node
	for _, g := range d.nodes {
		if g.Type != Group || !g.Contains(r) || g.Ether == nil || g.Ether.Region == nil || g.Ether.Region.Defaults == nil {
			continue
		}
		if g.Ether.Region.Defaults.Paths[host] == "" {
			continue
		}
		if best == nil || g.area() < best.area() || g.area() == best.area() && g.ID > best.ID {
			best = g
		}
	}
	if best == nil {
		return "", false
	}
	return best.Ether.Region.Defaults.Paths[host], true
}
