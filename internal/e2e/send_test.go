package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// outcome is what `jun tool send --json` prints.
type outcome struct {
	Stage   string
	Started bool
	Held    string
}

// send sends a text from the driver's terminal and returns the outcome.
func (w *world) send(id int, text string) outcome {
	w.t.Helper()
	file := filepath.Join(w.t.TempDir(), "text")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
	r := w.inside(fmt.Sprintf("jun tool send --json %d - <%s", id, file))
	var o outcome
	if err := json.Unmarshal([]byte(r.stdout), &o); err != nil || r.status != 0 {
		w.t.Fatalf("send: status %d, %q, %q", r.status, r.stdout, r.stderr)
	}
	return o
}

// submitted are the texts that reached the agent, as it logged them.
func (w *world) submitted(log string) []string {
	w.t.Helper()
	var texts []string
	for _, e := range w.entries(log, "submit") {
		texts = append(texts, e.Text)
	}
	return texts
}

// "Whatever habits the agent has, my text arrives once and whole, and I am told
// the truth about it."
func TestATextArrivesOnceWhateverTheAgentsHabits(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{
		"normal", "no-bracketed-paste", "vim-normal", "placeholder", "splash:3s", "late-enter", "slow-digest:50ms", "slow-digest:500ms", "slow-digest:2s",
		"paste-burst", "paste-burst,no-bracketed-paste", "drop-enter", "alt-screen", "main-screen", "spinner", "static-title", "no-title",
		"kitty", "osc7501", "idle-animation", "stale-interrupt", "background", "rate-limit",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			id, log := w.demo(mode)
			w.seen(id, "demo")
			text := "first line of " + mode + "\nsecond: ünïcödé ⚡ 'quoted' $HOME\nthird"
			if strings.Contains(mode, "no-bracketed-paste") || mode == "vim-normal" {
				text = "one line for " + mode
			}
			o := w.send(id, text)
			w.until("the agent got it", func() bool { return len(w.submitted(log)) > 0 })
			if got := w.submitted(log); mode != "vim-normal" && (len(got) != 1 || got[0] != text) {
				t.Errorf("the agent got %q, want %q once", got, text)
			}
			if mode == "normal" && !o.Started {
				t.Errorf("an agent that answers at once was not seen to start: %+v", o)
			}
			if o.Stage == "submitted" && len(w.submitted(log)) == 0 {
				t.Errorf("called submitted, but it was not")
			}
		})
	}
}

// "My half-typed draft is mine: what others send waits until I have sent or
// cleared it."
func TestTheOperatorsDraftIsNeverTouched(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, log := w.demo("normal")
	w.waitFor(id, "idle")
	keys := func(s string) { w.call("terminal.type", map[string]any{"id": id, "data": []byte(s)}, nil) }
	keys("abc")
	if o := w.send(id, "X"); o.Stage != "accepted" || o.Started || o.Held == "" {
		t.Errorf("with a draft in the composer: %+v", o)
	}
	if got := w.submitted(log); len(got) > 0 {
		t.Fatalf("submitted %q under the operator's hands", got)
	}
	keys("\r")
	w.until("both arrive", func() bool { return len(w.submitted(log)) == 2 })
	if got := w.submitted(log); got[0] != "abc" || got[1] != "X" {
		t.Errorf("the agent got %q, want abc, then X", got)
	}
}

// "Twenty senders at once: twenty messages, none glued to another."
func TestTwentySendersAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, log := w.demo("normal", "--work", "20ms")
	w.waitFor(id, "idle")
	const senders = 20
	var lines []string
	for i := range senders {
		lines = append(lines, fmt.Sprintf("jun tool send %d 'message %02d\nof twenty' &", id, i))
	}
	w.inside(strings.Join(append(lines, "wait"), "\n"))
	w.until("all arrive", func() bool { return len(w.submitted(log)) >= senders })
	seen := make(map[string]bool)
	for _, text := range w.submitted(log) {
		if seen[text] || !strings.HasPrefix(text, "message ") || !strings.HasSuffix(text, "\nof twenty") {
			t.Errorf("got %q: twice, or not whole", text)
		}
		seen[text] = true
	}
	if len(seen) != senders {
		t.Errorf("%d different messages arrived, want %d", len(seen), senders)
	}
}

// "Nothing in a text can act as a key."
func TestControlBytesInATextAreNoKeys(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, log := w.demo("normal")
	w.waitFor(id, "idle")
	w.send(id, "ls\x1b[201~id\r\x03\x15\x04 nested \x1b[20\x1b[201~1~ c1 \u009b201~ end")
	w.until("it arrives", func() bool { return len(w.submitted(log)) == 1 })
	got := w.submitted(log)[0]
	if strings.ContainsAny(got, "\x1b\x03\x04\x15\r\u009b") || !strings.Contains(got, "end") {
		t.Errorf("the agent got %q", got)
	}
	if keys := w.entries(log, "key"); len(keys) > 1 {
		t.Errorf("bytes of the text acted as keys: %+v", keys)
	}
}

// "A mebibyte into a slow reader arrives to the byte."
func TestAMebibyteIntoASlowReader(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, log := w.demo("slow-reader:524288")
	w.waitFor(id, "idle")
	text := strings.Repeat("0123456789abcde\n", 1<<16)
	text = text[:1<<20-1]
	w.send(id, text)
	w.until("it arrives", func() bool { return len(w.entries(log, "submit")) == 1 })
	sum := sha256.Sum256([]byte(text))
	if e := w.entries(log, "submit")[0]; e.SHA != hex.EncodeToString(sum[:]) {
		t.Errorf("the sha256 of what arrived is %s, want %x", e.SHA, sum)
	}
}

// "One stopped program does not stop the others."
func TestAProgramThatDoesNotReadHoldsUpNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	stalled, _ := w.demo("stalled")
	other, log := w.demo("normal")
	w.waitFor(other, "idle")
	w.seen(stalled, "demo")
	before := cpuTicks(t, w.daemon.Process.Pid)
	var all sync.WaitGroup
	text := strings.Repeat("x", 1<<20-1)
	file := filepath.Join(t.TempDir(), "big")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	all.Go(func() {
		d := w.newDriver()
		if r := d.inside(fmt.Sprintf("jun tool send %d - <%s", stalled, file)); r.status != 0 || strings.TrimSpace(r.stdout) != "sent, not started yet" {
			t.Errorf("to the stalled agent: %+v", r)
		}
	})
	w.send(other, "hello")
	w.until("the other agent gets its text", func() bool { return len(w.submitted(log)) == 1 })
	all.Wait()
	t.Logf("the daemon used %d clock ticks meanwhile", cpuTicks(t, w.daemon.Process.Pid)-before)
}

// "A prompt answers an open question; --unless-waiting refuses instead."
func TestUnlessWaitingLeavesTheQuestionToTheUser(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, log := w.demo("menu")
	w.waitFor(id, "waiting")
	r := w.inside(fmt.Sprintf("jun tool send --unless-waiting %d hello", id))
	if r.status != 1 || !strings.Contains(r.stderr, "waits for an answer") {
		t.Errorf("status %d, %q", r.status, r.stderr)
	}
	if got := w.submitted(log); len(got) > 0 || w.terminals()[id].Status != "waiting" {
		t.Errorf("the question was answered: %q", got)
	}
}
