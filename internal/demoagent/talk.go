package demoagent

import (
	"fmt"
	"strings"
)

// keptLines bounds the conversation that the alternate screen and the
// transcript show. The main screen keeps its own scrollback.
const keptLines = 500

// quotedLines is how much of a long message is shown once it was sent.
const quotedLines = 6

// talk is the conversation: lines that are final, and the one being written.
type talk struct {
	lines   []string
	fresh   []string // final, and not yet painted
	writing string
}

// add ends the line being written and adds final lines.
func (t *talk) add(lines ...string) {
	t.flush()
	for _, l := range lines {
		t.fresh = append(t.fresh, clean(l))
	}
}

// say goes on with the line being written.
func (t *talk) say(words string) { t.writing += clean(words) }

func (t *talk) flush() {
	if t.writing != "" {
		line := t.writing
		t.writing = ""
		t.fresh = append(t.fresh, "⏺ "+line)
	}
}

// quote shows a message that was submitted.
func (t *talk) quote(text string) {
	lines := strings.Split(text, "\n")
	more := len(lines) - quotedLines
	if more > 0 {
		lines = lines[:quotedLines]
	}
	for i, l := range lines {
		mark := "  "
		if i == 0 {
			mark = "> "
		}
		t.add(mark + short(l, 500))
	}
	if more > 0 {
		t.add(fmt.Sprintf("  … +%d lines", more))
	}
	t.add("")
}

// takeFresh hands the new final lines to the painter and keeps the last of them.
func (t *talk) takeFresh() []string {
	fresh := t.fresh
	t.fresh = nil
	t.lines = append(t.lines, fresh...)
	if n := len(t.lines); n > 2*keptLines {
		t.lines = append([]string(nil), t.lines[n-keptLines:]...)
	}
	return fresh
}

func tail(lines []string, n int) []string { return lines[max(0, len(lines)-n):] }

// clean makes a text safe to print: what a person pasted may hold anything.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < 0x20, r >= 0x7f && r < 0xa0:
			return '�'
		}
		return r
	}, s)
}

// short cuts a text at a number of characters.
func short(s string, n int) string {
	i := 0
	for at := range s {
		if i == n {
			return s[:at] + "…"
		}
		i++
	}
	return s
}
