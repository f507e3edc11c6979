package mailroom

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"junto/internal/compose"
	"junto/internal/fault"
	"junto/internal/mail"
	"junto/internal/term"
)

// retryAfter is when a postman tries again whom the database or the terminal
// failed.
const retryAfter = time.Second

// carry types a seat's mail, one after the other, until nothing is left that can
// be typed without news.
func (r *Room) carry(p *postman) {
	r.mu.Lock()
	cut := r.cut[p.to]
	delete(r.cut, p.to)
	r.mu.Unlock()
	for _, m := range cut {
		if err := r.recover(m); err != nil {
			r.o.Log.Error("A mail that was cut short is left as it is", "mail", m.ID, "error", err)
		}
	}
	for {
		select {
		case <-r.closing:
			return
		default:
		}
		next, done, err := r.step(p)
		if err != nil && !errors.Is(err, errNotNow) {
			r.o.Log.Error("Mail is not delivered", "seat", p.to.Node, "canvas", p.to.Canvas, "error", err)
		}
		if err != nil {
			next, done = r.o.Now().Add(retryAfter), false
		}
		if done {
			if r.leave(p) {
				return
			}
			continue
		}
		if !next.IsZero() {
			r.pause(p, next)
		}
	}
}

// pause waits for news, or until a time.
func (r *Room) pause(p *postman, until time.Time) {
	timer := time.NewTimer(until.Sub(r.o.Now()))
	defer timer.Stop()
	select {
	case <-p.wake:
	case <-timer.C:
	case <-r.closing:
	}
}

// step plans for the seat and types what the plan names. It tells when to plan
// again, or that there is nothing to do without news.
func (r *Room) step(p *postman) (next time.Time, done bool, err error) {
	o := r.o.Occupant(p.to)
	if o == nil {
		return time.Time{}, true, nil // whoever comes up wakes him
	}
	heads, newest, err := r.o.Store.MailHeads(r.life, p.to)
	if err != nil {
		return time.Time{}, true, err
	}
	now := r.o.Now()
	var passed []mail.Passed
	if len(heads) > 0 {
		if passed, err = r.o.Store.PassedMail(r.life, p.to.Canvas, now.Add(-mail.Window)); err != nil {
			return time.Time{}, true, err
		}
	}
	plan := mail.Next(heads, mail.Recipient{Up: true, Starting: o.Starting}, passed, now)
	r.hold(p.to, heads, newest, plan.Holds)
	if plan.Type == nil {
		if again := now.Add(retryAfter); o.Starting && len(heads) > 0 && (plan.Wake.IsZero() || again.Before(plan.Wake)) {
			return again, false, nil // when it has started is seen by looking
		}
		return plan.Wake, plan.Wake.IsZero(), nil
	}
	return time.Time{}, false, r.typeMail(*o, *plan.Type, plan.Text)
}

