package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"junto/internal/api"
	"junto/internal/fault"
)

// desk is a canvas that plays, with seats of the fake agent.
type desk struct {
	*world
	at    api.CanvasRev
	logs  map[string]string
	seats map[string]*world // runs commands in each seat
	edge  string            // the edge between planner and reviewer
}

// newDesk draws planner messages reviewer, and a third seat apart, and presses
// play. Each seat's process is the fake agent with a driver beside it.
func newDesk(t testing.TB, mode string) *desk {
	t.Helper()
	d := &desk{world: newWorld(t), logs: make(map[string]string), seats: make(map[string]*world)}
	nodes := []string{"planner", "reviewer", "loner"}
	ops := []map[string]any{}
	for _, node := range nodes {
		ops = append(ops, d.seatCard(node, mode))
	}
	d.at = d.canvas("main", append(ops, messagesEdge("planner", "reviewer"))...)
	d.edge = d.drawn("main").World.Edges[0].ID
	d.call("canvas.play", map[string]any{"canvas": "main"}, nil)
	for _, node := range nodes {
		d.start(node)
	}
	return d
}

// seatCard is the card of a seat whose commands a test can give.
func (d *desk) seatCard(node, mode string) map[string]any {
	d.t.Helper()
	driver := &world{t: d.t, home: d.home, log: d.log}
	driver.prepare()
	d.logs[node] = filepath.Join(driver.dir, "agent.log")
	script := fmt.Sprintf(`cd %s
sh ./driver </dev/null >/dev/null 2>&1 &
exec %s demo-agent --mode %s --log %s --work 50ms
`, driver.dir, filepath.Join(bin, "jund"), mode, d.logs[node])
	file := filepath.Join(driver.dir, "seat")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		d.t.Fatal(err)
	}
	d.seats[node] = driver
	op := card(node)
	ether := op["node"].(map[string]any)["ether"].(map[string]any)
	ether["terminal"].(map[string]any)["launch"] = map[string]any{"kind": "command", "argv": []string{"/bin/sh", file}}
	return op
}

// start starts a seat.
func (d *desk) start(node string) {
	d.t.Helper()
	d.seats[node].driver = d.startSeat("main", node).Terminal
}

// answer is what junto prints.
type answer struct {
	OK    bool            `json:"ok"`
	Data  json.RawMessage `json:"data"`
	Error *fault.Fault    `json:"error"`
}

// junto runs junto in a seat, and reads what it printed.
func (d *desk) junto(node, line string) answer {
	d.t.Helper()
	r := d.seats[node].inside("junto " + line)
	var a answer
	text := r.stdout
	if r.status != 0 && text == "" {
		text = r.stderr
	}
	if err := json.Unmarshal([]byte(text), &a); err != nil || a.OK != (r.status == 0) {
		d.t.Fatalf("junto %s: status %d, %q, %q", line, r.status, r.stdout, r.stderr)
	}
	return a
}

// works runs junto in a seat, where it has to work, and decodes what it gives.
func (d *desk) works(node, line string, out any) {
	d.t.Helper()
	a := d.junto(node, line)
	if a.Error != nil {
		d.t.Fatalf("junto %s: %+v", line, a.Error)
	}
	if out != nil {
		if err := json.Unmarshal(a.Data, out); err != nil {
			d.t.Fatalf("junto %s: %s: %v", line, a.Data, err)
		}
	}
}

// fails runs junto in a seat, where it has to be refused so.
func (d *desk) fails(node, line string, want fault.Type) *fault.Fault {
	d.t.Helper()
	a := d.junto(node, line)
	if a.Error == nil || a.Error.Type != want || a.Error.NextStep == "" {
		d.t.Fatalf("junto %s: %s, %+v, want a fault of type %s", line, a.Data, a.Error, want)
	}
	return a.Error
}

// gets waits until a seat's agent took a message.
func (d *desk) gets(node, text string) {
	d.t.Helper()
	d.until(fmt.Sprintf("%s gets %q", node, text), func() bool {
		for _, got := range d.submitted(d.logs[node]) {
			if got == text {
				return true
			}
		}
		return false
	})
}

