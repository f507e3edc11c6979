package canvas

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Digest is a projection of the document to text, for reading and for
// comparing: the same document gives the same bytes. glance says what a seat's
// card shows; nil leaves it out.
func (d Document) Digest(name string, glance func(node string) string) []byte {
	w := digest{doc: d, glance: glance}
	w.line(0, "canvas :: %s", oneLine(name))
	w.line(0, "nodes :: %d", len(d.nodes))
	w.line(0, "edges :: %d", len(d.edges))
	w.regions()
	w.kinds()
	w.seats()
	w.section("nodes", len(d.nodes), func() {
		for _, n := range d.nodes {
			w.line(1, "%s :: %s%s", w.called(n), n.Kind(), w.marks(n))
		}
	})
	w.section("edges", len(d.edges), func() {
		for _, e := range d.edges {
			w.line(1, "%s %s %s [%s]", w.title(e.FromNode), arrow(e), w.title(e.ToNode), oneLine(e.ID))
		}
	})
	blocked := slices.DeleteFunc(slices.Clone(d.nodes), func(n *Node) bool { return !n.Has(Blocker) })
	w.section("blockers", len(blocked), func() {
		for _, n := range blocked {
			w.line(1, "%s", w.called(n))
		}
	})
	return w.out.Bytes()
}

type digest struct {
	doc    Document
	glance func(string) string
	out    bytes.Buffer
}

func (w *digest) line(depth int, format string, args ...any) {
	w.out.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

// section leaves out what has nothing in it.
func (w *digest) section(name string, n int, write func()) {
	if n == 0 {
		return
	}
	w.line(0, "")
	w.line(0, "%s", name)
	write()
}

// called is a title with the id that tells it from others of the same title.
func (w *digest) called(n *Node) string { return fmt.Sprintf("%s [%s]", n.Title(), oneLine(n.ID)) }

// arrow is an edge's verb, or what a plain line is labelled with.
func arrow(e *Edge) string {
	says := string(e.Verb)
	if says == "" {
		says = firstLine(e.Look.Label)
	}
	if says == "" {
		return "-->"
	}
	return "--" + says + "-->"
}

func (w *digest) title(id string) string {
	if n, ok := w.doc.Node(id); ok {
		return n.Title()
	}
	return oneLine(id)
}

func (w *digest) marks(n *Node) string {
	if n.Ether == nil || len(n.Ether.Flags) == 0 {
		return ""
	}
	flags := make([]string, len(n.Ether.Flags))
	for i, f := range n.Ether.Flags {
		flags[i] = string(f)
	}
	return ", " + strings.Join(flags, ", ")
}

func (w *digest) regions() {
	groups := slices.DeleteFunc(slices.Clone(w.doc.nodes), func(n *Node) bool { return n.Type != Group })
	w.section("regions", len(groups), func() {
		for _, g := range groups {
			members := w.doc.Members(g.ID)
			w.line(1, "%s :: %d inside%s", w.called(g), len(members), w.rollup(members))
			if g.Ether != nil && g.Ether.Region != nil && g.Ether.Region.Instruction != "" {
				w.line(2, "says: %s", firstLine(g.Ether.Region.Instruction))
			}
			for _, n := range members {
				if inner, _ := w.doc.Region(n.ID); inner == g {
					w.line(2, "%s", w.called(n))
				}
			}
		}
	})
}

// rollup counts what the seats in a region show.
func (w *digest) rollup(members []*Node) string {
	counts := map[string]int{}
	for _, n := range members {
		if n.Kind() == KindAgent && n.Has(Blocker) { // only a seat is blocked
			counts["blocked"]++
			continue
		}
		if w.glance != nil && n.Kind() == KindAgent {
			if g := w.glance(n.ID); g != "" {
				counts[g]++
			}
		}
	}
	var says strings.Builder
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&says, ", %d %s", counts[k], k)
	}
	return says.String()
}

func (w *digest) kinds() {
	counts := map[Kind]int{}
	for _, n := range w.doc.nodes {
		counts[n.Kind()]++
	}
	w.section("kinds", len(counts), func() {
		for _, k := range slices.Sorted(maps.Keys(counts)) {
			w.line(1, "%s :: %d", oneLine(string(k)), counts[k])
		}
	})
}

func (w *digest) seats() {
	agents := slices.DeleteFunc(slices.Clone(w.doc.nodes), func(n *Node) bool { return n.Kind() != KindAgent })
	w.section("seats", len(agents), func() {
		for _, n := range agents {
			w.line(1, "%s :: %s", w.called(n), strings.Join(w.seat(n), ", "))
		}
	})
}

func (w *digest) seat(n *Node) []string {
	name, harness := n.Name(), ""
	if t := n.Terminal(); t != nil {
		harness = t.Harness
	}
	if name == "" {
		name = "no name"
	}
	if harness == "" {
		harness = "no harness"
	}
	says := []string{oneLine(name), harness}
	if n.Terminal() == nil {
		says = append(says, "no binding")
	}
	if w.glance != nil {
		if g := w.glance(n.ID); g != "" {
			says = append(says, g)
		}
	}
	return says
}
