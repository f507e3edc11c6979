// Package host owns the running terminals: it starts them, takes them up again
// after a restart of the daemon, ends them, and tells which of them a caller
// runs in.
//
// It leaves the PTYs to keep, a terminal's screen and typing to term, and what
// its agent is doing to watch.
package host

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"junto/internal/fault"
	"junto/internal/harness"
	"junto/internal/keep"
	"junto/internal/proc"
	"junto/internal/status"
	"junto/internal/term"
)

// Kind says why a terminal was made.
type Kind string

const (
	Shell Kind = "shell" // the user's shell, or a command typed into it
	Loop  Kind = "loop"  // the loop runner
	Seat  Kind = "seat"  // a seat's agent
)

// Meta is what the keeper remembers of a terminal for the daemon: it is written
// with the spawn, so that a terminal and its entry can never part.
type Meta struct {
	Project string `json:"project,omitempty"` // empty: Global
	Dir     string `json:"dir"`
	Kind    Kind   `json:"kind"`
	Command string `json:"command,omitempty"`
	Every   string `json:"every,omitempty"` // loops

	Seat *Occupant `json:"seat,omitempty"` // seats: who occupies it
}

// Terminal is a running terminal: its screen and typing gate, its first
// process, and what it was made for.
type Terminal struct {
	*term.Terminal
	ID      int
	Process proc.Process
	TTY     uint64

	spoke chan struct{} // closed at the first output that this daemon saw
	gone  chan struct{} // closed when its end has been told

	mu        sync.Mutex
	meta      Meta         // guarded by mu
	loop      LoopRuns     // guarded by mu
	shown     string       // guarded by mu: the title that windows were told
	hands     status.Hands // guarded by mu: follows what is typed
	submitted bool         // guarded by mu: a message was submitted since it was last asked
}

// Meta returns what the terminal was made for.
func (t *Terminal) Meta() Meta {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.meta
}

// Show notes the title that windows are told, and reports whether it is new.
func (t *Terminal) Show(title string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	fresh := t.shown != title
	t.shown = title
	return fresh
}

// Dir is the directory of the terminal's shell: what the shell reports, else
// what the kernel says, else where it was started.
func (t *Terminal) Dir() string {
	if dir := t.Cwd(); dir != "" {
		return dir
	}
	if dir, err := proc.Cwd(t.Process.PID); err == nil {
		return dir
	}
	return t.Meta().Dir
}

// Keeper is what host needs of the keeper.
type Keeper interface {
	term.Writer
	Terminals(ctx context.Context) ([]keep.Held, error)
	Spawn(ctx context.Context, s keep.Spec) (keep.Held, error)
	SetMeta(ctx context.Context, id int, meta []byte) error
	End(ctx context.Context, id int) error
	Forget(ctx context.Context, id int) error
	Ring(id int) (*keep.Ring, error)
	Exits() <-chan keep.Exit
}

// Options are a host's surroundings.
type Options struct {
	Keeper  Keeper
	Process proc.Process // the keeper's
	Screens string       // the folder of this run's screens
	Env     Environment
	Log     *slog.Logger
	// Scrollback bounds a terminal's scrollback, in bytes and in lines.
	Scrollback, ScrollbackLines int
	// Agent tells which agent runs in a terminal and how it is.
	Agent func(id int) (*harness.Template, status.Status)
	// Output is told the id of a terminal that had output.
	Output func(id int)
	// Changed is told the id of a terminal that began, ended or moved to
	// another project.
	Changed func(id int)
	// Ended is told of a terminal whose program has ended, while its screen can
	// still be read.
	Ended func(t *Terminal, status keep.ExitStatus)
}

// Host owns the running terminals.
type Host struct {
	o Options

	mu        sync.Mutex
	terminals map[int]*Terminal // guarded by mu
	endings   sync.WaitGroup    // the endings under way

	places places

	life      context.Context // of the goroutines that follow terminals
	end       context.CancelFunc
	following sync.WaitGroup

	// spawning is held for reading while a terminal is started, so that the end
	// of a program that ends at once is not looked at before its terminal is here.
	spawning sync.RWMutex
}

// Open takes up every terminal that the keeper holds.
func Open(ctx context.Context, o Options) (*Host, error) {
	h := &Host{o: o, terminals: make(map[int]*Terminal)}
	h.life, h.end = context.WithCancel(context.Background())
	if err := os.MkdirAll(o.Screens, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of screens: %w", err)
	}
	held, err := o.Keeper.Terminals(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask the keeper for its terminals: %w", err)
	}
	for _, k := range held {
		if k.Exited {
			h.forget(ctx, k.ID)
			continue
		}
		if err := h.adopt(ctx, k); err != nil {
			o.Log.Error("Terminal cannot be taken up", "terminal", k.ID, "error", err)
		}
	}
	return h, nil
}

func (h *Host) checkpoint(id int) string { return ScreenFile(h.o.Screens, id) }

// entryFile holds what the terminal was made for, beside its screen: it is what
// is left of the terminal when the machine went down with the keeper.
func (h *Host) entryFile(id int) string { return ScreenFile(h.o.Screens, id) + ".json" }

// ScreenFile is the file of a terminal's last screen, in a run's folder.
func ScreenFile(screens string, id int) string {
	return filepath.Join(screens, strconv.Itoa(id))
}