// "Two agents that I joined by a line mail each other, and I can see what became
// of each mail."
func TestSeatsMailAlongAnEdge(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "normal")
	var sent api.MsgSendOut
	d.works("planner", `msg send '{"target":"reviewer","text":"auth refactor is up, please review src/auth"}'`, &sent)
	if sent.Delivery != "delivered" {
		t.Errorf("sent %+v", sent)
	}
	d.gets("reviewer", "mail from planner — auth refactor is up, please review src/auth — junto msg read "+sent.MessageID)
	var read api.MsgReadOut
	d.works("reviewer", "msg read "+sent.MessageID, &read)
	if m := read.Message; m.From != "planner" || !strings.Contains(m.Text, "please review src/auth\n</mail>") || m.Read == "" {
		t.Errorf("read %+v", m)
	}
	d.works("reviewer", "msg reply "+sent.MessageID+" 'no issue'", &sent)
	d.gets("planner", "mail from reviewer — no issue — junto msg read "+sent.MessageID)
	d.works("reviewer", `msg send --prompt '{"target":"planner","text":"Review\nand reply"}'`, &sent)
	d.gets("planner", "mail from reviewer\nReview\nand reply")
	d.works("planner", "msg react "+sent.MessageID, nil)
	var out api.MsgSentOut
	d.until("it is known what became of it", func() bool {
		d.works("reviewer", "msg sent planner", &out)
		return len(out.Items) == 2 && len(out.Items[0].Receipts) == 4 && len(out.Items[0].Reactions) == 1
	})
	var list api.MsgListOut
	d.works("planner", "msg list", &list)
	if len(list.Items) != 2 || list.Unread != 1 || list.Items[0].MessageID != sent.MessageID {
		t.Errorf("listed %+v", list)
	}
}

// "Where I drew no line there is no way, and where I delete one there is none
// any more."
func TestOnlyAnEdgeLetsASeatReachAnother(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "normal")
	for _, line := range []string{
		"msg send loner hello", "msg send --prompt loner hello", "msg list loner", "seat read loner", "seat wait loner --until idle",
	} {
		if f := d.fails("planner", line, fault.Scope); !strings.Contains(f.NextStep, "planner messages loner") {
			t.Errorf("%s: the next step is %q", line, f.NextStep)
		}
		d.fails("planner", strings.Replace(line, "loner", "planner", 1), fault.Scope)
	}
	d.fails("loner", "seat wait --any --until idle", fault.Scope)
	var why api.WhyOut
	d.works("planner", "why planner reviewer msg.send", &why)
	if !why.Admitted {
		t.Errorf("why: %+v", why)
	}
	var screen api.SeatReadOut
	d.works("planner", "seat read reviewer --lines 5", &screen)
	if !strings.Contains(screen.Text, "</screen>") || screen.State != "idle" {
		t.Errorf("read %+v", screen)
	}
	d.seats["planner"].begin("junto seat wait reviewer --until attention --timeout 50s")
	n := d.seats["planner"].nth
	d.works("reviewer", "ping", nil)
	d.edit(d.at, map[string]any{"op": "delete_edge", "id": d.edge})
	r := d.seats["planner"].end(n)
	if r.status != 1 || !strings.Contains(r.stderr, `"type":"ScopeError"`) {
		t.Errorf("the wait ended with %d, %q, %q", r.status, r.stdout, r.stderr)
	}
	d.fails("planner", "msg send reviewer hello", fault.Scope)
	d.works("planner", "why planner reviewer msg.send", &why)
	if why.Admitted || why.Fix == nil || why.Fix.Verb != "messages" {
		t.Errorf("why: %+v", why)
	}
}

