package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	jsonv2 "github.com/go-json-experiment/json"

	"junto/internal/api"
	"junto/internal/board"
	"junto/internal/canvas"
	"junto/internal/fault"
	"junto/internal/hub"
	"junto/internal/physics"
	"junto/internal/seat"
)

// handleCanvases answers the operator's acts on canvases.
func (d *Daemon) handleCanvases(gate *Dispatcher) {
	handle(gate, "canvas.create", func(ctx context.Context, _ api.Caller, in api.CanvasCreateIn) (api.CanvasRev, error) {
		return revision(d.board.Create(ctx, in.Name, canvas.Document{}))
	})
	handle(gate, "canvas.list", func(context.Context, api.Caller, api.None) ([]api.CanvasInfo, error) {
		all := []api.CanvasInfo{}
		for _, s := range d.board.List() {
			all = append(all, info(s))
		}
		return all, nil
	})
	handle(gate, "canvas.get", d.getCanvas)
	handle(gate, "canvas.edit", d.editCanvas)
	handle(gate, "canvas.undo", func(ctx context.Context, _ api.Caller, in api.CanvasStepIn) (api.CanvasRev, error) {
		return revision(d.board.Undo(ctx, in.Canvas, in.Rev))
	})
	handle(gate, "canvas.redo", func(ctx context.Context, _ api.Caller, in api.CanvasStepIn) (api.CanvasRev, error) {
		return revision(d.board.Redo(ctx, in.Canvas, in.Rev))
	})
	handle(gate, "canvas.play", func(ctx context.Context, _ api.Caller, in api.CanvasPlayIn) (api.Play, error) {
		s, err := d.board.Play(ctx, in.Canvas, in.Node)
		return playOf(s, err)
	})
	handle(gate, "canvas.pause", func(ctx context.Context, _ api.Caller, in api.CanvasPlayIn) (api.Play, error) {
		s, err := d.board.Pause(ctx, in.Canvas, in.Node)
		return playOf(s, err)
	})
	d.handleCanvasFiles(gate)
}

func (d *Daemon) editCanvas(ctx context.Context, c api.Caller, in api.CanvasEditIn) (api.CanvasRev, error) {
	actions, err := actions(in.Ops)
	if err != nil {
		return api.CanvasRev{}, err
	}
	if in.Rev < 1 {
		return api.CanvasRev{}, fault.New(fault.Input, "input: rev must be the revision that canvas.get told")
	}
	if len(in.Gesture) > canvas.MaxID {
		return api.CanvasRev{}, fault.New(fault.Input, "input: gesture has %d bytes, more than %d", len(in.Gesture), canvas.MaxID)
	}
	if in.Gesture != "" { // each window names its own
		in.Gesture = c.Window + "\x00" + in.Gesture
	}
	return revision(d.board.Edit(ctx, in.Canvas, in.Rev, in.Gesture, actions))
}

// handleCanvasFiles answers what concerns canvases as a whole.
func (d *Daemon) handleCanvasFiles(gate *Dispatcher) {
	handle(gate, "canvas.rename", func(ctx context.Context, _ api.Caller, in api.CanvasNameIn) (api.CanvasRev, error) {
		return revision(d.board.Rename(ctx, in.Canvas, in.Name))
	})
	handle(gate, "canvas.duplicate", func(ctx context.Context, _ api.Caller, in api.CanvasNameIn) (api.CanvasRev, error) {
		return revision(d.board.Duplicate(ctx, in.Canvas, in.Name))
	})
	handle(gate, "canvas.delete", func(ctx context.Context, _ api.Caller, in api.CanvasRef) (api.None, error) {
		return api.None{}, d.board.Delete(ctx, in.Canvas)
	})
	handle(gate, "canvas.import", func(ctx context.Context, _ api.Caller, in api.CanvasImportIn) (api.CanvasImportOut, error) {
		s, rebound, err := d.board.Import(ctx, in.Name, in.Document)
		if err != nil {
			return api.CanvasImportOut{}, err
		}
		return api.CanvasImportOut{Canvas: s.Canvas(), Name: s.Name, Rev: s.Rev, Rebound: rebound}, nil
	})
	handle(gate, "canvas.export", d.exportCanvas)
}

func revision(s *board.State, err error) (api.CanvasRev, error) {
	if err != nil {
		return api.CanvasRev{}, err
	}
	return api.CanvasRev{Canvas: s.Canvas(), Name: s.Name, Rev: s.Rev}, nil
}

// actions reads the operations of an edit.
func actions(ops []json.RawMessage) ([]canvas.Action, error) {
	all := make([]canvas.Action, 0, len(ops))
	for i, text := range ops {
		var op canvas.Op
		if err := jsonv2.Unmarshal(flat(text), &op); err != nil {
			if f, ok := fault.As(err); ok {
				return nil, fault.New(f.Type, "operation %d of %d: %s", i+1, len(ops), f.Message).Next("%s", f.NextStep)
			}
			return nil, fault.New(fault.Input, "operation %d of %d: %s", i+1, len(ops), err)
		}
		all = append(all, op.Do)
	}
	return all, nil
}

