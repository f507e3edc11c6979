package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Loop is a command that runs again and again. It lasts as long as its run of
// Jun: it outlives the daemon, but not a quit.
type Loop struct {
	ID      int // its terminal's
	Every   time.Duration
	Command string
	Dir     string
	Project string
	Started time.Time
}

// Loops are the run's loops, by id.
func (s *Store) Loops(ctx context.Context, run int) ([]Loop, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT id, every, command, dir, project, started FROM loops WHERE run = ? ORDER BY id", run)
	all, err := collect(rows, err, scanLoop)
	if err != nil {
		return nil, fmt.Errorf("read the loops: %w", err)
	}
	return all, nil
}

func scanLoop(row scanner) (Loop, error) {
	var l Loop
	var every, started int64
	err := row.Scan(&l.ID, &every, &l.Command, &l.Dir, &l.Project, &started)
	l.Every, l.Started = time.Duration(every)*time.Microsecond, fromStamp(started)
	return l, err
}

// AddLoop stores a loop of the run.
func (s *Store) AddLoop(ctx context.Context, run int, l Loop) error {
	return s.update(ctx, "add a loop", func(tx *sql.Tx) error {
		const add = "INSERT INTO loops (run, id, every, command, dir, project, started) VALUES (?, ?, ?, ?, ?, ?, ?)"
		_, err := tx.ExecContext(ctx, add, run, l.ID, l.Every.Microseconds(), l.Command, l.Dir, l.Project, stamp(l.Started))
		return err
	})
}

// RemoveLoop takes a loop out. ErrNotFound when there is none.
func (s *Store) RemoveLoop(ctx context.Context, run, id int) error {
	return s.update(ctx, "remove a loop", func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, "DELETE FROM loops WHERE run = ? AND id = ?", run, id)
		return changedOne(r, err)
	})
}

// MoveLoops gives the loops of one project to another.
func (s *Store) MoveLoops(ctx context.Context, run int, from, to string) error {
	return s.update(ctx, "move loops", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE loops SET project = ? WHERE run = ? AND project = ?", to, run, from)
		return err
	})
}
