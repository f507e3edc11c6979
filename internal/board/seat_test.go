package board

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"junto/internal/canvas"
	"junto/internal/fault"
	"junto/internal/seat"
)

func TestABindingHasOneCard(t *testing.T) {
	w := newTable(t)
	w.edit(w.create("one"), agent("a"))
	two := w.create("two")
	if _, err := w.Edit(t.Context(), "two", two.Rev, "", []canvas.Action{agent("a")}); !fault.Is(err, fault.Refused) {
		t.Fatalf("a second card of a binding: %v", err)
	}
	one := w.must(w.Get("one"))
	one = w.edit(one, canvas.DeleteNode{ID: "a"})
	w.edit(two, agent("a"))
	if _, err := w.Undo(t.Context(), "one", one.Rev); !fault.Is(err, fault.Refused) {
		t.Errorf("undo brought a second card of a binding: %v", err)
	}
}

func TestDeletingACardStopsWhatItSays(t *testing.T) {
	w := newTable(t)
	kill := agent("k")
	kill.Node.Ether.Terminal.OnDelete = canvas.KillSession
	s := w.edit(w.create("main"), agent("a"), kill)
	for _, node := range []string{"a", "k"} {
		card, err := w.Card("main", node)
		if err != nil {
			t.Fatal(err)
		}
		if _, take, err := w.Occupy(t.Context(), card.Identity, Launch{}); err != nil || take != seat.Spawn {
			t.Fatalf("%v, %v", take, err)
		}
	}
	w.refuse = errors.New("it does not end")
	if _, err := w.Edit(t.Context(), "main", s.Rev, "", []canvas.Action{canvas.DeleteNode{ID: "k"}}); !errors.Is(err, w.refuse) {
		t.Fatalf("the card went although its process stays: %v", err)
	}
	w.refuse = nil
	s = w.must(w.Get("main"))
	w.edit(s, canvas.DeleteNode{ID: "k"}, canvas.DeleteNode{ID: "a"})
	if !slices.Equal(w.stopped, []string{"binding-of-k", "binding-of-k"}) {
		t.Errorf("stopped %v", w.stopped)
	}
}

func TestASeatIsNeverTakenTwice(t *testing.T) {
	w := newTable(t)
	s := w.edit(w.create("main"), agent("a"))
	card, err := w.Card("main", "a")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	takes := map[seat.Take]int{}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			o, take, err := w.Occupy(t.Context(), card.Identity, Launch{Session: "s", Dir: "/"})
			if err != nil || o.Generation != 1 {
				t.Errorf("generation %d, %v", o.Generation, err)
			}
			mu.Lock()
			defer mu.Unlock()
			takes[take]++
		})
	}
	all.Wait()
	if takes[seat.Spawn] != 1 || takes[seat.Keep] != 7 {
		t.Errorf("takes %v", takes)
	}
	other := card.Identity
	other.Harness = "claude"
	if _, _, err := w.Occupy(t.Context(), other, Launch{}); !fault.Is(err, fault.Conflict) {
		t.Errorf("another actor: %v", err)
	}
	if err := w.Prove(t.Context(), card.Identity, 1, "proved"); err != nil {
		t.Fatal(err)
	}
	w.Vacate(t.Context(), card.Identity, 1)
	if o := w.Occupancy("binding-of-a"); !o.Vacant() || o.Session != "proved" || o.LastSeen.IsZero() {
		t.Errorf("after its end: %+v", o)
	}
	again := w.reopened()
	if o := again.Occupancy("binding-of-a"); o.Session != "proved" || o.Dir != "/" {
		t.Errorf("after a restart: %+v", o)
	}
	o, take, err := again.Occupy(t.Context(), card.Identity, Launch{})
	if err != nil || take != seat.Spawn || o.Generation != 2 {
		t.Errorf("after a restart: generation %d, %v, %v", o.Generation, take, err)
	}
	if got := again.must(again.Get(s.Canvas())); got.Rev != s.Rev {
		t.Errorf("seats changed the canvas' revision")
	}
}