// "While I have it paused nobody sends or reads mail, and nothing is stopped."
func TestPauseAndBlockHoldTheAgents(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "normal")
	d.call("canvas.pause", map[string]any{"canvas": "main"}, nil)
	for _, line := range []string{"msg send reviewer hello", "msg list", "msg sent"} {
		if f := d.fails("planner", line, fault.Paused); !f.Retryable {
			t.Errorf("%s: not retryable", line)
		}
	}
	var can api.Capabilities
	d.works("planner", "capabilities", &can)
	if !can.Paused || len(can.Connected) != 1 || can.NextStep == "" {
		t.Errorf("paused: %+v", can)
	}
	d.call("canvas.play", map[string]any{"canvas": "main"}, nil)
	d.works("planner", "msg send reviewer hello", nil)
	d.edit(d.at, map[string]any{"op": "set_node", "id": "planner", "ether": map[string]any{
		"entity": map[string]any{"kind": "agent", "name": "local:planner"}, "flags": []string{"blocker"},
		"terminal": map[string]any{"bindingId": "binding-planner", "harness": "demo"},
	}})
	d.fails("planner", "msg send reviewer hello", fault.Blocked)
	d.fails("planner", "seat read reviewer", fault.Blocked)
	for _, line := range []string{"ping", "doctor", "capabilities", "onboard", "rulings"} {
		d.works("planner", line, nil)
	}
}

// "Mail to a seat that is not up waits for it, over the end of the daemon, and a
// seat that I delete tells its senders so."
func TestMailWaitsForItsSeat(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "normal")
	d.call("seat.stop", map[string]any{"canvas": "main", "node": "reviewer"}, nil)
	var first, second api.MsgSendOut
	d.works("planner", "msg send reviewer one", &first)
	if first.Delivery != "waiting" || first.Reason != "the seat is not running" {
		t.Errorf("sent %+v", first)
	}
	d.works("planner", "msg send --prompt reviewer two --key k", &second)
	d.kill9()
	d.call("canvas.play", map[string]any{"canvas": "main"}, nil)
	var again api.MsgSendOut
	d.works("planner", "msg send --prompt reviewer two --key k", &again)
	if again.MessageID != second.MessageID || again.Disposition != "duplicate" {
		t.Errorf("sent again: %+v, first %+v", again, second)
	}
	d.start("reviewer")
	d.gets("reviewer", "mail from planner — one — junto msg read "+first.MessageID)
	d.gets("reviewer", "mail from planner\ntwo")
	if got := d.submitted(d.logs["reviewer"]); len(got) != 2 {
		t.Errorf("the agent got %q", got)
	}
	d.call("seat.stop", map[string]any{"canvas": "main", "node": "reviewer"}, nil)
	d.works("planner", "msg send reviewer three", nil)
	d.edit(d.at, map[string]any{"op": "delete_node", "id": "reviewer"})
	var out api.MsgSentOut
	d.until("its end is seen", func() bool {
		d.works("planner", "msg sent", &out)
		return out.Items[0].Delivery == "ended"
	})
	d.fails("planner", "msg send reviewer four", fault.UnknownTarget)
}

// "A question on the screen is not answered by mail that comes in."
func TestMailDoesNotAnswerADialog(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "normal")
	id := d.seats["reviewer"].driver
	d.call("terminal.type", map[string]any{"id": id, "data": []byte("ask\r")}, nil)
	d.glance("main", "reviewer", "attention")
	var sent api.MsgSendOut
	d.works("planner", "msg send --prompt reviewer hello", &sent)
	if sent.Delivery != "waiting" {
		t.Errorf("sent %+v", sent)
	}
	var out api.MsgSentOut
	d.until("the dialog is the reason", func() bool { // not the keys of just before it
		d.works("planner", "msg sent", &out)
		return out.Items[0].Reason == "a dialog is open"
	})
	if n := len(d.entries(d.logs["reviewer"], "answer")); n > 0 {
		t.Fatal("the dialog was answered")
	}
	d.call("terminal.type", map[string]any{"id": id, "data": []byte("\r")}, nil)
	d.gets("reviewer", "mail from planner\nhello")
}

