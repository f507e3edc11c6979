package vt

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// The parser is the state machine of ECMA-48 as terminals implement it, with
// UTF-8 instead of 8-bit controls:
//
//	ground ──ESC──▶ escape ──'['──▶ csi ──final──▶ ground
//	                   │            └──malformed──▶ csiIgnore ──final──▶ ground
//	                   ├──']'──▶ osc ──BEL, ESC──▶ ground, escape
//	                   ├──'P'──▶ dcs ──ESC──▶ escape
//	                   ├──'X' '^' '_'──▶ ignored string ──ESC──▶ escape
//	                   └──0x20…0x2f──▶ escapeInter ──final──▶ ground
//
// CAN and SUB end any sequence; ESC begins a new one. A byte 0x9c never ends a
// string: it occurs inside UTF-8 characters, for instance in ✳.
type parserState uint8

const (
	stGround parserState = iota
	stEscape
	stEscapeInter
	stCSI
	stCSIIgnore
	stOSC
	stDCS
	stIgnoredString
)

// Bounds of a sequence. xterm.js has the same number of parameters.
const (
	maxParams = 32
	maxParam  = 65535
	// maxOSC is above any title, notification or clipboard text worth having.
	maxOSC = 1 << 20
	// maxDCS is enough for the two queries that are answered.
	maxDCS = 4 << 10
	// keepString is how much buffer is kept for the next string.
	keepString = 4 << 10
)

// parser is what has been read of a sequence that is not complete yet.
type parser struct {
	state   parserState
	prefix  byte // '?', '>', '<' or '=' before the parameters
	inter   byte // the intermediate byte before the final one
	p       params
	str     []byte // of an OSC or DCS
	tooLong bool   // the string passed its bound and will be ignored
	partial [utf8.UTFMax]byte
	npart   int
	join    clusterState // what the last printed character lets join on to it
}

// params are the parameters of a control sequence. Those beyond maxParams are
// dropped: each is read into the place after the last.
type params struct {
	v   [maxParams + 1]uint16
	n   int    // how many there are; while they are read, the one that is being read
	sub uint32 // bit i: v[i] came after a colon, as a part of v[i-1]
	any bool   // a digit or separator was seen
}

// get returns parameter i, or def where it is missing or zero.
func (p *params) get(i, def int) int {
	if i < p.n && p.v[i] != 0 {
		return int(p.v[i])
	}
	return def
}

// isSub tells whether parameter i exists and belongs to the one before.
func (p *params) isSub(i int) bool { return i < p.n && p.sub&(1<<i) != 0 }

// Write interprets what a program printed. It keeps nothing of p.
func (t *Terminal) Write(p []byte) {
	for i := 0; i < len(p); {
		switch t.parse.state {
		case stGround:
			i = t.ground(p, i)
		case stCSI:
			i = t.control(p, i)
		case stOSC, stDCS, stIgnoredString:
			i += t.str(p[i:])
		default:
			t.step(p[i])
			i++
		}
	}
}

// ground reads text and control characters from p[i] on, until a sequence that
// is not a control sequence begins; it returns where it stopped.
func (t *Terminal) ground(p []byte, i int) int {
	if t.parse.npart > 0 {
		return i + t.completeRune(p[i:])
	}
	for i < len(p) {
		b := p[i]
		switch {
		case b-0x20 < 0x5f:
			end := printableASCII(p, i)
			t.printASCII(p[i:end])
			i = end
		case b == 0x1b:
			t.parse.inter = 0
			t.parse.state = stEscape
			if i+1 == len(p) || p[i+1] != '[' {
				return i + 1
			}
			t.beginControl()
			i = t.control(p, i+2)
			if t.parse.state != stGround {
				return i
			}
		case b == '\r':
			t.carriageReturn()
			i++
		case b == '\n':
			t.newLine()
			i++
		case b < 0x20:
			t.execute(b)
			i++
		case b == 0x7f:
			i++
		default:
			i = t.printUTF8(p, i)
			if t.parse.npart > 0 {
				return i
			}
		}
	}
	return i
}

// printableASCII returns where the characters from the space to the tilde end
// that p has from p[i] on. It tests eight at once: a byte outside sets its highest
// bit when 0x20 is taken from it, when 1 is added to it, or by itself. What
// carries over to the next byte does no harm, since the first one decides.
func printableASCII(p []byte, i int) int {
	const each = 0x0101010101010101
	for ; i+8 <= len(p); i += 8 {
		x := binary.LittleEndian.Uint64(p[i : i+8])
		if outside := (x | (x - 0x20*each) | (x + each)) & (0x80 * each); outside != 0 {
			return i + bits.TrailingZeros64(outside)/8
		}
	}
	for i < len(p) && p[i]-0x20 < 0x5f {
		i++
	}
	return i
}

