package physics

import (
	"fmt"

	"junto/internal/canvas"
	"junto/internal/fault"
)

// Reason is the check that a call failed.
type Reason string

// The checks are in the order in which a call passes them.
const (
	// UnknownNode: the caller or the target is not on the canvas.
	UnknownNode Reason = "unknown_node"
	// NotConnected: no edge joins the two; they lie in one region.
	NotConnected Reason = "not_connected"
	// Invisible: no edge joins the two, and no region holds both.
	Invisible Reason = "invisible"
	// RoleLaw: the caller is no actor, or the target is geography.
	RoleLaw Reason = "role_law"
	// NoPort: the edge does not open the port, or the target does not offer it.
	NoPort Reason = "no_port"
)

// Denial says why a call is not admitted.
type Denial struct {
	Reason  Reason
	Caller  string
	Target  string
	Port    Port
	Missing string       // what is: "edge", "compatible target kind", "node", "port"
	Fix     canvas.Verb  // the verb of the edge that would admit the call; empty when none would
	Kind    canvas.Kind  // of the target, when the caller may know it
	Edge    *canvas.Edge // that was found wanting, if there is one
	unknown string       // the id that is not on the canvas
	says    string
}

// Admit decides a call: nil when it is admitted. It fails closed, at the first
// of the checks that does not hold.
func (w World) Admit(caller, target string, port Port) *Denial {
	d := Denial{Caller: caller, Target: target, Port: port}
	from, ok := w.doc.Node(caller)
	if !ok {
		return d.because(UnknownNode, "node", caller)
	}
	to, ok := w.doc.Node(target)
	if !ok {
		return d.because(UnknownNode, "node", target)
	}
	fix, fits := verbBetween(from.Kind(), to.Kind(), port)
	if fits && caller != target {
		d.Fix = fix
	}
	g, connected := w.grant(caller, target)
	if !connected {
		if !w.sees(caller, target) {
			return d.because(Invisible, "edge", "")
		}
		d.Kind = to.Kind()
		return d.because(NotConnected, "edge", "")
	}
	d.Kind, d.Edge = to.Kind(), w.doc.Edges()[g.edge]
	d.says = w.Sentence(d.Edge)
	if RoleOf(from) != Actor || RoleOf(to) == Geography {
		return d.because(RoleLaw, "compatible target kind", "")
	}
	if !(g.ports & KindOf(to.Kind()).Offers).Has(port) {
		return d.because(NoPort, "port", "")
	}
	return nil
}

func (d Denial) because(r Reason, missing, unknown string) *Denial {
	d.Reason, d.Missing, d.unknown = r, missing, unknown
	if d.Fix == "" && (r == NotConnected || r == Invisible) && d.Caller != d.Target {
		d.Missing = "compatible target kind"
	}
	return &d
}

// verbBetween is the verb of an edge that would open the port from one kind to
// another, whichever way it is stored.
func verbBetween(caller, target canvas.Kind, port Port) (canvas.Verb, bool) {
	offers := KindOf(target).Offers
	for _, r := range rules {
		if r.From == caller && r.To == target && (r.Forward&offers).Has(port) ||
			r.From == target && r.To == caller && (r.Back&offers).Has(port) {
			return r.Verb, true
		}
	}
	return "", false
}

// Fault is the denial as an error that names what is missing and what to do.
func (d *Denial) Fault() *fault.Fault {
	switch d.Reason {
	case UnknownNode:
		if d.unknown == d.Caller {
			return fault.New(fault.StaleNodeRef, "node %q, that this seat belonged to, is not on the canvas any more", d.Caller).
				Next("stop; the operator deleted this seat's card")
		}
		return fault.New(fault.UnknownTarget, "there is no node %q", d.Target).Next("`junto capabilities` lists the nodes that you are connected to")
	case NotConnected, Invisible:
		return d.unconnected()
	case RoleLaw:
		f := fault.New(fault.Scope, "%s: the law of roles does not allow it: %s", d.call(), d.roles())
		return f.Next("choose a node of kind agent; `junto capabilities` lists those that you are connected to")
	case NoPort:
		f := fault.New(fault.Scope, "%s: the edge %q does not open %s", d.call(), d.says, d.Port)
		if d.Fix == "" {
			return f.Next("`junto capabilities` lists what each edge opens")
		}
		return f.Next("ask the operator for an edge: %s", d.fix())
	}
	return fault.New(fault.Scope, "%s: not admitted", d.call())
}

func (d *Denial) unconnected() *fault.Fault {
	if d.Caller == d.Target {
		return fault.New(fault.Scope, "%s: no edge leads from a node to itself", d.call()).Next("leave the target out to act on your own seat")
	}
	f := fault.New(fault.Scope, "%s: no edge connects them", d.call())
	if d.Fix == "" {
		return f.Next("no edge would open %s there; choose a node of kind agent", d.Port)
	}
	return f.Next("ask the operator for an edge: %s", d.fix())
}

func (d *Denial) call() string { return fmt.Sprintf("%s from %q to %q", d.Port, d.Caller, d.Target) }

func (d *Denial) fix() string { return fmt.Sprintf("%s %s %s", d.Caller, d.Fix, d.Target) }

func (d *Denial) roles() string {
	if facts := KindOf(d.Kind); !facts.Built {
		return fmt.Sprintf("%s is disabled in this build", d.Kind)
	}
	return fmt.Sprintf("only agents act, and %s cannot be acted upon", d.Kind)
}
