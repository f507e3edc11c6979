package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Ended is a terminal that has ended: what is needed to show its last screen and
// to start its agent again.
type Ended struct {
	Run     int
	ID      int // as it was in its run
	Ended   time.Time
	Title   string
	Project string
	Dir     string
	Agent   string // empty when none ran in it
	Session string // the agent's session, when it was proven; else empty
	Exit    string // "0", "1", "signal: killed", …; empty when it is not known
	Cols    int
	Rows    int
	Taken   time.Time // when its session was taken up again; else zero
}

const (
	// MaxSnapshot bounds one last screen. A terminal's whole scrollback of text
	// fits; a program that painted more keeps no screen.
	MaxSnapshot = 1 << 20
	// KeptEnded is how many ended terminals stay, so at most 200 MB of screens,
	// and some 10 in practice.
	KeptEnded = 200
)

const endedColumns = "run, id, ended, title, project, dir, agent, session, exit, cols, rows, taken"

func scanEnded(row scanner) (Ended, error) {
	var e Ended
	var ended int64
	var taken sql.NullInt64
	err := row.Scan(&e.Run, &e.ID, &ended, &e.Title, &e.Project, &e.Dir, &e.Agent, &e.Session, &e.Exit, &e.Cols, &e.Rows, &taken)
	e.Ended, e.Taken = fromStamp(ended), fromStampOrZero(taken)
	return e, found(err)
}

// AddEnded stores terminals that have ended with their last screens, one for
// each. One that is stored already stays as it was first: what is written after
// a restart knows less.
func (s *Store) AddEnded(ctx context.Context, ended []Ended, snapshots [][]byte) error {
	return s.update(ctx, "keep ended terminals", func(ctx context.Context, tx querier) error {
		const add = `INSERT INTO ended (run, id, ended, title, project, dir, agent, session, exit, cols, rows, snapshot)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
		for i, e := range ended {
			snapshot := snapshots[i]
			if snapshot == nil || len(snapshot) > MaxSnapshot {
				snapshot = []byte{}
			}
			if _, err := tx.ExecContext(ctx, add, e.Run, e.ID, stamp(e.Ended), e.Title, e.Project, e.Dir,
				e.Agent, e.Session, e.Exit, e.Cols, e.Rows, snapshot); err != nil {
				return fmt.Errorf("terminal %d: %w", e.ID, err)
			}
		}
		const drop = "DELETE FROM ended WHERE (run, id) NOT IN (SELECT run, id FROM ended ORDER BY ended DESC, run DESC, id DESC LIMIT ?)"
		_, err := tx.ExecContext(ctx, drop, KeptEnded)
		return err
	})
}

// EndedTerminals are the ended terminals, the latest first.
func (s *Store) EndedTerminals(ctx context.Context) ([]Ended, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+endedColumns+" FROM ended ORDER BY ended DESC, run DESC, id DESC")
	all, err := collect(rows, err, scanEnded)
	if err != nil {
		return nil, fmt.Errorf("read the ended terminals: %w", err)
	}
	return all, nil
}

// EndedTerminal is one ended terminal and its last screen, which is empty when
// none was kept.
func (s *Store) EndedTerminal(ctx context.Context, run, id int) (Ended, []byte, error) {
	var e Ended
	var snapshot []byte
	err := s.view(ctx, fmt.Sprintf("read ended terminal %d.%d", run, id), func(ctx context.Context, tx querier) (err error) {
		if e, err = scanEnded(tx.QueryRowContext(ctx, "SELECT "+endedColumns+" FROM ended WHERE run = ? AND id = ?", run, id)); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, "SELECT snapshot FROM ended WHERE run = ? AND id = ?", run, id).Scan(&snapshot)
	})
	return e, snapshot, err
}

// ErrTaken says that the session goes on elsewhere: it must not be resumed here.
var ErrTaken = errors.New("its session was taken up already")

// TakeSession takes the session of an ended terminal to resume it. It can be
// taken once, and only from the last terminal that it ran in: a session that
// goes on in two places would destroy itself. Written with FULL, as the resumed
// agent writes to its own files at once.
func (s *Store) TakeSession(ctx context.Context, run, id int, now time.Time) (Ended, error) {
	var e Ended
	err := s.updateFull(ctx, "take up a session", func(ctx context.Context, tx querier) (err error) {
		if e, err = scanEnded(tx.QueryRowContext(ctx, "SELECT "+endedColumns+" FROM ended WHERE run = ? AND id = ?", run, id)); err != nil {
			return err
		}
		if e.Session == "" {
			return ErrNotFound
		}
		const later = "SELECT count(*) FROM ended WHERE agent = ?1 AND session = ?2 AND (ended, run, id) > (?3, ?4, ?5)"
		var n int
		if err := tx.QueryRowContext(ctx, later, e.Agent, e.Session, stamp(e.Ended), run, id).Scan(&n); err != nil {
			return err
		}
		if n > 0 || !e.Taken.IsZero() {
			return ErrTaken
		}
		_, err = tx.ExecContext(ctx, "UPDATE ended SET taken = ? WHERE run = ? AND id = ?", stamp(now), run, id)
		return err
	})
	if err != nil {
		return Ended{}, err
	}
	e.Taken = now.UTC()
	return e, nil
}

// ReleaseSession undoes TakeSession when the agent could not be started.
func (s *Store) ReleaseSession(ctx context.Context, run, id int) error {
	return s.update(ctx, "give a session back", func(ctx context.Context, tx querier) error {
		r, err := tx.ExecContext(ctx, "UPDATE ended SET taken = NULL WHERE run = ? AND id = ?", run, id)
		return changedOne(r, err)
	})
}

// ForgetEnded drops an ended terminal and its last screen.
func (s *Store) ForgetEnded(ctx context.Context, run, id int) error {
	return s.update(ctx, "forget an ended terminal", func(ctx context.Context, tx querier) error {
		r, err := tx.ExecContext(ctx, "DELETE FROM ended WHERE run = ? AND id = ?", run, id)
		return changedOne(r, err)
	})
}
