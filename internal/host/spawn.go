package host

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"junto/internal/fault"
	"junto/internal/keep"
)

// Size of a terminal that no page has shown yet.
const (
	DefaultCols = 120
	DefaultRows = 40
)

// Spec says what terminal to start.
type Spec struct {
	Project    string
	Dir        string
	Command    string // typed into the shell, or what the loop runs
	Every      string // loops
	Cols, Rows int
}

// Start starts the user's shell and types the command into it, if there is one.
func (h *Host) Start(ctx context.Context, s Spec) (*Terminal, error) {
	shell := h.o.Env.Shell()
	t, err := h.spawn(ctx, s, Meta{Project: s.Project, Dir: s.Dir, Kind: Shell, Command: s.Command}, program{argv: []string{shell}})
	if err != nil {
		return nil, err
	}
	if s.Command != "" {
		if err := h.typeCommand(ctx, t, s.Command); err != nil {
			return nil, fmt.Errorf("type the command into terminal %d: %w", t.ID, err)
		}
	}
	return t, nil
}

// program is what runs in a terminal, with what is added to the environment
// that every terminal has.
type program struct{ argv, env []string }

// spawn asks the keeper for a program in a PTY and opens the daemon's side.
func (h *Host) spawn(ctx context.Context, s Spec, meta Meta, p program) (*Terminal, error) {
	info, err := os.Stat(s.Dir)
	if err != nil || !info.IsDir() {
		return nil, fault.New(fault.Refused, "%s: there is no such directory", s.Dir).
			Next("give an existing directory with --dir")
	}
	entry, err := json.Marshal(meta)
	if err != nil {
		return nil, fmt.Errorf("encode the terminal's entry: %w", err)
	}
	if s.Cols == 0 || s.Rows == 0 {
		s.Cols, s.Rows = DefaultCols, DefaultRows
	}
	h.spawning.RLock()
	defer h.spawning.RUnlock()
	held, err := h.o.Keeper.Spawn(ctx, keep.Spec{
		Argv: p.argv, Env: with(h.o.Env.For(s.Dir), p.env), IDEnv: "JUN_TERMINAL", Dir: s.Dir,
		Cols: s.Cols, Rows: s.Rows, Meta: entry,
	})
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", p.argv[0], err)
	}
	if err := h.adopt(ctx, held); err != nil {
		return nil, err
	}
	h.o.Log.Info("Terminal started", "terminal", held.ID, "pid", held.Process.PID, "kind", meta.Kind)
	h.o.Changed(held.ID)
	return h.Get(held.ID)
}

const (
	// promptWait is how long a new shell may take to show its prompt before a
	// command is typed all the same: the tty keeps it until the shell reads.
	promptWait = 3 * time.Second
	// maxTyped is the longest command that is typed as it is: a tty in line
	// mode takes 1,024 bytes a line on macOS (4,096 on Linux). A longer one is
	// written into a file, and the shell told to read that.
	maxTyped = 1000
)

// typeCommand types a command line into a new shell, as the user would: once
// the shell has said anything, so that its echo comes after the prompt.
func (h *Host) typeCommand(ctx context.Context, t *Terminal, command string) error {
	select {
	case <-t.spoke:
	case <-time.After(promptWait):
	case <-ctx.Done():
		return ctx.Err()
	}
	if len(command) > maxTyped {
		file := h.checkpoint(t.ID) + ".sh"
		if err := os.WriteFile(file, []byte(command+"\n"), 0o600); err != nil {
			return fmt.Errorf("write the command: %w", err)
		}
		command = ". '" + file + "'"
	}
	return t.Input(ctx, "", []byte(command+"\r"))
}
