package keep

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"junto/internal/fault"
	"junto/internal/proc"
)

// terminal is one program in its PTY, as the keeper holds it.
//
//	running ──first process reaped──▶ draining ──PTY empty──▶ closed ──Forget──▶ gone
type terminal struct {
	id      int
	process proc.Process
	pty     *pty
	ring    *intake
	log     *slog.Logger
	bell    func(id int)

	room    chan struct{}  // of size one: the daemon released something
	stop    chan struct{}  // closed: read no more
	workers sync.WaitGroup // the reader, and the writer while there is input

	mu    sync.Mutex
	state state // guarded by mu
	input queue // guarded by mu
}

// state is what changes of a terminal.
type state struct {
	cols, rows int
	meta       []byte
	exited     bool
	status     ExitStatus
}

const (
	// maxBatch is how much is read before a waiting reader is rung at the
	// latest: large enough that a flood rings rarely, small enough that it is
	// on the screen while it floods.
	maxBatch = 64 << 10

	// maxDrain bounds what is read after the first process has ended. What it
	// printed is in the PTY's buffers then, which hold less; a program that it
	// left behind could print for ever.
	maxDrain = 1 << 20

	// fullDiskRetry is how long the keeper waits for the disk to have space
	// again: nobody tells when it has.
	fullDiskRetry = time.Second
)

// read takes the program's output into the ring until the first process has
// ended and everything it printed is there.
func (t *terminal) read() {
	defer t.close()
	var over error
	for t.waitRoom() {
		err := t.pty.raw.Read(func(fd uintptr) bool {
			var done bool
			done, over = t.fill(fd)
			return done
		})
		if err != nil { // the deadline that exit sets
			t.drain()
			return
		}
		if over != nil {
			t.log.Error("Terminal cannot be read", "error", over)
			return
		}
	}
}

// fill reads what there is. It reports false when the PTY is empty, so that the
// poller waits for more, and rings the daemon before that.
func (t *terminal) fill(fd uintptr) (done bool, err error) {
	for got := 0; got < maxBatch; {
		n, err := t.take(fd)
		if errors.Is(err, unix.EAGAIN) {
			t.ringBell()
			return false, nil
		}
		if err != nil || n == 0 {
			t.ringBell()
			return true, err
		}
		got += n
	}
	t.ringBell()
	return true, nil
}

// take is one read into the ring. It returns 0 and no error when the ring has
// no room, for want of a release or of blocks on disk.
func (t *terminal) take(fd uintptr) (int, error) {
	buf, err := t.ring.room()
	if err != nil || len(buf) == 0 {
		return 0, nil //nolint:nilerr // waitRoom deals with a full disk
	}
	t.ring.reserve(buf)
	n, err := readRaw(fd, buf)
	if err == nil && n <= 0 {
		err = io.EOF // no system does this while the slave is held
	}
	if err != nil {
		t.ring.publish(0)
		return 0, err
	}
	t.ring.publish(n)
	return n, nil
}

// waitRoom waits until the ring has room. It reports false when the terminal is
// to be read no more.
func (t *terminal) waitRoom() bool {
	told := false
	for {
		buf, err := t.ring.room()
		if len(buf) > 0 {
			return true
		}
		var retry <-chan time.Time
		if err != nil {
			retry = time.After(fullDiskRetry)
			if !told {
				t.log.Error("Output waits for space on the disk", "error", err)
				told = true
			}
		} else if !t.ring.stall() {
			continue
		}
		select {
		case <-t.room:
		case <-retry:
		case <-t.stop:
			return false
		}
	}
}

// drain reads what was printed before the end. An empty PTY says EAGAIN, and on
// Linux only after what is under way inside the kernel has arrived.
func (t *terminal) drain() {
	for left := maxDrain; left > 0; {
		if !t.waitRoom() {
			return
		}
		var n int
		err := t.pty.control(func(fd int) (err error) {
			n, err = t.take(uintptr(fd))
			return err
		})
		if err != nil {
			return
		}
		left -= n
		t.ringBell()
	}
}

// close ends the terminal's output: the daemon sees the ring closed.
func (t *terminal) close() {
	t.ring.h.closed.Store(1)
	t.ringBell()
	t.pty.close()
}

func (t *terminal) ringBell() {
	if t.ring.rouse() {
		t.bell(t.id)
	}
}

// knock tells the reader that there may be room.
func (t *terminal) knock() {
	select {
	case t.room <- struct{}{}:
	default:
	}
}

// exit notes that the first process has ended. Reading goes over to draining,
// and input that was not taken is given up.
func (t *terminal) exit(s ExitStatus) {
	t.mu.Lock()
	t.state.exited, t.state.status = true, s
	t.mu.Unlock()
	t.giveUp()
}

// giveUp ends what waits for the PTY. It fails only for one that is closed.
func (t *terminal) giveUp() { _ = t.pty.master.SetDeadline(time.Unix(0, 1)) }

// forget ends the reader and the writer, and removes the ring. It is called
// once.
func (t *terminal) forget() error {
	t.mu.Lock()
	t.state.exited = true // nothing new is taken on
	t.mu.Unlock()
	close(t.stop)
	t.giveUp()
	t.workers.Wait()
	return t.ring.remove()
}

// held is what the daemon is told of the terminal.
func (t *terminal) held() Held {
	t.mu.Lock()
	defer t.mu.Unlock()
	return Held{
		ID: t.id, Process: t.process, TTY: t.pty.tty,
		Cols: t.state.cols, Rows: t.state.rows, Meta: t.state.meta,
		Exited: t.state.exited, Status: t.state.status,
	}
}

func (t *terminal) setMeta(meta []byte) error {
	if len(meta) > MaxMeta {
		return fault.New(fault.Input, "terminal %d: its entry has %d bytes, %d are allowed", t.id, len(meta), MaxMeta)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.state.meta = meta
	return nil
}

func (t *terminal) resize(cols, rows int) error {
	if err := checkSize(cols, rows); err != nil {
		return err
	}
	if err := t.pty.resize(cols, rows); err != nil {
		return t.hidden(err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.state.cols, t.state.rows = cols, rows
	return nil
}

// hidden turns the errors of a PTY that is given up or closed into the fault
// that they stand for.
func (t *terminal) hidden(err error) error {
	if errors.Is(err, os.ErrClosed) || errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, unix.EIO) {
		return fault.New(fault.Refused, "terminal %d: its program has ended", t.id).
			Next("start another one")
	}
	return err
}

// maxSize is the largest number of columns or rows: the kernel has 16 bits, and
// no screen or program goes beyond this.
const maxSize = 10_000

func checkSize(cols, rows int) error {
	if cols < 1 || rows < 1 || cols > maxSize || rows > maxSize {
		return fault.New(fault.Input, "a terminal cannot have %d columns and %d rows", cols, rows).
			Next("give both from 1 to %d", maxSize)
	}
	return nil
}
