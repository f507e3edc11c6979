package canvas

import "strconv"

// Live is what is known of a node at the moment of drawing.
type Live struct {
	Glance string   // what its seat shows; empty for what has none
	About  string   // the line below its title
	Screen []string // the last lines of its terminal
}

// margin is the ground around the outermost nodes.
const margin = 48

// SVG draws the document as the page shows it. The same document, theme and
// live facts give the same bytes. live may be nil.
func (d Document) SVG(t Theme, live func(node string) Live) []byte {
	if live == nil {
		live = func(string) Live { return Live{} }
	}
	p := &picture{theme: t, doc: d}
	b := d.bounds()
	p.open("svg", "xmlns", "http://www.w3.org/2000/svg", "width", num(b.Width), "height", num(b.Height),
		"viewBox", num(b.X)+" "+num(b.Y)+" "+num(b.Width)+" "+num(b.Height),
		"font-family", "Inter, system-ui, sans-serif", "font-size", "13")
	p.ground(b)
	for _, n := range d.nodes {
		if n.Type == Group {
			p.region(n)
		}
	}
	for _, e := range d.edges {
		p.wire(e)
	}
	for _, n := range d.nodes {
		if n.Type != Group {
			p.card(n, live(n.ID))
		}
	}
	for _, e := range d.edges {
		p.ends(e)
	}
	p.shut("svg")
	return p.out.Bytes()
}

// bounds is the rectangle around all nodes, with a margin.
func (d Document) bounds() Rect {
	if len(d.nodes) == 0 {
		return Rect{0, 0, 640, 400}
	}
	first := d.nodes[0]
	left, top, right, bottom := first.X, first.Y, first.X+first.Width, first.Y+first.Height
	for _, n := range d.nodes {
		left, top = min(left, n.X), min(top, n.Y)
		right, bottom = max(right, n.X+n.Width), max(bottom, n.Y+n.Height)
	}
	return Rect{left - margin, top - margin, right - left + 2*margin, bottom - top + 2*margin}
}

func (p *picture) ground(b Rect) {
	p.open("defs")
	p.open("pattern", "id", "dots", "width", "22", "height", "22", "patternUnits", "userSpaceOnUse")
	p.element("circle", "cx", "1", "cy", "1", "r", "1", "fill", p.theme.dot)
	p.shut("pattern")
	p.shut("defs")
	p.box(b, 0, "fill", p.theme.ground)
	p.box(b, 0, "fill", "url(#dots)")
}

func (p *picture) region(n *Node) {
	hue := p.theme.paint(n.Color, p.theme.region)
	p.box(n.Rect, 20, "fill", hue, "fill-opacity", "0.05", "stroke", hue, "stroke-opacity", "0.3")
	label := firstLine(n.Label)
	p.text(n.X+18, n.Y+26, label, n.Width-36, "font-size", "12.5", "font-weight", "600", "fill", hue)
	about := strconv.Itoa(len(p.doc.Members(n.ID))) + " inside"
	p.text(n.X+28+advance(label, 125), n.Y+26, about, n.Width-46-advance(label, 125), "font-size", "12.5", "fill", p.theme.muted)
}

// card draws a node that is no region.
func (p *picture) card(n *Node, live Live) {
	if n.Has(Parked) {
		p.open("g", "opacity", "0.55")
		defer p.shut("g")
	}
	switch n.Kind() {
	case KindLabel:
		p.label(n)
	case KindNote:
		p.note(n)
	default:
		p.thing(n, live)
	}
}

func (p *picture) label(n *Node) {
	lines := readable(n.Text)
	if len(lines) == 0 {
		lines = []string{n.Title()}
	}
	p.text(n.X, n.Y+34, lines[0], n.Width, "font-size", "34", "font-weight", "640", "fill", p.theme.paint(n.Color, p.theme.ink))
	p.lines(Rect{n.X, n.Y + 42, n.Width, n.Height - 42}, lines[1:], 20, "fill", p.theme.muted)
}

func (p *picture) note(n *Node) {
	p.box(n.Rect, 14, "fill", p.theme.note, "stroke", p.theme.paint(n.Color, p.theme.noteLine))
	lines := readable(n.Text)
	if len(lines) == 0 {
		return
	}
	p.text(n.X+16, n.Y+28, lines[0], n.Width-32, "font-weight", "600", "fill", p.theme.noteInk)
	p.lines(Rect{n.X + 16, n.Y + 36, n.Width - 32, n.Height - 48}, lines[1:], 18, "font-size", "12.5", "fill", p.theme.noteInk)
}

