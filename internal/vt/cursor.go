package vt

// CursorShape is the shape that a program asked for with DECSCUSR.
type CursorShape uint8

const (
	ShapeDefault CursorShape = iota
	ShapeBlinkingBlock
	ShapeBlock
	ShapeBlinkingUnderline
	ShapeUnderline
	ShapeBlinkingBar
	ShapeBar
)

// Cursor is the cursor's place, counted from 0, and look.
type Cursor struct {
	X, Y    int
	Visible bool
	Shape   CursorShape
	// Pending tells that the last column was written and the cursor is beyond
	// it: the next character goes to the next row.
	Pending bool
}

// Cursor returns the cursor.
func (t *Terminal) Cursor() Cursor {
	s := t.on
	return Cursor{X: s.x, Y: s.y, Visible: t.mode.has(modeCursor), Shape: t.label.shape, Pending: s.pending}
}

// moveTo puts the cursor at a place given from 0, relative to the scroll region
// in origin mode.
func (t *Terminal) moveTo(x, y int) {
	s := t.on
	low, high := 0, t.rows-1
	if t.mode.has(modeOrigin) {
		low, high = s.top, s.bottom
		y += low
	}
	s.x, s.y = min(max(x, 0), t.cols-1), min(max(y, low), high)
	s.pending = false
}

// relativeRow is the cursor's row as moveTo takes it.
func (t *Terminal) relativeRow() int {
	if t.mode.has(modeOrigin) {
		return t.on.y - t.on.top
	}
	return t.on.y
}

// moveUp and moveDown stop at the scroll region's edge when they start inside.
func (t *Terminal) moveUp(n int) {
	s := t.on
	low := 0
	if s.y >= s.top {
		low = s.top
	}
	s.y, s.pending = max(s.y-n, low), false
}

func (t *Terminal) moveDown(n int) {
	s := t.on
	high := t.rows - 1
	if s.y <= s.bottom {
		high = s.bottom
	}
	s.y, s.pending = min(s.y+n, high), false
}

func (t *Terminal) moveX(n int) {
	s := t.on
	s.x, s.pending = min(max(s.x+n, 0), t.cols-1), false
}

// tab goes n tab stops forward; beyond the last column there are none.
func (t *Terminal) tab(n int) {
	s := t.on
	for ; n > 0 && s.x < t.cols-1; n-- {
		s.x++
		for s.x < t.cols-1 && !s.tabs[s.x] {
			s.x++
		}
	}
}

// backTab goes n tab stops back.
func (t *Terminal) backTab(n int) {
	s := t.on
	for ; n > 0 && s.x > 0 && !s.pending; n-- {
		s.x--
		for s.x > 0 && !s.tabs[s.x] {
			s.x--
		}
	}
}

// setMargins is DECSTBM, with both rows given from 0.
func (t *Terminal) setMargins(top, bottom int) {
	bottom = min(bottom, t.rows-1)
	if top >= bottom {
		return
	}
	t.on.top, t.on.bottom = top, bottom
	t.moveTo(0, 0)
}

// saveCursor is DECSC.
func (t *Terminal) saveCursor() {
	t.penCell() // so that the style stays interned while it is saved
	t.on.saved = savedCursor{set: true, x: t.on.x, y: t.on.y, pen: t.pen}
}

// restoreCursor is DECRC; nothing saved means the state after a reset. As in
// xterm.js neither origin mode nor the pending wrap is saved.
func (t *Terminal) restoreCursor() {
	s := t.on
	t.pen = s.saved.pen
	s.x, s.y, s.pending = min(s.saved.x, t.cols-1), min(s.saved.y, t.rows-1), false
	t.stayInOrigin()
}

// showAlt switches to the alternate screen, which is blank.
func (t *Terminal) showAlt() {
	if t.on == &t.alt {
		return
	}
	fill := t.eraser()
	t.alt.init(t.cols, t.rows)
	for y := 0; fill != 0 && y < t.rows; y++ {
		t.alt.row(y).clear(t.cols, fill)
	}
	t.alt.x, t.alt.y, t.alt.pending = t.main.x, t.main.y, t.main.pending
	t.on = &t.alt
	t.stayInOrigin()
}

// showMain switches back; the cursor stays where it is.
func (t *Terminal) showMain() {
	if t.on == &t.main {
		return
	}
	t.main.x, t.main.y, t.main.pending = t.alt.x, t.alt.y, t.alt.pending
	t.alt = screen{}
	t.on = &t.main
	t.stayInOrigin()
}

// stayInOrigin keeps the cursor inside the margins in origin mode.
func (t *Terminal) stayInOrigin() {
	if s := t.on; t.mode.has(modeOrigin) {
		s.y = min(max(s.y, s.top), s.bottom)
	}
}
