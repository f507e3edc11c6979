package compose

import (
	"fmt"
	"time"

	"junto/internal/harness"
	"junto/internal/status"
)

// Machine types one unit of text:
//
//	put ──▶ digest ──────────▶ press ──▶ watch ──▶ done
//	        gap over, and the    ▲         │
//	        composer shows it    └─────────┘ the text still sits there
//
// It is a value; Step returns the next one and what to do. While a unit is
// under way nothing else may be written to the program.
type Machine struct {
	template *harness.Template
	text     string
	unit     progress
	after    reaction
	out      Outcome
}

// progress is how far a unit is.
type progress struct {
	phase   phase
	since   time.Time // when the phase began
	todo    []write
	writing bool      // a write was given out and is not taken yet
	pause   time.Time // until when no write may follow
	begun   bool      // the screen was looked at before anything was written
	asked   bool      // a dialog was open then
	key     bool      // the text is a key for that menu
}

// reaction is what the program has shown of the text.
type reaction struct {
	seen   bool      // the composer has shown the text
	shown  string    // as this
	worked bool      // the agent was at work before the Enter
	letGo  time.Time // since when the composer no longer holds the text
}

type phase int

const (
	put    phase = iota // writes the text
	digest              // waits until an Enter can count
	press               // an Enter is being taken
	watch               // looks what became of it
	done
)

// Observation is what is true at a step.
type Observation struct {
	Now    time.Time
	Screen harness.Screen
	Status status.Status
	Modes  Modes
	// Written is true when the program's terminal has taken all of the last
	// Write.
	Written bool
}

// Action is what to do next. At most one field is set: bytes to write whole;
// or when to step again, sooner if the screen or the status changes; or the
// end. With none set, the last write has not been taken yet.
type Action struct {
	Write     []byte
	WaitUntil time.Time
	Done      *Outcome
}

// Outcome is what became of a unit.
type Outcome struct {
	// Typed: the program's terminal has taken the text.
	Typed bool
	// Submitted: the composer let go of the text, or the agent started.
	Submitted bool
	// Presses counts the Enters.
	Presses int
	// Evidence says in words what was seen, in order.
	Evidence []string
}

// Begin prepares a unit. The text is cleaned.
func Begin(t *harness.Template, text string, m Modes, now time.Time) Machine {
	text = Clean(text)
	mc := Machine{template: t, text: text, unit: progress{since: now, todo: writes(text, m)}}
	if text == "" {
		mc, _ = mc.end(false, "there was nothing to type")
	}
	return mc
}

// Step goes on with what is true now.
func (m Machine) Step(o Observation) (Machine, Action) {
	if m.unit.phase == done {
		return m, m.result()
	}
	if m.unit.writing {
		if !o.Written {
			return m, Action{}
		}
		m = m.taken(o.Now)
	}
	r := Read(m.template, o.Screen)
	if !m.unit.begun {
		m = m.first(o, r)
	}
	switch m.unit.phase {
	case put:
		return m.put(o)
	case digest:
		return m.digest(o, r)
	default: // an Enter has been taken
		return m.watch(o, r)
	}
}

// first looks at what is there before anything is written.
func (m Machine) first(o Observation, r Reading) Machine {
	m.unit.begun, m.unit.asked = true, asks(o, r)
	if !m.unit.asked {
		return m
	}
	m = m.note("a dialog was open%s", of(r))
	if isOption(m.text, o.Screen) {
		m.unit.key = true
		m.unit.todo = []write{{bytes: o.Modes.key(rune(m.text[0]))}}
		return m
	}
	// Never key by key: a letter of the text could be a choice.
	m.unit.todo = []write{{bytes: o.Modes.paste(m.text)}}
	return m
}

// put writes the text, write by write.
func (m Machine) put(o Observation) (Machine, Action) {
	if o.Now.Before(m.unit.pause) {
		return m, Action{WaitUntil: m.unit.pause}
	}
	w := m.unit.todo[0]
	m.unit.writing = true
	return m, Action{Write: w.bytes}
}

// taken notes that the program's terminal has all of the last write.
func (m Machine) taken(now time.Time) Machine {
	m.unit.writing = false
	if m.unit.phase == press {
		m.out.Presses++
		m.after.letGo = time.Time{}
		return m.enter(watch, now)
	}
	m.unit.pause = now.Add(m.unit.todo[0].pause)
	m.unit.todo = m.unit.todo[1:]
	if len(m.unit.todo) == 0 {
		m.out.Typed = true
		return m.enter(digest, now)
	}
	return m
}

func (m Machine) enter(p phase, now time.Time) Machine {
	m.unit.phase, m.unit.since = p, now
	return m
}

// note adds to the evidence. A Machine is a value, so the slice is never
// grown in place.
func (m Machine) note(format string, args ...any) Machine {
	e := m.out.Evidence
	m.out.Evidence = append(e[:len(e):len(e)], fmt.Sprintf(format, args...))
	return m
}

func (m Machine) end(submitted bool, format string, args ...any) (Machine, Action) {
	m = m.note(format, args...)
	m.out.Submitted = submitted
	m.unit.phase = done
	return m, m.result()
}

func (m Machine) result() Action {
	out := m.out
	return Action{Done: &out}
}
