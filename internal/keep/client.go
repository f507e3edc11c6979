package keep

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"sync"
	"syscall"

	"junto/internal/fault"
	"junto/internal/proc"
)

// ErrLost means that there is no connection to the keeper any more: it was
// closed, or the keeper has ended. The caller connects again; what it knew of
// the terminals is in Terminals then.
var ErrLost = errors.New("the connection to the keeper is lost")

// Client is the daemon's side of the keeper. Its methods may be used by many
// goroutines at once.
type Client struct {
	folder folder
	log    *slog.Logger
	c      *net.UnixConn
	in     *bufio.Reader // of c
	keeper proc.Process
	// started is closed when the keeper, if this client started it, is waited
	// for; nil if another one did.
	started <-chan struct{}

	sending chan struct{}  // of size one: held while a frame is written
	done    chan struct{}  // closed when the connection is lost
	closing chan struct{}  // closed by Close
	tasks   sync.WaitGroup // the receiver, and who hands exits on
	exits   chan Exit

	mu      sync.Mutex
	number  uint32                // guarded by mu, as all below: the last request's
	waiting map[uint32]chan frame // requests that are not answered
	rings   map[int]*Ring
	ended   []Exit        // not handed on yet
	news    chan struct{} // of size one: ended has some
	closed  bool
}

func newClient(dir folder, log *slog.Logger, c *net.UnixConn) *Client {
	return &Client{
		folder: dir, log: log, c: c, in: bufio.NewReader(c),
		sending: make(chan struct{}, 1), done: make(chan struct{}), closing: make(chan struct{}),
		exits: make(chan Exit), news: make(chan struct{}, 1),
		waiting: make(map[uint32]chan frame), rings: make(map[int]*Ring),
	}
}

// begin starts receiving.
func (c *Client) begin() {
	c.tasks.Go(c.receive)
	c.tasks.Go(c.handOn)
}

// Keeper names the keeper's process. Everything that runs in a terminal
// descends from it, on systems with subreapers for ever.
func (c *Client) Keeper() proc.Process { return c.keeper }

// Done is closed when the connection is lost.
func (c *Client) Done() <-chan struct{} { return c.done }

// Exits gives every end of a program since the client connected; those before
// are in Terminals. It is closed after the last one when the connection is lost.
func (c *Client) Exits() <-chan Exit { return c.exits }

// Close ends the connection and unmaps the rings; the keeper and its terminals
// go on.
func (c *Client) Close() error {
	c.mu.Lock()
	first := !c.closed
	c.closed = true
	c.mu.Unlock()
	if !first {
		return nil
	}
	close(c.closing)
	err := c.c.Close()
	if errors.Is(err, net.ErrClosed) {
		err = nil // the keeper was first
	}
	c.tasks.Wait()
	c.mu.Lock()
	rings := c.rings
	c.rings = nil
	c.mu.Unlock()
	for _, r := range rings {
		err = errors.Join(err, r.unmap())
	}
	return err
}

// receive hands out what the keeper sends until the connection is lost.
func (c *Client) receive() {
	defer close(c.done)
	for {
		f, err := readFrame(c.in)
		if err == nil {
			err = c.received(f)
		}
		if err != nil {
			select {
			case <-c.closing:
			default:
				c.log.Info("Keeper disconnected", "error", err)
				c.c.Close()
			}
			return
		}
	}
}

func (c *Client) received(f frame) error {
	switch f.kind {
	case kindAnswer, kindFault:
		c.mu.Lock()
		answer := c.waiting[f.number]
		delete(c.waiting, f.number)
		c.mu.Unlock()
		if answer != nil {
			answer <- f // has room for one, and gets one
		}
		return nil
	case kindBell:
		var id int
		if err := decodeInts(f.payload, &id); err != nil {
			return err
		}
		c.mu.Lock()
		r := c.rings[id]
		c.mu.Unlock()
		if r != nil {
			r.ring()
		}
		return nil
	case kindExit:
		x, err := decodeExit(f.payload)
		if err != nil {
			return err
		}
		c.mu.Lock()
		c.ended = append(c.ended, x)
		c.mu.Unlock()
		select {
		case c.news <- struct{}{}:
		default:
		}
		return nil
	}
	return fmt.Errorf("%w: the keeper sends kind %d", errFrame, f.kind)
}

// handOn gives the exits to whoever wants them, without making the receiver
// wait.
func (c *Client) handOn() {
	defer close(c.exits)
	for {
		lost := false
		select {
		case <-c.news:
		case <-c.done:
			lost = true
		}
		c.mu.Lock()
		ended := c.ended
		c.ended = nil
		c.mu.Unlock()
		for _, x := range ended {
			select {
			case c.exits <- x:
			case <-c.closing:
				return
			}
		}
		if lost {
			return
		}
	}
}

// send writes a frame whole.
func (c *Client) send(ctx context.Context, f frame) error {
	select {
	case c.sending <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-c.done:
		return ErrLost
	}
	defer func() { <-c.sending }()
	// This cannot wait long: the keeper always reads, whatever its terminals do.
	if err := f.writeTo(c.c); err != nil {
		return fmt.Errorf("%w: %w", ErrLost, err)
	}
	return nil
}

