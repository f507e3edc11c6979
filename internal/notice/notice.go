// Package notice knows what the operator is told at once: that an agent needs an
// answer or has finished, and what programs ask to be told, which is cleaned,
// slowed down and not told twice. It also keeps how far each terminal's program
// says that it is.
//
// It leaves to its users which window shows a notice, and whether the operator
// looks at the terminal anyway.
package notice

import (
	"sync"
	"time"

	"junto/internal/api"
	"junto/internal/vt"
)

// kept is how many notices a window that connects again can ask for.
const kept = 50

// Request is what a terminal's program asks to be told.
type Request struct{ Reason, Title, Text string }

// Notices owns what was told, and what each terminal's program may still have
// told.
type Notices struct {
	started time.Time

	mu     sync.Mutex
	heard  map[int]*heard // guarded by mu
	latest []api.Notice   // guarded by mu
	last   int            // guarded by mu: the id of the last notice
}

// New begins with nothing told.
func New(now time.Time) *Notices {
	return &Notices{started: now, heard: make(map[int]*heard)}
}

func (n *Notices) ofLocked(terminal int) *heard {
	h := n.heard[terminal]
	if h == nil {
		h = &heard{}
		n.heard[terminal] = h
	}
	return h
}

// Take takes what a terminal's program sent, and returns what of it is to be
// told. Moved reports whether its progress is another one.
func (n *Notices) Take(terminal int, events []vt.Event, now time.Time) (told []Request, moved bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	h := n.ofLocked(terminal)
	before := h.progress
	for _, e := range events {
		if p, ok := progressOf(e); ok {
			h.progress = p
		}
		if r, ok := requested(e); ok && h.takeProgram(r.Title+"\n"+r.Text, now) {
			told = append(told, r)
		}
	}
	return told, !same(before, h.progress)
}

// Change takes a change of a terminal's agent, and returns why it is to be told;
// empty when it is not.
func (n *Notices) Change(terminal int, from, to Agent, now time.Time) string {
	reason := reasonOf(from, to)
	if reason == "" || now.Sub(n.started) < settling {
		return ""
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.ofLocked(terminal).takeStatus(now) {
		return ""
	}
	return reason
}

// Progress is how far a terminal's program says that it is; nil when it says
// nothing.
func (n *Notices) Progress(terminal int) *api.Progress {
	n.mu.Lock()
	defer n.mu.Unlock()
	if h := n.heard[terminal]; h != nil {
		return h.progress
	}
	return nil
}

// Forget drops what is remembered of a terminal that ended.
func (n *Notices) Forget(terminal int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.heard, terminal)
}

// Add numbers a notice and keeps it.
func (n *Notices) Add(notice api.Notice) api.Notice {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.last++
	notice.ID = n.last
	n.latest = append(n.latest, notice)
	n.latest = n.latest[max(0, len(n.latest)-kept):]
	return notice
}

// Latest are the latest notices, the last at the end.
func (n *Notices) Latest() []api.Notice {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]api.Notice{}, n.latest...)
}
