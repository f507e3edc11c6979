package term

import (
	"bytes"
	"unicode/utf8"
)

// maxTail bounds the unfinished sequence that is kept: the emulator drops
// longer strings, so what is beyond can never have an effect.
const maxTail = 1 << 20

// tail is the unfinished escape sequence or character at the end of a stream.
// An emulator's snapshot shows what was done; what is still being said must go
// after it, or the stream's next bytes would read as text.
//
//	ground ─ESC─▶ escape ─[─▶ csi ─final─▶ ground
//	                ├─ ] ─▶ osc ─BEL─▶ ground, ─ESC─▶ escape
//	                ├─ P X ^ _ ─▶ str ─ESC─▶ escape
//	                └─ final ─▶ ground
//
// A string has its effect at the ESC of its end: what is unfinished then is the
// ESC alone.
type tail struct {
	state tailState
	b     []byte
}

type tailState uint8

const (
	ground tailState = iota
	character
	escape
	csi
	osc
	str
)

func (t *tail) bytes() []byte { return t.b }

// feed goes on with the bytes after those fed before.
func (t *tail) feed(p []byte) {
	for len(p) > 0 && t.state != ground {
		t.step(p[0])
		p = p[1:]
	}
	// Only the end of the rest matters: what began before its last ESC is done.
	// The first search is many times faster than the second, and plain text
	// has no ESC at all.
	if t.state == ground && bytes.IndexByte(p, 0x1b) >= 0 {
		p = p[bytes.LastIndexByte(p, 0x1b):]
		for i, c := range p {
			t.step(c)
			if t.state == ground {
				p = p[i+1:]
				break
			}
		}
	}
	if t.state == ground {
		t.b = nil
		for _, c := range p[len(p)-partial(p):] {
			t.step(c)
		}
	}
}

// partial is the number of bytes of a character that p ends within.
func partial(p []byte) int {
	for n := 1; n <= min(len(p), utf8.UTFMax-1); n++ {
		c := p[len(p)-n]
		if c < utf8.RuneSelf {
			return 0
		}
		if utf8.RuneStart(c) {
			if utf8.FullRune(p[len(p)-n:]) {
				return 0
			}
			return n
		}
	}
	return 0
}

// step takes one byte. Control characters within a sequence were acted on when
// they came and are left out; CAN and SUB end any sequence.
func (t *tail) step(c byte) {
	switch {
	case t.state == ground || c == 0x1b:
		t.begin(c)
	case t.state == character:
		t.stepCharacter(c)
	case c == 0x18 || c == 0x1a || c == 0x07 && t.state == osc:
		t.state = ground
	case t.state == csi && c >= utf8.RuneSelf:
		t.begin(c)
	case c >= 0x20:
		t.keep(c)
		t.state = t.after(c)
	}
}

// begin takes a byte outside any sequence.
func (t *tail) begin(c byte) {
	t.b = t.b[:0]
	switch {
	case c == 0x1b:
		t.keep(c)
		t.state = escape
	case c >= utf8.RuneSelf:
		t.keep(c)
		t.endCharacter()
	default:
		t.state = ground
	}
}

func (t *tail) stepCharacter(c byte) {
	if utf8.RuneStart(c) {
		t.begin(c)
		return
	}
	t.keep(c)
	t.endCharacter()
}

func (t *tail) endCharacter() {
	t.state = character
	if utf8.FullRune(t.b) {
		t.state = ground
	}
}

// after is the state after the byte c of a sequence.
func (t *tail) after(c byte) tailState {
	switch {
	case t.state != escape && t.state != csi:
		return t.state
	case t.state == csi && c >= 0x40 && c != 0x7f:
		return ground
	case t.state == csi || c < 0x30: // parameters; intermediates of an escape
		return t.state
	case len(t.b) > 2: // ESC intermediates final
		return ground
	case c == '[':
		return csi
	case c == ']':
		return osc
	case c == 'P' || c == 'X' || c == '^' || c == '_':
		return str
	case c == 0x7f:
		return escape
	}
	return ground
}

func (t *tail) keep(c byte) {
	if len(t.b) < maxTail {
		t.b = append(t.b, c)
	}
}
