package vt

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTitles bounds the stack of titles (XTWINOPS 22 and 23).
const maxTitles = 16

// label is what a program says about itself and its input, beside the grid.
type label struct {
	title      string
	stack      []string
	cwd        string // the path of the last OSC 7
	cwdURL     string // as the program gave it
	shape      CursorShape
	modifyKeys int
	note       notification // an OSC 99 that is not complete
	palette    palette
}

// Title returns the title that the program set.
func (t *Terminal) Title() string { return t.label.title }

// Cwd returns the directory that the program said it is in, "" when it did not.
func (t *Terminal) Cwd() string { return t.label.cwd }

func (t *Terminal) setTitle(s string) {
	t.label.title = s
	t.touch()
	t.out.event(Event{Kind: EventTitle, Text: s})
}

func (t *Terminal) pushTitle() {
	l := &t.label
	if len(l.stack) == maxTitles {
		l.stack = append(l.stack[:0], l.stack[1:]...)
	}
	l.stack = append(l.stack, l.title)
}

func (t *Terminal) popTitle() {
	if n := len(t.label.stack); n > 0 {
		title := t.label.stack[n-1]
		t.label.stack = t.label.stack[:n-1]
		t.setTitle(title)
	}
}

// setCwd takes the URL of OSC 7, which shells send at each prompt.
func (t *Terminal) setCwd(raw string) {
	if raw == "" {
		t.label.cwd, t.label.cwdURL = "", ""
		t.out.event(Event{Kind: EventCwd})
		return
	}
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "file" && u.Scheme != "kitty-shell-cwd" || !strings.HasPrefix(u.Path, "/") {
		return
	}
	path := u.Path
	if u.Scheme == "kitty-shell-cwd" { // which is not percent-encoded
		path = raw[len("kitty-shell-cwd://")+len(u.Host):]
	}
	t.label.cwd, t.label.cwdURL = plainText([]byte(path)), raw
	t.out.event(Event{Kind: EventCwd, Text: t.label.cwd})
}

// plainText returns bytes of a sequence as text that is safe to hand on: valid,
// bounded, without control characters.
func plainText(b []byte) string {
	if len(b) > maxText {
		b = b[:maxText]
		for len(b) > 0 && !utf8.RuneStart(b[len(b)-1]) {
			b = b[:len(b)-1]
		}
		if len(b) > 0 && b[len(b)-1] >= utf8.RuneSelf {
			b = b[:len(b)-1]
		}
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(string(b), "\ufffd"))
}
