package vt

import (
	"slices"
	"unicode/utf8"
)

// packed is a row in the scrollback, as compact as text can be:
//
//	1 byte   flags
//	3 bytes  the text's length
//	text     UTF-8; the grapheme clusters in it are the cells
//	runs     3 bytes each: the number of cells in the high 7 bits and the style
//	         in the low 17; none if all cells have the default style
//
// The text of a row with more than ASCII may have two bytes that UTF-8 has not:
// cellBreak, between characters that would join but are in cells of their own,
// and otherWidth, before a character whose cell is not as wide as the width
// table says.
type packed []byte

const (
	packedWrapped = 1 << iota
	packedRich    // the text is not only ASCII
	packedGap     // a blank cell follows, since a wide character did not fit there
)

const (
	packedHeader = 4
	cellBreak    = 0xff
	otherWidth   = 0xfe

	runBytes  = 3
	runStyles = 17 // bits: enough for maxStyles
	maxRun    = 1<<(8*runBytes-runStyles) - 1
)

func (l packed) wrapped() bool { return l[0]&packedWrapped != 0 }
func (l packed) rich() bool    { return l[0]&packedRich != 0 }

func (l packed) textLen() int { return int(l[1]) | int(l[2])<<8 | int(l[3])<<16 }
func (l packed) text() []byte { return l[packedHeader : packedHeader+l.textLen()] }
func (l packed) runs() []byte { return l[packedHeader+l.textLen():] }

// appendText appends the row's text without its marks.
func (l packed) appendText(b []byte) []byte {
	if !l.rich() {
		return append(b, l.text()...)
	}
	for _, c := range l.text() {
		if c < otherWidth {
			b = append(b, c)
		}
	}
	return b
}

// startsWide tells whether the first cell is a wide character.
func (l packed) startsWide() bool {
	if !l.rich() || l.textLen() == 0 {
		return false
	}
	_, width, _ := nextCell(l.text())
	return width == 2
}

// nextRun reads a run of cells of one style.
func nextRun(runs []byte) (cells int, style uint32, rest []byte) {
	v := uint32(runs[0]) | uint32(runs[1])<<8 | uint32(runs[2])<<16
	return int(v >> runStyles), v & (1<<runStyles - 1), runs[runBytes:]
}

// keepRow puts the top row of the main screen into the scrollback.
func (t *Terminal) keepRow(r *row) {
	cells := r.text()
	if !r.wrapped {
		for len(cells) > 0 && cells[len(cells)-1] == 0 {
			cells = cells[:len(cells)-1]
		}
	} else if len(cells) < t.cols || cells[t.cols-1].blank() {
		t.keepWrapped()
		return
	}
	t.keepCells(cells, r.wrapped)
}

// keepWrapped puts the top row into the scrollback when it is wrapped but does
// not end with a character.
func (t *Terminal) keepWrapped() {
	cells := t.lineCells(&t.main, 0)
	t.keepCells(cells, true)
	t.hist.markGap(len(cells) < t.cols)
}

// keepCells adds a row to the scrollback. Most rows are ASCII in the default
// style: they are written to their place at once.
func (t *Terminal) keepCells(cells []cell, wrapped bool) {
	h := &t.hist
	line := h.room(packedHeader + len(cells))
	if line == nil {
		return
	}
	if fillPlain(line[packedHeader:], cells) {
		setHeader(line, len(cells), wrapped)
		return
	}
	h.dropNewest()
	h.pack = t.packCells(h.pack[:0], cells, wrapped)
	h.add(h.pack)
}

// fillPlain writes the cells' characters, as long as they are ASCII in the
// default style, and returns whether all are.
func fillPlain(text []byte, cells []cell) bool {
	text = text[:len(cells)]
	for i, c := range cells {
		if c >= utf8.RuneSelf {
			return false
		}
		if c == 0 {
			c = ' '
		}
		text[i] = byte(c)
	}
	return true
}

// lineCells returns the cells of row y that are its part of the line. When a
// wrapped row does not end with a character, the last cell is the gap before a
// wide character in the next row, and left out, or it was blanked later, and is
// a space.
func (t *Terminal) lineCells(s *screen, y int) []cell {
	r := s.row(y)
	if !r.wrapped || r.used == t.cols && !r.cells[t.cols-1].blank() {
		return r.text()
	}
	cells := make([]cell, t.cols)
	copy(cells, r.text())
	end := len(cells)
	if s.gapAt(y, t.cols) {
		end--
	}
	for i := range cells[:end] {
		if cells[i]&contentMask == 0 {
			cells[i] |= ' '
		}
	}
	return cells[:end]
}

// gapAt tells that a wrapped row y ends with the gap before a wide character,
// which has that character's style.
func (s *screen) gapAt(y, cols int) bool {
	r := s.row(y)
	if !r.wrapped || y+1 == len(s.rows) {
		return false
	}
	gap, next := r.at(cols-1), s.row(y+1).at(0)
	return gap.blank() && next&isWide != 0 && gap.style() == next.style()
}

