package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Desk is the stored layout and views, as one document of package desk's.
type Desk struct {
	Generation int
	Revision   int
	Saved      time.Time
	Doc        []byte
}

// KeptDesks is how many generations stay: the present one and those that the
// operator can go back to.
const KeptDesks = 10

// ErrStale says that someone else wrote in between: read again.
var ErrStale = errors.New("written by another in between")

const deskColumns = "generation, revision, saved, doc"

func scanDesk(row scanner) (Desk, error) {
	var d Desk
	var saved int64
	if err := row.Scan(&d.Generation, &d.Revision, &saved, &d.Doc); err != nil {
		return Desk{}, found(err)
	}
	d.Saved = fromStamp(saved)
	return d, nil
}

// Desks are the generations that are kept, the latest first.
func (s *Store) Desks(ctx context.Context) ([]Desk, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+deskColumns+" FROM desks ORDER BY generation DESC")
	all, err := collect(rows, err, scanDesk)
	if err != nil {
		return nil, fmt.Errorf("read the desks: %w", err)
	}
	return all, nil
}

// NewDesk writes the document as a new generation, of revision 1. Earlier ones
// are not touched, but for those beyond KeptDesks, which go.
func (s *Store) NewDesk(ctx context.Context, doc []byte, now time.Time) (Desk, error) {
	var d Desk
	err := s.update(ctx, "write a new desk", func(ctx context.Context, tx querier) (err error) {
		const add = "INSERT INTO desks (revision, saved, doc) VALUES (1, ?, ?) RETURNING " + deskColumns
		if d, err = scanDesk(tx.QueryRowContext(ctx, add, stamp(now), doc)); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM desks WHERE generation NOT IN (SELECT generation FROM desks ORDER BY generation DESC LIMIT ?)", KeptDesks)
		return err
	})
	return d, err
}

// SaveDesk replaces the document of the generation, whose revision has to be the
// one before. ErrStale when it is not.
func (s *Store) SaveDesk(ctx context.Context, generation, revision int, doc []byte, now time.Time) error {
	return s.update(ctx, "save the desk", func(ctx context.Context, tx querier) error {
		const save = "UPDATE desks SET revision = ?2, saved = ?3, doc = ?4 WHERE generation = ?1 AND revision = ?2 - 1"
		r, err := tx.ExecContext(ctx, save, generation, revision, stamp(now), doc)
		if err = changedOne(r, err); errors.Is(err, ErrNotFound) {
			return ErrStale
		}
		return err
	})
}
