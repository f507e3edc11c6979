package vt

// screen is one of the two screens: its rows, its cursor and what belongs to
// them. As in xterm.js each screen has its own margins and tab stops.
type screen struct {
	rows        []row
	order       []uint16 // order[y] is the row at y: scrolling moves these, not rows
	slide       []uint16 // the memory in which order slides (see cycle)
	x, y        int
	pending     bool // the last column was written: the next character wraps
	top, bottom int  // the scroll region, both inclusive
	tabs        []bool
	saved       savedCursor
	kitty       []uint8 // the stack of keyboard flags
}

// savedCursor is what DECSC keeps.
type savedCursor struct {
	set  bool
	x, y int
	pen  pen
}

func (s *screen) init(cols, rows int) {
	*s = screen{bottom: rows - 1}
	s.replace(make([]row, rows))
	s.tabs = defaultTabs(cols, nil)
}

// replace puts other rows on the screen.
func (s *screen) replace(rows []row) {
	s.rows = rows
	s.slide = make([]uint16, 4*len(rows))
	s.order = s.slide[:len(rows)]
	for y := range s.order {
		s.order[y] = uint16(y)
	}
}

// defaultTabs returns tab stops for a width; those of old are kept.
func defaultTabs(cols int, old []bool) []bool {
	tabs := make([]bool, cols)
	for x := copy(tabs, old); x < cols; x++ {
		tabs[x] = x%8 == 0
	}
	return tabs
}

func (s *screen) row(y int) *row { return &s.rows[s.order[y]] }

// cycle moves the first row of the scroll region to its end. When that is the
// whole screen, as mostly, the order slides through its memory instead.
func (s *screen) cycle() {
	first := s.order[s.top]
	if s.top > 0 || s.bottom < len(s.order)-1 {
		copy(s.order[s.top:], s.order[s.top+1:s.bottom+1])
		s.order[s.bottom] = first
		return
	}
	if len(s.order) == cap(s.order) {
		s.order = s.slide[:copy(s.slide, s.order)]
	}
	s.order = append(s.order[1:], first)
}

// lineFeed moves down; at the region's end the region scrolls, and a row that
// leaves the main screen at its very top goes to the scrollback. wraps says
// whether the row that it leaves goes on in the next one.
func (t *Terminal) lineFeed(wraps bool) {
	s := t.on
	switch s.y {
	case s.bottom:
		s.row(s.y).wrapped = wraps
	case t.rows - 1: // below the region there is nowhere to go
		return
	default:
		s.row(s.y).wrapped = wraps
		s.y++
		return
	}
	r := s.row(s.top)
	if s.top == 0 && s == &t.main {
		t.keepRow(r)
	} else {
		t.unwrapAbove(s.top)
	}
	s.cycle()
	r.clear(t.cols, t.eraser())
}

// reverseLineFeed moves up; at the region's start the region scrolls.
func (t *Terminal) reverseLineFeed() {
	s := t.on
	if s.y == s.top {
		t.scrollDown(s.top, s.bottom, 1, t.eraser())
	} else if s.y > 0 {
		s.y--
	}
}

// scrollUp moves the rows of a region up by n. As in xterm.js what leaves the
// screen so, by a program's explicit order, is not kept.
func (t *Terminal) scrollUp(top, bottom, n int, fill cell) {
	s := t.on
	n = min(n, bottom-top+1)
	t.unwrapAbove(top)
	rotate(s.order[top:bottom+1], n)
	for y := bottom - n + 1; y <= bottom; y++ {
		s.row(y).clear(t.cols, fill)
	}
	if bottom-n >= top {
		s.row(bottom - n).wrapped = false
	}
}

// scrollDown moves the rows of a region down by n.
func (t *Terminal) scrollDown(top, bottom, n int, fill cell) {
	s := t.on
	h := bottom - top + 1
	n = min(n, h)
	rotate(s.order[top:bottom+1], h-n)
	for y := top; y < top+n; y++ {
		s.row(y).clear(t.cols, fill)
	}
	t.unwrapAbove(top)
	if bottom >= top+n {
		s.row(bottom).wrapped = false
	}
}

// rotate moves the first n of o to its end.
func rotate(o []uint16, n int) {
	var buf [MaxRows]uint16
	k := copy(buf[:], o[:n])
	copy(o, o[n:])
	copy(o[len(o)-k:], buf[:k])
}

// unwrapAbove ends the line above y: what is in row y does not continue it.
func (t *Terminal) unwrapAbove(y int) {
	if y > 0 {
		t.on.row(y - 1).wrapped = false
	} else if t.on == &t.main {
		t.hist.unwrapLast()
	}
}

// eraseCells blanks the cells [from, to) of row y.
func (t *Terminal) eraseCells(y, from, to int) {
	r := t.on.row(y)
	to = min(to, t.cols)
	fill := t.eraser()
	r.split(from, to, fill)
	r.fill(t.cols, from, to, fill)
	if to == t.cols {
		r.wrapped = false
		if from == 0 {
			t.unwrapAbove(y)
		}
	}
}

// eraseRows blanks the rows [from, to).
func (t *Terminal) eraseRows(from, to int) {
	if from >= to {
		return
	}
	fill := t.eraser()
	t.unwrapAbove(from)
	for y := from; y < to; y++ {
		t.on.row(y).clear(t.cols, fill)
	}
}

// insertCells moves the cells from x on to the right by n.
func (t *Terminal) insertCells(r *row, x, n int, fill cell) {
	n = min(n, t.cols-x)
	r.split(x, t.cols, fill)
	if r.at(x)&isTail != 0 { // the right half of a character would move without its left one
		r.cells[x] = fill
	}
	if r.used > x {
		cells := r.open(t.cols, x, min(r.used+n, t.cols))
		copy(cells[n:], cells)
	}
	r.fill(t.cols, x, x+n, fill)
	r.wrapped = false
	if last := r.at(t.cols - 1); last&isWide != 0 {
		r.cells[t.cols-1] = fill
	}
}

// deleteCells removes n cells from x on; the rest moves left.
func (t *Terminal) deleteCells(r *row, x, n int, fill cell) {
	n = min(n, t.cols-x)
	r.split(x, x+n, fill)
	r.wrapped = false
	if r.used > x {
		copy(r.cells[x:], r.cells[min(x+n, r.used):r.used])
		r.used = max(r.used-n, x)
	}
	r.fill(t.cols, t.cols-n, t.cols, fill)
}
