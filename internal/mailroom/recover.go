package mailroom

import (
	"time"

	"junto/internal/mail"
)

const (
	// findWait is how long a mail that was cut short is looked for: on a busy
	// machine agents show what was pasted many seconds later. What comes later
	// still stands in the composer, where the gate types nothing over it.
	findWait = 10 * time.Second
	// findEvery is how often.
	findEvery = 100 * time.Millisecond
	// pressAgain and maxPresses are when, and how often, Enter is pressed: as
	// often as for a text that was not cut short.
	pressAgain = 2 * time.Second
	maxPresses = 4
)

// recover decides about a mail whose typing was cut short: before it was known
// to be typed, or between that and its Enter.
func (r *Room) recover(m mail.Mail) error {
	seen := r.find(m)
	select {
	case <-r.closing:
		return nil // the next daemon finds it
	default:
	}
	r.o.Log.Info("A mail's typing was cut short", "mail", m.ID, "seat", m.To.Node, "found", seen)
	var left mail.Resume
	_, err := r.change(m.ID, func(m mail.Mail) (mail.Mail, error) {
		switch {
		case m.Life.Typing != nil:
			m, left = m.Recover(seen, m.Life.Typing.Generation, r.o.Now())
		case seen == mail.SeenInBox:
			left = mail.PressEnter
		case seen == mail.SeenSubmitted:
			m = m.SubmittedNow(m.Life.Typed.Generation, "found submitted after a restart", r.o.Now())
		}
		return m, nil
	})
	if err == nil && left == mail.PressEnter {
		r.sendOff(m)
	}
	return err
}

// sendOff presses Enter for a mail that stands in the composer, until it does
// not stand there any more: agents ignore an Enter while they take a paste in.
func (r *Room) sendOff(m mail.Mail) {
	for range maxPresses {
		r.o.PressEnter(m.To)
		select {
		case <-time.After(pressAgain):
		case <-r.closing:
			return
		}
		if r.o.Find(m.To, m) != mail.SeenInBox {
			return
		}
	}
	r.o.Log.Info("A mail stands in the composer", "mail", m.ID, "seat", m.To.Node)
}

// find looks for a mail in its seat's terminal, for as long as it may take to
// show there.
func (r *Room) find(m mail.Mail) mail.Seen {
	ticker := time.NewTicker(findEvery)
	defer ticker.Stop()
	end := time.NewTimer(findWait)
	defer end.Stop()
	for {
		if seen := r.o.Find(m.To, m); seen != mail.SeenNowhere || r.o.Occupant(m.To) == nil {
			return seen
		}
		select {
		case <-ticker.C:
		case <-end.C:
			return mail.SeenNowhere
		case <-r.closing:
			return mail.SeenNowhere
		}
	}
}
