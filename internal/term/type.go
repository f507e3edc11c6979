package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"junto/internal/compose"
	"junto/internal/fault"
	"junto/internal/vt"
)

// The stages of a unit's life, as receipts tell them. Held may come more than
// once, with another reason; Submitted does not come when nothing shows that
// the agent took the text.
const (
	Accepted  = "accepted"
	Held      = "held"
	Typed     = "typed"
	Submitted = "submitted"
)

const taken = "the program's terminal has taken the text"

// statusEvery is how often a unit under way looks at the agent's status.
const statusEvery = 100 * time.Millisecond

// TypeOptions say how a text is typed.
type TypeOptions struct {
	// HoldForDialog has the text wait while a dialog is open, which would
	// otherwise take the Enter as its answer: mail.
	HoldForDialog bool
	// Begin is called just before the first byte is written, and may take as
	// long as writing to a disk does. When it fails nothing is typed, and Type
	// returns its error.
	Begin func() error
	// Receipt is told each stage with its evidence, one at a time and in order.
	// It must not block. It is told even after Type has returned early.
	Receipt func(stage, evidence string)
}

// unit is a text to be typed and sent.
type unit struct {
	text      string
	o         TypeOptions
	accepted  time.Time
	announced chan struct{} // closed when the acceptance was told
	done      chan struct{} // closed when outcome and err are final
	reason    string        // used by the worker alone: why it is held

	// Guarded by the gate's mu.
	begun   bool
	outcome compose.Outcome
	err     error
}

func (u *unit) tell(stage, evidence string) {
	if u.o.Receipt != nil {
		<-u.announced
		u.o.Receipt(stage, evidence)
	}
}

// Type types a text and sends it, when its turn comes and it does no harm, and
// returns how that went. When the context ends first, a text that was not begun
// is withdrawn and never typed; one that was begun is finished, but not waited
// for, since half a paste would do more harm: the outcome is what is known.
func (t *Terminal) Type(ctx context.Context, text string, o TypeOptions) (compose.Outcome, error) {
	u := &unit{
		text: compose.Clean(text), o: o, accepted: time.Now(),
		announced: make(chan struct{}), done: make(chan struct{}),
	}
	if u.text == "" {
		return compose.Outcome{}, fault.New(fault.Input, "the text is empty").Next("give a text with something to read in it")
	}
	if err := t.accept(u); err != nil {
		return compose.Outcome{}, err
	}
	if o.Receipt != nil {
		o.Receipt(Accepted, "")
	}
	close(u.announced)
	select {
	case <-u.done:
	case <-ctx.Done():
		t.withdraw(u, ctx.Err())
	}
	t.gate.mu.Lock()
	defer t.gate.mu.Unlock()
	return u.outcome, u.err
}

func (t *Terminal) accept(u *unit) error {
	g := &t.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.refused != nil {
		return g.refused
	}
	if g.units >= maxUnits {
		return fault.New(fault.Refused, "terminal %d: %d texts wait to be typed already", t.o.ID, maxUnits).
			Next("look at what it waits for: jun tool screen %d", t.o.ID)
	}
	g.units++
	g.queue = append(g.queue, &job{unit: u})
	t.kickLocked()
	return nil
}

// withdraw takes a unit back whose caller has gone.
func (t *Terminal) withdraw(u *unit, why error) {
	g := &t.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-u.done:
		return
	default:
	}
	if u.begun {
		u.err = why
		u.outcome.Evidence = []string{"the program has not taken all of the text; it is typed on as soon as it reads"}
		if u.outcome.Typed {
			u.outcome.Evidence = []string{taken, "what became of it was not waited for"}
		}
		return
	}
	for i, j := range g.queue {
		if j.unit == u {
			g.queue = slices.Delete(g.queue, i, i+1)
			g.units--
			break
		}
	}
	u.outcome, u.err = compose.Outcome{Evidence: []string{"withdrawn before it was typed"}}, why
	if u.reason != "" {
		u.outcome.Evidence = append(u.outcome.Evidence, u.reason)
	}
	ready(g.wake)
}

// finish makes a unit's outcome final.
func (g *gate) finish(u *unit, out compose.Outcome, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	u.outcome, u.err = out, err
	close(u.done)
}

// typeUnit types one unit to its end.
func (t *Terminal) typeUnit(ctx context.Context, u *unit, s sight) {
	out, err := t.run(ctx, u, s)
	if err != nil {
		t.o.Log.Info("A text was not typed to the end", "typed", out.Typed, "error", err)
	}
	if out.Typed && strings.HasPrefix(u.text, "/") {
		u.tell(Typed, taken)
	}
	if out.Submitted {
		u.tell(Submitted, out.Evidence[len(out.Evidence)-1])
	}
	t.gate.finish(u, out, err)
}

// run carries out what the pure machine of compose asks for.
func (t *Terminal) run(ctx context.Context, u *unit, s sight) (compose.Outcome, error) {
	m := compose.Begin(s.template, u.text, modes(t.Modes()), time.Now())
	byKeys := strings.HasPrefix(u.text, "/") // more than one write: told at the end
	var so compose.Outcome                   // what is known so far
	begin := u.o.Begin
	written := false
	for {
		var act compose.Action
		m, act = m.Step(t.observe(written))
		written = false
		switch {
		case act.Done != nil:
			return *act.Done, nil
		case len(act.Write) > 0:
			if begin != nil {
				if err := begin(); err != nil {
					return compose.Outcome{Evidence: []string{"withdrawn before it was typed"}}, err
				}
				begin = nil
			}
			if err := t.o.Keeper.Write(ctx, t.o.ID, act.Write, 0); err != nil {
				return so, fmt.Errorf("type into terminal %d: %w", t.o.ID, err)
			}
			written = true
			if !so.Typed && !byKeys {
				so.Typed = true
				t.progress(u, so)
				u.tell(Typed, taken)
			}
		default:
			// The status may change without the screen.
			t.pause(ctx, soonest(act.WaitUntil, time.Now().Add(statusEvery)))
		}
		if ctx.Err() != nil {
			so.Evidence = []string{"the daemon let go of the terminal before it was known what became of it"}
			return so, ErrClosed
		}
		if errors.Is(t.screen.hasEnded(), io.EOF) {
			if so.Typed {
				so.Evidence = []string{taken, "the program has ended since"}
				return so, nil
			}
			return so, t.endedFault()
		}
	}
}

// Enter presses Enter as a person does, encoded as the program wants it: for a
// text that stands in the composer, and whose own Enter never came.
func (t *Terminal) Enter(ctx context.Context) error {
	return t.Input(ctx, "", modes(t.Modes()).Enter())
}

// progress keeps what is known of a unit whose caller may leave.
func (t *Terminal) progress(u *unit, out compose.Outcome) {
	t.gate.mu.Lock()
	defer t.gate.mu.Unlock()
	u.outcome = out
}

func (t *Terminal) observe(written bool) compose.Observation {
	return compose.Observation{
		Now: time.Now(), Screen: t.Look(), Status: t.o.Status(), Modes: modes(t.Modes()), Written: written,
	}
}

func modes(m vt.Modes) compose.Modes {
	return compose.Modes{BracketedPaste: m.BracketedPaste, KittyFlags: m.KittyFlags}
}

// soonest is the earlier of two times; a zero one is none.
func soonest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
