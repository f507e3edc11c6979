package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"junto/internal/api"
)

// fromJunto is what the fake agent took that is from Junto itself.
func (w *world) fromJunto(log string) (all []string) {
	w.t.Helper()
	if _, err := os.Stat(log); err != nil {
		return nil // it has not begun
	}
	for _, text := range w.submitted(log) {
		if own, ok := strings.CutPrefix(text, "[message - junto] "); ok {
			all = append(all, own)
		}
	}
	return all
}

// "An agent that takes no instructions when it starts is told where it is by the
// first message that it gets; and when it is resumed, in one line."
func TestABriefingIsTypedOnceTheAgentRests(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	log := filepath.Join(t.TempDir(), "agent.log")
	region := map[string]any{"op": "add_node", "at": 0, "node": map[string]any{
		"id": "r", "type": "group", "x": -50, "y": -50, "width": 900, "height": 400, "label": "R",
		"ether": map[string]any{"region": map[string]any{"instruction": "Never touch main."}},
	}}
	w.canvas("main", region, card("planner", "--log", log, "--work", "50ms"))
	w.call("seat.start", map[string]any{"canvas": "main", "node": "planner"}, nil)
	w.until("it is briefed", func() bool { return len(w.fromJunto(log)) == 1 })
	text := w.submitted(log)[0]
	for _, want := range []string{`[message - junto] You are in a seat of Junto: "local:planner"`, "junto onboard", "Never touch main."} {
		if !strings.Contains(text, want) {
			t.Errorf("the briefing lacks %q:\n%s", want, text)
		}
	}
	w.until("nothing is left to read", func() bool { return w.seat("main", "planner").Mail == api.SeatMail{} })
	w.kill9()
	w.until("its session is known", func() bool { return w.seat("main", "planner").Session != "" })
	w.call("seat.stop", map[string]any{"canvas": "main", "node": "planner"}, nil)
	w.call("seat.resume", map[string]any{"canvas": "main", "node": "planner"}, nil)
	w.until("it is told where it is", func() bool { return len(w.fromJunto(log)) == 2 })
	if got := w.fromJunto(log)[1]; got != `You are in your seat of Junto again: "local:planner", generation 2. Peers may have changed meanwhile: run `+"`junto onboard`." {
		t.Errorf("resumed, it is told %q", got)
	}
}

// "When I draw or delete a line, the agents at its ends are told; not while I
// have them paused, and not what I take back at once."
func TestSeatsAreToldOfTheirConnections(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "normal")
	d.at = d.edit(d.at, map[string]any{"op": "add_edge", "id": "new", "from": "planner", "to": "loner", "verb": "messages"})
	const gained = "Your connections changed. You can now reach planner. Run `junto capabilities`."
	d.until("loner is told", func() bool { return len(d.fromJunto(d.logs["loner"])) == 1 })
	if got := d.fromJunto(d.logs["loner"])[0]; got != gained {
		t.Errorf("loner is told %q", got)
	}
	d.call("canvas.pause", map[string]any{"canvas": "main", "node": "loner"}, nil)
	d.at = d.edit(d.at, map[string]any{"op": "delete_edge", "id": "new"})
	d.until("planner is told", func() bool { return len(d.fromJunto(d.logs["planner"])) == 2 })
	if n := len(d.fromJunto(d.logs["loner"])); n != 1 {
		t.Errorf("loner is paused, and was told %d times", n)
	}
	d.call("canvas.play", map[string]any{"canvas": "main", "node": "loner"}, nil)
	d.until("loner is told when it plays", func() bool { return len(d.fromJunto(d.logs["loner"])) == 2 })
	if got := d.fromJunto(d.logs["loner"])[1]; !strings.Contains(got, "no longer reach planner") {
		t.Errorf("loner is told %q", got)
	}
	if got := d.fromJunto(d.logs["reviewer"]); len(got) != 0 {
		t.Errorf("reviewer, whose edges stayed, is told %q", got)
	}
	var list api.MsgListOut
	d.works("planner", "msg list", &list)
	if len(list.Items) != 2 || list.Unread != 0 || list.Items[0].FromName != "Junto" || strings.Contains(list.Items[0].Text, "<mail") {
		t.Errorf("planner's mailbox: %+v", list)
	}
}
