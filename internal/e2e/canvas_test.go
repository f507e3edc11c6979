package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"junto/internal/api"
	"junto/internal/seat"
)

// card is an agent's card for the fake agent, as an operation.
func card(id string, args ...string) map[string]any {
	launch := map[string]any{"kind": "harness"}
	if len(args) > 0 {
		launch["argv"] = args
	}
	return map[string]any{"op": "add_node", "node": map[string]any{
		"id": id, "type": "text", "x": 0, "y": 0, "width": 220, "height": 84, "text": id,
		"ether": map[string]any{
			"entity":   map[string]any{"kind": "agent", "name": "local:" + id},
			"terminal": map[string]any{"bindingId": "binding-" + id, "harness": "demo", "launch": launch},
		},
	}}
}

func messagesEdge(from, to string) map[string]any {
	return map[string]any{"op": "add_edge", "from": from, "to": to, "verb": "messages"}
}

// canvas makes a canvas with what the operations draw.
func (w *world) canvas(name string, ops ...map[string]any) api.CanvasRev {
	w.t.Helper()
	var made api.CanvasRev
	w.call("canvas.create", map[string]any{"name": name}, &made)
	return w.edit(made, ops...)
}

func (w *world) edit(at api.CanvasRev, ops ...map[string]any) api.CanvasRev {
	w.t.Helper()
	var next api.CanvasRev
	w.call("canvas.edit", map[string]any{"canvas": at.Canvas, "rev": at.Rev, "ops": ops}, &next)
	return next
}

func (w *world) drawn(canvas string) api.CanvasDoc {
	w.t.Helper()
	var doc api.CanvasDoc
	w.call("canvas.get", map[string]any{"canvas": canvas}, &doc)
	return doc
}

// seat is a seat of a canvas as it is now.
func (w *world) seat(canvas, node string) api.SeatView {
	w.t.Helper()
	for _, s := range w.drawn(canvas).World.Seats {
		if s.Node == node {
			return s
		}
	}
	w.t.Fatalf("canvas %s has no seat %s", canvas, node)
	return api.SeatView{}
}

// startSeat starts a seat and waits until its agent rests.
func (w *world) startSeat(canvas, node string) api.SeatOut {
	w.t.Helper()
	var out api.SeatOut
	w.call("seat.start", map[string]any{"canvas": canvas, "node": node}, &out)
	w.glance(canvas, node, "idle")
	return out
}

func (w *world) glance(canvas, node string, want seat.Glance) {
	w.t.Helper()
	w.until(fmt.Sprintf("seat %s shows %s", node, want), func() bool { return w.seat(canvas, node).Glance == want })
}

// refused makes a call that must be refused, and returns why.
func (w *world) refused(name string, in any) string {
	w.t.Helper()
	input, err := json.Marshal(in)
	if err != nil {
		w.t.Fatal(err)
	}
	out, err := w.try("call", name, string(input))
	if err == nil {
		w.t.Fatalf("%s %s was not refused: %s", name, input, out)
	}
	return err.Error()
}

