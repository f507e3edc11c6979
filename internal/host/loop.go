package host

import (
	"context"
	"strconv"
	"strings"
	"time"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/vt"
)

// LoopRuns is what the loop's runner reported of its runs, by OSC 133 marks in
// its own terminal.
type LoopRuns struct {
	Runs      int
	LastStart time.Time
	LastExit  string
}

// StartLoop starts a loop's runner, a program of ours in a terminal of its own:
// so a loop outlives a restart of the daemon as every program does.
func (h *Host) StartLoop(ctx context.Context, s Spec, runner string) (*Terminal, error) {
	meta := Meta{Project: s.Project, Dir: s.Dir, Kind: Loop, Command: s.Command, Every: s.Every}
	return h.spawn(ctx, s, meta, program{argv: []string{runner, "loop", "--every", s.Every, "--", s.Command}})
}

// Loops lists the loops by id.
func (h *Host) Loops() []api.Loop {
	loops := []api.Loop{}
	for _, t := range h.List() {
		meta := t.Meta()
		if meta.Kind != Loop {
			continue
		}
		t.mu.Lock()
		runs := t.loop
		t.mu.Unlock()
		l := api.Loop{ID: t.ID, Every: meta.Every, Command: meta.Command, Project: meta.Project, Dir: meta.Dir, Runs: runs.Runs, LastExit: runs.LastExit}
		if !runs.LastStart.IsZero() {
			l.LastStart = runs.LastStart.Format(time.RFC3339)
		}
		loops = append(loops, l)
	}
	return loops
}

// CancelLoop ends a loop and its terminal.
func (h *Host) CancelLoop(ctx context.Context, id int) error {
	t, err := h.Get(id)
	if err != nil || t.Meta().Kind != Loop {
		return fault.New(fault.UnknownTarget, "loop %d: there is no such loop", id).
			Next("list the loops with `jun tool loop`")
	}
	return h.End(ctx, id)
}

// Marked takes the marks that a terminal's program made, for the loops' runs.
func (t *Terminal) Marked(events []vt.Event, now time.Time) {
	if len(events) == 0 || t.Meta().Kind != Loop {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range events {
		if e.Kind != vt.EventMark {
			continue
		}
		switch {
		case strings.HasPrefix(e.Text, "C;run="):
			if n, err := strconv.Atoi(strings.TrimPrefix(e.Text, "C;run=")); err == nil {
				t.loop.Runs, t.loop.LastStart = n, now
			}
		case strings.HasPrefix(e.Text, "D;"):
			t.loop.LastExit = exitText(strings.TrimPrefix(e.Text, "D;"))
		}
	}
}

// exitText reads a status as shells give it: above 128 it is a signal.
func exitText(status string) string {
	const signalled = 128
	if n, err := strconv.Atoi(status); err == nil && n > signalled {
		return "signal " + strconv.Itoa(n-signalled)
	}
	return status
}
