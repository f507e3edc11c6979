package canvas

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"junto/internal/fault"
)

// path is a JSON Pointer to a place in a document.
type path string

func (p path) in(name string) path {
	if strings.ContainsAny(name, "~/") {
		name = strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
	}
	return p + "/" + path(name)
}

func (p path) at(i int) path { return p + "/" + path(strconv.Itoa(i)) }

// wrong is the fault of a document that is not as it must be there.
func (p path) wrong(format string, args ...any) error {
	if p == "" {
		return fault.New(fault.Input, "canvas: "+format, args...).Next("correct the document, then load it again")
	}
	return fault.New(fault.Input, "canvas: "+string(p)+": "+format, args...).
		Next("correct the document at %s, then load it again", string(p))
}

// Decode reads a document. It is strict: what is unknown, given twice, in the
// wrong case, null, of another type of node, or after the end is an error that
// says where it is.
func Decode(data []byte) (Document, error) {
	if len(data) > MaxBytes {
		return Document{}, path("").wrong("%d bytes are more than %d", len(data), MaxBytes)
	}
	var w wireDocument
	if err := strict(data, &w, ""); err != nil {
		return Document{}, err
	}
	return w.document()
}

func (w *wireDocument) document() (Document, error) {
	nodes, edges := make([]*Node, len(w.Nodes)), make([]*Edge, len(w.Edges))
	for i := range w.Nodes {
		n, err := w.Nodes[i].node(path("/nodes").at(i))
		if err != nil {
			return Document{}, err
		}
		nodes[i] = n
	}
	for i := range w.Edges {
		e, err := w.Edges[i].edge(path("/edges").at(i))
		if err != nil {
			return Document{}, err
		}
		edges[i] = e
	}
	return assemble(nodes, edges)
}

// strict decodes JSON text into a value of the wire types.
func strict(data []byte, out any, at path) error {
	if err := scan(data, at); err != nil {
		return err
	}
	if err := json.Unmarshal(data, out, json.RejectUnknownMembers(true)); err != nil {
		return explain(err, at)
	}
	return nil
}

// scan refuses what the decoder would let pass: null where a value is expected,
// which it takes for an absent one, and nesting without end.
func scan(data []byte, at path) error {
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	for {
		tok, err := dec.ReadToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return explain(err, at)
		}
		if tok.Kind() == 'n' {
			if here := at + path(dec.StackPointer()); !opaque(here) {
				return here.wrong("must not be null; leave the field out")
			}
		}
		if dec.StackDepth() > MaxDepth {
			return (at + path(dec.StackPointer())).wrong("is nested more than %d deep", MaxDepth)
		}
		if dec.StackDepth() == 0 {
			return trailing(data[dec.InputOffset():], at)
		}
	}
}

func trailing(rest []byte, at path) error {
	if len(bytes.TrimLeft(rest, " \t\r\n")) > 0 {
		return at.wrong("there is text after the end of the document")
	}
	return nil
}

// opaque reports whether a place belongs to a kind that is compiled out: what
// is there is carried, not read.
func opaque(at path) bool {
	_, in, found := strings.Cut(string(at), "/ether/")
	if !found {
		return false
	}
	name, rest, _ := strings.Cut(in, "/")
	if name == "region" {
		return strings.HasPrefix(rest, "contract/")
	}
	_, ok := new(CompiledOut).values()[name]
	return ok && rest != ""
}

// explain turns the decoder's error into a fault in a document's words.
func explain(err error, at path) error {
	if f, ok := fault.As(err); ok {
		return f
	}
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		here := at + path(syntax.JSONPointer)
		if errors.Is(err, jsontext.ErrDuplicateName) {
			return here.wrong("is given twice")
		}
		return here.wrong("is not JSON: %s (at byte %d)", plain(syntax.Err), syntax.ByteOffset)
	}
	semantic, ok := errors.AsType[*json.SemanticError](err)
	if !ok {
		return at.wrong("is not JSON: %s", plain(err))
	}
	here := at + path(semantic.JSONPointer)
	switch {
	case errors.Is(err, json.ErrUnknownName):
		return here.wrong("is not a field of JSON Canvas or of ether; names are case-sensitive")
	case semantic.GoType == nil:
		return here.wrong("has the wrong type")
	default:
		return here.wrong("must be %s", describe(semantic.GoType))
	}
}

func plain(err error) string {
	if err == nil {
		return "syntax error"
	}
	return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "json: "), "jsontext: ")
}
