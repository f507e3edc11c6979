package vt

import "iter"

// Resize changes the size. The main screen's lines are wrapped anew, with the
// cursor staying on its character; the scrollback needs no work, since what
// reads it joins soft wraps. The alternate screen is cut or padded: what is on
// it is redrawn by its program.
func (t *Terminal) Resize(cols, rows int) {
	cols = clampSize(cols, t.cols, MinCols, MaxCols)
	rows = clampSize(rows, t.rows, MinRows, MaxRows)
	if cols == t.cols && rows == t.rows {
		return
	}
	t.touch()
	t.parse.join = clusterState{}
	t.tables.frozen = true // cells are outside of the screens while they move
	t.reflow(cols, rows)
	t.tables.frozen = false
	t.resizeAlt(cols, rows)
	t.cols, t.rows = cols, rows
	for _, s := range [...]*screen{&t.main, &t.alt} {
		if len(s.rows) == 0 {
			continue
		}
		s.top, s.bottom = 0, rows-1
		s.tabs = defaultTabs(cols, s.tabs)
		s.saved.x, s.saved.y = min(s.saved.x, cols-1), min(s.saved.y, rows-1)
	}
}

// resizeAlt cuts or pads the rows of the alternate screen.
func (t *Terminal) resizeAlt(cols, rows int) {
	s := &t.alt
	if len(s.rows) == 0 {
		return
	}
	first := max(s.y-(rows-1), 0) // rows above go so that the cursor stays
	next := make([]row, rows)
	for y := 0; y < rows && first+y < t.rows; y++ {
		next[y] = s.row(first + y).resized(cols)
	}
	s.replace(next)
	s.x, s.y, s.pending = min(s.x, cols-1), s.y-first, false
}

// resized returns the row cut or padded to a width.
func (r *row) resized(cols int) row {
	out := row{wide: r.wide}
	n := min(r.used, cols)
	if n == 0 {
		return out
	}
	copy(out.open(cols, 0, n), r.cells)
	if last := out.at(cols - 1); last&isWide != 0 {
		out.cells[cols-1] = last.emptied()
	}
	return out
}

// reflow wraps the main screen's lines to another size.
func (t *Terminal) reflow(cols, rows int) {
	s := &t.main
	f := &flow{cols: cols}
	var line []cell
	if t.hist.wraps(t.hist.lines() - 1) { // the first row continues the scrollback
		line = t.pullLine(cols, rows)
	}
	end := s.lastRow() + 1
	for y := range end {
		if y == s.y {
			f.at = len(line) + s.x
			if s.pending {
				f.at++
			}
			f.here = true
		}
		line = t.appendCells(line, s, y)
		if !s.row(y).wrapped || y == end-1 {
			f.add(line)
			line = line[:0]
		}
	}
	t.settle(f, cols, rows)
}

// lastRow is the last row with the cursor or something written.
func (s *screen) lastRow() int {
	y := len(s.rows) - 1
	for y > s.y && s.row(y).used == 0 {
		y--
	}
	return y
}

// pullLine takes the newest line out of the scrollback, to be wrapped to a width.
// A line can be as long as the scrollback: of one of more than n rows at that
// width it takes only the last ones, and the rest stays as it is.
func (t *Terminal) pullLine(cols, n int) []cell {
	h := &t.hist
	from := t.lastRows(cols, n)
	var line []cell
	for i := from.row; i < h.lines(); i++ {
		line = t.unpack(line, h.line(i))
		if t.filled(i) {
			line = append(line, ' ')
		}
	}
	for h.lines() > from.row {
		h.dropNewest()
	}
	if from.cell > 0 {
		t.keepCells(line[:from.cell], true)
	}
	if h.wraps(h.lines() - 1) {
		h.markGap(from.gap)
	}
	return line[from.cell:]
}

// rowStart is where a row of a newly wrapped line begins: at a cell of a row of
// the scrollback, after a gap or not.
type rowStart struct {
	row, cell int
	gap       bool
}

