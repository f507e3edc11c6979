package mail

import (
	"slices"
	"time"

	"junto/internal/fault"
)

// Accept makes a mail of a checked draft. The parent is the mail that it
// answers, or nil.
func Accept(id string, from Sender, to Address, d Draft, key string, parent *Mail, now time.Time) Mail {
	chain := 1
	if parent != nil && parent.Life.Released == nil {
		chain = parent.Chain + 1
	}
	return Mail{ID: id, From: from, To: to, Draft: d, Chain: chain, Key: key, Life: Life{Accepted: now}}
}

// Waits reports whether the mail is still to be typed. One that the recipient
// has read by itself needs no notice any more.
func (m Mail) Waits() bool { return m.State() == Accepted }

// Begin notes, before the first byte is written, that the mail is being typed.
func (m Mail) Begin(generation uint64, now time.Time) (Mail, error) {
	if !m.Waits() {
		return m, fault.New(fault.Conflict, "mail %s is %s already", m.ID, m.State()).Next("plan again")
	}
	m.Life.Typing = &Stamp{At: now, Generation: generation}
	return m, nil
}

// NotTyped notes that nothing was written after all; the mail waits again.
func (m Mail) NotTyped() Mail {
	m.Life.Typing = nil
	return m
}

// TypedNow notes that the text is in the recipient's composer.
func (m Mail) TypedNow(generation uint64, evidence string, now time.Time) Mail {
	m.Life.Typing = nil
	if m.Life.Typed == nil {
		m.Life.Typed = &Stamp{now, evidence, generation}
	}
	return m
}

// SubmittedNow notes that the composer took the text. What was submitted was
// typed.
func (m Mail) SubmittedNow(generation uint64, evidence string, now time.Time) Mail {
	m = m.TypedNow(generation, evidence, now)
	if m.Life.Submitted == nil {
		m.Life.Submitted = &Stamp{now, evidence, generation}
	}
	if m.From.IsJunto() && !m.Life.AsNotice && m.Life.Read == nil {
		m.Life.Read = &Stamp{now, "typed in full", generation} // there is no more to read
	}
	return m
}

// ReadBy notes that a seat read the mail. Only the recipient's reading counts.
func (m Mail) ReadBy(reader Address, generation uint64, evidence string, now time.Time) (Mail, error) {
	if reader != m.To {
		return m, fault.New(fault.Scope, "mail %s is not in this seat's mailbox", m.ID).Next("`junto msg list` lists your mail")
	}
	if m.Life.Read == nil {
		m.Life.Read = &Stamp{now, evidence, generation}
	}
	return m, nil
}

// DefaultReaction is what msg react means without a word.
const DefaultReaction = "ack"

// MaxReactions bounds what one recipient can pile on a mail.
const MaxReactions = 16

// React acknowledges a mail. Doing it again in the same words changes nothing.
func (m Mail) React(reader Address, reaction string, now time.Time) (Mail, error) {
	if reader != m.To {
		return m, fault.New(fault.Scope, "mail %s is not in this seat's mailbox", m.ID).Next("`junto msg list` lists your mail")
	}
	if reaction == "" {
		reaction = DefaultReaction
	}
	if oneLine(reaction) != reaction || len(reaction) > MaxSubject {
		return m, fault.New(fault.Input, "a reaction is a short line").Next("leave it out to acknowledge")
	}
	for _, r := range m.Life.Reactions {
		if r.Reaction == reaction {
			return m, nil
		}
	}
	if len(m.Life.Reactions) >= MaxReactions {
		return m, fault.New(fault.Refused, "mail %s has %d reactions already", m.ID, MaxReactions).Next("reply instead")
	}
	m.Life.Reactions = append(slices.Clone(m.Life.Reactions), Reaction{now, reaction})
	return m, nil
}

// End ends a mail that will never be typed: its seat is gone.
func (m Mail) End(why string, now time.Time) Mail {
	if m.Delivery() == Waiting {
		m.Life.Typing = nil
		m.Life.Ended = &Stamp{At: now, Evidence: why}
	}
	return m
}

// Release lets a mail past the brakes, once. A reply to it starts a new chain.
func (m Mail) Release(now time.Time) Mail {
	if m.Life.Released == nil {
		m.Life.Released = &Stamp{At: now, Evidence: "the operator let it go on"}
	}
	return m
}

// Seen is what was found of a mail after a crash in the middle of typing it.
type Seen string

const (
	SeenSubmitted Seen = "submitted" // it is in the agent's transcript
	SeenInBox     Seen = "in box"    // it stands in the composer
	SeenNowhere   Seen = "nowhere"   // it cannot be found, which proves nothing
)

// Resume is what is left to do for a mail after a crash.
type Resume string

const (
	Nothing    Resume = "nothing"
	PressEnter Resume = "press enter"
	TypeAgain  Resume = "type again"
)

// Recover decides about a mail whose typing was cut short. In doubt a notice is
// typed again, which does no harm. A prompt is never typed twice: it may have
// been obeyed already, so its recipient gets a notice of it.
func (m Mail) Recover(seen Seen, generation uint64, now time.Time) (Mail, Resume) {
	if m.State() != Typing {
		return m, Nothing
	}
	switch seen {
	case SeenSubmitted:
		return m.SubmittedNow(generation, "found submitted after a restart", now), Nothing
	case SeenInBox:
		return m.TypedNow(generation, "found in the composer after a restart", now), PressEnter
	case SeenNowhere:
	}
	m.Life.AsNotice = m.Life.AsNotice || m.Draft.Kind == Prompt
	return m.NotTyped(), TypeAgain
}
