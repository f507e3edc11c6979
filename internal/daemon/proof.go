package daemon

import (
	"context"
	"time"

	"junto/internal/host"
	"junto/internal/seat"
	"junto/internal/session"
	"junto/internal/status"
	"junto/internal/store"
	"junto/internal/watch"
)

// proofFile is where a terminal's proof is, beside its screen.
func proofFile(screens string, id int) string { return host.ScreenFile(screens, id) + ".session" }

// openProofs takes up those of the terminals that run.
func (d *Daemon) openProofs() *session.Proofs {
	screens := d.screens(d.run.ID)
	var running []int
	for _, t := range d.host.List() {
		running = append(running, t.ID)
	}
	return session.Open(func(id int) string { return proofFile(screens, id) }, running)
}

// noteProof adds to an ended terminal the session that its agent was in. It is
// resumed where the agent ran. A seat's session is resumed in the seat, so its
// terminal keeps none.
func noteProof(e *store.Ended, p session.Proof, of host.Meta) {
	if p.Session != "" && of.Seat == nil {
		e.Agent, e.Session, e.Dir = p.Agent, p.Session, p.Dir
	}
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
		return d.proofs.Leave(c.ID, time.Now())
	case c.From.Name != c.To.Name:
		// After a restart agents seem new: the proof of the same one stays.
		if d.proofs.Of(c.ID).Agent == c.To.Name {
			return nil
		}
		return d.proofs.Set(c.ID, session.Proof{})
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
	if o := t.Meta().Seat; o.Acts() && ok {
		if err := d.board.Prove(ctx, identity(o), seat.Generation(o.Generation), found.ID); err != nil {
			return err
		}
	}
	return d.proofs.Set(c.ID, session.Proof{Agent: c.To.Name, Session: found.ID, Dir: found.Dir})
}
