package daemon

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"

	"junto/internal/api"
	"junto/internal/canvas"
	"junto/internal/fault"
	"junto/internal/host"
)

// drawn makes a canvas with a card whose start runs a command line of the shell.
func (l *live) drawn(name, command string) api.CanvasRev {
	l.t.Helper()
	at := answer[api.CanvasRev](l, "", "canvas.create", api.CanvasCreateIn{Name: name})
	launch, err := json.Marshal(map[string]any{"kind": "command", "argv": []string{"sh", "-c", command}, "cwd": l.t.TempDir()})
	if err != nil {
		l.t.Fatal(err)
	}
	card := fmt.Sprintf(`{"op":"add_node","node":{"id":"a","type":"text","x":0,"y":0,"width":220,"height":84,"text":"a","ether":{
		"entity":{"kind":"agent","name":"local:a"},
		"terminal":{"bindingId":"binding-%s","harness":"demo","onDelete":"kill-session","launch":%s}}}}`, name, launch)
	return answer[api.CanvasRev](l, "", "canvas.edit", api.CanvasEditIn{Canvas: at.Canvas, Rev: at.Rev, Ops: []json.RawMessage{json.RawMessage(card)}})
}

func seatIs(canvas string, want func(api.SeatView) bool) func(any) bool {
	return func(e any) bool {
		told, ok := e.(api.SeatsEvent)
		return ok && told.Canvas == canvas && len(told.Seats) == 1 && want(told.Seats[0])
	}
}

func TestWindowsAreToldOfCanvasesAndSeats(t *testing.T) {
	l := newLive(t)
	w := l.window("w")
	at := l.drawn("main", "read x")
	w.until("the edit", func(e any) bool {
		told, ok := e.(api.CanvasEvent)
		return ok && told.Canvas == at.Canvas && told.Rev == at.Rev
	})
	in := api.SeatStartIn{Canvas: "main", Node: "a"}
	out := answer[api.SeatOut](l, "", "seat.start", in)
	w.until("the start", seatIs(at.Canvas, func(s api.SeatView) bool { return s.Occupied && s.Terminal == out.Terminal }))
	answer[api.None](l, "", "terminal.type", api.TypeIn{ID: out.Terminal, Data: []byte("\r")})
	w.until("its end by itself", seatIs(at.Canvas, func(s api.SeatView) bool { return !s.Occupied && s.Glance == "gone" && s.Terminal == 0 }))
	answer[api.Play](l, "", "canvas.play", api.CanvasPlayIn{Canvas: "main"})
	w.until("play", seatIs(at.Canvas, func(s api.SeatView) bool { return !s.Paused }))
	answer[api.None](l, "", "canvas.delete", api.CanvasRef{Canvas: "main"})
	w.until("the canvas' end", func(e any) bool {
		told, ok := e.(api.CanvasEvent)
		return ok && told.Deleted
	})
}

// "In the list of terminals I see which seat each one is."
func TestASeatsTerminalHasTheNameOfTheSeat(t *testing.T) {
	l := newLive(t)
	l.drawn("main", "read x")
	out := answer[api.SeatOut](l, "", "seat.start", api.SeatStartIn{Canvas: "main", Node: "a"})
	all := answer[[]api.TerminalView](l, "", "terminal.list", api.None{})
	i := slices.IndexFunc(all, func(v api.TerminalView) bool { return v.ID == out.Terminal })
	if i < 0 || all[i].Title != "local:a" {
		t.Errorf("terminal %d among %+v", out.Terminal, all)
	}
}

