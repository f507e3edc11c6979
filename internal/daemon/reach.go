package daemon

import (
	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/host"
	"junto/internal/physics"
)

// What a caller sees of the terminals, and what of them it reaches with `jun
// tool`. Along an edge a seat reaches a seat; nobody reaches one without.
//
//	               project terminals      seats' terminals
//	               seen   reached         seen                reached
//	in terminal    yes    yes             yes                 no
//	in seat        no     no              itself, peers and   itself; to read, along an
//	                                      its regions' members  edge that grants it
//	outside, page  yes    yes             yes                 yes
//
// The plain terminal of a card is as a seat's to others: geography, which no edge
// reaches. What runs in it is as in a project terminal.

// sees reports whether a caller may know of a terminal.
func (d *Daemon) sees(c api.Caller, t *host.Terminal) bool {
	if c.Kind != api.InSeat || t.ID == c.Terminal {
		return true
	}
	o := t.Meta().Seat
	if o == nil || o.Canvas != c.Seat.Canvas {
		return false
	}
	s, err := d.board.Of(*c.Seat)
	if err != nil {
		return false
	}
	for _, p := range s.World.Peers(c.Seat.Node) {
		if p.Node.ID == o.Node {
			return true
		}
	}
	for _, n := range s.World.CoMembers(c.Seat.Node) {
		if n.ID == o.Node {
			return true
		}
	}
	return false
}

// seesID is sees, by the terminal's id. A seat sees none that has ended.
func (d *Daemon) seesID(c api.Caller, id int) bool {
	if c.Kind != api.InSeat {
		return true
	}
	t, err := d.host.Get(id)
	return err == nil && d.sees(c, t)
}

// reached finds a terminal that a caller may read, or type into.
func (d *Daemon) reached(c api.Caller, id int, port physics.Port) (*host.Terminal, error) {
	t, err := d.host.Get(id)
	if err != nil {
		return nil, err
	}
	o := t.Meta().Seat
	switch {
	case c.Kind == api.InTerminal && t.ID != c.Terminal && o != nil && !o.Acts():
		return nil, fault.New(fault.Refused, "terminal %d is a card of a canvas, which is the operator's: no edge reaches it", id).
			Next("ask the operator to look at it")
	case c.Kind == api.InTerminal && o.Acts():
		return nil, fault.New(fault.Refused, "terminal %d is the seat %s: only an edge from a seat that grants %s reaches it", id, o.AgentKey, port).
			Next("ask the operator for a seat with an edge to %s", o.Node)
	case c.Kind != api.InSeat || t.ID == c.Terminal:
		return t, nil
	case !d.sees(c, t):
		return nil, fault.New(fault.UnknownTarget, "terminal %d: there is no such terminal", id).
			Next("list those that this seat sees with `jun tool terminals`")
	}
	_, err = d.board.Admit(*c.Seat, o.Node, string(port))
	return t, err
}
