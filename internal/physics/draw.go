package physics

import (
	"fmt"

	"junto/internal/canvas"
	"junto/internal/fault"
)

// CheckDraw says how an edge that is drawn between two nodes is stored: an edge
// that fits the table only backwards is turned round. Without a verb it gets the
// first that fits. A pair without a verb, a loop and a second edge between a pair
// are refused.
func CheckDraw(doc canvas.Document, from, to string, verb canvas.Verb) (Drawing, error) {
	a, ok := doc.Node(from)
	if !ok {
		return Drawing{}, unknownNode(from)
	}
	b, ok := doc.Node(to)
	if !ok {
		return Drawing{}, unknownNode(to)
	}
	if from == to {
		return Drawing{}, fault.New(fault.Refused, "a node cannot connect to itself").Next("draw the edge to another agent")
	}
	d, ok := fit(a, b, verb)
	if !ok {
		return Drawing{}, noVerb(a, b, verb)
	}
	// Grants hold both ways. An edge that adds nothing to one that is there, such as
	// a second one the other way round, would make that deleting either of the two
	// revokes nothing.
	for _, e := range doc.Edges() {
		if e.FromNode == d.From && e.ToNode == d.To || e.FromNode == d.To && e.ToNode == d.From {
			if e.Verb == d.Verb {
				return Drawing{}, fault.New(fault.Refused, "that relation already exists: edge %q", e.ID).Next("use the edge that is there")
			}
			if covers(a.Kind(), b.Kind(), e.Verb, d.Verb) {
				return Drawing{}, fault.New(fault.Refused, "the two are connected already: edge %q, %s, opens all that and more", e.ID, e.Verb).
					Next("delete it first, for the other to be all that there is")
			}
		}
	}
	return d, nil
}

// covers reports whether a verb between two kinds opens all that another does.
func covers(a, b canvas.Kind, verb, other canvas.Verb) bool {
	forward, back := opens(a, b, verb)
	more, moreBack := opens(a, b, other)
	return more&^forward == 0 && moreBack&^back == 0
}

// opens is what a verb opens from one kind to another, and back.
func opens(a, b canvas.Kind, verb canvas.Verb) (forward, back Ports) {
	if r, ok := ruleFor(a, b, verb); ok {
		return r.Forward, r.Back
	}
	r, _ := ruleFor(b, a, verb)
	return r.Back, r.Forward
}

// fit finds the first row of the table for the pair, as drawn or turned round.
func fit(a, b *canvas.Node, verb canvas.Verb) (Drawing, bool) {
	for _, way := range [][2]*canvas.Node{{a, b}, {b, a}} {
		for _, r := range rules {
			if r.From == way[0].Kind() && r.To == way[1].Kind() && (verb == "" || r.Verb == verb) {
				return Drawing{way[0].ID, way[1].ID, r.Verb}, true
			}
		}
	}
	return Drawing{}, false
}

func unknownNode(id string) error {
	return fault.New(fault.UnknownTarget, "there is no node %q", id).Next("read the canvas again")
}

func noVerb(a, b *canvas.Node, verb canvas.Verb) error {
	for _, n := range []*canvas.Node{a, b} {
		k := KindOf(n.Kind())
		if !k.Built {
			return fault.New(fault.Refused, "%s is disabled in this build: it takes no edges", k.Kind).Next("connect two agents")
		}
		if k.Role == Geography {
			return fault.New(fault.Refused, "%q is %s: geography takes no edges", n.Title(), article(k.Kind)).Next("connect two agents")
		}
	}
	if verb != "" {
		return fault.New(fault.Refused, "no %s edge leads from %s to %s", verb, article(a.Kind()), article(b.Kind())).
			Next("leave the verb out to get the one that fits")
	}
	return fault.New(fault.Refused, "there is no verb from %s to %s", article(a.Kind()), article(b.Kind())).Next("connect two agents")
}

func article(k canvas.Kind) string {
	switch k[0] {
	case 'a', 'e', 'i', 'o', 'u':
		return "an " + string(k)
	}
	return "a " + string(k)
}

// Edit does actions on a document under the law: edges are checked and stored in
// their verb's order, and what this build does not have is not created. mint
// makes the id of an edge that came without one.
func Edit(doc canvas.Document, actions []canvas.Action, mint func() string) (canvas.Document, canvas.Change, error) {
	after, change := doc, canvas.Change{}
	for i, a := range actions {
		a, err := lawful(after, a, mint)
		if err == nil {
			var steps canvas.Change
			after, steps, err = after.Apply(a)
			change = append(change, steps...)
		}
		if err != nil {
			return doc, nil, numbered(err, i, len(actions))
		}
	}
	return after, change, nil
}

// numbered says which of several actions was refused.
func numbered(err error, i, of int) error {
	f, ok := fault.As(err)
	if !ok || of < 2 {
		return err
	}
	c := *f
	c.Message = fmt.Sprintf("operation %d of %d: %s", i+1, of, f.Message)
	return &c
}

// lawful is the action as the law lets it be done.
func lawful(doc canvas.Document, a canvas.Action, mint func() string) (canvas.Action, error) {
	switch a := a.(type) {
	case canvas.AddNode:
		if k := KindOf(a.Node.Kind()); !k.Built {
			return nil, fault.New(fault.Refused, "%s is disabled in this build: it cannot be created", k.Kind).Next("add one of the kinds that `junto docs` lists")
		}
		return a, nil
	case canvas.AddEdge:
		d, err := CheckDraw(doc, a.From, a.To, a.Verb)
		if err != nil {
			return nil, err
		}
		if d.From != a.From {
			a.Look = turned(a.Look)
		}
		a.From, a.To, a.Verb = d.From, d.To, d.Verb
		if a.ID == "" {
			a.ID = mint()
		}
		return a, nil
	}
	return a, nil
}

// turned is the look of an edge whose ends change places.
func turned(l canvas.Look) canvas.Look {
	l.FromSide, l.ToSide = l.ToSide, l.FromSide
	l.FromEnd, l.ToEnd = l.ToEnd, l.FromEnd
	return l
}
