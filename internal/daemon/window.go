package daemon

import (
	"context"
	"sync"
	"time"

	"junto/internal/api"
	"junto/internal/desk"
	"junto/internal/feed"
	"junto/internal/host"
	"junto/internal/term"
	"junto/internal/vt"
)

// What windows are told. Each is a whole new value, so that one that comes late
// or twice does no harm.
type (
	terminalsEvent struct {
		Kind      string             `json:"kind"` // terminals
		Terminals []api.TerminalView `json:"terminals"`
	}
	terminalEvent struct {
		Kind     string           `json:"kind"` // terminal
		Terminal api.TerminalView `json:"terminal"`
	}
	workspaceEvent struct {
		Kind   string     `json:"kind"` // workspace
		Window api.Window `json:"window"`
	}
	messagesEvent struct {
		Kind     string            `json:"kind"` // messages
		Messages []api.PageMessage `json:"messages"`
	}
)

// loggedOut is not told: each window then looks whether its browser is still
// logged in.
type loggedOut struct{}

// lately is news that is worked out for each window when it takes it: a value
// that many changes in a row would each have made anew.
type lately func() any

func windowEvent(w desk.Window) workspaceEvent {
	return workspaceEvent{Kind: "workspace", Window: window(w)}
}

// terminalsChanged tells that a terminal began, ended or moved.
func (d *Daemon) terminalsChanged(int) {
	d.news.Publish(lately(func() any { return terminalsEvent{Kind: "terminals", Terminals: d.views()} }))
}

// messagesChanged tells the messages as they are now.
func (d *Daemon) messagesChanged(feed.Change) {
	d.news.Publish(lately(func() any {
		messages, err := d.feed.Page(context.Background())
		if err != nil {
			d.o.Log.Error("Messages cannot be read", "error", err)
		}
		return messagesEvent{Kind: "messages", Messages: messages}
	}))
}

// tellWatched tells the agents' changes.
func (d *Daemon) tellWatched(ctx context.Context) error {
	_, changes := d.watch.Subscribe()
	defer changes.Close()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case c, ok := <-changes.C:
			if !ok {
				return ctx.Err()
			}
			if t, err := d.host.Get(c.ID); err == nil {
				d.tellTerminal(t)
				d.tellSeat(t)
				d.noticeChange(t, c, time.Now())
			}
		}
	}
}

func (d *Daemon) tellTerminal(t *host.Terminal) {
	d.news.Publish(lately(func() any { return terminalEvent{Kind: "terminal", Terminal: d.view(t)} }))
}

// tellEvents tells a terminal's new title. A spinner in front of it is no news.
func (d *Daemon) tellEvents(t *host.Terminal, events []vt.Event) {
	for _, e := range events {
		if e.Kind == vt.EventTitle || e.Kind == vt.EventCwd {
			if t.Show(title(t)) {
				d.tellTerminal(t)
			}
			return
		}
	}
}

// Windows are the pages that are open.
type Windows struct{ d *Daemon }

// Windows are the pages that are open.
func (d *Daemon) Windows() Windows { return Windows{d} }

// Connect adds a window, and gives it everything that it shows before what
// changes after that. Its events end when its browser is logged out.
func (w Windows) Connect(id, session string) (events <-chan any, leave func()) {
	d := w.d
	news := d.news.Subscribe()
	shown, err := d.desk.Connect(id)
	first := []any{terminalsEvent{Kind: "terminals", Terminals: d.views()}, windowEvent(shown)}
	if err != nil || !d.Logins().Valid(context.Background(), session) {
		news.Close() // Jun ends, or the browser is out: the window is told so by the end of its events
		first = nil
	} else if messages, err := d.feed.Page(context.Background()); err == nil {
		first = append(first, messagesEvent{Kind: "messages", Messages: messages})
	}
	out := make(chan any)
	gone := make(chan struct{})
	var passing sync.WaitGroup
	passing.Go(func() {
		defer close(out)
		for _, e := range first {
			if !pass(out, gone, e) {
				return
			}
		}
		for e := range news.C {
			if _, out := e.(loggedOut); out {
				if !d.Logins().Valid(context.Background(), session) {
					return
				}
				continue
			}
			if to := addressee(e); to != "" && to != id {
				continue
			}
			if work, ok := e.(lately); ok {
				e = work()
			}
			if !pass(out, gone, e) {
				return
			}
		}
	})
	return out, sync.OnceFunc(func() {
		close(gone)
		news.Close()
		passing.Wait()
		d.desk.Disconnect(id)
	})
}

// addressee is the window that an event is for; empty when it is for all.
func addressee(event any) string {
	switch e := event.(type) {
	case workspaceEvent:
		return e.Window.ID
	case noticeEvent:
		return e.Window
	}
	return ""
}

func pass(out chan<- any, gone <-chan struct{}, e any) bool {
	select {
	case out <- e:
		return true
	case <-gone:
		return false
	}
}

// Focus says that the person is at the window, or left it.
func (w Windows) Focus(id string, focused bool) {
	if err := w.d.desk.Focus(id, focused); err != nil {
		w.d.o.Log.Info("Focus was not taken", "window", id, "error", err)
	}
}

// Terminals are what a window watches and types into.
type Terminals struct{ d *Daemon }

// Terminals are what a window watches and types into.
func (d *Daemon) Terminals() Terminals { return Terminals{d} }

// Attach begins to watch a terminal.
func (t Terminals) Attach(ctx context.Context, id int, from uint64, hasFrom bool) (*term.Viewer, error) {
	running, err := t.d.host.Get(id)
	if err != nil {
		return nil, err
	}
	return running.Attach(ctx, from, hasFrom), nil
}

// Input types what a person typed in a window.
func (t Terminals) Input(ctx context.Context, id int, window string, keys []byte) error {
	running, err := t.d.host.Get(id)
	if err != nil {
		return err
	}
	return running.Input(ctx, window, keys)
}

// Resize says which size a window has for a terminal.
func (t Terminals) Resize(_ context.Context, id int, window string, cols, rows int) error {
	running, err := t.d.host.Get(id)
	if err != nil {
		return err
	}
	running.Resize(window, cols, rows)
	return nil
}

// Hide says that a window does not show a terminal any more.
func (t Terminals) Hide(id int, window string) {
	if running, err := t.d.host.Get(id); err == nil {
		running.Hide(window)
	}
}
