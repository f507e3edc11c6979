package status

import (
	"time"

	"junto/internal/harness"
	"junto/internal/vt"
)

// Input is what was seen since the last step.
type Input struct {
	Now time.Time
	// Agent is the agent that runs in the foreground; empty for none.
	Agent string
	Title string
	// Events are those of the terminal since the last step.
	Events []vt.Event
	Screen harness.Screen
	// Output is true when the program wrote anything since the last step.
	Output bool
	// Submitted is true when a message was submitted to the program since the
	// last step, by whomever; see Hands.
	Submitted bool
	// Gone is true when the agent's process has ended.
	Gone bool
}

// drawnWithin is how long a synchronized update may keep the screen from being
// read: a program that never ends one is read all the same.
const drawnWithin = time.Second

// memory is what a State keeps between steps.
type memory struct {
	told         Status
	pending      Status // differs from the status, and has to settle
	pendingSince time.Time
	pendingFor   time.Duration // how long it has to
	source       string        // of Because: which evidence, without what it saw
	reports      reports
	notice       string // a notification that asks for the operator
	progress     bool   // OSC 9;4 says that something is running
	sight        sight
	unread       time.Time // since when there is output that was not looked at
	sent         sent
}

// Step judges again. It never looks at a clock: the same inputs give the same
// states.
func (s State) Step(in Input) State {
	if in.Agent == "" || in.Gone {
		return gone(in)
	}
	t, known := harness.ByName(in.Agent)
	if in.Agent != s.Agent {
		s = State{Agent: in.Agent, Status: Unknown, Since: in.Now, Because: "nothing was seen of it yet"}
	}
	if !known {
		s.Because = "no template knows this agent"
		return s.tell(in.Now)
	}
	s.mem.hear(t, in.Events)
	s.mem.sent = s.mem.sent.enter(in, s.mem.sight)
	s.mem.look(t, in)
	s.mem.sent = s.mem.sent.follow(in.Now, s.mem.sight, t.Typing.StartsWithin)
	e := s.mem.weigh(t, in.Title)
	s.mem.sent = s.mem.sent.answered(e, s.mem.sight)
	return s.settle(e, in.Now).tell(in.Now)
}

func gone(in Input) State {
	why := "no agent runs in the foreground"
	if in.Gone {
		why = "its process is gone"
	}
	return State{Status: Unknown, Since: in.Now, Because: why}
}

// settle takes evidence over once it has held long enough.
func (s State) settle(e evidence, now time.Time) State {
	if e.keep || e.status == s.Status {
		s.mem.pending = ""
		if !e.keep && e.source != s.mem.source {
			s.mem.source, s.Because = e.source, e.because
		}
		return s
	}
	if s.mem.pending != e.status {
		s.mem.pending, s.mem.pendingSince = e.status, now
	}
	s.mem.pendingFor = e.settles(s.Status)
	if now.Sub(s.mem.pendingSince) < s.mem.pendingFor {
		return s
	}
	s.Status, s.Since, s.Because = e.status, s.mem.pendingSince, e.because
	s.mem.source, s.mem.pending = e.source, ""
	return s
}

// tell updates what others are told.
func (s State) tell(now time.Time) State {
	if s.Status != Idle || now.Sub(s.Since) >= idleHold {
		s.mem.told = s.Status
	}
	return s
}

// hear takes the terminal's events in.
func (m *memory) hear(t *harness.Template, events []vt.Event) {
	for _, e := range events {
		switch e.Kind {
		case vt.EventProgramStatus:
			m.reports = m.reports.take(t, e.Text)
		case vt.EventNotify:
			for _, r := range t.Notices {
				if r.Match.MatchString(e.Title) || r.Match.MatchString(e.Body) {
					m.notice = r.Say
				}
			}
		case vt.EventProgress:
			m.progress = e.State == vt.ProgressNormal || e.State == vt.ProgressIndeterminate
		}
	}
}

// look reads the screen, unless nothing can have changed on it or the program
// is in the middle of drawing it.
func (m *memory) look(t *harness.Template, in Input) {
	if in.Output && m.unread.IsZero() {
		m.unread = in.Now
	}
	if m.sight.taken && (m.unread.IsZero() || in.Screen.Drawing && in.Now.Sub(m.unread) < drawnWithin) {
		return
	}
	m.unread = time.Time{}
	m.sight = see(t, in.Screen)
	if m.sight.box || m.sight.has(m.sight.working) {
		// The agent shows its prompt again, or works: what was asked is answered.
		m.notice = ""
	}
}
