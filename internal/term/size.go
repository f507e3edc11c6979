package term

import (
	"context"
	"sync"
	"time"

	"junto/internal/vt"
)

const (
	// Smaller sizes are what a hidden page measures.
	minCols, minRows = 2, 2
	// Larger ones the emulator cuts down; no screen is that large.
	maxCols, maxRows = vt.MaxCols, vt.MaxRows
	// resizeSettle is how long a size must stand before the program is told:
	// each step of a dragged edge would make it repaint.
	resizeSettle = 100 * time.Millisecond
)

type size struct{ cols, rows int }

// sizes decides which window's size the program has. The window in which
// somebody types owns it; what other windows wish is kept for when they do.
// Where nobody has typed yet, or the owner has left, the first that asks owns
// it. With no window left the size stays as it is.
type sizes struct {
	mu sync.Mutex
	// Guarded by mu.
	wishes map[string]size
	owner  string
	want   size
	timer  *time.Timer // runs while a change settles
	closed bool
}

// Resize says which size a window has for the terminal now. Sizes that no
// visible window has are ignored.
func (t *Terminal) Resize(window string, cols, rows int) {
	if cols < minCols || rows < minRows {
		return
	}
	s := &t.sizes
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wishes[window] = size{min(cols, maxCols), min(rows, maxRows)}
	if s.owner == "" {
		s.owner = window
	}
	t.settleLocked(window)
}

// Hide says that a window does not show the terminal any more.
func (t *Terminal) Hide(window string) {
	s := &t.sizes
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.wishes, window)
	if s.owner == window {
		s.owner, s.want = "", size{}
	}
}

// typedIn makes a window the owner; keys may come from none.
func (t *Terminal) typedIn(window string) {
	s := &t.sizes
	s.mu.Lock()
	defer s.mu.Unlock()
	if window == "" || s.owner == window {
		return
	}
	s.owner = window
	t.settleLocked(window)
}

// settleLocked has the owner's wish applied once it has stood for a while.
func (t *Terminal) settleLocked(window string) {
	s := &t.sizes
	wish, ok := s.wishes[window]
	if !ok || s.owner != window || s.closed {
		return
	}
	s.want = wish
	if s.timer == nil {
		s.timer = time.AfterFunc(resizeSettle, func() { t.tasks.run(t.applySize) })
	} else {
		s.timer.Reset(resizeSettle)
	}
}

// applySize gives the program the size that is wanted. The checkpoint comes
// first: output for the new size must never be replayed at the old one.
func (t *Terminal) applySize(ctx context.Context) {
	s := &t.sizes
	s.mu.Lock()
	want := s.want
	s.mu.Unlock()
	if want == (size{}) || !t.screen.resize(want.cols, want.rows) {
		return
	}
	t.poke()
	if t.screen.hasEnded() != nil {
		return
	}
	t.save()
	if err := t.o.Keeper.Resize(ctx, t.o.ID, want.cols, want.rows); err != nil {
		t.o.Log.Warn("The program was not told its new size", "error", err)
	}
}

func (s *sizes) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.timer != nil {
		s.timer.Stop()
	}
}
