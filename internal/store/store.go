// Package store knows Jun's database: how it is opened, locked, backed up and
// migrated, and for each kind of thing that outlives the daemon the queries in
// a file of its own. Nothing else opens the database, and it stores facts only.
//
// It leaves what the facts mean to the services that use it. Times come from
// the caller and are kept in UTC, to the microsecond.
//
// A write that returned without an error survives the end of the daemon, also
// by kill -9. Against a loss of power the last moments may be lost (SQLite's
// synchronous NORMAL in WAL), but never half a write; where that is too little,
// a query says that it is written with FULL. Writes that come at once share a
// transaction, and with it the wait for the disk.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the driver; only this package links it
)

const (
	// busyTimeout is how long a statement waits for a lock. Only a checkpoint or
	// a backup can hold one that long; both take milliseconds.
	busyTimeout = 10 * time.Second
	// readers is how many reads may run beside the one writer. Reads are short;
	// more would only add file descriptors.
	readers = 4
)

// Store is the open database. It is safe for use by several goroutines.
type Store struct {
	lock   *os.File
	write  *sql.DB // one connection, immediate transactions
	writer *writer // who alone uses it, once the database is migrated
	read   *sql.DB // connections that cannot write
	log    *slog.Logger
}

// Open takes the home's lock, and opens the database, making or migrating it as
// needed. A second daemon on the same home is refused.
func Open(ctx context.Context, home string, log *slog.Logger) (*Store, error) {
	dir := filepath.Join(home, "state")
	if err := privateDir(dir); err != nil {
		return nil, fmt.Errorf("state folder: %w", err)
	}
	lock, err := takeLock(filepath.Join(dir, "junto.lock"))
	if err != nil {
		return nil, err
	}
	s := &Store{lock: lock, log: log}
	if err := s.open(ctx, dir); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, dir string) error {
	file := filepath.Join(dir, "junto.db")
	if err := privateFile(file); err != nil {
		return fmt.Errorf("database file: %w", err)
	}
	version, err := look(ctx, file)
	if err != nil {
		return err
	}
	if s.write, err = sql.Open("sqlite", dsn(file, "rw", "immediate", "journal_mode(WAL)", "synchronous(NORMAL)")); err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	s.write.SetMaxOpenConns(1)
	if err := migrate(ctx, s.write, version, migrations(), filepath.Join(dir, "backups"), s.log); err != nil {
		return err
	}
	if s.read, err = sql.Open("sqlite", dsn(file, "rw", "deferred", "query_only(1)")); err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	s.read.SetMaxOpenConns(readers)
	if err := s.read.PingContext(ctx); err != nil {
		return err
	}
	s.writer, err = startWriter(ctx, s.write)
	return err
}

// dsn names the database for the driver. The driver sets the busy timeout
// before all other pragmas, so that changing to WAL waits instead of failing.
func dsn(file, mode, begin string, pragmas ...string) string {
	q := url.Values{
		"mode":          {mode},
		"_busy_timeout": {fmt.Sprint(busyTimeout.Milliseconds())},
		"_txlock":       {begin},
		// macOS needs fullfsync for a sync that reaches the disk.
		"_pragma": append([]string{"foreign_keys(1)", "fullfsync(1)", "checkpoint_fullfsync(1)"}, pragmas...),
	}
	u := url.URL{Scheme: "file", OmitHost: true, Path: file, RawQuery: q.Encode()}
	return u.String()
}

// Close ends all use of the database and gives the lock back. It may be called
// again.
func (s *Store) Close() error {
	var errs []error
	if s.writer != nil {
		errs = append(errs, s.writer.close())
	}
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	// Closing gives the lock back. The file stays: were it removed, two daemons
	// could each hold the lock of a file of that name.
	if err := s.lock.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Check runs SQLite's own check of the whole database.
func (s *Store) Check(ctx context.Context) error { return integrity(ctx, s.read) }

func integrity(ctx context.Context, db *sql.DB) error {
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return fmt.Errorf("check database: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("check database: %s", verdict)
	}
	return nil
}

// querier is a transaction, as queries see it.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// update runs f in a transaction of the one writer. Nothing else is written
// between its statements.
func (s *Store) update(ctx context.Context, what string, f func(context.Context, querier) error) error {
	return s.put(&write{ctx: ctx, what: what, do: f})
}

// updateFull is update, safe against a loss of power as well.
func (s *Store) updateFull(ctx context.Context, what string, f func(context.Context, querier) error) error {
	return s.put(&write{ctx: ctx, what: what, do: f, full: true})
}

func (s *Store) put(w *write) error {
	if err := s.writer.do(w); err != nil {
		return fmt.Errorf("%s: %w", w.what, err)
	}
	return nil
}

// view runs f in one read transaction, which sees the database as it is at one
// moment.
func (s *Store) view(ctx context.Context, what string, f func(context.Context, querier) error) error {
	err := inTx(ctx, s.read, func(tx *sql.Tx) error { return f(ctx, tx) })
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

func inTx(ctx context.Context, db *sql.DB, f func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		// A cancelled context has ended the transaction already.
		if undo := tx.Rollback(); !errors.Is(undo, sql.ErrTxDone) {
			err = errors.Join(err, undo)
		}
		return err
	}
	return tx.Commit()
}

// collect scans all rows.
func collect[T any](rows *sql.Rows, failed error, scan func(scanner) (T, error)) (all []T, err error) {
	if failed != nil {
		return nil, failed
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}

// scanner is a *sql.Row or *sql.Rows.
type scanner interface{ Scan(...any) error }

// stamp is how a time is stored.
func stamp(t time.Time) int64 { return t.UnixMicro() }

// fromStamp is the stored time.
func fromStamp(us int64) time.Time { return time.UnixMicro(us).UTC() }

func fromStampOrZero(us sql.NullInt64) time.Time {
	if !us.Valid {
		return time.Time{}
	}
	return fromStamp(us.Int64)
}

// ErrNotFound says that there is no such row: the caller knows what it asked for
// and tells its own caller.
var ErrNotFound = errors.New("not found")

// changedOne turns a write that found no row into ErrNotFound.
func changedOne(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := r.RowsAffected()
	if err == nil && n == 0 {
		return ErrNotFound
	}
	return err
}

// found turns a read that found no row into ErrNotFound.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return err
}
