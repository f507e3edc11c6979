package daemon

import (
	"context"

	"junto/internal/api"
	"junto/internal/desk"
	"junto/internal/workspace"
)

// handleView answers what changes the user's view for a program in a terminal.
func (d *Daemon) handleView(gate *Dispatcher) {
	handle(gate, "tool.open", func(ctx context.Context, c api.Caller, in api.OpenIn) (api.None, error) {
		return api.None{}, d.openFor(ctx, c, in)
	})
	handle(gate, "tool.close", func(ctx context.Context, c api.Caller, in api.CloseIn) (api.CloseOut, error) {
		r, err := workspace.ParseClose(in.Target, c.Dir)
		if err != nil {
			return api.CloseOut{}, err
		}
		pending, err := d.desk.Close(ctx, c.Terminal, r)
		return api.CloseOut{Pending: pending}, err
	})
	handle(gate, "tool.back", func(ctx context.Context, c api.Caller, _ api.None) (api.None, error) {
		return api.None{}, d.desk.Back(ctx, c.Terminal)
	})
	handle(gate, "tool.forward", func(ctx context.Context, c api.Caller, _ api.None) (api.None, error) {
		return api.None{}, d.desk.Forward(ctx, c.Terminal)
	})
}

// openFor shows a target for a program in a terminal.
func (d *Daemon) openFor(ctx context.Context, c api.Caller, in api.OpenIn) error {
	r, err := workspace.ParseOpen(in.Target, c.Dir, in.In, in.Peek)
	if err != nil {
		return err
	}
	return d.desk.Open(ctx, c.Terminal, r)
}

// handleWorkspace answers the operator's own acts, in the window that calls.
func (d *Daemon) handleWorkspace(gate *Dispatcher) {
	handle(gate, "workspace.get", func(_ context.Context, c api.Caller, _ api.None) (api.Window, error) {
		w, err := d.desk.State(c.Window)
		return window(w), err
	})
	handle(gate, "workspace.show", func(ctx context.Context, c api.Caller, in api.ShowIn) (api.None, error) {
		r, err := workspace.ParseOpen(in.Target, c.Dir, in.In, in.Peek)
		if err != nil {
			return api.None{}, err
		}
		return api.None{}, d.desk.Show(ctx, c.Window, r)
	})
	handleAct[workspace.Go](d, gate, "go")
	handleAct[workspace.Focus](d, gate, "focus")
	handleAct[workspace.OpenTab](d, gate, "open_tab")
	handleAct[workspace.CloseTab](d, gate, "close_tab")
	handleAct[workspace.ReopenTab](d, gate, "reopen_tab")
	handleAct[workspace.MoveTab](d, gate, "move_tab")
	handleAct[workspace.Peek](d, gate, "peek")
	handleAct[workspace.EndTerminal](d, gate, "end_terminal")
	handleAct[workspace.Quit](d, gate, "quit")
	handleAct[workspace.AddProject](d, gate, "add_project")
	handleAct[workspace.RenameProject](d, gate, "rename_project")
	handleAct[workspace.RemoveProject](d, gate, "remove_project")
	handleAct[workspace.MoveProject](d, gate, "move_project")
	handleAct[workspace.AddPerspective](d, gate, "add_perspective")
	handleAct[workspace.RenamePerspective](d, gate, "rename_perspective")
	handleAct[workspace.DeletePerspective](d, gate, "delete_perspective")
	handleAct[workspace.MovePerspective](d, gate, "move_perspective")
	handleAct[workspace.SplitPane](d, gate, "split_pane")
	handleAct[workspace.ClosePane](d, gate, "close_pane")
	handleAct[workspace.ResizeSplit](d, gate, "resize_split")
	handleAct[workspace.ShowDialog](d, gate, "show_dialog")
	handleAct[workspace.CancelDialog](d, gate, "cancel_dialog")
	handleAct[workspace.AcceptDialog](d, gate, "accept_dialog")
	handleAct[workspace.StepBack](d, gate, "back")
	handleAct[workspace.StepForward](d, gate, "forward")
}

// handleAct registers one act, and carries out what it leaves to do.
func handleAct[A workspace.Act](d *Daemon, gate *Dispatcher, name string) {
	handle(gate, "workspace."+name, func(ctx context.Context, c api.Caller, a A) (api.None, error) {
		effects, err := d.desk.Act(ctx, c.Window, a)
		if err != nil {
			return api.None{}, err
		}
		for _, e := range effects {
			if err := d.carryOut(ctx, e); err != nil {
				return api.None{}, err
			}
		}
		return api.None{}, nil
	})
}

func (d *Daemon) carryOut(ctx context.Context, e workspace.Effect) error {
	switch e := e.(type) {
	case workspace.EndEffect:
		return d.host.End(ctx, e.Terminal)
	case workspace.QuitEffect:
		d.endSoon(errQuit)
	case workspace.MoveEffect:
		return d.moveTerminals(ctx, e.From, e.To)
	}
	return nil
}

// moveTerminals gives a project's terminals to another.
func (d *Daemon) moveTerminals(ctx context.Context, from, to string) error {
	for _, t := range d.host.List() {
		if projectName(t.Meta()) != from {
			continue
		}
		if err := d.host.SetProject(ctx, t.ID, stored(to)); err != nil {
			return err
		}
	}
	return nil
}

// window is a window as the page knows it.
func window(w desk.Window) api.Window {
	return api.Window{ID: w.ID, Revision: w.Revision, Active: w.Active, Scene: w.Scene}
}

// handleMessages answers what concerns messages to the operator.
func (d *Daemon) handleMessages(gate *Dispatcher) {
	handle(gate, "tool.message.send", func(ctx context.Context, c api.Caller, in api.MessageIn) (api.IDOut, error) {
		id, err := d.feed.Send(ctx, in, c.Dir)
		return api.IDOut{ID: id}, err
	})
	handle(gate, "tool.message.update", func(ctx context.Context, _ api.Caller, in api.MessageUpdateIn) (api.None, error) {
		return api.None{}, d.feed.Update(ctx, in)
	})
	handle(gate, "tool.message.list", func(ctx context.Context, _ api.Caller, _ api.None) ([]api.Message, error) {
		return d.feed.List(ctx)
	})
	handle(gate, "message.list", func(ctx context.Context, _ api.Caller, _ api.None) ([]api.PageMessage, error) {
		return d.feed.Page(ctx)
	})
	handle(gate, "message.read", func(ctx context.Context, _ api.Caller, in api.MessageReadIn) (api.None, error) {
		return api.None{}, d.feed.Read(ctx, in)
	})
}
