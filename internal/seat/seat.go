// Package seat knows the law of a seat: the durable binding between a card of
// the canvas and a generation of a process. It says who may take a seat, who
// may act as its occupant, what its card shows, and what an agent in it may do
// while it is paused or blocked.
//
// It starts, watches and stops nothing, and knows no terminal: the caller does
// those things and tells what came of them.
//
//	          Occupy                     Bind
//	vacant ───────────▶ starting ───────────────▶ running
//	   ▲                    │                        │ Stopping
//	   │      Vacate        │        Vacate          ▼
//	   └────────────────────┴─────────────────── stopping
//
// Everything but vacant is occupied: a stopping incumbent is no vacancy, and
// whether its process works, hangs or has crashed is no matter of the seat.
package seat

import (
	"strings"

	"junto/internal/fault"
)

// Identity is which actor a seat is for. Two identities are the same actor only
// when all of it is the same.
type Identity struct {
	Canvas  string `json:"canvas"`
	Node    string `json:"node"`
	Binding string `json:"binding"`
	Agent   string `json:"agent"`   // the agent key: the entity's name; empty of a plain terminal
	Harness string `json:"harness"` // the program that it is run by; empty of a plain terminal
}

// Raw reports whether it is a plain terminal: a shell on the canvas, and no actor.
func (id Identity) Raw() bool { return id.Harness == "" && id.Agent == "" }

// Generation counts the processes of a seat, from 1.
type Generation uint64

// Process names a process for ever: pids are used again, start keys with them
// are not.
type Process struct {
	PID   int    `json:"pid"`
	Start uint64 `json:"start"`
}

// Phase is how far an occupant has come.
type Phase string

const (
	Starting Phase = "starting" // its process is being made
	Running  Phase = "running"
	Stopping Phase = "stopping" // it was told to end, and has not
)

// Occupant is a generation that holds a seat.
type Occupant struct {
	Identity   Identity   `json:"identity"`
	Generation Generation `json:"generation"`
	Phase      Phase      `json:"phase"`
	Process    Process    `json:"process,omitzero"` // zero while it starts
}

// Seat is the occupancy of one seat. The zero value is vacant and was never
// taken.
type Seat struct {
	Last Generation `json:"last"` // the generation of the latest occupant
	Now  *Occupant  `json:"now,omitempty"`
}

// Vacant reports whether the seat is free to be taken.
func (s Seat) Vacant() bool { return s.Now == nil }

// Occupy takes a vacant seat for a new generation. An occupied seat is never
// replaced silently: its own actor is told to activate it, any other one is
// refused.
func (s Seat) Occupy(id Identity) (Seat, error) {
	if err := id.complete(); err != nil {
		return s, err
	}
	if s.Now != nil {
		if s.Now.Identity != id {
			return s, s.conflict(id)
		}
		return s, fault.New(fault.Refused, "seat %s is occupied by generation %d", id.Node, s.Now.Generation).
			Next("activate it, or stop it first")
	}
	s.Last++
	s.Now = &Occupant{Identity: id, Generation: s.Last, Phase: Starting}
	return s, nil
}

// Activate checks that a seat is held by exactly this actor and generation. It
// changes nothing: an occupied generation is never given to another actor.
func (s Seat) Activate(id Identity, g Generation) error {
	switch {
	case s.Now == nil:
		return fault.New(fault.Refused, "seat %s is vacant", id.Node).Next("start it")
	case s.Now.Identity != id:
		return s.conflict(id)
	case s.Now.Generation != g:
		return fault.New(fault.Conflict, "seat %s is at generation %d, not %d", id.Node, s.Now.Generation, g).Next("read the seat again")
	}
	return nil
}

// Take is what creating an agent seat comes to.
type Take string

const (
	Spawn Take = "spawn" // the seat was vacant and is taken: start its process
	Keep  Take = "keep"  // its own actor holds it already: show that
)

// Create takes a vacant seat, and leaves an occupied one to its own actor.
func (s Seat) Create(id Identity) (Seat, Take, error) {
	if s.Now == nil {
		taken, err := s.Occupy(id)
		return taken, Spawn, err
	}
	if err := s.Activate(id, s.Now.Generation); err != nil {
		return s, "", err
	}
	return s, Keep, nil
}

// conflict is the seat-identity conflict: it names what differs.
func (s Seat) conflict(id Identity) error {
	held := s.Now.Identity
	for _, f := range []struct{ name, held, asked string }{
		{"canvas", held.Canvas, id.Canvas},
		{"node", held.Node, id.Node},
		{"binding", held.Binding, id.Binding},
		{"agent", held.Agent, id.Agent},
		{"harness", held.Harness, id.Harness},
	} {
		if f.held != f.asked {
			return fault.New(fault.Conflict, "seat-identity conflict: the seat is held by another actor: its %s is %q, not %q", f.name, f.held, f.asked).
				Next("stop the incumbent first, or use another seat")
		}
	}
	panic("seat: a conflict between equal identities")
}

