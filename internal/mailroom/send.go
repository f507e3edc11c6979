package mailroom

import (
	"context"
	"errors"
	"time"

	"junto/internal/fault"
	"junto/internal/mail"
	"junto/internal/store"
)

// Sent is what became of a send.
type Sent struct {
	Mail      mail.Mail
	Reason    string // why it waits
	Duplicate bool   // it was sent before, under the same key
}

// Send stores a mail, which from then on is not lost, and waits a moment for it
// to be typed.
func (r *Room) Send(ctx context.Context, from mail.Sender, to mail.Address, d mail.Draft, key string) (Sent, error) {
	if err := d.Check(); err != nil {
		return Sent{}, err
	}
	if err := mail.CheckKey(key); err != nil {
		return Sent{}, err
	}
	parent, err := r.answered(ctx, from, to, d)
	if err != nil {
		return Sent{}, err
	}
	if parent != nil {
		d.InReplyTo = parent.ID
	}
	m, fresh, err := r.o.Store.AddMail(ctx, mail.Accept("", from, to, d, key, parent, r.o.Now()))
	if err != nil {
		return Sent{}, err
	}
	if !fresh {
		if err := m.SameSend(to, d); err != nil {
			return Sent{}, err
		}
		return Sent{Mail: m, Reason: r.Reason(m), Duplicate: true}, nil
	}
	if r.o.Changed != nil {
		r.o.Changed(m)
	}
	if r.o.Occupant(to) == nil {
		return Sent{Mail: m, Reason: r.Reason(m)}, nil
	}
	news, letGo := r.follow(m.ID)
	defer letGo()
	r.Wake(to)
	return r.deliver(ctx, m, news)
}

// answered marks the mail that a draft answers as read.
func (r *Room) answered(ctx context.Context, from mail.Sender, to mail.Address, d mail.Draft) (*mail.Mail, error) {
	if d.InReplyTo == "" {
		return nil, nil //nolint:nilnil // it answers none
	}
	parent, err := r.Mail(ctx, d.InReplyTo)
	if err != nil {
		return nil, err
	}
	d.InReplyTo = parent.ID
	reply := func(m mail.Mail) (mail.Mail, error) { return m.Reply(from.Address, from.Generation, to, d, r.o.Now()) }
	if _, err := reply(parent); err != nil {
		return nil, err // nothing is written for what is refused
	}
	answered, err := r.change(parent.ID, reply)
	return &answered, err
}

// Mail is one mail, or a fault that says that there is none.
func (r *Room) Mail(ctx context.Context, id string) (mail.Mail, error) {
	m, err := r.o.Store.Mail(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return m, fault.New(fault.UnknownTarget, "there is no mail %q", id).Next("`junto msg list` lists your mail")
	}
	return m, err
}

// deliver waits for a mail to be typed, as long as that can come soon.
func (r *Room) deliver(ctx context.Context, m mail.Mail, news <-chan struct{}) (Sent, error) {
	timer := time.NewTimer(deliverWait)
	defer timer.Stop()
	ahead, err := r.o.Store.WaitingMail(ctx, m.To, queueAhead+1)
	if err != nil {
		return Sent{}, err
	}
	if len(ahead) > queueAhead && ahead[queueAhead].ID < m.ID {
		return Sent{Mail: m, Reason: r.Reason(m)}, nil
	}
	for {
		if m, err = r.o.Store.Mail(ctx, m.ID); err != nil {
			return Sent{}, err
		}
		if m.Delivery() != mail.Waiting || r.o.Occupant(m.To) == nil || r.isHeld(m.ID) {
			return Sent{Mail: m, Reason: r.Reason(m)}, nil
		}
		select {
		case <-news:
		case <-timer.C:
			return Sent{Mail: m, Reason: r.Reason(m)}, nil
		case <-r.closing:
			return Sent{Mail: m, Reason: r.Reason(m)}, nil
		case <-ctx.Done():
			return Sent{Mail: m}, ctx.Err()
		}
	}
}

func (r *Room) isHeld(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, planned := r.held[id]
	return planned || r.gate[id] != ""
}

// Reason says why a mail waits; nothing when it does not.
func (r *Room) Reason(m mail.Mail) string {
	if m.Delivery() != mail.Waiting {
		return ""
	}
	if why := r.heldBy(m.To, m.ID); why != "" {
		return why
	}
	return "other mail is typed first"
}

// reason says what holds a mail, or nothing.
func reason(o *Occupant, gate string, held mail.Held) string {
	switch {
	case held.Cap != "" && held.Until.IsZero():
		return "a brake holds it until the operator lets it go on: " + held.Cap
	case held.Cap != "":
		return "a brake holds it until " + held.Until.UTC().Format(time.RFC3339) + ": " + held.Cap
	case o == nil:
		return "the seat is not running"
	case gate != "":
		return gate
	case held.Reason == mail.Starting || o.Starting:
		return "the agent is starting"
	}
	return ""
}

// EndSeat ends the mail that waits for a seat that is no more. Its senders see
// that in what they sent.
func (r *Room) EndSeat(ctx context.Context, a mail.Address, why string) error {
	ended, err := r.o.Store.EndQueue(ctx, a, why, r.o.Now())
	for _, m := range ended {
		r.news(m)
	}
	return err
}

// Release lets the mail of a canvas past its brakes: one mail, or all that is
// held. It returns how many.
func (r *Room) Release(ctx context.Context, canvas, id string) (int, error) {
	waiting, err := r.o.Store.HeldMail(ctx, canvas)
	if err != nil {
		return 0, err
	}
	var ids []string
	r.mu.Lock()
	for _, m := range waiting {
		if h := r.held[m.ID]; h.Cap != "" && (id == "" || m.ID == id) {
			ids = append(ids, m.ID)
		}
	}
	r.mu.Unlock()
	released, err := r.o.Store.ChangeMails(ctx, ids, func(m mail.Mail) (mail.Mail, error) { return m.Release(r.o.Now()), nil })
	for _, m := range released {
		r.Wake(m.To)
	}
	return len(released), err
}