// call sends a request and returns the payload of its answer.
func (c *Client) call(ctx context.Context, k kind, payload []byte) ([]byte, error) {
	if len(payload) > maxFrame-frameHead {
		return nil, fault.New(fault.Input, "a request to the keeper has %d bytes, %d are allowed", len(payload), maxFrame-frameHead)
	}
	answer := make(chan frame, 1)
	c.mu.Lock()
	c.number++
	number := c.number
	c.waiting[number] = answer
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.waiting, number)
		c.mu.Unlock()
	}()
	if err := c.send(ctx, frame{kind: k, number: number, payload: payload}); err != nil {
		return nil, err
	}
	select {
	case f := <-answer:
		return result(f)
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.done:
	}
	select {
	case f := <-answer: // it came just before the end
		return result(f)
	default:
		return nil, ErrLost
	}
}

func result(f frame) ([]byte, error) {
	if f.kind == kindFault {
		return nil, decodeFault(f.payload)
	}
	return f.payload, nil
}

// Terminals lists what the keeper holds, by id.
func (c *Client) Terminals(ctx context.Context) ([]Held, error) {
	var all []Held
	for last := 0; ; {
		payload, err := c.call(ctx, kindList, encodeInts(last))
		if err != nil {
			return nil, err
		}
		if len(payload) == 0 {
			return all, nil
		}
		d := decoder{b: payload}
		for d.err == nil && len(d.b) > 0 {
			all = append(all, decodeHeld(&d))
		}
		if err := d.end(); err != nil {
			return nil, err
		}
		last = all[len(all)-1].ID
	}
}

// Spawn starts a program in a new terminal.
func (c *Client) Spawn(ctx context.Context, s Spec) (Held, error) {
	payload, err := c.call(ctx, kindSpawn, s.encode())
	if err != nil {
		return Held{}, err
	}
	d := decoder{b: payload}
	h := decodeHeld(&d)
	return h, d.end()
}

// SetMeta replaces the entry that is kept with a terminal.
func (c *Client) SetMeta(ctx context.Context, id int, meta []byte) error {
	var e encoder
	e.int(id)
	e.bytes(meta)
	_, err := c.call(ctx, kindMeta, e.b)
	return err
}

// Write writes one unit of input and returns when the PTY has taken all of it.
// Units of one terminal are written in the order of the calls, each whole. When
// ctx is done, or the daemon dies, before the PTY has taken it, a unit that the
// keeper has is written all the same.
//
// replied says that the unit holds the answers to the queries in the output up
// to that offset; it is recorded as the unit is taken on (Ring.Replied), so
// that a daemon that starts again does not answer them twice.
func (c *Client) Write(ctx context.Context, id int, b []byte, replied uint64) error {
	var e encoder
	e.int(id)
	e.number(replied)
	_, err := c.call(ctx, kindWrite, append(e.b, b...))
	return err
}

// Resize sets a terminal's size and tells its programs.
func (c *Client) Resize(ctx context.Context, id, cols, rows int) error {
	_, err := c.call(ctx, kindResize, encodeInts(id, cols, rows))
	return err
}

// End ends all processes of a terminal and returns when they are gone: the
// session is hung up, then asked to end, and after some seconds killed. The
// terminal is there, exited, until Forget.
func (c *Client) End(ctx context.Context, id int) error {
	_, err := c.call(ctx, kindEnd, encodeInts(id))
	return err
}

// Signal signals the foreground process group of a terminal.
func (c *Client) Signal(ctx context.Context, id int, sig syscall.Signal) error {
	_, err := c.call(ctx, kindSignal, encodeInts(id, int(sig)))
	return err
}

// Forget drops a terminal whose program has ended, and its ring.
func (c *Client) Forget(ctx context.Context, id int) error {
	if _, err := c.call(ctx, kindForget, encodeInts(id)); err != nil {
		return err
	}
	c.mu.Lock()
	r := c.rings[id]
	delete(c.rings, id)
	c.mu.Unlock()
	if r == nil {
		return nil
	}
	return r.unmap()
}

// Ring maps a terminal's output. It is good until Forget or Close.
func (c *Client) Ring(id int) (*Ring, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, ErrLost
	}
	if r := c.rings[id]; r != nil {
		return r, nil
	}
	l, err := openRing(c.folder.ring(id))
	if err != nil {
		return nil, err
	}
	r := newRing(c, id, l)
	c.rings[id] = r
	return r, nil
}

// Quit ends all programs and the keeper itself, and returns when it is gone.
func (c *Client) Quit(ctx context.Context) error {
	if _, err := c.call(ctx, kindQuit, nil); err != nil {
		return err
	}
	for _, gone := range slices.Compact([]<-chan struct{}{c.done, c.started}) {
		if gone == nil {
			continue
		}
		select {
		case <-gone:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
