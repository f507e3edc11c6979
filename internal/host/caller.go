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
	c := api.Caller{Kind: api.Outside, PID: peer.PID}
	if dir, err := proc.Cwd(peer.PID); err == nil {
		c.Dir = dir
	}
	if t, _ := h.place(peer); t != nil {
		return in(c, t)
	}
	var at *Terminal
	inKeeper := false
	chain, proved := proc.AncestorsTo(peer, func(p proc.Info) bool {
		at, inKeeper = h.startedAs(p.Process()), p.Process() == h.o.Process
		if at != nil || inKeeper {
			return true
		}
		known := false
		at, known = h.place(p.Process())
		return known
	})
	if proved && at != nil {
		h.places.add(chain, at)
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
	h.places.add(chain[1:], nil)
	return c
}

// maxPlaces bounds the processes that are remembered: shells, agents and
// editors that others call from are few, and one that calls once is no loss.
const maxPlaces = 1024

// places remembers where processes were proved to be: below a terminal's first
// process, or outside all of them (nil). Both hold for good, as no process can
// be moved below another one; that its terminal still runs is for the caller to
// see. It saves most callers the climb.
type places struct {
	mu    sync.Mutex
	known map[proc.Process]*Terminal // guarded by mu
}

func (o *places) of(p proc.Process) (t *Terminal, known bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	t, known = o.known[p]
	return t, known
}

func (o *places) add(chain []proc.Info, t *Terminal) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.known == nil || len(o.known)+len(chain) > maxPlaces {
		o.known = make(map[proc.Process]*Terminal)
	}
	for _, p := range chain {
		o.known[p.Process()] = t
	}
}

// place is where a process was proved to be. Once that terminal is gone, nothing
// is known of what is left of it.
func (h *Host) place(p proc.Process) (t *Terminal, known bool) {
	t, known = h.places.of(p)
	if t == nil {
		return nil, known
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.terminals[t.ID] != t {
		return nil, false
	}
	return t, true
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
	if o := t.Meta().Seat; o.Acts() {
		c.Kind = api.InSeat
		c.Seat = &api.SeatRef{Canvas: o.Canvas, Node: o.Node, Binding: o.Binding, Generation: o.Generation, AgentKey: o.AgentKey}
	}
	return c
}
