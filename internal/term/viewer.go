package term

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"
)

const (
	// window is how many bytes a viewer may have that it has not acknowledged:
	// what a page still digests within some 10 ms, so that a key that ends a
	// flood is answered behind no more than that.
	window = 64 << 10
	// maxFlights bounds unacknowledged frames, however small they are.
	maxFlights = 128
	// maxFrame bounds one frame, so that a window is at least two of them.
	maxFrame = 32 << 10
	// frameEvery is the time between two frames: 60 a second.
	frameEvery = time.Second / 60
	// skipBehind is how far a viewer may fall behind before it is shown the
	// present instead of all that was in between: two windows.
	skipBehind = 2 * window
	// calm is how much may have come since the last frame of a viewer that is
	// shown the present, for it to read on: half a megabyte in a second.
	calm = 16 << 10
	// skipEvery is the time between two frames of the present. Each is digested
	// before the next, so a slow page sees fewer.
	skipEvery = time.Second / 30
	// skipShare keeps the snapshots of a viewer that always falls behind to a
	// tenth of one core.
	skipShare = 10
	// settle is how long a viewer must have kept up before it is shown the
	// scrollback that it missed: a flood that stops for less goes on.
	settle = 200 * time.Millisecond
	// syncHold is how long a synchronized update is waited for, before what
	// there is of it is shown (as terminals do).
	syncHold = 100 * time.Millisecond
)

// Frame is what a viewer is shown next. The size is set before Data is written;
// a Snapshot is for an emulator that was reset.
type Frame struct {
	Snapshot   bool
	Offset     uint64 // of the output, after Data
	Data       []byte // valid until the next call of Next
	Cols, Rows int
}

// Viewer reads a terminal's output at its own pace. Next is for one goroutine.
type Viewer struct {
	t    *Terminal
	wake chan struct{} // of size one: there is output, or room in the window
	air  air

	// Used by Next alone.
	off    uint64
	seen   uint64 // the number of the next size to tell
	size   size   // what was told last
	reset  bool   // a snapshot is due
	lines  int    // of scrollback that it keeps
	skips  bool   // it fell behind, and sees the present only
	buf    []byte
	pace   time.Time // no frame before
	noSkip time.Time // no snapshot for falling behind before
	owed   time.Time // when it is shown what it missed; zero when that is nothing
}

// air holds the frames that are on their way, and whether there will be more.
type air struct {
	mu sync.Mutex
	// Guarded by mu.
	flights []flight
	unacked int // bytes
	closed  bool
	detach  func() bool // lets go of Attach's context
}

type flight struct {
	off  uint64
	size int
}

// Attach begins to watch: from an offset that the viewer had reached, if it can
// still go on from there, else with a snapshot. The viewer ends with the
// context, or with Close.
func (t *Terminal) Attach(ctx context.Context, from uint64, hasFrom bool) *Viewer {
	v := &Viewer{t: t, wake: make(chan struct{}, 1), reset: true, lines: math.MaxInt}
	s := &t.screen
	s.mu.Lock()
	if hasFrom && t.o.Ring != nil && from >= max(s.known, t.o.Ring.Start()) && from <= s.off {
		v.off = from
		v.seen, v.reset = s.resumeLocked(from)
		if v.seen > s.first {
			v.size = s.sizes[v.seen-s.first-1].size
		}
	}
	s.viewers[v] = struct{}{}
	s.mu.Unlock()
	v.air.mu.Lock()
	defer v.air.mu.Unlock()
	v.air.detach = context.AfterFunc(ctx, v.Close)
	return v
}

// Keep says how many lines of scrollback the viewer keeps: it is sent no more
// of them. It comes before the first Next.
func (v *Viewer) Keep(lines int) { v.lines = lines }

// resumeLocked finds the size that was in force at an offset. Of a change right
// at the offset it is not known whether the viewer saw it, so it is told again;
// several of them cannot be told apart and need a snapshot.
func (s *screen) resumeLocked(from uint64) (seen uint64, reset bool) {
	at := 0
	for _, size := range s.sizes {
		if size.off < from {
			seen++
		} else if size.off == from {
			at++
		}
	}
	return s.first + seen, at > 1
}

// Close ends the viewer. It may be called more than once.
func (v *Viewer) Close() {
	s := &v.t.screen
	s.mu.Lock()
	delete(s.viewers, v)
	s.mu.Unlock()
	v.air.mu.Lock()
	v.air.closed = true
	v.air.detach()
	v.air.mu.Unlock()
	ready(v.wake)
}

// Ack says that the viewer has digested everything up to an offset.
func (v *Viewer) Ack(off uint64) {
	v.air.mu.Lock()
	for len(v.air.flights) > 0 && v.air.flights[0].off <= off {
		v.air.unacked -= v.air.flights[0].size
		v.air.flights = v.air.flights[1:]
	}
	if len(v.air.flights) == 0 {
		v.air.flights = nil
	}
	v.air.mu.Unlock()
	ready(v.wake)
}

// Next waits for the next frame. It returns io.EOF when the program is gone and
// all was shown, and ErrClosed when the daemon lets go of the terminal.
func (v *Viewer) Next(ctx context.Context) (Frame, error) {
	for {
		f, until, err := v.next(time.Now())
		if err != nil || f.Cols > 0 {
			return f, err
		}
		if err := rest(ctx, v.wake, until); err != nil {
			return Frame{}, err
		}
	}
}

