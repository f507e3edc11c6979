package daemon

import (
	"context"
	"errors"
	"time"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/store"
)

// handleSessions answers what concerns the browsers that are logged in.
func (d *Daemon) handleSessions(gate *Dispatcher) {
	handle(gate, "session.list", d.sessions)
	handle(gate, "session.revoke", d.revokeSession)
}

func (d *Daemon) sessions(ctx context.Context, _ api.Caller, _ api.None) ([]api.Session, error) {
	stored, err := d.store.Sessions(ctx, time.Now())
	if err != nil {
		return nil, err
	}
	all := []api.Session{}
	for _, s := range stored {
		all = append(all, api.Session{
			ID: s.ID, Label: s.Label, Created: s.Created.Format(time.RFC3339), LastUsed: s.LastUsed.Format(time.RFC3339),
		})
	}
	return all, nil
}

func (d *Daemon) revokeSession(ctx context.Context, _ api.Caller, in api.SessionRevokeIn) (api.None, error) {
	if in.All == (in.ID != 0) {
		return api.None{}, fault.New(fault.Input, "which browser is not said").Next(`give either "id" or "all":true`)
	}
	defer d.news.Publish(loggedOut{}) // windows of a browser that is out close at once
	if in.All {
		return api.None{}, d.store.RevokeSessions(ctx, time.Now())
	}
	err := d.store.RevokeSession(ctx, in.ID, time.Now())
	if errors.Is(err, store.ErrNotFound) {
		err = fault.New(fault.UnknownTarget, "session %d: no such browser is logged in", in.ID).Next("list them with session.list")
	}
	return api.None{}, err
}
