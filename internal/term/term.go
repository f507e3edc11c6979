// Package term knows one running terminal: it turns the bytes of the ring into
// a screen, shows them to viewers, decides the size, and is the one gate
// through which anything is typed.
//
//	ring ──reader──▶ vt ──▶ Text, Look, Snapshot
//	  │               ├──▶ answers to the program's queries ──▶ keeper
//	  │               └──▶ wakes viewers, the status loop and the gate
//	  └──▶ viewers, each at its own offset
//	Input, Type ──gate──▶ keeper ──▶ PTY
//
// It leaves the PTY and its bytes to keep, what an escape sequence means to
// vt, what a screen means to harness and compose, and who may do what to
// everything above.
//
// An idle terminal has one goroutine, parked in Ring.Wait, and no timer. What
// else runs (answering, typing, resizing) starts when there is work and ends
// with it; Close waits for all of it.
package term

import (
	"context"
	"log/slog"
	"sync"

	"junto/internal/fault"
	"junto/internal/harness"
	"junto/internal/status"
	"junto/internal/vt"
)

// Ring is the terminal's output, at absolute offsets from 0: keep.Ring.
type Ring interface {
	Start() uint64
	End() uint64
	// Wait returns when End is beyond off, and io.EOF when the program is gone
	// and no byte will come any more.
	Wait(ctx context.Context, off uint64) error
	// Read fails when off is before Start.
	Read(off uint64, p []byte) (int, error)
	// Replied is the offset up to which the program's queries were answered.
	Replied() uint64
	// Release allows the bytes before off to be overwritten.
	Release(off uint64)
}

// Writer is the way into the PTY: keep.Client.
type Writer interface {
	// Write returns when the PTY has taken all of b, whole and in order. With
	// replied > 0 it also records that queries up to that offset are answered.
	Write(ctx context.Context, id int, b []byte, replied uint64) error
	Resize(ctx context.Context, id, cols, rows int) error
}

// Options says what to open.
type Options struct {
	ID int
	// Ring is nil for what is left of a terminal whose program and ring are
	// gone: it shows its last checkpoint, read-only.
	Ring   Ring
	Keeper Writer
	// Checkpoint is the file that holds the screen between daemons. It belongs
	// to this terminal's life: a new terminal that gets an old one's id needs
	// another file.
	Checkpoint string
	// CheckpointEvery is the number of bytes after which a checkpoint is due;
	// 0 is half of a keeper's ring, so that the other half takes the output
	// meanwhile.
	CheckpointEvery uint64
	Cols, Rows      int
	Scrollback      int // its cap in bytes; 0 is the emulator's default
	ScrollbackLines int // its cap in lines; 0 is the emulator's default
	Colors          vt.Colors
	Log             *slog.Logger
	// Template and Status tell of the agent that runs here now: nil when there
	// is none. They are called without any lock held.
	Template func() *harness.Template
	Status   func() status.Status
}

// defaultCheckpointEvery is half of a keeper's ring.
const defaultCheckpointEvery = 2 << 20

