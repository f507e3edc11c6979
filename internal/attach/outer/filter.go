package outer

import (
	"bytes"
	"slices"
	"strings"
)

const (
	enq = 0x05
	bel = 0x07
	can = 0x18
	sub = 0x1a
	esc = 0x1b
	del = 0x7f
)

// longestSequence bounds what is held until a sequence ends. Nothing but a
// clipboard is nearly as long; a longer one is dropped.
const longestSequence = 1 << 20

// Filter takes the questions out of a terminal's output before the output is
// replayed to the outer terminal. The daemon has answered them already; a second
// answer would arrive as keys in the program. What may pass is listed, for
// new questions are invented all the time. The zero value is ready.
//
//	ground --ESC--> escape --[--> csi --final byte--> ground
//	                escape --] P X ^ _--> text --ST, or BEL after ]--> ground
//	                escape --SP to /--> designate --final byte--> ground
type Filter struct {
	state state
	seq   []byte // the sequence so far, from ESC on
	drop  bool   // the sequence is too long to be passed on
	lead  bool   // the last byte was 0xC2, which may begin a C1 control
}

type state int

const (
	ground state = iota
	escape
	designate // ESC and intermediate bytes
	csi
	text    // OSC, DCS, SOS, PM, APC
	textEnd // ESC within text
)

// Next returns what of the output may be written. It keeps nothing of out.
func (f *Filter) Next(out []byte) []byte {
	pass := make([]byte, 0, len(out)+len(f.seq)+1)
	for _, c := range out {
		pass = f.decode(pass, c)
	}
	return pass
}

// decode finds the controls U+0080 to U+009F, which are two bytes each, and
// writes them as the escape sequences that they stand for. A first byte alone is
// replaced, as emulators do: it could become a control with a byte that follows
// what is taken out.
func (f *Filter) decode(pass []byte, c byte) []byte {
	if f.lead {
		f.lead = false
		if c >= 0x80 && c <= 0x9f {
			return f.step(f.step(pass, esc), c-0x40)
		}
		first := "\ufffd"
		if c >= 0xa0 && c <= 0xbf {
			first = "\xc2"
		}
		for i := range len(first) {
			pass = f.step(pass, first[i])
		}
	}
	if c == 0xc2 {
		f.lead = true
		return pass
	}
	return f.step(pass, c)
}

func (f *Filter) step(pass []byte, c byte) []byte {
	switch {
	case f.state == text || f.state == textEnd:
		return f.inText(pass, c)
	case c == esc:
		f.begin()
		return pass
	case c == enq:
		return pass // asks for an answer-back
	case f.state == ground:
		return append(pass, c)
	case c == can || c == sub:
		f.state = ground
		return append(pass, c)
	case c < 0x20:
		return append(pass, c) // controls act in the middle of a sequence
	case c == del:
		return pass
	}
	f.keep(c)
	switch f.state {
	case escape:
		return f.afterEscape(pass, c)
	case designate:
		if c >= 0x30 {
			return f.end(pass, passEscape(f.seq))
		}
	case csi:
		if c >= 0x40 && c <= 0x7e {
			return f.end(pass, passCSI(f.seq))
		}
	}
	return pass
}

func (f *Filter) afterEscape(pass []byte, c byte) []byte {
	switch {
	case c == '[':
		f.state = csi
	case strings.IndexByte("]PX^_", c) >= 0:
		f.state = text
	case c < 0x30:
		f.state = designate
	default:
		return f.end(pass, passEscape(f.seq))
	}
	return pass
}

// inText reads the text of a sequence up to its end. Any other sequence ends it
// as well, and begins by itself.
func (f *Filter) inText(pass []byte, c byte) []byte {
	switch {
	case f.state == textEnd && c == '\\':
		return f.end(pass, passText(f.seq))
	case f.state == textEnd:
		f.begin()
		return f.step(pass, c)
	case c == esc:
		f.state = textEnd
	case c == bel && f.seq[1] == ']':
		return f.end(pass, passText(f.seq))
	case c == can || c == sub:
		f.state = ground
	default:
		f.keep(c)
	}
	return pass
}

