package daemon

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/host"
	"junto/internal/hub"
	"junto/internal/loop"
	"junto/internal/physics"
	"junto/internal/watch"
	"junto/internal/workspace"
)

func (d *Daemon) handleTools(gate *Dispatcher) {
	handle(gate, "tool.terminals", d.toolTerminals)
	stream(gate, "tool.watch", d.toolWatch)
	handle(gate, "tool.screen", d.toolScreen)
	handle(gate, "tool.send", d.send)
	handle(gate, "tool.run", d.toolRun)
	handle(gate, "tool.loop.start", d.startLoop)
	handle(gate, "tool.loop.list", func(_ context.Context, c api.Caller, _ api.None) ([]api.Loop, error) {
		loops := slices.DeleteFunc(d.host.Loops(), func(l api.Loop) bool { return !d.seesID(c, l.ID) })
		for i := range loops {
			loops[i].Project = projectName(host.Meta{Project: loops[i].Project})
		}
		return loops, nil
	})
	handle(gate, "tool.loop.cancel", func(ctx context.Context, _ api.Caller, in api.LoopCancelIn) (api.None, error) {
		return api.None{}, d.host.CancelLoop(ctx, in.ID)
	})
}

// toolTerminals lists the terminals as agents see them.
func (d *Daemon) toolTerminals(_ context.Context, c api.Caller, _ api.None) ([]api.TerminalInfo, error) {
	all := []api.TerminalInfo{}
	for _, t := range d.host.List() {
		if !d.sees(c, t) {
			continue
		}
		agent := d.watch.Agent(t.ID)
		all = append(all, api.TerminalInfo{
			ID: t.ID, Project: projectName(t.Meta()), Dir: t.Dir(), Title: title(t),
			Agent: agent.Name, Status: string(agent.Status), Self: c.Terminal == t.ID,
		})
	}
	return all, nil
}

// toolWatch tells the agents' changes, from nothing on.
func (d *Daemon) toolWatch(ctx context.Context, caller api.Caller, _ api.None, emit emit) error {
	agents, news := d.watch.Subscribe()
	defer news.Close()
	told := make(map[int]bool)
	for _, id := range slices.Sorted(maps.Keys(agents)) {
		if told[id] = d.seesID(caller, id); !told[id] {
			continue
		}
		if err := emit(d.change(watch.Change{ID: id, To: agents[id]})); err != nil {
			return err
		}
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case c, ok := <-news.C:
			if !ok {
				if errors.Is(news.Err(), hub.ErrBehind) {
					return fault.New(fault.Refused, "the reader fell too far behind").Next("run it again to catch up")
				}
				return fault.New(fault.Unreachable, "Jun quits").Next("run it again to catch up")
			}
			// of a terminal that has ended, its end is told to those who saw it
			if told[c.ID] = d.seesID(caller, c.ID) || told[c.ID] && c.To.Name == ""; !told[c.ID] {
				continue
			}
			for _, line := range d.lines(c) {
				if err := emit(line); err != nil {
					return err
				}
			}
		}
	}
}

// lines are the lines of one change: one, but for an agent that another took
// the place of, which is gone before the other is new.
func (d *Daemon) lines(c watch.Change) []api.AgentChange {
	if c.From.Name != "" && c.To.Name != "" && c.From.Name != c.To.Name {
		return []api.AgentChange{d.change(watch.Change{ID: c.ID, From: c.From}), d.change(watch.Change{ID: c.ID, To: c.To})}
	}
	return []api.AgentChange{d.change(c)}
}

func (d *Daemon) change(c watch.Change) api.AgentChange {
	a := api.AgentChange{ID: c.ID, Project: workspace.Global, Agent: c.To.Name, From: string(c.From.Status), To: string(c.To.Status)}
	if a.Agent == "" {
		a.Agent = c.From.Name
	}
	if t, err := d.host.Get(c.ID); err == nil {
		a.Project, a.Title = projectName(t.Meta()), title(t)
	}
	return a
}

// toolScreen reads a terminal's text.
func (d *Daemon) toolScreen(_ context.Context, c api.Caller, in api.ScreenIn) (api.ScreenOut, error) {
	if in.Lines == 0 {
		in.Lines = api.ScreenLines
	}
	if in.Lines < api.MinScreenLines || in.Lines > api.MaxScreenLines {
		return api.ScreenOut{}, fault.New(fault.Input, "lines is %d, not between %d and %d", in.Lines, api.MinScreenLines, api.MaxScreenLines).
			Next("give --lines 1 to 500")
	}
	t, err := d.reached(c, in.ID, physics.SeatRead)
	if err != nil {
		return api.ScreenOut{}, err
	}
	lines := t.Text(in.Lines)
	if lines == nil {
		lines = []string{}
	}
	return api.ScreenOut{Lines: lines}, nil
}

// placed says where a program in a terminal starts another: in its project, and
// in its directory or the one that it names.
func (d *Daemon) placed(c api.Caller, dir string) (project, at string, err error) {
	if t, err := d.host.Get(c.Terminal); c.Kind == api.InTerminal && err == nil {
		project = t.Meta().Project
	}
	at, err = d.directory(dir, c)
	return project, at, err
}

func (d *Daemon) toolRun(ctx context.Context, c api.Caller, in api.RunIn) (api.IDOut, error) {
	if in.Command == "" {
		return api.IDOut{}, fault.New(fault.Input, "the command is empty").Next("for instance: jun tool run make test")
	}
	if in.Open {
		if err := d.desk.Admit(c.Terminal); err != nil {
			return api.IDOut{}, err
		}
	}
	project, dir, err := d.placed(c, in.Dir)
	if err != nil {
		return api.IDOut{}, err
	}
	t, err := d.host.Start(ctx, host.Spec{Project: project, Dir: dir, Command: in.Command})
	if err != nil {
		return api.IDOut{}, err
	}
	if in.Open {
		if err := d.openFor(ctx, c, api.OpenIn{Target: fmt.Sprintf("terminal:%d", t.ID)}); err != nil {
			return api.IDOut{}, err
		}
	}
	return api.IDOut{ID: t.ID}, nil
}

func (d *Daemon) startLoop(ctx context.Context, c api.Caller, in api.LoopIn) (api.IDOut, error) {
	if _, err := loop.ParseEvery(in.Every); err != nil {
		return api.IDOut{}, err
	}
	if in.Command == "" {
		return api.IDOut{}, fault.New(fault.Input, "the command is empty").Next("for instance: jun tool loop 10m make check")
	}
	project, dir, err := d.placed(c, in.Dir)
	if err != nil {
		return api.IDOut{}, err
	}
	t, err := d.host.StartLoop(ctx, host.Spec{Project: project, Dir: dir, Command: in.Command, Every: in.Every}, d.o.Self)
	if err != nil {
		return api.IDOut{}, err
	}
	return api.IDOut{ID: t.ID}, nil
}