func (o Options) filled() Options {
	if o.CheckpointEvery == 0 {
		o.CheckpointEvery = defaultCheckpointEvery
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Template == nil {
		o.Template = func() *harness.Template { return nil }
	}
	if o.Status == nil {
		o.Status = func() status.Status { return "" }
	}
	o.Log = o.Log.With("terminal", o.ID)
	return o
}

// Terminal is one running terminal. All its methods may be called at any time
// from any goroutine; after the program's end everything stays readable.
type Terminal struct {
	o       Options
	screen  screen
	saver   saver
	answers answers
	sizes   sizes
	gate    gate
	tasks   tasks
	changed chan struct{} // of size one: there was output
	ended   chan struct{} // closed when the program is gone and all is parsed
}

// Open brings a terminal to where its output is now, from the checkpoint and
// the bytes since, and starts to follow it. The context bounds the opening
// only; Close ends the terminal's goroutines.
func Open(ctx context.Context, o Options) (*Terminal, error) {
	o = o.filled()
	life, end := context.WithCancel(context.Background())
	t := &Terminal{
		o:       o,
		changed: make(chan struct{}, 1),
		ended:   make(chan struct{}),
		tasks:   newTasks(life, end),
	}
	t.saver.turn = make(chan struct{}, 1)
	t.sizes.wishes = make(map[string]size)
	t.gate.init()
	t.restore()
	if o.Ring == nil {
		t.finish()
		return t, nil
	}
	if err := t.replay(ctx); err != nil {
		end()
		return nil, err
	}
	if cols, rows := t.Size(); o.Cols > 0 && o.Rows > 0 && (cols != o.Cols || rows != o.Rows) {
		t.screen.resize(o.Cols, o.Rows) // the PTY's own size is the true one
	}
	t.tasks.run(t.read)
	return t, nil
}

// Close ends the daemon's side of the terminal: the program runs on. Waiting
// units are withdrawn, viewers end, and a checkpoint is written. Calls after
// the first do nothing.
func (t *Terminal) Close() error {
	t.sizes.close()
	t.gate.close()
	if !t.tasks.end() {
		return nil
	}
	t.screen.stop(ErrClosed)
	t.tasks.wait()
	return t.saveNow()
}

// ErrClosed is what viewers and callers get after Close: the daemon lets go of
// the terminal; attach again to the next daemon.
var ErrClosed error = fault.New(fault.Unreachable, "the daemon lets go of the terminal").
	Next("try again: the program runs on")

// Ended is closed when the program is gone and all its output is on the screen.
func (t *Terminal) Ended() <-chan struct{} { return t.ended }

// Changed tells that there was output, at least once since it was last read.
func (t *Terminal) Changed() <-chan struct{} { return t.changed }

// Text is the last lines of screen and scrollback, soft wraps joined.
func (t *Terminal) Text(lines int) []string {
	t.screen.mu.Lock()
	defer t.screen.mu.Unlock()
	return t.screen.vt.Text(lines)
}

// Look is the live screen as the rules of harness, status and compose read it.
func (t *Terminal) Look() harness.Screen {
	t.screen.mu.Lock()
	defer t.screen.mu.Unlock()
	return harness.Look(t.screen.vt)
}

// Generation grows with every change of what is visible.
func (t *Terminal) Generation() uint64 {
	t.screen.mu.Lock()
	defer t.screen.mu.Unlock()
	return t.screen.vt.Generation()
}

// Title is what the program last set as its title.
func (t *Terminal) Title() string {
	t.screen.mu.Lock()
	defer t.screen.mu.Unlock()
	return t.screen.vt.Title()
}

// Cwd is the working directory that the program last told by OSC 7.
func (t *Terminal) Cwd() string {
	t.screen.mu.Lock()
	defer t.screen.mu.Unlock()
	return t.screen.vt.Cwd()
}

// Size is the size in force.
func (t *Terminal) Size() (cols, rows int) {
	t.screen.mu.Lock()
	defer t.screen.mu.Unlock()
	return t.screen.vt.Size()
}

// Modes are the program's modes.
func (t *Terminal) Modes() vt.Modes {
	t.screen.mu.Lock()
	defer t.screen.mu.Unlock()
	return t.screen.vt.Modes()
}

// TakeEvents hands over what the program told since the last call.
func (t *Terminal) TakeEvents() []vt.Event { return t.screen.takeEvents() }

// Snapshot is a byte string that brings any emulator of this size to the same
// state, and the offset from which output continues it.
func (t *Terminal) Snapshot() (data []byte, offset uint64) {
	t.screen.mu.Lock()
	defer t.screen.mu.Unlock()
	return t.screen.vt.Snapshot(), t.screen.off
}

// poke tells everyone who waits for output; it never blocks.
func (t *Terminal) poke() {
	ready(t.changed)
	ready(t.gate.seen)
}

// ready makes a channel of size one ready, if it is not yet.
func ready(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// tasks runs the terminal's goroutines and waits for their end.
type tasks struct {
	start  func(func(context.Context)) // under the terminal's life
	cancel context.CancelFunc

	mu     sync.Mutex
	closed bool // guarded by mu
	wg     sync.WaitGroup
}

func newTasks(life context.Context, cancel context.CancelFunc) tasks {
	return tasks{
		start:  func(f func(context.Context)) { f(life) },
		cancel: cancel,
	}
}

// run starts f, unless the terminal is closed.
func (k *tasks) run(f func(context.Context)) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return false
	}
	k.wg.Go(func() { k.start(f) })
	return true
}

// end cancels what runs; it reports whether this call was the first.
func (k *tasks) end() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return false
	}
	k.closed = true
	k.cancel()
	return true
}

func (k *tasks) wait() { k.wg.Wait() }
