package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Seat is what the processes of a binding were. Whether one runs now is not
// stored: the keeper knows.
type Seat struct {
	Binding    string
	Canvas     int
	Node       string
	Harness    string
	Generation int
	Session    string
	Dir        string
	Started    time.Time
	Ended      time.Time // zero while it runs, or when its end was not seen
}

const seatColumns = "binding, canvas, node, harness, generation, session, dir, started, ended"

func scanSeat(row scanner) (Seat, error) {
	var s Seat
	var started int64
	var ended sql.NullInt64
	err := row.Scan(&s.Binding, &s.Canvas, &s.Node, &s.Harness, &s.Generation, &s.Session, &s.Dir, &started, &ended)
	if err != nil {
		return Seat{}, found(err)
	}
	s.Started, s.Ended = fromStamp(started), fromStampOrZero(ended)
	return s, nil
}

// Seats are the bindings that had a process.
func (s *Store) Seats(ctx context.Context) ([]Seat, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+seatColumns+" FROM seats ORDER BY binding")
	all, err := collect(rows, err, scanSeat)
	if err != nil {
		return nil, fmt.Errorf("read the seats: %w", err)
	}
	return all, nil
}

// NextGeneration notes that a process is about to occupy a seat, and returns it
// with its generation. Written with FULL: a generation must not come back.
func (s *Store) NextGeneration(ctx context.Context, next Seat) (Seat, error) {
	var seat Seat
	err := s.updateFull(ctx, "begin a seat's generation", func(ctx context.Context, tx querier) (err error) {
		const begin = `INSERT INTO seats (binding, canvas, node, harness, generation, session, dir, started)
			VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6, ?7)
			ON CONFLICT DO UPDATE SET canvas = ?2, node = ?3, harness = ?4, generation = generation + 1,
				session = ?5, dir = ?6, started = ?7, ended = NULL
			RETURNING ` + seatColumns
		seat, err = scanSeat(tx.QueryRowContext(ctx, begin, next.Binding, next.Canvas, next.Node, next.Harness,
			next.Session, next.Dir, stamp(next.Started)))
		return err
	})
	return seat, err
}

// SetSession notes which session a generation's agent is in. It does nothing
// when a later one has begun.
func (s *Store) SetSession(ctx context.Context, binding string, generation int, session string) error {
	return s.update(ctx, "note a seat's session", func(ctx context.Context, tx querier) error {
		const set = "UPDATE seats SET session = ? WHERE binding = ? AND generation = ?"
		_, err := tx.ExecContext(ctx, set, session, binding, generation)
		return err
	})
}

// EndGeneration notes that a generation's process has ended. It does nothing
// when a later one has begun.
func (s *Store) EndGeneration(ctx context.Context, binding string, generation int, now time.Time) error {
	return s.update(ctx, "end a seat's generation", func(ctx context.Context, tx querier) error {
		const end = "UPDATE seats SET ended = ? WHERE binding = ? AND generation = ?"
		_, err := tx.ExecContext(ctx, end, stamp(now), binding, generation)
		return err
	})
}
