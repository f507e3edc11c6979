package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"junto/internal/fault"
)

// applicationID marks a database as ours ("JNTO").
const applicationID = 0x4a4e544f

// keptBackups is how many backups stay. One would do to go back; three cover a
// fault that is noticed only after the next upgrades.
const keptBackups = 3

//go:embed migrations/*.sql
var embedded embed.FS

func migrations() fs.FS {
	sub, err := fs.Sub(embedded, "migrations")
	if err != nil {
		panic("store: the migrations are not embedded: " + err.Error())
	}
	return sub
}

// look reads which version the database has, before anything is set or written
// in it. A database of another program, or of a newer Jun, is refused.
func look(ctx context.Context, file string) (version int, err error) {
	db, err := sql.Open("sqlite", dsn(file, "rw", "deferred"))
	if err != nil {
		return 0, fmt.Errorf("open database: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var id int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return 0, fmt.Errorf("read the version of %s: %w", file, err)
	}
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return 0, fmt.Errorf("read the version of %s: %w", file, err)
	}
	var tables int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return 0, fmt.Errorf("read %s: %w", file, err)
	}
	if id != applicationID && (id != 0 || version != 0 || tables != 0) {
		return 0, fault.New(fault.Conflict, "%s is the database of another program", file).
			Next("move it away, and start Jun again")
	}
	return version, nil
}

type migration struct {
	version int
	name    string
}

// listMigrations are the files NNNN_name.sql, numbered from 1 without a gap.
func listMigrations(fsys fs.FS) ([]migration, error) {
	files, err := fs.Glob(fsys, "*.sql")
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var all []migration
	for i, name := range files {
		number, _, _ := strings.Cut(name, "_")
		if n, err := strconv.Atoi(number); err != nil || n != i+1 {
			return nil, fmt.Errorf("migration %s: its number is not %d", name, i+1)
		}
		all = append(all, migration{version: i + 1, name: name})
	}
	return all, nil
}

// migrate brings the database forward, each step in a transaction of its own
// after a backup that was read again. There is no way back but the backup.
func migrate(ctx context.Context, db *sql.DB, version int, fsys fs.FS, backups string, log *slog.Logger) error {
	all, err := listMigrations(fsys)
	if err != nil {
		return err
	}
	if version > len(all) {
		return fault.New(fault.Conflict, "the database is of a newer Jun (version %d; this one knows %d)", version, len(all)).
			Next("start the newer Jun, or restore a backup from %s", backups)
	}
	empty := version == 0
	for _, m := range all[version:] {
		if !empty {
			file, err := backup(ctx, db, m.version-1, backups)
			if err != nil {
				return fmt.Errorf("back up before migration %s: %w", m.name, err)
			}
			log.Info("backed up the database", "file", file)
		}
		if err := apply(ctx, db, m, fsys); err != nil {
			return fmt.Errorf("migration %s: %w", m.name, err)
		}
		log.Info("migrated the database", "version", m.version)
	}
	return nil
}

func apply(ctx context.Context, db *sql.DB, m migration, fsys fs.FS) error {
	text, err := fs.ReadFile(fsys, m.name)
	if err != nil {
		return err
	}
	return inTx(ctx, db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, string(text)); err != nil {
			return err
		}
		// Both pragmas are part of the transaction, as they live in the file's
		// header.
		_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, m.version))
		return err
	})
}

// backup copies the database to a file of the folder, opens the copy and has it
// checked. Older backups beyond keptBackups go.
func backup(ctx context.Context, db *sql.DB, version int, folder string) (string, error) {
	if err := privateDir(folder); err != nil {
		return "", err
	}
	// The sequence in the name sorts backups of one version by age.
	old, err := filepath.Glob(filepath.Join(folder, "junto-*.db"))
	if err != nil {
		return "", err
	}
	slices.Sort(old)
	file := filepath.Join(folder, fmt.Sprintf("junto-%04d-v%d.db", nextBackup(old), version))
	// An empty file of the right rights first: VACUUM INTO accepts it, and would
	// make one that others may read.
	if err := privateFile(file); err != nil {
		return "", err
	}
	if err := copyTo(ctx, db, file, version); err != nil {
		return "", errors.Join(err, os.Remove(file))
	}
	for _, name := range old[:max(0, len(old)-(keptBackups-1))] {
		if err := os.Remove(name); err != nil {
			return "", err
		}
	}
	return file, nil
}

func nextBackup(sorted []string) int {
	if len(sorted) == 0 {
		return 1
	}
	name := strings.TrimPrefix(filepath.Base(sorted[len(sorted)-1]), "junto-")
	number, _, _ := strings.Cut(name, "-")
	n, err := strconv.Atoi(number)
	if err != nil {
		return len(sorted) + 1
	}
	return n + 1
}

func copyTo(ctx context.Context, db *sql.DB, file string, version int) (err error) {
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", file); err != nil {
		return err
	}
	saved, err := sql.Open("sqlite", dsn(file, "ro", "deferred"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, saved.Close()) }()
	if err := integrity(ctx, saved); err != nil {
		return err
	}
	var got int
	if err := saved.QueryRowContext(ctx, "PRAGMA user_version").Scan(&got); err != nil {
		return err
	}
	if got != version {
		return fmt.Errorf("the backup has version %d, want %d", got, version)
	}
	return nil
}
