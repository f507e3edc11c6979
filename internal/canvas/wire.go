package canvas

import (
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The wire types have every field that any node or edge may have, in the order
// in which they are written. A pointer tells "absent" from "empty".
type (
	wireDocument struct {
		Nodes []wireNode `json:"nodes"`
		Edges []wireEdge `json:"edges"`
	}

	wireNode struct {
		ID   string `json:"id"`
		Type Type   `json:"type"`
		wireRect
		Color           Color   `json:"color,omitzero"`
		Text            *string `json:"text,omitzero"`
		File            *string `json:"file,omitzero"`
		Subpath         *string `json:"subpath,omitzero"`
		URL             *string `json:"url,omitzero"`
		Label           *string `json:"label,omitzero"`
		Background      *string `json:"background,omitzero"`
		BackgroundStyle *string `json:"backgroundStyle,omitzero"`
		Ether           *Ether  `json:"ether,omitzero"`
	}

	wireRect struct {
		X      *int `json:"x"`
		Y      *int `json:"y"`
		Width  *int `json:"width"`
		Height *int `json:"height"`
	}

	wireEdge struct {
		ID       string `json:"id"`
		FromNode string `json:"fromNode"`
		FromSide string `json:"fromSide,omitzero"`
		FromEnd  string `json:"fromEnd,omitzero"`
		ToNode   string `json:"toNode"`
		ToSide   string `json:"toSide,omitzero"`
		ToEnd    string `json:"toEnd,omitzero"`
		Color    Color  `json:"color,omitzero"`
		Label    string `json:"label,omitzero"`

		Ether *wireRelation `json:"ether,omitzero"`
	}

	wireRelation struct {
		Verb Verb `json:"verb"`
	}
)

// fields are the members that each type of node has beside those of all nodes;
// true for those that it must have.
var fields = map[Type]map[string]bool{
	Text:  {"text": true},
	File:  {"file": true, "subpath": false},
	Link:  {"url": true},
	Group: {"label": false, "background": false, "backgroundStyle": false},
}

// own lists the members that only some types of node have.
func (w *wireNode) own() []ownField {
	return []ownField{
		{"text", w.Text},
		{"file", w.File},
		{"subpath", w.Subpath},
		{"url", w.URL},
		{"label", w.Label},
		{"background", w.Background},
		{"backgroundStyle", w.BackgroundStyle},
	}
}

type ownField struct {
	name  string
	value *string
}

// node makes a checked node of what was read at a path.
func (w *wireNode) node(at path) (*Node, error) {
	allowed, known := fields[w.Type]
	if !known {
		return nil, at.in("type").wrong("must be text, file, link or group")
	}
	for _, f := range w.own() {
		required, ok := allowed[f.name]
		if f.value != nil && !ok {
			return nil, at.in(f.name).wrong("a %s node has no such field", w.Type)
		}
		if f.value == nil && required {
			return nil, at.in(f.name).wrong("is missing")
		}
	}
	for _, f := range []struct {
		name  string
		value *int
	}{{"x", w.X}, {"y", w.Y}, {"width", w.Width}, {"height", w.Height}} {
		if f.value == nil {
			return nil, at.in(f.name).wrong("is missing")
		}
	}
	n := &Node{
		ID: w.ID, Type: w.Type, Rect: Rect{*w.X, *w.Y, *w.Width, *w.Height}, Color: w.Color,
		Text: value(w.Text), File: value(w.File), Subpath: value(w.Subpath), URL: value(w.URL),
		Label: value(w.Label), Background: value(w.Background), BackgroundStyle: value(w.BackgroundStyle),
		Ether: w.Ether,
	}
	n.normalise()
	return n, n.check(at)
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// wire is the node as it is written.
func (n *Node) wire() *wireNode {
	w := &wireNode{
		ID: n.ID, Type: n.Type, wireRect: wireRect{&n.X, &n.Y, &n.Width, &n.Height}, Color: n.Color,
		Subpath: optional(n.Subpath), Label: optional(n.Label),
		Background: optional(n.Background), BackgroundStyle: optional(n.BackgroundStyle), Ether: n.Ether,
	}
	switch n.Type {
	case Text:
		w.Text = &n.Text
	case File:
		w.File = &n.File
	case Link:
		w.URL = &n.URL
	case Group:
	}
	return w
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// edge makes a checked edge of what was read at a path.
func (w *wireEdge) edge(at path) (*Edge, error) {
	e := &Edge{
		ID: w.ID, FromNode: w.FromNode, ToNode: w.ToNode,
		Look: Look{w.FromSide, w.ToSide, w.FromEnd, w.ToEnd, w.Color, w.Label},
	}
	if w.Ether != nil {
		if w.Ether.Verb == "" {
			return nil, at.in("ether").in("verb").wrong("is missing")
		}
		e.Verb = w.Ether.Verb
	}
	return e, e.check(at)
}

func (e *Edge) wire() *wireEdge {
	w := &wireEdge{
		ID: e.ID, FromNode: e.FromNode, ToNode: e.ToNode,
		FromSide: e.Look.FromSide, ToSide: e.Look.ToSide, FromEnd: e.Look.FromEnd, ToEnd: e.Look.ToEnd,
		Color: e.Look.Color, Label: e.Look.Label,
	}
	if e.Verb != "" {
		w.Ether = &wireRelation{e.Verb}
	}
	return w
}

// MarshalJSONTo writes the node in canonical order.
func (n Node) MarshalJSONTo(enc *jsontext.Encoder) error {
	return json.MarshalEncode(enc, n.wire(), json.Deterministic(true))
}

// UnmarshalJSONFrom reads a node as strictly as a document's.
func (n *Node) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	data, err := dec.ReadValue()
	if err != nil {
		return err
	}
	read, err := decodeNode(data, path(dec.StackPointer()))
	if err != nil {
		return err
	}
	*n = *read
	return nil
}

// MarshalJSONTo writes the edge in canonical order.
func (e Edge) MarshalJSONTo(enc *jsontext.Encoder) error {
	return json.MarshalEncode(enc, e.wire(), json.Deterministic(true))
}

// UnmarshalJSONFrom reads an edge as strictly as a document's.
func (e *Edge) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	data, err := dec.ReadValue()
	if err != nil {
		return err
	}
	var w wireEdge
	at := path(dec.StackPointer())
	if err := strict(data, &w, at); err != nil {
		return err
	}
	read, err := w.edge(at)
	if err != nil {
		return err
	}
	*e = *read
	return nil
}

func decodeNode(data []byte, at path) (*Node, error) {
	var w wireNode
	if err := strict(data, &w, at); err != nil {
		return nil, err
	}
	return w.node(at)
}

// describe says in a document's words what a Go type is read from.
func describe(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a whole number"
	case reflect.Slice:
		return "an array"
	default:
		return "an object"
	}
}