func TestCanvasIsEditedUndoneAndExported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	at := w.canvas("main", card("planner"), card("reviewer"), messagesEdge("planner", "reviewer"))
	before := w.drawn("main")
	if len(before.World.Edges) != 1 || before.World.Edges[0].Says != "planner messages reviewer" || len(before.World.Edges[0].Forward) == 0 {
		t.Errorf("edges: %+v", before.World.Edges)
	}
	if why := w.refused("canvas.edit", map[string]any{"canvas": "main", "rev": at.Rev - 1, "ops": []any{}}); !strings.Contains(why, "revision") {
		t.Errorf("an edit of an older revision: %s", why)
	}
	moved := w.edit(at, map[string]any{"op": "set_node", "id": "planner", "x": 500})
	var back api.CanvasRev
	w.call("canvas.undo", map[string]any{"canvas": "main", "rev": moved.Rev}, &back)
	if got := w.drawn("main"); string(got.Document) != string(before.Document) || got.Rev != back.Rev || !got.World.Redo {
		t.Errorf("undo is not exact:\n%s\n%s", got.Document, before.Document)
	}
	w.kill9()
	again := w.drawn("main")
	if again.Rev != back.Rev || string(again.Document) != string(before.Document) || !again.World.Redo || again.World.Play.Playing {
		t.Errorf("after a crash: revision %d, %+v", again.Rev, again.World.Play)
	}
	w.call("canvas.redo", map[string]any{"canvas": "main"}, nil)
	var file, same api.CanvasFile
	for _, format := range []string{"canvas", "digest", "svg"} {
		w.call("canvas.export", map[string]any{"canvas": "main", "format": format}, &file)
		w.call("canvas.export", map[string]any{"canvas": "main", "format": format}, &same)
		if file.Data == "" || file != same || !strings.Contains(file.Data, "planner") {
			t.Errorf("%s: %q", format, file.Data)
		}
	}
	w.call("canvas.export", map[string]any{"canvas": "main"}, &file)
	var in api.CanvasImportOut
	w.call("canvas.import", map[string]any{"name": "copy", "document": json.RawMessage(file.Data)}, &in)
	if len(in.Rebound) != 2 {
		t.Errorf("rebound %v, want both seats", in.Rebound)
	}
	var list []api.CanvasInfo
	w.call("canvas.list", map[string]any{}, &list)
	if len(list) != 2 || list[0].Name != "copy" || list[1].Seats != 2 {
		t.Errorf("listed %+v", list)
	}
}

func TestEdgesAreDrawnUnderTheLaw(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	note := map[string]any{"op": "add_node", "node": map[string]any{"id": "n", "type": "text", "x": 0, "y": 200, "width": 100, "height": 50, "text": "# note"}}
	at := w.canvas("main", card("a"), card("b"), note)
	for what, op := range map[string]map[string]any{
		"itself": messagesEdge("a", "a"), "geography": messagesEdge("a", "n"), "no node": messagesEdge("a", "x"),
		"no verb": {"op": "add_edge", "from": "a", "to": "b", "verb": "owns"},
	} {
		w.refused("canvas.edit", map[string]any{"canvas": "main", "rev": at.Rev, "ops": []any{op}})
		if got := w.drawn("main").Rev; got != at.Rev {
			t.Fatalf("%s: the canvas is at %d, was %d", what, got, at.Rev)
		}
	}
	at = w.edit(at, messagesEdge("a", "b"))
	for _, op := range []map[string]any{messagesEdge("a", "b"), messagesEdge("b", "a")} {
		w.refused("canvas.edit", map[string]any{"canvas": "main", "rev": at.Rev, "ops": []any{op}})
	}
}

// A seat's process is the fake agent itself. It outlives the daemon, is never
// taken twice, and its seat is vacant once it has ended.
func TestSeatIsOccupiedByItsProcess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.canvas("main", card("planner"))
	if got := w.seat("main", "planner"); got.Glance != "empty" || got.Occupied || !got.Delivers || !got.Paused {
		t.Errorf("before its start: %+v", got)
	}
	first := w.startSeat("main", "planner")
	if !first.Started || first.Generation != 1 || first.Terminal == 0 {
		t.Errorf("started %+v", first)
	}
	var again api.SeatOut
	w.call("seat.start", map[string]any{"canvas": "main", "node": "planner"}, &again)
	if again.Started || again.Terminal != first.Terminal || again.Generation != 1 {
		t.Errorf("started twice: %+v", again)
	}
	w.kill9()
	w.glance("main", "planner", "idle")
	if got := w.seat("main", "planner"); !got.Occupied || got.Generation != 1 || got.Terminal != first.Terminal {
		t.Errorf("after a crash of the daemon: %+v", got)
	}
	w.call("seat.stop", map[string]any{"canvas": "main", "node": "planner"}, nil)
	if got := w.seat("main", "planner"); got.Glance != "gone" || got.Occupied || got.Terminal != 0 {
		t.Errorf("after its end: %+v", got)
	}
	if next := w.startSeat("main", "planner"); next.Generation != 2 {
		t.Errorf("the next generation: %+v", next)
	}
}

