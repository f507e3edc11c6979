package physics

import (
	"fmt"
	"strings"

	"junto/internal/canvas"
)

// Check is one of the checks of admission.
type Check struct {
	Name string `json:"check"`
	OK   bool   `json:"ok"`
	Says string `json:"says"`
}

// Answer says why a call is admitted or not.
type Answer struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Port     Port     `json:"port,omitempty"`
	Admitted bool     `json:"admitted"`
	Grants   []Port   `json:"grants"`           // all that may be asked
	Checks   []Check  `json:"checks"`           // up to the first that fails
	Failed   Reason   `json:"failed,omitempty"` // the check that fails
	Missing  string   `json:"missing,omitempty"`
	Fix      *Drawing `json:"fix,omitempty"` // the edge that would admit the call
	Says     string   `json:"says"`
}

// Why explains a call. Without a port it asks whether anything is admitted.
func (w World) Why(from, to string, port Port) Answer {
	a := Answer{From: from, To: to, Port: port, Grants: []Port{}}
	if g, ok := w.grant(from, to); ok {
		if n, found := w.doc.Node(to); found {
			a.Grants = (g.ports & KindOf(n.Kind()).Offers).List()
		}
	}
	ask := port
	if ask == "" {
		ask = MsgSend // every rule of the table opens it
		if len(a.Grants) > 0 {
			ask = a.Grants[0]
		}
	}
	d := w.Admit(from, to, ask)
	a.Admitted = d == nil
	a.Checks = w.checks(from, to, port, d)
	if d == nil {
		a.Says = fmt.Sprintf("admitted: %s", joinPorts(a.Grants))
		return a
	}
	f := d.Fault()
	a.Failed, a.Missing, a.Says = d.Reason, d.Missing, f.Message
	if d.Fix != "" {
		a.Fix = &Drawing{From: from, To: to, Verb: d.Fix}
	}
	return a
}

// checks lists the checks that held, and the one that did not.
func (w World) checks(from, to string, port Port, d *Denial) []Check {
	steps := []struct {
		name string
		at   []Reason
		says string
	}{
		{"nodes", []Reason{UnknownNode}, "both nodes are on the canvas"},
		{"edge", []Reason{NotConnected, Invisible}, "an edge connects them"},
		{"roles", []Reason{RoleLaw}, "an actor asks, and the target is no geography"},
		{"port", []Reason{NoPort}, "the edge opens it and the target offers it"},
	}
	var checks []Check
	for _, s := range steps {
		for _, r := range s.at {
			if d != nil && d.Reason == r {
				return append(checks, Check{s.name, false, d.Fault().Message})
			}
		}
		says := s.says
		if s.name == "edge" {
			if g, ok := w.grant(from, to); ok {
				says += ": " + w.Sentence(w.doc.Edges()[g.edge])
			}
		}
		if s.name == "port" && port == "" {
			says = "the edge opens ports that the target offers"
		}
		checks = append(checks, Check{s.name, true, says})
	}
	return checks
}

func joinPorts(ports []Port) string {
	names := make([]string, len(ports))
	for i, p := range ports {
		names[i] = string(p)
	}
	return strings.Join(names, ", ")
}

// Drawing is an edge as it is stored.
type Drawing struct {
	From string      `json:"from"`
	To   string      `json:"to"`
	Verb canvas.Verb `json:"verb"`
}
