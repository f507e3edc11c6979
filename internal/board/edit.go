package board

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"

	"junto/internal/canvas"
	"junto/internal/fault"
	"junto/internal/physics"
	"junto/internal/seat"
	"junto/internal/store"
)

// Edit does actions on a canvas of the given revision, all of them or none.
// Edits in a row that have the same gesture, which is not empty, are one step of
// the history.
func (b *Board) Edit(ctx context.Context, ref string, rev int, gesture string, actions []canvas.Action) (*State, error) {
	return b.change(ctx, ref, rev, func(s *State) (step, error) {
		doc, change, err := physics.Edit(s.Document(), stamped(s.Document(), actions), mint)
		if err != nil {
			return step{}, err
		}
		kept, done := change, s.history.done+1
		if h := s.history; gesture != "" && gesture == h.gesture {
			if joined, ok := h.latest.Join(change); ok {
				kept, done = joined, h.done
			}
		}
		h := history{first: max(s.history.first, 1, done-store.KeptChanges+1), done: done, last: done, gesture: gesture}
		if gesture != "" {
			h.latest = kept
		}
		return step{doc: doc, change: change, history: h, kept: kept}, nil
	})
}

// stamped gives new cards the folder of the region that they are put in. It is
// theirs from then on, wherever they are moved.
func stamped(doc canvas.Document, actions []canvas.Action) []canvas.Action {
	all := slices.Clone(actions)
	for i, a := range all {
		add, ok := a.(canvas.AddNode)
		t := add.Node.Terminal()
		if !ok || t == nil || t.Launch != nil && t.Launch.Cwd != "" {
			continue
		}
		on := add.Node.Ether.Host
		if on == "" {
			on = seat.Local
		}
		dir, ok := doc.DefaultPath(add.Node.Rect, on)
		if !ok {
			continue
		}
		ether, terminal, launch := *add.Node.Ether, *t, canvas.Launch{Kind: "shell"}
		if t.Harness != "" {
			launch.Kind = "harness"
		}
		if t.Launch != nil {
			launch = *t.Launch
		}
		launch.Cwd, terminal.Launch, ether.Terminal, add.Node.Ether = dir, &launch, &terminal, &ether
		all[i] = add
	}
	return all
}

// Undo takes back the last change that is in force. A revision of 0 is any.
func (b *Board) Undo(ctx context.Context, ref string, rev int) (*State, error) {
	return b.change(ctx, ref, rev, func(s *State) (step, error) {
		if !s.CanUndo() {
			return step{}, fault.New(fault.Refused, "canvas %q: there is nothing to undo", s.Name)
		}
		change, err := b.kept(ctx, s.ID, s.history.done)
		return step{change: change.Inverse(), history: s.history.at(s.history.done - 1)}, err
	})
}

// Redo makes the change again that was taken back last.
func (b *Board) Redo(ctx context.Context, ref string, rev int) (*State, error) {
	return b.change(ctx, ref, rev, func(s *State) (step, error) {
		if !s.CanRedo() {
			return step{}, fault.New(fault.Refused, "canvas %q: there is nothing to redo", s.Name)
		}
		change, err := b.kept(ctx, s.ID, s.history.done+1)
		return step{change: change, history: s.history.at(s.history.done + 1)}, err
	})
}

// at is the history with another change as the last one in force. No gesture goes
// on after that.
func (h history) at(done int) history { return history{first: h.first, done: done, last: h.last} }

// kept reads a change of a canvas' history.
func (b *Board) kept(ctx context.Context, id, seq int) (canvas.Change, error) {
	data, err := b.o.Store.HistoryChange(ctx, id, seq)
	if err != nil {
		return nil, err
	}
	var change canvas.Change
	if err := json.Unmarshal(data, &change); err != nil {
		return nil, fmt.Errorf("decode change %d of canvas %d: %w", seq, id, err)
	}
	return change, nil
}

// step is one change of a canvas.
type step struct {
	doc     canvas.Document // of a fresh change; the others are replayed
	change  canvas.Change
	history history       // after it
	kept    canvas.Change // what the history keeps of a fresh change; nil when it is replayed
}

