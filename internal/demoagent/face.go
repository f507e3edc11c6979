package demoagent

import (
	"encoding/base64"
	"fmt"
	"strings"
	"time"
)

// Paces of what moves.
const (
	framePace         = 100 * time.Millisecond // spinner, clock
	blinkPace         = time.Second            // the title that asks for attention
	contradictionPace = 10 * time.Millisecond
)

// statusQuery asks whether the terminal understands program status (OSC 7501),
// then for its attributes, which every terminal answers: the end of the wait.
var statusQuery = []byte("\x1b]7501;?\x1b\\\x1b[c")

var brailleFrames = [...]string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"}

// looks is what the face is made from.
type looks struct {
	state   State
	asks    string // kind of the question: permission, question
	message string
	tasks   int
	age     time.Duration
}

// face is what the agent tells the terminal beside its screen: the title and the
// program status.
type face struct {
	modes  Modes
	title  string
	report string
	tasks  int
	spoken bool // the terminal answered the query
	failed bool // the last turn ended in an error
	turned bool // a turn has ended: done, not merely idle
	told   int  // contradicting reports so far
}

// answered takes a terminal's OSC answer.
func (f *face) answered(body string) {
	if f.modes.Has(ProgramStatus) && strings.HasPrefix(body, "7501;?") {
		f.spoken = true
	}
}

// show returns the bytes that bring title and status up to date.
func (f *face) show(l looks) []byte {
	var b strings.Builder
	if f.modes.Has(Contradictory) {
		f.contradict(&b, l.age)
		return []byte(b.String())
	}
	if title := f.titleFor(l); title != f.title {
		f.title = title
		fmt.Fprintf(&b, "\x1b]0;%s\x07", title)
	}
	if f.spoken {
		if report := f.reportFor(l); report != f.report {
			f.report = report
			b.WriteString(report)
		}
		if (l.tasks > 0) != (f.tasks > 0) {
			b.WriteString(taskReport(l.tasks > 0))
		}
		f.tasks = l.tasks
	}
	return []byte(b.String())
}

func (f *face) titleFor(l looks) string {
	frame := int(l.age / framePace)
	switch {
	case f.modes.Has(NoTitle):
		return ""
	case f.modes.Has(StaticTitle):
		return "demo"
	case f.modes.Has(Spinner):
		switch l.state {
		case Working:
			return brailleFrames[frame%len(brailleFrames)] + " demo"
		case Waiting:
			return [...]string{"[ ! ]", "[ . ]"}[int(l.age/blinkPace)%2] + " Action Required | demo"
		default:
			return "demo"
		}
	case l.state == Working:
		return [...]string{"◐", "◑"}[int(l.age/blinkPace)%2] + " demo"
	}
	return "✳ demo" // waiting too: a title need not tell
}

func (f *face) reportFor(l looks) string {
	switch l.state {
	case Waiting:
		return statusReport("blocked", "kind="+l.asks, "msg="+encode(l.message))
	case Working:
		return statusReport("working")
	case Idle:
		switch {
		case f.failed:
			return statusReport("error", "msg="+encode("API Error: 500"))
		case l.tasks > 0:
			return statusReport("working", "msg="+encode(fmt.Sprintf("%d shell still running", l.tasks)))
		case f.turned:
			return statusReport("done")
		}
		return statusReport("idle")
	case Starting, Exited:
	}
	return ""
}

// taskReport is the child record of a background task.
func taskReport(running bool) string {
	if running {
		return statusReport("working", "id=task", "title="+encode("background task"))
	}
	return statusReport("clear", "id=task")
}

func statusReport(state string, pairs ...string) string {
	return "\x1b]7501;" + strings.Join(append([]string{"state=" + state, "app=demo"}, pairs...), ":") + "\x1b\\"
}

func encode(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

// contradict reports states that disagree, as many as the mode wants by now.
func (f *face) contradict(b *strings.Builder, age time.Duration) {
	states := [...]string{"working", "idle", "blocked", "done"}
	due := int(age * time.Duration(f.modes.Number(Contradictory)) / time.Second)
	due = min(due, f.told+f.modes.Number(Contradictory)) // after a pause: a second's worth, no more
	for ; f.told < due; f.told++ {
		b.WriteString(statusReport(states[f.told%len(states)]))
	}
}

// leave clears what the face told.
func (f *face) leave() []byte {
	var b strings.Builder
	if f.spoken || f.modes.Has(Contradictory) {
		b.WriteString(statusReport("clear"))
	}
	if f.title != "" {
		b.WriteString("\x1b]0;\x07")
	}
	return []byte(b.String())
}
