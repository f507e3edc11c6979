package desk

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/go-json-experiment/json"

	"junto/internal/fault"
	"junto/internal/store"
	"junto/internal/workspace"
)

// document is what is stored: always all of it.
type document struct {
	Version int              `json:"version"`
	Layout  workspace.Layout `json:"layout"`
	Windows []storedWindow   `json:"windows"`
}

type storedWindow struct {
	ID        string         `json:"id"`
	View      workspace.View `json:"view"`
	Focused   int            `json:"focused"`
	Connected int            `json:"connected"`
}

// documentVersion grows when the document's meaning changes; older ones are then
// converted when they are read.
const documentVersion = 1

// position is where the document is stored. A daemon writes a generation of its
// own, from its first change on, and so never over what it started from.
type position struct{ generation, revision int }

// Open reads the latest desk that is whole, and fits it to the terminals that
// run. Nothing is written before the first change. The daemon opens it once it
// knows its terminals.
func Open(ctx context.Context, o Options) (*Desk, error) {
	stored, err := o.Store.Desks(ctx)
	if err != nil {
		return nil, err
	}
	d := &Desk{o: o, windows: map[string]*window{}, layout: workspace.New(o.Run)}
	running := o.World.Terminals()
	for _, s := range stored {
		doc, err := decode(s.Doc)
		if err != nil {
			// It stays stored, and an earlier one serves.
			o.Log.Error("a stored desk is broken", "generation", s.Generation, "err", err)
			continue
		}
		d.adopt(doc, running)
		o.Log.Info("restored the desk", "generation", s.Generation, "revision", s.Revision,
			"saved", s.Saved, "projects", len(doc.Layout.Projects), "windows", len(doc.Windows))
		break
	}
	return d, nil
}

func decode(data []byte) (document, error) {
	var doc document
	if err := json.Unmarshal(data, &doc, json.RejectUnknownMembers(true)); err != nil {
		return document{}, err
	}
	if doc.Version != documentVersion {
		return document{}, fmt.Errorf("version %d, want %d", doc.Version, documentVersion)
	}
	return doc, doc.Layout.Validate()
}

// adopt takes a stored document as the present one, for the terminals that run.
func (d *Desk) adopt(doc document, running map[int]workspace.Terminal) {
	runs := func(id int) bool { _, ok := running[id]; return ok }
	// An older document must not bring back ids that were given since.
	doc.Layout.LastID = max(doc.Layout.LastID, d.layout.LastID)
	views := runs
	if doc.Layout.Run != d.o.Run {
		views = func(int) bool { return false }
	}
	d.layout = doc.Layout.Adopt(d.o.Run, runs)
	for _, s := range doc.Windows {
		if d.windows[s.ID] != nil {
			continue // a window that is here keeps its own
		}
		d.windows[s.ID] = &window{view: s.View.Check(d.layout, views), focused: s.Focused, connected: s.Connected}
		d.clock = max(d.clock, s.Focused, s.Connected)
	}
}

// saveLocked stores everything. When that fails the desk goes on without: a full
// disk must not keep the user from moving about, to make room on it. The next
// change stores everything again.
func (d *Desk) saveLocked(ctx context.Context) {
	// The change is made, whether its caller waits or not.
	if err := d.storeLocked(context.WithoutCancel(ctx)); err != nil {
		d.o.Log.Error("could not store the desk", "err", err)
	}
}

func (d *Desk) storeLocked(ctx context.Context) error {
	d.dirty = true
	doc := document{Version: documentVersion, Layout: d.layout, Windows: []storedWindow{}}
	for _, id := range slices.Sorted(maps.Keys(d.windows)) {
		w := d.windows[id]
		doc.Windows = append(doc.Windows, storedWindow{ID: id, View: w.view, Focused: w.focused, Connected: w.connected})
	}
	data, err := json.Marshal(doc, json.Deterministic(true))
	if err != nil {
		return fmt.Errorf("encode the desk: %w", err)
	}
	now := d.o.Now()
	if d.saved.generation != 0 {
		err := d.o.Store.SaveDesk(ctx, d.saved.generation, d.saved.revision+1, data, now)
		if err == nil {
			d.saved.revision++
			d.dirty = false
		}
		if !errors.Is(err, store.ErrStale) {
			return err
		}
	}
	fresh, err := d.o.Store.NewDesk(ctx, data, now)
	if err == nil {
		d.saved = position{fresh.Generation, fresh.Revision}
		d.dirty = false
	}
	return err
}

// Stored is a desk that the operator can go back to.
type Stored struct {
	Generation int       `json:"generation"`
	Saved      time.Time `json:"saved"`
	Projects   int       `json:"projects"`
	Tabs       int       `json:"tabs"`
	Broken     bool      `json:"broken"`
}

// Stored lists the desks that are kept, the latest first: the present one once
// it was changed, and how earlier daemons left theirs.
func (d *Desk) Stored(ctx context.Context) ([]Stored, error) {
	all, err := d.o.Store.Desks(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]Stored, len(all))
	for i, s := range all {
		list[i] = Stored{Generation: s.Generation, Saved: s.Saved}
		doc, err := decode(s.Doc)
		if err != nil {
			list[i].Broken = true
			continue
		}
		list[i].Projects, list[i].Tabs = len(doc.Layout.Projects), doc.Layout.Tabs()
	}
	return list, nil
}

// Restore goes back to a stored desk. The present one stays stored too.
func (d *Desk) Restore(ctx context.Context, generation int) error {
	all, err := d.o.Store.Desks(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(s store.Desk) bool { return s.Generation == generation })
	if i < 0 {
		return fault.New(fault.UnknownTarget, "desk %d is not kept", generation).Next("list the desks that are")
	}
	doc, err := decode(all[i].Doc)
	if err != nil {
		d.o.Log.Error("a stored desk is broken", "generation", generation, "err", err)
		return fault.New(fault.Refused, "desk %d is broken", generation).Next("restore another one")
	}
	running := d.o.World.Terminals()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return ErrClosed
	}
	d.adopt(doc, running)
	for _, w := range d.windows {
		w.view = w.view.Settle(d.layout)
	}
	d.saved = position{} // a generation of its own
	d.revision++
	d.saveLocked(ctx)
	for id := range d.windows {
		d.publishLocked(id)
	}
	return nil
}

// Shut stores the desk and takes no more changes. Whoever ends Jun shuts it
// before the first terminal ends: else the layout would be stored without their
// tabs.
func (d *Desk) Shut(ctx context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil
	}
	d.closed = true
	if !d.dirty {
		return nil
	}
	return d.storeLocked(context.WithoutCancel(ctx))
}
