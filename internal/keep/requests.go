package keep

import (
	"context"
	"syscall"
)

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
	select {
	case <-c.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	if c.started == nil {
		return nil
	}
	select {
	case <-c.started:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
