// Package desk knows the windows: which are open, which of them the user is in,
// what each one shows, and the layout that they share. It applies the rules of
// package workspace to them one act at a time, keeps the result in a store, and
// tells each window its whole new state.
//
// It leaves the rules to workspace, and what terminals, branches and files there
// are to its caller, whom it asks through World.
//
// Programs change the active window: the open one that had the focus last. With
// no window open nobody would see the change, so it is refused as it is for any
// program that the user is not with. A window that was the last and went away
// counts as open for Grace: a reload, or a connection that drops, is no reason
// to refuse.
package desk

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"sync"
	"time"

	"junto/internal/fault"
	"junto/internal/store"
	"junto/internal/workspace"
)

const (
	// Grace is how long a window that went away still counts as open.
	Grace = 10 * time.Second
	// maxWindows is how many windows are remembered. Each open page is one, and
	// so is each that was closed; those closed longest ago are forgotten.
	maxWindows = 32
)

// World is what the desk has to know of the world outside.
type World interface {
	// Terminals are the running terminals, by id.
	Terminals() map[int]workspace.Terminal
	// Branch is what a terminal's directory has checked out; nil when it is in no
	// worktree of its project. It may take a few seconds.
	Branch(ctx context.Context, terminal int) (*workspace.Branch, error)
	// FileExists reports whether there is a file at the absolute path.
	FileExists(ctx context.Context, path string) (bool, error)
}

// Options are what a desk is built with.
type Options struct {
	Store   *store.Store
	Run     int // the run of Jun that the ids of terminals belong to
	World   World
	Publish func(Window) // called in the order of the changes; must not block
	Now     func() time.Time
	Log     *slog.Logger
}

// Window is the whole state of a window, for its page.
type Window struct {
	ID       string          `json:"id"`
	Revision int             `json:"revision"` // grows with each change
	Active   bool            `json:"active"`   // whether the user was in this one last
	Scene    workspace.Scene `json:"scene"`
}

// Desk is the windows and their layout.
type Desk struct {
	o Options

	mu       sync.Mutex // guards all below, and orders changes with their publication
	layout   workspace.Layout
	windows  map[string]*window
	revision int
	clock    int // orders focusing and connecting
	active   string
	saved    position
	dirty    bool // whether something is not stored yet
	closed   bool
}

type window struct {
	view      workspace.View
	pages     int       // that are connected as this window
	left      time.Time // when the last page went; zero before
	focused   int       // the clock when it had the focus last; 0 never
	connected int       // the clock when it was connected last
	focus     bool      // whether a page of it has the focus now
}

// ErrClosed says that the desk takes no more changes: Jun ends.
var ErrClosed = errors.New("the desk is closed")

func noWindow(id string) error {
	return fault.New(fault.UnknownTarget, "there is no window %q", id).Next("connect the page again")
}

// Connect notes that a page is there as the window, and returns what it shows.
// Its later states are published. A window that was never here starts anew.
func (d *Desk) Connect(id string) (Window, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return Window{}, ErrClosed
	}
	w := d.windows[id]
	if w == nil {
		w = &window{view: workspace.NewView(d.layout)}
		d.windows[id] = w
		d.forgetOldLocked()
	}
	d.clock++
	w.pages++
	w.connected = d.clock
	d.dirty = true
	d.electLocked()
	return d.windowLocked(id), nil
}

// Disconnect notes that a page of the window went.
func (d *Desk) Disconnect(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.windows[id]
	if w == nil || w.pages == 0 {
		return
	}
	if w.pages--; w.pages == 0 {
		w.left, w.focus = d.o.Now(), false
	}
	d.electLocked()
}

// Focus notes that the window got the focus, or lost it to another program.
func (d *Desk) Focus(id string, focused bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.windows[id]
	if w == nil {
		return noWindow(id)
	}
	w.focus = focused
	if focused {
		d.clock++
		w.focused = d.clock
		d.dirty = true
	}
	d.electLocked()
	return nil
}

// electLocked finds the active window anew, and tells those for which that
// changes something.
func (d *Desk) electLocked() {
	before := d.active
	d.active = d.activeLocked()
	if before == d.active {
		return
	}
	for _, id := range []string{before, d.active} {
		d.publishLocked(id)
	}
}

// activeLocked is the open window that had the focus last; before any had, the
// one opened last. Empty when none is open.
func (d *Desk) activeLocked() string {
	best := ""
	for id, w := range d.windows {
		if d.openLocked(w) && (best == "" || w.before(d.windows[best])) {
			best = id
		}
	}
	return best
}

func (d *Desk) openLocked(w *window) bool {
	return w.pages > 0 || !w.left.IsZero() && d.o.Now().Sub(w.left) < Grace
}

// before orders windows by who the active one is: a connected one comes before
// one that just went.
func (w *window) before(o *window) bool {
	if (w.pages > 0) != (o.pages > 0) {
		return w.pages > 0
	}
	if w.focused != o.focused {
		return w.focused > o.focused
	}
	return w.connected > o.connected
}

func (d *Desk) forgetOldLocked() {
	for len(d.windows) > maxWindows {
		oldest := ""
		for id, w := range d.windows {
			if w.pages == 0 && w.connected > 0 && (oldest == "" || w.connected < d.windows[oldest].connected) {
				oldest = id
			}
		}
		if oldest == "" {
			return // all of them are open
		}
		delete(d.windows, oldest)
	}
}

// State is what the window shows.
func (d *Desk) State(id string) (Window, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.windows[id] == nil {
		return Window{}, noWindow(id)
	}
	return d.windowLocked(id), nil
}

// Active is the id of the active window; empty when none is open.
func (d *Desk) Active() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.electLocked()
	return d.active
}

// Windows is how many windows are open.
func (d *Desk) Windows() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, w := range d.windows {
		if w.pages > 0 {
			n++
		}
	}
	return n
}

// Layout is what all windows share. It is to be read only.
func (d *Desk) Layout() workspace.Layout {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.layout
}

// Watching reports whether the user has the terminal before their eyes: the
// active window has the focus and shows it.
func (d *Desk) Watching(terminal int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.windows[d.activeLocked()]
	return w != nil && w.focus && d.stateLocked(w).OnScreen(terminal)
}

func (d *Desk) stateLocked(w *window) workspace.State {
	return workspace.State{Layout: d.layout, View: w.view}
}

func (d *Desk) windowLocked(id string) Window {
	return Window{ID: id, Revision: d.revision, Active: id == d.active, Scene: d.stateLocked(d.windows[id]).Scene()}
}

func (d *Desk) publishLocked(id string) {
	if w := d.windows[id]; w != nil && w.pages > 0 && d.o.Publish != nil {
		d.o.Publish(d.windowLocked(id))
	}
}

// commitLocked takes a new state of a window (empty: of none), makes the other
// windows fit, keeps it all and tells the windows that it changes.
func (d *Desk) commitLocked(ctx context.Context, id string, s workspace.State) {
	shared := !reflect.DeepEqual(d.layout, s.Layout)
	d.layout = s.Layout
	d.revision++
	for other, w := range d.windows {
		if other == id {
			w.view = s.View
		} else if shared {
			w.view = w.view.Settle(d.layout)
		}
	}
	d.saveLocked(ctx)
	for other := range d.windows {
		if shared || other == id {
			d.publishLocked(other)
		}
	}
}
