package board

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"

	"junto/internal/canvas"
	"junto/internal/store"
)

// order is where the nodes and edges of a canvas are stored, by their place in
// the document.
type order struct{ nodes, edges []int64 }

// room is left between two rows, so that twenty can be put between them before
// the others have to be written anew.
const room = 1 << 20

func orderOf(d store.Drawing) order {
	return order{places(d.Nodes), places(d.Edges)}
}

func places(items []store.Item) []int64 {
	all := make([]int64, len(items))
	for i, item := range items {
		all[i] = item.Place
	}
	return all
}

// drawing is how a document is stored.
func drawing(doc canvas.Document) (store.Drawing, error) {
	var d store.Drawing
	var err error
	if d.Nodes, err = spread(doc.Nodes(), nodeID); err != nil {
		return d, err
	}
	d.Edges, err = spread(doc.Edges(), edgeID)
	return d, err
}

func nodeID(n *canvas.Node) string { return n.ID }
func edgeID(e *canvas.Edge) string { return e.ID }

// spread places items with the same room between all of them.
func spread[T any](items []*T, id func(*T) string) ([]store.Item, error) {
	all := make([]store.Item, len(items))
	for i, item := range items {
		data, err := json.Marshal(item)
		if err != nil {
			return nil, fmt.Errorf("encode %s: %w", id(item), err)
		}
		all[i] = store.Item{ID: id(item), Place: int64(i+1) * room, JSON: data}
	}
	return all, nil
}

// decode makes the document of what is stored.
func decode(d store.Drawing) (canvas.Document, error) {
	nodes, edges := make([]canvas.Node, len(d.Nodes)), make([]canvas.Edge, len(d.Edges))
	for i, item := range d.Nodes {
		if err := json.Unmarshal(item.JSON, &nodes[i]); err != nil {
			return canvas.Document{}, fmt.Errorf("node %s: %w", item.ID, err)
		}
	}
	for i, item := range d.Edges {
		if err := json.Unmarshal(item.JSON, &edges[i]); err != nil {
			return canvas.Document{}, fmt.Errorf("edge %s: %w", item.ID, err)
		}
	}
	return canvas.New(nodes, edges)
}

// after is the order of the document that a change makes, and what of it has to
// be written: what the change touches, and all of a list only when there is no
// room left between two of its rows.
func (o order) after(change canvas.Change, doc canvas.Document) (next order, nodes, edges []store.Item, err error) {
	n, e := list[canvas.Node]{places: o.nodes}, list[canvas.Edge]{places: o.edges}
	for _, s := range change {
		if s.NodeWas != nil || s.NodeIs != nil {
			n.step(s.At, s.To, s.NodeWas, s.NodeIs)
		} else {
			e.step(s.At, s.To, s.EdgeWas, s.EdgeIs)
		}
	}
	if nodes, err = n.written(doc.Nodes(), nodeID); err != nil {
		return o, nil, nil, err
	}
	if edges, err = e.written(doc.Edges(), edgeID); err != nil {
		return o, nil, nil, err
	}
	return order{n.places, e.places}, nodes, edges, nil
}

// list is the nodes or the edges while steps change them.
type list[T any] struct {
	places  []int64
	own     bool // places is a copy
	full    bool // there was no room between two rows
	touched []touched[T]
}

// touched is a row that has to be written; no item: deleted.
type touched[T any] struct {
	was, is *T
	place   int64
}

// step does one step of a change: what is at a place is put to another, anew or
// away.
func (l *list[T]) step(at, to int, was, is *T) {
	if was != nil && is != nil && at == to {
		l.touched = append(l.touched, touched[T]{was, is, l.places[at]})
		return
	}
	if !l.own {
		l.places, l.own = slices.Clone(l.places), true
	}
	row := touched[T]{was: was, is: is}
	if was != nil {
		l.places = slices.Delete(l.places, at, at+1)
	}
	if is != nil {
		row.place = l.between(to)
		l.places = slices.Insert(l.places, to, row.place)
	}
	l.touched = append(l.touched, row)
}

// between finds a place before the row that is at an index now.
func (l *list[T]) between(at int) int64 {
	var before int64
	if at > 0 {
		before = l.places[at-1]
	}
	if at == len(l.places) {
		return before + room
	}
	place := before + (l.places[at]-before)/2
	l.full = l.full || place == before
	return place
}

// written are the rows to write: of each id the last state.
func (l *list[T]) written(items []*T, id func(*T) string) ([]store.Item, error) {
	rows := make(map[string]int)
	var all []store.Item
	put := func(item store.Item) {
		if i, ok := rows[item.ID]; ok {
			all[i] = item
			return
		}
		rows[item.ID] = len(all)
		all = append(all, item)
	}
	for _, t := range l.touched {
		if t.was != nil {
			put(store.Item{ID: id(t.was)})
		}
		if t.is != nil {
			data, err := json.Marshal(t.is)
			if err != nil {
				return nil, fmt.Errorf("encode %s: %w", id(t.is), err)
			}
			put(store.Item{ID: id(t.is), Place: t.place, JSON: data})
		}
	}
	if !l.full {
		return all, nil
	}
	spaced, err := spread(items, id)
	if err != nil {
		return nil, err
	}
	for _, item := range spaced {
		put(item)
	}
	l.places = places(spaced)
	return all, nil
}
