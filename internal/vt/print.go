package vt

import "unicode/utf8"

// maxCluster bounds the bytes of one grapheme cluster; combining marks beyond
// it are dropped. The longest emoji that people use has 35 bytes.
const maxCluster = 64

// printASCII prints characters of one byte and one cell each.
func (t *Terminal) printASCII(p []byte) {
	t.touch()
	if t.pen.translates() || t.mode.has(modeInsert) {
		for _, b := range p {
			t.print(rune(b))
		}
		return
	}
	base := t.penCell()
	s := t.on
	t.parse.join = afterASCII(p[len(p)-1])
	for {
		if s.pending {
			if t.mode.has(modeAutowrap) {
				t.wrap()
			} else {
				s.pending = false
			}
		}
		r := s.row(s.y)
		n := min(len(p), t.cols-s.x)
		r.split(s.x, s.x+n, base)
		cells := r.open(t.cols, s.x, s.x+n)
		for i, b := range p[:len(cells)] {
			cells[i] = base | cell(b)
		}
		t.advance(r, n)
		if n == len(p) {
			return
		}
		if !t.mode.has(modeAutowrap) { // each of the rest overwrites the last column
			cells[n-1] = base | cell(p[len(p)-1])
			return
		}
		p = p[n:]
	}
}

// lastColumn is the column of the character before the cursor.
func (s *screen) lastColumn() int {
	if s.pending {
		return s.x
	}
	return s.x - 1
}

// wrap goes to the start of the next row as a continuation of this one.
func (t *Terminal) wrap() {
	t.on.x, t.on.pending = 0, false
	t.lineFeed(true)
}

// print prints one character.
func (t *Terminal) print(r rune) {
	t.touch()
	r = t.pen.translate(r)
	old := t.parse.join
	state, joins := old.next(r)
	t.parse.join = state
	w := int(state.width)
	if joins && !t.join(r, old.width, state.width) || !joins && !t.room(w) {
		t.parse.join = clusterState{} // not printed, so nothing joins it
		return
	}
	if joins {
		return
	}
	s := t.on
	row := s.row(s.y)
	base := t.penCell()
	if t.mode.has(modeInsert) {
		t.insertCells(row, s.x, w, base)
	}
	row.split(s.x, s.x+w, base)
	cells := row.open(t.cols, s.x, s.x+w)
	cells[0] = base | cell(r)
	if w == 2 {
		cells[0] |= isWide
		cells[1] = base | isTail
		row.wide = true
	}
	t.advance(row, w)
}

// printRun prints characters that are not ASCII from p[i] on, as far as each can
// only be a cluster of its own, fits in the row and leaves a column free; it
// returns where they end. It does what print does, but looks most things up once.
func (t *Terminal) printRun(p []byte, i int) int {
	s := t.on
	if s.pending || t.mode.has(modeInsert) {
		return i
	}
	row := s.row(s.y)
	row.open(t.cols, s.x, s.x)
	cells, before := row.cells, row.at(s.x)
	base := t.penCell()
	x, width := s.x, 0
	for i < len(p) {
		r, n := decode3(p, i), 3
		if r == 0 {
			if r, n = utf8.DecodeRune(p[i:]); r < 0xa0 || r == utf8.RuneError {
				break
			}
		}
		w := int(plainWidth(r))
		if w == 0 || x+w >= len(cells) {
			break
		}
		cells[x] = base | cell(r)
		if w == 2 {
			cells[x] |= isWide
			cells[x+1] = base | isTail
			row.wide = true
		}
		x, width = x+w, w
		i += n
	}
	if x == s.x {
		return i
	}
	if before&isTail != 0 {
		cells[s.x-1] = base
	}
	if row.at(x)&isTail != 0 {
		cells[x] = base
	}
	row.used = max(row.used, x)
	s.x, t.parse.join = x, clusterState{afterAny, uint8(width)}
	t.touch()
	return i
}

// advance moves the cursor past w cells just written.
func (t *Terminal) advance(r *row, w int) {
	s := t.on
	s.x += w
	if s.x >= t.cols {
		s.x, s.pending = t.cols-1, true
		r.wrapped = false
	}
}

// room makes the cursor point to w free cells in one row; it returns false when
// there are none and wrapping is off.
func (t *Terminal) room(w int) bool {
	s := t.on
	if !s.pending && s.x+w <= t.cols {
		return true
	}
	if !t.mode.has(modeAutowrap) {
		s.pending = false
		return w == 1
	}
	if !s.pending { // a wide character before the last column's end leaves a gap
		row := s.row(s.y)
		row.split(s.x, t.cols, t.penCell())
		row.set(t.cols, s.x, t.penCell())
	}
	t.wrap()
	return true
}

// join adds a character to the one before the cursor, whose cells it may widen
// from one to two. A mark on a blank is shown on a space. It returns false when
// the character is dropped.
func (t *Terminal) join(r rune, before, after uint8) bool {
	s := t.on
	if s.x == 0 && !s.pending { // nothing is before it
		row := s.row(s.y)
		row.split(0, 1, t.penCell())
		row.set(t.cols, 0, t.penCell()|' ')
		t.advance(row, 1)
	}
	x := s.lastColumn()
	row := s.row(s.y)
	if row.at(x)&isTail != 0 {
		x--
	}
	var buf [maxCluster + utf8.UTFMax]byte
	text := t.appendText(buf[:0], []cell{row.at(x)})
	if len(text) >= maxCluster {
		return false
	}
	id, ok := t.internCluster(utf8.AppendRune(text, r))
	if !ok {
		return false
	}
	if after > before && before > 0 && row.at(x)&isWide == 0 {
		if row, x, ok = t.widen(row, x); !ok {
			return false
		}
	}
	row.set(t.cols, x, row.at(x)&^glyphMask|isCluster|cell(id))
	return true
}

// widen makes the narrow character at x, which ends at the cursor, two cells
// wide; at the right edge that takes it to the next row.
func (t *Terminal) widen(r *row, x int) (*row, int, bool) {
	s := t.on
	c := r.at(x)
	if s.pending {
		if !t.mode.has(modeAutowrap) {
			s.pending = false
			return r, x, false
		}
		t.eraser() // interned before c leaves the screen, lest a sweep takes c's style
		r.set(t.cols, x, t.penCell())
		t.wrap()
		r, x = s.row(s.y), 0
		r.split(0, 2, t.penCell())
		r.set(t.cols, 0, c)
		s.x = 1
	}
	r.split(x+1, x+2, t.penCell())
	cells := r.open(t.cols, x, x+2)
	cells[0] = c | isWide
	cells[1] = t.penCell() | isTail
	r.wide = true
	t.advance(r, 1)
	return r, x, true
}
