package term

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"junto/internal/vt"
)

// maxResizes is how many size changes are kept for viewers that resume: more
// than a person makes between a dropped connection and the next.
const maxResizes = 64

// endSync ends a synchronized update (DEC 2026).
var endSync = []byte("\x1b[?2026l")

// sizeAt is a size and the offset from which it is in force.
type sizeAt struct {
	off uint64
	size
}

// screen is the emulator and where in the output it stands. Its lock is a leaf
// lock: nothing is called out to with it held.
type screen struct {
	mu sync.Mutex
	// Guarded by mu.
	vt    *vt.Terminal
	make  vt.Options // what a new emulator is made with, but for its size
	off   uint64     // all output before it is parsed
	sizes []sizeAt
	first uint64 // the number of sizes[0], counted from the first size ever
	known uint64 // viewers can resume from here on
	// whole is the end of the last update that the program meant to be shown
	// at once: off, but in the middle of a synchronized update.
	whole     uint64
	syncSince time.Time
	events    []vt.Event // from the replay
	viewers   map[*Viewer]struct{}
	over      error // why no output will come any more: io.EOF, ErrClosed
}

// beginLocked starts over with an emulator whose state is that at off.
func (s *screen) beginLocked(term *vt.Terminal, off uint64) {
	cols, rows := term.Size()
	s.first += uint64(len(s.sizes)) + 1 // beyond what any viewer has seen
	s.sizes = append(s.sizes[:0], sizeAt{off, size{cols, rows}})
	s.vt, s.off, s.known, s.whole = term, off, off, off
}

func (s *screen) emulator(cols, rows int) *vt.Terminal {
	o := s.make
	o.Cols, o.Rows = cols, rows
	return vt.New(o)
}

// feed parses a piece of output. The answer to queries in it is returned. A
// panic of the emulator costs this screen, not the daemon: it starts again,
// empty, behind the piece that it could not take.
func (s *screen) feed(p []byte) (replies []byte, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from := s.off
	size := s.lastSizeLocked() // the emulator may be beyond asking
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the emulator failed at bytes %d to %d: %v\n%s", from, from+uint64(len(p)), r, debug.Stack())
			s.beginLocked(s.emulator(size.cols, size.rows), from+uint64(len(p)))
			s.wakeLocked()
		}
	}()
	s.vt.Write(p)
	s.off += uint64(len(p))
	s.syncLocked(p)
	s.wakeLocked()
	return s.vt.TakeReplies(), nil
}

// syncLocked keeps whole and syncSince after p was parsed.
func (s *screen) syncLocked(p []byte) {
	if !s.vt.Modes().SyncOutput {
		s.whole = s.off
		return
	}
	was := s.whole
	if i := bytes.LastIndex(p, endSync); i >= 0 {
		s.whole = s.off - uint64(len(p)-i-len(endSync))
	}
	if s.whole != was || was == s.off-uint64(len(p)) {
		s.syncSince = time.Now()
	}
}

// keepEvents ends a replay: what says how things are now is kept for
// takeEvents; what happened then (a bell, a notification) is not told again.
func (s *screen) keepEvents() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.vt.TakeEvents() {
		if e.Kind != vt.EventBell && e.Kind != vt.EventNotify && e.Kind != vt.EventClipboard {
			s.events = append(s.events, e)
		}
	}
}

func (s *screen) takeEvents() []vt.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := append(s.events, s.vt.TakeEvents()...)
	s.events = nil
	return e
}

// drawnBy is when an update that is being drawn counts as drawn at the latest.
func (s *screen) drawnBy() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.syncSince.Add(syncHold)
}

// resize changes the size from here on. It reports whether it was another one.
func (s *screen) resize(cols, rows int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lastSizeLocked() == (size{cols, rows}) {
		return false
	}
	s.vt.Resize(cols, rows)
	s.sizes = append(s.sizes, sizeAt{s.off, size{cols, rows}})
	if len(s.sizes) > maxResizes {
		s.sizes = s.sizes[1:]
		s.known = max(s.known, s.sizes[0].off+1)
		s.first++
	}
	s.wakeLocked()
	return true
}

func (s *screen) lastSizeLocked() size { return s.sizes[len(s.sizes)-1].size }

func (s *screen) wakeLocked() {
	for v := range s.viewers {
		ready(v.wake)
	}
}

// stop says that no output will come any more, and why. The first reason stays:
// viewers of an ended program are shown the rest of it after Close too.
func (s *screen) stop(why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over == nil {
		s.over = why
	}
	s.wakeLocked()
}

// hasEnded reports why there will be no more output, nil while there can be.
func (s *screen) hasEnded() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over
}
