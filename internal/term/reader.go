package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
	"time"

	"junto/internal/vt"
)

const (
	// chunk is how much is parsed under one lock: well under a millisecond.
	chunk = 32 << 10
	// quietAfter is how long output must be quiet for a checkpoint, so that an
	// agent that prints now and then does not write one each time.
	quietAfter = 10 * time.Second
	// saveAtLatest is the age of unsaved output at which an agent that is never
	// quiet gets a checkpoint all the same.
	saveAtLatest = 5 * time.Minute

	defaultCols, defaultRows = 80, 24
)

// restore builds the emulator from the checkpoint, or an empty one.
func (t *Terminal) restore() {
	s := &t.screen
	s.mu.Lock()
	defer s.mu.Unlock()
	s.make = vt.Options{ScrollbackBytes: t.o.Scrollback, ScrollbackLines: t.o.ScrollbackLines, Colors: t.o.Colors}
	s.viewers = make(map[*Viewer]struct{})
	c, err := t.load()
	if err == nil {
		var term *vt.Terminal
		if term, err = t.rebuild(c); err == nil {
			s.beginLocked(term, c.Offset)
			t.saver.saved, t.saver.size = c.Offset, s.sizes[0]
			return
		}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		bad, moved := quarantine(t.o.Checkpoint)
		t.o.Log.Error("The checkpoint is unusable and put aside; the screen is rebuilt from what the ring still holds",
			"error", err, "file", bad, "moved", moved == nil)
	}
	var start uint64
	if t.o.Ring != nil {
		start = t.o.Ring.Start()
	}
	cols, rows := t.o.Cols, t.o.Rows
	if cols < minCols || rows < minRows {
		cols, rows = defaultCols, defaultRows
	}
	s.beginLocked(s.emulator(cols, rows), start)
	t.saver.saved = start
}

// load reads the checkpoint and checks it against the ring.
func (t *Terminal) load() (Checkpoint, error) {
	if t.o.Checkpoint == "" {
		return Checkpoint{}, fs.ErrNotExist
	}
	c, err := ReadCheckpoint(t.o.Checkpoint)
	if err != nil || t.o.Ring == nil {
		return c, err
	}
	if end := t.o.Ring.End(); c.Offset > end {
		return c, fmt.Errorf("it stands at byte %d, the ring ends at %d: it is another terminal's", c.Offset, end)
	}
	if start := t.o.Ring.Start(); c.Offset < start {
		// A checkpoint could not be written for long (a full disk). What is in
		// between is lost, but the screen that there was is worth more than none.
		t.o.Log.Error("Output between the checkpoint and the ring is lost", "from", c.Offset, "to", start)
		c.Offset = start
	}
	return c, nil
}

// rebuild replays a checkpoint's screen; a panic makes the checkpoint bad.
func (t *Terminal) rebuild(c Checkpoint) (term *vt.Terminal, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the emulator failed on it: %v", r)
		}
	}()
	term = t.screen.emulator(c.Cols, c.Rows)
	term.Write(c.Screen)
	term.TakeReplies()
	term.TakeEvents()
	return term, nil
}

// replay parses what is in the ring now. Queries that a daemon before this one
// answered are not answered again, and what was told once (a bell, a
// notification) is not told again.
func (t *Terminal) replay(ctx context.Context) error {
	end, replied := t.o.Ring.End(), t.o.Ring.Replied()
	buf := make([]byte, chunk)
	for off := t.screen.off; off < end; off = t.screen.off {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("open terminal %d: %w", t.o.ID, err)
		}
		limit := min(chunk, end-off)
		if off < replied {
			limit = min(limit, replied-off)
		}
		n, err := t.o.Ring.Read(off, buf[:limit])
		if err != nil {
			return fmt.Errorf("open terminal %d: %w", t.o.ID, err)
		}
		t.parse(buf[:n], replied)
	}
	t.screen.keepEvents()
	return nil
}

// parse feeds a piece of output and passes on what comes of it.
func (t *Terminal) parse(p []byte, replied uint64) {
	replies, err := t.screen.feed(p)
	if err != nil {
		t.o.Log.Error("The terminal's screen is lost and starts again", "error", err)
	}
	off := t.screen.off // written by this goroutine alone
	if len(replies) > 0 && off > replied {
		t.answer(replies, off)
	}
	t.poke()
}

