package board

import (
	"fmt"
	"testing"

	"junto/internal/api"
	"junto/internal/canvas"
	"junto/internal/fault"
	"junto/internal/physics"
)

// crowded is a canvas with many agents in a ring, each with edges to the next.
func crowded(t testing.TB, w *table, nodes, edges int) *State {
	t.Helper()
	ns, es := make([]canvas.Node, nodes), make([]canvas.Edge, edges)
	for i := range ns {
		ns[i] = agent(fmt.Sprint("n", i)).Node
		ns[i].X, ns[i].Y = i%40*300, i/40*150
	}
	for i := range es {
		from, to := i%nodes, (i+1+i/nodes)%nodes
		es[i] = canvas.Edge{ID: fmt.Sprint("e", i), FromNode: ns[from].ID, ToNode: ns[to].ID, Verb: physics.Messages}
	}
	doc, err := canvas.New(ns, es)
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Create(t.Context(), "crowded", doc)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A drag writes one row and its change, and compiles nothing: it costs the same
// on a canvas of ten nodes as on one of five thousand.
func BenchmarkDrag(b *testing.B) {
	for _, size := range []int{10, 1000, 5000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			w := newTable(b)
			s := crowded(b, w, size, min(2*size, canvas.MaxEdges))
			for b.Loop() {
				var err error
				if s, err = w.Edit(b.Context(), "crowded", s.Rev, "", []canvas.Action{canvas.MoveNode{ID: "n0", X: s.Rev, Y: 0}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	w := newTable(b)
	doc := crowded(b, w, 1000, 2000).Document()
	for b.Loop() {
		physics.Compile(doc)
	}
}

// The next call after an edge was deleted is refused.
func BenchmarkRevoke(b *testing.B) {
	w := newTable(b)
	s := crowded(b, w, 1000, 2000)
	ref := api.SeatRef{Canvas: s.Canvas(), Node: "n0", Binding: "binding-of-n0", AgentKey: "local:n0"}
	for b.Loop() {
		var err error
		if s, err = w.Edit(b.Context(), "crowded", s.Rev, "", []canvas.Action{canvas.DeleteEdge{ID: "e0"}}); err != nil {
			b.Fatal(err)
		}
		if _, err := w.Admit(ref, "n1", "msg.send"); !fault.Is(err, fault.Scope) {
			b.Fatal(err)
		}
		if s, err = w.Undo(b.Context(), "crowded", s.Rev); err != nil {
			b.Fatal(err)
		}
	}
}
