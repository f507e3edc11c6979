package notice

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"junto/internal/api"
	"junto/internal/status"
	"junto/internal/vt"
)

const (
	// every is how often one terminal's program may have the operator told
	// something: what comes faster is noise, or meant as an attack.
	every = time.Second
	// sameQuiet is how long the same text is not told again.
	sameQuiet = 5 * time.Second
	// afterStatus is how long after a change of its agent's status a program's
	// notification is about that change: agents send theirs up to six seconds late.
	afterStatus = 8 * time.Second
	// beforeStatus is how long before a change of status a notification may have
	// told it: an agent counts as idle three seconds after it said that it is done.
	beforeStatus = 5 * time.Second
	// settling is how long after Jun's start agents are found anew: what they do
	// then is no news.
	settling = 5 * time.Second
	// maxText is how many characters of a title or text are told.
	maxText = 256
)

// The reasons of notices.
const (
	Waiting = "waiting"
	Done    = "done"
	Program = "program"
	Bell    = "bell"
)

// heard is what is remembered of one terminal's notices.
type heard struct {
	said     []saying  // by its program, in the last sameQuiet
	last     time.Time // when its program was last let through
	changed  time.Time // when its agent's status was last told
	progress *api.Progress
}

type saying struct {
	text string
	at   time.Time
}

// takeProgram decides whether a program's notification is told.
func (h *heard) takeProgram(text string, now time.Time) bool {
	h.said = slices.DeleteFunc(h.said, func(s saying) bool { return now.Sub(s.at) >= sameQuiet })
	switch {
	case !h.last.IsZero() && now.Sub(h.last) < every,
		!h.changed.IsZero() && now.Sub(h.changed) < afterStatus,
		slices.ContainsFunc(h.said, func(s saying) bool { return s.text == text }):
		return false
	}
	h.said = append(h.said, saying{text, now})
	h.last = now
	return true
}

// takeStatus decides whether a change of the agent's status is told: unless the
// agent has just told it itself.
func (h *heard) takeStatus(now time.Time) bool {
	h.changed = now
	return h.last.IsZero() || now.Sub(h.last) >= beforeStatus
}

// same reports whether two progresses are equal.
func same(a, b *api.Progress) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// Agent is which agent runs in a terminal, if any, and how it is.
type Agent struct {
	Name   string
	Status status.Status
}

// reasonOf is why a change of an agent's status is told; empty when it is not:
// the agent begins to ask, or ends its work.
func reasonOf(from, to Agent) string {
	stays := from.Name == to.Name
	switch {
	case to.Name == "":
		return ""
	case to.Status == status.Waiting && (!stays || from.Status != status.Waiting):
		return Waiting
	case to.Status == status.Idle && stays && from.Status == status.Working:
		return Done
	}
	return ""
}

// consoleCode matches what ConEmu's consoles mean by OSC 9 and a number: progress,
// directories and the like, and no text for people.
var consoleCode = regexp.MustCompile(`^[0-9]{1,2}(;|$)`)

// requested is what a program asks to be told; ok is false when that is nothing.
func requested(e vt.Event) (n Request, ok bool) {
	if e.Kind == vt.EventBell {
		return Request{Reason: Bell}, true
	}
	if e.Kind != vt.EventNotify || e.Title == "" && consoleCode.MatchString(e.Body) {
		return Request{}, false
	}
	n = Request{Reason: Program, Title: Clean(e.Title), Text: Clean(e.Body)}
	return n, n.Title != "" || n.Text != ""
}

// Clean is a text as one line, and at most maxText long, without what could disguise it.
func Clean(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == unicode.ReplacementChar, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069,
			r == 0x200b, r == 0x200e, r == 0x200f, r == 0x061c, r == 0xfeff:
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > maxText {
		s = strings.TrimRight(string(runes[:maxText-1]), " ") + "…"
	}
	return s
}

var progressStates = map[int]string{
	vt.ProgressNormal: "normal", vt.ProgressError: "error", vt.ProgressIndeterminate: "indeterminate", vt.ProgressPaused: "paused",
}

// progressOf is the progress that an event reports; ok is false for an event
// that says nothing about it. A prompt ends what a killed program left behind.
func progressOf(e vt.Event) (p *api.Progress, ok bool) {
	switch {
	case e.Kind == vt.EventMark && (strings.HasPrefix(e.Text, "A") || strings.HasPrefix(e.Text, "D")):
		return nil, true
	case e.Kind != vt.EventProgress:
		return nil, false
	case e.State == vt.ProgressNone:
		return nil, true
	}
	return &api.Progress{State: progressStates[e.State], Value: e.Value}, true
}
