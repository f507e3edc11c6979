package board

import (
	"context"
	"fmt"
	"time"

	"junto/internal/canvas"
	"junto/internal/fault"
	"junto/internal/physics"
	"junto/internal/seat"
	"junto/internal/store"
)

// record is what is known of a binding's processes.
type record struct {
	seat    seat.Seat
	last    store.Seat // the latest generation; of none, the zero value
	changed time.Time  // when it was last seen to begin or to end
}

func (b *Board) openSeats(ctx context.Context) error {
	all, err := b.o.Store.Seats(ctx)
	if err != nil {
		return err
	}
	for _, s := range all {
		r := &record{seat: seat.Seat{Last: seat.Generation(s.Generation)}, last: s, changed: s.Started}
		if !s.Ended.IsZero() {
			r.changed = s.Ended
		}
		b.seats[s.Binding] = r
	}
	return nil
}

// Card is a card that a process belongs to: an agent's, which is a seat, or a
// plain terminal's.
type Card struct {
	Canvas   *State
	Node     *canvas.Node
	Identity seat.Identity
}

// Card finds the seat of a node. It is refused when the node is neither agent nor
// terminal, or has not all that it needs.
func (b *Board) Card(ref, node string) (Card, error) {
	s, err := b.Get(ref)
	if err != nil {
		return Card{}, err
	}
	n, ok := s.Document().Node(node)
	if !ok {
		return Card{}, unknownNode(s, node)
	}
	if n.Kind() == canvas.KindTerminal {
		return terminalCard(s, n)
	}
	if physics.RoleOf(n) != physics.Actor {
		return Card{}, fault.New(fault.Refused, "node %q is neither agent nor terminal: no process belongs to it", node).Next("choose another node")
	}
	id := seat.Identity{Canvas: s.Canvas(), Node: n.ID, Agent: n.Name()}
	if t := n.Terminal(); t != nil {
		id.Binding, id.Harness = t.BindingID, t.Harness
	}
	if err := (seat.Card{Name: id.Agent, Binding: id.Binding, Harness: id.Harness}).Undeliverable(node); err != nil {
		return Card{}, err
	}
	return Card{Canvas: s, Node: n, Identity: id}, nil
}

// terminalCard is the card of a plain terminal, which needs a binding only.
func terminalCard(s *State, n *canvas.Node) (Card, error) {
	t := n.Terminal()
	if t == nil {
		return Card{}, fault.New(fault.Refused, "node %q has no ether.terminal.bindingId", n.ID).Next("complete the card")
	}
	return Card{Canvas: s, Node: n, Identity: seat.Identity{Canvas: s.Canvas(), Node: n.ID, Binding: t.BindingID}}, nil
}

// Occupancy is a seat as it is now.
type Occupancy struct {
	seat.Seat
	Session  string    // of the latest generation
	Dir      string    // of the latest generation
	LastSeen time.Time // when its process began, or ended; zero when it never had one
}

// Occupancy tells who holds a binding's seat.
func (b *Board) Occupancy(binding string) Occupancy {
	b.seating.RLock()
	defer b.seating.RUnlock()
	r := b.seats[binding]
	if r == nil {
		return Occupancy{}
	}
	return Occupancy{Seat: r.seat, Session: r.last.Session, Dir: r.last.Dir, LastSeen: r.changed}
}

func (b *Board) occupied(binding string) bool {
	o := b.Occupancy(binding)
	return !o.Vacant()
}

// Launch says with what a seat is taken.
type Launch struct{ Session, Dir string }

