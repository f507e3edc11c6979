package board

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"junto/internal/api"
	"junto/internal/canvas"
	"junto/internal/fault"
	"junto/internal/seat"
)

func TestTwoWindowsCannotOverwriteEachOther(t *testing.T) {
	w := newTable(t)
	s := w.edit(w.create("main"), agent("a"))
	w.edit(s, canvas.MoveNode{ID: "a", X: 10, Y: 10})
	_, err := w.Edit(t.Context(), "main", s.Rev, "", []canvas.Action{canvas.MoveNode{ID: "a", X: 99, Y: 99}})
	if !fault.Is(err, fault.Conflict) {
		t.Fatalf("an edit of the revision before: %v, want a conflict", err)
	}
	now := w.must(w.Get("main"))
	if n, _ := now.Document().Node("a"); n.X != 10 {
		t.Errorf("the node is at %d, want where the first window put it", n.X)
	}
}

// Of many windows that edit the same revision at once, one wins each round.
func TestOneEditWinsEachRevision(t *testing.T) {
	w := newTable(t)
	s := w.edit(w.create("main"), agent("a"))
	for round := range 20 {
		var won, lost int
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				_, err := w.Edit(t.Context(), "main", s.Rev, "", []canvas.Action{canvas.MoveNode{ID: "a", X: round, Y: 10*round + i + 1}})
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					won++
				} else if fault.Is(err, fault.Conflict) {
					lost++
				} else {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if won != 1 || lost != 7 {
			t.Fatalf("round %d: %d won and %d lost, want 1 and 7", round, won, lost)
		}
		s = w.must(w.Get("main"))
	}
}

func TestAllOperationsOfAnEditAreDoneOrNone(t *testing.T) {
	w := newTable(t)
	s := w.create("main")
	before := s.Document().Encode()
	_, err := w.Edit(t.Context(), "main", s.Rev, "", []canvas.Action{agent("a"), messages("a", "nobody")})
	if err == nil {
		t.Fatal("an edge to nobody was drawn")
	}
	if got := w.must(w.Get("main")); got.Rev != s.Rev || !bytes.Equal(got.Document().Encode(), before) {
		t.Error("a part of a refused edit was done")
	}
}

// What is stored is what is shown, in the same order, after any edits, undos and
// redos; and undo and redo are exact to the byte.
// "One drag is one step back", however many edits it was sent as, also after the
// daemon was started anew; and two drags are two.
func TestAGestureIsOneStepOfTheHistory(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		w := newTable(t)
		s := w.create("main")
		s = w.edit(s, agent("a"), agent("b"), messages("a", "b"))
		before := string(s.Document().Encode())
		drag := func(gesture string) {
			for i := range rapid.IntRange(1, 9).Draw(r, "edits") {
				actions := []canvas.Action{canvas.MoveNode{ID: "a", X: s.Rev + 1, Y: i}}
				if rapid.Bool().Draw(r, "both") {
					actions = append(actions, canvas.SetNode{ID: "b", Patch: fmt.Appendf(nil, `{"width":%d}`, s.Rev+1)})
				}
				next, err := w.Edit(t.Context(), "main", s.Rev, gesture, actions)
				if err != nil {
					r.Fatal(err)
				}
				s = next
			}
		}
		drag("first")
		between := string(s.Document().Encode())
		drag("second")
		if rapid.Bool().Draw(r, "started anew") {
			w = w.reopened()
		}
		for _, want := range []string{between, before} {
			next, err := w.Undo(t.Context(), "main", 0)
			if err != nil || string(next.Document().Encode()) != want {
				r.Fatalf("undone to something else: %v", err)
			}
		}
		s = w.must(w.Redo(t.Context(), "main", 0))
		drag("first") // a gesture that was taken back does not go on
		if s = w.must(w.Undo(t.Context(), "main", 0)); string(s.Document().Encode()) != between {
			r.Fatal("the edits after an undo joined those before it")
		}
	})
}

