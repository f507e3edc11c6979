package e2e

import (
	"context"
	"fmt"
	"log/slog"
	"testing"

	"junto/internal/store"
)

// "Kill Jun whenever you like while twenty-four programs mail: its database is
// sound, what was acknowledged is there once, and what is sent again under its
// key is the same mail."
func TestMailFromManyOutlivesKills(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "normal")
	d.call("seat.stop", map[string]any{"canvas": "main", "node": "reviewer"}, nil)
	const clients = 24
	acknowledged, waiting := 0, 0
	for round := range 4 {
		o := orders{Target: "reviewer", Prefix: fmt.Sprint(round), Clients: clients, Mails: 100_000, Keep: round%2 == 0}
		n := d.beginMail("planner", o)
		d.until("some were sent", func() bool { return d.seat("main", "reviewer").Mail.Waiting > waiting+200*(round+1) })
		if err := d.daemon.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		d.daemon.Wait()
		before := d.mailed("planner", n)
		d.checkDatabase()
		d.world.start()
		d.call("canvas.play", map[string]any{"canvas": "main"}, nil)
		o.Mails = clients // those in doubt, and one of each client at least
		for i, id := range before.IDs {
			if id != "" {
				o.Mails = max(o.Mails, i+1+clients)
			}
		}
		after := d.orderMail("planner", o)
		for i, id := range before.IDs {
			if id == "" {
				continue
			}
			if acknowledged++; after.IDs[i] != id {
				t.Errorf("mail %d was acknowledged as %s; sent again it is %q", i, id, after.IDs[i])
			}
		}
		waiting = d.seat("main", "reviewer").Mail.Waiting
	}
	t.Logf("%d mails were acknowledged before a kill, %d are stored", acknowledged, waiting)
}

// checkDatabase runs SQLite's own check of the home's database, while no daemon
// has it.
func (d *desk) checkDatabase() {
	d.t.Helper()
	s, err := store.Open(context.Background(), d.home, slog.New(slog.DiscardHandler))
	if err != nil {
		d.t.Fatal(err)
	}
	defer s.Close()
	if err := s.Check(context.Background()); err != nil {
		d.t.Error(err)
	}
}
