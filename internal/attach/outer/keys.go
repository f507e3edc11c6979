package outer

import (
	"bytes"
	"time"
)

// DetachKey is what a person presses to detach, in words.
const DetachKey = `Ctrl-\ twice`

// secondPress is how soon the second press must come. A first one alone goes to
// the program after it: some programs use that key.
const secondPress = 500 * time.Millisecond

// Keys looks for the detach key in what the person types. The zero value is
// ready.
//
//	idle --Ctrl-\--> held --Ctrl-\--> detached
//	held --another key, or secondPress over--> idle, and what was held goes on
type Keys struct {
	held     []byte // the first press and what of no meaning came after it
	deadline time.Time
}

// Read takes what was typed. It returns what goes on to the program, and whether
// the person detaches; the program gets nothing of that.
func (k *Keys) Read(typed []byte, now time.Time) (pass []byte, detach bool) {
	for len(typed) > 0 {
		key := nextKey(typed)
		typed = typed[len(key):]
		switch {
		case isDetach(key) && k.held != nil && !now.After(k.deadline):
			return pass, true
		case isDetach(key):
			pass = append(pass, k.Flush()...)
			k.held = bytes.Clone(key)
			k.deadline = now.Add(secondPress)
		case k.held != nil && isRelease(key):
			k.held = append(k.held, key...)
		default:
			pass = append(pass, k.Flush()...)
			pass = append(pass, key...)
		}
	}
	return pass, false
}

// Due is when Flush has to be called, or zero.
func (k *Keys) Due() time.Time {
	if k.held == nil {
		return time.Time{}
	}
	return k.deadline
}

// Flush returns what is held, for the program.
func (k *Keys) Flush() []byte {
	held := k.held
	k.held = nil
	return held
}

// nextKey returns the first key: a control sequence as a whole, or a byte.
func nextKey(typed []byte) []byte {
	if len(typed) < 3 || typed[0] != esc || typed[1] != '[' {
		return typed[:1]
	}
	for i := 2; i < len(typed); i++ {
		if c := typed[i]; c >= 0x40 && c <= 0x7e {
			return typed[:i+1]
		} else if c < 0x20 {
			break
		}
	}
	return typed[:1]
}

// isDetach reports whether a key is Ctrl-\, in each of the encodings that a
// program can have asked the terminal for.
func isDetach(key []byte) bool {
	switch string(key) {
	case "\x1c", // plain
		"\x1b[92;5u", "\x1b[92;5:1u", // kitty keyboard
		"\x1b[27;5;92~": // xterm's modifyOtherKeys
		return true
	}
	return false
}

// isRelease reports whether a key is one let go, or a modifier alone, which the
// kitty keyboard can report: it comes between two presses.
func isRelease(key []byte) bool {
	if len(key) < 4 || key[len(key)-1] != 'u' {
		return false
	}
	body := key[2 : len(key)-1]
	return bytes.HasSuffix(body, []byte(":3")) || bytes.HasPrefix(body, []byte("5744")) || bytes.HasPrefix(body, []byte("5745"))
}
