package host

import (
	"context"
	"os/exec"

	"junto/internal/fault"
)

// Occupant is one generation of a seat: the process that occupies it. It is
// kept with the terminal, so a seat is occupied exactly as long as the keeper
// holds its process, whatever became of daemons in between.
type Occupant struct {
	Canvas     string `json:"canvas"` // the canvas' id
	Node       string `json:"node"`
	Binding    string `json:"binding"`
	Harness    string `json:"harness"`   // empty: a plain terminal, which is no actor
	AgentKey   string `json:"agent_key"` // the name of the card's entity
	Generation int    `json:"generation"`
	Session    string `json:"session,omitempty"` // the harness' own id of it, where it was pinned or resumed
}

// Acts reports whether it is an agent's seat. What runs in a plain terminal is
// the operator's own, and no seat to the gate.
func (o *Occupant) Acts() bool { return o != nil && o.Harness != "" }

// SeatSpec says what to start in a seat's terminal.
type SeatSpec struct {
	Occupant   Occupant
	Dir        string
	Argv       []string // the program is looked for as a shell would
	Env        []string // the card's own
	Cols, Rows int
}

// StartSeat starts an agent, or a plain terminal's program, in a terminal of its own. It is the terminal's first
// process: no shell is behind it, so an agent that ended leaves none.
func (h *Host) StartSeat(ctx context.Context, s SeatSpec) (*Terminal, error) {
	path, err := exec.LookPath(s.Argv[0])
	if err != nil {
		return nil, fault.New(fault.Refused, "%s is not installed: there is no such program on the daemon's PATH", s.Argv[0]).
			Next("install it, then start Jun anew so that it finds it: `jun restart`")
	}
	meta := Meta{Dir: s.Dir, Kind: Seat, Command: s.Occupant.Harness, Seat: &s.Occupant}
	argv := append([]string{path}, s.Argv[1:]...)
	env := s.Env
	if s.Occupant.Acts() {
		env = append(h.o.Env.ForSeat(s.Occupant), s.Env...)
	}
	return h.spawn(ctx, Spec{Dir: s.Dir, Cols: s.Cols, Rows: s.Rows}, meta, program{argv, env})
}

// Seats are the terminals of seats, by binding.
func (h *Host) Seats() map[string]*Terminal {
	all := make(map[string]*Terminal)
	for _, t := range h.List() {
		if o := t.Meta().Seat; o != nil {
			all[o.Binding] = t
		}
	}
	return all
}

// OfBinding is the terminal of the seat with a binding; nil when nothing runs there.
func (h *Host) OfBinding(binding string) *Terminal {
	return h.find(func(t *Terminal) bool {
		o := t.Meta().Seat
		return o != nil && o.Binding == binding
	})
}

// EndAndWait ends a terminal with everything in it, and returns when that has
// been told.
func (h *Host) EndAndWait(ctx context.Context, id int) error {
	t, err := h.Get(id)
	if err != nil {
		return err
	}
	if err := h.o.Keeper.End(ctx, id); err != nil {
		return err
	}
	select {
	case <-t.gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