// Occupy takes a vacant seat for a new generation, which the caller then starts
// and binds, or vacates. An occupied seat is left to its own actor, and refused
// to any other.
func (b *Board) Occupy(ctx context.Context, id seat.Identity, l Launch) (seat.Occupant, seat.Take, error) {
	canvasID, ok := parseID(id.Canvas)
	if !ok {
		panic("board: a seat's identity without a canvas: " + id.Canvas)
	}
	// The lock is held while the generation is written: a second start must not
	// pass in between. Only seats wait for the disk, the canvases do not.
	b.seating.Lock()
	defer b.seating.Unlock()
	r := b.seats[id.Binding]
	if r == nil {
		r = &record{}
	}
	next, take, err := r.seat.Create(id)
	if err != nil {
		return seat.Occupant{}, "", err
	}
	if take == seat.Keep {
		return *next.Now, take, nil
	}
	now := b.o.Now()
	stored, err := b.o.Store.NextGeneration(ctx, store.Seat{
		Binding: id.Binding, Canvas: canvasID, Node: id.Node, Harness: id.Harness, Session: l.Session, Dir: l.Dir, Started: now,
	})
	if err != nil {
		return seat.Occupant{}, "", err
	}
	if stored.Generation != int(next.Last) {
		return seat.Occupant{}, "", fmt.Errorf("binding %s: generation %d is stored, %d was due", id.Binding, stored.Generation, next.Last)
	}
	b.seats[id.Binding] = &record{seat: next, last: stored, changed: now}
	return *next.Now, take, nil
}

// Adopt takes up an occupant that outlived the daemon.
func (b *Board) Adopt(o seat.Occupant) {
	b.seating.Lock()
	defer b.seating.Unlock()
	r := b.seats[o.Identity.Binding]
	if r == nil {
		r = &record{}
		b.seats[o.Identity.Binding] = r
	}
	r.seat = seat.Seat{Last: max(r.seat.Last, o.Generation), Now: &o}
}

// Bind gives a generation its process.
func (b *Board) Bind(id seat.Identity, g seat.Generation, p seat.Process) error {
	return b.step(id, func(s seat.Seat) (seat.Seat, error) { return s.Bind(g, p) })
}

// Stop notes that a generation was told to end. It still occupies.
func (b *Board) Stop(id seat.Identity, g seat.Generation) error {
	return b.step(id, func(s seat.Seat) (seat.Seat, error) { return s.Stop(g) })
}

func (b *Board) step(id seat.Identity, do func(seat.Seat) (seat.Seat, error)) error {
	b.seating.Lock()
	r := b.seats[id.Binding]
	if r == nil {
		r = &record{}
	}
	next, err := do(r.seat)
	if err == nil {
		r.seat = next
	}
	b.seating.Unlock()
	if err == nil {
		b.tellSeats(id.Canvas)
	}
	return err
}

// Prove notes which session a seat's agent was proved to be in.
func (b *Board) Prove(ctx context.Context, id seat.Identity, g seat.Generation, session string) error {
	if b.Occupancy(id.Binding).Session == session {
		return nil
	}
	if err := b.o.Store.SetSession(ctx, id.Binding, int(g), session); err != nil {
		return err
	}
	b.seating.Lock()
	if r := b.seats[id.Binding]; r != nil && r.seat.Last == g {
		r.last.Session = session
	}
	b.seating.Unlock()
	b.tellSeats(id.Canvas)
	return nil
}

// Vacate notes that a generation's process has ended, or was never made.
func (b *Board) Vacate(ctx context.Context, id seat.Identity, g seat.Generation) {
	now := b.o.Now()
	if err := b.o.Store.EndGeneration(ctx, id.Binding, int(g), now); err != nil {
		b.o.Log.Error("The end of a seat's process cannot be noted", "binding", id.Binding, "error", err)
	}
	b.seating.Lock()
	if r := b.seats[id.Binding]; r != nil && r.seat.Last == g {
		r.seat, r.changed = r.seat.Vacate(g), now
	}
	b.seating.Unlock()
	b.tellSeats(id.Canvas)
}

// tellSeats tells that what runs in a canvas' seats has changed.
func (b *Board) tellSeats(canvas string) {
	if s, err := b.Get(canvas); err == nil {
		b.news.Publish(Change{Canvas: canvas, Rev: s.Rev, Seats: true})
	}
}
