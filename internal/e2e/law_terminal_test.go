package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"junto/internal/api"
	"junto/internal/fault"
)

// shellCard is the card of a plain terminal, as an operation.
func shellCard(id string, terminal map[string]any) map[string]any {
	bound := map[string]any{"bindingId": "binding-" + id}
	for k, v := range terminal {
		bound[k] = v
	}
	return map[string]any{"op": "add_node", "node": map[string]any{
		"id": id, "type": "text", "x": 400, "y": 0, "width": 220, "height": 84, "text": id,
		"ether": map[string]any{"entity": map[string]any{"kind": "terminal"}, "terminal": bound},
	}}
}

// "A terminal card is a plain shell of mine: it runs, it is no seat, and no line
// reaches it."
func TestATerminalCardIsAPlainShell(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := t.TempDir()
	at := w.canvas("main", shellCard("shell", map[string]any{"launch": map[string]any{"kind": "shell", "cwd": dir, "env": map[string]any{"MARK": "card"}}}),
		shellCard("server", map[string]any{"onDelete": "kill-session", "launch": map[string]any{"kind": "command", "argv": []string{"sh", "-c", "echo serving; read x"}}}),
		card("planner"))
	w.call("canvas.play", map[string]any{"canvas": "main"}, nil)
	var shell, server, again api.SeatOut
	w.call("seat.start", map[string]any{"canvas": "main", "node": "shell"}, &shell)
	w.call("seat.start", map[string]any{"canvas": "main", "node": "server"}, &server)
	w.call("seat.start", map[string]any{"canvas": "main", "node": "shell"}, &again)
	if again.Started || again.Terminal != shell.Terminal || !shell.Started {
		t.Errorf("started %+v, then %+v", shell, again)
	}
	w.until("the card shows its terminal", func() bool { return w.seat("main", "shell").Terminal == shell.Terminal })
	if v := w.seat("main", "shell"); v.Delivers || v.Harness != "" || !v.Occupied {
		t.Errorf("the card shows %+v", v)
	}
	w.call("terminal.type", map[string]any{"id": shell.Terminal, "data": []byte("pwd; echo $MARK; junto capabilities; junto ping; jun tool terminals | grep -o self.*true\r")}, nil)
	w.until("the shell answers", func() bool { return strings.Contains(w.screenOf(shell.Terminal), "self\": true") })
	if screen := w.screenOf(shell.Terminal); !strings.Contains(screen, dir) || !strings.Contains(screen, "card") || strings.Count(screen, "AuthError") != 2 {
		t.Errorf("the shell shows:\n%s", screen)
	}
	if why := w.refused("canvas.edit", map[string]any{"canvas": "main", "rev": at.Rev, "ops": []any{messagesEdge("planner", "shell")}}); !strings.Contains(why, "geography takes no edges") {
		t.Error(why)
	}
	if r := w.inside(fmt.Sprintf("jun tool screen %d", shell.Terminal)); r.status != 1 || !strings.Contains(r.stderr, "card of a canvas") {
		t.Errorf("another terminal reads it: %+v", r)
	}
	// The daemon's end is not its end; deleting its card is only where that says so.
	w.kill9()
	w.until("it is taken up", func() bool { return w.seat("main", "shell").Terminal == shell.Terminal })
	w.edit(at, map[string]any{"op": "delete_node", "id": "shell"}, map[string]any{"op": "delete_node", "id": "server"})
	ids := []int{}
	for id := range w.terminals() {
		ids = append(ids, id)
	}
	if !slices.Contains(ids, shell.Terminal) || slices.Contains(ids, server.Terminal) {
		t.Errorf("after the cards are gone, terminals %v run, shell was %d, server %d", ids, shell.Terminal, server.Terminal)
	}
}

// "A seat sees the terminal in its region, and cannot touch it."
func TestASeatDoesNotReachATerminalCard(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "normal")
	region := map[string]any{"op": "add_node", "at": 0, "node": map[string]any{"id": "r", "type": "group", "x": -50, "y": -50, "width": 900, "height": 400, "label": "R"}}
	d.edit(d.at, region, shellCard("shell", nil))
	var out api.SeatOut
	d.call("seat.start", map[string]any{"canvas": "main", "node": "shell"}, &out)
	if r := d.seats["planner"].inside("jun tool terminals"); r.status != 0 || !strings.Contains(r.stdout, fmt.Sprintf(`"id": %d,`, out.Terminal)) {
		t.Errorf("the terminals: %+v", r)
	}
	for _, line := range []string{"screen %d", "send %d hello"} {
		if r := d.seats["planner"].inside("jun tool " + fmt.Sprintf(line, out.Terminal)); r.status != 1 {
			t.Errorf("%s: %+v", line, r)
		}
	}
	for _, line := range []string{"msg send shell hello", "seat read shell", "seat wait shell --until idle"} {
		d.fails("planner", line, fault.Scope)
	}
}

// screenOf is what a terminal shows, in one line for each of its own.
func (w *world) screenOf(id int) string {
	w.t.Helper()
	return strings.Join(w.text(id, 200), "\n")
}
