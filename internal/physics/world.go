// Package physics knows what a drawing means: which role a kind has, which
// kinds an edge may join, which ports it opens at either end, and whether a
// call from one node to another is admitted. It compiles a document to a World
// and answers from that alone.
//
// There is no grant but a direct edge: nothing propagates past it, and lying in
// the same region shows nodes to each other and opens no port. What a document
// may hold is package canvas'; who the caller is, and whether it is paused or
// blocked, are asked elsewhere.
package physics

import (
	"slices"
	"strings"

	"junto/internal/canvas"
	"junto/internal/fault"
)

// World is a compiled document. It is a value that is never changed.
type World struct {
	doc    canvas.Document
	grants *grants
}

// grants is what the edges of a document compile to. It depends on which nodes
// and edges there are and of which kinds, and on nothing else: a node that is
// moved or renamed leaves it as it is.
type grants struct {
	between map[ends]grant
	peers   [][]int32 // of each node, by place, in the order of the edges
}

// ends are the places of a caller and of its target.
type ends struct{ caller, target int32 }

// grant is what all edges between two nodes let one do to the other.
type grant struct {
	ports Ports
	edge  int32 // the first edge between them that opens a port, else the first
}

// Compile makes the World of a document.
func Compile(doc canvas.Document) World {
	edges := doc.Edges()
	g := &grants{between: make(map[ends]grant, 2*len(edges)), peers: make([][]int32, len(doc.Nodes()))}
	for i, e := range edges {
		from, okFrom := doc.Index(e.FromNode)
		to, okTo := doc.Index(e.ToNode)
		if !okFrom || !okTo || from == to {
			continue // a loop is drawn nowhere, and connects nothing
		}
		var forward, back Ports
		if r, ok := ruleFor(doc.Nodes()[from].Kind(), doc.Nodes()[to].Kind(), e.Verb); ok {
			forward, back = r.Forward, r.Back
		}
		g.add(int32(from), int32(to), forward, int32(i))
		g.add(int32(to), int32(from), back, int32(i))
	}
	return World{doc: doc, grants: g}
}

func (g *grants) add(caller, target int32, ports Ports, edge int32) {
	between := ends{caller, target}
	old, connected := g.between[between]
	if !connected {
		g.peers[caller] = append(g.peers[caller], target)
	}
	if connected && (old.ports != 0 || ports == 0) {
		edge = old.edge
	}
	g.between[between] = grant{old.ports | ports, edge}
}

// Follow is the World of the document that a change made of this one's. When the
// change is one of presentation, as a drag is, nothing is compiled.
func (w World) Follow(doc canvas.Document, change canvas.Change) World {
	if w.grants != nil && change.Presentation() {
		return World{doc: doc, grants: w.grants}
	}
	return Compile(doc)
}

// Document is what the World was compiled from.
func (w World) Document() canvas.Document { return w.doc }

// grant finds what the edges between two nodes let the caller do.
func (w World) grant(caller, target string) (grant, bool) {
	c, okCaller := w.doc.Index(caller)
	t, okTarget := w.doc.Index(target)
	if !okCaller || !okTarget || w.grants == nil {
		return grant{}, false
	}
	g, ok := w.grants.between[ends{int32(c), int32(t)}]
	return g, ok
}

// Peer is a node that an edge connects to another.
type Peer struct {
	Node   *canvas.Node
	Kind   canvas.Kind
	Role   Role
	Grants Ports // what may be asked of it
	Edge   *canvas.Edge
	// Says is the edge as a sentence: "builder messages reviewer".
	Says string
}

// Peers are the nodes that edges connect to a node, in the order of the edges.
func (w World) Peers(node string) []Peer {
	i, ok := w.doc.Index(node)
	if !ok || w.grants == nil {
		return nil
	}
	peers := make([]Peer, 0, len(w.grants.peers[i]))
	for _, p := range w.grants.peers[i] {
		n := w.doc.Nodes()[p]
		g := w.grants.between[ends{int32(i), p}]
		e := w.doc.Edges()[g.edge]
		k := KindOf(n.Kind())
		peers = append(peers, Peer{n, k.Kind, k.Role, g.ports & k.Offers, e, w.Sentence(e)})
	}
	return peers
}

// Sentence is an edge in words.
func (w World) Sentence(e *canvas.Edge) string {
	from, okFrom := w.doc.Node(e.FromNode)
	to, okTo := w.doc.Node(e.ToNode)
	if !okFrom || !okTo {
		return ""
	}
	verb := string(e.Verb)
	if verb == "" {
		verb = "—"
	}
	return from.Title() + " " + verb + " " + to.Title()
}

// CoMembers are the other nodes that lie in a region together with a node. It
// may see them; that opens no port.
func (w World) CoMembers(node string) []*canvas.Node {
	regions := w.doc.Containers(node)
	if len(regions) == 0 {
		return nil
	}
	var all []*canvas.Node
	for _, n := range w.doc.Nodes() {
		if n.ID != node && n.Type != canvas.Group && within(regions, n) {
			all = append(all, n)
		}
	}
	return all
}

func within(regions []*canvas.Node, n *canvas.Node) bool {
	return slices.ContainsFunc(regions, func(g *canvas.Node) bool { return g.Contains(n.Rect) })
}

// sees reports whether the two lie in one region.
func (w World) sees(caller, target string) bool {
	t, ok := w.doc.Node(target)
	return ok && t.Type != canvas.Group && within(w.doc.Containers(caller), t)
}

// Resolve finds the node that a caller means: by id, else among what it is
// connected to and then among what it sees, by name (<host>:<profile>), profile
// or title. What it cannot see has no name for it.
func (w World) Resolve(caller, ref string) (string, error) {
	if _, ok := w.doc.Node(ref); ok {
		return ref, nil
	}
	peers := make([]*canvas.Node, 0, 8)
	for _, p := range w.Peers(caller) {
		peers = append(peers, p.Node)
	}
	for _, visible := range [][]*canvas.Node{peers, w.CoMembers(caller)} {
		for _, called := range []func(*canvas.Node) bool{
			func(n *canvas.Node) bool { return n.Name() == ref },
			func(n *canvas.Node) bool { return profile(n.Name()) == ref || n.Title() == ref },
			func(n *canvas.Node) bool { return strings.EqualFold(n.Title(), ref) },
		} {
			id, err := only(visible, called, ref)
			if id != "" || err != nil {
				return id, err
			}
		}
	}
	return "", fault.New(fault.UnknownTarget, "there is no node %q among those that you can see", ref).
		Next("`junto capabilities` lists them with their ids")
}

func only(nodes []*canvas.Node, called func(*canvas.Node) bool, ref string) (string, error) {
	var found []string
	for _, n := range nodes {
		if called(n) && !slices.Contains(found, n.ID) {
			found = append(found, n.ID)
		}
	}
	switch len(found) {
	case 0:
		return "", nil
	case 1:
		return found[0], nil
	}
	return "", fault.New(fault.Input, "%q is the name of %d nodes", ref, len(found)).
		Next("say which by its id: %s", strings.Join(found, ", "))
}

func profile(name string) string {
	_, p, ok := strings.Cut(name, ":")
	if !ok {
		return name
	}
	return p
}
