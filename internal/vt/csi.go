package vt

// execute acts on a control character.
func (t *Terminal) execute(b byte) {
	t.parse.join = clusterState{}
	switch b {
	case '\r':
		t.carriageReturn()
	case '\n', '\v', '\f':
		t.newLine()
	case '\b':
		t.backspace()
	case '\t':
		t.tab(1)
	case '\a':
		t.out.event(Event{Kind: EventBell})
		return
	case 0x0e:
		t.pen.shift(1)
		return
	case 0x0f:
		t.pen.shift(0)
		return
	default:
		return
	}
	t.touch()
}

// newLine is LF and what means the same.
func (t *Terminal) newLine() {
	t.on.pending = false
	t.lineFeed(false)
	if t.mode.has(modeNewline) {
		t.on.x = 0
	}
	t.parse.join = clusterState{}
	t.touch()
}

func (t *Terminal) carriageReturn() {
	t.on.x, t.on.pending = 0, false
	t.parse.join = clusterState{}
	t.touch()
}

// backspace goes one column back; with reverse wraparound it also goes back
// over a soft wrap.
func (t *Terminal) backspace() {
	s := t.on
	if s.pending {
		s.pending = false
		if t.mode.has(modeReverseWrap) {
			return
		}
	}
	switch {
	case s.x > 0:
		s.x--
	case t.mode.has(modeReverseWrap) && s.y > s.top && s.y <= s.bottom && s.row(s.y-1).wrapped:
		s.y--
		s.row(s.y).wrapped = false
		s.x = t.cols - 1
		if s.row(s.y).at(s.x) == 0 && s.x > 0 { // the gap before a wide character
			s.x--
		}
	}
}

// dispatchEscape acts on ESC and a final byte.
func (t *Terminal) dispatchEscape(b byte) {
	s := t.on
	t.touch()
	switch b {
	case '7':
		t.saveCursor()
	case '8':
		t.restoreCursor()
	case 'D':
		s.pending = false
		t.lineFeed(false)
	case 'E':
		s.x, s.pending = 0, false
		t.lineFeed(false)
	case 'H':
		s.tabs[s.x] = s.tabs[s.x] || !s.pending
	case 'M':
		s.pending = false
		t.reverseLineFeed()
	case 'c':
		t.reset()
	case '=':
		t.mode.set(modeAppKeypad, true)
	case '>':
		t.mode.set(modeAppKeypad, false)
	case 'n':
		t.pen.shift(2)
	case 'o':
		t.pen.shift(3)
	}
}

// dispatchEscapeInter acts on ESC, an intermediate byte and a final byte.
func (t *Terminal) dispatchEscapeInter(b byte) {
	switch t.parse.inter {
	case '(', ')', '*', '+':
		t.pen.designate(int(t.parse.inter-'('), b)
	case '-', '.', '/':
		t.pen.designate(int(t.parse.inter-'-')+1, b)
	case '#':
		if b == '8' {
			t.alignmentTest()
		}
	}
}

// alignmentTest is DECALN: it fills the screen with the letter E, in xterm.js's
// way: in the pen's style, and within unchanged margins.
func (t *Terminal) alignmentTest() {
	t.touch()
	s := t.on
	t.unwrapAbove(0)
	for y := range t.rows {
		s.row(y).clear(t.cols, t.penCell()|'E')
	}
	t.moveTo(0, 0)
}

// dispatchCSI acts on a complete control sequence.
func (t *Terminal) dispatchCSI(final byte) {
	ps := &t.parse
	switch {
	case ps.inter != 0:
		t.dispatchInter(final)
	case ps.prefix != 0:
		t.dispatchPrefixed(final)
	case final == 'm':
		t.selectGraphics()
	default:
		if !t.editing(final) && !t.moving(final) {
			t.asking(final)
			return
		}
	}
	t.touch()
}

