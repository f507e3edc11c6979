package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

// habits are the fake agent's modes in which a text can be submitted at all, and
// what is sent to it again and again.
var habits = []string{
	"normal", "placeholder", "splash:2s", "late-enter:1s", "slow-digest:50ms", "slow-digest:500ms", "paste-burst", "paste-burst,no-bracketed-paste",
	"no-bracketed-paste", "drop-enter", "drop-enter:2", "alt-screen", "main-screen", "spinner", "static-title", "no-title", "kitty", "kitty:13",
	"osc7501", "stale-interrupt",
}

// sendsEach makes a thousand in all.
const sendsEach = 50

// "A thousand sends to agents of every habit: none lost, none doubled, none
// glued to another, and none called submitted that was not."
func TestAThousandSends(t *testing.T) {
	if testing.Short() {
		t.Skip("sends a thousand texts")
	}
	w := newWorld(t)
	var all sync.WaitGroup
	for _, mode := range habits {
		id, log := w.demo(mode, "--work", "300ms") // no real turn is shorter
		w.seen(id, "demo")
		d := w.newDriver()
		d.slow = sendsEach / 5
		d.begin(sendScript(id, mode))
		all.Go(func() { d.checkSends(mode, log, d.end(d.nth)) })
	}
	all.Wait()
}

// sendScript sends texts one after the other: some of one line, some of several,
// unless newlines would become spaces.
func sendScript(id int, mode string) string {
	var b strings.Builder
	for n := range sendsEach {
		fmt.Fprintf(&b, "jun tool send --json %d - <<'END' || exit 1\n%s\nEND\n", id, sent(mode, n))
	}
	return b.String()
}

func sent(mode string, n int) string {
	text := fmt.Sprintf("text %02d for %s ⚡ ünïcödé", n, mode)
	if n%3 == 1 && !strings.Contains(mode, "no-bracketed-paste") {
		text += "\nand a second line\n\nand a fourth"
	}
	return text
}

// checkSends compares what was sent, what was said of it, and what arrived.
func (w *world) checkSends(mode, log string, r result) {
	w.t.Helper()
	if r.status != 0 {
		w.t.Errorf("%s: a send failed: %s", mode, r.stderr)
		return
	}
	var outcomes []outcome
	for d := json.NewDecoder(strings.NewReader(r.stdout)); d.More(); {
		var o outcome
		if err := d.Decode(&o); err != nil {
			w.t.Errorf("%s: %v", mode, err)
			return
		}
		outcomes = append(outcomes, o)
	}
	var want []string
	for n := range sendsEach {
		want = append(want, sent(mode, n))
	}
	w.until(mode+": all arrive", func() bool { return len(w.submitted(log)) >= len(want) })
	if got := w.submitted(log); !slices.Equal(got, want) {
		w.t.Errorf("%s: what arrived is not what was sent:\n%q\nwant\n%q", mode, got, want)
	}
	said := make(map[string]int)
	for _, o := range outcomes {
		said[o.Stage]++
		if o.Started {
			said["started"]++
		}
	}
	w.t.Logf("%s: %d sent, %d arrived, told %v", mode, len(outcomes), len(w.submitted(log)), said)
}