func TestPausingTouchesNoProcess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	log := filepath.Join(t.TempDir(), "agent.log")
	w.canvas("main", card("planner", "--log", log))
	out := w.startSeat("main", "planner")
	w.call("canvas.play", map[string]any{"canvas": "main"}, nil)
	if w.seat("main", "planner").Paused {
		t.Error("the seat of a playing canvas is paused")
	}
	var play api.Play
	w.call("canvas.pause", map[string]any{"canvas": "main"}, &play)
	if play.Playing || !play.EverPlayed || !w.seat("main", "planner").Paused {
		t.Errorf("paused: %+v", play)
	}
	w.jun("tool", "screen", fmt.Sprint(out.Terminal)) // the terminal is there as before
	w.call("terminal.type", map[string]any{"id": out.Terminal, "data": []byte("hello\r")}, nil)
	w.until("the paused agent works for the operator", func() bool { // it may have had its briefing before
		return slices.ContainsFunc(w.entries(log, "submit"), func(e entry) bool { return e.Text == "hello" })
	})
}

func TestDeletingACardDetachesOrKills(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	kill := card("k")
	kill["node"].(map[string]any)["ether"].(map[string]any)["terminal"].(map[string]any)["onDelete"] = "kill-session"
	at := w.canvas("main", card("d"), kill)
	d, k := w.startSeat("main", "d"), w.startSeat("main", "k")
	pid := w.pids()[k.Terminal]
	at = w.edit(at, map[string]any{"op": "delete_node", "id": "d"}, map[string]any{"op": "delete_node", "id": "k"})
	if all := w.terminals(); all[d.Terminal].ID == 0 || all[k.Terminal].ID != 0 {
		t.Errorf("after their cards were deleted: %+v", all)
	}
	if err := syscall.Kill(pid, 0); err == nil {
		t.Error("the process of a card with kill-session is alive")
	}
	w.call("canvas.undo", map[string]any{"canvas": "main", "rev": at.Rev}, nil)
	if got := w.seat("main", "d"); !got.Occupied || got.Terminal != d.Terminal {
		t.Errorf("its card came back, but: %+v", got)
	}
}

// pids are the first processes of the terminals.
func (w *world) pids() map[int]int {
	w.t.Helper()
	var all []api.TerminalView
	w.call("terminal.list", map[string]any{}, &all)
	pids := make(map[int]int)
	for _, t := range all {
		pids[t.ID] = t.PID
	}
	return pids
}

// inSeat has the fake agent of a seat run a command line, and returns what it
// printed, both streams together, and its status at the end.
func (w *world) inSeat(terminal int, line string) string {
	w.t.Helper()
	w.nth++
	file := filepath.Join(w.t.TempDir(), fmt.Sprintf("out%d", w.nth))
	script := file + ".sh"
	text := fmt.Sprintf("( %s ) >%s.tmp 2>&1 </dev/null; echo status $? >>%s.tmp; mv %s.tmp %s\n", line, file, file, file, file)
	if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
	w.call("terminal.type", map[string]any{"id": terminal, "data": []byte("tool sh " + script + "\r")}, nil)
	var out []byte
	w.until("the agent ran "+line, func() bool {
		var err error
		out, err = os.ReadFile(file)
		return err == nil
	})
	return string(out)
}

