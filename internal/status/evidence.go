package status

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"junto/internal/harness"
)

// evidence is what weighing found.
type evidence struct {
	status  Status
	because string
	source  string        // because without what was seen: a clock in it is no news
	keep    bool          // the agent cannot be seen: what was known stays
	hold    time.Duration // how long it must hold; 0 is the usual
}

// settles is how long the evidence must hold before it replaces a status.
func (e evidence) settles(from Status) time.Duration {
	switch {
	case e.hold > 0:
		return e.hold
	case e.status == Unknown && from != Unknown:
		return lostAfter
	}
	return settle
}

// sight is what the rules found on a screen.
type sight struct {
	taken    bool
	box      bool
	text     string // in the composer
	blocker  harness.Found
	cover    harness.Found
	working  harness.Found
	starting harness.Found
	idle     harness.Found
}

func (sight) has(f harness.Found) bool { return f.Shows != "" }

func see(t *harness.Template, s harness.Screen) sight {
	v := t.See(s)
	out := sight{taken: true, box: v.HasBox, text: v.Box.Text}
	out.blocker, _ = v.Match(harness.Waiting, harness.Keep)
	if out.blocker.Shows == harness.Keep {
		out.cover, out.blocker = out.blocker, harness.Found{}
	}
	out.working, _ = v.Match(harness.Working)
	out.starting, _ = v.Match(harness.Starting)
	out.idle, _ = v.Match(harness.Idle)
	return out
}

// unreported returns what the screen knows better than the agent's reports.
func (s sight) unreported() harness.Found {
	for _, f := range []harness.Found{s.blocker, s.working} {
		if f.Unreported {
			return f
		}
	}
	return harness.Found{}
}

// weigh returns the evidence that ranks highest.
func (m *memory) weigh(t *harness.Template, title string) evidence {
	if e, ok := m.reports.weigh(t, m.sight); ok {
		return e
	}
	if f := m.sight.blocker; m.sight.has(f) {
		return onScreen(Waiting, f)
	}
	if e, ok := m.weighTitle(t, title); ok {
		return e
	}
	if m.notice != "" {
		return evidence{status: Waiting, source: "notice", because: "it sent a notification: " + m.notice}
	}
	if m.progress {
		return evidence{status: Working, source: "progress", because: "it shows progress (OSC 9;4)"}
	}
	if m.sent.due() && !m.sight.has(m.sight.working) {
		return evidence{status: Working, source: fromSent, because: "a message was submitted: Enter emptied its prompt"}
	}
	e := m.sight.weigh()
	if e.status == Unknown && m.reports.left {
		e.source, e.because, e.hold = "left", "it cleared its report over OSC 7501, so it is leaving", leaveWithin
	}
	return e
}

func (m *memory) weighTitle(t *harness.Template, title string) (evidence, bool) {
	s := m.sight
	for _, r := range t.Titles {
		if !r.Match.MatchString(title) {
			continue
		}
		st := Status(r.Shows)
		if st == Idle && (!s.box || s.has(s.working) || m.sent.due()) {
			// A resting title over a screen without a prompt can be a dialog
			// that no rule knows: it is not called idle.
			return evidence{}, false
		}
		return evidence{
			status: st, source: "title " + r.Say,
			because: fmt.Sprintf("its title has %s: %s", r.Say, quote(title)),
		}, true
	}
	return evidence{}, false
}

// weigh is the last rank: what else the screen says.
func (s sight) weigh() evidence {
	switch {
	case s.has(s.cover):
		return evidence{keep: true}
	case s.has(s.working):
		return onScreen(Working, s.working)
	case s.has(s.starting):
		e := onScreen(Unknown, s.starting)
		e.because = "it is starting: " + quote(s.starting.Saw)
		return e
	case s.has(s.idle):
		return onScreen(Idle, s.idle)
	case s.box:
		return evidence{status: Idle, source: "prompt", because: "its prompt is shown, and nothing says that it works"}
	}
	return evidence{status: Unknown, source: "nothing", because: "neither its title nor its screen shows a known state"}
}

func onScreen(st Status, f harness.Found) evidence {
	return evidence{
		status: st, source: "screen " + f.Say,
		because: fmt.Sprintf("its screen shows %s: %s", f.Say, quote(f.Saw)),
	}
}

// quoteRunes bounds what a reason repeats of the screen.
const quoteRunes = 120

// quote makes text from a terminal fit for a line of ours.
func quote(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || !unicode.IsPrint(r) && r != ' ' {
			return -1
		}
		return r
	}, s)
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) > quoteRunes {
		s = string([]rune(s)[:quoteRunes]) + "…"
	}
	return `"` + s + `"`
}
