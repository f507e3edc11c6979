package status

import (
	"strings"
	"time"
)

// sent follows a message from the Enter that submits it to the first sign of
// work. In between an agent shows an empty prompt, or nothing at all, for up
// to seconds; that is no rest, since an answer is due.
//
//	none ── Enter over a draft ──▶ entered ── the draft leaves the box ──▶ taken
//	  ▲                               │                                      │
//	  └────── a state is seen, or it takes too long ─────────────────────────┘
type sent struct {
	entered time.Time
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

// enter notes an Enter that found a message in the box. A slash command is
// none: most start no turn.
func (m sent) enter(in Input, before sight) sent {
	if in.Entered && before.box && before.text != "" && !strings.HasPrefix(before.text, "/") {
		return sent{entered: in.Now}
	}
	return m
}

// follow looks what became of the message.
func (m sent) follow(now time.Time, s sight, within time.Duration) sent {
	switch {
	case m.entered.IsZero():
		return sent{}
	case s.text != "": // still in the box, or there again
		m.taken = time.Time{}
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
func (m sent) answered(e evidence) sent {
	if m.due() && e.source != fromSent && (e.keep || e.status != Idle) {
		return sent{}
	}
	return m
}

func (m sent) due() bool { return !m.taken.IsZero() }
