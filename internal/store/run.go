package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Run is one run of Jun: from its start to its quit, over any number of daemons.
// The ids of terminals and of messages count within it.
type Run struct {
	ID      int
	Keeper  string // names the keeper that holds its terminals
	Started time.Time
	Ended   time.Time // zero while it lasts
}

const runColumns = "id, keeper, started, ended"

func scanRun(row scanner) (Run, error) {
	var r Run
	var started int64
	var ended sql.NullInt64
	if err := row.Scan(&r.ID, &r.Keeper, &started, &ended); err != nil {
		return Run{}, found(err)
	}
	r.Started, r.Ended = fromStamp(started), fromStampOrZero(ended)
	return r, nil
}

// EnterRun goes on with the last run when the same keeper still holds its
// terminals; else that one has ended, by a quit or with the machine, and a new
// one starts. Written with FULL: the ids that it scopes must not come back.
func (s *Store) EnterRun(ctx context.Context, keeper string, now time.Time) (Run, error) {
	var r Run
	err := s.updateFull(ctx, "enter the run", func(ctx context.Context, tx querier) (err error) {
		const going = "SELECT " + runColumns + " FROM runs WHERE ended IS NULL AND keeper = ? ORDER BY id DESC LIMIT 1"
		if r, err = scanRun(tx.QueryRowContext(ctx, going, keeper)); !errors.Is(err, ErrNotFound) {
			return err
		}
		if err := endRuns(ctx, tx, now); err != nil {
			return err
		}
		const start = "INSERT INTO runs (keeper, started) VALUES (?, ?) RETURNING " + runColumns
		r, err = scanRun(tx.QueryRowContext(ctx, start, keeper, stamp(now)))
		return err
	})
	return r, err
}

// EndRun ends the run, with the messages and the texts to agents, which last
// only as long.
func (s *Store) EndRun(ctx context.Context, now time.Time) error {
	return s.updateFull(ctx, "end the run", func(ctx context.Context, tx querier) error { return endRuns(ctx, tx, now) })
}

func endRuns(ctx context.Context, tx querier, now time.Time) error {
	for _, table := range []string{"messages", "sends"} {
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+table); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, "UPDATE runs SET ended = ? WHERE ended IS NULL", stamp(now))
	return err
}