// hold notes why a seat's mail waits, tells whoever waits for it, and tells the
// operator of a brake that takes hold.
func (r *Room) hold(to mail.Address, heads []mail.Mail, newest string, holds map[string]mail.Held) {
	seen := planned{holds: make(map[mail.Line]mail.Held), newest: newest}
	for _, m := range heads {
		if h, held := holds[m.ID]; held {
			seen.holds[m.Line()] = h
			r.askOnce(m, h)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(heads) == 0 {
		delete(r.plans, to)
		return
	}
	r.plans[to] = seen
	for _, all := range r.awaiting {
		for _, f := range all {
			if f.to == to {
				signal(f.news)
			}
		}
	}
}

// askOnce tells the operator of a brake, once in a while.
func (r *Room) askOnce(m mail.Mail, h mail.Held) {
	if h.Cap == "" {
		return
	}
	now, loop := r.o.Now(), loopOf(m, h)
	r.mu.Lock()
	told, ok := r.asked[loop]
	fresh := !ok || now.Sub(told) >= askAgain
	if fresh {
		r.asked[loop] = now
	}
	r.mu.Unlock()
	if fresh {
		r.o.Ask(r.life, m, mail.AskOperator(m, r.o.Name(m.To), h))
	}
}

// loopOf names a loop: the operator is told of each once in a while.
func loopOf(m mail.Mail, h mail.Held) string {
	a, b := m.From.Node, m.To.Node
	if b < a {
		a, b = b, a
	}
	return string(h.Reason) + "\x00" + m.To.Canvas + "\x00" + a + "\x00" + b
}

// errNotNow says that the terminal did not take a mail, which waits on.
var errNotNow = errors.New("the terminal does not take mail now")

// errSettled withdraws a mail that need not be typed any more.
var errSettled = errors.New("the mail was read or ended meanwhile")

// receipt is a stage that the terminal's gate tells.
type receipt struct{ stage, evidence string }

// receipts is more than the stages of one text.
const receipts = 64

// typeMail types one mail, and notes each stage as it is told.
func (r *Room) typeMail(o Occupant, m mail.Mail, text string) error {
	ctx, withdraw := context.WithCancel(r.life)
	defer withdraw()
	told := make(chan receipt, receipts)
	type result struct {
		out compose.Outcome
		err error
	}
	ended := make(chan result, 1)
	var begun atomic.Bool
	r.postmen.Go(func() {
		out, err := o.Terminal.Type(ctx, text, term.TypeOptions{
			HoldForDialog: true,
			Begin: func() error {
				begun.Store(true)
				return r.begin(m, o.Generation)
			},
			Receipt: func(stage, evidence string) {
				select {
				case told <- receipt{stage, evidence}:
				default:
				}
			},
		})
		ended <- result{out, err}
	})
	closing := r.closing
	for {
		select {
		case t := <-told:
			r.note(m, o, t)
		case <-closing:
			closing = nil
			if !begun.Load() {
				withdraw()
			}
		case e := <-ended:
			for {
				select {
				case t := <-told:
					r.note(m, o, t)
					continue
				default:
				}
				return r.settle(m, o, begun.Load(), e.out, e.err)
			}
		}
	}
}

// begin notes that a mail is being typed, before the first byte.
func (r *Room) begin(m mail.Mail, generation uint64) error {
	_, err := r.change(m.ID, func(m mail.Mail) (mail.Mail, error) {
		if !m.Waits() {
			return m, errSettled
		}
		return m.Begin(generation, r.o.Now())
	})
	return err
}

// note keeps a stage that the gate told.
func (r *Room) note(m mail.Mail, o Occupant, t receipt) {
	r.mu.Lock()
	delete(r.gate, m.ID)
	if t.stage == term.Held {
		r.gate[m.ID] = t.evidence
	}
	r.mu.Unlock()
	var err error
	switch t.stage {
	case term.Held:
		r.news(m)
	case term.Typed:
		_, err = r.change(m.ID, func(m mail.Mail) (mail.Mail, error) {
			return m.TypedNow(o.Generation, t.evidence, r.o.Now()), nil
		})
	case term.Submitted:
		_, err = r.change(m.ID, func(m mail.Mail) (mail.Mail, error) {
			return m.SubmittedNow(o.Generation, t.evidence, r.o.Now()), nil
		})
	}
	if err != nil {
		r.o.Log.Error("A mail's stage cannot be noted", "mail", m.ID, "stage", t.stage, "error", err)
	}
}

// settle notes how the typing ended.
func (r *Room) settle(m mail.Mail, o Occupant, begun bool, out compose.Outcome, err error) error {
	r.mu.Lock()
	delete(r.gate, m.ID)
	r.mu.Unlock()
	switch {
	case errors.Is(err, errSettled), r.life.Err() != nil:
		return nil // what was begun and not ended is found by the next daemon
	case begun && !out.Typed:
		_, change := r.change(m.ID, func(m mail.Mail) (mail.Mail, error) { return m.NotTyped(), nil })
		return errors.Join(notNow(err), change)
	case begun:
		evidence := "its terminal has taken it"
		if len(out.Evidence) > 0 {
			evidence = out.Evidence[len(out.Evidence)-1]
		}
		_, change := r.change(m.ID, func(m mail.Mail) (mail.Mail, error) {
			if out.Submitted {
				return m.SubmittedNow(o.Generation, evidence, r.o.Now()), nil
			}
			return m.TypedNow(o.Generation, evidence, r.o.Now()), nil
		})
		return change
	}
	return notNow(err)
}

// notNow is the error of a mail that was not typed. That the seat's program has
// ended, or that the daemon ends, is no fault of ours.
func notNow(err error) error {
	if _, ok := fault.As(err); ok || errors.Is(err, term.ErrClosed) || errors.Is(err, context.Canceled) {
		return errNotNow
	}
	return err
}

// change changes a mail and tells of it. It does so to its end, also while the
// room is closing.
func (r *Room) change(id string, do func(mail.Mail) (mail.Mail, error)) (mail.Mail, error) {
	m, err := r.o.Store.ChangeMail(context.WithoutCancel(r.life), id, do)
	if err == nil {
		r.news(m)
	}
	return m, err
}
