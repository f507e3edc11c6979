package watch

import (
	"time"

	"junto/internal/harness"
	"junto/internal/status"
)

// minDue keeps a state that is due again at once from spinning the loop.
const minDue = time.Millisecond

// look steps the terminals in only, or all of them when it is nil, and the ones
// whose state is due. It returns how long until the next is due, or zero.
func (w *Watch) look(only map[int]bool, now time.Time) time.Duration {
	terminals := w.source.Watched()
	w.forgetGone(terminals)
	var next time.Time
	for id, t := range terminals {
		s := w.of(id)
		due := s.state.Next()
		if only == nil || only[id] || (!due.IsZero() && !due.After(now)) {
			w.step(id, t, s, now)
			due = s.state.Next()
		}
		if !due.IsZero() && (next.IsZero() || due.Before(next)) {
			next = due
		}
	}
	if next.IsZero() {
		return 0
	}
	return max(next.Sub(now), minDue)
}

// of finds or makes what is remembered of a terminal. Only the loop changes it.
func (w *Watch) of(id int) *seen {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, ok := w.seen[id]
	if !ok {
		s = &seen{}
		w.seen[id] = s
	}
	return s
}

// step looks at one terminal and tells what changed.
func (w *Watch) step(id int, t Terminal, s *seen, now time.Time) {
	generation := t.Generation()
	output := generation != s.generation
	agent, at := w.detect(id, s, output, now)
	events := t.TakeEvents()
	if len(events) > 0 {
		w.source.Took(id, events, now)
	}
	in := status.Input{
		Now: now, Agent: agent, Title: t.Title(), Events: events, Output: output,
		Submitted: t.Submitted(), Gone: agent == "" && s.agent != "",
	}
	if agent != "" {
		in.Screen = t.Look()
	}
	w.keep(id, s, func() {
		s.generation, s.agent, s.detection = generation, agent, at
		s.state = s.state.Step(in)
	})
}

// detect finds the agent in a terminal's foreground. Programs are listed when
// the foreground is another one; and again from time to time, while no agent is
// found in it and it is new or says something.
func (w *Watch) detect(id int, s *seen, output bool, now time.Time) (agent string, at detection) {
	at = s.detection
	foreground := w.source.Foreground(id)
	fresh := foreground != at.foreground
	if fresh {
		at.foreground, at.changed = foreground, now
	}
	again := s.agent == "" && now.Sub(at.scanned) >= tick && (output || now.Sub(at.changed) < starting)
	if !fresh && !again {
		return s.agent, at
	}
	at.scanned = now
	agent, _ = harness.Detect(w.source.Programs(id))
	return agent, at
}

// keep changes what is remembered of a terminal and publishes what that changes
// in what is told of it, so that whoever subscribes in between misses nothing.
func (w *Watch) keep(id int, s *seen, change func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change()
	name, st := s.state.Told()
	told := Agent{}
	if name != "" {
		told = Agent{Name: name, Status: st, Since: s.state.Since, Because: s.state.Because}
	}
	from := s.told
	s.told = told
	if from.Name != told.Name || from.Status != told.Status {
		w.news.Publish(Change{ID: id, From: from, To: told})
	}
}

// forgetGone drops the terminals that are no more, and tells that their agents
// are gone.
func (w *Watch) forgetGone(terminals map[int]Terminal) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, s := range w.seen {
		if _, ok := terminals[id]; ok {
			continue
		}
		delete(w.seen, id)
		if s.told.Name != "" {
			w.news.Publish(Change{ID: id, From: s.told})
		}
	}
}