func TestHistoryIsExactAndStored(t *testing.T) {
	w := newTable(t)
	rapid.Check(t, func(r *rapid.T) {
		name := fmt.Sprint("canvas ", rand.Uint64())
		s := w.create(name)
		past := [][]byte{s.Document().Encode()} // by how many changes are in force
		at := 0
		for range rapid.IntRange(1, 25).Draw(r, "steps") {
			switch rapid.IntRange(0, 5).Draw(r, "step") {
			case 0:
				next, err := w.Undo(t.Context(), name, 0)
				if (err == nil) != (at > 0) {
					r.Fatalf("undo at %d: %v", at, err)
				}
				if err == nil {
					s, at = next, at-1
				}
			case 1:
				next, err := w.Redo(t.Context(), name, 0)
				if (err == nil) != (at < len(past)-1) {
					r.Fatalf("redo at %d of %d: %v", at, len(past)-1, err)
				}
				if err == nil {
					s, at = next, at+1
				}
			default:
				next, err := w.Edit(t.Context(), name, s.Rev, "", draw(r, s.Document()))
				if err != nil || next.Rev == s.Rev {
					continue // refused, or nothing changed
				}
				s, at = next, at+1
				past = append(past[:at:at], s.Document().Encode())
			}
			if diff := cmp.Diff(string(past[at]), string(s.Document().Encode())); diff != "" {
				r.Fatalf("the document at %d changes is another one:\n%s", at, diff)
			}
		}
		stored, err := w.o.Store.Drawing(t.Context(), s.ID)
		if err != nil {
			r.Fatal(err)
		}
		doc, err := decode(stored)
		if err != nil {
			r.Fatal(err)
		}
		if diff := cmp.Diff(string(s.Document().Encode()), string(doc.Encode())); diff != "" {
			r.Fatalf("what is stored differs:\n%s", diff)
		}
	})
}

// draw makes an edit that mostly fits the document.
func draw(r *rapid.T, doc canvas.Document) []canvas.Action {
	var ids, edges []string
	for _, n := range doc.Nodes() {
		ids = append(ids, n.ID)
	}
	for _, e := range doc.Edges() {
		edges = append(edges, e.ID)
	}
	ids, edges = append(ids, "nobody"), append(edges, "nothing")
	one := func(of []string) string { return rapid.SampledFrom(of).Draw(r, "of") }
	var actions []canvas.Action
	for range rapid.IntRange(1, 3).Draw(r, "actions") {
		switch rapid.IntRange(0, 6).Draw(r, "action") {
		case 0, 1:
			a := agent(fmt.Sprint("n", rand.Uint64()))
			if rapid.Bool().Draw(r, "below") {
				at := rapid.IntRange(0, len(doc.Nodes())).Draw(r, "at")
				a.At = &at
			}
			actions = append(actions, a)
		case 2:
			actions = append(actions, canvas.MoveNode{ID: one(ids), X: rapid.IntRange(-9, 9).Draw(r, "x")})
		case 3:
			actions = append(actions, canvas.OrderNode{ID: one(ids), At: rapid.IntRange(0, len(ids)).Draw(r, "at")})
		case 4:
			actions = append(actions, canvas.DeleteNode{ID: one(ids)})
		case 5:
			actions = append(actions, canvas.AddEdge{From: one(ids), To: one(ids)})
		case 6:
			actions = append(actions, canvas.DeleteEdge{ID: one(edges)})
		}
	}
	return actions
}

// Between two rows there is room for twenty others; then all are written anew,
// and the order holds.
func TestOrderOutlivesAnyNumberOfInsertions(t *testing.T) {
	w := newTable(t)
	s := w.edit(w.create("main"), agent("first"), agent("last"))
	at := 1
	for i := range 60 {
		a := agent(fmt.Sprint("n", i))
		a.At = &at
		s = w.edit(s, a)
	}
	again := w.reopened()
	got := again.must(again.Get("main"))
	if diff := cmp.Diff(string(s.Document().Encode()), string(got.Document().Encode())); diff != "" {
		t.Errorf("after a restart:\n%s", diff)
	}
	if got.Rev != s.Rev {
		t.Errorf("revision %d, want %d", got.Rev, s.Rev)
	}
	if _, err := again.Undo(t.Context(), "main", got.Rev); err != nil {
		t.Errorf("undo after a restart: %v", err)
	}
}