// filled tells that a space stands in the gap at the end of row i: the wide
// character after it, for which it was left, has been overwritten.
func (t *Terminal) filled(i int) bool {
	if t.hist.line(i)[0]&packedGap == 0 {
		return false
	}
	if i+1 < t.hist.lines() {
		return !t.hist.line(i + 1).startsWide()
	}
	return t.main.row(0).at(0)&isWide == 0
}

// packCells appends the packed form of cells to an empty buffer.
func (t *Terminal) packCells(b []byte, cells []cell, wrapped bool) []byte {
	b = slices.Grow(b, packedHeader+len(cells))[:packedHeader+len(cells)]
	setHeader(b, len(cells), wrapped)
	if !fillASCII(b[packedHeader:], cells) {
		b = t.appendRich(b[:packedHeader], cells)
		setHeader(b, len(b)-packedHeader, wrapped)
		b[0] |= packedRich
	}
	return appendRuns(b, cells)
}

// setHeader writes the header of a text of n bytes.
func setHeader(b []byte, n int, wrapped bool) {
	_ = b[packedHeader-1]
	b[0] = 0
	if wrapped {
		b[0] = packedWrapped
	}
	b[1], b[2], b[3] = byte(n), byte(n>>8), byte(n>>16)
}

// fillASCII writes the cells' characters, as long as they are ASCII, and returns
// whether all are.
func fillASCII(text []byte, cells []cell) bool {
	text = text[:len(cells)]
	for i, c := range cells {
		c &= contentMask
		if c >= utf8.RuneSelf {
			return false
		}
		if c == 0 {
			c = ' '
		}
		text[i] = byte(c)
	}
	return true
}

// appendRich appends the cells' clusters and the marks between them.
func (t *Terminal) appendRich(b []byte, cells []cell) []byte {
	var state clusterState
	for _, c := range cells {
		if c&isTail != 0 {
			continue
		}
		width := uint8(1 + c&isWide/isWide)
		r := rune(c & glyphMask)
		switch {
		case c&isCluster != 0 || r == 0 || plainWidth(r) != width:
			b, state = t.appendCluster(b, c, width, state)
			continue
		case r < 0x800 || r > 0xffff:
			b = utf8.AppendRune(b, r)
		default:
			b = append3(b, r)
		}
		state = clusterState{afterAny, width}
	}
	return b
}

// appendCluster appends one cell's cluster, and before it the marks it needs.
func (t *Terminal) appendCluster(b []byte, c cell, width uint8, state clusterState) ([]byte, clusterState) {
	text, first := t.cluster(c)
	next, joins := state.next(first)
	if joins {
		if state.kind != afterNone {
			b = append(b, cellBreak)
		}
		next, _ = clusterState{}.next(first)
	}
	if text != "" {
		_, next = clusterLen([]byte(text))
	}
	if max(next.width, 1) != width {
		b = append(b, otherWidth)
	}
	if text != "" {
		return append(b, text...), next
	}
	return utf8.AppendRune(b, first), next
}

// cluster returns a cell's cluster, if it is more than one character, and the
// first character.
func (t *Terminal) cluster(c cell) (text string, first rune) {
	if c&isCluster != 0 {
		text = t.tables.clusters.value(uint32(c & glyphMask))
		first, _ = utf8.DecodeRuneInString(text)
		return text, first
	}
	if c&glyphMask == 0 {
		return "", ' '
	}
	return "", rune(c & glyphMask)
}

// appendRuns appends the runs of one style, if any is not the default one.
func appendRuns(b []byte, cells []cell) []byte {
	n := len(cells)
	for i := 0; i < n; {
		id := cells[i].style()
		j := i + 1
		for j < n && cells[j].style() == id {
			j++
		}
		if id == 0 && i == 0 && j == n {
			return b
		}
		for ; i < j; i = min(i+maxRun, j) {
			v := uint32(min(maxRun, j-i))<<runStyles | id
			b = append(b, byte(v), byte(v>>8), byte(v>>16))
		}
	}
	return b
}

// nextCell reads the next cell's cluster of a rich text, with its width.
func nextCell(text []byte) (cluster []byte, width int, rest []byte) {
	if text[0] == cellBreak {
		text = text[1:]
	}
	other := text[0] == otherWidth
	if other {
		text = text[1:]
	}
	end, state := clusterLen(text)
	width = max(int(state.width), 1)
	if other {
		width = 3 - width
	}
	return text[:end], width, text[end:]
}

// unpack appends the row's cells.
func (t *Terminal) unpack(cells []cell, l packed) []cell {
	start := len(cells)
	if !l.rich() {
		for _, c := range l.text() {
			cells = append(cells, cell(c))
		}
	}
	for text := l.text(); l.rich() && len(text) > 0; {
		cluster, width, rest := nextCell(text)
		text = rest
		r, n := utf8.DecodeRune(cluster)
		c := cell(r)
		if n < len(cluster) {
			if id, ok := t.internCluster(cluster); ok {
				c = isCluster | cell(id)
			}
		}
		if width == 2 {
			cells = append(cells, c|isWide, isTail)
		} else {
			cells = append(cells, c)
		}
	}
	i := start
	for runs := l.runs(); len(runs) > 0; {
		var n int
		var id uint32
		n, id, runs = nextRun(runs)
		for range n {
			cells[i] |= styled(id)
			i++
		}
	}
	return cells
}
