package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// maxBatch is how many writes share a transaction at most: more than there are
// clients at once, and few enough that the first does not wait for the last.
const maxBatch = 64

// errClosed is the error of a write that came after Close.
var errClosed = errors.New("the database is closed")

// write is what one caller wants written.
type write struct {
	ctx  context.Context
	what string
	full bool // it has to survive a loss of power
	do   func(context.Context, querier) error
	err  error
	done chan struct{} // closed when err is final, and the write durable without one
}

// writer carries out all writes, one after the other, on a connection of its
// own. Those that wait while it commits go into its next transaction together,
// so that many callers at once cost one wait for the disk, and one caller alone
// waits for nobody.
//
//	do ─▶ queue ─▶ BEGIN; each write in a savepoint of its own; COMMIT ─▶ all are told
type writer struct {
	queue chan *write // unbuffered: what was sent is answered
	ended chan struct{}
	shut  sync.Once
	run   sync.WaitGroup

	// Used by the goroutine alone.
	conn       *sql.Conn
	full       bool                 // the connection's synchronous is FULL
	statements map[string]*sql.Stmt // each is prepared once
}

func startWriter(ctx context.Context, db *sql.DB) (*writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &writer{queue: make(chan *write), ended: make(chan struct{}), conn: conn, statements: make(map[string]*sql.Stmt)}
	w.run.Go(w.loop)
	return w, nil
}

// close waits for the write that is under way and refuses all others. It may be
// called again.
func (w *writer) close() (err error) {
	w.shut.Do(func() {
		close(w.ended)
		w.run.Wait()
		for _, s := range w.statements {
			err = errors.Join(err, s.Close())
		}
		err = errors.Join(err, w.conn.Close())
	})
	return err
}

// do has one write carried out. A caller that gives up before its turn writes
// nothing; after that the write is done to its end, and its caller is told.
func (w *writer) do(one *write) error {
	one.done = make(chan struct{})
	select {
	case w.queue <- one:
		<-one.done
		return one.err
	case <-one.ctx.Done():
		return one.ctx.Err()
	case <-w.ended:
		return errClosed
	}
}

func (w *writer) loop() {
	for {
		select {
		case one := <-w.queue:
			w.commit(w.gather(one))
		case <-w.ended:
			return
		}
	}
}

// gather takes what waits already; it waits for nobody.
func (w *writer) gather(first *write) []*write {
	batch := []*write{first}
	for len(batch) < maxBatch {
		select {
		case one := <-w.queue:
			batch = append(batch, one)
		default:
			return batch
		}
	}
	return batch
}

// commit writes a batch in one transaction. A write that fails takes only itself
// back; when the transaction fails, so has all that is in it.
func (w *writer) commit(batch []*write) {
	err := w.transact(batch)
	for _, one := range batch {
		if one.err == nil {
			one.err = err
		}
		close(one.done)
	}
}

func (w *writer) transact(batch []*write) (err error) {
	// No caller's end may cut a statement short: SQLite would take the whole
	// transaction back.
	ctx := context.Background()
	if err := w.synchronize(ctx, batch); err != nil {
		return err
	}
	if err := w.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			w.exec(ctx, "ROLLBACK") //nolint:errcheck // an error may have ended it already
		}
	}()
	for _, one := range batch {
		if one.err = one.ctx.Err(); one.err != nil {
			continue
		}
		if err := w.apart(ctx, one); err != nil {
			return err
		}
	}
	return w.exec(ctx, "COMMIT")
}

// apart carries out one write so that it can be taken back alone. The error is
// that of the transaction; the write's own is noted in it.
func (w *writer) apart(ctx context.Context, one *write) error {
	if err := w.exec(ctx, "SAVEPOINT one"); err != nil {
		return err
	}
	if one.err = one.do(ctx, w); one.err != nil {
		if err := w.exec(ctx, "ROLLBACK TO one"); err != nil {
			return err
		}
	}
	return w.exec(ctx, "RELEASE one")
}

// synchronize sets how safe the next transaction is: as much as its most
// demanding write asks for.
func (w *writer) synchronize(ctx context.Context, batch []*write) error {
	full := slices.ContainsFunc(batch, func(one *write) bool { return one.full })
	if full == w.full {
		return nil
	}
	mode := "NORMAL"
	if full {
		mode = "FULL"
	}
	if err := w.exec(ctx, "PRAGMA synchronous = "+mode); err != nil {
		return fmt.Errorf("set how safe writes are: %w", err)
	}
	w.full = full
	return nil
}

func (w *writer) exec(ctx context.Context, query string) error {
	_, err := w.ExecContext(ctx, query)
	return err
}

func (w *writer) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if s, ok := w.statements[query]; ok {
		return s, nil
	}
	s, err := w.conn.PrepareContext(ctx, query)
	if err == nil {
		w.statements[query] = s
	}
	return s, err
}

// ExecContext, QueryContext and QueryRowContext make the writer the querier of
// its writes.
func (w *writer) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := w.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

func (w *writer) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := w.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

func (w *writer) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := w.prepared(ctx, query)
	if err != nil {
		return w.conn.QueryRowContext(ctx, query, args...) // which tells the same
	}
	return s.QueryRowContext(ctx, args...)
}
