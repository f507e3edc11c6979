package vt

import (
	"fmt"
	"math"
	"unicode/utf8"
)

// Snapshot returns bytes that bring any emulator of the same size, fresh or
// after a reset, to this terminal's state: scrollback, both screens, cursor,
// modes, title, and the sequence that is not complete yet. What follows in the
// program's output can be written right after it.
//
// The scrollback is written as lines, so an emulator wraps it by itself and
// keeps the soft wraps. Blank rows at the screen's end are written too, since
// they push the lines before them off the screen.
func (t *Terminal) Snapshot() []byte { return t.SnapshotLines(math.MaxInt) }

// SnapshotLines is a snapshot with the last rows of the scrollback only, from
// the beginning of a line on.
func (t *Terminal) SnapshotLines(rows int) []byte {
	from := max(0, t.hist.lines()-max(rows, 0))
	for from < t.hist.lines() && t.hist.wraps(from-1) {
		from++
	}
	size := 0
	if from < t.hist.lines() {
		size = t.hist.bytes / t.hist.lines() * (t.hist.lines() - from) // enough for plain text
	}
	if t.tables.styles.size() > 0 {
		size *= 2
	}
	s := &snapshot{t: t, from: from, b: make([]byte, 0, size+4096)}
	s.colors()
	s.history()
	s.screen(&t.main)
	s.savedState(&t.main)
	if t.on == &t.alt {
		s.alternate()
	}
	s.keyboard(t.on)
	s.labels()
	s.modes()
	s.cursor()
	s.incomplete()
	return s.b
}

// snapshot is the bytes so far, and what they have set in the emulator.
type snapshot struct {
	t     *Terminal
	from  int // the first row of the scrollback that is written
	b     []byte
	style uint32 // the style that is set, by index
	join  clusterState
	ways  []styleWay // how to set each style
	col   int        // columns written in the row; all of them is beyond the last one
	bg    bool       // the row may have scrolled into view with a background set
}

func (s *snapshot) printf(format string, args ...any) { s.b = fmt.Appendf(s.b, format, args...) }

// use sets a style.
func (s *snapshot) use(id uint32) {
	if id == s.style {
		return
	}
	link := s.way(s.style).link
	if to := s.way(id); to.link == link {
		s.b = append(s.b, to.sequence...)
	} else {
		s.b = s.t.appendStyle(s.b, s.t.tables.styles.value(s.style), s.t.tables.styles.value(id))
	}
	s.style = id
	s.join = clusterState{}
}

// styleWay is how to set a style: the sequence when its link is set already.
type styleWay struct {
	sequence []byte
	link     uint32
}

// way returns how to set a style; a snapshot with colours in each word asks that
// hundreds of thousands of times.
func (s *snapshot) way(id uint32) *styleWay {
	if len(s.ways) <= int(id) {
		s.ways = append(s.ways, make([]styleWay, int(id)+1-len(s.ways))...)
	}
	w := &s.ways[id]
	if w.sequence == nil {
		style := s.t.tables.styles.value(id)
		*w = styleWay{appendSelection(nil, style), style.link}
	}
	return w
}

func (s *snapshot) colors() {
	for slot := range paletteSlots {
		c, ok := s.t.label.palette.set[slot]
		switch {
		case !ok:
		case slot < 256:
			s.printf("\x1b]4;%d;%s\x1b\\", slot, colorSpec(c))
		default:
			s.printf("\x1b]%d;%s\x1b\\", slot-256+10, colorSpec(c))
		}
	}
}

// advance notes that a character of so many cells was written. When it comes to
// be in the next row, that may have scrolled into view in the style's background.
func (s *snapshot) advance(width int) {
	if s.col += width; s.col > s.t.cols {
		s.col = width
		s.bg = s.bg || s.t.tables.styles.value(s.style).bg != 0
	}
}