func (f *Filter) begin() {
	f.state, f.drop = escape, false
	f.seq = append(f.seq[:0], esc)
}

func (f *Filter) keep(c byte) {
	if len(f.seq) >= longestSequence {
		f.drop = true
		return
	}
	f.seq = append(f.seq, c)
}

// end ends a sequence, which goes on if it may.
func (f *Filter) end(pass []byte, may bool) []byte {
	if may && !f.drop {
		pass = append(pass, f.seq...)
		if f.state == text || f.state == textEnd {
			pass = append(pass, esc, '\\')
		}
	}
	f.state = ground
	if cap(f.seq) > 64<<10 {
		f.seq = nil // one long text must not cost memory for ever
	}
	return pass
}

// passEscape lists the escape sequences that only draw or set something. Those
// that are missing ask what the terminal is, or change how bytes are read.
func passEscape(seq []byte) bool {
	if len(seq) == 2 {
		return strings.IndexByte("6789=>DEHMNOcno|}~\\", seq[1]) >= 0
	}
	return strings.IndexByte("()*+-./#", seq[1]) >= 0 && seq[len(seq)-1] < del
}

// passCSI lists the control sequences that only draw or set something: for the
// private mark and the intermediate bytes, the final bytes.
func passCSI(seq []byte) bool {
	final, body := seq[len(seq)-1], seq[2:len(seq)-1]
	mark := 0
	if len(body) > 0 && body[0] >= '<' && body[0] <= '?' {
		mark = 1
	}
	params := mark
	for params < len(body) && body[params] >= '0' && body[params] <= ';' {
		params++
	}
	var finals string
	switch string(body[:mark]) + string(body[params:]) {
	case "":
		if final == 't' {
			return isTitleStack(body)
		}
		finals = "@ABCDEFGHIJKLMPSTXZ`abdefghlmrsu"
	case "?":
		if final == 'h' && reports(body[1:]) {
			return false
		}
		finals = "JKWhlrs"
	case ">":
		finals = "mnu" // key options, kitty keyboard
	case "<", "=":
		finals = "u" // kitty keyboard
	case " ":
		finals = "@Aq" // scroll sideways, cursor shape
	case "!":
		finals = "p" // soft reset
	case `"`:
		finals = "q" // protection
	case "'":
		finals = "}~" // columns
	case "#":
		finals = "{}PQpq" // stacks of attributes and colours
	case "$":
		finals = "rtvxz{" // rectangles
	case "*":
		finals = "x" // extent of the former
	}
	return strings.IndexByte(finals, final) >= 0
}

// isTitleStack reports whether a window operation keeps or restores titles; all
// others ask, or change the outer window.
func isTitleStack(params []byte) bool {
	operation, _, _ := bytes.Cut(params, []byte{';'})
	return string(operation) == "22" || string(operation) == "23"
}

// reports says whether modes to be set make a terminal report colour schemes or
// sizes by itself. The daemon reports them to the program.
func reports(params []byte) bool {
	return slices.ContainsFunc(bytes.Split(params, []byte{';'}), func(p []byte) bool {
		p = bytes.TrimLeft(p, "0")
		return string(p) == "2031" || string(p) == "2048"
	})
}

// passText lists the text sequences that only set something: titles, colours,
// links, the clipboard, notifications, progress, marks. A field that begins or
// ends with a question mark asks.
func passText(seq []byte) bool {
	if seq[1] != ']' {
		return false
	}
	fields := bytes.Split(seq[2:], []byte{';'})
	switch string(fields[0]) {
	case "0", "1", "2", "7", "8", "9", "133", "777": // text of their own, which may have question marks
		return true
	case "4", "5", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "22", "52",
		"104", "105", "110", "111", "112", "113", "114", "115", "116", "117", "118", "119":
		return !slices.ContainsFunc(fields[1:], func(p []byte) bool {
			return bytes.HasPrefix(p, []byte{'?'}) || bytes.HasSuffix(p, []byte{'?'})
		})
	}
	return false
}
