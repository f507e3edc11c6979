package canvas

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"junto/internal/fault"
)

// do applies operations as a call carries them.
func do(d Document, ops string) (Document, Change, error) {
	var list []Op
	if err := json.Unmarshal([]byte(ops), &list, json.RejectUnknownMembers(true)); err != nil {
		return d, nil, err
	}
	actions := make([]Action, len(list))
	for i, o := range list {
		actions[i] = o.Do
	}
	return d.Apply(actions...)
}

func TestABlockerPaintsANodeAndLeavesItBare(t *testing.T) {
	d := checkout(t)
	color := func(want Color) {
		t.Helper()
		if n, _ := d.Node("done"); n.Color != want {
			t.Fatalf("the color is %q, want %q", n.Color, want)
		}
	}
	var changes []Change
	step := func(ops string) {
		t.Helper()
		after, change, err := do(d, ops)
		if err != nil {
			t.Fatal(err)
		}
		d, changes = after, append(changes, change)
	}
	step(`[{"op":"set_node","id":"done","color":"4"}]`)
	color("4")
	step(`[{"op":"set_node","id":"done","ether":{"flags":["blocker"]}}]`)
	color(Crimson)
	step(`[{"op":"set_node","id":"done","color":"2"}]`)
	color(Crimson) // blocked is blocked
	step(`[{"op":"set_node","id":"done","ether":{"flags":null}}]`)
	color("") // the authored color is not remembered …
	for i := range 3 {
		after, err := d.Replay(changes[3-i].Inverse())
		if err != nil {
			t.Fatal(err)
		}
		d = after
	}
	color("4") // … but undoing brings it back
	step(`[{"op":"set_node","id":"done","ether":{"flags":["blocker"]}},{"op":"set_node","id":"done","ether":{"flags":null},"color":"6"}]`)
	color("6") // a color that comes with the flag's leaving is authored
	step(`[{"op":"set_node","id":"done","color":"1"}]`)
	color("1") // crimson without a flag is a color like any other
	step(`[{"op":"set_node","id":"done","text":"x"}]`)
	color("1")
}