// A seat gains nothing that no edge gives it, through either CLI.
func TestWhatASeatReachesWithJunTool(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	at := w.canvas("main", card("a", "--mode", "no-approvals"), card("b"), card("c"), messagesEdge("a", "b"))
	w.edit(at, map[string]any{"op": "set_node", "id": "c", "x": 5000})
	w.call("canvas.play", map[string]any{"canvas": "main"}, nil)
	a, b, c := w.startSeat("main", "a"), w.startSeat("main", "b"), w.startSeat("main", "c")
	plain := w.new("")
	out := w.inSeat(a.Terminal, "jun tool terminals")
	for id, want := range map[int]bool{a.Terminal: true, b.Terminal: true, c.Terminal: false, plain: false} {
		if strings.Contains(out, fmt.Sprintf(`"id": %d,`, id)) != want {
			t.Errorf("the seat sees terminal %d: %v\n%s", id, !want, out)
		}
	}
	for line, want := range map[string]string{
		fmt.Sprintf("jun tool screen %d", b.Terminal):          "status 0",
		fmt.Sprintf("jun tool screen %d", c.Terminal):          "no such terminal",
		fmt.Sprintf("jun tool screen %d", plain):               "no such terminal",
		fmt.Sprintf("jun tool send %d hi", b.Terminal):         "msg send --prompt",
		"jun tool run true":                                    "no edge gives it",
		"jun tool loop 10m true":                               "no edge gives it",
		"jun call canvas.list '{}'":                            "operator",
		`jun tool message --kind info --title t 'from a seat'`: "status 0",
	} {
		if out := w.inSeat(a.Terminal, line); !strings.Contains(out, want) {
			t.Errorf("%s: %s\nwant %q", line, out, want)
		}
	}
	w.call("canvas.pause", map[string]any{"canvas": "main"}, nil)
	if out := w.inSeat(a.Terminal, "jun tool message 'from a paused seat'"); !strings.Contains(out, "paused") {
		t.Errorf("a paused seat's message: %s", out)
	}
	if out := w.inSeat(a.Terminal, "jun tool terminals"); !strings.Contains(out, "status 0") {
		t.Errorf("a paused seat may look: %s", out)
	}
	project := w.newDriver()
	for _, line := range []string{"jun tool screen %d", "jun tool send %d hi"} {
		r := project.inside(fmt.Sprintf(line, b.Terminal))
		if r.status != 1 || !strings.Contains(r.stderr, "edge") {
			t.Errorf("%s from a project terminal: status %d, %s", line, r.status, r.stderr)
		}
	}
}

// A seat goes on with the session that it had; never with a fresh one instead.
func TestSeatResumesItsSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	log := filepath.Join(t.TempDir(), "agent.log")
	w.canvas("main", card("planner", "--log", log))
	if why := w.refused("seat.resume", map[string]any{"canvas": "main", "node": "planner"}); !strings.Contains(why, "no session") {
		t.Errorf("a seat that had none: %s", why)
	}
	w.startSeat("main", "planner")
	had := w.seat("main", "planner").Session
	w.call("seat.stop", map[string]any{"canvas": "main", "node": "planner"}, nil)
	var out api.SeatOut
	w.call("seat.resume", map[string]any{"canvas": "main", "node": "planner"}, &out)
	w.glance("main", "planner", "idle")
	if got := w.seat("main", "planner"); got.Session != had || had == "" || out.Generation != 2 {
		t.Errorf("resumed %+v, the session was %q", got, had)
	}
	if screen := w.jun("tool", "screen", fmt.Sprint(out.Terminal)); !strings.Contains(screen, "Resumed session "+had) {
		t.Errorf("the agent shows\n%s", screen)
	}
	w.jun("quit", "--force")
	w.daemon.Wait()
	w.start()
	if got := w.seat("main", "planner"); got.Occupied || got.Glance != "gone" || got.Session != had || got.Generation != 2 {
		t.Errorf("after a quit: %+v", got)
	}
	w.call("seat.resume", map[string]any{"canvas": "main", "node": "planner"}, &out)
	if out.Generation != 3 || !out.Started {
		t.Errorf("resumed after a quit: %+v", out)
	}
}
