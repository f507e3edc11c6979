// Package watch is the status loop: it looks at every terminal when it had
// output, and once a second, and tells what its agent is doing as it changes.
//
// It leaves how evidence becomes a status to status, which program is an agent
// to harness, and the process table to whoever fills Source.
package watch

import (
	"context"
	"sync"
	"time"

	"junto/internal/harness"
	"junto/internal/hub"
	"junto/internal/status"
	"junto/internal/vt"
)

const (
	// tick is how often every terminal is looked at without a reason: the
	// document's second.
	tick = time.Second
	// settle is how long output may go on before it is looked at: long enough
	// to see whole frames, and short beside the 300 ms that a person notices.
	settle = 60 * time.Millisecond
	// starting is how long a new foreground group is looked at again without a
	// sign from it: a launcher takes a while to become the agent, and the agent
	// may then be silent.
	starting = 15 * time.Second
)

// Terminal is what watch needs of a terminal.
type Terminal interface {
	Look() harness.Screen
	Title() string
	TakeEvents() []vt.Event
	Generation() uint64
	// Submitted reports whether a message was submitted since it was last asked.
	Submitted() bool
}

// Source finds the running terminals and their programs.
type Source interface {
	// Watched gives the running terminals by id.
	Watched() map[int]Terminal
	// Foreground names what is in a terminal's foreground, by a value that can
	// be compared: another one when it is another process group.
	Foreground(id int) any
	// Programs gives the programs in a terminal's foreground.
	Programs(id int) []harness.Proc
	// Took is handed the events that a terminal's program sent.
	Took(id int, events []vt.Event, now time.Time)
}

// Agent is what is told of a terminal: the agent in it and its status. Name is
// empty when there is none.
type Agent struct {
	Name    string
	Status  status.Status
	Since   time.Time
	Because string
}

// Change is news of a terminal's agent. From is the zero Agent for a new one,
// To for one that is gone.
type Change struct {
	ID       int
	From, To Agent
}

// Watch owns the agents' states.
type Watch struct {
	source Source
	wake   chan struct{}
	news   hub.Hub[Change]

	mu    sync.Mutex
	seen  map[int]*seen // guarded by mu
	dirty map[int]bool  // guarded by mu: had output, or had a change of programs
}

// seen is what is remembered of one terminal.
type seen struct {
	state      status.State
	agent      string // as last detected
	told       Agent
	generation uint64
	detection  detection
}

// detection is what is remembered of looking for an agent.
type detection struct {
	foreground any
	changed    time.Time // when the foreground was last another one
	scanned    time.Time // when the programs were last listed
}

// New makes a watch of the source's terminals.
func New(source Source) *Watch {
	return &Watch{
		source: source,
		wake:   make(chan struct{}, 1),
		seen:   make(map[int]*seen),
		dirty:  make(map[int]bool),
	}
}

// Mark says that a terminal had output. It never waits.
func (w *Watch) Mark(id int) {
	w.mu.Lock()
	w.dirty[id] = true
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Agent is what is told of a terminal now.
func (w *Watch) Agent(id int) Agent {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s, ok := w.seen[id]; ok {
		return s.told
	}
	return Agent{}
}

// State is the reduced state behind what is told, for `explain` and for typing.
func (w *Watch) State(id int) status.State {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s, ok := w.seen[id]; ok {
		return s.state
	}
	return status.State{}
}

// Subscribe gives the agents as they are, by terminal id, and every change
// after that.
func (w *Watch) Subscribe() (map[int]Agent, *hub.Subscription[Change]) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := make(map[int]Agent, len(w.seen))
	for id, s := range w.seen {
		if s.told.Name != "" {
			now[id] = s.told
		}
	}
	return now, w.news.Subscribe()
}

// Run is the loop. It ends with ctx, and tells its listeners so.
func (w *Watch) Run(ctx context.Context) error {
	defer w.news.Close()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	settled := time.NewTimer(settle)
	defer settled.Stop()
	due := time.NewTimer(0)
	defer due.Stop()
	settling := true
	for {
		var only map[int]bool // nil: all of them
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-w.wake:
			if !settling {
				settling = true
				settled.Reset(settle)
			}
			continue
		case <-settled.C:
			settling = false
			only = w.takeDirty()
		case <-due.C:
			only = map[int]bool{}
		case <-ticker.C:
		}
		if next := w.look(only, time.Now()); next > 0 {
			due.Reset(next)
		} else {
			due.Stop()
		}
	}
}

func (w *Watch) takeDirty() map[int]bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	dirty := w.dirty
	w.dirty = make(map[int]bool)
	return dirty
}
