package vt

import "unicode/utf8"

// cell is one cell of the grid in a machine word, since a terminal has
// thousands of them and a program rewrites them all the time:
//
//	bits 0–20   the character, or an index into the cluster table; 0 is blank
//	bit  21     the index is meant
//	bit  22     the left half of a wide character
//	bit  23     the right half of one
//	bits 32–63  the style's index in the style table; 0 is the default style
type cell uint64

const (
	glyphMask   cell = 1<<21 - 1
	isCluster   cell = 1 << 21
	isWide      cell = 1 << 22
	isTail      cell = 1 << 23
	contentMask      = glyphMask | isCluster | isWide | isTail
	styleShift       = 32
)

func (c cell) style() uint32 { return uint32(c >> styleShift) }

// blank tells that the cell shows no character; it may still have a background.
func (c cell) blank() bool { return c&(glyphMask|isTail) == 0 }

// emptied is a blank cell of the same style.
func (c cell) emptied() cell { return c &^ contentMask }

func styled(id uint32) cell { return cell(id) << styleShift }

// row is one line of a screen.
type row struct {
	cells   []cell // nil until something is written: most rows of most terminals are blank
	used    int    // cells from here on are blank, whatever is stored in them
	wrapped bool   // the text goes on in the next row
	wide    bool   // may hold wide characters
}

// open returns the cells [from, to) for writing: all of them count as used, so
// the caller sets each.
func (r *row) open(cols, from, to int) []cell {
	if r.cells == nil {
		r.cells = make([]cell, cols)
	}
	if from > r.used {
		clear(r.cells[r.used:from])
	}
	r.used = max(r.used, to)
	return r.cells[from:to]
}

// at returns the cell in a column.
func (r *row) at(x int) cell {
	if x < r.used {
		return r.cells[x]
	}
	return 0
}

// text returns the row's cells up to the last that was written.
func (r *row) text() []cell { return r.cells[:r.used] }

// clear blanks the whole row with a fill cell.
func (r *row) clear(cols int, fill cell) {
	r.wrapped, r.wide = false, false
	r.used = 0
	r.fill(cols, 0, cols, fill)
}

// fill blanks the cells [from, to).
func (r *row) fill(cols, from, to int, fill cell) {
	if fill == 0 && to >= r.used {
		r.used = min(r.used, from)
		return
	}
	cells := r.open(cols, from, to)
	for i := range cells {
		cells[i] = fill
	}
}

// split mends wide characters that a write to [from, to) cuts in half: the half
// that stays becomes blank.
func (r *row) split(from, to int, fill cell) {
	if !r.wide {
		return
	}
	if from > 0 && r.at(from)&isTail != 0 {
		r.cells[from-1] = fill
	}
	if to > 0 && r.at(to)&isTail != 0 {
		r.cells[to] = fill
	}
}

// set writes one cell.
func (r *row) set(cols, x int, c cell) {
	if c != 0 || x < r.used {
		r.open(cols, x, x+1)[0] = c
	}
}

// appendText appends what cells show; blanks are spaces.
func (t *Terminal) appendText(b []byte, cells []cell) []byte {
	for _, c := range cells {
		switch g := c & glyphMask; {
		case c&isTail != 0:
		case c&isCluster != 0:
			b = append(b, t.tables.clusters.value(uint32(g))...)
		case g == 0:
			b = append(b, ' ')
		case g < utf8.RuneSelf:
			b = append(b, byte(g))
		default:
			b = utf8.AppendRune(b, rune(g))
		}
	}
	return b
}