// flat reads {"add_node":{…}} as {"op":"add_node",…}: both say the same, and
// scripts are written either way. What is neither is left to the decoder.
func flat(text json.RawMessage) json.RawMessage {
	var named map[string]map[string]json.RawMessage
	if json.Unmarshal(text, &named) != nil || len(named) != 1 {
		return text
	}
	for name, args := range named {
		if _, twice := args["op"]; twice {
			return text
		}
		op, err := json.Marshal(name)
		if err != nil {
			return text
		}
		args["op"] = op
		if joined, err := json.Marshal(args); err == nil {
			return joined
		}
	}
	return text
}

func info(s *board.State) api.CanvasInfo {
	i := api.CanvasInfo{
		Canvas: s.Canvas(), Name: s.Name, Rev: s.Rev, Playing: s.Pause.Playing,
		Nodes: len(s.Document().Nodes()), Edges: len(s.Document().Edges()), Changed: s.Changed.Format(time.RFC3339),
	}
	for _, n := range s.Document().Nodes() {
		if physics.RoleOf(n) == physics.Actor {
			i.Seats++
		}
	}
	return i
}

func playOf(s *board.State, err error) (api.Play, error) {
	if err != nil {
		return api.Play{}, err
	}
	return play(s), nil
}

func play(s *board.State) api.Play {
	return api.Play{Playing: s.Pause.Playing, EverPlayed: s.Pause.EverPlayed, Paused: append([]string{}, s.PausedNodes()...)}
}

// getCanvas is a canvas with what follows from it.
func (d *Daemon) getCanvas(_ context.Context, _ api.Caller, in api.CanvasRef) (api.CanvasDoc, error) {
	s, err := d.board.Get(in.Canvas)
	if err != nil {
		return api.CanvasDoc{}, err
	}
	return api.CanvasDoc{
		Canvas: s.Canvas(), Name: s.Name, Rev: s.Rev, Document: s.Document().Encode(),
		World: api.World{
			View: s.World.View(), Play: play(s), Regions: regionViews(s), Seats: d.seatViews(s),
			Undo: s.CanUndo(), Redo: s.CanRedo(),
		},
	}, nil
}

func regionViews(s *board.State) []api.RegionView {
	all := []api.RegionView{}
	for _, n := range s.Document().Nodes() {
		if n.Type != canvas.Group {
			continue
		}
		v := api.RegionView{ID: n.ID, Title: n.Title(), Members: []string{}}
		for _, m := range s.Document().Members(n.ID) {
			v.Members = append(v.Members, m.ID)
		}
		_, v.Paused = s.Pause.Paused("", []string{n.ID})
		all = append(all, v)
	}
	return all
}

// exportCanvas writes a canvas out.
func (d *Daemon) exportCanvas(_ context.Context, _ api.Caller, in api.CanvasExportIn) (api.CanvasFile, error) {
	s, err := d.board.Get(in.Canvas)
	if err != nil {
		return api.CanvasFile{}, err
	}
	shown := make(map[string]api.SeatView)
	if in.Live {
		for _, v := range d.seatViews(s) {
			shown[v.Node] = v
		}
	}
	switch in.Format {
	case "", "canvas":
		return api.CanvasFile{Name: s.Name + ".canvas", Data: string(s.Document().Encode())}, nil
	case "digest":
		var glance func(string) string
		if in.Live {
			glance = func(node string) string { return string(shown[node].Glance) }
		}
		return api.CanvasFile{Name: s.Name + ".digest.txt", Data: string(s.Document().Digest(s.Name, glance))}, nil
	case "svg":
		live := func(node string) canvas.Live { return d.pictured(s, shown[node]) }
		return api.CanvasFile{Name: s.Name + ".svg", Data: string(s.Document().SVG(canvas.Dark, live))}, nil
	}
	return api.CanvasFile{}, fault.New(fault.Input, "input: format is %q, not canvas, digest or svg", in.Format)
}

// pictured is what a card of a picture shows of what runs in it. Of a plain
// terminal nothing is judged.
func (d *Daemon) pictured(s *board.State, v api.SeatView) canvas.Live {
	l := canvas.Live{Glance: string(v.Glance), About: v.Line}
	if n, ok := s.Document().Node(v.Node); ok && n.Kind() == canvas.KindTerminal {
		l.Glance = ""
	}
	if t, err := d.host.Get(v.Terminal); err == nil {
		l.Screen = t.Text(lookLines)
	}
	return l
}

// tellCanvases tells windows what changes on canvases. When it fell behind, it
// tells all of them as they are.
func (d *Daemon) tellCanvases(ctx context.Context, news *hub.Subscription[board.Change]) error {
	for ctx.Err() == nil {
		d.passCanvases(ctx, news.C)
		news.Close()
		news = d.board.Subscribe()
		for _, s := range d.board.List() {
			d.news.Publish(api.CanvasEvent{Kind: "canvas", Canvas: s.Canvas(), Rev: s.Rev})
			d.tellSeats(s.Canvas())
		}
	}
	news.Close()
	return ctx.Err()
}

func (d *Daemon) passCanvases(ctx context.Context, news <-chan board.Change) {
	for {
		select {
		case <-ctx.Done():
			return
		case c, ok := <-news:
			if !ok {
				return
			}
			if !c.Seats {
				d.news.Publish(api.CanvasEvent{Kind: "canvas", Canvas: c.Canvas, Rev: c.Rev, Deleted: c.Deleted})
			}
			d.tellSeats(c.Canvas)
		}
	}
}

// seatOf names the seat of a node for an error.
func seatOf(id seat.Identity) string { return fmt.Sprintf("seat %s", id.Node) }