func TestEditsThatAreRefused(t *testing.T) {
	for _, c := range []struct{ name, ops, says string }{
		{"no such operation", `[{"op":"paint_node","id":"done"}]`, "must be one of add_node"},
		{"no operation", `[{"id":"done"}]`, "must be one of add_node"},
		{"an operation of another case", `[{"Op":"delete_node","id":"done"}]`, "must be one of add_node"},
		{"not an object", `["delete_node"]`, "must be an object"},
		{"an unknown argument", `[{"op":"delete_node","id":"done","force":true}]`, "/force"},
		{"no id", `[{"op":"delete_node"}]`, "/id: is missing"},
		{"no node", `[{"op":"add_node"}]`, "/node: is missing"},
		{"a node that is wrong", `[{"op":"add_node","node":{"id":"x","type":"text","x":0,"y":0,"width":1,"height":1}}]`, "/node/text: is missing"},
		{"a taken id", `[{"op":"add_node","node":` + node("done") + `}]`, "already the id"},
		{"a taken binding", `[{"op":"add_node","node":` + bound("x", "01J0000000000000000000PLAN") + `}]`, `that of node "planner"`},
		{"a binding of another", `[{"op":"set_node","id":"builder","ether":{"terminal":{"bindingId":"01J0000000000000000000PLAN"}}}]`, `that of node "planner"`},
		{"an unknown node", `[{"op":"move_node","id":"x","x":1,"y":1}]`, `no node "x"`},
		{"far away", `[{"op":"move_node","id":"done","x":99999999,"y":1}]`, "/x"},
		{"no place", `[{"op":"move_node","id":"done","x":1}]`, "/y: is missing"},
		{"another type", `[{"op":"set_node","id":"done","type":"link","url":"x","text":null}]`, "stay what they are"},
		{"another kind", `[{"op":"set_node","id":"done","ether":{"entity":{"kind":"agent"}}}]`, "stay what they are"},
		{"another name", `[{"op":"set_node","id":"planner","ether":{"entity":{"name":"local:other"}}}]`, "is its identity"},
		{"no name any more", `[{"op":"set_node","id":"planner","ether":{"entity":{"name":null}}}]`, "is its identity"},
		{"a wrong patch", `[{"op":"set_node","id":"planner","ether":{"terminal":{"harness":"clod"}}}]`, "/ether/terminal/harness"},
		{"an unknown field", `[{"op":"set_node","id":"planner","z":1}]`, "/z"},
		{"an edge to nowhere", `[{"op":"add_edge","id":"x","from":"planner","to":"nobody","verb":"messages"}]`, `no node "nobody"`},
		{"a taken edge", `[{"op":"add_edge","id":"e1","from":"planner","to":"reviewer"}]`, "already the id"},
		{"an edge that moves", `[{"op":"set_edge","id":"e1","toNode":"reviewer"}]`, "stay what they are"},
		{"an edge with another verb", `[{"op":"set_edge","id":"e1","ether":null}]`, "stay what they are"},
		{"an unknown edge", `[{"op":"delete_edge","id":"x"}]`, `no edge "x"`},
		{"a place that is none", `[{"op":"order_node","id":"done","at":12}]`, "/at"},
		{"twice the same", `[{"op":"delete_node","id":"done"},{"op":"delete_node","id":"done"}]`, `no node "done"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := checkout(t)
			after, change, err := do(d, c.ops)
			if err == nil {
				t.Fatal("done")
			}
			f, ok := fault.As(err)
			if !ok || !strings.Contains(f.Message, c.says) || f.NextStep == "" {
				t.Errorf("got %v, want a fault that says %q and what to do next", err, c.says)
			}
			if change != nil || string(after.Encode()) != string(d.Encode()) {
				t.Error("the document changed")
			}
		})
	}
}

func TestDeletingANodeTakesItsEdgesAlong(t *testing.T) {
	d := checkout(t)
	before := string(d.Encode())
	after, change, err := do(d, `[{"op":"delete_node","id":"builder"}]`)
	if err != nil {
		t.Fatal(err)
	}
	if len(after.Edges()) != 1 || after.Edges()[0].ID != "e3" {
		t.Errorf("edges left: %d", len(after.Edges()))
	}
	if _, ok := after.Node("builder"); ok {
		t.Error("the node is there")
	}
	back, err := after.Replay(change.Inverse())
	if err != nil || string(back.Encode()) != before {
		t.Errorf("undone to something else: %v", err)
	}
	if _, err := d.Replay(change.Inverse()); !fault.Is(err, fault.Conflict) {
		t.Errorf("undoing what is not done: got %v, want a Conflict", err)
	}
}

func TestADragIsOneStepBack(t *testing.T) {
	d := checkout(t)
	before := string(d.Encode())
	var drag Change
	for i := range 10 {
		after, change, err := d.Apply(MoveNode{"done", 100 + i, 400})
		if err != nil {
			t.Fatal(err)
		}
		if !change.Presentation() {
			t.Fatal("a move is no mere presentation")
		}
		if drag == nil {
			drag = change
		} else if joined, ok := drag.Join(change); ok {
			drag = joined
		} else {
			t.Fatal("the moves do not join")
		}
		d = after
	}
	if len(drag) != 1 {
		t.Fatalf("%d steps", len(drag))
	}
	if d, err := d.Replay(drag.Inverse()); err != nil || string(d.Encode()) != before {
		t.Errorf("undone to something else: %v", err)
	}
}

func TestOperationsAreWrittenAsTheyAreRead(t *testing.T) {
	ops := `[{"op":"add_node","node":` + node("x") + `,"at":2},{"op":"set_node","id":"x","text":"hi"},{"op":"move_node","id":"x","x":1,"y":2},` +
		`{"op":"order_node","id":"x","at":0},{"op":"delete_node","id":"x"},{"op":"add_edge","id":"e","from":"a","to":"b","verb":"messages"},` +
		`{"op":"set_edge","id":"e","label":"l"},{"op":"delete_edge","id":"e"}]`
	var list []Op
	if err := json.Unmarshal([]byte(ops), &list); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(data); got != ops {
		t.Errorf("got  %s\nwant %s", got, ops)
	}
}

func TestACopyHasSeatsOfItsOwn(t *testing.T) {
	d := checkout(t)
	d, _, err := do(d, `[{"op":"set_node","id":"planner","ether":{"overseer":true,"terminal":{"sessionId":"s"}}}]`)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	c := d.Copy(func() string { n++; return fmt.Sprintf("copy-%d", n) })
	if n != 4 {
		t.Errorf("%d bindings were made, want 4", n)
	}
	p, _ := c.Node("planner")
	if p.Terminal().BindingID != "copy-1" || p.Terminal().SessionID != "" || p.Ether.Overseer || p.Terminal().Harness != "claude" {
		t.Errorf("copied as %+v", p.Terminal())
	}
	if o, _ := d.Node("planner"); o.Terminal().SessionID != "s" || !o.Ether.Overseer {
		t.Error("the original changed")
	}
	if _, err := Decode(c.Encode()); err != nil {
		t.Error(err)
	}
}

func TestTitles(t *testing.T) {
	for want, n := range map[string]Node{
		"Definition of done":                  {Type: Text, Text: "\n  ## Definition of done\nrest"},
		"Review":                              {Type: Group, Label: "Review"},
		"https://a.b/c":                       {Type: Link, URL: "https://a.b/c"},
		"docs/spec.md":                        {Type: File, File: "docs/spec.md"},
		"local:planner":                       {Type: Text, Text: " \n#\n", Ether: &Ether{Entity: &Entity{"agent", "local:planner"}}},
		"n7":                                  {ID: "n7", Type: Text},
		"nasty":                               {Type: Text, Text: "na\u202esty\x1b\x07"},
		strings.Repeat("x", MaxTitle-1) + "…": {Type: Text, Text: strings.Repeat("x", 100)},
	} {
		if got := n.Title(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestInnermostRegionDecides(t *testing.T) {
	region := func(id string, r Rect, says, dir string) Node {
		return Node{ID: id, Type: Group, Rect: r, Ether: &Ether{Region: &Region{Instruction: says, Defaults: &Defaults{Paths: map[string]string{"local": dir}}}}}
	}
	d, err := New([]Node{
		region("inner", Rect{10, 10, 100, 100}, "inner says", "/inner"),
		region("outer", Rect{0, 0, 500, 500}, "outer says", "/outer"),
		region("aside", Rect{60, 10, 100, 100}, "aside says", "/aside"),
		{ID: "in", Type: Text, Rect: Rect{10, 10, 100, 100}},
		{ID: "across", Type: Text, Rect: Rect{100, 10, 20, 20}},
		{ID: "edge", Type: Text, Rect: Rect{-1, 0, 5, 5}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for node, want := range map[string]string{"in": "outer says\n\ninner says", "across": "outer says\n\naside says", "edge": "", "inner": ""} {
		if got := d.Instruction(node); got != want {
			t.Errorf("%s: %q, want %q", node, got, want)
		}
	}
	if g, ok := d.Region("in"); !ok || g.ID != "inner" {
		t.Error("in belongs to another region")
	}
	if dir, ok := d.DefaultPath(Rect{20, 20, 10, 10}, "local"); !ok || dir != "/inner" {
		t.Errorf("starts in %q", dir)
	}
	if _, ok := d.DefaultPath(Rect{20, 20, 10, 10}, "elsewhere"); ok {
		t.Error("a folder of another host")
	}
}
