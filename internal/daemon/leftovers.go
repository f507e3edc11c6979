package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"junto/internal/host"
	"junto/internal/session"
	"junto/internal/store"
	"junto/internal/term"
)

// screens is the folder of a run's screens. Ids begin anew with each run, so
// each has a folder of its own.
func (d *Daemon) screens(run int) string {
	return filepath.Join(d.o.Home, "state", "screens", strconv.Itoa(run))
}

// keepLeftovers takes up what earlier runs left on the disk: the last screens of
// terminals that ended with a quit, or with the machine. They are shown
// read-only from then on.
func (d *Daemon) keepLeftovers(ctx context.Context) error {
	folders, err := os.ReadDir(filepath.Dir(d.screens(0)))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for last screens: %w", err)
	}
	for _, f := range folders {
		run, err := strconv.Atoi(f.Name())
		if err != nil || run == d.run.ID {
			continue
		}
		if err := d.keepRun(ctx, run); err != nil {
			return fmt.Errorf("keep the last screens of run %d: %w", run, err)
		}
		if err := os.RemoveAll(d.screens(run)); err != nil {
			return fmt.Errorf("remove the screens of run %d: %w", run, err)
		}
	}
	return nil
}

// keepRun stores the last screens of a run.
func (d *Daemon) keepRun(ctx context.Context, run int) error {
	entries, err := filepath.Glob(filepath.Join(d.screens(run), "*.json"))
	if err != nil {
		return err
	}
	var ended []store.Ended
	var snapshots [][]byte
	for _, entry := range entries {
		id, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(entry), ".json"))
		if err != nil {
			continue
		}
		e, screen, err := leftover(d.screens(run), id)
		if err != nil {
			d.o.Log.Error("Last screen cannot be read", "run", run, "terminal", id, "error", err)
			continue
		}
		e.Run, e.ID = run, id
		ended, snapshots = append(ended, e), append(snapshots, screen)
	}
	return d.store.AddEnded(ctx, ended, snapshots)
}

// leftover reads what is left of one terminal.
func leftover(screens string, id int) (store.Ended, []byte, error) {
	file := host.ScreenFile(screens, id)
	data, err := os.ReadFile(file + ".json")
	if err != nil {
		return store.Ended{}, nil, err
	}
	info, err := os.Stat(file + ".json")
	if err != nil {
		return store.Ended{}, nil, err
	}
	var meta host.Meta
	if err := json.Unmarshal(data, &meta); err != nil {
		return store.Ended{}, nil, err
	}
	e := store.Ended{Ended: info.ModTime(), Title: meta.Command, Project: meta.Project, Dir: meta.Dir}
	noteProof(&e, session.Read(proofFile(screens, id)), meta)
	c, err := term.ReadCheckpoint(file)
	if errors.Is(err, os.ErrNotExist) {
		return e, nil, nil // it ended before its first checkpoint
	}
	if err != nil {
		return e, nil, err
	}
	if c.Title != "" {
		e.Title = c.Title
	}
	e.Cols, e.Rows = c.Cols, c.Rows
	return e, c.Screen, nil
}
