package vt

// graphic is what an SGR number that takes no parameters does.
type graphic struct {
	clear, set Attr
	field      colorField
	color      Color
}

// colorField says which of a style's colours is meant.
type colorField uint8

const (
	noColor colorField = iota
	foreground
	background
	underlineColor
)

// graphics are those numbers. The other known ones are 0, 4, 38, 48 and 58.
var graphics = withColors([108]graphic{
	1: {set: Bold}, 2: {set: Faint}, 3: {set: Italic}, 5: {set: Blink}, 6: {set: Blink},
	7: {set: Inverse}, 8: {set: Hidden}, 9: {set: Strike},
	21: {clear: underlineMask, set: underlineUnit * Attr(UnderlineDouble)},
	22: {clear: Bold | Faint}, 23: {clear: Italic}, 24: {clear: underlineMask},
	25: {clear: Blink}, 27: {clear: Inverse}, 28: {clear: Hidden}, 29: {clear: Strike},
	39: {field: foreground}, 49: {field: background},
	53: {set: Overline}, 55: {clear: Overline}, 59: {field: underlineColor},
})

// withColors adds the numbers of the first sixteen colours.
func withColors(g [108]graphic) [108]graphic {
	for i := range uint8(8) {
		g[30+i] = graphic{field: foreground, color: Indexed(i)}
		g[40+i] = graphic{field: background, color: Indexed(i)}
		g[90+i] = graphic{field: foreground, color: Indexed(i + 8)}
		g[100+i] = graphic{field: background, color: Indexed(i + 8)}
	}
	return g
}

// selectGraphics is SGR.
func (t *Terminal) selectGraphics() {
	t.pen.stale = true
	p, s := &t.parse.p, &t.pen.style
	if p.n == 0 {
		s.reset()
		return
	}
	for i := 0; i < p.n; i++ {
		switch v := p.v[i]; {
		case v == 0:
			s.reset()
		case v == 4:
			u := UnderlineSingle
			if p.isSub(i + 1) {
				i++
				u = Underline(min(p.v[i], uint16(UnderlineDashed)))
			}
			s.attr = s.attr.withUnderline(u)
		case v == 38 || v == 48 || v == 58:
			var c Color
			var ok bool
			if c, i, ok = p.color(i); ok {
				s.setColor(colorField(v-28)/10, c)
			}
		case int(v) < len(graphics):
			g := &graphics[v]
			s.attr = s.attr&^g.clear | g.set
			s.setColor(g.field, g.color)
		}
		for p.isSub(i + 1) { // sub-parameters of numbers that have none
			i++
		}
	}
}

func (s *style) setColor(f colorField, c Color) {
	switch f {
	case foreground:
		s.fg = c
	case background:
		s.bg = c
	case underlineColor:
		s.under = c
	}
}

// color reads the colour after parameter i, in the form with colons or the one
// with semicolons; it returns the last parameter that belongs to it.
func (p *params) color(i int) (c Color, last int, ok bool) {
	if p.isSub(i + 1) {
		last = i + 1
		for p.isSub(last + 1) {
			last++
		}
		c, ok = colorOf(p.v[i+1 : last+1])
		return c, last, ok
	}
	size := 0
	switch p.get(i+1, 0) {
	case 5:
		size = 2
	case 2:
		size = 4
	}
	if size == 0 {
		return 0, min(i+1, p.n), false
	}
	last = i + size
	if last >= p.n {
		return 0, p.n, false
	}
	c, ok = colorOf(p.v[i+1 : last+1])
	return c, last, ok
}

// colorOf reads "5, index" or "2, r, g, b" or "2, colour space, r, g, b".
func colorOf(v []uint16) (Color, bool) {
	switch {
	case v[0] == 5 && len(v) >= 2:
		return Indexed(uint8(v[1])), true
	case v[0] == 2 && len(v) == 4:
		return RGB(uint8(v[1]), uint8(v[2]), uint8(v[3])), true
	case v[0] == 2 && len(v) >= 5:
		return RGB(uint8(v[2]), uint8(v[3]), uint8(v[4])), true
	}
	return 0, false
}
