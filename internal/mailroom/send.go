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
	if r.o.Occupant(to) == nil || r.braked(m) {
		return Sent{Mail: m, Reason: r.Reason(m)}, nil // whoever comes up, or the brake's end, wakes its postman
	}
	news, letGo := r.follow(m)
	defer letGo()
	r.Wake(to)
	return r.deliver(ctx, m, news)
}

// Tell stores what Junto itself has to say to a seat, which is typed as mail is.
// What was told under a key is not told again.
func (r *Room) Tell(ctx context.Context, to mail.Address, kind mail.Kind, text, key string) error {
	d := mail.Draft{Kind: kind, Text: text}
	if err := d.Check(); err != nil {
		return err
	}
	m, fresh, err := r.o.Store.AddMail(ctx, mail.Accept("", mail.Junto(to.Canvas), to, d, key, nil, r.o.Now()))
	if err != nil || !fresh {
		return err
	}
	r.news(m)
	r.Wake(to)
	return nil
}

// ownWaiting is more than Junto has to say to a seat that is not up.
const ownWaiting = 100

// Withdraw ends what Junto had to say to a seat and is not typed yet: another
// process is in it now.
func (r *Room) Withdraw(ctx context.Context, to mail.Address) error {
	_, newest, err := r.o.Store.MailHeads(ctx, to)
	if err != nil {
		return err
	}
	ids, err := r.o.Store.MailInLine(ctx, to, mail.OurLine, newest, ownWaiting)
	if err != nil {
		return err
	}
	ended, err := r.o.Store.ChangeMails(ctx, ids, func(m mail.Mail) (mail.Mail, error) {
		return m.End("another process is in the seat", r.o.Now()), nil
	})
	for _, m := range ended {
		r.news(m)
	}
	return err
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
	ahead, err := r.o.Store.MailAhead(ctx, m, queueAhead+1)
	if err != nil {
		return Sent{}, err
	}
	if ahead > queueAhead {
		return Sent{Mail: m, Reason: r.Reason(m)}, nil
	}
	for {
		if m, err = r.o.Store.Mail(ctx, m.ID); err != nil {
			return Sent{}, err
		}
		if m.Delivery() != mail.Waiting || r.o.Occupant(m.To) == nil || r.isHeld(m) {
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

// held is why a mail waits, as far as a postman has seen: by its gate, or in its
// line. What held others before says nothing of a mail that came since, but for
// a brake, which nothing ends sooner.
func (r *Room) held(to mail.Address, id string, l mail.Line) (gate string, h mail.Held) {
	now := r.o.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	seen := r.plans[to]
	if h = seen.holds[l]; !h.Braked(now) && mail.Compare(id, seen.newest) > 0 {
		h = mail.Held{}
	}
	return r.gate[id], h
}

func (r *Room) isHeld(m mail.Mail) bool {
	gate, h := r.held(m.To, m.ID, m.Line())
	return gate != "" || h.Reason != ""
}

// braked reports whether a brake is known to hold a mail.
func (r *Room) braked(m mail.Mail) bool {
	_, h := r.held(m.To, m.ID, m.Line())
	return h.Braked(r.o.Now())
}

// Reason says why a mail waits; nothing when it does not.
func (r *Room) Reason(m mail.Mail) string {
	switch {
	case m.Delivery() != mail.Waiting:
		return ""
	case m.State() == mail.Typing:
		return "it is being typed"
	}
	if why := r.heldBy(m.To, m.ID, m.Line()); why != "" {
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
	if id != "" {
		m, err := r.Mail(ctx, id)
		if err != nil || m.To.Canvas != canvas || !m.Waits() || !r.braked(m) {
			return 0, err
		}
		return r.release(ctx, m.To, []string{m.ID})
	}
	n := 0
	for to, lines := range r.brakedLines(canvas) {
		for _, l := range lines {
			released, err := r.releaseLine(ctx, to, l)
			if n += released; err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

// releaseLine lets go on what waits in a line by now.
func (r *Room) releaseLine(ctx context.Context, to mail.Address, l mail.Line) (n int, err error) {
	_, newest, err := r.o.Store.MailHeads(ctx, to)
	if err != nil {
		return 0, err
	}
	for {
		ids, err := r.o.Store.MailInLine(ctx, to, l, newest, releaseAtOnce)
		if err != nil || len(ids) == 0 {
			return n, err
		}
		released, err := r.release(ctx, to, ids) // to another line
		if n += released; err != nil {
			return n, err
		}
	}
}

func (r *Room) release(ctx context.Context, to mail.Address, ids []string) (int, error) {
	released, err := r.o.Store.ChangeMails(ctx, ids, func(m mail.Mail) (mail.Mail, error) { return m.Release(r.o.Now()), nil })
	if err == nil {
		r.Wake(to)
	}
	return len(released), err
}

// brakedLines are the lines that brakes hold on a canvas.
func (r *Room) brakedLines(canvas string) map[mail.Address][]mail.Line {
	now := r.o.Now()
	all := make(map[mail.Address][]mail.Line)
	r.mu.Lock()
	defer r.mu.Unlock()
	for to, seen := range r.plans {
		for l, h := range seen.holds {
			if to.Canvas == canvas && h.Braked(now) {
				all[to] = append(all[to], l)
			}
		}
	}
	return all
}
