package keep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
)

// ErrOverwritten means that the bytes are no longer in the ring. The caller
// goes on from a checkpoint or a snapshot, which hold what they did.
var ErrOverwritten = errors.New("the output is no longer in the ring")

// Ring is the daemon's side of a terminal's output: absolute offsets from 0, of
// which a range can be read. Its methods may be used by many goroutines at
// once; after Forget or Close they return ErrLost, or zero.
type Ring struct {
	c  *Client
	id int

	// mapped is held for reading while the memory is used, so that it is not
	// unmapped under a reader's hands.
	mapped sync.RWMutex
	layout // guarded by mapped; h is nil when it is gone

	mu   sync.Mutex
	bell chan struct{} // guarded by mu; closed when the keeper rings
}

func newRing(c *Client, id int, l layout) *Ring {
	return &Ring{c: c, id: id, layout: l, bell: make(chan struct{})}
}

// ring wakes everybody who waits.
func (r *Ring) ring() {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.bell)
	r.bell = make(chan struct{})
}

func (r *Ring) unmap() error {
	r.mapped.Lock()
	l := r.layout
	r.layout = layout{}
	r.mapped.Unlock()
	r.ring()
	if l.h == nil {
		return nil
	}
	return l.unmap()
}

// look reads words of the header; it does nothing when the ring is gone.
func (r *Ring) look(f func(h *header)) {
	r.mapped.RLock()
	defer r.mapped.RUnlock()
	if r.h != nil {
		f(r.h)
	}
}

// End is the offset after the last byte that can be read.
func (r *Ring) End() (end uint64) {
	r.look(func(h *header) { end = h.end.Load() })
	return end
}

// Start is the offset of the first byte that can be read. Only what is not
// released is sure to stay.
func (r *Ring) Start() (start uint64) {
	r.look(func(h *header) { start = h.start() })
	return start
}

// start: what the keeper may be writing is one capacity ahead of what it
// overwrites.
func (h *header) start() uint64 {
	reserved := max(h.reserved.Load(), h.end.Load())
	return reserved - min(reserved, ringCapacity)
}

// Released is what Release was last called with, by this daemon or by the one
// before.
func (r *Ring) Released() (released uint64) {
	r.look(func(h *header) { released = h.released.Load() })
	return released
}

// Replied is the offset up to which queries in the output are answered.
func (r *Ring) Replied() (replied uint64) {
	r.look(func(h *header) { replied = h.replied.Load() })
	return replied
}

// Release allows the bytes before the offset to be overwritten: a checkpoint
// holds what they did.
func (r *Ring) Release(off uint64) {
	knock := false
	r.look(func(h *header) {
		raise(&h.released, min(off, h.end.Load()))
		knock = h.stalled.Swap(0) == 1
	})
	if knock {
		// Fails only when the connection is lost, and then the keeper looks by
		// itself as soon as there is another one.
		_ = r.c.send(context.Background(), frame{kind: kindKnock, payload: encodeInts(r.id)})
	}
}

// Wait waits until there is output after the offset. It returns io.EOF when the
// program has ended and all its output is before the offset.
func (r *Ring) Wait(ctx context.Context, off uint64) error {
	for {
		r.mu.Lock()
		bell := r.bell
		r.mu.Unlock()
		if more, err := r.more(off); more || err != nil {
			return err
		}
		select {
		case <-bell:
		case <-ctx.Done():
			return ctx.Err()
		case <-r.c.done:
			if more, err := r.more(off); more || err != nil {
				return err
			}
			return ErrLost
		}
	}
}

// more reports whether there is output after the offset, and arms the bell when
// there is none.
func (r *Ring) more(off uint64) (more bool, err error) {
	err = ErrLost
	r.look(func(h *header) {
		more, err = h.more(off)
		if !more && err == nil {
			h.armed.Store(1)
			more, err = h.more(off) // what came in between rings no bell
		}
	})
	return more, err
}

func (h *header) more(off uint64) (bool, error) {
	closed := h.closed.Load() == 1 // before the end, which is final then
	if h.end.Load() > off {
		return true, nil
	}
	if closed {
		return false, io.EOF
	}
	return false, nil
}

// Read copies output from the offset on, as much as there is and fits. It
// returns no bytes and no error when there is none yet, and io.EOF when there
// will be none.
func (r *Ring) Read(off uint64, p []byte) (int, error) {
	r.mapped.RLock()
	defer r.mapped.RUnlock()
	if r.h == nil {
		return 0, ErrLost
	}
	closed := r.h.closed.Load() == 1 // before the end, which is final then
	end := r.h.end.Load()
	switch {
	case off > end:
		return 0, fmt.Errorf("terminal %d: read at %d, but its output ends at %d", r.id, off, end)
	case off == end && closed:
		return 0, io.EOF
	}
	p = p[:min(uint64(len(p)), end-off)]
	at := off % ringCapacity
	n := copy(p, r.data[at:])
	n += copy(p[n:], r.data[:])
	// Only now is it known whether what was copied was still whole.
	if off < r.h.start() {
		return 0, ErrOverwritten
	}
	return n, nil
}
