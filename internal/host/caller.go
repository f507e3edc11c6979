package host

import (
	"sync"

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
	var at *Terminal
	inKeeper := false
	chain, proved := proc.AncestorsTo(peer, func(p proc.Info) bool {
		at, inKeeper = h.startedAs(p.Process()), p.Process() == h.o.Process
		return at != nil || inKeeper || h.outside.has(p.Process())
	})
	c := api.Caller{Kind: api.Outside, PID: peer.PID}
	if dir, err := proc.Cwd(peer.PID); err == nil {
		c.Dir = dir
	}
	if proved && at != nil {
		return in(c, at)
	}
	if len(chain) > 0 && chain[0].TTY != 0 {
		if t := h.on(chain[0].TTY); t != nil {
			return in(c, t)
		}
	}
	if inKeeper || !proved {
		c.Kind = api.Orphan
		return c
	}
	h.outside.add(chain[1:])
	return c
}

// maxOutside bounds the processes that are remembered as outside: the shells and
// editors that a person calls jun from are few.
const maxOutside = 1024

// outsiders remembers processes that are outside the terminals, for good: no
// process can be moved below a terminal's. It saves most callers the climb.
type outsiders struct {
	mu    sync.Mutex
	known map[proc.Process]struct{} // guarded by mu
}

func (o *outsiders) has(p proc.Process) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, ok := o.known[p]
	return ok
}

func (o *outsiders) add(chain []proc.Info) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.known == nil || len(o.known)+len(chain) > maxOutside {
		o.known = make(map[proc.Process]struct{})
	}
	for _, p := range chain {
		o.known[p.Process()] = struct{}{}
	}
}

// startedAs finds the terminal whose first process it is.
func (h *Host) startedAs(p proc.Process) *Terminal {
	return h.find(func(t *Terminal) bool { return t.Process == p })
}

// on finds the terminal with the device.
func (h *Host) on(tty uint64) *Terminal {
	return h.find(func(t *Terminal) bool { return t.TTY == tty })
}

func (h *Host) find(is func(*Terminal) bool) *Terminal {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range h.terminals {
		if is(t) {
			return t
		}
	}
	return nil
}

func in(c api.Caller, t *Terminal) api.Caller {
	c.Kind, c.Terminal = api.InTerminal, t.ID
	if o := t.Meta().Seat; o != nil {
		c.Kind = api.InSeat
		c.Seat = &api.SeatRef{Canvas: o.Canvas, Node: o.Node, Binding: o.Binding, Generation: o.Generation, AgentKey: o.AgentKey}
	}
	return c
}
