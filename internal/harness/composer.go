package harness

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"junto/internal/vt"
)

// Box is a composer found on a screen.
type Box struct {
	// Top is the row of the first line of text, Bottom that of the last.
	Top, Bottom int
	// End is the first row below the box.
	End int
	// Text is what was typed, without placeholder and ghost text.
	Text string
	// Shown is all that stands in the box.
	Shown string
}

const (
	// menuRows is how many rows below a composer are searched for it: a
	// completion menu takes up to 20, and a footer 3.
	menuRows = 26
	// textRows is how tall a composer can get: agents scroll inside of it
	// before it fills a screen of usual height.
	textRows = 60
)

// find returns the lowest composer on the screen. Composers higher up are
// history that looks like one.
func (c *Composer) find(s Screen, last int) (Box, bool) {
	for y := last; y >= 0 && y > last-menuRows; y-- {
		var (
			b  Box
			ok bool
		)
		if c.Bottom != nil {
			b, ok = c.upFrom(s, y)
		} else {
			b, ok = c.downFrom(s, y, last)
		}
		if ok {
			b.Text, b.Shown = c.read(s, b)
			return b, true
		}
	}
	return Box{}, false
}

// upFrom tries the row as the line that closes the box.
func (c *Composer) upFrom(s Screen, bottom int) (Box, bool) {
	if !c.Bottom.MatchString(s.Lines[bottom].Text) {
		return Box{}, false
	}
	end := bottom - c.Inset
	for y := end - 1; y >= 0 && y >= end-textRows; y-- {
		text := s.Lines[y].Text
		if c.Prompt == nil {
			if c.Top.MatchString(text) {
				return Box{Top: y + 1, Bottom: end - 1, End: bottom + 1}, y+1 < end
			}
			continue
		}
		if c.Prompt.MatchString(text) && c.topAbove(s, y) {
			return Box{Top: y, Bottom: end - 1, End: bottom + 1}, true
		}
		if c.Line != nil && !blank(text) && !c.Line.MatchString(text) {
			break
		}
	}
	return Box{}, false
}

func (c *Composer) topAbove(s Screen, y int) bool {
	return c.Top == nil || y > 0 && c.Top.MatchString(s.Lines[y-1].Text)
}

// downFrom tries the row as the first line of a box that nothing closes: the
// text ends at the blank line above the footer, which is the last paragraph.
func (c *Composer) downFrom(s Screen, top, last int) (Box, bool) {
	if !c.Prompt.MatchString(s.Lines[top].Text) || !c.topAbove(s, top) {
		return Box{}, false
	}
	end := last + 1
	for y := last; y > top; y-- {
		if blank(s.Lines[y].Text) {
			end = y
			break
		}
	}
	for y := top + 1; y < end; y++ {
		if text := s.Lines[y].Text; c.Line != nil && !blank(text) && !c.Line.MatchString(text) {
			end = y
			break
		}
	}
	return Box{Top: top, Bottom: end - 1, End: end}, true
}

// read takes the text out of a box: what was typed, and all that it shows.
func (c *Composer) read(s Screen, b Box) (typed, shown string) {
	var bright, full []string
	dim := false
	for y := b.Top; y <= b.Bottom; y++ {
		l := s.Lines[y]
		re := c.Line
		if y == b.Top && c.Prompt != nil {
			re = c.Prompt
		}
		from, to := textSpan(re, l.Text)
		full = append(full, l.Text[from:to])
		if l.Bright == l.Text {
			bright = append(bright, l.Text[from:to])
			continue
		}
		dim = true
		x0 := vt.Width(l.Text[:from])
		seen := cells(l.Bright, x0, x0+vt.Width(l.Text[from:to]))
		if y == s.CursorY {
			seen = withoutCell(seen, s.CursorX-x0)
		}
		bright = append(bright, seen)
	}
	shown = tidy(full)
	for _, p := range c.Placeholders {
		if p.MatchString(shown) {
			return "", shown
		}
	}
	if dim {
		return tidy(bright), shown
	}
	return shown, shown
}

// textSpan is where in a line the pattern's group stands: nowhere when the
// group is absent, and the whole line when there is no pattern or no match.
func textSpan(re *regexp.Regexp, line string) (from, to int) {
	if re == nil {
		return 0, len(line)
	}
	m := re.FindStringSubmatchIndex(line)
	if m == nil {
		return 0, len(line)
	}
	if m[2] < 0 {
		return len(line), len(line)
	}
	return m[2], m[3]
}

// cells returns the part of a line that stands in the columns from..to-1.
func cells(line string, from, to int) string {
	start, end, x := len(line), len(line), 0
	for i, r := range line {
		if x >= from && i < start {
			start = i
		}
		if x >= to {
			end = i
			break
		}
		x += vt.Width(string(r))
	}
	return line[min(start, end):end]
}

// withoutCell blanks one cell. A program that shows a dim placeholder draws
// its own cursor over the first letter, and that letter is bright.
func withoutCell(line string, x int) string {
	at := 0
	for i, r := range line {
		if at == x {
			return line[:i] + " " + line[i+utf8.RuneLen(r):]
		}
		at += vt.Width(string(r))
	}
	return line
}

// tidy joins the lines of a text and drops what only pads it: trailing blanks
// and zero-width spaces, which some composers draw where the cursor stands.
func tidy(lines []string) string {
	for i, l := range lines {
		lines[i] = strings.TrimRight(strings.ReplaceAll(l, "\u200b", ""), " \u00a0")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
