package canvas

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
)

// picture is an SVG while it is written.
type picture struct {
	theme Theme
	doc   Document
	out   bytes.Buffer
}

func num(n int) string { return strconv.Itoa(n) }

// open writes a start tag; its attributes are pairs of names and values.
func (p *picture) open(name string, attrs ...string) {
	p.tag(name, attrs)
	p.out.WriteString(">\n")
}

func (p *picture) shut(name string) { p.out.WriteString("</" + name + ">\n") }

func (p *picture) element(name string, attrs ...string) {
	p.tag(name, attrs)
	p.out.WriteString("/>\n")
}

func (p *picture) tag(name string, attrs []string) {
	p.out.WriteString("<" + name)
	for i := 0; i+1 < len(attrs); i += 2 {
		p.out.WriteString(" " + attrs[i] + `="` + escape(attrs[i+1]) + `"`)
	}
}

func (p *picture) box(r Rect, radius int, attrs ...string) {
	all := []string{"x", num(r.X), "y", num(r.Y), "width", num(r.Width), "height", num(r.Height)}
	if radius > 0 {
		all = append(all, "rx", num(radius))
	}
	p.element("rect", append(all, attrs...)...)
}

// text writes one line, cut to a width in pixels.
func (p *picture) text(x, y int, s string, width int, attrs ...string) {
	if s = fit(s, width, size(attrs)); s != "" {
		p.write(x, y, s, attrs)
	}
}

// middle writes one line around a point.
func (p *picture) middle(x, y int, s string, attrs ...string) {
	p.write(x, y, s, append(attrs, "text-anchor", "middle"))
}

func (p *picture) write(x, y int, s string, attrs []string) {
	p.tag("text", append([]string{"x", num(x), "y", num(y)}, attrs...))
	p.out.WriteString(">" + escape(s) + "</text>\n")
}

// lines writes a text into a rectangle, wrapped, as many lines as fit.
func (p *picture) lines(r Rect, lines []string, height int, attrs ...string) {
	y := r.Y
	for _, line := range lines {
		for _, row := range wrap(line, r.Width, size(attrs)) {
			if y += height; y > r.Y+r.Height {
				return
			}
			p.text(r.X, y, row, r.Width, attrs...)
		}
	}
}

// size is the font size among attributes, in tenths of a pixel.
func size(attrs []string) int {
	for i := 0; i+1 < len(attrs); i += 2 {
		if attrs[i] == "font-size" {
			whole, tenth, _ := strings.Cut(attrs[i+1], ".")
			n, _ := strconv.Atoi(whole)
			t, _ := strconv.Atoi(tenth)
			return 10*n + t
		}
	}
	return 130
}

// advance is about how wide a text is, in pixels: fonts differ, and a picture
// must be the same everywhere.
func advance(s string, size int) int {
	n := 0
	for _, r := range s {
		n += cells(r)
	}
	return pixels(n, size)
}

func pixels(cells, size int) int { return cells * size * 62 / 1000 }

// cells is 2 for the characters of wide scripts and for emoji.
func cells(r rune) int {
	if r >= 0x1f000 || unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) {
		return 2
	}
	return 1
}

// fit cuts a text to a width.
func fit(s string, width, size int) string {
	if advance(s, size) <= width {
		return s
	}
	n := 1 // the ellipsis
	for i, r := range s {
		if n += cells(r); pixels(n, size) > width {
			if i == 0 {
				return ""
			}
			return s[:i] + "…"
		}
	}
	return s
}

// wrap breaks a line between words.
func wrap(s string, width, size int) []string {
	var rows, row []string
	n := 0
	for word := range strings.FieldsSeq(s) {
		w := 1
		for _, r := range word {
			w += cells(r)
		}
		if len(row) > 0 && pixels(n+w, size) > width {
			rows, row, n = append(rows, strings.Join(row, " ")), nil, 0
		}
		row, n = append(row, word), n+w
	}
	return append(rows, strings.Join(row, " "))
}

// readable are the lines of a note as a reader sees them: the marks of headings,
// lists and checkboxes are drawn, not shown.
func readable(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		line = oneLine(line)
		line = strings.TrimSpace(strings.TrimLeft(line, "#"))
		for _, mark := range [][2]string{{"- [x] ", "☑ "}, {"- [X] ", "☑ "}, {"- [ ] ", "☐ "}, {"- ", "• "}, {"* ", "• "}} {
			if rest, ok := strings.CutPrefix(line, mark[0]); ok {
				line = mark[1] + rest
				break
			}
		}
		if line != "" || len(lines) > 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

// oneLineKeeping cleans a line of a terminal and keeps its spaces.
func oneLineKeeping(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}

// escape makes text of what must not be markup, and drops what XML has no place
// for.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '"':
			b.WriteString("&quot;")
		case '\uFFFE', '\uFFFF':
		default:
			if !unicode.IsControl(r) {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}
