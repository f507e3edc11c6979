package status

import "time"

// sent follows a message from the Enter that submits it to the first sign of
// work. In between an agent shows an empty prompt, or nothing at all, for up
// to seconds; that is no rest, since an answer is due.
//
//	none ── Enter after text ──▶ entered ── the box is empty, or ──▶ taken
//	  ▲                             │        a queue holds it          │
//	  └────── a state is seen, or it takes too long ───────────────────┘
type sent struct {
	entered time.Time
	held    bool // the box has shown the message
	taken   time.Time
	until   time.Time // when it stops to count
}

const (
	// takeWithin is how long a draft may stay in the box after its Enter, and
	// still have been submitted by it: agents on a busy machine need 2 s.
	takeWithin = 5 * time.Second
	// fromSent is the source of the evidence that a message gives.
	fromSent = "a message was submitted"
)

// enter notes a message that was submitted. A dialog takes the Enter for
// itself.
func (m sent) enter(in Input, before sight) sent {
	if in.Submitted && !before.has(before.blocker) && !before.has(before.cover) {
		return sent{entered: in.Now, held: before.text != ""}
	}
	return m
}

// follow looks what became of the message.
func (m sent) follow(now time.Time, s sight, within time.Duration) sent {
	switch {
	case s.working.Queued:
		return sent{entered: now, held: true, taken: now, until: now.Add(within)}
	case m.entered.IsZero():
		return sent{}
	case s.text != "" || !m.held: // still in the box, there again, or not there yet
		m.held, m.taken = m.held || s.text != "", time.Time{}
		if now.Sub(m.entered) > takeWithin {
			return sent{}
		}
	case m.taken.IsZero():
		m.taken, m.until = now, now.Add(within)
	case now.After(m.until):
		return sent{}
	}
	return m
}

// answered forgets the message once the agent itself shows what it does.
func (m sent) answered(e evidence, s sight) sent {
	if !s.working.Queued && e.source != fromSent && (e.keep || e.status != Idle) {
		return sent{}
	}
	return m
}

func (m sent) due() bool { return !m.taken.IsZero() }
