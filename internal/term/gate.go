package term

import (
	"context"
	"slices"
	"sync"
	"time"

	"junto/internal/compose"
	"junto/internal/fault"
	"junto/internal/harness"
	"junto/internal/status"
)

const (
	// maxKeys caps what a person types, or pastes, into a program that does
	// not read.
	maxKeys = 4 << 20
	// maxWrite is the most that one write of keys holds: what a keeper takes.
	maxWrite = 1 << 20
	// maxMerge is up to where keys that wait are written as one.
	maxMerge = 4 << 10
	// maxUnits caps what waits to be typed: far more than there are senders.
	maxUnits = 1000
	// startLimit is how long an agent may be starting: the slowest one measured
	// took 90 s on a busy machine.
	startLimit = 2 * time.Minute
	// closeGrace is how long Close waits for a unit that is being typed; most
	// take half a second.
	closeGrace = 2 * time.Second
	// holdEvery is how often a held unit is looked at without any output: the
	// agent's status follows its output by a moment.
	holdEvery = time.Second
	// lookEvery is how often a screen that changes all the time is read while
	// something waits on it.
	lookEvery = 20 * time.Millisecond
)

// gate is the one way into the terminal, for people and machines alike. Jobs go
// in the order of their acceptance, each whole before the next. A unit of a
// machine may be held; then what comes after it, keys first of all, passes.
//
//	Input ─▶ keys ─┐
//	               ├─ queue ─▶ the first that may go ─▶ keeper
//	Type ──▶ unit ─┘                │
//	                held: draft, dialog, starting
type gate struct {
	wake chan struct{} // of size one: the queue has changed
	seen chan struct{} // of size one: the screen may have changed

	mu sync.Mutex
	// Guarded by mu.
	queue   []*job
	keys    int // bytes in the queue's keys
	units   int // in the queue
	draft   draft
	busy    bool          // a goroutine works on the queue
	worked  chan struct{} // closed when it has ended
	refused error         // why nothing is accepted any more
}

// job is what one caller wants typed: keys of a person, or a machine's unit.
type job struct {
	keys []byte
	unit *unit
}

func (g *gate) init() {
	g.wake, g.seen = make(chan struct{}, 1), make(chan struct{}, 1)
}

// Input types what a person typed in a window. It returns at once: a program
// that does not read must not hold up the window's other terminals. The window
// in which there are keys gets to own the size.
func (t *Terminal) Input(ctx context.Context, window string, b []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	g := &t.gate
	g.mu.Lock()
	switch {
	case g.refused != nil:
		defer g.mu.Unlock()
		return g.refused
	case g.keys+len(b) > maxKeys:
		defer g.mu.Unlock()
		return fault.New(fault.Refused, "terminal %d: the program does not read what is typed", t.o.ID).
			Next("wait until it reads again, or end it")
	}
	keyed := g.draft.key(time.Now(), b)
	g.addKeysLocked(b)
	t.kickLocked()
	g.mu.Unlock()
	if keyed {
		t.typedIn(window)
	}
	return nil
}

func (g *gate) addKeysLocked(b []byte) {
	g.keys += len(b)
	if n := len(g.queue); n > 0 && g.queue[n-1].unit == nil && len(g.queue[n-1].keys)+len(b) <= maxMerge {
		g.queue[n-1].keys = append(g.queue[n-1].keys, b...)
		return
	}
	for part := range slices.Chunk(b, maxWrite) {
		g.queue = append(g.queue, &job{keys: slices.Clone(part)})
	}
}

// kickLocked has the queue worked on.
func (t *Terminal) kickLocked() {
	g := &t.gate
	if !g.busy {
		worked := make(chan struct{})
		g.worked = worked
		g.busy = t.tasks.run(func(ctx context.Context) {
			defer close(worked)
			t.work(ctx)
		})
	}
	ready(g.wake)
}

// work takes job after job, and ends when there is none.
func (t *Terminal) work(ctx context.Context) {
	g := &t.gate
	for ctx.Err() == nil {
		var s sight
		if g.needsSight() {
			s = t.sight()
		}
		turn := g.take(time.Now(), s)
		switch {
		case turn.empty:
			return
		case turn.blind:
		case turn.job == nil:
			for _, u := range turn.held {
				u.tell(Held, u.reason)
			}
			t.pause(ctx, turn.until)
		case turn.job.unit != nil:
			t.typeUnit(ctx, turn.job.unit, s)
		default:
			if err := t.o.Keeper.Write(ctx, t.o.ID, turn.job.keys, 0); err != nil && ctx.Err() == nil {
				t.o.Log.Warn("Keys were not typed", "bytes", len(turn.job.keys), "error", err)
			}
		}
	}
}

