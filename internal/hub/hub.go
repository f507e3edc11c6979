// Package hub knows how to tell many listeners the same news without waiting
// for any of them: a listener that falls too far behind is cut off and has to
// subscribe again, which gives it the current state anew.
//
// It leaves what the news are, and the current state, to its users.
package hub

import (
	"errors"
	"sync"
)

// ErrBehind says that the listener fell too far behind: subscribe again.
var ErrBehind = errors.New("the listener fell too far behind")

// ErrClosed says that the hub ended: there is no more news.
var ErrClosed = errors.New("no more news")

// Backlog is how many news a listener may be behind. At ten a second, which is
// more than a person's agents make, it is over a minute and a half.
const Backlog = 1024

// Hub fans news out. The zero value is ready for use.
type Hub[T any] struct {
	mu     sync.Mutex
	subs   map[*Subscription[T]]struct{} // guarded by mu
	closed bool                          // guarded by mu
}

// Subscription is one listener's place. News arrive on C; when C is closed, Err
// says why.
type Subscription[T any] struct {
	C   <-chan T
	c   chan T
	hub *Hub[T]
	err error // written before c is closed
}

// Subscribe adds a listener. Whoever needs the current state along with the
// stream must subscribe first, or hold the lock that guards that state.
func (h *Hub[T]) Subscribe() *Subscription[T] {
	c := make(chan T, Backlog)
	s := &Subscription[T]{C: c, c: c, hub: h}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		s.err = ErrClosed
		close(c)
		return s
	}
	if h.subs == nil {
		h.subs = make(map[*Subscription[T]]struct{})
	}
	h.subs[s] = struct{}{}
	return s
}

// Publish tells every listener, and cuts off those whose backlog is full.
func (h *Hub[T]) Publish(news T) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.subs {
		select {
		case s.c <- news:
		default:
			h.endLocked(s, ErrBehind)
		}
	}
}

// Close ends every listener. News published later go nowhere.
func (h *Hub[T]) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for s := range h.subs {
		h.endLocked(s, ErrClosed)
	}
}

func (h *Hub[T]) endLocked(s *Subscription[T], why error) {
	if _, ok := h.subs[s]; !ok {
		return
	}
	delete(h.subs, s)
	s.err = why
	close(s.c)
}

// Err says why C was closed. It may be called only after that.
func (s *Subscription[T]) Err() error { return s.err }

// Close leaves the hub. It may be called more than once.
func (s *Subscription[T]) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.hub.endLocked(s, ErrClosed)
}
