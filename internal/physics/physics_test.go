package physics

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"junto/internal/canvas"
	"junto/internal/fault"
)

// drawing makes a document of cards "id kind" and lines "from verb to"; a card
// with a number after its kind lies in the region of that number.
func drawing(t testing.TB, cards []string, lines ...string) canvas.Document {
	t.Helper()
	var nodes []canvas.Node
	for i, card := range cards {
		var id, kind string
		region := 0
		fmt.Sscan(card, &id, &kind, &region)
		n := canvas.Node{ID: id, Type: canvas.Text, Text: id, Rect: canvas.Rect{X: 1000*region + 10*i, Y: 10, Width: 5, Height: 5}}
		switch kind {
		case "region":
			n.Type, n.Text, n.Label = canvas.Group, "", id
			n.Rect = canvas.Rect{X: 1000 * region, Y: 0, Width: 900, Height: 900}
		case "note":
		default:
			n.Ether = &canvas.Ether{Entity: &canvas.Entity{Kind: canvas.Kind(kind), Name: "local:" + id}}
		}
		nodes = append(nodes, n)
	}
	var edges []canvas.Edge
	for i, line := range lines {
		f := strings.Fields(line)
		edges = append(edges, canvas.Edge{ID: fmt.Sprint("e", i), FromNode: f[0], Verb: canvas.Verb(f[1]), ToNode: f[2]})
	}
	d, err := canvas.New(nodes, edges)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func team(t testing.TB) canvas.Document {
	return drawing(t, []string{
		"planner agent 1", "builder agent 1", "reviewer agent 2", "shell terminal 1", "todo note 1", "board board 1", "title label", "repo git", "lone agent", "team region 1", "review region 2",
	}, "planner messages builder", "builder messages reviewer", "planner messages todo", "lone reviews reviewer", "builder messages board")
}

func TestWhoMayDoWhat(t *testing.T) {
	w := Compile(team(t))
	for _, c := range []struct {
		name, from, to string
		port           Port
		reason         Reason
		kind           fault.Type
		says, next     string
	}{
		{"an edge lets its source mail", "planner", "builder", MsgSend, "", "", "", ""},
		{"and its target answer", "builder", "planner", MsgPrompt, "", "", "", ""},
		{"it lets one wait", "planner", "builder", SeatWait, "", "", "", ""},
		{"and read", "reviewer", "builder", SeatRead, "", "", "", ""},
		{"nothing goes through two edges", "planner", "reviewer", MsgSend, Invisible, fault.Scope, "no edge connects them", "planner messages reviewer"},
		{"a region opens no port", "planner", "shell", SeatRead, NotConnected, fault.Scope, "no edge connects them", "kind agent"},
		{"an edge to a note opens nothing", "planner", "todo", MsgSend, RoleLaw, fault.Scope, "note cannot be acted upon", "kind agent"},
		{"a note does not act", "todo", "planner", MsgSend, RoleLaw, fault.Scope, "only agents act", "kind agent"},
		{"what is not built says so", "builder", "board", MsgSend, RoleLaw, fault.Scope, "board is disabled in this build", "kind agent"},
		{"a verb that is not built opens nothing", "lone", "reviewer", MsgSend, NoPort, fault.Scope, `"lone reviews reviewer" does not open msg.send`, "lone messages reviewer"},
		{"a port that there is not", "planner", "builder", "task.claim", NoPort, fault.Scope, "does not open task.claim", "capabilities"},
		{"nobody reaches itself by an edge", "planner", "planner", MsgList, NotConnected, fault.Scope, "to itself", "leave the target out"},
		{"no such target", "planner", "nobody", MsgSend, UnknownNode, fault.UnknownTarget, `no node "nobody"`, "capabilities"},
		{"the caller's card is gone", "deleted", "planner", MsgSend, UnknownNode, fault.StaleNodeRef, "not on the canvas any more", "stop"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := w.Admit(c.from, c.to, c.port)
			if c.reason == "" {
				if d != nil {
					t.Fatalf("denied: %+v", d)
				}
				return
			}
			if d == nil || d.Reason != c.reason {
				t.Fatalf("got %+v, want %s", d, c.reason)
			}
			f := d.Fault()
			if f.Type != c.kind || !strings.Contains(f.Message, c.says) || !strings.Contains(f.NextStep, c.next) {
				t.Errorf("got %s %q, next %q", f.Type, f.Message, f.NextStep)
			}
		})
	}
}

func TestTheZeroWorldAdmitsNothing(t *testing.T) {
	var w World
	if d := w.Admit("a", "b", MsgSend); d == nil || len(w.Peers("a")) != 0 || len(w.CoMembers("a")) != 0 {
		t.Error("an empty world grants something")
	}
}

