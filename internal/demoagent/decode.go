package demoagent

import (
	"bytes"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// escapeWait is how long a lone ESC may be the start of a sequence before it is
// the Escape key. Programs use 20 to 100 ms; a key's bytes arrive together.
const escapeWait = 50 * time.Millisecond

// maxPaste bounds one paste: far above the largest text that `jun tool send`
// takes (1 MiB), small enough that a lost end marker costs no machine.
const maxPaste = 16 << 20

// maxSequence bounds an escape sequence or a terminal's answer.
const maxSequence = 4096

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// Names of the keys that the agent acts on, as its log writes them.
const (
	keyEnter     = "Enter"
	keyNewline   = "Newline" // Ctrl-J, Shift-Enter, Alt-Enter
	keyEscape    = "Esc"
	keyBackspace = "Backspace"
	keyTab       = "Tab"
	keyUp        = "Up"
	keyDown      = "Down"
	keyCtrlC     = "Ctrl-C"
	keyCtrlD     = "Ctrl-D"
	keyCtrlO     = "Ctrl-O"
	keyCtrlU     = "Ctrl-U"
)

// typed is one thing that came in: a run of printable text, a named key, a
// paste, or the body of a terminal's OSC answer.
type typed struct {
	kind typedKind
	text string
	kept bool // a CSI u Enter, which counts whatever the keyboard flags are
}

type typedKind int

const (
	typedText typedKind = iota
	typedKey
	typedPaste
	typedOSC
)

// decoder turns the bytes of a terminal into keys and pastes, whatever their
// chunks are.
type decoder struct {
	brackets bool // bracketed paste is on
	pending  []byte
	pasting  bool
	scanned  int       // how much of a pending paste holds no end marker
	since    time.Time // when the pending bytes came, for a lone ESC
}

// feed takes a chunk and returns what it completed.
func (d *decoder) feed(chunk []byte, now time.Time) []typed {
	d.pending = append(d.pending, chunk...)
	d.since = now
	return d.drain(false)
}

// due is when a pending lone ESC becomes a key; zero when none is pending.
func (d *decoder) due() time.Time {
	if d.pasting || len(d.pending) == 0 || d.pending[0] != 0x1b {
		return time.Time{}
	}
	return d.since.Add(escapeWait)
}

// expire settles a sequence that nothing followed.
func (d *decoder) expire(now time.Time) []typed {
	if due := d.due(); due.IsZero() || now.Before(due) {
		return nil
	}
	return d.drain(true)
}

func (d *decoder) drain(final bool) []typed {
	var out []typed
	for len(d.pending) > 0 {
		var n int
		var t typed
		if d.pasting {
			n, t = d.paste()
		} else {
			n, t = d.next(final)
		}
		if n == 0 {
			break
		}
		d.pending = d.pending[n:]
		if t != (typed{}) {
			out = append(out, t)
		}
	}
	if len(d.pending) == 0 {
		d.pending = nil // gives a large paste's memory back
	}
	return out
}

// paste takes a whole paste from the pending bytes, or nothing.
func (d *decoder) paste() (int, typed) {
	i := bytes.Index(d.pending[d.scanned:], []byte(pasteEnd))
	if i < 0 && len(d.pending) < maxPaste {
		d.scanned = max(0, len(d.pending)-len(pasteEnd)+1)
		return 0, typed{}
	}
	end, n := len(d.pending), len(d.pending)
	if i >= 0 {
		end = d.scanned + i
		n = end + len(pasteEnd)
	}
	text := string(d.pending[:end])
	d.pasting, d.scanned = false, 0
	return n, typed{kind: typedPaste, text: text}
}

// next takes one key, one run of text or one sequence from the pending bytes.
// It returns 0 when they may be only the start of one.
func (d *decoder) next(final bool) (int, typed) {
	b := d.pending
	switch c := b[0]; {
	case c == 0x1b:
		return d.escape(final)
	case c < 0x20 || c == 0x7f:
		return 1, typed{kind: typedKey, text: controlName(c)}
	}
	n := 0
	for n < len(b) && b[n] >= 0x20 && b[n] != 0x7f {
		if b[n] >= utf8.RuneSelf && !utf8.FullRune(b[n:]) && !final {
			break
		}
		_, size := utf8.DecodeRune(b[n:])
		n += size
	}
	if n == 0 {
		return 0, typed{}
	}
	return n, typed{kind: typedText, text: string(b[:n])}
}

func controlName(c byte) string {
	switch c {
	case '\r':
		return keyEnter
	case '\n':
		return keyNewline
	case '\t':
		return keyTab
	case 0x7f, 0x08:
		return keyBackspace
	}
	return "Ctrl-" + string(rune(c+0x40))
}

func (d *decoder) escape(final bool) (int, typed) {
	b := d.pending
	if len(b) == 1 {
		if final {
			return 1, typed{kind: typedKey, text: keyEscape}
		}
		return 0, typed{}
	}
	switch b[1] {
	case '[':
		return d.csi(final)
	case ']', 'P', '_', '^':
		return d.str(final)
	case 'O':
		if len(b) < 3 {
			return incomplete(len(b), final)
		}
		return 3, typed{kind: typedKey, text: letterKey(b[2], "SS3 ")}
	case '\r':
		return 2, typed{kind: typedKey, text: keyNewline}
	case 0x1b:
		return 1, typed{kind: typedKey, text: keyEscape}
	}
	if b[1] >= utf8.RuneSelf && !utf8.FullRune(b[1:]) && !final {
		return 0, typed{}
	}
	r, size := utf8.DecodeRune(b[1:])
	return 1 + size, typed{kind: typedKey, text: "Alt-" + string(r)}
}

// incomplete is what becomes of the start of a sequence: more may come, or, when
// nothing did, it is the Escape key and the rest is text.
func incomplete(n int, final bool) (int, typed) {
	if final || n > maxSequence {
		return 1, typed{kind: typedKey, text: keyEscape}
	}
	return 0, typed{}
}

// csi takes a control sequence. The start of a paste switches to pasting.
func (d *decoder) csi(final bool) (int, typed) {
	b := d.pending
	end := 2
	for end < len(b) && b[end] >= 0x20 && b[end] <= 0x3f {
		end++
	}
	if end == len(b) {
		return incomplete(len(b), final)
	}
	if b[end] < 0x40 || b[end] > 0x7e { // broken off by another key
		return end, typed{kind: typedKey, text: "CSI " + string(b[2:end])}
	}
	body := string(b[2:end])
	switch {
	case d.brackets && body == "200" && b[end] == '~':
		d.pasting = true
		return end + 1, typed{}
	case b[end] == 'u':
		return end + 1, kittyKey(body)
	case body == "":
		return end + 1, typed{kind: typedKey, text: letterKey(b[end], "CSI ")}
	}
	return end + 1, typed{kind: typedKey, text: "CSI " + body + string(rune(b[end]))}
}

func letterKey(c byte, prefix string) string {
	switch c {
	case 'A':
		return keyUp
	case 'B':
		return keyDown
	case 'M':
		return keyEnter
	}
	return prefix + string(rune(c))
}

// kittyKey reads the body of CSI … u: code[:…][;modifiers[:event][;text]].
func kittyKey(body string) typed {
	fields := strings.Split(body, ";")
	codeText, _, _ := strings.Cut(fields[0], ":")
	code, err := strconv.Atoi(codeText)
	if err != nil {
		return typed{kind: typedKey, text: "CSI " + body + "u"}
	}
	mods := 1
	if len(fields) > 1 {
		m, event, _ := strings.Cut(fields[1], ":")
		if n, err := strconv.Atoi(m); err == nil {
			mods = n
		}
		if event == "3" { // a release
			return typed{}
		}
	}
	const shift, ctrl = 1, 4
	mod := mods - 1
	switch {
	case code == '\r' && mod == 0:
		return typed{kind: typedKey, text: keyEnter, kept: true}
	case code == '\r':
		return typed{kind: typedKey, text: keyNewline}
	case code < 0x20 || code == 0x7f:
		if code == 0x1b {
			return typed{kind: typedKey, text: keyEscape}
		}
		return typed{kind: typedKey, text: controlName(byte(code))}
	case mod == ctrl && code >= 'a' && code <= 'z':
		return typed{kind: typedKey, text: controlName(byte(code - 0x60))}
	case mod&^shift == 0 && utf8.ValidRune(rune(code)):
		if mod&shift != 0 {
			return typed{kind: typedText, text: strings.ToUpper(string(rune(code)))}
		}
		return typed{kind: typedText, text: string(rune(code))}
	}
	return typed{kind: typedKey, text: "CSI " + body + "u"}
}

// str takes a string sequence (a terminal's answer); only OSC is of interest.
func (d *decoder) str(final bool) (int, typed) {
	b := d.pending
	for i := 2; i < len(b) && i < maxSequence; i++ {
		n := 0
		switch {
		case b[i] == 0x07:
			n = i + 1
		case b[i] == 0x1b && i+1 < len(b) && b[i+1] == '\\':
			n = i + 2
		default:
			continue
		}
		if b[1] != ']' {
			return n, typed{}
		}
		return n, typed{kind: typedOSC, text: string(b[2:i])}
	}
	return incomplete(len(b), final)
}