// pause waits for the queue or the screen to change, or until a time. A screen
// that changes all the time is looked at with pauses.
func (t *Terminal) pause(ctx context.Context, until time.Time) {
	g := &t.gate
	soon := soonest(until, time.Now().Add(lookEvery))
	woken := false
	timer := time.NewTimer(time.Until(soon))
	defer timer.Stop()
	select {
	case <-g.wake:
		woken = true
	case <-timer.C:
	case <-ctx.Done():
	}
	if woken || ctx.Err() != nil || soon.Equal(until) {
		return
	}
	var due <-chan time.Time
	if !until.IsZero() {
		timer.Reset(time.Until(until))
		due = timer.C
	}
	select {
	case <-g.wake:
	case <-g.seen:
	case <-due:
	case <-ctx.Done():
	}
}

// sight is what the gate's decisions are made on.
type sight struct {
	taken    bool
	template *harness.Template
	state    compose.State
	waiting  bool      // the agent says that a dialog is up
	drawing  time.Time // not zero: the screen is half drawn, until then at most
}

func (t *Terminal) sight() sight {
	s := sight{taken: true, template: t.o.Template(), state: compose.Unknown, waiting: t.o.Status() == status.Waiting}
	screen := t.Look()
	if s.template != nil {
		s.state = compose.Read(s.template, screen).State
	}
	if screen.Drawing {
		s.drawing = t.screen.drawnBy()
	}
	return s
}

// needsSight reports whether the next decision depends on the screen.
func (g *gate) needsSight() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.queue) > 0 && g.queue[0].unit != nil
}

// turn is what to do next: a job, or to wait.
type turn struct {
	job   *job
	empty bool // nothing is left
	blind bool // a unit has come whose decision needs a sight
	until time.Time
	held  []*unit // are held for another reason than before
}

// take removes the first job that may go from the queue.
func (g *gate) take(now time.Time, s sight) turn {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.queue) == 0 {
		g.busy = false
		return turn{empty: true}
	}
	t := turn{until: now.Add(holdEvery)}
	for i, j := range g.queue {
		if j.unit != nil && !s.taken {
			return turn{blind: true}
		}
		if j.unit != nil {
			reason, until := g.holdLocked(j.unit, now, s)
			if reason != "" {
				t.waitFor(j.unit, reason, until)
				continue
			}
			j.unit.begun = true
			g.units--
		} else {
			g.keys -= len(j.keys)
		}
		g.queue = slices.Delete(g.queue, i, i+1)
		return turn{job: j}
	}
	return t
}

func (t *turn) waitFor(u *unit, reason string, until time.Time) {
	if u.reason != reason {
		u.reason = reason
		if reason != holdDrawing {
			t.held = append(t.held, u)
		}
	}
	t.until = soonest(t.until, until)
}

// Why a unit is held.
const (
	holdDraft    = "the operator has an unsent draft"
	holdText     = "the composer holds a text that was not sent"
	holdDialog   = "a dialog is open"
	holdStarting = "the agent is starting"
	holdDrawing  = "the screen is being drawn"
)

// holdLocked says why a unit may not go now, and when that may change without
// a sign of it.
func (g *gate) holdLocked(u *unit, now time.Time, s sight) (reason string, until time.Time) {
	if now.Before(s.drawing) {
		return holdDrawing, s.drawing
	}
	if held, again := g.draft.holds(now, s.state); held {
		if g.draft.keyed {
			return holdDraft, again
		}
		return holdText, again
	}
	if (s.state == compose.Dialog || s.waiting) && u.o.HoldForDialog {
		return holdDialog, time.Time{}
	}
	if limit := u.accepted.Add(startLimit); s.state == compose.Starting && now.Before(limit) {
		return holdStarting, limit
	}
	return "", time.Time{}
}

// refuse ends the queue: what was not begun is withdrawn, nothing is accepted.
func (g *gate) refuse(why error) {
	g.mu.Lock()
	queue := g.queue
	if g.refused == nil {
		g.refused = why
	}
	g.queue, g.keys, g.units = nil, 0, 0
	g.mu.Unlock()
	for _, j := range queue {
		if j.unit != nil {
			g.finish(j.unit, compose.Outcome{Evidence: []string{"not typed"}}, why)
		}
	}
	ready(g.wake)
}

// close ends the queue. A unit under way gets some time to come to its Enter:
// without it the text would sit in the composer, and hold up all that follow.
func (g *gate) close() {
	g.refuse(ErrClosed)
	g.mu.Lock()
	worked, busy := g.worked, g.busy
	g.mu.Unlock()
	if !busy {
		return
	}
	grace := time.NewTimer(closeGrace)
	defer grace.Stop()
	select {
	case <-worked:
	case <-grace.C:
	}
}

func (t *Terminal) endedFault() error {
	return fault.New(fault.Refused, "terminal %d: its program has ended", t.o.ID).
		Next("start a new terminal, or resume the session in it")
}