// adopt opens the daemon's side of a terminal that the keeper holds.
func (h *Host) adopt(ctx context.Context, k keep.Held) error {
	var meta Meta
	if err := json.Unmarshal(k.Meta, &meta); err != nil {
		return fmt.Errorf("read the terminal's entry: %w", err)
	}
	ring, err := h.o.Keeper.Ring(k.ID)
	if err != nil {
		return fmt.Errorf("map the terminal's ring: %w", err)
	}
	t := &Terminal{ID: k.ID, Process: k.Process, TTY: k.TTY, spoke: make(chan struct{}), gone: make(chan struct{}), meta: meta}
	t.Terminal, err = term.Open(ctx, term.Options{
		ID:              k.ID,
		Ring:            ring,
		Keeper:          typist{h.o.Keeper, t},
		Checkpoint:      h.checkpoint(k.ID),
		Cols:            k.Cols,
		Rows:            k.Rows,
		Scrollback:      h.o.Scrollback,
		ScrollbackLines: h.o.ScrollbackLines,
		Log:             h.o.Log,
		Template: func() *harness.Template {
			t, _ := h.o.Agent(k.ID)
			return t
		},
		Status: func() status.Status {
			_, s := h.o.Agent(k.ID)
			return s
		},
	})
	if err != nil {
		return fmt.Errorf("open the terminal: %w", err)
	}
	h.mu.Lock()
	h.terminals[k.ID] = t
	h.mu.Unlock()
	h.writeEntry(k.ID, k.Meta)
	h.following.Go(func() { h.follow(t) })
	return nil
}

// follow passes on that a terminal had output, until it ends or is closed.
func (h *Host) follow(t *Terminal) {
	first := sync.OnceFunc(func() { close(t.spoke) })
	for {
		select {
		case <-t.Changed():
			first()
			h.o.Output(t.ID)
		case <-t.Ended():
			return
		case <-h.life.Done():
			return
		}
	}
}

// writeEntry writes what the terminal was made for beside its screen. Without
// it the terminal only has no name after the machine went down.
func (h *Host) writeEntry(id int, entry []byte) {
	if err := os.WriteFile(h.entryFile(id), entry, 0o600); err != nil {
		h.o.Log.Error("Terminal's entry cannot be written", "terminal", id, "error", err)
	}
}

// Get finds a running terminal.
func (h *Host) Get(id int) (*Terminal, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t, ok := h.terminals[id]; ok {
		return t, nil
	}
	return nil, fault.New(fault.UnknownTarget, "terminal %d: there is no such terminal", id).
		Next("list the terminals with `jun tool terminals`")
}

// List gives the running terminals by id.
func (h *Host) List() []*Terminal {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]*Terminal, 0, len(h.terminals))
	for _, t := range h.terminals {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *Terminal) int { return a.ID - b.ID })
	return all
}

// SetProject moves a terminal to another project.
func (h *Host) SetProject(ctx context.Context, id int, project string) error {
	t, err := h.Get(id)
	if err != nil {
		return err
	}
	t.mu.Lock()
	t.meta.Project = project
	meta := t.meta
	t.mu.Unlock()
	data, err := json.Marshal(meta)
	if err != nil {
		return fmt.Errorf("encode the terminal's entry: %w", err)
	}
	if err := h.o.Keeper.SetMeta(ctx, id, data); err != nil {
		return fmt.Errorf("write the terminal's entry: %w", err)
	}
	h.writeEntry(id, data)
	h.o.Changed(id)
	return nil
}

// Run follows the endings of programs until ctx is done.
func (h *Host) Run(ctx context.Context) error {
	defer h.endings.Wait()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case exit, ok := <-h.o.Keeper.Exits():
			if !ok {
				return fault.New(fault.Unreachable, "the keeper is gone, and the terminals with it")
			}
			h.endings.Go(func() { h.drop(ctx, exit) })
		}
	}
}

// readWait is how long the last output of an ended program may take to be read:
// far more than a full ring takes.
const readWait = 5 * time.Second

// drop forgets a terminal whose program ended, once its output is read.
func (h *Host) drop(ctx context.Context, exit keep.Exit) {
	h.spawning.Lock()
	h.spawning.Unlock() //nolint:staticcheck // only waits for the starts under way
	t, err := h.Get(exit.ID)
	if err != nil {
		return
	}
	select {
	case <-t.Ended():
	case <-time.After(readWait):
	case <-ctx.Done():
	}
	h.mu.Lock()
	delete(h.terminals, exit.ID)
	h.mu.Unlock()
	h.o.Log.Info("Terminal ended", "terminal", exit.ID, "status", exit.Status)
	h.o.Ended(t, exit.Status)
	close(t.gone)
	if err := t.Close(); err != nil {
		h.o.Log.Error("Terminal cannot be closed", "terminal", exit.ID, "error", err)
	}
	h.forget(ctx, exit.ID)
	h.o.Changed(exit.ID)
}

// forget drops what the keeper and the disk hold of an ended terminal.
func (h *Host) forget(ctx context.Context, id int) {
	if err := h.o.Keeper.Forget(ctx, id); err != nil && ctx.Err() == nil {
		h.o.Log.Error("Ended terminal cannot be forgotten", "terminal", id, "error", err)
	}
	for _, file := range []string{h.checkpoint(id), h.entryFile(id), h.checkpoint(id) + ".sh"} {
		if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
			h.o.Log.Error("Screen cannot be removed", "terminal", id, "error", err)
		}
	}
}

// End ends a terminal and everything in it.
func (h *Host) End(ctx context.Context, id int) error {
	if _, err := h.Get(id); err != nil {
		return err
	}
	return h.o.Keeper.End(ctx, id)
}

// Close writes every terminal's checkpoint and lets go of it; the programs run
// on in the keeper.
func (h *Host) Close() {
	var all sync.WaitGroup
	for _, t := range h.List() {
		all.Go(func() {
			if err := t.Close(); err != nil {
				h.o.Log.Error("Terminal cannot be closed", "terminal", t.ID, "error", err)
			}
		})
	}
	all.Wait()
	h.end()
	h.following.Wait()
}
