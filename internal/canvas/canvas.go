// Package canvas knows the document that the operator draws: JSON Canvas 1.0
// with one more key, ether, on nodes and edges. It reads documents strictly and
// writes them in one way only, changes them by edits that can be undone
// exactly, knows which region holds what, and projects a document to a text
// digest and to an SVG.
//
// Two laws hold for every document that it hands out. Without its ether keys
// the document is a valid JSON Canvas 1.0. And a blocker flag is mirrored in
// the node's color: it is crimson as long as the flag is there.
//
// What a kind may do and what an edge grants is package physics'; who writes,
// stores and shows documents is left to the callers.
package canvas

import "slices"

// Limits of a document. They bound what a call carries and what is compiled,
// drawn and stored on each change.
const (
	// MaxBytes is the size of a document in canonical form. It fits a frame of
	// the wire (8 MiB) even when each quote and line break in it is escaped.
	MaxBytes = 4 << 20
	// MaxNodes and MaxEdges are 25 times the largest canvas that we have seen
	// in use (192 nodes, 57 edges), and still compile within some milliseconds.
	MaxNodes = 5_000
	MaxEdges = 10_000
	// MaxText is the text of a node: a long page of notes, not a book.
	MaxText = 64 << 10
	// MaxString is any other string: a path or a URL has at most 4 KiB.
	MaxString = 4 << 10
	// MaxID is an id, a name or a kind: they are shown in one line.
	MaxID = 128
	// MaxCoordinate is how far from the origin a node's edges may be. Areas of
	// regions then fit an int64, and positions a float32 of the page.
	MaxCoordinate = 8_000_000
	// MaxDepth is how deeply values may be nested: ours need 6 levels.
	MaxDepth = 32
)

// Type is the JSON Canvas type of a node.
type Type string

const (
	Text  Type = "text"
	File  Type = "file"
	Link  Type = "link"
	Group Type = "group"
)

// Color is a preset ("1" to "6") or "#RRGGBB"; empty for none.
type Color string

// Crimson is the preset that a blocker flag paints.
const Crimson Color = "1"

// Rect is where a node is, in pixels; y grows downwards.
type Rect struct{ X, Y, Width, Height int }

// Node is a node of a document. A node that is in a document is never changed:
// an edit puts another in its place.
type Node struct {
	ID   string
	Type Type
	Rect
	Color Color

	Text string // of text nodes

	File    string // of file nodes
	Subpath string // of file nodes: a heading or block, begins with #

	URL string // of link nodes

	Label           string // of group nodes
	Background      string // of group nodes: an image
	BackgroundStyle string // of group nodes: cover, ratio or repeat

	Ether *Ether // nil when the node is plain JSON Canvas
}

// Edge is a line of a document. An edge without a verb is plain JSON Canvas: it
// is drawn and grants nothing.
type Edge struct {
	ID       string
	FromNode string
	ToNode   string
	Look     Look
	Verb     Verb
}

// Look is how an edge is drawn. It never carries meaning.
type Look struct {
	FromSide, ToSide string // top, right, bottom, left; empty: as it fits
	FromEnd, ToEnd   string // none, arrow
	Color            Color
	Label            string
}

// Verb is what the relationship is. Package physics knows what it compiles to.
type Verb string

// Document is a canvas. It is a value: nothing that is handed out or taken in
// is changed afterwards, so that it can be read without a lock. The zero
// Document is an empty canvas.
type Document struct {
	nodes  []*Node
	edges  []*Edge
	nodeAt map[string]int // id → index
	edgeAt map[string]int
	bytes  int // of the nodes and edges in canonical form, without what frames them
}

// Nodes are the document's nodes in z-order, the topmost last. The slice is the
// document's own: read it only.
func (d Document) Nodes() []*Node { return d.nodes }

// Edges are the document's edges in z-order. The slice is the document's own.
func (d Document) Edges() []*Edge { return d.edges }

// Node finds a node.
func (d Document) Node(id string) (*Node, bool) {
	i, ok := d.nodeAt[id]
	if !ok {
		return nil, false
	}
	return d.nodes[i], true
}

// Edge finds an edge.
func (d Document) Edge(id string) (*Edge, bool) {
	i, ok := d.edgeAt[id]
	if !ok {
		return nil, false
	}
	return d.edges[i], true
}

// Index is a node's place in z-order, and in everything that is compiled from
// the document.
func (d Document) Index(node string) (int, bool) {
	i, ok := d.nodeAt[node]
	return i, ok
}

// Kind is what a node is: the kind of its entity, or what a node without one
// is by its type.
type Kind string

// Kinds of the official build. The vocabulary is open: a document may hold any
// other.
const (
	KindAgent    Kind = "agent"
	KindTerminal Kind = "terminal"
	KindLabel    Kind = "label"
	KindGit      Kind = "git"
	KindNote     Kind = "note"   // a text node without an entity
	KindFile     Kind = "file"   // a file node without an entity
	KindLink     Kind = "link"   // a link node without an entity
	KindRegion   Kind = "region" // every group node, whatever kind it carries
)

// Kind of the node.
func (n *Node) Kind() Kind {
	switch {
	case n.Type == Group:
		return KindRegion
	case n.Ether != nil && n.Ether.Entity != nil:
		return n.Ether.Entity.Kind
	case n.Type == File:
		return KindFile
	case n.Type == Link:
		return KindLink
	}
	return KindNote
}

// Name is the name of the node's entity, if it has one.
func (n *Node) Name() string {
	if n.Ether == nil || n.Ether.Entity == nil {
		return ""
	}
	return n.Ether.Entity.Name
}

// Terminal is the node's terminal binding, or nil.
func (n *Node) Terminal() *Terminal {
	if n.Ether == nil {
		return nil
	}
	return n.Ether.Terminal
}

// Has reports whether the operator put a flag on the node.
func (n *Node) Has(f Flag) bool {
	return n.Ether != nil && slices.Contains(n.Ether.Flags, f)
}