// change takes a turn on a canvas.
func (b *Board) change(ctx context.Context, ref string, rev int, plan func(*State) (step, error)) (*State, error) {
	c, err := b.find(ref)
	if err != nil {
		return nil, err
	}
	if err := c.take(ctx); err != nil {
		return nil, err
	}
	defer c.give()
	s := c.state.Load()
	if rev != 0 && rev != s.Rev {
		return nil, fault.New(fault.Conflict, "canvas %q is at revision %d, not %d", s.Name, s.Rev, rev).
			Next("read it again with canvas.get, and change that")
	}
	next, err := plan(s)
	if err != nil {
		return nil, err
	}
	if next.kept == nil {
		if next.doc, err = s.Document().Replay(next.change); err != nil {
			return nil, err
		}
	}
	if len(next.change) == 0 {
		return s, nil
	}
	return b.commit(ctx, c, next)
}

// commit makes a change the canvas' present: what runs in deleted cards is
// stopped where they say so, the change is written, and then it is seen.
func (b *Board) commit(ctx context.Context, c *drawn, next step) (*State, error) {
	before := c.state.Load()
	added, removed := bindings(next.change)
	if err := b.claim(c.id, added); err != nil {
		return nil, err
	}
	err := b.write(ctx, c, next, removed)
	if err != nil {
		b.release(c.id, added, nil)
		return nil, err
	}
	b.release(c.id, removed, added)
	after := *before
	after.Rev, after.Changed, after.history = before.Rev+1, b.o.Now(), next.history
	after.World = before.World.Follow(next.doc, next.change)
	b.show(c, &after)
	return &after, nil
}

func (b *Board) write(ctx context.Context, c *drawn, next step, removed map[string]*canvas.Node) error {
	before := c.state.Load()
	order, nodes, edges, err := c.order.after(next.change, next.doc)
	if err != nil {
		return err
	}
	w := store.CanvasChange{Rev: before.Rev + 1, Time: b.o.Now(), Nodes: nodes, Edges: edges, Done: next.history.done}
	if next.kept != nil {
		if w.Push, err = json.Marshal(next.kept); err != nil {
			return fmt.Errorf("encode a change of canvas %d: %w", c.id, err)
		}
	}
	gone := make([]*canvas.Node, 0, len(removed))
	for n := range maps.Values(removed) {
		gone = append(gone, n)
	}
	if err := b.stopFirst(ctx, gone); err != nil {
		return err
	}
	err = b.o.Store.ChangeCanvas(ctx, c.id, w)
	if errors.Is(err, store.ErrStale) {
		return fmt.Errorf("canvas %d was changed behind the board's back: %w", c.id, err)
	}
	if err == nil {
		c.order = order
	}
	return err
}

// stopFirst ends what runs in cards that say that it ends with them.
func (b *Board) stopFirst(ctx context.Context, gone []*canvas.Node) error {
	var bindings []string
	for _, n := range gone {
		if t := n.Terminal(); t != nil && t.WhenDeleted() == canvas.KillSession && b.occupied(t.BindingID) {
			bindings = append(bindings, t.BindingID)
		}
	}
	if len(bindings) == 0 {
		return nil
	}
	return b.o.Stop(ctx, bindings)
}

// bindings are those that come to a canvas and those that leave it with a
// change, each with its card. One that only moves does neither.
func bindings(change canvas.Change) (added, removed map[string]*canvas.Node) {
	added, removed = make(map[string]*canvas.Node), make(map[string]*canvas.Node)
	for _, s := range change {
		if s.NodeWas != nil && s.NodeWas.Terminal() != nil {
			binding := s.NodeWas.Terminal().BindingID
			if added[binding] == nil {
				removed[binding] = s.NodeWas
			}
			delete(added, binding)
		}
		if s.NodeIs != nil && s.NodeIs.Terminal() != nil {
			binding := s.NodeIs.Terminal().BindingID
			if removed[binding] == nil {
				added[binding] = s.NodeIs
			}
			delete(removed, binding)
		}
	}
	return added, removed
}

// claim reserves bindings for a canvas: a process has one card.
func (b *Board) claim(id int, added map[string]*canvas.Node) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for binding := range added {
		if other, ok := b.bindings[binding]; ok && other != id {
			return fault.New(fault.Refused, "binding %s is that of a card on canvas %s", binding, canvasID(other)).
				Next("give the node a binding of its own")
		}
	}
	for binding := range added {
		b.bindings[binding] = id
	}
	return nil
}

// release gives bindings back that are on the canvas no more.
func (b *Board) release(id int, gone, kept map[string]*canvas.Node) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for binding := range gone {
		if b.bindings[binding] == id && kept[binding] == nil {
			delete(b.bindings, binding)
		}
	}
}
