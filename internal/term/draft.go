package term

import (
	"bytes"
	"time"

	"junto/internal/compose"
)

// echoSettle is how long after a key the screen may still be from before it.
const echoSettle = 300 * time.Millisecond

// draft is what the operator's keys say about a text that is being written. The
// screen says the rest: keys alone cannot tell whether an Enter sent the text
// or opened a new line, and the screen alone is late.
//
//	none ─any key─▶ settling ─echoSettle─▶ the screen decides
//	the screen decides: empty ─▶ none; draft ─▶ held; unknown ─▶ held while open
type draft struct {
	keyed   bool      // there were keys since the composer was last seen empty
	open    bool      // text was typed since the last key that sends or clears
	last    time.Time // the last key
	pasting bool      // within a bracketed paste that comes in pieces
}

// Sequences of the operator's terminal that the draft is about.
var (
	pasteBegin = []byte("\x1b[200~")
	pasteEnd   = []byte("\x1b[201~")
)

// key takes what the operator's terminal sent. It reports whether a person did
// something: a focus or mouse report is none.
func (d *draft) key(now time.Time, b []byte) bool {
	keyed := false
	for len(b) > 0 {
		n, kind := d.take(b)
		b = b[n:]
		if kind == keyNone {
			continue
		}
		keyed = true
		if kind != keyMove {
			d.open = kind == keyText
		}
	}
	if keyed {
		d.keyed, d.last = true, now
	}
	return keyed
}

// holds reports whether text of a machine must wait for the operator, given
// what the composer shows, and when to look again if nothing changes.
func (d *draft) holds(now time.Time, state compose.State) (held bool, again time.Time) {
	if settled := d.last.Add(echoSettle); d.keyed && now.Before(settled) {
		return true, settled
	}
	switch state {
	case compose.Draft:
		return true, time.Time{}
	case compose.Empty:
		d.keyed, d.open = false, false
		return false, time.Time{}
	case compose.Dialog, compose.Starting:
		return false, time.Time{} // the draft, if any, is out of reach of keys now
	case compose.Unknown:
	}
	return d.keyed && d.open, time.Time{}
}

type keyKind int

const (
	keyNone  keyKind = iota // no key
	keyMove                 // a key that leaves the text as it is
	keyText                 // a key that makes or brings text
	keySend                 // Enter
	keyClear                // Ctrl-C, Ctrl-D, Ctrl-U
)

// take reads one key, or one report, from the front of b.
func (d *draft) take(b []byte) (n int, kind keyKind) {
	if d.pasting {
		end := bytes.Index(b, pasteEnd)
		if end < 0 {
			return len(b), keyText
		}
		d.pasting = false
		return end + len(pasteEnd), keyText
	}
	switch c := b[0]; {
	case bytes.HasPrefix(b, pasteBegin):
		d.pasting = true
		return len(pasteBegin), keyText
	case c == '\r':
		return 1, keySend
	case c == 0x03 || c == 0x04 || c == 0x15:
		return 1, keyClear
	case c == 0x1b && len(b) > 1 && b[1] == '[':
		return takeControl(b)
	case c == 0x1b && len(b) > 2 && b[1] == 'O':
		return 3, arrow(b[2])
	case c == 0x1b && len(b) > 1:
		return 2, keyText // Alt with a key: Alt-Enter is a new line
	case c == 0x1b:
		return 1, keyMove
	}
	return 1, keyText
}

// takeControl reads a control sequence: ESC [ parameters final.
func takeControl(b []byte) (n int, kind keyKind) {
	n = 2
	for n < len(b) && (b[n] < 0x40 || b[n] > 0x7e) {
		n++
	}
	if n == len(b) {
		return n, keyMove
	}
	params, final := b[2:n], b[n]
	n++
	switch {
	case len(params) == 0 && (final == 'I' || final == 'O'):
		return n, keyNone // focus
	case len(params) == 0 && final == 'M':
		return min(n+3, len(b)), keyNone // mouse, the old way
	case len(params) > 0 && params[0] == '<':
		return n, keyNone // mouse
	case final == 'u':
		return n, kittyKey(params)
	}
	return n, arrow(final)
}

// arrow is the kind of a cursor key: up and down bring old texts back.
func arrow(final byte) keyKind {
	if final == 'A' || final == 'B' {
		return keyText
	}
	return keyMove
}

// kittyKey is the kind of a key in the kitty keyboard protocol:
// code[:…][;modifiers[:event]…], with modifiers one more than a bit set.
func kittyKey(params []byte) keyKind {
	code, rest, _ := bytes.Cut(params, []byte(";"))
	code, _, _ = bytes.Cut(code, []byte(":"))
	mods, _, _ := bytes.Cut(rest, []byte(";"))
	mods, event, _ := bytes.Cut(mods, []byte(":"))
	if string(event) == "3" {
		return keyNone // a release
	}
	plain, ctrl := len(mods) == 0 || string(mods) == "1", string(mods) == "5"
	switch string(code) {
	case "13", "57414":
		if plain {
			return keySend
		}
		return keyText
	case "99", "100", "117":
		if ctrl {
			return keyClear
		}
		return keyText
	case "27":
		return keyMove
	}
	return keyText
}
