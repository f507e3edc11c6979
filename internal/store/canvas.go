package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Canvas is a canvas without what is drawn on it.
type Canvas struct {
	ID      int
	Name    string
	Rev     int
	Done    int // how far its history is in force
	First   int // the oldest change that is kept; 0: none
	Last    int // the latest; what is after Done was undone
	Played  bool
	Created time.Time
	Changed time.Time
}

// Item is a node or an edge as it is stored.
type Item struct {
	ID    string
	Place int64 // orders the items of a kind
	JSON  []byte
}

// Drawing is what is on a canvas.
type Drawing struct {
	Nodes, Edges []Item // in the order of drawing
	Paused       []PausedNode
}

// PausedNode is a seat or a region that is paused itself.
type PausedNode struct {
	Node   string
	Region bool
}

// CanvasChange is one change of a canvas. An item without JSON is deleted.
type CanvasChange struct {
	Rev          int // after the change; the stored one has to be the one before
	Time         time.Time
	Nodes, Edges []Item
	Done         int    // after the change
	Push         []byte // a new change of the history, which drops those that were undone; nil for undo and redo
}

// KeptChanges is how many changes can be undone: a long day's work.
const KeptChanges = 500

// ErrExists says that the name is taken.
var ErrExists = errors.New("the name is taken")

const canvasColumns = `id, name, rev, done, played, created, changed,
	(SELECT coalesce(min(seq), 0) FROM canvas_changes WHERE canvas = canvases.id),
	(SELECT coalesce(max(seq), 0) FROM canvas_changes WHERE canvas = canvases.id)`

func scanCanvas(row scanner) (Canvas, error) {
	var c Canvas
	var created, changed int64
	if err := row.Scan(&c.ID, &c.Name, &c.Rev, &c.Done, &c.Played, &created, &changed, &c.First, &c.Last); err != nil {
		return Canvas{}, found(err)
	}
	c.Created, c.Changed = fromStamp(created), fromStamp(changed)
	return c, nil
}

// Canvases are all canvases, by id.
func (s *Store) Canvases(ctx context.Context) ([]Canvas, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+canvasColumns+" FROM canvases ORDER BY id")
	all, err := collect(rows, err, scanCanvas)
	if err != nil {
		return nil, fmt.Errorf("read the canvases: %w", err)
	}
	return all, nil
}

// Drawing is what is on a canvas.
func (s *Store) Drawing(ctx context.Context, canvas int) (Drawing, error) {
	var d Drawing
	err := s.view(ctx, fmt.Sprintf("read canvas %d", canvas), func(ctx context.Context, tx querier) (err error) {
		rows, err := tx.QueryContext(ctx, "SELECT id, place, item FROM canvas_nodes WHERE canvas = ? ORDER BY place", canvas)
		if d.Nodes, err = collect(rows, err, scanItem); err != nil {
			return err
		}
		rows, err = tx.QueryContext(ctx, "SELECT id, place, item FROM canvas_edges WHERE canvas = ? ORDER BY place", canvas)
		if d.Edges, err = collect(rows, err, scanItem); err != nil {
			return err
		}
		rows, err = tx.QueryContext(ctx, "SELECT node, region FROM canvas_pauses WHERE canvas = ? ORDER BY node", canvas)
		d.Paused, err = collect(rows, err, scanPaused)
		return err
	})
	return d, err
}

func scanItem(row scanner) (Item, error) {
	var i Item
	err := row.Scan(&i.ID, &i.Place, &i.JSON)
	return i, err
}

func scanPaused(row scanner) (PausedNode, error) {
	var p PausedNode
	err := row.Scan(&p.Node, &p.Region)
	return p, err
}

// AddCanvas stores a new canvas with what is on it, of revision 1. ErrExists
// when the name is taken.
func (s *Store) AddCanvas(ctx context.Context, name string, d Drawing, now time.Time) (Canvas, error) {
	var c Canvas
	err := s.update(ctx, "add a canvas", func(ctx context.Context, tx querier) error {
		const add = `INSERT INTO canvases (name, rev, done, played, created, changed) VALUES (?1, 1, 0, 0, ?2, ?2)
			ON CONFLICT DO NOTHING RETURNING id`
		id, err := scanID(tx.QueryRowContext(ctx, add, name, stamp(now)))
		if errors.Is(err, sql.ErrNoRows) {
			return ErrExists
		}
		if err != nil {
			return err
		}
		if err := writeItems(ctx, tx, id, d.Nodes, d.Edges); err != nil {
			return err
		}
		c, err = scanCanvas(tx.QueryRowContext(ctx, "SELECT "+canvasColumns+" FROM canvases WHERE id = ?", id))
		return err
	})
	return c, err
}