// read follows the ring until the program's end or Close.
func (t *Terminal) read(ctx context.Context) {
	var buf []byte // only while output flows: an idle terminal is small
	var unsaved, last time.Time
	if behind := t.screen.off - t.saver.at(); behind >= t.o.CheckpointEvery {
		t.save() // the ring may be full of what was replayed: the program stands still until it is saved
	} else if behind > 0 {
		unsaved, last = time.Now(), time.Now()
	}
	for {
		off := t.screen.off
		err := t.await(ctx, off, unsaved, last)
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			t.save()
			buf, unsaved = nil, time.Time{}
			continue
		case ctx.Err() != nil:
			return
		case err != nil:
			if !errors.Is(err, io.EOF) {
				t.o.Log.Error("The terminal's output cannot be followed any more", "error", err)
			}
			t.finish()
			t.save()
			return
		}
		if buf == nil {
			buf = make([]byte, chunk)
		}
		n, err := t.o.Ring.Read(off, buf)
		if err != nil {
			t.o.Log.Error("The terminal's output cannot be read any more", "error", err)
			t.finish()
			return
		}
		t.parse(buf[:n], 0)
		last = time.Now()
		if unsaved.IsZero() {
			unsaved = last
		}
		if t.screen.off-t.saver.at() >= t.o.CheckpointEvery && t.saveMeanwhile() {
			unsaved = time.Time{}
		}
	}
}

// await waits for output beyond off; with unsaved output not longer than until
// a checkpoint is due.
func (t *Terminal) await(ctx context.Context, off uint64, unsaved, last time.Time) error {
	if unsaved.IsZero() {
		return t.o.Ring.Wait(ctx, off)
	}
	due := last.Add(quietAfter)
	if latest := unsaved.Add(saveAtLatest); latest.Before(due) {
		due = latest
	}
	if !time.Now().Before(due) {
		return context.DeadlineExceeded
	}
	if t.o.Ring.End() > off {
		return nil
	}
	ctx, cancel := context.WithDeadline(ctx, due)
	defer cancel()
	return t.o.Ring.Wait(ctx, off)
}

// finish says that the program is gone; what is on the screen stays.
func (t *Terminal) finish() {
	t.screen.stop(io.EOF)
	close(t.ended)
	t.gate.refuse(t.endedFault())
	t.poke()
}

// saver writes checkpoints, one at a time.
type saver struct {
	turn chan struct{} // of size one: the lock for writing the file

	mu    sync.Mutex
	saved uint64 // guarded by mu: output up to here is in the file
	size  sizeAt // guarded by mu: the size that is in the file
}

func (s *saver) at() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.saved
}

func (s *saver) has(off uint64, size sizeAt) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.saved == off && s.size == size
}

// save writes a checkpoint and releases what it holds.
func (t *Terminal) save() {
	if err := t.saveNow(); err != nil {
		t.logUnsaved(err)
	}
}

func (t *Terminal) saveNow() error {
	t.saver.turn <- struct{}{}
	defer func() { <-t.saver.turn }()
	c, size, due := t.checkpoint()
	if !due || t.o.Ring == nil {
		return nil
	}
	return t.store(c, size)
}

// saveMeanwhile begins a checkpoint and lets the disk take its time, since
// output goes on. It does nothing while one is being written.
func (t *Terminal) saveMeanwhile() bool {
	select {
	case t.saver.turn <- struct{}{}:
	default:
		return false
	}
	c, size, due := t.checkpoint()
	begun := due && t.tasks.run(func(context.Context) {
		defer func() { <-t.saver.turn }()
		if err := t.store(c, size); err != nil {
			t.logUnsaved(err)
		}
	})
	if !begun {
		<-t.saver.turn
	}
	return begun
}

// store is for who has the saver's turn. When the file cannot be written the
// ring is released all the same: a program that stands still because a disk is
// full is worse than a screen that would be lost with the daemon.
func (t *Terminal) store(c Checkpoint, size sizeAt) (err error) {
	if t.o.Checkpoint != "" {
		err = c.write(t.o.Checkpoint)
	}
	t.saver.mu.Lock()
	t.saver.saved, t.saver.size = c.Offset, size
	t.saver.mu.Unlock()
	t.o.Ring.Release(c.Offset)
	return err
}

func (t *Terminal) logUnsaved(err error) {
	t.o.Log.Error("The terminal has no new checkpoint; its screen would be lost with the daemon", "error", err)
}

// checkpoint is the terminal as it stands, unless that is saved already.
func (t *Terminal) checkpoint() (c Checkpoint, size sizeAt, due bool) {
	s := &t.screen
	s.mu.Lock()
	defer s.mu.Unlock()
	size = s.sizes[len(s.sizes)-1]
	if t.saver.has(s.off, size) {
		return Checkpoint{}, size, false
	}
	cols, rows := s.vt.Size()
	return Checkpoint{Offset: s.off, Cols: cols, Rows: rows, Title: s.vt.Title(), Screen: s.vt.Snapshot()}, size, true
}
