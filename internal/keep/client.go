package keep

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"

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
	link   link
	keeper proc.Process
	// started is closed when the keeper, if this client started it, has ended
	// and is waited for; nil if another one did.
	started <-chan struct{}
	exits   *exits

	done    chan struct{}  // closed when the connection is lost
	closing chan struct{}  // closed by Close
	tasks   sync.WaitGroup // the receiver, and who hands exits on

	mu    sync.Mutex
	calls // guarded by mu
}

// calls is what changes of a client.
type calls struct {
	number  uint32                // the last request's
	waiting map[uint32]chan frame // requests that are not answered
	rings   map[int]*Ring
	closed  bool
}

// link is the connection to the keeper.
type link struct {
	c    *net.UnixConn
	in   *bufio.Reader // of c
	busy chan struct{} // of size one: full while a frame is written
}

func newClient(dir folder, log *slog.Logger, c *net.UnixConn) *Client {
	return &Client{
		folder: dir, log: log,
		link:  link{c: c, in: bufio.NewReader(c), busy: make(chan struct{}, 1)},
		exits: newExits(), done: make(chan struct{}), closing: make(chan struct{}),
		calls: calls{waiting: make(map[uint32]chan frame), rings: make(map[int]*Ring)},
	}
}

// begin starts receiving.
func (c *Client) begin() {
	c.tasks.Go(c.receive)
	c.tasks.Go(func() { c.exits.handOn(c.done, c.closing) })
}

// Keeper names the keeper's process. Everything that runs in a terminal
// descends from it, on systems with subreapers for ever.
func (c *Client) Keeper() proc.Process { return c.keeper }

// Done is closed when the connection is lost.
func (c *Client) Done() <-chan struct{} { return c.done }

// Exits gives every end of a program since the client connected; those before
// are in Terminals. It is closed after the last one when the connection is lost.
func (c *Client) Exits() <-chan Exit { return c.exits.out }

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
	err := c.link.c.Close()
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
		f, err := readFrame(c.link.in)
		if err == nil {
			err = c.received(f)
		}
		if err != nil {
			select {
			case <-c.closing:
			default:
				c.log.Info("Keeper disconnected", "error", err)
				c.link.c.Close()
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
		c.exits.add(x)
		return nil
	}
	return fmt.Errorf("%w: the keeper sends kind %d", errFrame, f.kind)
}

// send writes a frame whole.
func (c *Client) send(ctx context.Context, f frame) error {
	select {
	case c.link.busy <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-c.done:
		return ErrLost
	}
	defer func() { <-c.link.busy }()
	// This cannot wait long: the keeper always reads, whatever its terminals do.
	if err := f.writeTo(c.link.c); err != nil {
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
