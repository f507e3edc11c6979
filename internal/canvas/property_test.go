package canvas

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

var (
	someText   = rapid.SampledFrom([]string{"", "planner", "# Title\n- [ ] one\n\nmore", "ünïcode 漢字 🎈", "\"quotes\" \\ </text>", "tab\there"})
	someColor  = rapid.SampledFrom([]Color{"", "1", "3", "6", "#0aF9c0"})
	someKind   = rapid.SampledFrom([]Kind{"agent", "agent", "terminal", "label", "git", "task", "weather"})
	someSide   = rapid.SampledFrom([]string{"", "top", "right", "bottom", "left"})
	someEnd    = rapid.SampledFrom([]string{"", "none", "arrow"})
	someVerb   = rapid.SampledFrom([]Verb{"messages", "messages", "", "feeds"})
	someOpaque = rapid.SampledFrom([]jsontext.Value{nil, jsontext.Value(`{"b":[1, null ,"x"],"a":1e3}`), jsontext.Value(`[]`)})
)

func someRect(t *rapid.T) Rect {
	place := rapid.IntRange(-400, 400)
	extent := rapid.IntRange(1, 500)
	return Rect{place.Draw(t, "x"), place.Draw(t, "y"), extent.Draw(t, "width"), extent.Draw(t, "height")}
}

func someFlags(t *rapid.T) []Flag {
	var flags []Flag
	for _, f := range []Flag{Attention, Blocker, Parked} {
		if rapid.Bool().Draw(t, string(f)) {
			flags = append(flags, f)
		}
	}
	return flags
}

func someEther(t *rapid.T, id string, of Type) *Ether {
	if rapid.IntRange(0, 3).Draw(t, "ether") == 0 {
		return nil
	}
	e := &Ether{Flags: someFlags(t)}
	kind := someKind.Draw(t, "kind")
	if rapid.Bool().Draw(t, "entity") {
		e.Entity = &Entity{Kind: kind, Name: rapid.SampledFrom([]string{"", "local:planner", "x"}).Draw(t, "name")}
	}
	if rapid.Bool().Draw(t, "terminal") {
		e.Terminal = &Terminal{BindingID: "binding-" + id, OnDelete: rapid.SampledFrom([]OnDelete{"", Detach, KillSession}).Draw(t, "onDelete")}
		if e.Entity != nil && kind != KindTerminal || e.Entity == nil {
			e.Terminal.Harness = rapid.SampledFrom([]string{"", "claude", "demo"}).Draw(t, "harness")
		}
		if rapid.Bool().Draw(t, "launch") {
			e.Terminal.Launch = &Launch{Kind: "command", Argv: []string{"a", ""}, Env: map[string]string{"B": "1", "A": "2", "C": ""}}
		}
	}
	if of == Group && rapid.Bool().Draw(t, "region") {
		e.Region = &Region{Hold: rapid.Bool().Draw(t, "hold"), Instruction: someText.Draw(t, "instruction"), Contract: someOpaque.Draw(t, "contract")}
	}
	e.Watch, e.Overseer = someOpaque.Draw(t, "watch"), rapid.Bool().Draw(t, "overseer")
	return e
}

func someNode(t *rapid.T, id string) Node {
	n := Node{ID: id, Rect: someRect(t), Color: someColor.Draw(t, "color")}
	n.Type = rapid.SampledFrom([]Type{Text, Text, File, Link, Group}).Draw(t, "type")
	switch n.Type {
	case Text:
		n.Text = someText.Draw(t, "text")
	case File:
		n.File, n.Subpath = someText.Draw(t, "file"), rapid.SampledFrom([]string{"", "#a"}).Draw(t, "subpath")
	case Link:
		n.URL = someText.Draw(t, "url")
	case Group:
		n.Label = someText.Draw(t, "label")
		n.BackgroundStyle = rapid.SampledFrom([]string{"", "cover"}).Draw(t, "style")
	}
	n.Ether = someEther(t, id, n.Type)
	return n
}

