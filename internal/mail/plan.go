package mail

import (
	"slices"
	"time"
)

// Recipient is what is known of the seat that mail is for.
type Recipient struct {
	Up       bool // it has a process
	Starting bool // which does not take input yet
	Dialog   bool // and shows a dialog
	Draft    bool // or the operator's unsent text
}

// holds is why nothing can be typed into the seat now; empty when it can.
func (r Recipient) holds() Reason {
	switch {
	case !r.Up:
		return NotRunning
	case r.Starting:
		return Starting
	case r.Dialog:
		return Dialog
	case r.Draft:
		return OwnDraft
	}
	return ""
}

// Plan is what to do with the mail that waits for one seat.
type Plan struct {
	Type  *Mail           // the mail to type now; nil for none
	Text  string          // what to type
	Holds map[string]Held // the mails that wait, by id, and why
	Wake  time.Time       // when to plan again without any news; zero for never
}

// Next plans for a seat, of whose queue it needs the oldest mail of each line.
// The oldest goes first, one at a time. Whatever the agent is doing is no reason
// to wait; what holds the seat holds all its mail, and a brake holds only the
// mail of the pair that it is for.
func Next(queue []Mail, r Recipient, passed []Passed, now time.Time) Plan {
	p := Plan{Holds: map[string]Held{}}
	waiting := make([]Mail, 0, len(queue))
	busy := false
	for _, m := range queue {
		busy = busy || m.State() == Typing
		if m.Waits() {
			waiting = append(waiting, m)
		}
	}
	slices.SortFunc(waiting, func(a, b Mail) int {
		if a.From.IsJunto() != b.From.IsJunto() { // who it is, an agent is told before anything else
			return map[bool]int{true: -1, false: 1}[a.From.IsJunto()]
		}
		return Compare(a.ID, b.ID)
	})
	seat := r.holds()
	for _, m := range waiting {
		held, braked := Brake(m, passed, now)
		if !braked && seat == "" {
			if p.Type == nil && !busy {
				p.Type, p.Text = &m, m.TypedText()
			}
			continue
		}
		if !braked {
			held = Held{Reason: seat}
		}
		p.Holds[m.ID] = held
		if !held.Until.IsZero() && (p.Wake.IsZero() || held.Until.Before(p.Wake)) {
			p.Wake = held.Until
		}
	}
	return p
}

// nthLatest is the n-th latest of the times.
func nthLatest(times []time.Time, n int) time.Time {
	sorted := slices.SortedFunc(slices.Values(times), func(a, b time.Time) int { return b.Compare(a) })
	return sorted[n-1]
}

// EndQueue ends all mail that waits for a seat that is deleted, and returns the
// mails that it ended.
func EndQueue(queue []Mail, now time.Time) []Mail {
	var ended []Mail
	for _, m := range queue {
		if m.Delivery() == Waiting {
			ended = append(ended, m.End("the seat was deleted", now))
		}
	}
	return ended
}