// ChangeCanvas writes a change. ErrStale when the canvas has another revision
// than the one before it.
func (s *Store) ChangeCanvas(ctx context.Context, canvas int, c CanvasChange) error {
	return s.update(ctx, "change a canvas", func(ctx context.Context, tx querier) error {
		const step = "UPDATE canvases SET rev = ?2, done = ?3, changed = ?4 WHERE id = ?1 AND rev = ?2 - 1"
		r, err := tx.ExecContext(ctx, step, canvas, c.Rev, c.Done, stamp(c.Time))
		if err = changedOne(r, err); errors.Is(err, ErrNotFound) {
			return ErrStale
		}
		if err != nil {
			return err
		}
		if err := writeItems(ctx, tx, canvas, c.Nodes, c.Edges); err != nil {
			return err
		}
		if c.Push == nil {
			return nil
		}
		const drop = "DELETE FROM canvas_changes WHERE canvas = ?1 AND (seq >= ?2 OR seq <= ?2 - ?3)"
		if _, err := tx.ExecContext(ctx, drop, canvas, c.Done, KeptChanges); err != nil {
			return err
		}
		const push = "INSERT INTO canvas_changes (canvas, seq, time, change) VALUES (?, ?, ?, ?)"
		_, err = tx.ExecContext(ctx, push, canvas, c.Done, stamp(c.Time), c.Push)
		return err
	})
}

func writeItems(ctx context.Context, tx querier, canvas int, nodes, edges []Item) error {
	const (
		put  = " (canvas, id, place, item) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET place = excluded.place, item = excluded.item"
		drop = " WHERE canvas = ? AND id = ?"
	)
	for _, kind := range []struct {
		table string
		items []Item
	}{{"canvas_nodes", nodes}, {"canvas_edges", edges}} {
		for _, i := range kind.items {
			var err error
			if i.JSON == nil {
				_, err = tx.ExecContext(ctx, "DELETE FROM "+kind.table+drop, canvas, i.ID)
			} else {
				_, err = tx.ExecContext(ctx, "INSERT INTO "+kind.table+put, canvas, i.ID, i.Place, i.JSON)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// HistoryChange is one change of a canvas' history. ErrNotFound when it is not
// kept.
func (s *Store) HistoryChange(ctx context.Context, canvas, seq int) ([]byte, error) {
	var change []byte
	const one = "SELECT change FROM canvas_changes WHERE canvas = ? AND seq = ?"
	if err := s.read.QueryRowContext(ctx, one, canvas, seq).Scan(&change); err != nil {
		return nil, fmt.Errorf("read a change of canvas %d: %w", canvas, found(err))
	}
	return change, nil
}

// RenameCanvas gives a canvas another name. ErrExists when it is taken.
func (s *Store) RenameCanvas(ctx context.Context, canvas int, name string) error {
	return s.update(ctx, "rename a canvas", func(ctx context.Context, tx querier) error {
		r, err := tx.ExecContext(ctx, "UPDATE OR IGNORE canvases SET name = ? WHERE id = ?", name, canvas)
		if err = changedOne(r, err); errors.Is(err, ErrNotFound) {
			return ErrExists
		}
		return err
	})
}

// DeleteCanvas deletes a canvas with all that is on it.
func (s *Store) DeleteCanvas(ctx context.Context, canvas int) error {
	return s.update(ctx, "delete a canvas", func(ctx context.Context, tx querier) error {
		return changedOne(tx.ExecContext(ctx, "DELETE FROM canvases WHERE id = ?", canvas))
	})
}

// MarkPlayed notes that the operator has played the canvas.
func (s *Store) MarkPlayed(ctx context.Context, canvas int) error {
	return s.update(ctx, "note that a canvas played", func(ctx context.Context, tx querier) error {
		return changedOne(tx.ExecContext(ctx, "UPDATE canvases SET played = 1 WHERE id = ?", canvas))
	})
}

// PauseNode notes whether a seat or a region is paused itself.
func (s *Store) PauseNode(ctx context.Context, canvas int, p PausedNode, paused bool) error {
	return s.update(ctx, "pause a node", func(ctx context.Context, tx querier) error {
		if !paused {
			_, err := tx.ExecContext(ctx, "DELETE FROM canvas_pauses WHERE canvas = ? AND node = ?", canvas, p.Node)
			return err
		}
		const pause = "INSERT INTO canvas_pauses (canvas, node, region) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
		_, err := tx.ExecContext(ctx, pause, canvas, p.Node, p.Region)
		return err
	})
}