func TestEveryLaunchIsPaused(t *testing.T) {
	w := newTable(t)
	s := w.edit(w.create("main"), agent("a"), region("r", canvas.Rect{X: -10, Y: -10, Width: 400, Height: 400}))
	ref := api.SeatRef{Canvas: s.Canvas(), Node: "a", Binding: "binding-of-a", AgentKey: "local:a"}
	if !w.Paused(ref) {
		t.Error("a new canvas plays")
	}
	s = w.must(w.Play(t.Context(), "main", ""))
	if w.Paused(ref) || !s.Pause.EverPlayed {
		t.Error("the canvas does not play")
	}
	for _, node := range []string{"r", "a"} {
		w.must(w.Pause(t.Context(), "main", node))
		err := w.Bound(ref, seat.Mail)
		if !w.Paused(ref) || !fault.Is(err, fault.Paused) {
			t.Errorf("with %s paused: %v", node, err)
		}
		if err := w.Bound(ref, seat.Open); err != nil {
			t.Errorf("with %s paused, what stays open: %v", node, err)
		}
		w.must(w.Play(t.Context(), "main", node))
	}
	w.must(w.Pause(t.Context(), "main", "a"))
	again := w.reopened()
	s = again.must(again.Get("main"))
	if s.Pause.Playing || !s.Pause.EverPlayed || !slices.Equal(s.PausedNodes(), []string{"a"}) {
		t.Errorf("after a restart: %+v", s.Pause)
	}
	again.must(again.Play(t.Context(), "main", ""))
	if !again.Paused(ref) {
		t.Error("the seat's own pause is forgotten")
	}
}

func TestABlockerFlagBlocksASeat(t *testing.T) {
	w := newTable(t)
	s := w.edit(w.create("main"), agent("a"))
	w.must(w.Play(t.Context(), "main", ""))
	ref := api.SeatRef{Canvas: s.Canvas(), Node: "a", Binding: "binding-of-a", AgentKey: "local:a"}
	s = w.edit(s, canvas.SetNode{ID: "a", Patch: []byte(`{"ether":{"flags":["blocker"]}}`)})
	if err := w.Bound(ref, seat.Mail); !fault.Is(err, fault.Blocked) || !w.Blocked(ref) {
		t.Errorf("a blocked seat's mail: %v", err)
	}
	w.must(w.Undo(t.Context(), "main", s.Rev))
	if err := w.Bound(ref, seat.Mail); err != nil {
		t.Errorf("after the flag left: %v", err)
	}
}

func TestAnEdgeIsTheOnlyWay(t *testing.T) {
	w := newTable(t)
	s := w.edit(w.create("main"), agent("a"), agent("b"), agent("c"), messages("a", "b"), messages("b", "c"))
	ref := api.SeatRef{Canvas: s.Canvas(), Node: "a", Binding: "binding-of-a", AgentKey: "local:a"}
	if node, err := w.Admit(ref, "b", "msg.send"); err != nil || node != "b" {
		t.Errorf("along the edge: %q, %v", node, err)
	}
	if _, err := w.Admit(ref, "c", "msg.send"); !fault.Is(err, fault.Scope) {
		t.Errorf("over two edges: %v", err)
	}
	if got := w.Peers(ref); len(got) != 1 || got[0].Node.ID != "b" {
		t.Errorf("peers: %v", got)
	}
	news := w.Subscribe()
	defer news.Close()
	s = w.edit(s, canvas.DeleteEdge{ID: "a-b"})
	if c := <-news.C; c.Rev != s.Rev || c.Canvas != s.Canvas() {
		t.Errorf("told %+v", c)
	}
	if _, err := w.Admit(ref, "b", "msg.send"); !fault.Is(err, fault.Scope) {
		t.Errorf("after the edge was deleted: %v", err)
	}
	w.edit(s, canvas.DeleteNode{ID: "a"})
	if _, err := w.Admit(ref, "b", "msg.send"); !fault.Is(err, fault.StaleNodeRef) {
		t.Errorf("of a seat without a card: %v", err)
	}
}

