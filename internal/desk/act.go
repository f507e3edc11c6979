package desk

import (
	"context"

	"junto/internal/workspace"
)

// Act carries out an act of the operator in a window, and returns what is left
// for the caller to carry out. With no window (empty id), as when a shell asks,
// only the layout changes.
func (d *Desk) Act(ctx context.Context, id string, a workspace.Act) ([]workspace.Effect, error) {
	facts := workspace.Facts{Terminals: d.o.World.Terminals()}
	var effects []workspace.Effect
	err := d.change(ctx, id, func(s workspace.State) (next workspace.State, err error) {
		next, effects, err = workspace.Do(s, a, facts)
		return next, err
	})
	return effects, err
}

// Show opens in a window what a link, a card or a palette's row of it names.
func (d *Desk) Show(ctx context.Context, id string, r workspace.OpenRequest) error {
	facts, err := d.facts(ctx, r.Target())
	if err != nil {
		return err
	}
	return d.change(ctx, id, func(s workspace.State) (workspace.State, error) { return workspace.Show(s, r, facts) })
}

// change runs a step on a window's state.
func (d *Desk) change(ctx context.Context, id string, step func(workspace.State) (workspace.State, error)) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return ErrClosed
	}
	w := d.windows[id]
	if id == "" {
		w = &window{view: workspace.NewView(d.layout)}
	}
	if w == nil {
		return noWindow(id)
	}
	s, err := step(d.stateLocked(w))
	if err != nil {
		return err
	}
	d.commitLocked(ctx, id, s)
	return nil
}

// Admit says whether the program in a terminal may change what the user sees
// now: a fault says why not.
func (d *Desk) Admit(caller int) error {
	return d.forCaller(func(_ string, v workspace.View) error { return workspace.Admit(v, caller) })
}

// Open shows what the program in the caller's terminal asks for.
func (d *Desk) Open(ctx context.Context, caller int, r workspace.OpenRequest) error {
	facts, err := d.admit(ctx, caller, r.Target())
	if err != nil {
		return err
	}
	return d.changeFor(ctx, func(s workspace.State) (workspace.State, error) {
		return workspace.Open(s, caller, r, facts)
	})
}

// Close closes what the program in the caller's terminal asks for. The text is
// what that leaves pending, if anything.
func (d *Desk) Close(ctx context.Context, caller int, r workspace.CloseRequest) (pending string, err error) {
	facts, err := d.admit(ctx, caller, r.Target())
	if err != nil {
		return "", err
	}
	err = d.changeFor(ctx, func(s workspace.State) (next workspace.State, err error) {
		next, pending, err = workspace.Close(s, caller, r, facts)
		return next, err
	})
	return pending, err
}

// Back goes one step back for the program in the caller's terminal.
func (d *Desk) Back(ctx context.Context, caller int) error {
	return d.changeFor(ctx, func(s workspace.State) (workspace.State, error) { return workspace.Back(s, caller) })
}

// Forward goes one step forward.
func (d *Desk) Forward(ctx context.Context, caller int) error {
	return d.changeFor(ctx, func(s workspace.State) (workspace.State, error) { return workspace.Forward(s, caller) })
}

// admit refuses what needs no look outside to be refused, and then looks. What
// it found may be over by the time of the act, which checks everything again.
func (d *Desk) admit(ctx context.Context, caller int, t workspace.Target) (workspace.Facts, error) {
	err := d.forCaller(func(_ string, v workspace.View) error { return workspace.AdmitOpen(v, caller, t) })
	if err != nil {
		return workspace.Facts{}, err
	}
	return d.facts(ctx, t)
}

// forCaller gives f the active window's view.
func (d *Desk) forCaller(f func(id string, v workspace.View) error) error {
	id := d.Active()
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.windows[id]
	if w == nil {
		return workspace.NotWithYou()
	}
	return f(id, w.view)
}

func (d *Desk) changeFor(ctx context.Context, step func(workspace.State) (workspace.State, error)) error {
	id := d.Active()
	if id == "" {
		return workspace.NotWithYou()
	}
	return d.change(ctx, id, step)
}

// facts looks up what the reducers have to know about a target.
func (d *Desk) facts(ctx context.Context, t workspace.Target) (workspace.Facts, error) {
	f := workspace.Facts{Terminals: d.o.World.Terminals()}
	var err error
	switch t.Kind() {
	case workspace.KindDiff:
		if _, ok := f.Terminals[t.Terminal()]; ok {
			f.Branch, err = d.o.World.Branch(ctx, t.Terminal())
		}
	case workspace.KindFile:
		f.File, err = d.o.World.FileExists(ctx, t.Path())
	default: // the others are known from the layout and the terminals
	}
	return f, err
}

// TerminalEnded takes a terminal that ended out of all windows. With keep, its
// tabs stay and show its last screen. Nothing happens once the desk is closed:
// the terminals that end with Jun keep their tabs.
func (d *Desk) TerminalEnded(ctx context.Context, id int, keep bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return
	}
	layout := d.layout.TerminalEnded(id, keep)
	for _, w := range d.windows {
		w.view = w.view.WithoutTerminals(func(have int) bool { return have != id }).Settle(layout)
	}
	d.layout = layout
	d.revision++
	d.saveLocked(ctx)
	for other := range d.windows {
		d.publishLocked(other)
	}
}
