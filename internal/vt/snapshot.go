package vt

import (
	"bytes"
	"fmt"
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
func (t *Terminal) Snapshot() []byte {
	s := &snapshot{t: t, b: make([]byte, 0, t.hist.bytes*5/4+4096)}
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
	b     []byte
	style uint32 // the style that is set, by index
	join  clusterState
	col   int  // columns written in the row; all of them is beyond the last one
	bg    bool // the row may have scrolled into view with a background set
}

func (s *snapshot) printf(format string, args ...any) { s.b = fmt.Appendf(s.b, format, args...) }

// use sets a style.
func (s *snapshot) use(id uint32) {
	if id == s.style {
		return
	}
	s.b = s.t.appendStyle(s.b, s.t.tables.styles.value(s.style), s.t.tables.styles.value(id))
	s.style = id
	s.join = clusterState{}
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
	for i := range h.lines() {
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
	for range text {
		s.advance(1)
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
	var left, id uint64
	for len(text) > 0 {
		if left == 0 && len(runs) > 0 {
			left, id, runs = nextRun(runs)
			s.use(uint32(id))
		}
		if !l.rich() {
			s.plain(text[:left])
			text, left = text[left:], 0
			continue
		}
		cluster, width, rest := nextCell(text)
		s.cluster(cluster, width)
		text = rest
		left -= min(left, uint64(width))
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
	if s.t.hist.lines() == 0 || scr == &s.t.alt {
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

// savedState writes what DECSC saved on a screen.
func (s *snapshot) savedState(scr *screen) {
	if !scr.saved.set {
		return
	}
	s.printf("\x1b[%d;%dH", scr.saved.y+1, scr.saved.x+1)
	s.penState(scr.saved.pen)
	s.b = append(s.b, "\x1b7"...)
	s.resetPen()
}

// alternate switches to the alternate screen and writes it.
func (s *snapshot) alternate() {
	t := s.t
	s.tabsAndMargins(&t.main)
	s.keyboard(&t.main)
	if t.main.saved.set {
		s.b = append(s.b, "\x1b8\x1b[?1049h"...)
		s.resetPen()
		s.b = append(s.b, "\x1b[2J"...) // it came in the pen's background
	} else {
		s.b = append(s.b, "\x1b[?47h"...)
	}
	s.b = append(s.b, "\x1b[H"...)
	s.screen(&t.alt)
	s.savedState(&t.alt)
}

// penState sets a pen; resetPen undoes it.
func (s *snapshot) penState(p pen) {
	s.b = s.t.appendStyle(s.b, s.t.tables.styles.value(s.style), p.style)
	s.style = 0
	for i, set := range p.g {
		if set != 0 {
			s.b = append(s.b, 0x1b, "()*+"[i], set)
		}
	}
	s.b = append(s.b, [...]string{"", "\x0e", "\x1bn", "\x1bo"}[p.in]...)
}

func (s *snapshot) resetPen() {
	s.b = append(s.b, "\x1b[m\x1b]8;;\x1b\\\x0f\x1b(B\x1b)B\x1b*B\x1b+B"...)
	s.style = 0
}

func (s *snapshot) keyboard(scr *screen) {
	for _, flags := range scr.kitty {
		s.printf("\x1b[>%du", flags)
	}
}

func (s *snapshot) tabsAndMargins(scr *screen) {
	t := s.t
	if !equalTabs(scr.tabs, defaultTabs(t.cols, nil)) {
		s.b = append(s.b, "\x1b[3g"...)
		for x, stop := range scr.tabs {
			if stop {
				s.printf("\x1b[%dG\x1bH", x+1)
			}
		}
	}
	if scr.top != 0 || scr.bottom != t.rows-1 {
		s.printf("\x1b[%d;%dr", scr.top+1, scr.bottom+1)
	}
}

func equalTabs(a, b []bool) bool {
	for x := range a {
		if a[x] != b[x] {
			return false
		}
	}
	return true
}

func (s *snapshot) labels() {
	l := &s.t.label
	for _, title := range l.stack {
		s.printf("\x1b]2;%s\x1b\\\x1b[22;2t", title)
	}
	if l.title != "" || len(l.stack) > 0 {
		s.printf("\x1b]2;%s\x1b\\", l.title)
	}
	if l.cwdURL != "" {
		s.printf("\x1b]7;%s\x1b\\", l.cwdURL)
	}
	if l.shape != 0 {
		s.printf("\x1b[%d q", l.shape)
	}
	if l.modifyKeys != 0 {
		s.printf("\x1b[>4;%dm", l.modifyKeys)
	}
}

// modes writes the modes that are not as after a reset. Those that change where
// things are written come with the cursor.
func (s *snapshot) modes() {
	s.tabsAndMargins(s.t.on)
	for _, m := range privateModes {
		on := s.t.mode.has(m.mode)
		if on == defaultModes.has(m.mode) || m.mode == modeAutowrap || m.mode == modeSync {
			continue
		}
		s.printf("\x1b[?%d%c", m.number, setReset(on))
	}
	if s.t.mode.has(modeNewline) {
		s.b = append(s.b, "\x1b[20h"...)
	}
}

func setReset(on bool) byte {
	if on {
		return 'h'
	}
	return 'l'
}

// cursor writes the cursor's place and the pen, and last of all again the
// character before it, if one that is printed next may join it. The same brings
// the cursor beyond the last column.
func (s *snapshot) cursor() {
	t, scr := s.t, s.t.on
	joins := s.joinsAgain()
	if scr.pending && !joins {
		s.again(false)
		s.apart()
	}
	s.penState(t.pen)
	if !t.mode.has(modeAutowrap) {
		s.b = append(s.b, "\x1b[?7l"...)
	}
	if t.mode.has(modeInsert) {
		s.b = append(s.b, "\x1b[4h"...)
	}
	if t.mode.has(modeSync) {
		s.b = append(s.b, "\x1b[?2026h"...)
	}
	switch {
	case joins:
		s.style = t.penCell().style() // which is that of the character
		s.again(t.mode.has(modeInsert))
	case !scr.pending:
		s.moveTo(scr.x)
	}
}

// joinsAgain tells that printing the character before the cursor over itself
// brings back what the next one may join.
func (s *snapshot) joinsAgain() bool {
	t, scr := s.t, s.t.on
	x := scr.lastColumn()
	if t.parse.join == (clusterState{}) || x < 0 {
		return false
	}
	r := scr.row(scr.y)
	if r.at(x)&isTail != 0 {
		x--
	}
	_, state := clusterLen(t.appendText(nil, []cell{r.at(x)}))
	return state == t.parse.join && r.at(x).style() == t.penCell().style()
}

// moveTo puts the cursor in a column of its row.
func (s *snapshot) moveTo(x int) { s.printf("\x1b[%d;%dH", s.t.relativeRow()+1, x+1) }

// again prints the character before the cursor over itself.
func (s *snapshot) again(insert bool) {
	scr := s.t.on
	r := scr.row(scr.y)
	x := max(scr.lastColumn(), 0)
	if r.at(x)&isTail != 0 && x > 0 {
		x--
	}
	s.moveTo(x)
	if insert { // its first character makes its own room
		_, first := s.t.cluster(r.at(x))
		state, _ := clusterState{}.next(first)
		s.printf("\x1b[%dP", state.width)
	}
	s.cells([]cell{r.at(x)})
}

// incomplete writes what was read of a sequence or character.
func (s *snapshot) incomplete() {
	ps := &s.t.parse
	s.b = append(s.b, ps.partial[:ps.npart]...)
	switch ps.state {
	case stEscape:
		s.b = append(s.b, 0x1b)
	case stEscapeInter:
		s.b = append(s.b, 0x1b)
		if ps.inter == twoIntermediates {
			s.b = append(s.b, ' ')
		}
		s.b = append(s.b, min(ps.inter, '/'))
	case stCSI:
		s.b = append(s.b, "\x1b["...)
		s.b = ps.appendParams(s.b)
	case stCSIIgnore:
		s.b = append(s.b, "\x1b[0?"...)
	case stOSC:
		s.b = append(s.b, "\x1b]"...)
		if ps.tooLong {
			s.b = append(s.b, "too long"...) // no number: it will be ignored
		}
		s.b = append(s.b, ps.str...)
	case stDCS:
		s.b = append(s.b, "\x1bP"...)
		s.b = append(s.b, ps.str...)
	case stIgnoredString:
		s.b = append(s.b, "\x1b_"...)
	}
}

// appendParams appends the parameters and what is around them.
func (ps *parser) appendParams(b []byte) []byte {
	if ps.prefix != 0 {
		b = append(b, ps.prefix)
	}
	if ps.p.any {
		for i := range ps.p.n + 1 {
			switch {
			case i == 0:
			case ps.p.sub&(1<<i) != 0:
				b = append(b, ':')
			default:
				b = append(b, ';')
			}
			b = fmt.Append(b, ps.p.v[i])
		}
	}
	if ps.inter != 0 {
		b = append(b, ps.inter)
	}
	return bytes.Clone(b)
}