func (id Identity) complete() error {
	for _, f := range []struct{ name, value string }{
		{"canvas", id.Canvas}, {"node", id.Node}, {"binding", id.Binding}, {"agent name", id.Agent}, {"harness", id.Harness},
	} {
		if f.value == "" && !(id.Raw() && (f.name == "harness" || f.name == "agent name")) {
			return fault.New(fault.Refused, "an agent seat needs a %s", f.name).Next("give the card a name, a binding and a harness")
		}
	}
	return nil
}

// Bind gives the process to the generation that was started for it. A process
// that is bound is not exchanged for another.
func (s Seat) Bind(g Generation, p Process) (Seat, error) {
	if err := s.at(g); err != nil {
		return s, err
	}
	if s.Now.Process != (Process{}) && s.Now.Process != p {
		return s, fault.New(fault.Conflict, "generation %d is bound to process %d", g, s.Now.Process.PID).Next("stop it first")
	}
	now := *s.Now
	now.Process = p
	if now.Phase == Starting {
		now.Phase = Running
	}
	s.Now = &now
	return s, nil
}

// Stop notes that the occupant was told to end. It still occupies.
func (s Seat) Stop(g Generation) (Seat, error) {
	if err := s.at(g); err != nil {
		return s, err
	}
	now := *s.Now
	now.Phase = Stopping
	s.Now = &now
	return s, nil
}

// Vacate notes that the occupant's process has exited, is missing or was never
// made. News of an earlier generation changes nothing.
func (s Seat) Vacate(g Generation) Seat {
	if s.Now != nil && s.Now.Generation == g {
		s.Now = nil
	}
	return s
}

// Holds reports whether a process is the seat's: the pid alone does not tell.
func (s Seat) Holds(p Process) bool {
	return s.Now != nil && s.Now.Process == p && p != Process{}
}

func (s Seat) at(g Generation) error {
	if s.Now == nil || s.Now.Generation != g {
		return fault.New(fault.Conflict, "generation %d does not hold the seat", g).Next("read the seat again")
	}
	return nil
}

// Removal is what deleting a card asks for.
type Removal string

const (
	// Leave: nothing runs, or it goes on without a card.
	Leave Removal = "leave"
	// StopFirst: the process is stopped, and the card stays when that fails.
	StopFirst Removal = "stop-first"
)

// Delete says what deleting the seat's card asks for. kill is the authored
// onDelete: detach, the default, leaves the process alive.
func (s Seat) Delete(kill bool) Removal {
	if kill && s.Now != nil {
		return StopFirst
	}
	return Leave
}

// Name is the name of a managed entity.
type Name struct{ Host, Profile string }

// Local is the host that Junto itself runs on.
const Local = "local"

// ParseName reads <host>:<profile>.
func ParseName(s string) (Name, error) {
	host, profile, ok := strings.Cut(s, ":")
	if !ok || host == "" || profile == "" || strings.TrimSpace(s) != s || strings.ContainsAny(profile, ":\n\t") || strings.ContainsAny(host, " /") {
		return Name{}, fault.New(fault.Input, "%q is not a name of the form <host>:<profile>", s).Next(`write it like "local:planner"`)
	}
	return Name{host, profile}, nil
}

func (n Name) String() string { return n.Host + ":" + n.Profile }

// IsLocal reports whether the entity's programs run here.
func (n Name) IsLocal() bool { return n.Host == Local }

// Card is what makes an agent's card a deliverable seat.
type Card struct{ Name, Binding, Harness string }

// Deliverable reports whether mail can reach the card: it has all of a name, a
// binding and a harness. Missing says what it lacks.
func (c Card) Deliverable() bool { return len(c.Missing()) == 0 }

// Missing lists what the card lacks, by the names of the document.
func (c Card) Missing() []string {
	var missing []string
	for _, f := range []struct{ name, value string }{
		{"entity.name", c.Name}, {"ether.terminal.bindingId", c.Binding}, {"ether.terminal.harness", c.Harness},
	} {
		if f.value == "" {
			missing = append(missing, f.name)
		}
	}
	return missing
}

// Undeliverable is the fault of mail to a card that is no deliverable seat.
func (c Card) Undeliverable(node string) error {
	missing := c.Missing()
	if len(missing) == 0 {
		return nil
	}
	return fault.New(fault.Refused, "node %q is not a seat that mail can reach: it has no %s", node, strings.Join(missing, " and no ")).
		Next("ask the operator to complete the card")
}
