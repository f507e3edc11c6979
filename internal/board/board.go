// Package board owns the canvases: their documents, revisions and histories,
// what is compiled from them, whether they play, and who occupies their seats.
//
// Each change of a canvas is one turn: checked against the revision that the
// operator saw, done under the law, written in one transaction, and only then
// seen by readers, all of it at once. Readers never wait for a change.
//
// What a document may hold and what it means is left to canvas, physics and
// seat; starting and ending processes to the callers.
package board

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"junto/internal/canvas"
	"junto/internal/fault"
	"junto/internal/hub"
	"junto/internal/physics"
	"junto/internal/seat"
	"junto/internal/store"
)

// Options are a board's surroundings.
type Options struct {
	Store *store.Store
	Now   func() time.Time
	Log   *slog.Logger
	// Stop ends what runs in seats whose cards are about to be deleted, and
	// returns when it has ended. The cards stay when it fails.
	Stop func(ctx context.Context, bindings []string) error
}

// Board owns the canvases.
type Board struct {
	o    Options
	news hub.Hub[Change]

	mu       sync.RWMutex
	canvases map[int]*drawn // guarded by mu
	bindings map[string]int // guarded by mu: which canvas has a card with the binding

	seating sync.RWMutex
	seats   map[string]*record // guarded by seating: the bindings that have, or had, a process
}

// Change says that a canvas is another one now. It carries no state: read the
// canvas, which may have gone further.
type Change struct {
	Canvas  string
	Rev     int
	Deleted bool
	// Seats says that only what runs in its seats has changed.
	Seats bool
}

// drawn is one canvas.
type drawn struct {
	id    int
	turn  chan struct{} // holds one token: whoever takes it may change the canvas
	order order         // of what is stored; of the one whose turn it is
	state atomic.Pointer[State]
}

// State is a canvas at one moment. It is never changed.
type State struct {
	ID      int
	Name    string
	Rev     int
	World   physics.World
	Pause   seat.Pause
	Changed time.Time
	history history
}

// history says which stored changes are in force: those from first to done.
// Those up to last were undone.
type history struct {
	first, done, last int
	gesture           string        // that the change at done is of; empty for none
	latest            canvas.Change // the change at done, while its gesture may go on
}

// Canvas is the id as calls have it.
func (s *State) Canvas() string { return canvasID(s.ID) }

// Document is what is authored.
func (s *State) Document() canvas.Document { return s.World.Document() }

// CanUndo and CanRedo report whether there is anything to undo or to redo.
func (s *State) CanUndo() bool { return s.history.done > 0 && s.history.done >= s.history.first }

// CanRedo reports whether there is anything to redo.
func (s *State) CanRedo() bool { return s.history.done < s.history.last }

// idPrefix begins the id of every canvas, so that none can be taken for a name.
const idPrefix = "c"

func canvasID(id int) string { return idPrefix + strconv.Itoa(id) }

// parseID reads an id; ok is false for what is a name.
func parseID(ref string) (id int, ok bool) {
	digits, found := strings.CutPrefix(ref, idPrefix)
	id, err := strconv.Atoi(digits)
	return id, found && err == nil && canvasID(id) == ref
}