func someDocument(t *rapid.T) Document {
	var nodes []Node
	for i := range rapid.IntRange(0, 8).Draw(t, "nodes") {
		nodes = append(nodes, someNode(t, fmt.Sprintf("n%d", i)))
	}
	var edges []Edge
	if len(nodes) > 0 {
		end := rapid.IntRange(0, len(nodes)-1)
		for i := range rapid.IntRange(0, 8).Draw(t, "edges") {
			edges = append(edges, Edge{
				ID: fmt.Sprintf("e%d", i), FromNode: nodes[end.Draw(t, "from")].ID, ToNode: nodes[end.Draw(t, "to")].ID,
				Look: Look{someSide.Draw(t, "s"), someSide.Draw(t, "s"), someEnd.Draw(t, "e"), someEnd.Draw(t, "e"), someColor.Draw(t, "c"), someText.Draw(t, "l")},
				Verb: someVerb.Draw(t, "verb"),
			})
		}
	}
	d, err := New(nodes, edges)
	if err != nil {
		t.Fatalf("the generator made a document that is refused: %v", err)
	}
	return d
}

var somePatch = rapid.SampledFrom([]string{
	`{}`, `{"x":7,"y":-7}`, `{"color":"2"}`, `{"color":null}`, `{"text":"other"}`, `{"ether":null}`,
	`{"ether":{"flags":["blocker"]}}`, `{"ether":{"flags":null}}`, `{"ether":{"flags":["parked"]},"color":"5"}`,
	`{"ether":{"terminal":{"sessionId":"s"}}}`, `{"ether":{"terminal":{"onDelete":"kill-session"}}}`, `{"width":0}`, `{"z":1}`, `{"type":"file"}`,
})

func someAction(t *rapid.T, d Document, i int) Action {
	ids := []string{"nowhere"}
	for _, n := range d.Nodes() {
		ids = append(ids, n.ID)
	}
	edges := []string{"nothing"}
	for _, e := range d.Edges() {
		edges = append(edges, e.ID)
	}
	id, edge := rapid.SampledFrom(ids).Draw(t, "id"), rapid.SampledFrom(edges).Draw(t, "edge")
	switch rapid.IntRange(0, 8).Draw(t, "action") {
	case 0:
		at := rapid.IntRange(0, len(d.Nodes())).Draw(t, "at")
		return AddNode{someNode(t, fmt.Sprintf("new%d", i)), &at}
	case 1, 2:
		return SetNode{id, jsontext.Value(somePatch.Draw(t, "patch"))}
	case 3:
		r := someRect(t)
		return MoveNode{id, r.X, r.Y}
	case 4:
		return OrderNode{id, rapid.IntRange(0, 8).Draw(t, "at")}
	case 5:
		return DeleteNode{id}
	case 6:
		return AddEdge{ID: fmt.Sprintf("line%d", i), From: id, To: rapid.SampledFrom(ids).Draw(t, "to"), Verb: someVerb.Draw(t, "verb")}
	case 7:
		return SetEdge{edge, jsontext.Value(`{"label":"seen","fromSide":"top","color":null}`)}
	}
	return DeleteEdge{edge}
}

// TestLaws: whatever is done to a document, it stays a JSON Canvas without its
// ether, blocked nodes are crimson, what is written is read as the same, and
// undoing and doing again is exact to the byte.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := someDocument(t)
		type done struct {
			before, after []byte
			change        Change
		}
		var history []done
		for i := range rapid.IntRange(1, 12).Draw(t, "steps") {
			checkLaws(t, d)
			before := d.Encode()
			actions := []Action{someAction(t, d, 2*i)}
			if rapid.Bool().Draw(t, "two at once") {
				actions = append(actions, someAction(t, d, 2*i+1))
			}
			after, change, err := d.Apply(actions...)
			if !bytes.Equal(d.Encode(), before) {
				t.Fatalf("%v changed a document that was handed out", actions)
			}
			if err != nil {
				continue
			}
			d = after
			history = append(history, done{before, d.Encode(), change})
		}
		checkLaws(t, d)
		for _, h := range slices.Backward(history) {
			d = replay(t, d, stored(t, h.change).Inverse(), h.before)
		}
		for _, h := range history {
			d = replay(t, d, h.change, h.after)
		}
		for _, h := range slices.Backward(history) {
			d = replay(t, d, h.change.Inverse(), h.before)
		}
	})
}

