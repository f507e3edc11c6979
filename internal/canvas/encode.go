package canvas

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Encode writes the document in its one canonical form: keys in a fixed order,
// nodes and edges in z-order, indented by two spaces, a line break at the end.
func (d Document) Encode() []byte {
	var b bytes.Buffer
	b.Grow(d.bytes + frame)
	b.WriteString("{\n  \"nodes\": [")
	writeList(&b, d.nodes)
	b.WriteString("],\n  \"edges\": [")
	writeList(&b, d.edges)
	b.WriteString("]\n}\n")
	return b.Bytes()
}

func writeList[T any](b *bytes.Buffer, items []*T) {
	for i, item := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    ")
		b.Write(indented(item))
	}
	if len(items) > 0 {
		b.WriteString("\n  ")
	}
}

// indented is a node or edge as it stands in a document.
func indented[T any](item *T) []byte {
	data, err := json.Marshal(item, jsontext.WithIndent("  "), jsontext.WithIndentPrefix("    "))
	if err != nil {
		panic("canvas: a checked node or edge cannot be written: " + err.Error())
	}
	return data
}

// weight is what a node or edge adds to the size of a document.
func weight[T any](item *T) int {
	if item == nil {
		return 0
	}
	return len(indented(item)) + len(",\n    ")
}

// MarshalJSONTo writes the document as a part of a larger value.
func (d Document) MarshalJSONTo(enc *jsontext.Encoder) error {
	return enc.WriteValue(d.Encode())
}

// UnmarshalJSONFrom reads the document as strictly as Decode.
func (d *Document) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	data, err := dec.ReadValue()
	if err != nil {
		return err
	}
	read, err := Decode(data)
	if err != nil {
		return err
	}
	*d = read
	return nil
}

// Plain writes the document without ether, as any other program reads it.
func (d Document) Plain() []byte {
	p := Document{nodes: make([]*Node, len(d.nodes)), edges: make([]*Edge, len(d.edges)), bytes: d.bytes}
	for i, n := range d.nodes {
		c := *n
		c.Ether = nil
		p.nodes[i] = &c
	}
	for i, e := range d.edges {
		c := *e
		c.Verb = ""
		p.edges[i] = &c
	}
	return p.Encode()
}
