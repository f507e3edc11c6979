package compose

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"junto/internal/harness"
	"junto/internal/status"
	"junto/internal/vt"
)

// agent is a program with a composer, in virtual time: as demanding as the
// real ones, with a log of what reached it.
type agent struct {
	habits
	now    time.Time
	due    []event
	box    string
	dialog bool
	status status.Status
	ready  time.Time // from when on a paste is digested
	lastIn time.Time

	bodies    []string // texts that arrived, pasted or typed
	submitted []string
	answers   int    // Enters that a dialog took
	chosen    string // the key that a menu took
}

// habits are how the agent behaves.
type habits struct {
	lag      time.Duration // until input is handled
	digest   time.Duration // until a paste shows, and an Enter counts
	drop     int           // Enters that are lost
	burst    bool          // an Enter within 120 ms of text is a line break
	chip     bool          // pastes of more than two lines show as a chip
	asks     time.Duration // after a submission, until a dialog opens; 0 never
	dialog   bool          // a dialog is open at the start
	noWork   bool          // never shows that it works
	noScreen bool          // draws no composer
	modes    Modes
}

type event struct {
	at time.Time
	do func()
}

func newAgent(h habits, now time.Time) *agent {
	return &agent{habits: h, now: now, dialog: h.dialog, status: status.Idle}
}

func (a *agent) later(d time.Duration, do func()) {
	a.due = append(a.due, event{a.now.Add(d), do})
	slices.SortStableFunc(a.due, func(x, y event) int { return x.at.Compare(y.at) })
}

// until lets time pass, at most to the next thing that happens.
func (a *agent) until(at time.Time) {
	if len(a.due) > 0 && !a.due[0].at.After(at) {
		e := a.due[0]
		a.due = a.due[1:]
		a.now = e.at
		e.do()
		return
	}
	a.now = at
}

func (a *agent) receive(b []byte) {
	in := string(b)
	a.later(a.lag, func() { a.handle(in) })
}

func (a *agent) handle(in string) {
	if in == string(a.modes.Enter()) {
		a.enter()
		return
	}
	body := strings.TrimSuffix(strings.TrimPrefix(in, "\x1b[200~"), "\x1b[201~")
	var code int
	if n, _ := fmt.Sscanf(in, "\x1b[%du", &code); n == 1 && strings.HasSuffix(in, "u") {
		body = string(rune(code))
	}
	a.lastIn = a.now
	if a.dialog {
		if len(in) == 1 && strings.Contains("12", in) {
			a.chosen, a.dialog = in, false
		}
		return
	}
	a.bodies = append(a.bodies, body)
	a.ready = a.now.Add(a.digest)
	a.later(a.digest, func() { a.box += body })
}

func (a *agent) enter() {
	switch {
	case a.dialog:
		a.answers++
		a.dialog = false
		a.status = status.Working
	case a.drop > 0:
		a.drop--
	case a.now.Before(a.ready):
	case a.burst && a.now.Sub(a.lastIn) < 120*time.Millisecond:
		a.box += "\n"
	case strings.TrimSpace(a.box) == "":
	default:
		a.submitted = append(a.submitted, strings.TrimRight(a.box, "\n"))
		a.box = ""
		if !a.noWork {
			a.status = status.Working
		}
		if a.asks > 0 {
			a.later(a.asks, func() { a.dialog, a.status = true, status.Waiting })
		}
	}
}

func (a *agent) look() harness.Screen {
	if a.noScreen {
		return screen("some program")
	}
	if a.dialog {
		return screen(rule, " Do you want to proceed?", " ❯ 1. Yes", "   2. No", "", " Esc to cancel · Tab to amend")
	}
	lines := strings.Split(a.box, "\n")
	if a.chip && len(lines) > 3 {
		lines = []string{"[Pasted text #1 +9 lines]"}
	}
	for i := range lines {
		mark := "  "
		if i == 0 {
			mark = "❯ "
		}
		lines[i] = mark + lines[i]
	}
	term := vt.New(vt.Options{Cols: 60, Rows: 30})
	term.Write([]byte(strings.Join(slices.Concat([]string{rule}, lines, []string{rule, "  x"}), "\r\n")))
	return harness.Look(term)
}

// typing runs a unit against the agent, and returns the outcome and how long
// it took.
func (a *agent) typing(t fataler, text string) (Outcome, time.Duration) {
	start := a.now
	h, _ := harness.ByName("claude")
	m := Begin(h, text, a.modes, a.now)
	written := false
	for range 10_000 {
		var act Action
		m, act = m.Step(Observation{Now: a.now, Screen: a.look(), Status: a.status, Modes: a.modes, Written: written})
		written = false
		switch {
		case act.Done != nil:
			return *act.Done, a.now.Sub(start)
		case act.Write != nil:
			a.receive(act.Write)
			written = true
		case !act.WaitUntil.After(a.now):
			t.Fatalf("waits for %v, which is over", act.WaitUntil.Sub(a.now))
		default:
			a.until(act.WaitUntil)
		}
	}
	t.Fatalf("the unit does not end")
	return Outcome{}, 0
}

// fataler is what tests and properties have in common.
type fataler interface{ Fatalf(string, ...any) }
