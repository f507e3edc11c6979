package canvas

import (
	"reflect"
	"slices"

	"junto/internal/fault"
)

// Step puts one node or edge at a place of its list, takes it away, replaces it
// or moves it to another place. It says what was where before, so it can be
// undone.
type Step struct {
	At      int   `json:"at"` // the place before
	To      int   `json:"to"` // the place after; the same but for a move
	NodeWas *Node `json:"node_was,omitzero"`
	NodeIs  *Node `json:"node_is,omitzero"`
	EdgeWas *Edge `json:"edge_was,omitzero"`
	EdgeIs  *Edge `json:"edge_is,omitzero"`
}

// Change is what an edit did to a document. It is data: it can be stored,
// undone and done again, to the byte.
type Change []Step

// Inverse undoes the change.
func (c Change) Inverse() Change {
	inv := make(Change, 0, len(c))
	for _, s := range slices.Backward(c) {
		inv = append(inv, Step{s.To, s.At, s.NodeIs, s.NodeWas, s.EdgeIs, s.EdgeWas})
	}
	return inv
}

// Presentation reports whether the change leaves the same nodes and edges with
// the same meaning: only places, colors, texts and the look of edges differ.
// What was compiled from the document then still holds.
func (c Change) Presentation() bool {
	for _, s := range c {
		switch {
		case s.At != s.To:
			return false
		case s.NodeWas != nil && s.NodeIs != nil:
			if s.NodeWas.ID != s.NodeIs.ID || s.NodeWas.Type != s.NodeIs.Type || s.NodeWas.Kind() != s.NodeIs.Kind() {
				return false
			}
		case s.EdgeWas != nil && s.EdgeIs != nil:
			was, is := *s.EdgeWas, *s.EdgeIs
			was.Look, is.Look = Look{}, Look{}
			if was != is {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// Replay does a change again, or undoes one with its inverse. It is refused as a
// conflict when the document is not the one that the change was made to.
func (d Document) Replay(c Change) (Document, error) {
	e := edit{doc: d}
	for _, s := range c {
		if !e.fits(s) {
			return d, fault.New(fault.Conflict, "the canvas has changed since").Next("read the canvas again")
		}
		e.put(s)
	}
	return e.done()
}

// MaxJoined is how many steps a joined change may have: each edit of a gesture
// writes all of them. It is more than a person drags at once.
const MaxJoined = 2000

// Join makes one change of two that were made one after the other, so that one
// undo takes both back. What a node or an edge was between them is forgotten: a
// drag has a step for each thing that is dragged, however long it lasts. It is
// refused when the change would have more than MaxJoined steps.
func (c Change) Join(next Change) (Change, bool) {
	joined := slices.Clone(c)
	for _, s := range next {
		if i := joined.settled(s); i >= 0 {
			joined[i].NodeIs, joined[i].EdgeIs = s.NodeIs, s.EdgeIs
			continue
		}
		joined = append(joined, s)
	}
	return joined, len(joined) <= MaxJoined
}

// settled finds the step that made what a step replaces in its place, as long as
// nothing has shifted places since; -1 for none.
func (c Change) settled(s Step) int {
	if !s.inPlace() {
		return -1
	}
	for i, was := range slices.Backward(c) {
		if s.NodeWas != nil && was.NodeIs != nil && was.NodeIs.ID == s.NodeWas.ID ||
			s.EdgeWas != nil && was.EdgeIs != nil && was.EdgeIs.ID == s.EdgeWas.ID {
			return i
		}
		if !was.inPlace() {
			return -1
		}
	}
	return -1
}

// inPlace reports whether a step leaves everything at its place, and only makes
// another of what is at one.
func (s Step) inPlace() bool {
	return s.At == s.To && (s.NodeWas != nil && s.NodeIs != nil || s.EdgeWas != nil && s.EdgeIs != nil)
}

// edit is a document while steps change it. What it shares with the document
// that it came from is copied before it is written to.
type edit struct {
	doc            Document
	steps          Change
	nodes, edges   bool // the list is a copy
	shifted, edged bool // ids are at other places than the index says
}

// fits reports whether a step can be done: the document is as the step says,
// and stays one without two ids alike and without dangling edges.
func (e *edit) fits(s Step) bool {
	isNode, isEdge := s.NodeWas != nil || s.NodeIs != nil, s.EdgeWas != nil || s.EdgeIs != nil
	switch {
	case isNode == isEdge:
		return false
	case isNode:
		return fits(e.doc.nodes, s, s.NodeWas, s.NodeIs) && e.freesNode(s.NodeWas, s.NodeIs)
	}
	return fits(e.doc.edges, s, s.EdgeWas, s.EdgeIs) && e.freesEdge(s.EdgeWas, s.EdgeIs)
}

func (e *edit) freesNode(was, is *Node) bool {
	if was != nil && is != nil && was.ID == is.ID {
		return true
	}
	if is != nil {
		if _, _, err := e.node(is.ID); err == nil {
			return false
		}
	}
	return was == nil || !slices.ContainsFunc(e.doc.edges, func(l *Edge) bool { return l.FromNode == was.ID || l.ToNode == was.ID })
}

func (e *edit) freesEdge(was, is *Edge) bool {
	if is == nil {
		return true
	}
	if was == nil || was.ID != is.ID {
		if _, _, err := e.edge(is.ID); err == nil {
			return false
		}
	}
	_, _, noFrom := e.node(is.FromNode)
	_, _, noTo := e.node(is.ToNode)
	return noFrom == nil && noTo == nil
}

func fits[T any](list []*T, s Step, was, is *T) bool {
	if was == nil {
		return s.At == s.To && s.At >= 0 && s.At <= len(list)
	}
	if s.At < 0 || s.At >= len(list) || s.To < 0 || s.To >= len(list) || is == nil && s.To != s.At {
		return false
	}
	return list[s.At] == was || reflect.DeepEqual(list[s.At], was)
}

// put does a step that fits.
func (e *edit) put(s Step) {
	e.steps = append(e.steps, s)
	if s.NodeWas != nil || s.NodeIs != nil {
		e.doc.bytes += weight(s.NodeIs) - weight(s.NodeWas)
		e.doc.nodes = placed(e.doc.nodes, &e.nodes, s, s.NodeWas, s.NodeIs)
		if s.At != s.To || s.NodeWas == nil || s.NodeIs == nil || s.NodeWas.ID != s.NodeIs.ID {
			e.shifted = true
		}
		return
	}
	e.doc.bytes += weight(s.EdgeIs) - weight(s.EdgeWas)
	e.doc.edges = placed(e.doc.edges, &e.edges, s, s.EdgeWas, s.EdgeIs)
	if s.At != s.To || s.EdgeWas == nil || s.EdgeIs == nil || s.EdgeWas.ID != s.EdgeIs.ID {
		e.edged = true
	}
}

func placed[T any](list []*T, owned *bool, s Step, was, is *T) []*T {
	if !*owned {
		list, *owned = slices.Clone(list), true
	}
	switch {
	case was == nil:
		return slices.Insert(list, s.At, is)
	case is == nil:
		return slices.Delete(list, s.At, s.At+1)
	case s.At != s.To:
		return slices.Insert(slices.Delete(list, s.At, s.At+1), s.To, is)
	}
	list[s.At] = is
	return list
}

// node finds a node and its place while the index may be out of date.
func (e *edit) node(id string) (int, *Node, error) {
	i, ok := e.doc.nodeAt[id]
	if e.shifted {
		i = slices.IndexFunc(e.doc.nodes, func(n *Node) bool { return n.ID == id })
		ok = i >= 0
	}
	if !ok {
		return 0, nil, fault.New(fault.UnknownTarget, "there is no node %q", id).Next("`junto digest <canvas>` lists the nodes")
	}
	return i, e.doc.nodes[i], nil
}

func (e *edit) edge(id string) (int, *Edge, error) {
	i, ok := e.doc.edgeAt[id]
	if e.edged {
		i = slices.IndexFunc(e.doc.edges, func(l *Edge) bool { return l.ID == id })
		ok = i >= 0
	}
	if !ok {
		return 0, nil, fault.New(fault.UnknownTarget, "there is no edge %q", id).Next("`junto digest <canvas>` lists the edges")
	}
	return i, e.doc.edges[i], nil
}

// done closes the edit: the indexes are made again when places shifted.
func (e *edit) done() (Document, error) {
	d := e.doc
	if err := d.checkSize(); err != nil {
		return d, err
	}
	if e.shifted {
		d.nodeAt = make(map[string]int, len(d.nodes))
		for i, n := range d.nodes {
			d.nodeAt[n.ID] = i
		}
	}
	if e.edged {
		d.edgeAt = make(map[string]int, len(d.edges))
		for i, l := range d.edges {
			d.edgeAt[l.ID] = i
		}
	}
	return d, nil
}