// printUTF8 prints the characters from p[i] on that are not ASCII, and returns
// where they end; of one that is not complete it keeps the bytes.
func (t *Terminal) printUTF8(p []byte, i int) int {
	for i < len(p) && p[i] >= utf8.RuneSelf {
		r, n := utf8.DecodeRune(p[i:])
		if plainWidth(r) > 0 {
			if end := t.printRun(p, i); end > i {
				i = end
				continue
			}
		}
		if r == utf8.RuneError && n == 1 {
			if n = brokenRune(p[i:]); n == len(p)-i && !utf8.FullRune(p[i:]) {
				t.parse.npart = copy(t.parse.partial[:], p[i:])
				return len(p)
			}
		}
		i += n
		if r >= 0xa0 { // C1 controls in UTF-8 are ignored
			t.print(r)
		}
	}
	return i
}

// brokenRune returns how many bytes at the start of p stand for one character
// that is not valid: as many as could have been the start of one.
func brokenRune(p []byte) int {
	n := 1
	for n < len(p) && n < utf8.UTFMax && !utf8.FullRune(p[:n+1]) {
		n++
	}
	return n
}

// completeRune goes on with a character whose first bytes came earlier.
func (t *Terminal) completeRune(p []byte) int {
	ps := &t.parse
	for i, b := range p {
		if b&0xc0 != 0x80 {
			ps.npart = 0
			t.print(utf8.RuneError)
			return i
		}
		ps.partial[ps.npart] = b
		ps.npart++
		if utf8.FullRune(ps.partial[:ps.npart]) {
			buf := ps.partial
			n := ps.npart
			ps.npart = 0
			t.printUTF8(buf[:n], 0)
			return i + 1
		}
	}
	return len(p)
}

func (t *Terminal) beginControl() {
	ps := &t.parse
	ps.state = stCSI
	ps.prefix, ps.inter = 0, 0
	ps.p.n, ps.p.sub, ps.p.any = 0, 0, false
	ps.p.v[0] = 0
}

// control reads a control sequence from p[i] on; it returns where it stopped.
func (t *Terminal) control(p []byte, i int) int {
	ps := &t.parse
	for ; ; i++ {
		if ps.inter == 0 {
			i = ps.p.read(p, i)
		}
		if i == len(p) {
			return i
		}
		switch b := p[i]; {
		case b >= 0x40 && b < 0x7f:
			ps.p.end()
			ps.state = stGround
			t.dispatchCSI(b)
			ps.join = clusterState{}
			return i + 1
		case b >= 0x80:
			ps.state = stGround
			return i
		default:
			if !t.controlRare(b) {
				return i + 1
			}
		}
	}
}

// controlRare reads a byte of a control sequence that is neither a parameter
// nor the final byte; it returns whether the sequence goes on.
func (t *Terminal) controlRare(b byte) bool {
	ps := &t.parse
	switch {
	case b == 0x1b:
		ps.state, ps.inter = stEscape, 0
		return false
	case b == 0x18 || b == 0x1a:
		ps.state = stGround
		return false
	case b < 0x20:
		t.execute(b)
	case b >= 0x3c && b <= 0x3f:
		if ps.p.any || ps.prefix != 0 || ps.inter != 0 {
			ps.state = stCSIIgnore
			return false
		}
		ps.prefix = b
	case b == 0x7f:
	case b >= 0x30 || ps.inter != 0: // a parameter after an intermediate, or two of those
		ps.state = stCSIIgnore
		return false
	default:
		ps.inter = b
	}
	return true
}

// read reads digits and separators from b[i] on; it returns where they end.
func (p *params) read(b []byte, i int) int {
	start, v := i, uint32(p.v[p.n])
	for ; i < len(b); i++ {
		c := b[i]
		if c-'0' < 10 {
			v = min(v*10+uint32(c-'0'), maxParam)
		} else if c-':' < 2 {
			p.v[p.n] = uint16(v)
			p.next(c == ':')
			v = 0
		} else {
			break
		}
	}
	if i > start {
		p.any = true
		p.v[p.n] = uint16(v)
	}
	return i
}

// next begins another parameter.
func (p *params) next(sub bool) {
	p.n = min(p.n+1, maxParams)
	p.v[p.n] = 0
	if sub {
		p.sub |= 1 << p.n
	}
}

// end makes n the number of parameters.
func (p *params) end() {
	if p.any {
		p.n = min(p.n+1, maxParams)
	}
}
