package vt

import "strings"

// Line is one row of the live grid.
type Line struct {
	Text    string // without spaces at its end
	Bright  string // the same with faint cells as spaces, without spaces at its end
	Wrapped bool   // goes on in the next row
}

// Cell is one cell of the live grid. The right half of a wide character has
// width 0 and no text.
type Cell struct {
	Text  string
	Width int
	Style Style
}

// Screen returns the live grid from top to bottom.
func (t *Terminal) Screen() []Line {
	lines := make([]Line, t.rows)
	buf := make([]byte, 0, t.cols*4)
	for y := range lines {
		r := t.on.row(y)
		buf = t.appendText(buf[:0], r.text())
		l := &lines[y]
		l.Text = strings.TrimRight(string(buf), " ")
		l.Bright = l.Text
		l.Wrapped = r.wrapped
		if t.hasFaint(r.text()) {
			l.Bright = strings.TrimRight(string(t.appendBright(buf[:0], r.text())), " ")
		}
	}
	return lines
}

func (t *Terminal) faint(c cell) bool {
	id := c.style()
	return id != 0 && t.tables.styles.values[id].attr&Faint != 0
}

func (t *Terminal) hasFaint(cells []cell) bool {
	for _, c := range cells {
		if t.faint(c) {
			return true
		}
	}
	return false
}

// appendBright appends what cells show, but a space for each faint cell, so
// that columns stay.
func (t *Terminal) appendBright(b []byte, cells []cell) []byte {
	for i, c := range cells {
		if t.faint(c) {
			b = append(b, ' ')
		} else {
			b = t.appendText(b, cells[i:i+1])
		}
	}
	return b
}

// Cell returns the cell in a column and row of the live grid; outside of it the
// blank one.
func (t *Terminal) Cell(x, y int) Cell {
	if x < 0 || y < 0 || x >= t.cols || y >= t.rows {
		return Cell{Width: 1}
	}
	c := t.on.row(y).at(x)
	out := Cell{Width: 1, Style: t.publicStyle(c.style())}
	switch {
	case c&isTail != 0:
		out.Width = 0
	case c&isWide != 0:
		out.Width = 2
	}
	if !c.blank() {
		out.Text = string(t.appendText(nil, []cell{c}))
	}
	return out
}

func (t *Terminal) publicStyle(id uint32) Style {
	s := t.tables.styles.value(id)
	return Style{
		Fg: s.fg, Bg: s.bg, UnderlineColor: s.under,
		Attr: s.attr &^ protected, Link: t.tables.links.value(s.link).uri,
	}
}

// Text returns the last n logical lines: rows that a soft wrap divides are
// joined, blank rows below the last line or the cursor are dropped. The
// alternate screen has no scrollback, so there it is at most the screen.
func (t *Terminal) Text(n int) []string {
	if n <= 0 {
		return nil
	}
	rows := t.historyRows()
	end := t.rows
	for end > 0 && end-1 > t.on.y && t.on.row(end-1).used == 0 {
		end--
	}
	for end > 0 && t.on.row(end-1).used == 0 {
		end--
	}
	end += rows

	var lines []string
	var buf []byte
	for end > 0 && len(lines) < n {
		start := end - 1
		for start > 0 && t.rowWraps(start-1) {
			start--
		}
		buf = buf[:0]
		for i := start; i < end; i++ {
			buf = t.appendRow(buf, i)
		}
		lines = append(lines, strings.TrimRight(string(buf), " "))
		end = start
	}
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	return lines
}

// historyRows is how many rows of scrollback come before the shown screen.
func (t *Terminal) historyRows() int {
	if t.on == &t.main {
		return t.hist.lines()
	}
	return 0
}

// rowWraps and appendRow take a row's number from the oldest scrollback on.
func (t *Terminal) rowWraps(i int) bool {
	if h := t.historyRows(); i >= h {
		return t.on.row(i - h).wrapped
	}
	return t.hist.wraps(i)
}

func (t *Terminal) appendRow(b []byte, i int) []byte {
	h := t.historyRows()
	if i >= h {
		return t.appendText(b, t.lineCells(t.on, i-h))
	}
	b = t.hist.line(i).appendText(b)
	if t.filled(i) {
		b = append(b, ' ')
	}
	return b
}