// Open reads all canvases. Each comes back paused. One that cannot be read is
// left out, and stays in the database as it is.
func Open(ctx context.Context, o Options) (*Board, error) {
	b := &Board{o: o, canvases: make(map[int]*drawn), bindings: make(map[string]int), seats: make(map[string]*record)}
	if err := b.openSeats(ctx); err != nil {
		return nil, err
	}
	all, err := o.Store.Canvases(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		d, err := o.Store.Drawing(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		if err := b.add(c, d); err != nil {
			o.Log.Error("Canvas cannot be read", "canvas", canvasID(c.ID), "name", c.Name, "error", err)
		}
	}
	return b, nil
}

// add makes a stored canvas one of the board's.
func (b *Board) add(c store.Canvas, d store.Drawing) error {
	doc, err := decode(d)
	if err != nil {
		return err
	}
	state := &State{
		ID: c.ID, Name: c.Name, Rev: c.Rev, World: physics.Compile(doc), Changed: c.Changed,
		Pause: seat.Pause{EverPlayed: c.Played}, history: history{first: c.First, done: c.Done, last: c.Last},
	}
	for _, p := range d.Paused {
		state.Pause = paused(state.Pause, p, true)
	}
	open := &drawn{id: c.ID, turn: make(chan struct{}, 1), order: orderOf(d)}
	open.turn <- struct{}{}
	open.state.Store(state)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.canvases[c.ID] = open
	for _, n := range doc.Nodes() {
		if t := n.Terminal(); t != nil {
			b.bindings[t.BindingID] = c.ID
		}
	}
	return nil
}

// Close ends the subscriptions.
func (b *Board) Close() { b.news.Close() }

// Subscribe tells every change from now on.
func (b *Board) Subscribe() *hub.Subscription[Change] { return b.news.Subscribe() }

// List are the canvases, by name.
func (b *Board) List() []*State {
	b.mu.RLock()
	all := make([]*State, 0, len(b.canvases))
	for _, c := range b.canvases {
		all = append(all, c.state.Load())
	}
	b.mu.RUnlock()
	slices.SortFunc(all, func(x, y *State) int { return strings.Compare(x.Name, y.Name) })
	return all
}

// Get finds a canvas by its id or its name.
func (b *Board) Get(ref string) (*State, error) {
	c, err := b.find(ref)
	if err != nil {
		return nil, err
	}
	return c.state.Load(), nil
}

func (b *Board) find(ref string) (*drawn, error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if id, ok := parseID(ref); ok && b.canvases[id] != nil {
		return b.canvases[id], nil
	}
	for _, c := range b.canvases {
		if c.state.Load().Name == ref {
			return c, nil
		}
	}
	return nil, fault.New(fault.UnknownTarget, "there is no canvas %q", ref).Next("list them with `junto canvas ls`")
}

// take waits for the turn to change a canvas.
func (c *drawn) take(ctx context.Context) error {
	select {
	case <-c.turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *drawn) give() { c.turn <- struct{}{} }

// MaxName bounds a canvas' name: it is shown in one line, and names files.
const MaxName = 80

// checkName refuses what could not be shown, typed or told from an id.
func checkName(name string) error {
	bad := func(format string, args ...any) error {
		return fault.New(fault.Input, "the canvas' name "+format, args...).Next("for instance: checkout")
	}
	switch {
	case strings.TrimSpace(name) == "" || strings.TrimSpace(name) != name:
		return bad("is empty, or has spaces at its ends")
	case len(name) > MaxName:
		return bad("has %d bytes, more than %d", len(name), MaxName)
	case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || r == '/' }):
		return bad("has a slash or a control character in it")
	}
	if _, ok := parseID(name); ok {
		return bad("%q looks like an id", name)
	}
	return nil
}

func taken(name string) error {
	return fault.New(fault.Conflict, "there is a canvas %q already", name).Next("choose another name")
}

// Create makes a canvas of a document.
func (b *Board) Create(ctx context.Context, name string, doc canvas.Document) (*State, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	d, err := drawing(doc)
	if err != nil {
		return nil, err
	}
	stored, err := b.o.Store.AddCanvas(ctx, name, d, b.o.Now())
	if errors.Is(err, store.ErrExists) {
		return nil, taken(name)
	}
	if err != nil {
		return nil, err
	}
	if err := b.add(stored, d); err != nil {
		return nil, fmt.Errorf("open canvas %d: %w", stored.ID, err)
	}
	b.news.Publish(Change{Canvas: canvasID(stored.ID), Rev: stored.Rev})
	return b.Get(canvasID(stored.ID))
}

// Rename gives a canvas another name.
func (b *Board) Rename(ctx context.Context, ref, name string) (*State, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	c, err := b.find(ref)
	if err != nil {
		return nil, err
	}
	if err := c.take(ctx); err != nil {
		return nil, err
	}
	defer c.give()
	err = b.o.Store.RenameCanvas(ctx, c.id, name)
	if errors.Is(err, store.ErrExists) {
		return nil, taken(name)
	}
	if err != nil {
		return nil, err
	}
	next := *c.state.Load()
	next.Name = name
	b.show(c, &next)
	return &next, nil
}

// show lets readers see the canvas' next state, and tells that there is one.
func (b *Board) show(c *drawn, next *State) {
	c.state.Store(next)
	b.news.Publish(Change{Canvas: next.Canvas(), Rev: next.Rev})
}

// Delete deletes a canvas. Its seats are treated as if their cards were deleted.
func (b *Board) Delete(ctx context.Context, ref string) error {
	c, err := b.find(ref)
	if err != nil {
		return err
	}
	if err := c.take(ctx); err != nil {
		return err
	}
	defer c.give()
	state := c.state.Load()
	if err := b.stopFirst(ctx, state.Document().Nodes()); err != nil {
		return err
	}
	err = b.o.Store.DeleteCanvas(ctx, c.id)
	if errors.Is(err, store.ErrNotFound) {
		return fault.New(fault.StaleNodeRef, "canvas %q is deleted already", state.Name)
	}
	if err != nil {
		return err
	}
	b.mu.Lock()
	delete(b.canvases, c.id)
	for binding, id := range b.bindings {
		if id == c.id {
			delete(b.bindings, binding)
		}
	}
	b.mu.Unlock()
	b.news.Publish(Change{Canvas: state.Canvas(), Rev: state.Rev, Deleted: true})
	return nil
}

// mint makes an id that was never given before.
func mint() string { return rand.Text() }
