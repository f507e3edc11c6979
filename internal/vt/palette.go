package vt

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Colors are the colours that a terminal answers queries with. Each is an RGB;
// what is left zero takes the default, dark theme's.
type Colors struct {
	Foreground, Background, Cursor Color
	Palette                        [256]Color
}

// Slots of the palette after its 256 indexed colours.
const (
	slotForeground = 256 + iota
	slotBackground
	slotCursor
	paletteSlots
)

// slotOf returns the slot of OSC 10, 11 and 12.
func slotOf(osc int) int { return slotForeground + osc - 10 }

// palette is the colours of the theme, and those that the program set instead.
// They are only for answers and snapshots: cells keep what the program said.
type palette struct {
	base Colors
	set  map[int]Color
}

func (p *palette) reset() { p.set = nil }

// put sets a slot; black is a colour too, so zero deletes.
func (p *palette) put(slot int, c Color) {
	if p.set == nil {
		p.set = make(map[int]Color)
	}
	p.set[slot] = c
}

func (p *palette) get(slot int) Color {
	if c, ok := p.set[slot]; ok {
		return c
	}
	switch slot {
	case slotForeground:
		return p.base.Foreground
	case slotBackground:
		return p.base.Background
	case slotCursor:
		return p.base.Cursor
	}
	return p.base.Palette[slot]
}

// orDefault fills in what is not set.
func (c Colors) orDefault() Colors {
	fill := func(to *Color, def Color) {
		if *to == 0 {
			*to = def
		}
	}
	fill(&c.Foreground, RGB(0xd4, 0xd4, 0xd4))
	fill(&c.Background, RGB(0x1e, 0x1e, 0x1e))
	fill(&c.Cursor, c.Foreground)
	for i := range c.Palette {
		fill(&c.Palette[i], standardColor(i))
	}
	return c
}

// standardColor is xterm's palette: 16 colours, a cube of 6×6×6, 24 greys.
func standardColor(i int) Color {
	level := func(n int) uint8 {
		if n == 0 {
			return 0
		}
		return uint8(55 + 40*n)
	}
	switch {
	case i < 16:
		return first16[i]
	case i < 232:
		i -= 16
		return RGB(level(i/36), level(i/6%6), level(i%6))
	}
	grey := uint8(8 + 10*(i-232))
	return RGB(grey, grey, grey)
}

var first16 = [16]Color{
	RGB(0x2e, 0x34, 0x36), RGB(0xcc, 0x00, 0x00), RGB(0x4e, 0x9a, 0x06), RGB(0xc4, 0xa0, 0x00),
	RGB(0x34, 0x65, 0xa4), RGB(0x75, 0x50, 0x7b), RGB(0x06, 0x98, 0x9a), RGB(0xd3, 0xd7, 0xcf),
	RGB(0x55, 0x57, 0x53), RGB(0xef, 0x29, 0x29), RGB(0x8a, 0xe2, 0x34), RGB(0xfc, 0xe9, 0x4f),
	RGB(0x72, 0x9f, 0xcf), RGB(0xad, 0x7f, 0xa8), RGB(0x34, 0xe2, 0xe2), RGB(0xee, 0xee, 0xec),
}

// SetColors changes the theme, and tells the program if it asked to be told.
func (t *Terminal) SetColors(c Colors) {
	t.label.palette.base = c.orDefault()
	if t.mode.has(modeTheme) {
		t.reportTheme()
	}
}

// reportTheme says whether the theme is dark (1) or light (2).
func (t *Terminal) reportTheme() {
	r, g, b, _ := t.label.palette.base.Background.Parts()
	theme := 1
	if 299*int(r)+587*int(g)+114*int(b) > 1000*128 {
		theme = 2
	}
	t.reply("\x1b[?997;%dn", theme)
}

// paletteCommand is OSC 4: pairs of an index and a colour or "?".
func (t *Terminal) paletteCommand(body []byte) {
	f := strings.Split(string(body[:min(len(body), maxText)]), ";")
	for i := 0; i+1 < len(f); i += 2 {
		n, err := strconv.ParseUint(f[i], 10, 8)
		if err != nil {
			return
		}
		t.colorCommand(fmt.Sprintf("4;%d", n), int(n), f[i+1])
	}
}

// dynamicColors is OSC 10, 11 and 12; further fields go to the next number.
func (t *Terminal) dynamicColors(osc int, body []byte) {
	for spec := range bytes.SplitSeq(body, []byte{';'}) {
		if osc > 12 {
			return
		}
		t.colorCommand(strconv.Itoa(osc), slotOf(osc), string(spec))
		osc++
	}
}

// colorCommand answers for or sets one colour.
func (t *Terminal) colorCommand(name string, slot int, spec string) {
	if spec == "?" {
		t.reply("\x1b]%s;%s%s", name, colorSpec(t.label.palette.get(slot)), t.stringEnd())
		return
	}
	if c, ok := parseColor(spec); ok {
		t.label.palette.put(slot, c)
		t.touch()
	}
}

// resetPalette is OSC 104, for all colours or those listed.
func (t *Terminal) resetPalette(body []byte) {
	t.touch()
	if len(body) == 0 {
		for i := range 256 {
			delete(t.label.palette.set, i)
		}
		return
	}
	for s := range strings.SplitSeq(string(body[:min(len(body), maxText)]), ";") {
		if n, err := strconv.ParseUint(s, 10, 8); err == nil {
			delete(t.label.palette.set, int(n))
		}
	}
}

// colorSpec writes a colour as X11 does, with 16 bits a part.
func colorSpec(c Color) string {
	r, g, b, _ := c.Parts()
	return fmt.Sprintf("rgb:%02x%02x/%02x%02x/%02x%02x", r, r, g, g, b, b)
}

// parseColor reads "rgb:r/g/b" with 1 to 4 digits a part, and "#rgb" to
// "#rrrrggggbbbb". Names of colours are not known.
func parseColor(s string) (Color, bool) {
	var parts []string
	if rest, ok := strings.CutPrefix(s, "rgb:"); ok {
		parts = strings.Split(rest, "/")
	} else if rest, ok := strings.CutPrefix(s, "#"); ok && len(rest)%3 == 0 {
		n := len(rest) / 3
		parts = []string{rest[:n], rest[n : 2*n], rest[2*n:]}
	}
	if len(parts) != 3 {
		return 0, false
	}
	var v [3]uint8
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 16, 16)
		if err != nil || len(p) > 4 {
			return 0, false
		}
		most := uint64(1)<<(4*len(p)) - 1
		v[i] = uint8((n*255 + most/2) / most)
	}
	return RGB(v[0], v[1], v[2]), true
}
