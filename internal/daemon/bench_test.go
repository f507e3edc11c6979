package daemon

import (
	"encoding/json"
	"fmt"
	"testing"

	"junto/internal/api"
)

// crowd is a daemon with a canvas of many nodes, of which some are seats with a
// process, each with edges to several others.
func crowd(t testing.TB, nodes, seats int) (*live, api.Caller) {
	l := newLive(t)
	at := answer[api.CanvasRev](l, "", "canvas.create", api.CanvasCreateIn{Name: "crowd"})
	var ops []json.RawMessage
	op := func(format string, args ...any) { ops = append(ops, json.RawMessage(fmt.Sprintf(format, args...))) }
	op(`{"op":"add_node","node":{"id":"all","type":"group","x":-10,"y":-10,"width":60000,"height":60000,"label":"all"}}`)
	for i := range nodes - 1 {
		ether := ""
		if i < seats {
			ether = fmt.Sprintf(`,"ether":{"entity":{"kind":"agent","name":"local:n%d"},"terminal":{"bindingId":"b%d","harness":"demo","launch":{"kind":"command","argv":["sh","-c","read x"]}}}`, i, i)
		}
		op(`{"op":"add_node","node":{"id":"n%d","type":"text","x":%d,"y":%d,"width":220,"height":84,"text":"n%d"%s}}`, i, i%25*300, i/25*100, i, ether)
	}
	for i := range seats {
		for step := 1; step <= 5; step++ {
			op(`{"op":"add_edge","from":"n%d","to":"n%d"}`, i, (i+step)%seats)
		}
	}
	answer[api.CanvasRev](l, "", "canvas.edit", api.CanvasEditIn{Canvas: at.Canvas, Rev: at.Rev, Ops: ops})
	answer[api.Play](l, "", "canvas.play", api.CanvasPlayIn{Canvas: at.Canvas})
	caller := api.Caller{Kind: api.InSeat, Work: true}
	for i := range seats {
		out := answer[api.SeatOut](l, "", "seat.start", api.SeatStartIn{Canvas: at.Canvas, Node: fmt.Sprint("n", i)})
		if i == 0 {
			caller.Terminal = out.Terminal
			caller.Seat = &api.SeatRef{Canvas: at.Canvas, Node: "n0", Binding: "b0", Generation: out.Generation, AgentKey: "local:n0"}
		}
	}
	return l, caller
}

// An agent asks what it may do whenever it is in doubt, and its page is told of
// seats whenever anything moves: on a canvas of 500 nodes with 50 seats that run.
func BenchmarkCrowd(b *testing.B) {
	l, caller := crowd(b, 500, 50)
	for name, input := range map[string]string{
		"capabilities": `{}`, "onboard": `{}`, "why": `{"from":"n0","to":"n1","port":"msg.send"}`, "msg.list": `{}`,
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := l.gate.Do(b.Context(), caller, name, []byte(input), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	s, err := l.d.board.Get("crowd")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("seats", func(b *testing.B) {
		for b.Loop() {
			l.d.seatViews(s)
		}
	})
	b.Run("canvas.get", func(b *testing.B) {
		for b.Loop() {
			answer[api.CanvasDoc](l, "", "canvas.get", api.CanvasRef{Canvas: "crowd"})
		}
	})
}