// lastRows returns where the last n rows, and the one before them, of the
// scrollback's newest line begin when it is wrapped to a width; that is where the
// line does if it has no more.
func (t *Terminal) lastRows(cols, n int) rowStart {
	h := &t.hist
	first := h.lines() - 1
	for h.wraps(first - 1) {
		first--
	}
	starts := []rowStart{{row: first}} // as a ring, once there are n+1
	count, used := 1, 0
	for i := first; i < h.lines(); i++ {
		x := 0
		for width := range t.widths(i) {
			if used+width > cols {
				start := rowStart{i, x, used < cols}
				if len(starts) <= n {
					starts = append(starts, start)
				} else {
					starts[count%len(starts)] = start
				}
				count++
				used = 0
			}
			used += width
			x += width
		}
	}
	if count == len(starts) {
		return starts[0]
	}
	return starts[count%len(starts)]
}

// widths gives the widths of the characters in row i of the scrollback.
func (t *Terminal) widths(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		l := t.hist.line(i)
		for text := l.text(); len(text) > 0; {
			width := 1
			if l.rich() {
				_, width, text = nextCell(text)
			} else {
				text = text[1:]
			}
			if !yield(width) {
				return
			}
		}
		if t.filled(i) {
			yield(1)
		}
	}
}

// appendCells appends the cells of a row that make up its part of the line.
func (t *Terminal) appendCells(line []cell, s *screen, y int) []cell {
	return append(line, t.lineCells(s, y)...)
}

// settle puts the wrapped rows on the screen: those above it go to the
// scrollback, or come back from it.
func (t *Terminal) settle(f *flow, cols, rows int) {
	s := &t.main
	atEnd := s.y == t.rows-1
	over := max(len(f.rows)-rows, 0)
	over = min(over, f.y) // never the cursor's row
	for i := range over {
		t.keep(f.rows[i], cols)
	}
	kept := f.rows[over:min(len(f.rows), over+rows)]
	y := f.y - over
	if atEnd && len(kept) < rows && t.hist.lines() > 0 {
		above := t.unkeep(cols, rows-len(kept))
		y += len(above)
		kept = append(above, kept...)
	}
	next := make([]row, rows)
	copy(next, kept)
	s.replace(next)
	s.x, s.y, s.pending = f.x, y, false
	if f.x == cols {
		s.x, s.pending = cols-1, true
	}
}

// unkeep takes up to n rows back from the scrollback, wrapped to a width.
func (t *Terminal) unkeep(cols, n int) []row {
	var above []row
	for len(above) < n && t.hist.lines() > 0 {
		f := &flow{cols: cols}
		f.add(t.pullLine(cols, n))
		above = append(f.rows, above...)
	}
	over := max(len(above)-n, 0)
	for i := range over {
		t.keep(above[i], cols)
	}
	return above[over:]
}

// keep puts a row into the scrollback.
func (t *Terminal) keep(r row, cols int) {
	t.keepCells(r.text(), r.wrapped)
	if r.wrapped {
		t.hist.markGap(r.used < cols)
	}
}

// flow wraps lines into rows, and follows the cursor.
type flow struct {
	cols int
	rows []row
	here bool // the cursor is in the next line, before its cell number at
	at   int
	x, y int // where the cursor came to be
}

// add wraps one line.
func (f *flow) add(line []cell) {
	text := len(line)
	for text > 0 && line[text-1].blank() {
		text--
	}
	start := 0
	for {
		n := min(f.cols, len(line)-start)
		if n == f.cols && start+n < len(line) && line[start+n]&isTail != 0 {
			n-- // a wide character goes to the next row whole
		}
		last := start+n >= text && !(f.here && f.at > start+f.cols && f.at <= text)
		f.place(start, n, last)
		f.rows = append(f.rows, f.row(line[start:start+n], !last))
		if last {
			break
		}
		start += n
	}
	f.here = false
}

// place notes the cursor when it is in this row.
func (f *flow) place(start, n int, last bool) {
	if !f.here {
		return
	}
	if f.at < start+n || last {
		f.x, f.y = min(f.at-start, f.cols), len(f.rows)
		f.here = false
	}
}

func (f *flow) row(cells []cell, wrapped bool) row {
	r := row{wrapped: wrapped}
	if len(cells) == 0 {
		return r
	}
	copy(r.open(f.cols, 0, len(cells)), cells)
	for _, c := range cells {
		if c&isWide != 0 {
			r.wide = true
			break
		}
	}
	return r
}