func TestANewCardGetsTheFolderOfItsRegion(t *testing.T) {
	w := newTable(t)
	r := region("r", canvas.Rect{X: -10, Y: -10, Width: 400, Height: 400})
	r.Node.Ether = &canvas.Ether{Region: &canvas.Region{Defaults: &canvas.Defaults{Paths: map[string]string{"local": "/src/web"}}}}
	outside, own := agent("outside"), agent("own")
	outside.Node.X = 5000
	own.Node.Ether.Terminal.Launch = &canvas.Launch{Kind: "harness", Argv: []string{"--x"}, Cwd: "/elsewhere"}
	s := w.edit(w.edit(w.create("main"), r), agent("inside"), outside, own)
	s = w.edit(s, canvas.MoveNode{ID: "inside", X: 9000}, canvas.MoveNode{ID: "outside"})
	for node, want := range map[string]string{"inside": "/src/web", "outside": "", "own": "/elsewhere"} {
		n, _ := s.Document().Node(node)
		got := ""
		if l := n.Terminal().Launch; l != nil {
			got = l.Cwd
		}
		if got != want {
			t.Errorf("%s starts in %q, want %q", node, got, want)
		}
	}
}

func TestImportAndDuplicateHaveSeatsOfTheirOwn(t *testing.T) {
	w := newTable(t)
	s := w.edit(w.create("one"), agent("a"), agent("b"), messages("a", "b"))
	text := s.Document().Encode()
	s2, rebound, err := w.Import(t.Context(), "two", text)
	if err != nil || !slices.Equal(rebound, []string{"a", "b"}) {
		t.Fatalf("rebound %v, %v", rebound, err)
	}
	s3 := w.must(w.Duplicate(t.Context(), "one", "three"))
	for _, other := range []*State{s2, s3} {
		n, _ := other.Document().Node("a")
		if n.Terminal().BindingID == "binding-of-a" {
			t.Errorf("%s: the card shares its binding", other.Name)
		}
	}
	for _, name := range []string{"one", "two", "three"} {
		if err := w.Delete(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	back, rebound, err := w.Import(t.Context(), "one", text)
	if err != nil || len(rebound) != 0 {
		t.Fatalf("rebound %v, %v", rebound, err)
	}
	if diff := cmp.Diff(string(text), string(back.Document().Encode())); diff != "" {
		t.Errorf("an import differs from its export:\n%s", diff)
	}
}

func TestNames(t *testing.T) {
	w := newTable(t)
	one := w.create("one")
	for _, name := range []string{"", " one", "a/b", "c1", "a\nb"} {
		if _, err := w.Create(t.Context(), name, canvas.Document{}); !fault.Is(err, fault.Input) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := w.Create(t.Context(), "one", canvas.Document{}); !fault.Is(err, fault.Conflict) {
		t.Errorf("a name that is taken: %v", err)
	}
	w.create("two")
	if _, err := w.Rename(t.Context(), "two", "one"); !fault.Is(err, fault.Conflict) {
		t.Errorf("a name that is taken: %v", err)
	}
	w.must(w.Rename(t.Context(), "one", "three"))
	if got := w.must(w.Get(one.Canvas())); got.Name != "three" {
		t.Errorf("its id finds %q", got.Name)
	}
	if _, err := w.Get("one"); !fault.Is(err, fault.UnknownTarget) {
		t.Errorf("the old name: %v", err)
	}
}

// A drag writes the node that was dragged, and compiles nothing.
func TestADragTouchesOneNode(t *testing.T) {
	w := newTable(t)
	s := crowded(t, w, 100, 200)
	doc, change, err := s.Document().Apply(canvas.MoveNode{ID: "n7", X: -5, Y: -5})
	if err != nil {
		t.Fatal(err)
	}
	c, err := w.find("crowded")
	if err != nil {
		t.Fatal(err)
	}
	_, nodes, edges, err := c.order.after(change, doc)
	if err != nil || len(nodes) != 1 || nodes[0].ID != "n7" || len(edges) != 0 {
		t.Errorf("it writes %v and %v, %v", nodes, edges, err)
	}
	if !change.Presentation() {
		t.Error("it is compiled anew")
	}
}
