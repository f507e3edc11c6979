package board

import (
	"context"
	"log/slog"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"junto/internal/canvas"
	"junto/internal/store"
)

func TestMain(m *testing.M) {
	if home := os.Getenv(editorHome); home != "" {
		os.Exit(editUntilKilled(home))
	}
	goleak.VerifyTestMain(m)
}

// noon is when the tests take place.
var noon = time.Date(2026, 11, 5, 12, 0, 0, 0, time.UTC)

// table is a board on a database of its own.
type table struct {
	*Board
	t       testing.TB
	home    string
	stopped []string // the bindings that were stopped for deleted cards
	refuse  error    // what stopping ends with
}

func newTable(t testing.TB) *table {
	t.Helper()
	return openTable(t, t.TempDir())
}

func openTable(t testing.TB, home string) *table {
	t.Helper()
	s, err := store.Open(context.Background(), home, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	w := &table{t: t, home: home}
	w.Board, err = Open(context.Background(), Options{
		Store: s, Now: func() time.Time { return noon }, Log: slog.New(slog.DiscardHandler),
		Stop: func(_ context.Context, bindings []string) error {
			w.stopped = append(w.stopped, bindings...)
			return w.refuse
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.close(s) })
	return w
}

func (w *table) close(s *store.Store) {
	w.Board.Close()
	if err := s.Close(); err != nil {
		w.t.Error(err)
	}
}

// reopened is the board as the next daemon finds it.
func (w *table) reopened() *table {
	w.t.Helper()
	w.close(w.o.Store)
	return openTable(w.t, w.home)
}

func (w *table) create(name string) *State {
	w.t.Helper()
	s, err := w.Create(w.t.Context(), name, canvas.Document{})
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// edit does actions on the canvas as it is.
func (w *table) edit(s *State, actions ...canvas.Action) *State {
	w.t.Helper()
	next, err := w.Edit(w.t.Context(), s.Canvas(), s.Rev, "", actions)
	if err != nil {
		w.t.Fatal(err)
	}
	return next
}

func (w *table) must(s *State, err error) *State {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// agent is the action that adds an agent's card.
func agent(id string) canvas.AddNode {
	return canvas.AddNode{Node: canvas.Node{
		ID: id, Type: canvas.Text, Rect: canvas.Rect{X: 0, Y: 0, Width: 220, Height: 84}, Text: id,
		Ether: &canvas.Ether{
			Entity:   &canvas.Entity{Kind: canvas.KindAgent, Name: "local:" + id},
			Terminal: &canvas.Terminal{BindingID: "binding-of-" + id, Harness: "demo"},
		},
	}}
}

func region(id string, r canvas.Rect) canvas.AddNode {
	return canvas.AddNode{Node: canvas.Node{ID: id, Type: canvas.Group, Rect: r, Label: id}}
}

func messages(from, to string) canvas.AddEdge {
	return canvas.AddEdge{ID: from + "-" + to, From: from, To: to, Verb: "messages"}
}
