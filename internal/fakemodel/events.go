package fakemodel

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Kind names what an event tells.
type Kind string

const (
	Requested Kind = "request" // a request came
	First     Kind = "first"   // the first byte of its answer went out
	Done      Kind = "done"    // the whole answer went out
	Aborted   Kind = "aborted" // the agent hung up before that, or the script did
	Failed    Kind = "status"  // the scripted HTTP error went out
	Other     Kind = "other"   // something that is no model request
)

// Event is one thing that happened at the server.
type Event struct {
	Time       time.Time
	Kind       Kind
	Request    int    // counts the requests from 1
	Path       string // of the request
	Side       bool   // an errand of the agent's own, not a turn
	Model      string
	News       int    // user texts since the last answer
	Text       string // the last user text
	SHA256     string // of Text, in hex
	ToolResult string // what the last tool printed, when the request brings it
	Plan       string // the answer: a text, a tool's name, an HTTP status
	Tool       string // the tool that the answer calls
}

// maxEvents bounds the log; a test that needs more has gone wrong.
const maxEvents = 100_000

// events is the log, for those that look and those that wait.
type events struct {
	mu   sync.Mutex
	all  []Event       // guarded by mu
	more chan struct{} // guarded by mu; closed and replaced at each event
}

func newEvents() *events { return &events{more: make(chan struct{})} }

func (e *events) add(v Event) {
	v.Time = time.Now()
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.all) == maxEvents {
		return
	}
	e.all = append(e.all, v)
	close(e.more)
	e.more = make(chan struct{})
}

func (e *events) since(mark int) ([]Event, <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.all[min(mark, len(e.all)):], e.more // add only appends: the part handed out stays
}

// Mark is a place in the events: what happens from now on comes after it.
func (s *Server) Mark() int {
	all, _ := s.events.since(0)
	return len(all)
}

// Events are all events after a mark; 0 is the start.
func (s *Server) Events(mark int) []Event {
	all, _ := s.events.since(mark)
	return append([]Event(nil), all...)
}

// Wait returns the first event after the mark that fits, waiting for it.
func (s *Server) Wait(ctx context.Context, mark int, fits func(Event) bool) (Event, error) {
	for {
		all, more := s.events.since(mark)
		for _, e := range all {
			if fits(e) {
				return e, nil
			}
		}
		mark += len(all)
		select {
		case <-more:
		case <-ctx.Done():
			return Event{}, fmt.Errorf("wait for an event of the model server: %w", ctx.Err())
		}
	}
}
