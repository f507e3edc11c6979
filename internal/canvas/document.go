package canvas

// assemble makes a document of checked nodes and edges, and checks what they
// are to each other: ids, bindings and references.
func assemble(nodes []*Node, edges []*Edge) (Document, error) {
	d := Document{nodes: nodes, edges: edges}
	if err := d.checkSize(); err != nil {
		return d, err
	}
	d.nodeAt, d.edgeAt = make(map[string]int, len(nodes)), make(map[string]int, len(edges))
	bindings := make(map[string]int)
	for i, n := range nodes {
		at := path("/nodes").at(i)
		if first, taken := d.nodeAt[n.ID]; taken {
			return d, at.in("id").wrong("%q is already the id of /nodes/%d", n.ID, first)
		}
		d.nodeAt[n.ID] = i
		d.bytes += weight(n)
		if t := n.Terminal(); t != nil {
			if first, taken := bindings[t.BindingID]; taken {
				return d, at.in("ether").in("terminal").in("bindingId").wrong("%q already binds /nodes/%d", t.BindingID, first)
			}
			bindings[t.BindingID] = i
		}
	}
	for i, e := range edges {
		at := path("/edges").at(i)
		if first, taken := d.edgeAt[e.ID]; taken {
			return d, at.in("id").wrong("%q is already the id of /edges/%d", e.ID, first)
		}
		d.edgeAt[e.ID] = i
		d.bytes += weight(e)
		if _, ok := d.nodeAt[e.FromNode]; !ok {
			return d, at.in("fromNode").wrong("there is no node %q", e.FromNode)
		}
		if _, ok := d.nodeAt[e.ToNode]; !ok {
			return d, at.in("toNode").wrong("there is no node %q", e.ToNode)
		}
	}
	return d, d.checkSize()
}

// frame is more than what stands around the nodes and edges when a document is
// written.
const frame = 64

// checkSize sees to it that what is written can be read again.
func (d Document) checkSize() error {
	switch {
	case len(d.nodes) > MaxNodes:
		return path("/nodes").wrong("%d nodes are more than %d", len(d.nodes), MaxNodes)
	case len(d.edges) > MaxEdges:
		return path("/edges").wrong("%d edges are more than %d", len(d.edges), MaxEdges)
	case d.bytes+frame > MaxBytes:
		return path("").wrong("%d bytes are more than %d", d.bytes+frame, MaxBytes)
	}
	return nil
}

// New makes a document of nodes and edges, in z-order.
func New(nodes []Node, edges []Edge) (Document, error) {
	ns, es := make([]*Node, len(nodes)), make([]*Edge, len(edges))
	for i, n := range nodes {
		own, err := n.own(path("/nodes").at(i))
		if err != nil {
			return Document{}, err
		}
		ns[i] = own
	}
	for i, e := range edges {
		if err := e.check(path("/edges").at(i)); err != nil {
			return Document{}, err
		}
		es[i] = &e
	}
	return assemble(ns, es)
}

// own is a checked copy of a node that shares nothing with its giver.
func (n Node) own(at path) (*Node, error) {
	w := n.wire()
	w.Ether = n.Ether.clone()
	// Fields of another type than the node's would be lost silently.
	w.Text, w.File, w.URL = present(n.Type == Text, n.Text), present(n.Type == File, n.File), present(n.Type == Link, n.URL)
	return w.node(at)
}

// present keeps a field that the type must have, and one that it must not have
// but was given.
func present(required bool, s string) *string {
	if required {
		return &s
	}
	return optional(s)
}

// Copy is a duplicate of the document: the same drawing with seats of its own.
// Each binding is replaced by a fresh one and proven sessions stay behind, so
// that no process has two cards.
func (d Document) Copy(mint func() string) Document {
	c := Document{nodes: make([]*Node, len(d.nodes)), edges: d.edges, nodeAt: d.nodeAt, edgeAt: d.edgeAt}
	for i, n := range d.nodes {
		fresh := *n
		fresh.Ether = n.Ether.copied(mint)
		fresh.normalise()
		c.nodes[i] = &fresh
		c.bytes += weight(&fresh)
	}
	for _, e := range d.edges {
		c.bytes += weight(e)
	}
	return c
}
