package status

import (
	"bytes"
	"strconv"
	"strings"
)

// Hands follows what is written to a program, to tell when a message is
// submitted: an Enter after text. It knows keys, pastes and the terminal's own
// answers to queries apart. The zero value is ready.
type Hands struct {
	state   handState
	params  string // of the control sequence under way
	text    bool   // text was typed or pasted since the last Enter
	command bool   // which began with a typed slash
}

type handState int

const (
	atRest     handState = iota
	afterEsc             // ESC
	inSequence           // ESC [ …
	inFunction           // ESC O …, one character
	inString             // ESC ] P _ ^ X …, until BEL or ST
	inPaste              // between ESC[200~ and ESC[201~
)

// maxParams bounds what is kept of a control sequence: those that matter are
// shorter.
const maxParams = 16

var pasteEnd = []byte("\x1b[201~")

// Take reads bytes that were written to the program. It says whether an Enter
// among them submitted a message; a slash command is none, since most start no
// turn. A mark that ends a paste must be whole in one call, as all writers of
// pastes make it.
func (h Hands) Take(b []byte) (next Hands, submitted bool) {
	for len(b) > 0 {
		if h.state == inPaste {
			body, rest, ended := bytes.Cut(b, pasteEnd)
			h.text = h.text || len(bytes.TrimSpace(body)) > 0
			if b = rest; ended {
				h.state = atRest
			}
			continue
		}
		h, submitted = h.key(b[0], submitted)
		b = b[1:]
	}
	if h.state == afterEsc {
		// Nothing follows: it was the Escape key, which leaves what was typed.
		h = Hands{}
	}
	return h, submitted
}

func (h Hands) key(c byte, submitted bool) (Hands, bool) {
	switch h.state {
	case afterEsc:
		return h.escape(c), submitted
	case inSequence:
		if c < 0x40 || c > 0x7e {
			if len(h.params) < maxParams {
				h.params += string(rune(c))
			}
			return h, submitted
		}
		return h.sequence(h.params+string(rune(c)), submitted)
	case inFunction:
		h.state = atRest
		return h, submitted
	case inString:
		if c == 0x07 {
			h.state = atRest
		} else if c == 0x1b {
			h.state = afterEsc
		}
		return h, submitted
	}
	switch {
	case c == 0x1b:
		h.state = afterEsc
	case c == '\r':
		return h.enter(submitted)
	case c == 0x03 || c == 0x15: // Ctrl-C and Ctrl-U clear the line
		h.text, h.command = false, false
	case c > ' ' && c != 0x7f:
		h = h.letter(rune(c))
	}
	return h, submitted
}

func (h Hands) letter(c rune) Hands {
	h.command = h.command || !h.text && c == '/'
	h.text = true
	return h
}

func (h Hands) enter(submitted bool) (Hands, bool) {
	submitted = submitted || h.text && !h.command
	h.text, h.command = false, false
	return h, submitted
}

func (h Hands) escape(c byte) Hands {
	switch c {
	case '[':
		h.state, h.params = inSequence, ""
	case 'O':
		h.state = inFunction
	case ']', 'P', '_', '^', 'X':
		h.state = inString
	default:
		h.state = atRest
	}
	return h
}

// sequence acts on a whole control sequence: a paste begins, or a key comes as
// the kitty keyboard protocol has it.
func (h Hands) sequence(s string, submitted bool) (Hands, bool) {
	h.state = atRest
	if s == "200~" {
		h.state = inPaste
		return h, submitted
	}
	key, isKey := strings.CutSuffix(s, "u")
	code, modifiers, _ := strings.Cut(key, ";")
	c, err := strconv.Atoi(code)
	switch {
	case !isKey || err != nil || strings.Contains(modifiers, ":3"): // a key that goes up
	case c == '\r' && (modifiers == "" || modifiers[0] == '1'):
		return h.enter(submitted)
	case c > ' ' && c < kittyFunctional && (modifiers == "" || modifiers[0] <= '2' || modifiers[0] == ';'):
		h = h.letter(rune(c))
	}
	return h, submitted
}

// kittyFunctional is the first code of the keys that make no text.
const kittyFunctional = 57344
