package canvas

// point is a place, and the direction in which an edge leaves it.
type point struct{ x, y, dx, dy int }

// route is where an edge runs: from a side of one node to a side of the other.
func (p *picture) route(e *Edge) (from, to point, ok bool) {
	a, okA := p.doc.Node(e.FromNode)
	b, okB := p.doc.Node(e.ToNode)
	if !okA || !okB {
		return point{}, point{}, false
	}
	fromSide, toSide := e.Look.FromSide, e.Look.ToSide
	if fromSide == "" {
		fromSide = facing(a.Rect, b.Rect)
	}
	if toSide == "" {
		toSide = facing(b.Rect, a.Rect)
	}
	return a.side(fromSide), b.side(toSide), true
}

// facing is the side of one rectangle that looks at another.
func facing(a, b Rect) string {
	dx := b.X + b.Width/2 - a.X - a.Width/2
	dy := b.Y + b.Height/2 - a.Y - a.Height/2
	// Cards are wider than high: compare how far apart they are, not how far
	// their middles are.
	gapX := max(b.X-a.X-a.Width, a.X-b.X-b.Width)
	gapY := max(b.Y-a.Y-a.Height, a.Y-b.Y-b.Height)
	switch {
	case gapX >= gapY && dx >= 0:
		return "right"
	case gapX >= gapY:
		return "left"
	case dy >= 0:
		return "bottom"
	}
	return "top"
}

func (r Rect) side(name string) point {
	switch name {
	case "top":
		return point{r.X + r.Width/2, r.Y, 0, -1}
	case "right":
		return point{r.X + r.Width, r.Y + r.Height/2, 1, 0}
	case "bottom":
		return point{r.X + r.Width/2, r.Y + r.Height, 0, 1}
	}
	return point{r.X, r.Y + r.Height/2, -1, 0}
}

// bend is how far an edge runs straight out of a card before it turns.
func bend(a, b point) int {
	return min(160, max(24, (abs(a.x-b.x)+abs(a.y-b.y))/3))
}

func abs(n int) int { return max(n, -n) }

// wire draws the line of an edge, below the cards.
func (p *picture) wire(e *Edge) {
	a, b, ok := p.route(e)
	if !ok {
		return
	}
	c := bend(a, b)
	path := "M" + num(a.x) + " " + num(a.y) +
		" C" + num(a.x+a.dx*c) + " " + num(a.y+a.dy*c) +
		" " + num(b.x+b.dx*c) + " " + num(b.y+b.dy*c) +
		" " + num(b.x) + " " + num(b.y)
	p.element("path", "d", path, "fill", "none", "stroke", p.theme.verb(e), "stroke-width", "1.75", "stroke-opacity", "0.8")
}

// ends draws the ports of an edge and its verb, above the cards.
func (p *picture) ends(e *Edge) {
	a, b, ok := p.route(e)
	if !ok {
		return
	}
	hue := p.theme.verb(e)
	for _, at := range []point{a, b} {
		p.element("circle", "cx", num(at.x), "cy", num(at.y), "r", "4.5", "fill", p.theme.surface, "stroke", hue, "stroke-width", "1.75")
	}
	says := string(e.Verb)
	if says == "" {
		says = firstLine(e.Look.Label)
	}
	if says == "" {
		return
	}
	c := bend(a, b)
	// The middle of the curve: a cubic at one half.
	x := (a.x + 3*(a.x+a.dx*c) + 3*(b.x+b.dx*c) + b.x) / 8
	y := (a.y + 3*(a.y+a.dy*c) + 3*(b.y+b.dy*c) + b.y) / 8
	width := advance(says, 110) + 16
	p.box(Rect{x - width/2, y - 11, width, 22}, 11, "fill", p.theme.ground, "stroke", hue, "stroke-opacity", "0.45")
	p.middle(x, y+4, says, "font-size", "11", "font-weight", "550", "fill", hue)
}
