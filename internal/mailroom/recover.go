package mailroom

import (
	"junto/internal/mail"
	"junto/internal/term"
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

// sendOff sends off a mail that stands in the composer.
func (r *Room) sendOff(m mail.Mail) {
	press := func() { r.o.PressEnter(m.To) }
	stands := func() bool { return r.o.Find(m.To, m) == mail.SeenInBox }
	if !term.SendOff(r.closing, press, stands) {
		r.o.Log.Info("A mail stands in the composer", "mail", m.ID, "seat", m.To.Node)
	}
}

// find looks for a mail in its seat's terminal, for as long as it may take to
// show there.
func (r *Room) find(m mail.Mail) mail.Seen {
	seen := mail.SeenNowhere
	term.Await(term.FindWait, r.closing, func() bool {
		seen = r.o.Find(m.To, m)
		return seen != mail.SeenNowhere || r.o.Occupant(m.To) == nil
	})
	return seen
}
