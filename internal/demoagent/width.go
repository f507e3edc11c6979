package demoagent

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// width is how many cells a text takes, closely enough to lay out a demo: the
// exact table is the emulator's, which this program must not link.
func width(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0x303e, r >= 0x3041 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6,
		r >= 0x1f300 && r <= 0x1faff, r >= 0x20000 && r <= 0x3fffd:
		return 2
	}
	return 1
}

// wrap breaks a text into rows of at most that many cells; at least one row.
func wrap(s string, cols int) []string {
	cols = max(cols, 2)
	var rows []string
	start, used := 0, 0
	for i, r := range s {
		w := runeWidth(r)
		if used+w > cols {
			rows = append(rows, s[start:i])
			start, used = i, 0
		}
		used += w
	}
	return append(rows, s[start:])
}

// clip cuts a line at that many cells; escape sequences (only SGR is drawn) take
// none and are kept.
func clip(s string, cols int) string {
	var b strings.Builder
	used := 0
	for s != "" {
		if strings.HasPrefix(s, "\x1b[") {
			end := strings.IndexByte(s, 'm')
			b.WriteString(s[:end+1])
			s = s[end+1:]
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		used += runeWidth(r)
		if used <= cols {
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String()
}
