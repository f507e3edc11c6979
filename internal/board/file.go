package board

import (
	"context"

	"junto/internal/canvas"
)

// Import makes a canvas of a document's text. Seats whose binding is that of a
// card on another canvas get one of their own: rebound are their nodes.
func (b *Board) Import(ctx context.Context, name string, text []byte) (s *State, rebound []string, err error) {
	doc, err := canvas.Decode(text)
	if err != nil {
		return nil, nil, err
	}
	if doc, rebound, err = b.ownBindings(doc); err != nil {
		return nil, nil, err
	}
	s, err = b.Create(ctx, name, doc)
	return s, rebound, err
}

// ownBindings gives the cards whose bindings are taken others.
func (b *Board) ownBindings(doc canvas.Document) (canvas.Document, []string, error) {
	rebound := []string{}
	var nodes []canvas.Node
	for _, n := range doc.Nodes() {
		own := *n
		if t := n.Terminal(); t != nil && b.taken(t.BindingID) {
			ether, terminal := *n.Ether, *t
			terminal.BindingID, terminal.SessionID = mint(), ""
			ether.Terminal, own.Ether = &terminal, &ether
			rebound = append(rebound, n.ID)
		}
		nodes = append(nodes, own)
	}
	if len(rebound) == 0 {
		return doc, rebound, nil
	}
	edges := make([]canvas.Edge, 0, len(doc.Edges()))
	for _, e := range doc.Edges() {
		edges = append(edges, *e)
	}
	doc, err := canvas.New(nodes, edges)
	return doc, rebound, err
}

func (b *Board) taken(binding string) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	_, ok := b.bindings[binding]
	return ok
}

// Duplicate copies a canvas: the same drawing, with seats of its own.
func (b *Board) Duplicate(ctx context.Context, ref, name string) (*State, error) {
	s, err := b.Get(ref)
	if err != nil {
		return nil, err
	}
	return b.Create(ctx, name, s.Document().Copy(mint))
}
