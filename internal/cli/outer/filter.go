package outer

import (
	"bytes"
	"slices"
)

const (
	esc = 0x1b
	bel = 0x07
	can = 0x18
	sub = 0x1a
	enq = 0x05
)

// longestSequence bounds what is held until a sequence ends. Nothing but a
// clipboard or a picture is nearly as long; a longer one is dropped.
const longestSequence = 1 << 20

// Filter takes the questions out of a terminal's output before the output is
// replayed to the outer terminal. The daemon has answered them already; a second
// answer would arrive as keys in the program. It also takes out what would make
// the outer terminal report by itself, or change its window. The zero value is
// ready.
//
//	ground --ESC--> escape --[--> csi --final byte--> ground
//	                escape --P ] X ^ _--> text --ST, or BEL after ]--> ground
type Filter struct {
	state state
	seq   []byte // the sequence so far, from ESC on
	drop  bool   // the sequence is too long to be passed on
	lead  bool   // the last byte of ground was 0xC2, which may begin a C1 control
}

type state int

const (
	ground state = iota
	escape
	csi
	text      // OSC, DCS, APC, PM, SOS
	textEnd   // ESC within text
	escapeMid // ESC and intermediate bytes
)

// Next returns what of the output may be written. It keeps nothing of out.
func (f *Filter) Next(out []byte) []byte {
	pass := make([]byte, 0, len(out)+len(f.seq))
	for _, c := range out {
		pass = f.step(pass, c)
	}
	return pass
}

func (f *Filter) step(pass []byte, c byte) []byte {
	if f.state == ground {
		return f.plain(pass, c)
	}
	if f.state != text && f.state != textEnd {
		switch {
		case c == esc:
			f.begin(escape)
			return pass
		case c == can || c == sub:
			f.state = ground
			return append(pass, c)
		case c == enq:
			return pass
		case c < 0x20:
			return append(pass, c) // controls act in the middle of a sequence
		}
	}
	f.keep(c)
	switch f.state {
	case escape:
		return f.afterEscape(pass, c)
	case escapeMid:
		if c >= 0x30 {
			return f.end(pass, true)
		}
	case csi:
		if c >= 0x40 && c <= 0x7e {
			return f.end(pass, !asksCSI(f.seq))
		}
	case text:
		switch {
		case c == bel && f.seq[1] == ']':
			return f.end(pass, !asksText(f.seq))
		case c == can || c == sub:
			f.state = ground
		case c == esc:
			f.state = textEnd
		}
	case textEnd:
		return f.afterTextEscape(pass, c)
	}
	return pass
}

// plain is a byte of text or a control. U+0080 to U+009F are controls in one
// character: each is written as the escape sequence that it stands for.
func (f *Filter) plain(pass []byte, c byte) []byte {
	if f.lead {
		f.lead = false
		if c >= 0x80 && c <= 0x9f {
			f.begin(escape)
			return f.step(pass, c-0x40)
		}
		pass = append(pass, 0xc2)
	}
	switch c {
	case esc:
		f.begin(escape)
	case enq:
	case 0xc2:
		f.lead = true
	default:
		pass = append(pass, c)
	}
	return pass
}

func (f *Filter) begin(s state) {
	f.state, f.drop = s, false
	f.seq = append(f.seq[:0], esc)
}

func (f *Filter) keep(c byte) {
	if len(f.seq) >= longestSequence {
		f.drop = true
		return
	}
	f.seq = append(f.seq, c)
}

// end ends a sequence, which goes on when it may.
func (f *Filter) end(pass []byte, may bool) []byte {
	f.state = ground
	if may && !f.drop {
		pass = append(pass, f.seq...)
	}
	if cap(f.seq) > 64<<10 {
		f.seq = nil // one long text must not cost memory for ever
	}
	return pass
}

func (f *Filter) afterEscape(pass []byte, c byte) []byte {
	switch {
	case c == '[':
		f.state = csi
	case c == ']' || c == 'P' || c == '_' || c == '^' || c == 'X':
		f.state = text
	case c >= 0x20 && c < 0x30:
		f.state = escapeMid
	default:
		return f.end(pass, c != 'Z') // DECID asks what terminal this is
	}
	return pass
}

// afterTextEscape ends a text at ESC \. Any other sequence ends it as well, and
// begins by itself.
func (f *Filter) afterTextEscape(pass []byte, c byte) []byte {
	if c == '\\' {
		return f.end(pass, !asksText(f.seq))
	}
	f.begin(escape)
	return f.step(pass, c)
}

// asksCSI reports whether a control sequence asks the terminal for something,
// makes it report by itself, or changes its window.
func asksCSI(seq []byte) bool {
	final := seq[len(seq)-1]
	body := seq[2 : len(seq)-1]
	private := byte(0)
	if len(body) > 0 && body[0] >= '<' && body[0] <= '?' {
		private, body = body[0], body[1:]
	}
	cut := bytes.IndexFunc(body, func(r rune) bool { return r >= 0x20 && r <= 0x2f })
	params, middle := body, ""
	if cut >= 0 {
		params, middle = body[:cut], string(body[cut:])
	}
	switch final {
	case 'c', 'n': // DA, DSR; CSI > n turns a key option off
		return middle == "" && (final == 'c' || private != '>')
	case 'p': // DECRQM asks; DECSTR, DECSCL do not
		return middle == "$" || private == '?'
	case 'q': // XTVERSION; others set the cursor's shape and LEDs
		return private == '>'
	case 't': // window reports and changes; but the stack of titles is wanted
		return middle != "" || private != 0 || !(bytes.HasPrefix(params, []byte("22")) || bytes.HasPrefix(params, []byte("23")))
	case 'u': // kitty keyboard flags, DECRQUPSS; CSI u restores the cursor
		return private == '?' || middle != ""
	case 'x': // DECREQTPARM; with an intermediate byte it fills areas
		return middle == ""
	case 'w': // DECRQPSR, locator
		return middle != ""
	case 'y': // checksums and self tests
		return true
	case 'S': // graphics attributes; without a mark it scrolls
		return private == '?'
	case 'm': // CSI ? m asks for key options
		return private == '?'
	case 'v', 'R', '|', '{', '}', 'z', '\'': // reports of colours, SGR and locators
		return middle == `"` || middle == "#" || middle == "'" || (final == '|' && middle == "&")
	case 'h':
		return private == '?' && reports(params)
	}
	return false
}

// reports says whether modes to be set make a terminal report by itself: colour
// schemes and sizes. The daemon reports them to the program.
func reports(params []byte) bool {
	for p := range bytes.SplitSeq(params, []byte{';'}) {
		if s := string(p); s == "2031" || s == "2048" {
			return true
		}
	}
	return false
}

// asksText reports whether a text sequence asks for something.
func asksText(seq []byte) bool {
	body := bytes.TrimSuffix(bytes.TrimSuffix(seq[2:], []byte("\x1b\\")), []byte{bel})
	switch seq[1] {
	case 'P': // DECRQSS, XTGETTCAP, and whatever else nobody needs
		return true
	case '_', '^', 'X': // pictures are answered unless told not to be
		return true
	}
	fields := bytes.Split(body, []byte{';'})
	switch string(fields[0]) {
	case "7501": // program status
		return true
	case "1337", "50", "60", "61", "99", "3008": // reports, fonts, features, notifications with answers
		return true
	}
	return slices.ContainsFunc(fields[1:], func(p []byte) bool {
		return bytes.HasPrefix(p, []byte{'?'}) || bytes.HasSuffix(p, []byte("=?"))
	})
}