// next is the frame that can be sent now. Without one, it says until when to
// wait if nothing new comes; zero is for ever.
func (v *Viewer) next(now time.Time) (f Frame, until time.Time, err error) {
	flying, full, closed := v.flying()
	if closed {
		return Frame{}, time.Time{}, ErrClosed
	}
	s := &v.t.screen
	s.mu.Lock()
	to, until := v.limitLocked(now)
	lost := v.lostLocked()
	switch {
	case errors.Is(s.over, ErrClosed):
		err = s.over
	case full, lost && flying:
		until = time.Time{} // an ack wakes
	case v.reset, v.oweLocked(now) && !lost:
		f = v.snapshotLocked(now, v.lines)
	case lost && now.Before(v.noSkip):
		until = v.noSkip
	case lost:
		f = v.snapshotLocked(now, 0)
	case v.dueLocked() && s.sizes[v.seen-s.first].off == v.off:
		f = v.sizeLocked()
	case to > v.off && now.Before(v.pace):
		until = v.pace
	case to > v.off:
		s.mu.Unlock()
		return v.read(now, to)
	case s.over != nil:
		err = s.over
	default:
		until = soonest(until, v.owed)
	}
	s.mu.Unlock()
	v.fly(f)
	return f, until, err
}

// lostLocked reports whether the viewer is too far behind to be shown all that
// was in between. Once it is, it has to keep up to be shown everything again.
func (v *Viewer) lostLocked() bool {
	s := &v.t.screen
	behind := s.off - v.off
	v.skips = v.seen < s.first || behind > skipBehind || v.skips && behind > calm
	return v.skips
}

// oweLocked reports whether the viewer is to be shown what it missed now.
func (v *Viewer) oweLocked(now time.Time) bool {
	return !v.owed.IsZero() && (v.t.screen.over != nil || !now.Before(v.owed))
}

// dueLocked reports whether a change of size is still to be told.
func (v *Viewer) dueLocked() bool {
	s := &v.t.screen
	return v.seen >= s.first && v.seen-s.first < uint64(len(s.sizes))
}

// limitLocked is how far the next frame may go: not beyond a change of size,
// and not into a synchronized update for as long as one is waited for.
func (v *Viewer) limitLocked(now time.Time) (to uint64, until time.Time) {
	s := &v.t.screen
	to = s.off
	if s.whole < s.off && s.over == nil {
		if hold := s.syncSince.Add(syncHold); now.Before(hold) {
			to, until = max(s.whole, v.off), hold
		}
	}
	if v.dueLocked() {
		to = min(to, s.sizes[v.seen-s.first].off)
	}
	return min(to, v.off+maxFrame), until
}

// snapshotLocked shows the present, with so many lines of scrollback. Without
// those that the viewer keeps, they are owed to it.
func (v *Viewer) snapshotLocked(now time.Time, lines int) Frame {
	s := &v.t.screen
	data := s.vt.SnapshotLines(lines)
	v.owed = time.Time{}
	if lines < v.lines {
		v.owed = now.Add(settle)
	}
	v.noSkip = now.Add(max(skipEvery, skipShare*time.Since(now)))
	v.pace = now.Add(frameEvery)
	v.reset, v.off, v.seen = false, s.off, s.first+uint64(len(s.sizes))
	v.size = s.lastSizeLocked()
	return Frame{Snapshot: true, Offset: v.off, Data: data, Cols: v.size.cols, Rows: v.size.rows}
}

func (v *Viewer) sizeLocked() Frame {
	s := &v.t.screen
	v.size = s.sizes[v.seen-s.first].size
	v.seen++
	return Frame{Offset: v.off, Cols: v.size.cols, Rows: v.size.rows}
}

// read makes a frame of the ring's bytes. When the ring has moved past them, a
// snapshot is due.
func (v *Viewer) read(now time.Time, to uint64) (Frame, time.Time, error) {
	n := int(to - v.off)
	if cap(v.buf) < n {
		v.buf = make([]byte, n)
	}
	n, err := v.t.o.Ring.Read(v.off, v.buf[:n])
	if err != nil || n == 0 {
		v.seen, v.skips = 0, true
		return Frame{}, now, nil
	}
	v.off += uint64(n)
	v.pace = now.Add(frameEvery)
	f := Frame{Offset: v.off, Data: v.buf[:n], Cols: v.size.cols, Rows: v.size.rows}
	v.fly(f)
	return f, time.Time{}, nil
}

// flying reports whether anything is on its way, whether the window is full, and
// whether the viewer is closed.
func (v *Viewer) flying() (some, full, closed bool) {
	v.air.mu.Lock()
	defer v.air.mu.Unlock()
	n := len(v.air.flights)
	return n > 0, v.air.unacked >= window || n >= maxFlights, v.air.closed
}

func (v *Viewer) fly(f Frame) {
	if len(f.Data) == 0 {
		return
	}
	v.air.mu.Lock()
	defer v.air.mu.Unlock()
	v.air.flights = append(v.air.flights, flight{f.Offset, len(f.Data)})
	v.air.unacked += len(f.Data)
}

// rest waits for a signal, but not beyond a time; zero is no limit.
func rest(ctx context.Context, wake <-chan struct{}, until time.Time) error {
	var due <-chan time.Time
	if !until.IsZero() {
		timer := time.NewTimer(time.Until(until))
		defer timer.Stop()
		due = timer.C
	}
	select {
	case <-wake:
		return nil
	case <-due:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