// thing draws a card with a head: a seat, a terminal, a file, or what this
// build does not know.
func (p *picture) thing(n *Node, live Live) {
	ring := p.theme.paint(n.Color, p.theme.line)
	hue, says := p.theme.glance(live.Glance)
	if n.Color == "" && (live.Glance == "working" || live.Glance == "attention") {
		ring = hue
	}
	blocked := n.Kind() == KindAgent && n.Has(Blocker) // only a seat is blocked
	if blocked {
		hue, says = p.theme.wrong, "Blocked"
	}
	p.box(n.Rect, 14, "fill", p.theme.surface, "stroke", ring)
	p.box(Rect{n.X + 12, n.Y + 11, 24, 24}, 7, "fill", p.theme.inset, "stroke", p.theme.line)
	p.middle(n.X+24, n.Y+27, sign(n), "font-size", "10", "font-weight", "600", "font-family", "monospace", "fill", p.theme.muted)
	room := n.Width - 58
	if live.Glance != "" || blocked {
		room -= p.chip(n, hue, says)
	}
	about := live.About
	if about == "" {
		about = aboutOf(n)
	}
	p.text(n.X+46, n.Y+20, n.Title(), room, "font-weight", "600", "fill", p.theme.ink)
	p.text(n.X+46, n.Y+36, about, room, "font-size", "11.5", "fill", p.theme.muted)
	if n.Height >= 96 && (n.Kind() == KindAgent || n.Kind() == KindTerminal) {
		p.screen(Rect{n.X + 8, n.Y + 46, n.Width - 16, n.Height - 54}, live.Screen)
	}
}

// minTitle is the room that a title has at least: a card that is too narrow for
// words beside it shows the state as a dot.
const minTitle = 60

// chip draws what a card's seat shows, and returns the room that it takes.
func (p *picture) chip(n *Node, hue, says string) int {
	width := advance(says, 115) + 16
	if n.Width-58-width-8 < minTitle {
		p.element("circle", "cx", num(n.X+n.Width-14), "cy", num(n.Y+14), "r", "4", "fill", hue)
		return 14
	}
	p.box(Rect{n.X + n.Width - width - 10, n.Y + 12, width, 22}, 11, "fill", hue, "fill-opacity", "0.14")
	p.middle(n.X+n.Width-10-width/2, n.Y+27, says, "font-size", "11.5", "font-weight", "550", "fill", hue)
	return width + 8
}

// screen draws the last lines that fit.
func (p *picture) screen(r Rect, lines []string) {
	p.box(r, 9, "fill", p.theme.inset, "stroke", p.theme.line)
	rows := max(0, (r.Height-16)/17)
	lines = lines[max(0, len(lines)-rows):]
	y := r.Y + r.Height - 12 - 17*(len(lines)-1)
	for i, line := range lines {
		p.text(r.X+11, y+17*i, oneLineKeeping(line), r.Width-22,
			"font-family", "JetBrains Mono, monospace", "font-size", "11.5", "xml:space", "preserve", "fill", p.theme.muted)
	}
}

// sign is the two letters of a card's tile.
func sign(n *Node) string {
	if n.Kind() == KindTerminal {
		return "sh"
	}
	name := oneLine(string(n.Kind()))
	if t := n.Terminal(); t != nil && t.Harness != "" {
		name = t.Harness
	}
	if short, ok := shorts[name]; ok {
		return short
	}
	for i := range name {
		if i >= 2 {
			return name[:i]
		}
	}
	return name
}

// shorts are the tiles of what would be read as something else by its first two
// letters.
var shorts = map[string]string{"claude": "cc", "codex": "cx", "copilot": "cp", "file": "f", "link": "↗"}

func aboutOf(n *Node) string {
	switch {
	case n.Kind() == KindAgent && n.Terminal() != nil && n.Terminal().Harness != "":
		return n.Terminal().Harness + " · " + n.Name()
	case n.Ether != nil && n.Ether.Git != nil:
		return n.Ether.Git.Cwd
	case n.Type == File:
		return n.File
	}
	return string(n.Kind())
}
