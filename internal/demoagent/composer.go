package demoagent

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// A paste of more lines or bytes than these shows as a chip, not as its text.
const (
	chipLines = 3
	chipBytes = 1000
)

// piece is a part of the composer: text as typed, or one paste.
type piece struct {
	text  string
	chip  string    // what stands for a paste in the box; empty: the text itself
	ready time.Time // a paste counts from then on; zero: at once
}

// composer is the box that a message is written in. Its cursor is always at the
// end: no one moves it in a test.
type composer struct {
	pieces []piece
	pastes int  // numbers the chips
	normal bool // vim's NORMAL mode
	vim    bool
	typed  bool // the first character was typed, not pasted: a slash counts
}

func (c *composer) empty() bool { return len(c.pieces) == 0 }

// text is what a submission would send.
func (c *composer) text() string {
	var b strings.Builder
	for _, p := range c.pieces {
		b.WriteString(p.text)
	}
	return b.String()
}

// shown is what the box shows.
func (c *composer) shown(now time.Time) string {
	var b strings.Builder
	for _, p := range c.pieces {
		switch {
		case p.chip != "":
			b.WriteString(p.chip)
		case p.ready.After(now):
			b.WriteString("[Pasting…]")
		default:
			b.WriteString(p.text)
		}
	}
	return b.String()
}

// digesting is when the last paste will be ready; zero when all are.
func (c *composer) digesting(now time.Time) time.Time {
	var last time.Time
	for _, p := range c.pieces {
		if p.ready.After(now) && p.ready.After(last) {
			last = p.ready
		}
	}
	return last
}

// typeText adds typed text. In vim's NORMAL mode letters are commands instead.
func (c *composer) typeText(text string) {
	for c.normal && text != "" {
		r, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		c.vimCommand(r)
	}
	if text == "" {
		return
	}
	if c.empty() {
		c.typed = true
	}
	if n := len(c.pieces); n > 0 && c.pieces[n-1].chip == "" && c.pieces[n-1].ready.IsZero() {
		c.pieces[n-1].text += text
		return
	}
	c.pieces = append(c.pieces, piece{text: text})
}

// vimCommand does the few commands of NORMAL mode that matter to what is sent.
func (c *composer) vimCommand(r rune) {
	switch r {
	case 'i', 'a', 'I', 'A', 's', 'c':
		c.normal = false
	case 'o', 'O':
		c.normal = false
		if !c.empty() {
			c.typeText("\n")
		}
	case 'x', 'X':
		c.backspace()
	case 'D', 'C', 'S':
		c.normal = r == 'D'
		c.clear()
	}
}

// paste adds a pasted text, whose line breaks a terminal may have sent as CR.
func (c *composer) paste(text string, ready time.Time) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if text == "" {
		return
	}
	if c.empty() {
		c.typed = false
	}
	p := piece{text: text, ready: ready}
	if breaks := strings.Count(text, "\n"); breaks >= chipLines || len(text) > chipBytes {
		c.pastes++
		p.chip = fmt.Sprintf("[Pasted text #%d +%d lines]", c.pastes, breaks)
	}
	c.pieces = append(c.pieces, p)
}

// backspace removes the last character, or the last paste when it is a chip.
func (c *composer) backspace() {
	n := len(c.pieces)
	if n == 0 {
		return
	}
	last := &c.pieces[n-1]
	if last.chip == "" {
		_, size := utf8.DecodeLastRuneInString(last.text)
		last.text = last.text[:len(last.text)-size]
	}
	if last.chip != "" || last.text == "" {
		c.pieces = c.pieces[:n-1]
	}
}

func (c *composer) clear() { c.pieces, c.typed = nil, false }

// take empties the composer and returns what was in it.
func (c *composer) take() string {
	text := c.text()
	c.clear()
	c.normal = false
	return text
}

// slash is the slash command in the box: typed, of one line; empty for none. A
// pasted one is a message like any other, as real agents have it.
func (c *composer) slash() string {
	if c.empty() || !c.typed || !strings.HasPrefix(c.pieces[0].text, "/") {
		return ""
	}
	text := c.text()
	if strings.Contains(text, "\n") {
		return ""
	}
	return strings.TrimSpace(text)
}

// burst tells a paste without brackets from typing, by the time between keys.
// The figures are those of a real agent that does so.
type burst struct {
	last  time.Time
	quick int
}

const (
	burstGap   = 8 * time.Millisecond
	burstKeys  = 3
	burstGuard = 120 * time.Millisecond
)

// key counts the characters that came together.
func (b *burst) key(text string, now time.Time) {
	if b.quick == 0 || now.Sub(b.last) > burstGap {
		b.quick = 0
	}
	b.quick += utf8.RuneCountInString(text)
	b.last = now
}

// holds reports whether an Enter now belongs to the burst.
func (b *burst) holds(now time.Time) bool {
	return b.quick >= burstKeys && now.Sub(b.last) <= burstGuard
}
