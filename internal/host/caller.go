package host

import (
	"junto/internal/api"
	"junto/internal/proc"
)

// Caller tells where the process at the other end of a socket runs. The kernel
// is asked, never the caller:
//
//	an ancestor is a terminal's first process, pid and start alike   → in that terminal, or its seat
//	its controlling terminal is one of ours (setsid broke nothing)   → in that terminal
//	the keeper is among its ancestors, but no terminal               → orphan
//	its ancestry could not be proved (a pid was reused)              → orphan
//	none of these                                                    → outside
func (h *Host) Caller(peer proc.Process) api.Caller {
	chain, proved := proc.Ancestors(peer)
	c := api.Caller{Kind: api.Outside, PID: peer.PID}
	if dir, err := proc.Cwd(peer.PID); err == nil {
		c.Dir = dir
	}
	terminals := h.List()
	inKeeper := false
	for _, p := range chain {
		for _, t := range terminals {
			if t.Process == p.Process() {
				return in(c, t)
			}
		}
		if p.Process() == h.o.Process {
			inKeeper = true
		}
	}
	if len(chain) > 0 && chain[0].TTY != 0 {
		for _, t := range terminals {
			if t.TTY == chain[0].TTY {
				return in(c, t)
			}
		}
	}
	if inKeeper || !proved {
		c.Kind = api.Orphan
	}
	return c
}

func in(c api.Caller, t *Terminal) api.Caller {
	c.Kind, c.Terminal = api.InTerminal, t.ID
	if o := t.Meta().Seat; o != nil {
		c.Kind = api.InSeat
		c.Seat = &api.SeatRef{Canvas: o.Canvas, Node: o.Node, Generation: o.Generation, AgentKey: o.AgentKey}
	}
	return c
}
