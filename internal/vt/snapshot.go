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
	bg    bool   // some row came by scrolling with a background set
}

func (s *snapshot) printf(format string, args ...any) { s.b = fmt.Appendf(s.b, format, args...) }

// use sets a style.
func (s *snapshot) use(id uint32) {
	if id == s.style {
		return
	}
	s.b = s.t.appendStyle(s.b, s.t.tables.styles.value(s.style), s.t.tables.styles.value(id))
	s.style = id
}

// background tells that the style which is set has a background.
func (s *snapshot) background() bool {
	return s.t.tables.styles.value(s.style).bg != 0
}

func (s *snapshot) colors() {
	for slot := range paletteSlots {
		c, ok := s.t.palette.set[slot]
		switch {
		case !ok:
		case slot < 256:
			s.printf("\x1b]4;%d;%s\x1b\\", slot, colorSpec(c))
		default:
			s.printf("\x1b]%d;%s\x1b\\", slot-256+10, colorSpec(c))
		}
	}
}

// newline ends a line without a background that scrolling would spread.
func (s *snapshot) newline() {
	s.use(0)
	s.b = append(s.b, '\r', '\n')
}

// clearRest blanks the rest of a row which began in a background.
func (s *snapshot) clearRest(r *row) {
	if s.bg && r.used < s.t.cols {
		s.use(0)
		s.b = append(s.b, "\x1b[K"...)
	}
	s.bg = false
}

func (s *snapshot) history() {
	h := &s.t.hist
	for i := range h.lines() {
		l := h.line(i)
		s.packed(l)
		if !l.wrapped() {
			if s.bg {
				s.use(0)
				s.b = append(s.b, "\x1b[K"...)
				s.bg = false
			}
			s.newline()
		} else if s.background() {
			s.bg = true
		}
	}
}

// packed writes a row of the scrollback.
func (s *snapshot) packed(l packed) {
	text, runs := l.text(), l.runs()
	if len(runs) == 0 {
		s.use(0)
		if !l.rich() {
			s.b = append(s.b, text...)
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
			s.b = append(s.b, text[:left]...)
			text, left = text[left:], 0
			continue
		}
		apart := text[0] == cellBreak
		cluster, width, rest := nextCell(text)
		if apart {
			s.apart()
		}
		s.b = append(s.b, cluster...)
		text = rest
		left -= min(left, uint64(width))
	}
}

// apart keeps the next character from joining the one before, by a sequence
// that changes nothing.
func (s *snapshot) apart() { s.b = append(s.b, "\x1b[?7h"...) }

// screen writes the rows of one screen.
func (s *snapshot) screen(scr *screen) {
	end := len(scr.rows)
	if s.t.hist.lines() == 0 || scr == &s.t.alt {
		for end > 0 && scr.row(end-1).used == 0 {
			end--
		}
	}
	for y := range end {
		r := scr.row(y)
		cells := r.text()
		if r.wrapped && (r.used < s.t.cols || r.at(s.t.cols-1).blank()) {
			cells = s.t.wrappedCells(scr, y)
		}
		s.cells(cells)
		switch {
		case r.wrapped:
			s.bg = s.bg || s.background()
		default:
			s.clearRest(r)
			if y < end-1 {
				s.newline()
			}
		}
	}
	s.use(0)
}

// cells writes cells of one row.
func (s *snapshot) cells(cells []cell) {
	var state clusterState
	for _, c := range cells {
		if c&isTail != 0 {
			continue
		}
		if id := c.style(); id != s.style {
			s.use(id)
			state = clusterState{}
		}
		text, first := s.t.cluster(c)
		next, joins := state.next(first)
		if joins && state.kind != afterNone {
			s.apart()
		}
		if text != "" {
			_, next = clusterLen([]byte(text))
			s.b = append(s.b, text...)
		} else {
			s.b = utf8.AppendRune(s.b, first)
		}
		state = next
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
		if set != 0 && set != 'B' {
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

// cursor writes the cursor's place and the pen, last of all: nothing may come
// between the last character and one that would join it.
func (s *snapshot) cursor() {
	t, scr := s.t, s.t.on
	x, y := scr.x, t.relativeRow()
	again := scr.pending
	if again {
		if scr.row(scr.y).at(x)&isTail != 0 && x > 0 {
			x--
		}
		s.printf("\x1b[%d;%dH", y+1, x+1)
		s.use(scr.row(scr.y).at(x).style())
		s.cells([]cell{scr.row(scr.y).at(x)})
	} else {
		s.printf("\x1b[%d;%dH", y+1, x+1)
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
}

// incomplete writes what was read of a sequence or character.
func (s *snapshot) incomplete() {
	ps := &s.t.parse
	s.b = append(s.b, ps.partial[:ps.npart]...)
	switch ps.state {
	case stEscape:
		s.b = append(s.b, 0x1b)
	case stEscapeInter:
		s.b = append(s.b, 0x1b, ps.inter)
	case stCSI:
		s.b = append(s.b, "\x1b["...)
		s.b = ps.appendParams(s.b)
	case stCSIIgnore:
		s.b = append(s.b, "\x1b[0?"...)
	case stOSC, stDCS, stIgnoredString:
		s.b = append(s.b, 0x1b, map[parserState]byte{stOSC: ']', stDCS: 'P', stIgnoredString: '_'}[ps.state])
		s.b = append(s.b, ps.str...)
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
