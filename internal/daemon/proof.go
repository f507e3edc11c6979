package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"junto/internal/host"
	"junto/internal/seat"
	"junto/internal/session"
	"junto/internal/status"
	"junto/internal/store"
	"junto/internal/watch"
)

// goneGrace is how long after its agent has gone a terminal may end and still
// count as the agent's: ending a terminal ends the agent in it first.
const goneGrace = 10 * time.Second

// proof is the session that a terminal's agent was proved to be in at the end of
// its last turn.
type proof struct {
	Agent   string    `json:"agent"`
	Session string    `json:"session"`
	Dir     string    `json:"dir"` // where the agent ran
	gone    time.Time // when the agent left the terminal; zero while it is there
}

// proofs own the terminals' proofs. Each is also in a file beside the terminal's
// screen, for when the machine goes down.
type proofs struct {
	screens string

	mu sync.Mutex
	of map[int]proof // guarded by mu
}

func proofFile(screens string, id int) string { return host.ScreenFile(screens, id) + ".session" }

// readProof reads the proof that an earlier daemon left; none is no error.
func readProof(screens string, id int) (p proof, err error) {
	data, err := os.ReadFile(proofFile(screens, id))
	if errors.Is(err, os.ErrNotExist) {
		return proof{}, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	return p, err
}

// openProofs takes up those of the terminals that run.
func openProofs(screens string, running []*host.Terminal) (*proofs, error) {
	all := &proofs{screens: screens, of: make(map[int]proof)}
	for _, t := range running {
		p, err := readProof(screens, t.ID)
		if err != nil {
			return nil, fmt.Errorf("read which session terminal %d has: %w", t.ID, err)
		}
		if p.Session != "" {
			all.of[t.ID] = p
		}
	}
	return all, nil
}

// set notes a proof; one without a session takes the last one back.
func (a *proofs) set(id int, p proof) error {
	a.mu.Lock()
	before := a.of[id]
	if p.Session == "" {
		delete(a.of, id)
	} else {
		a.of[id] = p
	}
	a.mu.Unlock()
	switch {
	case before == p:
		return nil
	case p.Session == "":
		return removeFile(proofFile(a.screens, id))
	}
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return os.WriteFile(proofFile(a.screens, id), data, 0o600)
}

// leave notes that a terminal's agent has gone.
func (a *proofs) leave(id int, now time.Time) error {
	a.mu.Lock()
	if p, ok := a.of[id]; ok {
		p.gone = now
		a.of[id] = p
	}
	a.mu.Unlock()
	return removeFile(proofFile(a.screens, id))
}

// take returns the proof of a terminal that has ended, and forgets it.
func (a *proofs) take(id int, now time.Time) (p proof, err error) {
	a.mu.Lock()
	p = a.of[id]
	delete(a.of, id)
	a.mu.Unlock()
	if !p.gone.IsZero() && now.Sub(p.gone) > goneGrace {
		p = proof{}
	}
	return p, removeFile(proofFile(a.screens, id))
}

// note adds to an ended terminal the session that its agent was in. It is
// resumed where the agent ran. A seat's session is resumed in the seat, so its
// terminal keeps none.
func (p proof) note(e *store.Ended, of host.Meta) {
	if p.Session != "" && of.Seat == nil {
		e.Agent, e.Session, e.Dir = p.Agent, p.Session, p.Dir
	}
}

func removeFile(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// proveSessions follows the agents' turns.
func (d *Daemon) proveSessions(ctx context.Context) error {
	_, changes := d.watch.Subscribe()
	defer changes.Close()
	turns := make(map[int]time.Time) // when each agent's turn began
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case c, ok := <-changes.C:
			if !ok {
				return ctx.Err()
			}
			switch {
			case c.To.Name == "":
				delete(turns, c.ID)
			case c.To.Status == status.Working:
				turns[c.ID] = c.To.Since
			}
			if err := d.proveSession(ctx, c, turns[c.ID]); err != nil {
				d.o.Log.Error("An agent's session cannot be noted", "terminal", c.ID, "error", err)
			}
		}
	}
}

// proveSession looks for an agent's session at the end of its turn, or when it
// asks within one.
func (d *Daemon) proveSession(ctx context.Context, c watch.Change, began time.Time) error {
	switch {
	case c.To.Name == "":
		return d.proofs.leave(c.ID, time.Now())
	case c.From.Name != c.To.Name:
		// After a restart agents seem new: the proof of the same one stays.
		if p, ok := d.proofs.get(c.ID); ok && p.Agent == c.To.Name && p.gone.IsZero() {
			return nil
		}
		return d.proofs.set(c.ID, proof{})
	case c.From.Status != status.Working:
		return nil
	}
	t, err := d.host.Get(c.ID)
	if err != nil {
		return nil //nolint:nilerr // it has ended
	}
	q := session.Question{Agent: c.To.Name, Began: began}
	for _, p := range t.Foreground() {
		q.Programs = append(q.Programs, p.PID)
	}
	found, ok := session.Prove(q)
	if o := t.Meta().Seat; o != nil && ok {
		if err := d.board.Prove(ctx, identity(o), seat.Generation(o.Generation), found.ID); err != nil {
			return err
		}
	}
	return d.proofs.set(c.ID, proof{Agent: c.To.Name, Session: found.ID, Dir: found.Dir})
}

func (a *proofs) get(id int) (proof, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p, ok := a.of[id]
	return p, ok
}