// moving acts on the sequences that move the cursor or change how it moves.
func (t *Terminal) moving(final byte) bool {
	p, s := &t.parse.p, t.on
	n := p.get(0, 1)
	switch final {
	case 'H', 'f':
		t.moveTo(p.get(1, 1)-1, n-1)
	case 'A':
		t.moveUp(n)
	case 'B':
		t.moveDown(n)
	case 'e':
		t.moveTo(s.x, t.relativeRow()+n)
	case 'C', 'a':
		t.moveX(n)
	case 'D':
		t.moveX(-n)
	case 'E':
		t.moveDown(n)
		s.x = 0
	case 'F':
		t.moveUp(n)
		s.x = 0
	case 'G', '`':
		t.moveTo(n-1, t.relativeRow())
	case 'd':
		t.moveTo(s.x, n-1)
	case 'I':
		t.tab(n)
	case 'Z':
		t.backTab(n)
	case 'g':
		switch p.get(0, 0) {
		case 0:
			s.tabs[s.x] = s.tabs[s.x] && s.pending
		case 3:
			clear(s.tabs)
		}
	case 'r':
		t.setMargins(n-1, p.get(1, t.rows)-1)
	case 's':
		t.saveCursor()
	case 'u':
		t.restoreCursor()
	default:
		return false
	}
	return true
}

// editing acts on the sequences that change cells.
func (t *Terminal) editing(final byte) bool {
	p, s := &t.parse.p, t.on
	n := p.get(0, 1)
	switch final {
	case 'J':
		t.eraseDisplay(p.get(0, 0))
		return true
	case 'K':
		t.eraseLine(p.get(0, 0))
		return true
	case 'b':
		t.repeat(n)
		return true
	case 'S', 'T':
		t.scrollRegion(final == 'S', n)
		return true
	case 'L', 'M':
		if s.y >= s.top && s.y <= s.bottom {
			t.moveLines(final == 'L', n)
		}
	case 'X':
		t.eraseCells(s.y, s.x, s.x+n)
	case '@':
		t.insertCells(s.row(s.y), s.x, n, t.eraser())
	case 'P':
		t.deleteCells(s.row(s.y), s.x, n, t.eraser())
	default:
		return false
	}
	s.pending = false
	return true
}

// scrollRegion is SU and SD. SD with more parameters would be mouse tracking.
func (t *Terminal) scrollRegion(up bool, n int) {
	s := t.on
	switch {
	case up:
		t.scrollUp(s.top, s.bottom, n, t.eraser())
	case t.parse.p.n <= 1:
		t.scrollDown(s.top, s.bottom, n, 0)
	}
	if s.pending { // beyond the end of another row now, which goes on here
		s.row(s.y).wrapped = false
	}
}

// moveLines inserts or deletes n lines at the cursor.
func (t *Terminal) moveLines(insert bool, n int) {
	s := t.on
	if insert {
		t.scrollDown(s.y, s.bottom, n, t.eraser())
	} else {
		t.scrollUp(s.y, s.bottom, n, t.eraser())
	}
	s.x = 0
}

// repeat is REP: it prints the last character n times more. It goes on from
// where the last character was printed, so any sequence between ends it.
func (t *Terminal) repeat(n int) {
	s := t.on
	x := s.lastColumn()
	if t.parse.join == (clusterState{}) || x < 0 {
		return
	}
	r := s.row(s.y)
	if r.at(x)&isTail != 0 {
		x--
	}
	var buf [maxCluster + 4]byte
	text := t.appendText(buf[:0], []cell{r.at(x)})
	for range min(n, t.cols*t.rows) {
		t.parse.join = clusterState{}
		for _, c := range string(text) {
			t.print(c)
		}
	}
}

func (t *Terminal) eraseDisplay(how int) {
	s := t.on
	switch how {
	case 0:
		t.eraseCells(s.y, s.x, t.cols)
		t.eraseRows(s.y+1, t.rows)
		s.pending = false
	case 1:
		t.eraseRows(0, s.y)
		t.eraseCells(s.y, 0, s.x+1)
	case 2:
		t.eraseRows(0, t.rows)
	case 3:
		if s == &t.main {
			t.hist.clear()
		}
	}
}

func (t *Terminal) eraseLine(how int) {
	s := t.on
	switch how {
	case 0:
		t.eraseCells(s.y, s.x, t.cols)
		s.pending = false
	case 1:
		t.eraseCells(s.y, 0, s.x+1)
	case 2:
		t.eraseCells(s.y, 0, t.cols)
	}
}
