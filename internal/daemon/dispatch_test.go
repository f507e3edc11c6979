package daemon

import (
	"context"
	"log/slog"
	"testing"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/seat"
)

// Every caller against every access: the table in the comment of admit.
func TestWhoMayCallWhat(t *testing.T) {
	const yes = fault.Type("")
	table := map[api.Access]map[api.CallerKind]fault.Type{
		api.Read:     {api.InTerminal: yes, api.InSeat: yes, api.Outside: yes, api.Page: yes, api.Orphan: fault.Auth},
		api.Terminal: {api.InTerminal: yes, api.InSeat: yes, api.Outside: fault.Refused, api.Page: yes, api.Orphan: fault.Auth},
		api.Project:  {api.InTerminal: yes, api.InSeat: fault.Refused, api.Outside: fault.Refused, api.Page: yes, api.Orphan: fault.Auth},
		api.Operator: {api.InTerminal: fault.Auth, api.InSeat: fault.Auth, api.Outside: yes, api.Page: yes, api.Orphan: fault.Auth},
		api.Seat:     {api.InTerminal: fault.Auth, api.InSeat: yes, api.Outside: fault.Auth, api.Page: fault.Auth, api.Orphan: fault.Auth},
		api.Work:     {api.InTerminal: fault.Auth, api.InSeat: yes, api.Outside: yes, api.Page: fault.Auth, api.Orphan: fault.Auth},
	}
	for access, row := range table {
		for kind, want := range row {
			command := api.Command{Name: "x", Access: access}
			if err := admit(api.Caller{Kind: kind, Work: !command.ForWork()}, command); kind != api.Orphan && !fault.Is(err, fault.Protocol) {
				t.Errorf("%v, caller %d, at the other socket: %v", access, kind, err)
			}
			err := admit(api.Caller{Kind: kind, Work: command.ForWork()}, command)
			if want == yes && err != nil || want != yes && !fault.Is(err, want) {
				t.Errorf("%v, caller %d: %v, want %q", access, kind, err, want)
			}
		}
	}
}

// strict is a law of one seat that is bound and reaches one node by one port.
type strict struct {
	bound seat.Bound
	asked []string
}

func (s *strict) Bound(_ api.SeatRef, class seat.Class) error { return s.bound.Allow(class) }

func (s *strict) Admit(_ api.SeatRef, target, port string) (string, error) {
	s.asked = append(s.asked, target+" "+port)
	if target != "reviewer" {
		return "", fault.New(fault.Scope, "no edge")
	}
	return "n2", nil
}

func TestASeatPassesTheGateInOrder(t *testing.T) {
	law := &strict{}
	d := newDispatcher(law, slog.New(slog.DiscardHandler))
	ran := ""
	reach(d, "seat.read", func(_ context.Context, _ api.Caller, node string, _ api.SeatReadIn) (api.SeatReadOut, error) {
		ran = node
		return api.SeatReadOut{}, nil
	})
	handle(d, "tool.terminals", func(context.Context, api.Caller, api.None) ([]api.TerminalInfo, error) {
		ran = "terminals"
		return nil, nil
	})
	handle(d, "tool.open", func(context.Context, api.Caller, api.OpenIn) (api.None, error) {
		ran = "open"
		return api.None{}, nil
	})
	caller := api.Caller{Kind: api.InSeat, Seat: &api.SeatRef{Canvas: "c1", Node: "n1"}}
	for _, c := range []struct {
		name    string
		bound   seat.Bound
		call    string
		input   string
		want    fault.Type // empty: it runs
		wantRan string
	}{
		{"along an edge", seat.Bound{}, "seat.read", `{"target":"reviewer"}`, "", "n2"},
		{"without an edge", seat.Bound{}, "seat.read", `{"target":"other"}`, fault.Scope, ""},
		{"a shape that does not decode is told before the edge", seat.Bound{}, "seat.read", `{"target":"other","x":1}`, fault.Input, ""},
		{"a blocked seat is told so before its shape", seat.Bound{Blocked: true}, "seat.read", `{"x":1}`, fault.Blocked, ""},
		{"what is open is answered to a blocked seat", seat.Bound{Blocked: true}, "tool.terminals", `{}`, "", "terminals"},
		{"what is open is answered to a paused seat", seat.Bound{PausedBy: "canvas"}, "tool.terminals", `{}`, "", "terminals"},
		{"a paused seat changes nothing", seat.Bound{PausedBy: "canvas"}, "tool.open", `{"target":"peek"}`, fault.Paused, ""},
		{"a paused seat may look", seat.Bound{PausedBy: "canvas"}, "seat.read", `{"target":"reviewer"}`, "", "n2"},
		{"an operator's command", seat.Bound{}, "canvas.list", `{}`, fault.Protocol, ""}, // no handler in this test
	} {
		law.bound, ran = c.bound, ""
		caller.Work = d.commands[c.call].ForWork()
		_, err := d.Do(t.Context(), caller, c.call, []byte(c.input), nil)
		if c.want == "" && err != nil || c.want != "" && !fault.Is(err, c.want) || ran != c.wantRan {
			t.Errorf("%s: %v, ran %q; want %q, %q", c.name, err, ran, c.want, c.wantRan)
		}
	}
}

// A command in the table that nobody answers would be found by its first caller.
func TestEveryCommandHasAHandler(t *testing.T) {
	gate := (&Daemon{o: Options{Log: slog.New(slog.DiscardHandler)}}).Gate()
	for _, c := range api.Commands() {
		if gate.handlers[c.Name] == nil {
			t.Errorf("%s has no handler", c.Name)
		}
	}
}
