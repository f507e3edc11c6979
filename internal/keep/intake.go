package keep

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

const (
	// growStep is how much of a ring file gets its blocks on disk at a time.
	// The file is sparse, but a byte written into a mapped hole of a full disk
	// kills the process, and the keeper with it every terminal; so blocks are
	// had before bytes are put there, in steps small enough for many idle
	// terminals.
	growStep = 64 << 10

	// maxRead is the most that one read asks for. A PTY gives some 4 KiB at a
	// time whatever is asked, so more would only shorten what can be re-read.
	maxRead = 16 << 10
)

// errDiskFull: there are no blocks for more of the ring. The keeper waits and
// tries again.
var errDiskFull = errors.New("the disk is full")

// intake is the keeper's side of a ring: where output goes in. One goroutine
// uses it; the words of the header are shared with the daemon.
type intake struct {
	layout
	path   string
	file   *os.File // nil once all blocks are had
	backed uint64   // bytes of data with blocks on disk
}

// createRing makes and maps a new ring file.
func createRing(path string) (*intake, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("make a ring: %w", err)
	}
	r := &intake{path: path, file: f}
	if err := r.init(); err != nil {
		f.Close()
		os.Remove(path)
		return nil, err
	}
	return r, nil
}

func (r *intake) init() error {
	if err := r.file.Truncate(headerSize + ringCapacity); err != nil {
		return fmt.Errorf("make a ring: %w", err)
	}
	if err := allocate(r.file, 0, headerSize+growStep); err != nil {
		return fmt.Errorf("make a ring: %w", err)
	}
	r.backed = growStep
	l, err := mapRing(r.file)
	if err != nil {
		return err
	}
	r.layout = l
	r.h.magic, r.h.capacity = ringMagic, ringCapacity
	return nil
}

// free is how many bytes may be taken in before the daemon must release some.
func (r *intake) free() uint64 {
	end := r.h.end.Load()
	// A daemon that released what it cannot have read gets no more for it.
	released := min(r.h.released.Load(), end)
	return ringCapacity - (end - released)
}

// room returns the place for the next read; it is empty when the ring is full.
func (r *intake) room() ([]byte, error) {
	free := r.free()
	if free == 0 {
		return nil, nil
	}
	end := r.h.end.Load()
	at := end % ringCapacity
	n := min(free, maxRead, ringCapacity-at)
	if err := r.back(at + n); err != nil {
		if at >= r.backed {
			return nil, err
		}
		n = r.backed - at
	}
	return r.data[at : at+n], nil
}

// back has blocks on disk for the data up to a place.
func (r *intake) back(to uint64) error {
	for r.backed < to {
		if err := allocate(r.file, int64(headerSize+r.backed), growStep); err != nil {
			return fmt.Errorf("%w: %w", errDiskFull, err)
		}
		r.backed += growStep
	}
	if r.backed == ringCapacity && r.file != nil {
		r.file.Close() // nothing was written through it
		r.file = nil
	}
	return nil
}

// publish ends what room began: n bytes were put there. It reports whether a
// reader waits for them.

// reserve marks the place that room returned as being written, and with it what
// lay there before as overwritten.
func (r *intake) reserve(place []byte) {
	r.h.reserved.Store(r.h.end.Load() + uint64(len(place)))
}

// publish ends what reserve began: n bytes were put there.
func (r *intake) publish(n int) {
	end := r.h.end.Load() + uint64(n)
	r.h.end.Store(end)
	r.h.reserved.Store(end)
}

// stall marks the keeper as waiting for room, so that the next release knocks.
// It reports false when there is room after all.
func (r *intake) stall() bool {
	r.h.stalled.Store(1)
	return r.free() == 0
}

// rouse reports whether a reader waits, who is to be rung then.
func (r *intake) rouse() bool { return r.h.armed.Swap(0) == 1 }

// remove unmaps the ring and removes its file. A daemon that has it mapped can
// read on.
func (r *intake) remove() error {
	err := r.unmap()
	if r.file != nil {
		r.file.Close()
	}
	return errors.Join(err, os.Remove(r.path))
}

// readRaw is one read from a non-blocking descriptor, again when a signal came
// in between.
func readRaw(fd uintptr, p []byte) (int, error) {
	for {
		n, err := unix.Read(int(fd), p)
		if !errors.Is(err, unix.EINTR) {
			return n, err
		}
	}
}
