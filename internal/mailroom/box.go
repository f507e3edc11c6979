package mailroom

import (
	"context"

	"junto/internal/mail"
	"junto/internal/store"
)

// Reader is a seat that reads its own mail.
type Reader struct {
	mail.Address
	Generation uint64
}

// Page is a part of a list of mails. Older is where the next one begins; empty
// when there is none.
type Page struct {
	Mails  []mail.Mail
	Older  string
	Unread int // in the whole mailbox, before any was marked
}

// Ask says which part of a list is wanted.
type Ask struct {
	Before string
	Limit  int
	Bytes  int // of texts, at most, but for the first mail's
}

// page cuts a list to what was asked for. One more than the limit was read.
func (a Ask) page(all []mail.Mail) Page {
	bytes := 0
	for i, m := range all {
		bytes += len(m.Draft.Text)
		if i == a.Limit || i > 0 && bytes > a.Bytes {
			return Page{Mails: all[:i], Older: all[i-1].ID}
		}
	}
	return Page{Mails: all}
}

func (a Ask) store() store.MailPage { return store.MailPage{Before: a.Before, Limit: a.Limit + 1} }

// Look lists a mailbox and leaves it as it is.
func (r *Room) Look(ctx context.Context, of mail.Address, a Ask) (Page, error) {
	unread, err := r.o.Store.UnreadMail(ctx, of)
	if err != nil {
		return Page{}, err
	}
	all, err := r.o.Store.Mailbox(ctx, of, a.store())
	p := a.page(all)
	p.Unread = unread
	return p, err
}

// List lists a seat's own mailbox; what it lists is then read.
func (r *Room) List(ctx context.Context, by Reader, a Ask) (Page, error) {
	p, err := r.Look(ctx, by.Address, a)
	if err != nil {
		return p, err
	}
	var fresh []string
	for _, m := range p.Mails {
		if m.Life.Read == nil {
			fresh = append(fresh, m.ID)
		}
	}
	read, err := r.o.Store.ChangeMails(ctx, fresh, func(m mail.Mail) (mail.Mail, error) {
		return m.ReadBy(by.Address, by.Generation, "listed", r.o.Now())
	})
	if err != nil {
		return p, err
	}
	now := make(map[string]mail.Mail, len(read))
	for _, m := range read {
		now[m.ID] = m
		r.news(m)
	}
	for i, m := range p.Mails {
		if m, ok := now[m.ID]; ok {
			p.Mails[i] = m
		}
	}
	return p, nil
}

// Read reads one mail of a seat's own mailbox.
func (r *Room) Read(ctx context.Context, by Reader, id string) (mail.Mail, error) {
	return r.own(ctx, id, func(m mail.Mail) (mail.Mail, error) {
		return m.ReadBy(by.Address, by.Generation, "read by its id", r.o.Now())
	})
}

// React acknowledges a mail, which is then read. Nothing is typed.
func (r *Room) React(ctx context.Context, by Reader, id, reaction string) (mail.Mail, error) {
	return r.own(ctx, id, func(m mail.Mail) (mail.Mail, error) {
		m, err := m.ReadBy(by.Address, by.Generation, "reacted to", r.o.Now())
		if err != nil {
			return m, err
		}
		return m.React(by.Address, reaction, r.o.Now())
	})
}

// own changes a mail of a seat's own mailbox. What is refused writes nothing.
func (r *Room) own(ctx context.Context, id string, do func(mail.Mail) (mail.Mail, error)) (mail.Mail, error) {
	m, err := r.Mail(ctx, id)
	if err != nil {
		return m, err
	}
	if _, err := do(m); err != nil {
		return m, err
	}
	return r.change(m.ID, do)
}

// Outbox lists what a seat sent, to one node or to all.
func (r *Room) Outbox(ctx context.Context, from mail.Address, to string, a Ask) (Page, error) {
	all, err := r.o.Store.SentMail(ctx, from, to, a.store())
	return a.page(all), err
}

// Unread counts the unread mail in a seat's mailbox.
func (r *Room) Unread(ctx context.Context, of mail.Address) (int, error) {
	return r.o.Store.UnreadMail(ctx, of)
}

// Count is how much mail a seat has.
type Count struct {
	Waiting int    // still to be typed
	Unread  int    // in its mailbox
	Held    string // why the first of what waits is not typed now; empty when it is about to be
}

// Counts are those of a canvas' seats that have any mail, by node.
func (r *Room) Counts(ctx context.Context, canvas string) (map[string]Count, error) {
	stored, err := r.o.Store.MailCounts(ctx, canvas)
	counts := make(map[string]Count, len(stored))
	for node, c := range stored {
		own := Count{Waiting: c.Waiting, Unread: c.Unread}
		if c.Waiting > 0 {
			own.Held = r.heldBy(mail.Address{Canvas: canvas, Node: node}, c.First, c.Line)
		}
		counts[node] = own
	}
	return counts, err
}

// heldBy says why a mail that waits for a seat is not typed now.
func (r *Room) heldBy(to mail.Address, id string, l mail.Line) string {
	gate, held := r.held(to, id, l)
	return reason(r.o.Occupant(to), gate, held)
}
