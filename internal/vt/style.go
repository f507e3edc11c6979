package vt

// Color is a colour of a cell: the default one, one of the palette, or RGB.
type Color uint32

const (
	colorIndexed Color = 1 << 24
	colorRGB     Color = 2 << 24
)

// Indexed returns colour i of the palette.
func Indexed(i uint8) Color { return colorIndexed | Color(i) }

// RGB returns a colour given by its parts.
func RGB(r, g, b uint8) Color { return colorRGB | Color(r)<<16 | Color(g)<<8 | Color(b) }

// IsDefault tells that no colour was set.
func (c Color) IsDefault() bool { return c == 0 }

// Index returns the palette's index, if the colour is of the palette.
func (c Color) Index() (uint8, bool) { return uint8(c), c>>24 == colorIndexed>>24 }

// Parts returns red, green and blue, if the colour is given by them.
func (c Color) Parts() (r, g, b uint8, ok bool) {
	return uint8(c >> 16), uint8(c >> 8), uint8(c), c>>24 == colorRGB>>24
}

// Attr is a set of attributes of a cell. The underline's style is a number of
// three bits inside it.
type Attr uint16

const (
	Bold Attr = 1 << iota
	Faint
	Italic
	Blink
	Inverse
	Hidden
	Strike
	Overline
	protected // DECSCA: selective erase spares the cell
	underlineUnit

	underlineMask = 7 * underlineUnit
)

// Underline is the style of an underline.
type Underline uint8

const (
	UnderlineNone Underline = iota
	UnderlineSingle
	UnderlineDouble
	UnderlineCurly
	UnderlineDotted
	UnderlineDashed
)

// Underline returns the underline's style.
func (a Attr) Underline() Underline { return Underline(a / underlineUnit & 7) }

func (a Attr) withUnderline(u Underline) Attr {
	return a&^underlineMask | Attr(u)*underlineUnit
}

// Style is how a cell looks, and where it links to.
type Style struct {
	Fg, Bg, UnderlineColor Color
	Attr                   Attr
	Link                   string // the OSC 8 target, "" for none
}

// style is Style with the link as an index into the link table.
type style struct {
	fg, bg, under Color
	attr          Attr
	link          uint32
}

// reset is SGR 0: it spares the link. As in xterm.js it ends protection.
func (s *style) reset() { *s = style{link: s.link} }

// pen is what the next printed character gets.
type pen struct {
	style style
	base  cell // the style's index, in place for a cell
	stale bool // style changed since base was made
	charset
}

// penCell returns a blank cell in the pen's style.
func (t *Terminal) penCell() cell {
	if t.pen.stale {
		t.internPen()
	}
	return t.pen.base
}

//go:noinline
func (t *Terminal) internPen() {
	t.pen.base = styled(t.intern(&t.pen.style))
	t.pen.stale = false
}

// eraser returns what erased cells become: blank, in the pen's background.
func (t *Terminal) eraser() cell {
	if t.pen.style.bg == 0 {
		return 0
	}
	return t.background()
}

//go:noinline
func (t *Terminal) background() cell { return styled(t.intern(&style{bg: t.pen.style.bg})) }
