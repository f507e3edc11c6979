package term

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
)

// fakeRing is a ring in memory. With a size it holds that many unreleased
// bytes, and put waits for room as a keeper does.
type fakeRing struct {
	size int

	mu       sync.Mutex
	changed  chan struct{} // closed and replaced at each change
	kept     []byte        // what is before the end
	start    uint64        // the offset of kept
	released uint64
	replied  uint64
	over     bool
}

func newRing(size int) *fakeRing {
	return &fakeRing{size: size, changed: make(chan struct{})}
}

func (r *fakeRing) changeLocked() {
	close(r.changed)
	r.changed = make(chan struct{})
}

// put is the program's output.
func (r *fakeRing) put(p []byte) {
	for len(p) > 0 {
		r.mu.Lock()
		n := len(p)
		if r.size > 0 {
			n = min(n, r.size-int(r.endLocked()-r.released))
		}
		wait := r.changed
		if n > 0 {
			r.kept = append(r.kept, p[:n]...)
			if r.size > 0 && len(r.kept) > 2*r.size { // overwritten, now and then
				r.dropLocked(r.endLocked() - uint64(r.size))
			}
			r.changeLocked()
		}
		r.mu.Unlock()
		p = p[n:]
		if n == 0 {
			<-wait
		}
	}
}

func (r *fakeRing) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	r.changeLocked()
}

// drop makes the ring forget what is before an offset.
func (r *fakeRing) drop(off uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dropLocked(off)
}

func (r *fakeRing) dropLocked(off uint64) {
	r.kept = append([]byte(nil), r.kept[off-r.start:]...)
	r.start = off
}

func (r *fakeRing) endLocked() uint64 { return r.start + uint64(len(r.kept)) }

func (r *fakeRing) Start() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.start
}

func (r *fakeRing) End() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.endLocked()
}

func (r *fakeRing) Replied() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.replied
}

func (r *fakeRing) Release(off uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.released = max(r.released, off)
	r.changeLocked()
}

func (r *fakeRing) Wait(ctx context.Context, off uint64) error {
	for {
		r.mu.Lock()
		ready, over, wait := r.endLocked() > off, r.over, r.changed
		r.mu.Unlock()
		switch {
		case ready:
			return nil
		case over:
			return io.EOF
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

var errOverwritten = errors.New("overwritten")

func (r *fakeRing) Read(off uint64, p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if off < r.start {
		return 0, errOverwritten
	}
	return copy(p, r.kept[min(off, r.endLocked())-r.start:]), nil
}

// fakeKeeper writes to a program in memory.
type fakeKeeper struct {
	ring *fakeRing

	mu      sync.Mutex
	program func(b []byte) // is given what is written
	stalled chan struct{}  // while not nil, writes wait for it to be closed
	writes  [][]byte       // every write, in order
	sizes   []size         // every size that was told
	wrote   chan struct{}  // signalled at each write
	err     error          // what writes fail with
}

func newKeeper(ring *fakeRing) *fakeKeeper {
	return &fakeKeeper{ring: ring, wrote: make(chan struct{}, 1)}
}

func (k *fakeKeeper) Write(ctx context.Context, _ int, b []byte, replied uint64) error {
	k.mu.Lock()
	stalled, err := k.stalled, k.err
	k.mu.Unlock()
	if err != nil {
		return err
	}
	if stalled != nil {
		select {
		case <-stalled:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.writes = append(k.writes, bytes.Clone(b))
	if replied > 0 {
		k.ring.mu.Lock()
		k.ring.replied = max(k.ring.replied, replied)
		k.ring.mu.Unlock()
	}
	if k.program != nil {
		k.program(b)
	}
	ready(k.wrote)
	return nil
}

func (k *fakeKeeper) Resize(_ context.Context, _, cols, rows int) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.sizes = append(k.sizes, size{cols, rows})
	return nil
}

func (k *fakeKeeper) written() []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	return bytes.Join(k.writes, nil)
}

func (k *fakeKeeper) told() []size {
	k.mu.Lock()
	defer k.mu.Unlock()
	return append([]size(nil), k.sizes...)
}
