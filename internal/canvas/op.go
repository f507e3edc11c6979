package canvas

import (
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"junto/internal/fault"
)

// Action is one thing that the operator does to a document.
type Action interface{ apply(*edit) error }

type (
	// AddNode puts a node on top, or at a place of the z-order.
	AddNode struct {
		Node Node `json:"node"`
		At   *int `json:"at,omitzero"`
	}
	// SetNode changes fields of a node. The patch is a JSON merge patch
	// (RFC 7396) of the node: null takes a field away.
	SetNode struct {
		ID    string
		Patch jsontext.Value
	}
	// MoveNode puts a node elsewhere.
	MoveNode struct {
		ID string `json:"id"`
		X  int    `json:"x"`
		Y  int    `json:"y"`
	}
	// OrderNode puts a node at another place of the z-order.
	OrderNode struct {
		ID string `json:"id"`
		At int    `json:"at"`
	}
	// DeleteNode takes a node away, and the edges that touch it.
	DeleteNode struct {
		ID string `json:"id"`
	}
	// AddEdge draws an edge. Whether it may be drawn, which verb it gets and
	// which way it is stored is package physics' to say.
	AddEdge struct {
		ID   string `json:"id,omitzero"`
		From string `json:"from"`
		To   string `json:"to"`
		Verb Verb   `json:"verb,omitzero"`
		Look Look   `json:"-"`
	}
	// SetEdge changes how an edge looks, by a merge patch of the edge. What it
	// connects and its verb are what it is: draw another edge for those.
	SetEdge struct {
		ID    string
		Patch jsontext.Value
	}
	// DeleteEdge takes an edge away, and with it what the edge granted.
	DeleteEdge struct {
		ID string `json:"id"`
	}
)

// Apply does actions one after the other, all of them or none.
func (d Document) Apply(actions ...Action) (Document, Change, error) {
	e := edit{doc: d}
	for _, a := range actions {
		if err := a.apply(&e); err != nil {
			return d, nil, err
		}
	}
	after, err := e.done()
	if err != nil {
		return d, nil, err
	}
	return after, e.steps, nil
}

func (a AddNode) apply(e *edit) error {
	n, err := a.Node.own("/node")
	if err != nil {
		return err
	}
	if _, _, err := e.node(n.ID); err == nil {
		return path("/node/id").wrong("%q is already the id of a node", n.ID)
	}
	at := len(e.doc.nodes)
	if a.At != nil {
		at = *a.At
	}
	if at < 0 || at > len(e.doc.nodes) {
		return path("/at").wrong("must be from 0 to %d", len(e.doc.nodes))
	}
	if err := e.freeBinding(n); err != nil {
		return err
	}
	e.put(Step{At: at, To: at, NodeIs: n})
	return nil
}

// freeBinding refuses to give one process two cards.
func (e *edit) freeBinding(n *Node) error {
	t := n.Terminal()
	if t == nil {
		return nil
	}
	for _, o := range e.doc.nodes {
		if other := o.Terminal(); other != nil && other.BindingID == t.BindingID && o.ID != n.ID {
			return fault.New(fault.Refused, "binding %s is that of node %q", t.BindingID, o.ID).Next("give the node a binding of its own")
		}
	}
	return nil
}

func (a SetNode) apply(e *edit) error {
	i, was, err := e.node(a.ID)
	if err != nil {
		return err
	}
	merged, err := patched(was, a.Patch)
	if err != nil {
		return err
	}
	is, err := decodeNode(merged, "")
	if err != nil {
		return err
	}
	if err := keepsIdentity(was, is); err != nil {
		return err
	}
	if was.Has(Blocker) && !is.Has(Blocker) && !names(a.Patch, "color") {
		is.Color = "" // the residue of the flag goes with it
	}
	if err := e.freeBinding(is); err != nil {
		return err
	}
	e.put(Step{At: i, To: i, NodeWas: was, NodeIs: is})
	return nil
}

// keepsIdentity refuses to make another thing of a node: edges, mail and a
// running process stand for what it is.
func keepsIdentity(was, is *Node) error {
	name, kind := was.Name(), was.Kind()
	switch {
	case was.ID != is.ID || was.Type != is.Type || kind != is.Kind():
		return fault.New(fault.Refused, "node %q: its id, type and kind stay what they are", was.ID).Next("add another node")
	case name != "" && name != is.Name():
		return fault.New(fault.Refused, "node %q: its name %q is its identity", was.ID, name).Next("change its text to show another title, or add another node")
	}
	return nil
}

func (a MoveNode) apply(e *edit) error {
	i, was, err := e.node(a.ID)
	if err != nil {
		return err
	}
	is := *was
	is.X, is.Y = a.X, a.Y
	if err := is.Rect.check(""); err != nil {
		return err
	}
	e.put(Step{At: i, To: i, NodeWas: was, NodeIs: &is})
	return nil
}

func (a OrderNode) apply(e *edit) error {
	i, n, err := e.node(a.ID)
	if err != nil {
		return err
	}
	if a.At < 0 || a.At >= len(e.doc.nodes) {
		return path("/at").wrong("must be from 0 to %d", len(e.doc.nodes)-1)
	}
	e.put(Step{At: i, To: a.At, NodeWas: n, NodeIs: n})
	return nil
}

func (a DeleteNode) apply(e *edit) error {
	i, n, err := e.node(a.ID)
	if err != nil {
		return err
	}
	for at, l := range slices.Backward(slices.Clone(e.doc.edges)) {
		if l.FromNode == a.ID || l.ToNode == a.ID {
			e.put(Step{At: at, To: at, EdgeWas: l})
		}
	}
	e.put(Step{At: i, To: i, NodeWas: n})
	return nil
}

func (a AddEdge) apply(e *edit) error {
	l := &Edge{ID: a.ID, FromNode: a.From, ToNode: a.To, Verb: a.Verb, Look: a.Look}
	if err := l.check("/edge"); err != nil {
		return err
	}
	if _, _, err := e.edge(a.ID); err == nil {
		return path("/id").wrong("%q is already the id of an edge", a.ID)
	}
	for _, end := range []string{a.From, a.To} {
		if _, _, err := e.node(end); err != nil {
			return err
		}
	}
	top := len(e.doc.edges)
	e.put(Step{At: top, To: top, EdgeIs: l})
	return nil
}

func (a SetEdge) apply(e *edit) error {
	i, was, err := e.edge(a.ID)
	if err != nil {
		return err
	}
	merged, err := patched(was, a.Patch)
	if err != nil {
		return err
	}
	var is Edge
	if err := json.Unmarshal(merged, &is); err != nil {
		return explain(err, "")
	}
	bare := is
	bare.Look = was.Look
	if bare != *was {
		return fault.New(fault.Refused, "edge %q: what it connects and its verb stay what they are", a.ID).Next("delete it and draw another")
	}
	e.put(Step{At: i, To: i, EdgeWas: was, EdgeIs: &is})
	return nil
}

func (a DeleteEdge) apply(e *edit) error {
	i, l, err := e.edge(a.ID)
	if err != nil {
		return err
	}
	e.put(Step{At: i, To: i, EdgeWas: l})
	return nil
}