// endLine makes the rest of the last row as blank as it is.
func (s *snapshot) endLine() {
	s.use(0)
	if s.bg && s.col < s.t.cols {
		s.b = append(s.b, "\x1b[K"...)
	}
	s.col, s.bg = 0, false
	s.join = clusterState{}
}

func (s *snapshot) history() {
	h := &s.t.hist
	for i := s.from; i < h.lines(); i++ {
		l := h.line(i)
		s.packed(l)
		if s.t.filled(i) || l.textLen() == 0 && h.wraps(i-1) {
			s.plain([]byte{' '}) // an empty row is gone on to by writing a blank
		}
		if !l.wrapped() {
			s.endLine()
			s.b = append(s.b, '\r', '\n')
		}
	}
}

// plain writes ASCII.
func (s *snapshot) plain(text []byte) {
	if len(text) == 0 {
		return
	}
	s.b = append(s.b, text...)
	for left := len(text); left > 0; {
		n := max(min(left, s.t.cols-s.col), 1) // up to the end of the row
		s.advance(n)
		left -= n
	}
	s.join = afterASCII(text[len(text)-1])
}

// packed writes a row of the scrollback.
func (s *snapshot) packed(l packed) {
	text, runs := l.text(), l.runs()
	if len(runs) == 0 {
		s.use(0)
		if !l.rich() {
			s.plain(text)
			return
		}
	}
	var left int
	var id uint32
	for len(text) > 0 {
		if left == 0 && len(runs) > 0 {
			left, id, runs = nextRun(runs)
			s.use(id)
		}
		if !l.rich() {
			s.plain(text[:left])
			text, left = text[left:], 0
			continue
		}
		cluster, width, rest := nextCell(text)
		s.cluster(cluster, width)
		text = rest
		left -= min(left, width)
	}
}

// cluster writes one cell's cluster. One that is narrower than the table says
// came to be in parts, and is written so.
func (s *snapshot) cluster(text []byte, width int) {
	first, n := utf8.DecodeRune(text)
	if _, joins := s.join.next(first); joins && s.join.kind != afterNone {
		s.apart()
	}
	s.advance(width)
	_, s.join = clusterLen(text)
	if int(s.join.width) > width {
		for ; n < len(text); _, n = utf8.DecodeRune(text) {
			s.b = append(s.b, text[:n]...)
			s.apart()
			text = text[n:]
		}
		s.join = clusterState{}
	}
	s.b = append(s.b, text...)
}

// apart keeps the next character from joining the one before, by a sequence
// that changes nothing.
func (s *snapshot) apart() { s.b = append(s.b, "\x1b[?7h"...) }

// screen writes the rows of one screen.
func (s *snapshot) screen(scr *screen) {
	end := len(scr.rows)
	if s.from == s.t.hist.lines() || scr == &s.t.alt {
		for end > 0 && scr.row(end-1).used == 0 && !s.t.wrapsInto(scr, end-1) {
			end--
		}
	}
	for y := range end {
		cells := s.t.lineCells(scr, y)
		if len(cells) == 0 && s.t.wrapsInto(scr, y) {
			cells = []cell{' '}
		}
		s.cells(cells)
		if !scr.row(y).wrapped {
			s.endLine()
			if y < end-1 {
				s.b = append(s.b, '\r', '\n')
			}
		}
	}
	s.endLine()
}

// wrapsInto tells whether the row before y goes on in y.
func (t *Terminal) wrapsInto(scr *screen, y int) bool {
	if y > 0 {
		return scr.row(y - 1).wrapped
	}
	return scr == &t.main && t.hist.wraps(t.hist.lines()-1)
}

// cells writes cells of one row.
func (s *snapshot) cells(cells []cell) {
	var buf [maxCluster + utf8.UTFMax]byte
	for i, c := range cells {
		if c&isTail == 0 {
			s.use(c.style())
			s.cluster(s.t.appendText(buf[:0], cells[i:i+1]), 1+int(c&isWide/isWide))
		}
	}
}
