// Package status knows how to judge what a coding agent is doing: it reduces
// the evidence that a terminal gives (reports over OSC 7501, the window title,
// notifications, the bottom of the live grid) and the time to one of working,
// waiting, idle and unknown, always with the reason in words.
//
// What the evidence looks like for each agent is data of package harness.
// Watching terminals, reading the process table and telling the operator are
// left to others: this package has no clock and keeps nothing but State.
//
//	           prompt shown             work seen
//	unknown ───────────────▶ idle ◀───────────────▶ working
//	   ▲                      ▲ ▲                    │  ▲
//	   │ nothing known        │ │ answered, Esc      │  │ answered
//	   │ for a while          │ └────── waiting ◀────┘  │
//	   └── (from any)         └────────────┴────────────┘
//
// Evidence ranks: process gone, then reports over OSC 7501, then a dialog on
// the live screen, then the title, then other OSC, then the rest of the screen.
package status

import "time"

// Status is what an agent is doing.
type Status string

const (
	// Unknown: nothing says what the agent is doing. It is never shown as idle.
	Unknown Status = "unknown"
	// Working: a turn is running.
	Working Status = "working"
	// Waiting: a dialog needs the operator.
	Waiting Status = "waiting"
	// Idle: the prompt takes input and no turn is running.
	Idle Status = "idle"
)

// State is what is known of one terminal's agent. The zero value knows nothing.
type State struct {
	// Agent is the name of the agent's template; empty when none runs.
	Agent string
	// Status is the judgement of now. What is told to others is Told.
	Status Status
	// Since is when the evidence for Status first appeared.
	Since time.Time
	// Because says which evidence decided, and what it saw.
	Because string

	mem memory
}

const (
	// settle is how long evidence must hold before it counts. It rides over a
	// half-drawn frame and over the blip of "working" that Codex reports for
	// less than 50 ms at its start, and leaves 200 ms of the 300 in which
	// working and waiting must be told.
	settle = 100 * time.Millisecond
	// lostAfter is how long a known status outlives its evidence: redraws and
	// passing overlays are shorter.
	lostAfter = 3 * time.Second
	// leaveWithin is how long an agent that says it leaves may take: Codex
	// needs up to 5 s.
	leaveWithin = 5 * time.Second
	// idleHold is how long idle must hold before it is told: agents go idle
	// for a moment between steps, and that is no news.
	idleHold = 3 * time.Second
)

// Told is what others are told: working and waiting at once, idle only after
// it has held.
func (s State) Told() (agent string, st Status) {
	if s.Agent == "" {
		return "", ""
	}
	if s.mem.told == "" {
		return s.Agent, Unknown
	}
	return s.Agent, s.mem.told
}

// Next is when a step is due without any input; zero when none is.
func (s State) Next() time.Time {
	var at time.Time
	if s.mem.pending != "" {
		at = s.mem.pendingSince.Add(s.mem.pendingFor)
	}
	if s.mem.sent.due() {
		at = earliest(at, s.mem.sent.until.Add(time.Millisecond))
	}
	if s.Status == Idle && s.mem.told != Idle {
		at = earliest(at, s.Since.Add(idleHold))
	}
	return at
}

func earliest(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}