// "Whoever is no seat is told so; how to call, everybody may read."
func TestOutsideOfSeats(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, line := range []string{"ping", "doctor", "schema list", "schema show msg send", "examples show seat wait", "docs", "docs node agent"} {
		if out, err := w.program("junto", strings.Fields(line)...); err != nil {
			t.Errorf("junto %s: %v: %s", line, err, out)
		}
	}
	for _, line := range []string{"capabilities", "msg list", "msg send a b"} {
		if out, err := w.program("junto", strings.Fields(line)...); err == nil || !strings.Contains(out, `"type":"AuthError"`) {
			t.Errorf("junto %s: %v: %s", line, err, out)
		}
	}
	if r := w.inside("junto ping"); r.status != 1 || !strings.Contains(r.stderr, "not a seat") {
		t.Errorf("in a project terminal: %+v", r)
	}
	w.canvas("main", card("planner"))
	for _, line := range []string{"canvas ls", "digest main", "render main", "why planner nobody"} {
		if out, err := w.program("junto", strings.Fields(line)...); err != nil || !strings.Contains(out, "planner") && line != "canvas ls" {
			t.Errorf("junto %s: %v: %s", line, err, out)
		}
	}
}

// "Whatever happens to the daemon, what it acknowledged is there, once."
func TestNoAcknowledgedMailIsLostOrDoubled(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "normal")
	d.call("seat.stop", map[string]any{"canvas": "main", "node": "reviewer"}, nil)
	const rounds, senders = 6, 4
	acknowledged := make(map[string]string) // id → key
	for round := range rounds {
		var lines []string
		for s := range senders {
			lines = append(lines, fmt.Sprintf(
				`(i=0; while [ $i -lt 500 ]; do k=%d-%d-$i; junto msg send reviewer $k --key $k || exit 0; i=$((i+1)); done) &`, round, s))
		}
		planner := d.seats["planner"]
		planner.begin(strings.Join(append(lines, "wait"), "\n"))
		n := planner.nth
		d.until("some were sent", func() bool {
			b, err := os.ReadFile(filepath.Join(planner.dir, fmt.Sprintf("%d.out", n)))
			return err == nil && strings.Count(string(b), "\n") > 3*(round+1)
		})
		d.kill9()
		for _, line := range strings.Split(strings.TrimSpace(planner.end(n).stdout), "\n") {
			var a struct{ Data api.MsgSendOut }
			if json.Unmarshal([]byte(line), &a) != nil || a.Data.MessageID == "" {
				t.Fatalf("an acknowledgement is cut off: %q", line)
			}
			acknowledged[a.Data.MessageID] = ""
		}
		d.call("canvas.play", map[string]any{"canvas": "main"}, nil)
	}
	kept := make(map[string]int)
	for older := ""; ; {
		var page api.MsgSentOut
		d.works("planner", "msg sent --limit 200"+older, &page)
		for _, m := range page.Items {
			kept[m.Text]++
			delete(acknowledged, m.MessageID)
		}
		if page.Older == "" {
			break
		}
		older = " --before " + page.Older
	}
	for id := range acknowledged {
		t.Errorf("mail %s was acknowledged and is gone", id)
	}
	for text, n := range kept {
		if n != 1 {
			t.Errorf("mail %q is there %d times", text, n)
		}
	}
	t.Logf("%d kills, %d mails", rounds, len(kept))
}

// "A daemon that dies between a text and its Enter leaves nothing in the
// composer that holds up all that follows."
func TestAMailThatWasCutShortIsSentOff(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"a line": "hello", "a long paste": strings.Repeat("a line\n", 30) + "end"} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, "slow-digest:2s")
			file := filepath.Join(d.seats["planner"].dir, "text")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			planner := d.seats["planner"]
			planner.begin("junto msg send --prompt reviewer - <" + file)
			n := planner.nth
			d.until("it is pasted", func() bool { return len(d.entries(d.logs["reviewer"], "paste")) == 1 })
			d.kill9()
			planner.end(n)
			d.call("canvas.play", map[string]any{"canvas": "main"}, nil)
			d.gets("reviewer", "mail from planner\n"+text)
			var sent api.MsgSendOut
			d.works("planner", "msg send reviewer next", &sent)
			d.gets("reviewer", "mail from planner — next — junto msg read "+sent.MessageID)
			if got := d.submitted(d.logs["reviewer"]); len(got) != 2 {
				t.Errorf("the agent got %q", got)
			}
		})
	}
}