func TestDrawing(t *testing.T) {
	doc := team(t)
	for _, c := range []struct{ name, from, to, verb, says string }{
		{"two agents", "planner", "reviewer", "", ""},
		{"with the verb named", "lone", "planner", "messages", ""},
		{"beside an edge of another verb", "lone", "reviewer", "messages", ""},
		{"to itself", "planner", "planner", "", "cannot connect to itself"},
		{"again", "planner", "builder", "", `already exists: edge "e0"`},
		{"again the other way", "builder", "planner", "", `already exists: edge "e0"`},
		{"to a note", "lone", "todo", "", `"todo" is a note: geography takes no edges`},
		{"from a terminal", "shell", "lone", "", "geography takes no edges"},
		{"to a region", "planner", "team", "", "geography takes no edges"},
		{"to a label", "planner", "title", "messages", "geography takes no edges"},
		{"to a git card", "planner", "repo", "", "geography takes no edges"},
		{"to what is not built", "planner", "board", "messages", "board is disabled in this build"},
		{"with a verb that there is not", "planner", "reviewer", "reviews", "no reviews edge leads from an agent to an agent"},
		{"to nobody", "planner", "nobody", "", `no node "nobody"`},
		{"from nobody", "nobody", "planner", "", `no node "nobody"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := CheckDraw(doc, c.from, c.to, canvas.Verb(c.verb))
			if c.says == "" {
				if want := (Drawing{c.from, c.to, Messages}); err != nil || got != want {
					t.Errorf("got %+v, %v; want %+v", got, err, want)
				}
				return
			}
			f, ok := fault.As(err)
			if !ok || !strings.Contains(f.Message, c.says) || f.NextStep == "" {
				t.Errorf("got %v, want %q", err, c.says)
			}
		})
	}
}

// "Along this line they may ring each other's bell, and type nothing more."
func TestALineForNoticesOnly(t *testing.T) {
	doc := drawing(t, []string{"planner agent", "reviewer agent"})
	mint := func() string { return fmt.Sprint("e", len(doc.Edges())) }
	draw := func(from, to string, verb canvas.Verb) error {
		after, _, err := Edit(doc, []canvas.Action{canvas.AddEdge{From: from, To: to, Verb: verb}}, mint)
		if err == nil {
			doc = after
		}
		return err
	}
	if err := draw("planner", "reviewer", Notifies); err != nil {
		t.Fatal(err)
	}
	for _, ends := range [][2]string{{"planner", "reviewer"}, {"reviewer", "planner"}} {
		for _, port := range allPorts {
			d := Compile(doc).Admit(ends[0], ends[1], port)
			if (d == nil) != (port != MsgPrompt) {
				t.Errorf("%s from %s to %s: %+v", port, ends[0], ends[1], d)
			}
			if d != nil && (d.Reason != NoPort || d.Fix != Messages || !strings.Contains(d.Fault().Message, "planner notifies reviewer")) {
				t.Errorf("the denial: %+v, %v", d, d.Fault())
			}
		}
	}
	if err := draw("reviewer", "planner", Notifies); err == nil {
		t.Error("the same line was drawn twice")
	}
	if err := draw("reviewer", "planner", ""); err != nil {
		t.Errorf("the fuller line: %v", err)
	}
	if d := Compile(doc).Admit("planner", "reviewer", MsgPrompt); d != nil {
		t.Errorf("with both lines: %+v", d)
	}
	doc, _, _ = Edit(doc, []canvas.Action{canvas.DeleteEdge{ID: doc.Edges()[0].ID}}, mint)
	if err := draw("planner", "reviewer", Notifies); err == nil || !strings.Contains(err.Error(), "opens all that and more") {
		t.Errorf("a line that adds nothing: %v", err)
	}
}

// TestAnEdgeDrawnBackwardsIsTurnedRound needs a pair of two kinds, which the
// official build has none of: the table is extended.
func TestAnEdgeDrawnBackwardsIsTurnedRound(t *testing.T) {
	official := rules
	defer func() { rules = official }()
	rules = append(Rules(), Rule{From: canvas.KindAgent, To: canvas.KindGit, Verb: "reads", Forward: portsOf(SeatRead)})
	doc := drawing(t, []string{"planner agent", "repo git"})
	after, _, err := Edit(doc, []canvas.Action{canvas.AddEdge{From: "repo", To: "planner", Look: canvas.Look{FromSide: "top", ToEnd: "arrow"}}}, func() string { return "e" })
	if err != nil {
		t.Fatal(err)
	}
	want := &canvas.Edge{ID: "e", FromNode: "planner", ToNode: "repo", Verb: "reads", Look: canvas.Look{ToSide: "top", FromEnd: "arrow"}}
	if diff := cmp.Diff(want, after.Edges()[0]); diff != "" {
		t.Error(diff)
	}
}

func TestEditsUnderTheLaw(t *testing.T) {
	doc := team(t)
	mint := func() string { return "edge-1" }
	added := canvas.Node{ID: "tester", Type: canvas.Text, Rect: canvas.Rect{Width: 1, Height: 1}, Ether: &canvas.Ether{Entity: &canvas.Entity{Kind: "agent"}}}
	after, change, err := Edit(doc, []canvas.Action{canvas.AddNode{Node: added}, canvas.AddEdge{From: "tester", To: "lone"}}, mint)
	if err != nil || len(change) != 2 {
		t.Fatal(err)
	}
	if d := Compile(after).Admit("lone", "tester", MsgSend); d != nil {
		t.Errorf("denied: %+v", d)
	}
	back, err := after.Replay(change.Inverse())
	if err != nil || string(back.Encode()) != string(doc.Encode()) {
		t.Errorf("undone to something else: %v", err)
	}
	added.Ether = &canvas.Ether{Entity: &canvas.Entity{Kind: "board"}}
	same, change, err := Edit(doc, []canvas.Action{canvas.DeleteEdge{ID: "e0"}, canvas.AddNode{Node: added}}, mint)
	if f, ok := fault.As(err); !ok || !strings.Contains(f.Message, "operation 2 of 2: board is disabled in this build") {
		t.Errorf("got %v", err)
	}
	if change != nil || len(same.Edges()) != len(doc.Edges()) {
		t.Error("half of an edit was done")
	}
}

func TestDeletingAnEdgeRevokesWhatItGranted(t *testing.T) {
	doc := team(t)
	after, change, err := doc.Apply(canvas.DeleteEdge{ID: "e0"})
	if err != nil {
		t.Fatal(err)
	}
	w := Compile(doc).Follow(after, change)
	for _, pair := range [][2]string{{"planner", "builder"}, {"builder", "planner"}} {
		if d := w.Admit(pair[0], pair[1], MsgSend); d == nil || d.Reason != NotConnected || d.Fix != Messages {
			t.Errorf("from %s: %+v", pair[0], d)
		}
	}
}

func TestPeersAndWhatIsSeen(t *testing.T) {
	w := Compile(team(t))
	var got []string
	for _, p := range w.Peers("builder") {
		got = append(got, fmt.Sprintf("%s %s %s %v %s", p.Node.ID, p.Kind, p.Role, p.Grants.List(), p.Says))
	}
	want := []string{
		"planner agent actor [msg.list msg.send msg.prompt seat.read seat.wait] planner messages builder",
		"reviewer agent actor [msg.list msg.send msg.prompt seat.read seat.wait] builder messages reviewer",
		"board board geography [] builder messages board",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var seen []string
	for _, n := range w.CoMembers("planner") {
		seen = append(seen, n.ID)
	}
	if diff := cmp.Diff([]string{"builder", "shell", "todo", "board"}, seen); diff != "" {
		t.Error(diff)
	}
	if len(w.CoMembers("lone")) != 0 {
		t.Error("a node in no region sees others")
	}
}

func TestResolve(t *testing.T) {
	doc := drawing(t, []string{"n1 agent 1", "n2 agent 1", "n3 agent", "n4 agent 1", "team region 1"}, "n1 messages n2", "n1 messages n3")
	doc, _, err := doc.Apply(
		canvas.SetNode{ID: "n2", Patch: []byte(`{"text":"Reviewer\nof code"}`)},
		canvas.SetNode{ID: "n3", Patch: []byte(`{"text":"Reviewer"}`)},
		canvas.SetNode{ID: "n4", Patch: []byte(`{"text":"tester"}`)})
	if err != nil {
		t.Fatal(err)
	}
	w := Compile(doc)
	for ref, want := range map[string]string{"n4": "n4", "local:n2": "n2", "n3": "n3", "tester": "n4", "Tester": "n4"} {
		if got, err := w.Resolve("n1", ref); err != nil || got != want {
			t.Errorf("%s: got %q, %v; want %q", ref, got, err, want)
		}
	}
	_, err = w.Resolve("n1", "Reviewer")
	if f, ok := fault.As(err); !ok || f.Type != fault.Input || !strings.Contains(f.NextStep, "n2, n3") {
		t.Errorf("two of a name: %v", err)
	}
	if _, err := w.Resolve("n3", "tester"); !fault.Is(err, fault.UnknownTarget) {
		t.Errorf("what cannot be seen was found by its title: %v", err)
	}
}

func TestWhy(t *testing.T) {
	w := Compile(team(t))
	a := w.Why("planner", "reviewer", MsgSend)
	want := Answer{
		From: "planner", To: "reviewer", Port: MsgSend, Grants: []Port{},
		Checks: []Check{
			{"nodes", true, "both nodes are on the canvas"},
			{"edge", false, `msg.send from "planner" to "reviewer": no edge connects them`},
		},
		Failed: Invisible, Missing: "edge", Fix: &Drawing{"planner", "reviewer", Messages},
		Says: `msg.send from "planner" to "reviewer": no edge connects them`,
	}
	if diff := cmp.Diff(want, a); diff != "" {
		t.Error(diff)
	}
	a = w.Why("planner", "builder", "")
	if !a.Admitted || len(a.Checks) != 4 || a.Says != "admitted: msg.list, msg.send, msg.prompt, seat.read, seat.wait" {
		t.Errorf("got %+v", a)
	}
	if a.Checks[1].Says != "an edge connects them: planner messages builder" {
		t.Errorf("got %+v", a.Checks[1])
	}
	if a := w.Why("planner", "todo", ""); a.Failed != RoleLaw || a.Fix != nil {
		t.Errorf("got %+v", a)
	}
}

func TestAGroupIsGeographyWhateverItsKind(t *testing.T) {
	n := &canvas.Node{Type: canvas.Group, Ether: &canvas.Ether{Entity: &canvas.Entity{Kind: canvas.KindAgent}}}
	if RoleOf(n) != Geography {
		t.Error("a group acts")
	}
	for _, k := range Kinds() {
		if (k.Role == Actor) != (k.Kind == canvas.KindAgent) || (k.Offers != 0) != (k.Kind == canvas.KindAgent) {
			t.Errorf("%s is %s and offers %v", k.Kind, k.Role, k.Offers.List())
		}
	}
}

// big is a canvas of 1 000 nodes and 2 000 edges.
func big(t testing.TB) canvas.Document {
	var nodes []canvas.Node
	for i := range 1000 {
		n := canvas.Node{ID: fmt.Sprint("node-", i), Type: canvas.Text, Text: "agent", Rect: canvas.Rect{X: i % 40 * 400, Y: i / 40 * 300, Width: 356, Height: 244}}
		switch {
		case i%50 == 0:
			n.Type, n.Text, n.Label = canvas.Group, "", "region"
			n.Width, n.Height = 2000, 1500
		default:
			n.Ether = &canvas.Ether{Entity: &canvas.Entity{Kind: canvas.KindAgent, Name: fmt.Sprint("local:", i)}}
		}
		nodes = append(nodes, n)
	}
	var edges []canvas.Edge
	for i := range 2000 {
		edges = append(edges, canvas.Edge{ID: fmt.Sprint("edge-", i), FromNode: nodes[i*7%1000].ID, ToNode: nodes[(i*13+1)%1000].ID, Verb: Messages})
	}
	d, err := canvas.New(nodes, edges)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func BenchmarkCompile(b *testing.B) {
	doc := big(b)
	for b.Loop() {
		Compile(doc)
	}
}

func BenchmarkDrag(b *testing.B) {
	doc := big(b)
	w := Compile(doc)
	x := 0
	for b.Loop() {
		x = (x + 1) % 1000
		after, change, err := doc.Apply(canvas.MoveNode{ID: "node-501", X: x, Y: 5})
		if err != nil {
			b.Fatal(err)
		}
		doc, w = after, w.Follow(after, change)
	}
}

func BenchmarkAdmit(b *testing.B) {
	w := Compile(big(b))
	for b.Loop() {
		w.Admit("node-7", "node-14", MsgSend)
	}
}

func BenchmarkDecode(b *testing.B) {
	data := big(b).Encode()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := canvas.Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}

func TestViewSaysWhatFollowsFromTheDocument(t *testing.T) {
	doc := drawing(t, []string{"planner agent 1", "builder agent", "todo note 1", "board board", "team region 1"},
		"planner messages builder", "planner messages todo", "builder messages builder")
	all := allPorts
	want := View{
		Nodes: []NodeView{
			{"planner", "planner", "agent", Actor, true, []string{"team"}},
			{"builder", "builder", "agent", Actor, true, nil},
			{"todo", "todo", "note", Geography, true, []string{"team"}},
			{"board", "board", "board", Geography, false, nil},
			{"team", "team", "region", Geography, true, nil},
		},
		Edges: []EdgeView{
			{"e0", "planner messages builder", "each can mail, wait for and read the other", all, all},
			{"e1", "planner messages todo", "", nil, nil},
			{"e2", "builder messages builder", "", nil, nil},
		},
	}
	if diff := cmp.Diff(want, Compile(doc).View()); diff != "" {
		t.Error(diff)
	}
}
