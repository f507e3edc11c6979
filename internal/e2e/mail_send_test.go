package e2e

import (
	"encoding/json"
	"fmt"
	"testing"
)

// outcomeOf is what a send, begun in the driver's terminal, printed.
func (w *world) outcomeOf(n int) outcome {
	w.t.Helper()
	r := w.end(n)
	var o outcome
	if err := json.Unmarshal([]byte(r.stdout), &o); err != nil || r.status != 0 {
		w.t.Fatalf("send: status %d, %q, %q", r.status, r.stdout, r.stderr)
	}
	return o
}

// "What I sent while a draft stood there is typed once, after the draft, though
// Jun was killed and restarted meanwhile; and I am told so when I ask again."
func TestAHeldSendOutlivesTheDaemon(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(w *world){
		"killed": func(w *world) { w.kill9() },
		"restarted": func(w *world) {
			w.jun("restart")
			w.until("it is back", func() bool { _, err := w.try("status"); return err == nil })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			id, log := w.demo("normal")
			w.waitFor(id, "idle")
			keys := func(s string) { w.call("terminal.type", map[string]any{"id": id, "data": []byte(s)}, nil) }
			keys("abc")
			line := fmt.Sprintf("jun tool send --json --key k %d X", id)
			if o := w.outcomeIn(line); o.Stage != "accepted" || o.Held == "" {
				t.Errorf("with a draft in the composer: %+v", o)
			}
			end(w)
			w.seen(id, "demo")
			// Its daemon ends while it waits, or is not there yet when it is called.
			w.begin("until " + line + "; do sleep 0.1; done 2>/dev/null")
			end(w)
			if o := w.outcomeOf(w.nth); o.Stage != "accepted" || o.Started {
				t.Errorf("asked again over the end of the daemon: %+v", o)
			}
			keys("\r")
			w.until("both arrive", func() bool { return len(w.submitted(log)) == 2 })
			if got := w.submitted(log); got[0] != "abc" || got[1] != "X" {
				t.Errorf("the agent got %q, want abc, then X", got)
			}
			w.until("it is told as submitted", func() bool { return w.outcomeIn(line).Stage == "submitted" })
			if got := w.submitted(log); len(got) != 2 {
				t.Errorf("the agent got %q", got)
			}
		})
	}
}

// outcomeIn runs a send in the driver's terminal to its end.
func (w *world) outcomeIn(line string) outcome {
	w.t.Helper()
	w.begin(line)
	return w.outcomeOf(w.nth)
}

// "Jun is killed while it types what I sent: it arrives once, and my program,
// which waits, is told so by the Jun that comes after."
func TestASendThatWasCutShortArrivesOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, log := w.demo("slow-digest:2s")
	w.waitFor(id, "idle")
	w.begin(fmt.Sprintf("jun tool send --json %d hello", id))
	n := w.nth
	w.until("it is pasted", func() bool { return len(w.entries(log, "paste")) == 1 })
	w.kill9()
	if o := w.outcomeOf(n); o.Stage != "typed" && o.Stage != "submitted" && o.Stage != "accepted" {
		t.Errorf("it is told as %+v", o)
	}
	w.until("it arrives", func() bool { return len(w.submitted(log)) > 0 })
	w.send(id, "next")
	w.until("the next one arrives", func() bool { return len(w.submitted(log)) > 1 })
	if got := w.submitted(log); len(got) != 2 || got[0] != "hello" || got[1] != "next" {
		t.Errorf("the agent got %q, want hello, then next", got)
	}
}
