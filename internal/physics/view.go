package physics

import "junto/internal/canvas"

// View is a World as data, for those who draw it: what is derived from the
// document and never stored in it.
type View struct {
	Nodes []NodeView `json:"nodes"`
	Edges []EdgeView `json:"edges"`
}

// NodeView is what follows for a node.
type NodeView struct {
	ID      string      `json:"id"`
	Title   string      `json:"title"`
	Kind    canvas.Kind `json:"kind"`
	Role    Role        `json:"role"`
	Built   bool        `json:"built"`             // whether this build has its kind
	Regions []string    `json:"regions,omitempty"` // that it lies in, the innermost last
}

// EdgeView is what follows for an edge.
type EdgeView struct {
	ID      string `json:"id"`
	Says    string `json:"says"`              // "builder messages reviewer"
	Means   string `json:"means,omitempty"`   // what that lets the two do
	Forward []Port `json:"forward,omitempty"` // what its source may ask of its target
	Back    []Port `json:"back,omitempty"`
}

// View is what the page draws beside the document.
func (w World) View() View {
	v := View{Nodes: []NodeView{}, Edges: []EdgeView{}}
	for _, n := range w.doc.Nodes() {
		k := KindOf(n.Kind())
		nv := NodeView{ID: n.ID, Title: n.Title(), Kind: k.Kind, Role: k.Role, Built: k.Built}
		for _, g := range w.doc.Containers(n.ID) {
			nv.Regions = append(nv.Regions, g.ID)
		}
		v.Nodes = append(v.Nodes, nv)
	}
	for _, e := range w.doc.Edges() {
		ev := EdgeView{ID: e.ID, Says: w.Sentence(e)}
		from, _ := w.doc.Node(e.FromNode)
		to, _ := w.doc.Node(e.ToNode)
		if r, ok := ruleFor(from.Kind(), to.Kind(), e.Verb); ok && from != to {
			ev.Means = r.Sentence
			ev.Forward = (r.Forward & KindOf(r.To).Offers).List()
			ev.Back = (r.Back & KindOf(r.From).Offers).List()
		}
		v.Edges = append(v.Edges, ev)
	}
	return v
}
