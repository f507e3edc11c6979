package vt

import "fmt"

// What the terminal says it is. Programs change their behaviour by these: the
// first is a VT220 with colours that takes clipboard writes, the second has the
// version of an xterm which has SGR mouse reports.
const (
	primaryAttributes   = "\x1b[?62;22;52c"
	secondaryAttributes = "\x1b[>1;277;0c"
	tertiaryAttributes  = "\x1bP!|00000000\x1b\\"
	version             = "\x1bP>|junto 1\x1b\\"
)

// cellWidth and cellHeight are the pixels that a cell is said to have. No
// program gets graphics; those that ask only want the proportion.
const (
	cellWidth  = 9
	cellHeight = 18
)

// reply queues an answer.
func (t *Terminal) reply(format string, args ...any) {
	n := len(t.out.replies)
	t.out.replies = fmt.Appendf(t.out.replies, format, args...)
	if len(t.out.replies) > maxReplies {
		t.out.replies = t.out.replies[:n]
	}
}

// asking acts on sequences without prefix that ask something, and on those that
// concern the window or modes.
func (t *Terminal) asking(final byte) {
	p := &t.parse.p
	switch final {
	case 'n':
		switch p.get(0, 0) {
		case 5:
			t.reply("\x1b[0n")
		case 6:
			t.reply("\x1b[%d;%dR", t.relativeRow()+1, t.on.x+1)
		}
	case 'c':
		if p.get(0, 0) == 0 {
			t.reply(primaryAttributes)
		}
	case 't':
		t.windowOp()
	case 'h', 'l':
		for _, n := range p.v[:p.n] {
			t.mode.set(ansiMode(int(n)), final == 'h')
		}
	}
}

// windowOp is XTWINOPS: what it reports, and the stack of titles. Nothing in it
// may change the window, and the title is not reported, since that would type
// text of the program's choice into whatever reads next.
func (t *Terminal) windowOp() {
	p := &t.parse.p
	switch p.get(0, 0) {
	case 14:
		t.reply("\x1b[4;%d;%dt", t.rows*cellHeight, t.cols*cellWidth)
	case 16:
		t.reply("\x1b[6;%d;%dt", cellHeight, cellWidth)
	case 18:
		t.reply("\x1b[8;%d;%dt", t.rows, t.cols)
	case 19:
		t.reply("\x1b[9;%d;%dt", t.rows, t.cols)
	case 22:
		if p.get(1, 0) != 1 {
			t.pushTitle()
		}
	case 23:
		if p.get(1, 0) != 1 {
			t.popTitle()
		}
	}
}

// dispatchPrefixed acts on control sequences with a prefix.
func (t *Terminal) dispatchPrefixed(final byte) {
	p := &t.parse.p
	switch string([]byte{t.parse.prefix, final}) {
	case "?h", "?l":
		for _, n := range p.v[:p.n] {
			t.setPrivateMode(int(n), final == 'h')
		}
	case "?J":
		t.selectiveErase(true, p.get(0, 0))
	case "?K":
		t.selectiveErase(false, p.get(0, 0))
	case "?n":
		switch p.get(0, 0) {
		case 6:
			t.reply("\x1b[?%d;%dR", t.relativeRow()+1, t.on.x+1)
		case 996:
			t.reportTheme()
		}
	case ">c":
		t.reply(secondaryAttributes)
	case "=c":
		t.reply(tertiaryAttributes)
	case ">q":
		t.reply(version)
	case ">m", ">n", "?m":
		t.modifyKeys(t.parse.prefix, final)
	case "?u", ">u", "<u", "=u":
		t.kittyKeyboard(t.parse.prefix)
	}
}

// dispatchInter acts on control sequences with an intermediate byte.
func (t *Terminal) dispatchInter(final byte) {
	p := &t.parse.p
	switch string([]byte{t.parse.prefix, t.parse.inter, final}) {
	case "\x00 q":
		if n := p.get(0, 0); n <= int(ShapeBar) {
			t.label.shape = CursorShape(n)
		}
	case "\x00!p":
		t.softReset()
	case "\x00\"q":
		t.pen.stale = true
		if n := p.get(0, 0); n == 1 {
			t.pen.style.attr |= protected
		} else if n == 0 || n == 2 {
			t.pen.style.attr &^= protected
		}
	case "?$p":
		n := p.get(0, 0)
		t.reply("\x1b[?%d;%d$y", n, t.privateModeState(n))
	case "\x00$p":
		n, state := p.get(0, 0), 0
		if m := ansiMode(n); m != 0 {
			state = onOff(t.mode.has(m))
		}
		t.reply("\x1b[%d;%d$y", n, state)
	}
}
