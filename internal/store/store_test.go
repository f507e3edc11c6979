package store

import (
	"context"
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"junto/internal/fault"
)

func TestFilesAreForThisUserOnly(t *testing.T) {
	home := filepath.Join(t.TempDir(), "a home with % ? # and ü")
	s := open(t, home)
	_, err := s.EnterRun(t.Context(), "k", noon)
	must(t, err)
	var seen []string
	must(t, filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %o, want %o", path, info.Mode().Perm(), want)
		}
		seen = append(seen, d.Name())
		return err
	}))
	for _, name := range []string{"junto.db", "junto.db-wal", "junto.lock"} {
		if !strings.Contains(strings.Join(seen, " "), name) {
			t.Errorf("there is no %s among %q", name, seen)
		}
	}
}

func TestRightsOfOthersAreTakenAway(t *testing.T) {
	home := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(home, "state"), 0o755))
	must(t, os.Chmod(filepath.Join(home, "state"), 0o755))
	must(t, os.WriteFile(filepath.Join(home, "state", "junto.db"), nil, 0o644))
	open(t, home)
	for name, want := range map[string]fs.FileMode{"state": 0o700, "state/junto.db": 0o600} {
		info, err := os.Stat(filepath.Join(home, name))
		must(t, err)
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %o, want %o", name, info.Mode().Perm(), want)
		}
	}
}

func TestSecondOpenerIsRefused(t *testing.T) {
	home := t.TempDir()
	first := open(t, home)
	_, err := Open(context.Background(), home, quiet)
	f, ok := fault.As(err)
	if !ok || f.Type != fault.Conflict || f.NextStep == "" || !strings.Contains(f.Message, home) {
		t.Fatalf("got %v (%+v), want a conflict that names %s", err, f, home)
	}
	must(t, first.Close())
	must(t, first.Close())
	open(t, home)
}

func TestPragmas(t *testing.T) {
	s := open(t, t.TempDir())
	pragma := func(name string) (value string) {
		t.Helper()
		must(t, s.update(t.Context(), "ask", func(ctx context.Context, tx querier) error {
			return tx.QueryRowContext(ctx, "PRAGMA "+name).Scan(&value)
		}))
		return value
	}
	want := map[string]string{"journal_mode": "wal", "synchronous": "1", "foreign_keys": "1", "busy_timeout": "10000"}
	for name, value := range want {
		if got := pragma(name); got != value {
			t.Errorf("%s is %s, want %s", name, got, value)
		}
	}
	if _, err := s.read.ExecContext(t.Context(), "DELETE FROM runs"); err == nil {
		t.Error("a reader could write")
	}
	must(t, s.updateFull(t.Context(), "ask", func(ctx context.Context, tx querier) error {
		var got string
		err := tx.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&got)
		if got != "2" {
			t.Errorf("synchronous is %s in a write with FULL, want 2", got)
		}
		return err
	}))
	if got := pragma("synchronous"); got != "1" {
		t.Errorf("synchronous stays %s after a write with FULL, want 1", got)
	}
}

func TestOtherDatabasesAreRefusedUntouched(t *testing.T) {
	for _, c := range []struct{ name, sql, says string }{
		{"newer", "CREATE TABLE x (y); PRAGMA application_id = 0x4a4e544f; PRAGMA user_version = 9999", "of a newer Jun"},
		{"foreign", "CREATE TABLE x (y)", "another program"},
		{"foreign with an id", "PRAGMA application_id = 7; PRAGMA user_version = 1", "another program"},
	} {
		t.Run(c.name, func(t *testing.T) {
			home := t.TempDir()
			file := filepath.Join(home, "state", "junto.db")
			must(t, os.MkdirAll(filepath.Dir(file), 0o700))
			db, err := sql.Open("sqlite", file)
			must(t, err)
			_, err = db.ExecContext(t.Context(), c.sql)
			must(t, err)
			must(t, db.Close())
			before, err := os.ReadFile(file)
			must(t, err)
			_, err = Open(context.Background(), home, quiet)
			f, ok := fault.As(err)
			if !ok || !strings.Contains(f.Message, c.says) || f.NextStep == "" {
				t.Errorf("got %v, want a fault that says %q", err, c.says)
			}
			after, err := os.ReadFile(file)
			must(t, err)
			if string(after) != string(before) {
				t.Error("the file was changed")
			}
		})
	}
}

func TestMigrationsGoForwardEachAfterABackup(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "junto.db")
	must(t, privateFile(file))
	db, err := sql.Open("sqlite", dsn(file, "rw", "immediate", "journal_mode(WAL)"))
	must(t, err)
	defer db.Close()
	backups := filepath.Join(dir, "backups")
	steps := fstest.MapFS{"0001_a.sql": {Data: []byte("CREATE TABLE a (x) STRICT")}}
	steps["0001_a.sql"] = &fstest.MapFile{Data: []byte("CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1)")}
	must(t, migrate(t.Context(), db, 0, steps, backups, quiet))
	if got := names(t, backups); len(got) != 0 {
		t.Errorf("an empty database was backed up: %q", got)
	}

	steps["0002_b.sql"] = &fstest.MapFile{Data: []byte("UPDATE a SET x = 2")}
	steps["0003_c.sql"] = &fstest.MapFile{Data: []byte("UPDATE a SET x = 3; CREATE TABLE broken (")}
	if err := migrate(t.Context(), db, 1, steps, backups, quiet); err == nil || !strings.Contains(err.Error(), "0003_c.sql") {
		t.Errorf("got %v, want an error that names the broken step", err)
	}
	var version, x int
	must(t, db.QueryRowContext(t.Context(), "PRAGMA user_version").Scan(&version))
	must(t, db.QueryRowContext(t.Context(), "SELECT x FROM a").Scan(&x))
	if version != 2 || x != 2 {
		t.Errorf("after a broken third step: version %d, x %d; want 2 and 2", version, x)
	}

	steps["0003_c.sql"] = &fstest.MapFile{Data: []byte("UPDATE a SET x = 3")}
	steps["0004_d.sql"] = &fstest.MapFile{Data: []byte("UPDATE a SET x = 4")}
	must(t, migrate(t.Context(), db, 2, steps, backups, quiet))
	got := names(t, backups)
	want := []string{"junto-0002-v2.db", "junto-0003-v2.db", "junto-0004-v3.db"}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("backups: %q, want %q", got, want)
	}
	saved, err := sql.Open("sqlite", dsn(filepath.Join(backups, "junto-0004-v3.db"), "ro", "deferred"))
	must(t, err)
	defer saved.Close()
	must(t, saved.QueryRowContext(t.Context(), "SELECT x FROM a").Scan(&x))
	if x != 3 {
		t.Errorf("the backup before the fourth step has x %d, want 3", x)
	}
}

func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		must(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %o", e.Name(), info.Mode().Perm())
		}
		all = append(all, e.Name())
	}
	return all
}

func TestMigrationsAreNumbered(t *testing.T) {
	if _, err := listMigrations(migrations()); err != nil {
		t.Error(err)
	}
	if _, err := listMigrations(fstest.MapFS{"0001_a.sql": {}, "0003_c.sql": {}}); err == nil {
		t.Error("a gap was accepted")
	}
}
