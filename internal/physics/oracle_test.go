package physics

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"junto/internal/canvas"
)

// oracle decides a call from the written document alone: no index, no compiled
// table, nothing of this package. It is short so that a reader can check it
// against the rule: two agents, a messages edge between them, a known port; or a
// notifies edge, and a known port that is not msg.prompt.
func oracle(document []byte, caller, target, port string) string {
	type node struct {
		ID, Type            string
		X, Y, Width, Height int
		Ether               struct{ Entity struct{ Kind string } }
	}
	var doc struct {
		Nodes []node
		Edges []struct {
			FromNode, ToNode string
			Ether            struct{ Verb string }
		}
	}
	if err := json.Unmarshal(document, &doc, json.MatchCaseInsensitiveNames(true)); err != nil {
		panic(err)
	}
	find := func(id string) *node {
		for i := range doc.Nodes {
			if doc.Nodes[i].ID == id {
				return &doc.Nodes[i]
			}
		}
		return nil
	}
	a, b := find(caller), find(target)
	if a == nil || b == nil {
		return "unknown_node"
	}
	connected, messages, notifies := false, false, false
	for _, e := range doc.Edges {
		if a != b && (e.FromNode == caller && e.ToNode == target || e.FromNode == target && e.ToNode == caller) {
			connected = true
			messages = messages || e.Ether.Verb == "messages"
			notifies = notifies || e.Ether.Verb == "notifies"
		}
	}
	if !connected {
		for _, g := range doc.Nodes {
			holds := func(n *node) bool {
				return n.Type != "group" && n.X >= g.X && n.Y >= g.Y && n.X+n.Width <= g.X+g.Width && n.Y+n.Height <= g.Y+g.Height
			}
			if g.Type == "group" && holds(a) && holds(b) {
				return "not_connected"
			}
		}
		return "invisible"
	}
	agent := func(n *node) bool { return n.Type != "group" && n.Ether.Entity.Kind == "agent" }
	if !agent(a) || !agent(b) {
		return "role_law"
	}
	if (messages || notifies) && slices.Contains(strings.Fields("msg.list msg.send seat.wait seat.read"), port) || messages && port == "msg.prompt" {
		return ""
	}
	return "no_port"
}

func someCanvas(t *rapid.T) canvas.Document {
	kinds := rapid.SampledFrom([]canvas.Kind{"agent", "agent", "agent", "agent", "terminal", "label", "git", "task", "relay", "weather", ""})
	coordinate, extent := rapid.IntRange(0, 60), rapid.IntRange(1, 60)
	var nodes []canvas.Node
	for i := range rapid.IntRange(1, 12).Draw(t, "nodes") {
		n := canvas.Node{ID: fmt.Sprint("n", i), Type: canvas.Text, Rect: canvas.Rect{
			X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y"), Width: extent.Draw(t, "w"), Height: extent.Draw(t, "h"),
		}}
		if rapid.IntRange(0, 4).Draw(t, "group") == 0 {
			n.Type = canvas.Group
			n.Width, n.Height = n.Width*3, n.Height*3
		}
		if k := kinds.Draw(t, "kind"); k != "" {
			n.Ether = &canvas.Ether{Entity: &canvas.Entity{Kind: k}}
		}
		nodes = append(nodes, n)
	}
	end := rapid.IntRange(0, len(nodes)-1)
	verbs := rapid.SampledFrom([]canvas.Verb{"messages", "messages", "notifies", "reviews", ""})
	var edges []canvas.Edge
	for i := range rapid.IntRange(0, 16).Draw(t, "edges") {
		edges = append(edges, canvas.Edge{ID: fmt.Sprint("e", i), FromNode: nodes[end.Draw(t, "from")].ID, ToNode: nodes[end.Draw(t, "to")].ID, Verb: verbs.Draw(t, "verb")})
	}
	d, err := canvas.New(nodes, edges)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var callPorts = []Port{MsgList, MsgSend, MsgPrompt, SeatRead, SeatWait, "", "terminal.read", "Msg.send"}

// TestTheDrawingIsThePolicy asks the World and the oracle about every call on
// random canvases, while they are edited.
func TestTheDrawingIsThePolicy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := someCanvas(t)
		w := Compile(doc)
		compare(t, w, doc)
		for i := range rapid.IntRange(0, 4).Draw(t, "edits") {
			id := rapid.SampledFrom(doc.Nodes()).Draw(t, "node").ID
			var a canvas.Action
			switch rapid.IntRange(0, 4).Draw(t, "edit") {
			case 0:
				a = canvas.MoveNode{ID: id, X: rapid.IntRange(0, 60).Draw(t, "x"), Y: 0}
			case 1:
				a = canvas.OrderNode{ID: id, At: 0}
			case 2:
				a = canvas.AddEdge{ID: fmt.Sprint("new", i), From: id, To: doc.Nodes()[0].ID, Verb: Messages}
			case 3:
				if len(doc.Edges()) == 0 {
					continue
				}
				a = canvas.DeleteEdge{ID: doc.Edges()[0].ID}
			case 4:
				if len(doc.Nodes()) == 1 {
					continue
				}
				a = canvas.DeleteNode{ID: id}
			}
			after, change, err := doc.Apply(a)
			if err != nil {
				t.Fatal(err)
			}
			w, doc = w.Follow(after, change), after
			compare(t, w, doc)
		}
	})
}

func compare(t *rapid.T, w World, doc canvas.Document) {
	written := doc.Encode()
	ids := []string{"nowhere", ""}
	for _, n := range doc.Nodes() {
		ids = append(ids, n.ID)
	}
	for _, caller := range ids {
		for _, target := range ids {
			port := rapid.SampledFrom(callPorts).Draw(t, "port")
			want, got := oracle(written, caller, target, string(port)), ""
			if d := w.Admit(caller, target, port); d != nil {
				got = string(d.Reason)
				checkDenial(t, w, d)
			}
			if got != want {
				t.Fatalf("%s from %s to %s: %q, the oracle says %q\n%s", port, caller, target, got, want, written)
			}
			if a := w.Why(caller, target, port); port != "" && (string(a.Failed) != want || a.Admitted != (want == "")) {
				t.Fatalf("why says %+v, want %q", a, want)
			}
		}
		for _, p := range w.Peers(caller) {
			for _, port := range callPorts {
				if p.Grants.Has(port) != (oracle(written, caller, p.Node.ID, string(port)) == "") {
					t.Fatalf("%s is told that it may %s %s: %v", caller, port, p.Node.ID, p.Grants.Has(port))
				}
			}
		}
	}
}

// checkDenial: each denial is a fault with a next step, and the edge that it
// names, once drawn, admits the call.
func checkDenial(t *rapid.T, w World, d *Denial) {
	f := d.Fault()
	if f.Message == "" || f.NextStep == "" || f.Retryable || d.Missing == "" {
		t.Fatalf("%+v is the fault %+v", d, f)
	}
	if d.Fix == "" {
		return
	}
	after, change, err := Edit(w.Document(), []canvas.Action{canvas.AddEdge{From: d.Caller, To: d.Target, Verb: d.Fix}}, func() string { return "the fix" })
	if err != nil {
		t.Fatalf("the fix of %+v is refused: %v", d, err)
	}
	if still := w.Follow(after, change).Admit(d.Caller, d.Target, d.Port); still != nil {
		t.Fatalf("the fix of %+v leads to %+v", d, still)
	}
}