func replay(t *rapid.T, d Document, c Change, want []byte) Document {
	d, err := d.Replay(c)
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	if got := d.Encode(); !bytes.Equal(got, want) {
		t.Fatalf("replayed to\n%s\nwant\n%s", got, want)
	}
	return d
}

// stored is the change as it comes back from a store.
func stored(t *rapid.T, c Change) Change {
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var back Change
	if err := json.Unmarshal(data, &back, json.RejectUnknownMembers(true)); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return back
}

func checkLaws(t *rapid.T, d Document) {
	data := d.Encode()
	if err := checkJSONCanvas(stripped(data)); err != nil {
		t.Fatalf("without ether it is no JSON Canvas: %v\n%s", err, data)
	}
	if err := checkJSONCanvas(d.Plain()); err != nil {
		t.Fatalf("written plain it is no JSON Canvas: %v\n%s", err, d.Plain())
	}
	for _, n := range d.Nodes() {
		if n.Has(Blocker) && n.Color != Crimson {
			t.Fatalf("%s is blocked and painted %q", n.ID, n.Color)
		}
	}
	again, err := Decode(data)
	if err != nil {
		t.Fatalf("what was written cannot be read: %v\n%s", err, data)
	}
	if !bytes.Equal(again.Encode(), data) {
		t.Fatalf("writing is not stable:\n%s\n%s", again.Encode(), data)
	}
	if again.bytes != d.bytes {
		t.Fatalf("counted %d bytes, want %d", d.bytes, again.bytes)
	}
	for i, n := range d.Nodes() {
		if at, ok := d.Index(n.ID); !ok || at != i {
			t.Fatalf("%s is looked for at %d, and is at %d", n.ID, at, i)
		}
	}
	for _, e := range d.Edges() {
		if found, ok := d.Edge(e.ID); !ok || found != e {
			t.Fatalf("edge %s is not found", e.ID)
		}
	}
}

func TestContainmentIsThatOfTheWholeRectangle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := someDocument(t)
		for _, n := range d.Nodes() {
			in := d.Containers(n.ID)
			for i, g := range in {
				if i > 0 && in[i-1].area() < g.area() {
					t.Fatalf("%s comes after %s, which is smaller", g.ID, in[i-1].ID)
				}
			}
			for _, g := range d.Nodes() {
				corners := g.X <= n.X && g.Y <= n.Y && n.X+n.Width <= g.X+g.Width && n.Y+n.Height <= g.Y+g.Height
				want := g.Type == Group && n.Type != Group && corners
				if slices.Contains(in, g) != want || slices.Contains(d.Members(g.ID), n) != want {
					t.Fatalf("%s in %s: got %v, want %v", n.ID, g.ID, !want, want)
				}
			}
		}
	})
}

// "Undo takes back what I did in one go, whatever that was": changes that are
// joined are undone, and done again, to the byte.
func TestJoinedChangesAreOneStepBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := someDocument(t)
		before := d.Encode()
		var all Change
		for i := range rapid.IntRange(1, 12).Draw(t, "edits") {
			after, change, err := d.Apply(someAction(t, d, i))
			if err != nil {
				continue
			}
			joined, ok := all.Join(change)
			if !ok {
				t.Fatal("few steps do not join")
			}
			all, d = joined, after
		}
		back, err := d.Replay(all.Inverse())
		if err != nil || !bytes.Equal(back.Encode(), before) {
			t.Fatalf("undone to something else: %v", err)
		}
		again, err := back.Replay(all)
		if err != nil || !bytes.Equal(again.Encode(), d.Encode()) {
			t.Fatalf("done again to something else: %v", err)
		}
	})
}
