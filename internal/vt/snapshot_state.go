package vt

import (
	"bytes"
	"fmt"
)

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
