package daemon

import (
	"context"
	"errors"
	"os"
	"time"

	"junto/internal/fault"
	"junto/internal/harness"
	"junto/internal/host"
	"junto/internal/keep"
	"junto/internal/repo"
	"junto/internal/store"
	"junto/internal/vt"
	"junto/internal/watch"
	"junto/internal/workspace"
)

// source is what the status loop watches: the host's terminals.
type source struct{ d *Daemon }

func (s source) Watched() map[int]watch.Terminal {
	all := make(map[int]watch.Terminal)
	for _, t := range s.d.host.List() {
		all[t.ID] = t
	}
	return all
}

func (s source) Foreground(id int) any {
	if t, err := s.d.host.Get(id); err == nil {
		return t.Group()
	}
	return nil
}

func (s source) Programs(id int) []harness.Proc {
	if t, err := s.d.host.Get(id); err == nil {
		return t.Programs()
	}
	return nil
}

func (s source) Took(id int, events []vt.Event, now time.Time) {
	if t, err := s.d.host.Get(id); err == nil {
		t.Marked(events, now)
		s.d.tellEvents(t, events)
		s.d.noticeEvents(t, events, now)
	}
}

// world is what windows and messages have to know of terminals, branches and
// files.
type world struct{ d *Daemon }

func (w world) Terminals() map[int]workspace.Terminal {
	all := make(map[int]workspace.Terminal)
	for _, t := range w.d.host.List() {
		all[t.ID] = workspace.Terminal{Project: projectName(t.Meta()), Agent: w.d.watch.Agent(t.ID).Name, Busy: t.Busy()}
	}
	return all
}

func (w world) Branch(ctx context.Context, terminal int) (*workspace.Branch, error) {
	t, err := w.d.host.Get(terminal)
	if err != nil {
		return nil, err
	}
	tree, err := repo.At(ctx, t.Dir())
	if errors.Is(err, repo.ErrNoWorktree) {
		return nil, nil //nolint:nilnil // none is what the caller asks about
	}
	if err != nil {
		return nil, err
	}
	return &workspace.Branch{Worktree: tree.Path, Name: tree.Branch}, nil
}

func (w world) FileExists(_ context.Context, path string) (bool, error) {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir(), nil
}

// ProjectOf tells a message's project from its link.
func (w world) ProjectOf(ctx context.Context, r workspace.Resource) (string, error) {
	layout := w.d.desk.Layout()
	switch r.Kind() {
	case workspace.KindProject:
		p, err := layout.ProjectNamed(r.Name())
		return p.Name, err
	case workspace.KindFile:
		if ok, err := w.FileExists(ctx, r.Path()); !ok {
			return "", errors.Join(err, fault.New(fault.UnknownTarget, "there is no file %s", r.Path()).Next("check the path"))
		}
		return named(layout.ProjectAt(r.Path())), nil
	case workspace.KindDiff:
		branch, err := w.Branch(ctx, r.Terminal())
		if err == nil && branch == nil {
			err = fault.New(fault.Refused, "terminal %d is in no git worktree", r.Terminal()).Next("link terminal:%d instead", r.Terminal())
		}
		if err != nil {
			return "", err
		}
	}
	t, err := w.d.host.Get(r.Terminal())
	if err != nil {
		return "", err
	}
	return named(workspace.Project{Name: projectName(t.Meta()), Dir: t.Meta().Project}), nil
}

// named is a project's name for a tag: Global is no project to name.
func named(p workspace.Project) string {
	if p.Dir == "" {
		return ""
	}
	return p.Name
}

// terminalEnded keeps a terminal's last screen, and lets its tabs show it.
func (d *Daemon) terminalEnded(t *host.Terminal, exit keep.ExitStatus) {
	ctx := context.Background()
	d.notices.Forget(t.ID)
	meta := t.Meta()
	screen, _ := t.Snapshot()
	cols, rows := t.Size()
	ended := store.Ended{
		Run: d.run.ID, ID: t.ID, Ended: time.Now(), Title: title(t), Project: meta.Project, Dir: meta.Dir,
		Agent: d.watch.Agent(t.ID).Name, Exit: exit.String(), Cols: cols, Rows: rows,
	}
	proof, err := d.proofs.Take(t.ID, ended.Ended)
	if err != nil {
		d.o.Log.Error("Its session's file cannot be removed", "terminal", t.ID, "error", err)
	}
	noteProof(&ended, proof, meta)
	if err = d.store.AddEnded(ctx, []store.Ended{ended}, [][]byte{screen}); err != nil {
		d.o.Log.Error("Last screen cannot be kept", "terminal", t.ID, "error", err)
	}
	d.desk.TerminalEnded(ctx, t.ID, err == nil)
	d.vacate(ctx, meta.Seat)
}
