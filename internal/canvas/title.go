package canvas

import (
	"strings"
	"unicode"
)

// MaxTitle is how many characters of a title are shown: more fits no card.
const MaxTitle = 80

// Title is what a node is called where it is shown in one line: the first line
// of its text, its label, URL or file, else its entity's name, else its id.
func (n *Node) Title() string {
	for _, s := range []string{n.Text, n.Label, n.URL, n.File, n.Name()} {
		if t := firstLine(s); t != "" {
			return t
		}
	}
	return firstLine(n.ID)
}

// firstLine is the first line with something in it, without the marks of a
// Markdown heading.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "#"))
		line = oneLine(line)
		if line != "" {
			return shorten(line, MaxTitle)
		}
	}
	return ""
}

// oneLine drops what could move the cursor, hide or reverse text.
func oneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, s))
}

// shorten cuts a text to a number of characters, the last of which says so.
func shorten(s string, limit int) string {
	n := 0
	for i := range s {
		if n == limit-1 && len([]rune(s[i:])) > 1 {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
