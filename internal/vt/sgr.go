package vt

// simpleGraphics are the SGR numbers that set or clear attributes.
var simpleGraphics = [...]struct{ set, clear Attr }{
	1: {set: Bold}, 2: {set: Faint}, 3: {set: Italic}, 5: {set: Blink}, 6: {set: Blink},
	7: {set: Inverse}, 8: {set: Hidden}, 9: {set: Strike},
	22: {clear: Bold | Faint}, 23: {clear: Italic}, 24: {clear: underlineMask},
	25: {clear: Blink}, 27: {clear: Inverse}, 28: {clear: Hidden}, 29: {clear: Strike},
	53: {set: Overline}, 55: {clear: Overline},
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
		case v == 21:
			s.attr = s.attr.withUnderline(UnderlineDouble)
		case v == 38 || v == 48 || v == 58:
			var c Color
			var ok bool
			if c, i, ok = p.color(i); ok {
				s.setColor(v, c)
			}
		case v >= 30 && v <= 49 || v >= 90 && v <= 107 || v == 59:
			s.setPlainColor(v)
		case int(v) < len(simpleGraphics):
			s.attr = s.attr&^simpleGraphics[v].clear | simpleGraphics[v].set
		}
		for p.isSub(i + 1) { // sub-parameters of numbers that have none
			i++
		}
	}
}

func (s *style) setColor(number uint16, c Color) {
	switch number {
	case 38:
		s.fg = c
	case 48:
		s.bg = c
	case 58:
		s.under = c
	}
}

// setPlainColor sets the colours that are one number.
func (s *style) setPlainColor(v uint16) {
	switch {
	case v <= 37:
		s.fg = Indexed(uint8(v - 30))
	case v == 39:
		s.fg = 0
	case v >= 40 && v <= 47:
		s.bg = Indexed(uint8(v - 40))
	case v == 49:
		s.bg = 0
	case v == 59:
		s.under = 0
	case v >= 90 && v <= 97:
		s.fg = Indexed(uint8(v - 90 + 8))
	case v >= 100:
		s.bg = Indexed(uint8(v - 100 + 8))
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