func TestASeatThatCannotStartStaysVacant(t *testing.T) {
	l := newLive(t)
	at := l.drawn("main", "read x")
	for patch, want := range map[string]string{
		`{"terminal":{"launch":{"argv":["/nonexistent/agent"]}}}`:             "not installed",
		`{"terminal":{"launch":{"argv":["sh"],"cwd":"/nonexistent/folder"}}}`: "no such directory",
		`{"terminal":{"launch":null,"harness":"grok"}}`:                       "cannot start grok",
	} {
		op := fmt.Sprintf(`{"op":"set_node","id":"a","ether":%s}`, patch)
		edit := api.CanvasEditIn{Canvas: "main", Rev: at.Rev, Ops: []json.RawMessage{json.RawMessage(op)}}
		at = answer[api.CanvasRev](l, "", "canvas.edit", edit)
		_, err := ask[api.SeatOut](l, "", "seat.start", api.SeatStartIn{Canvas: "main", Node: "a"})
		if !fault.Is(err, fault.Refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want a refusal that says %q", patch, err, want)
		}
		at = answer[api.CanvasRev](l, "", "canvas.undo", api.CanvasStepIn{Canvas: "main"})
	}
	s := answer[api.CanvasDoc](l, "", "canvas.get", api.CanvasRef{Canvas: "main"}).World.Seats[0]
	if s.Occupied {
		t.Errorf("the seat is occupied: %+v", s)
	}
	if _, err := ask[api.None](l, "", "seat.stop", api.SeatIn{Canvas: "main", Node: "a"}); !fault.Is(err, fault.Refused) {
		t.Errorf("stopping a vacant seat: %v", err)
	}
}

// The process of a deleted card is ended before the card goes, and what an
// occupied seat is for is not changed under it.
func TestADeletedCardEndsItsProcessFirst(t *testing.T) {
	l := newLive(t)
	at := l.drawn("main", "read x")
	in := api.SeatStartIn{Canvas: "main", Node: "a"}
	out := answer[api.SeatOut](l, "", "seat.start", in)
	harness := json.RawMessage(`{"op":"set_node","id":"a","ether":{"terminal":{"harness":"claude"}}}`)
	at = answer[api.CanvasRev](l, "", "canvas.edit", api.CanvasEditIn{Canvas: "main", Rev: at.Rev, Ops: []json.RawMessage{harness}})
	if _, err := ask[api.SeatOut](l, "", "seat.start", in); !fault.Is(err, fault.Conflict) {
		t.Errorf("another actor got an occupied seat: %v", err)
	}
	gone := json.RawMessage(`{"op":"delete_node","id":"a"}`)
	answer[api.CanvasRev](l, "", "canvas.edit", api.CanvasEditIn{Canvas: "main", Rev: at.Rev, Ops: []json.RawMessage{gone}})
	if _, err := l.d.host.Get(out.Terminal); !fault.Is(err, fault.UnknownTarget) {
		t.Errorf("after its card was deleted, terminal %d: %v", out.Terminal, err)
	}
	if running := l.d.host.Seats(); len(running) != 0 {
		t.Errorf("seats run: %v", keys(running))
	}
}

func keys(m map[string]*host.Terminal) (all []string) {
	for k := range m {
		all = append(all, k)
	}
	return all
}

func TestOperationsAreReadEitherWay(t *testing.T) {
	for text, want := range map[string]string{
		`{"op":"delete_node","id":"a"}`:         `{"op":"delete_node","id":"a"}`,
		`{"delete_node":{"id":"a"}}`:            `{"op":"delete_node","id":"a"}`,
		`{"set_node":{"id":"a","color":null}}`:  `{"op":"set_node","color":null,"id":"a"}`,
		`{"delete_node":{"id":"a","x":1}}`:      "",
		`{"delete_node":{"id":"a"},"op":"x"}`:   "",
		`{"delete_node":{"id":"a","op":"x"}}`:   "",
		`{"delete_node":"a"}`:                   "",
		`{"bury_node":{"id":"a"}}`:              "",
		`{"delete_node":{"id":"a"},"add_x":{}}`: "",
	} {
		got, err := actions([]json.RawMessage{json.RawMessage(text)})
		if want == "" {
			if !fault.Is(err, fault.Input) {
				t.Errorf("%s: %v, want an input error", text, err)
			}
			continue
		}
		told, failed := jsonv2.Marshal(canvas.Op{Do: got[0]})
		if err != nil || failed != nil || string(told) != want {
			t.Errorf("%s: read as %s, %v", text, told, err)
		}
	}
}
