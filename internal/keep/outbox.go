package keep

import (
	"net"
	"sync"
)

// outbox sends frames to the daemon out of one goroutine, so that nobody in the
// keeper waits for a daemon that does not read. It needs no bound: bells are at
// most one a terminal, exits one a program, and answers one for each request
// that a daemon, which does not read, does not send.
type outbox struct {
	wake chan struct{} // of size one

	mu     sync.Mutex
	frames []frame          // guarded by mu
	bells  map[int]struct{} // guarded by mu
	closed bool             // guarded by mu
}

func newOutbox() *outbox {
	return &outbox{wake: make(chan struct{}, 1), bells: make(map[int]struct{})}
}

func (o *outbox) send(f frame) {
	o.mu.Lock()
	o.frames = append(o.frames, f)
	o.mu.Unlock()
	o.poke()
}

func (o *outbox) ring(id int) {
	o.mu.Lock()
	o.bells[id] = struct{}{}
	o.mu.Unlock()
	o.poke()
}

// close lets run return when everything is sent.
func (o *outbox) close() {
	o.mu.Lock()
	o.closed = true
	o.mu.Unlock()
	o.poke()
}

func (o *outbox) poke() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// run sends until the outbox is closed or the connection is lost.
func (o *outbox) run(c net.Conn) {
	for range o.wake {
		b, closed := o.take()
		if len(b) > 0 {
			if _, err := c.Write(b); err != nil {
				return
			}
		}
		if closed {
			return
		}
	}
}

// take empties the outbox into one piece to write: exits and answers in their
// order, bells anywhere.
func (o *outbox) take() ([]byte, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	var b []byte
	for _, f := range o.frames {
		b = f.appendTo(b)
	}
	for id := range o.bells {
		b = frame{kind: kindBell, payload: encodeInts(id)}.appendTo(b)
	}
	o.frames = nil
	clear(o.bells)
	return b, o.closed
}
