package outbox

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"junto/internal/compose"
	"junto/internal/fault"
	"junto/internal/store"
	"junto/internal/term"
)

// typeText types a text, and keeps each stage that it reaches.
func (b *Outbox) typeText(t *Text) {
	terminal := b.o.Terminal(t.terminal)
	if terminal == nil {
		b.finish(t, gone(t))
		return
	}
	ctx, withdraw := context.WithCancel(b.life)
	defer withdraw()
	doc, _ := t.Look()
	progress := make(chan struct{}, 1)
	type result struct {
		out compose.Outcome
		err error
	}
	ended := make(chan result, 1)
	var begun atomic.Bool
	b.work.Go(func() {
		out, err := terminal.Type(ctx, doc.Text, term.TypeOptions{
			HoldForDialog: doc.Cautious,
			Begin: func() error {
				begun.Store(true)
				return b.begin(t)
			},
			Receipt: func(stage, fact string) {
				b.tell(t, stage, fact)
				select {
				case progress <- struct{}{}:
				default:
				}
			},
		})
		ended <- result{out, err}
	})
	closing := b.closing
	for {
		select {
		case <-progress:
			if doc, _ := t.Look(); doc.Begun { // what only waits is stored already
				b.keep(t, doc)
			}
		case <-closing:
			closing = nil
			if !begun.Load() {
				withdraw()
			}
		case e := <-ended:
			b.settle(t, e.out, e.err)
			return
		}
	}
}

// begin notes that a text is being typed, before the first byte. Text for an
// agent that is no more would run as a command.
func (b *Outbox) begin(t *Text) error {
	if !b.o.Agent(t.terminal) {
		return noAgent(t)
	}
	return b.o.Store.SaveSend(context.WithoutCancel(b.life), t.id, t.change(func(d *store.SendDoc) { d.Begun = true }))
}

// tell notes a stage. Of what holds a text one thing after the other, the last is
// kept: it can be held for days.
func (b *Outbox) tell(t *Text, stage, fact string) {
	t.change(func(d *store.SendDoc) {
		told := slices.Clone(d.Receipts)
		if n := len(told); stage == term.Held && n > 0 && told[n-1].Stage == term.Held {
			told = told[:n-1]
		}
		d.Receipts = append(told, store.SendReceipt{At: b.o.Now(), Stage: stage, Fact: fact})
	})
}

// keep stores what is known.
func (b *Outbox) keep(t *Text, d store.SendDoc) {
	if err := b.o.Store.SaveSend(context.WithoutCancel(b.life), t.id, d); err != nil {
		b.o.Log.Error("What became of a text cannot be noted", "terminal", t.terminal, "error", err)
	}
}

// settle notes how the typing ended, unless the daemon ends: then what was not
// begun is typed by the next one, which finds the rest too.
func (b *Outbox) settle(t *Text, out compose.Outcome, err error) {
	doc, _ := t.Look()
	why, ours := fault.As(err)
	closed := errors.Is(err, term.ErrClosed)
	switch {
	case b.life.Err() != nil, b.ends() && (closed || !doc.Begun):
	case err == nil, out.Typed:
		b.finish(t, nil)
	case closed:
		b.finish(t, gone(t))
	case ours: // it was refused, or the program ended under it
		b.finish(t, why)
	default:
		b.o.Log.Error("A text was not typed", "terminal", t.terminal, "error", err)
		b.finish(t, inDoubt(t))
	}
}

func (b *Outbox) ends() bool {
	select {
	case <-b.closing:
		return true
	default:
		return false
	}
}

// finish notes the end of a text, whose words are not needed any more.
func (b *Outbox) finish(t *Text, why *fault.Fault) {
	doc, _ := t.Look()
	doc.Text, doc.Ended, doc.Fault = "", true, why
	b.keep(t, doc)
	t.change(func(d *store.SendDoc) { *d = doc })
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.under, t.key)
}

// agentWait is how long an agent may take to be seen after a restart: it is
// looked for in its terminal's programs within a second or two.
const agentWait = 30 * time.Second

// takeUp goes on with what the last daemon left for a terminal, in order.
func (b *Outbox) takeUp(texts []*Text) {
	for _, t := range texts {
		seen := term.Await(agentWait, b.closing, func() bool { return b.o.Agent(t.terminal) || b.o.Terminal(t.terminal) == nil })
		doc, _ := t.Look()
		switch {
		case b.ends():
			return
		case doc.Begun:
			b.recover(t)
		case b.o.Terminal(t.terminal) == nil:
			b.finish(t, gone(t))
		case !seen:
			b.finish(t, noAgent(t))
		default:
			b.typeText(t)
		}
	}
}

// recover decides about a text whose typing was cut short. It is never typed
// again: the agent may have obeyed it already.
func (b *Outbox) recover(t *Text) {
	doc, _ := t.Look()
	stands := func() bool { return b.o.Stands(t.terminal, doc.Text) }
	found := term.Await(term.FindWait, b.closing, stands)
	typed := false
	for _, r := range doc.Receipts {
		typed = typed || r.Stage == term.Typed
	}
	b.o.Log.Info("A text's typing was cut short", "terminal", t.terminal, "typed", typed, "found", found)
	switch {
	case b.ends():
	case found:
		if !typed {
			b.tell(t, term.Typed, "found in the composer after a restart")
		}
		sent := term.SendOff(b.closing, func() { b.o.PressEnter(t.terminal) }, stands)
		if !sent && b.ends() {
			return // the next daemon sends it off
		}
		if sent {
			b.tell(t, term.Submitted, "the composer emptied after a restart")
		}
		b.finish(t, nil)
	case typed:
		b.finish(t, nil)
	default:
		b.finish(t, inDoubt(t))
	}
}

func gone(t *Text) *fault.Fault {
	return fault.New(fault.Refused, "terminal %d: its program ended before the text could be typed", t.terminal).
		Next("start the agent anew, and send it again")
}

func noAgent(t *Text) *fault.Fault {
	return fault.New(fault.Refused, "terminal %d: its agent ended before the text could be typed", t.terminal).
		Next("text there would run as a command; list the agents with `jun tool terminals`")
}

func inDoubt(t *Text) *fault.Fault {
	return fault.New(fault.Refused, "terminal %d: Jun ended while it typed the text; whether the agent has it is not known", t.terminal).
		Next("look with `jun tool screen %d` before you send it again", t.terminal)
}
