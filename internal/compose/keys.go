package compose

import (
	"strconv"
	"strings"
	"time"
)

// Modes are the program's modes that decide how keys and pastes are encoded.
type Modes struct {
	BracketedPaste bool
	KittyFlags     int
}

// Flags of the kitty keyboard protocol.
const (
	kittyAllKeys = 8  // every key comes as an escape code, Enter too
	kittyText    = 16 // with the text that the key makes
)

// Enter is the Enter key as the program wants it.
func (m Modes) Enter() []byte {
	if m.KittyFlags&kittyAllKeys != 0 {
		return []byte("\x1b[13u")
	}
	return []byte("\r")
}

// key is a character's key as the program wants it.
func (m Modes) key(r rune) []byte {
	if m.KittyFlags&kittyAllKeys == 0 {
		return []byte(string(r))
	}
	code := strconv.Itoa(int(r))
	if m.KittyFlags&kittyText != 0 {
		return []byte("\x1b[" + code + ";;" + code + "u")
	}
	return []byte("\x1b[" + code + "u")
}

// paste is a text as one contiguous write. Without bracketed paste each line
// break would submit, so they become spaces.
func (m Modes) paste(text string) []byte {
	if m.BracketedPaste {
		return []byte("\x1b[200~" + text + "\x1b[201~")
	}
	return []byte(strings.ReplaceAll(text, "\n", " "))
}

// write is one write of a unit, and the pause after it.
type write struct {
	bytes []byte
	pause time.Duration
}

// keyPace is the pause between typed keys: Codex takes three keys within 8 ms
// of each other for a paste.
const keyPace = 20 * time.Millisecond

// writes is how a text is put in. A one-line text that begins with a slash is
// typed, so that the program takes its first word as a command; what follows
// the word is pasted as any text.
func writes(text string, m Modes) []write {
	if !strings.HasPrefix(text, "/") || strings.Contains(text, "\n") {
		return []write{{bytes: m.paste(text)}}
	}
	word, rest, more := strings.Cut(text, " ")
	if len(word) > maxCommand {
		return []write{{bytes: m.paste(text)}}
	}
	if more {
		word += " "
	}
	var out []write
	for _, r := range word {
		out = append(out, write{bytes: m.key(r), pause: keyPace})
	}
	if rest != "" {
		out = append(out, write{bytes: m.paste(rest)})
	}
	return out
}

// maxCommand bounds what is typed key by key: no slash command is longer, and
// a path that begins a message is better pasted.
const maxCommand = 64
