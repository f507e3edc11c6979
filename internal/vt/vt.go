// Package vt knows how a terminal reads what a program prints: it turns bytes
// into a grid of cells, scrollback, a cursor, modes, titles and other events,
// and writes the answers that a terminal owes to the program's queries.
//
// It leaves everything else to its users: it does no I/O, keeps no goroutine
// and no clock, and is not safe for concurrent use. Whatever a program prints,
// the time per byte and the memory per terminal stay bounded.
//
// Where terminals differ, it follows xterm.js, since that is the emulator which
// the operator looks at; the tests compare the two screen by screen.
package vt

// Size limits. A program or a page outside them gets the nearest allowed size:
// a terminal of one column cannot hold a wide character, and the upper bounds
// keep the cost of one "fill the screen" sequence small.
const (
	MinCols, MaxCols = 2, 1000
	MinRows, MaxRows = 1, 500
)

// Options are what a terminal is made with; the zero value of each field means
// its default.
type Options struct {
	Cols, Rows      int
	ScrollbackBytes int // 0 is DefaultScrollbackBytes, negative keeps none
	ScrollbackLines int // 0 is DefaultScrollbackLines
	Colors          Colors
}

// Terminal is one emulated terminal.
type Terminal struct {
	cols, rows int
	parse      parser
	main, alt  screen
	on         *screen // the one that is shown: &main or &alt
	pen        pen
	mode       modeSet
	hist       scrollback
	tables     tables
	label      label
	out        outbox
}

// New returns a blank terminal.
func New(o Options) *Terminal {
	t := &Terminal{
		cols: clampSize(o.Cols, 80, MinCols, MaxCols),
		rows: clampSize(o.Rows, 24, MinRows, MaxRows),
	}
	t.hist.most = o.ScrollbackLines
	if t.hist.most <= 0 {
		t.hist.most = DefaultScrollbackLines
	}
	t.hist.limit = o.ScrollbackBytes
	if t.hist.limit == 0 {
		t.hist.limit = DefaultScrollbackBytes
	}
	t.label.palette.base = o.Colors.orDefault()
	t.mode = defaultModes
	t.main.init(t.cols, t.rows)
	t.on = &t.main
	return t
}

func clampSize(n, zero, low, high int) int {
	if n == 0 {
		n = zero
	}
	return min(max(n, low), high)
}

// Size returns the terminal's columns and rows.
func (t *Terminal) Size() (cols, rows int) { return t.cols, t.rows }

// Generation grows with every change of what is visible: cells, cursor, modes.
// It also grows on sequences that may have changed nothing, never the reverse.
func (t *Terminal) Generation() uint64 { return t.out.generation }

// touch records that something visible may have changed.
func (t *Terminal) touch() { t.out.generation++ }

// reset is RIS: everything but the size, the scrollback's limit and the colours
// that the terminal was made with.
func (t *Terminal) reset() {
	t.main.init(t.cols, t.rows)
	t.alt = screen{}
	t.on = &t.main
	t.pen = pen{}
	t.mode = defaultModes
	t.hist.clear()
	t.label.stack = nil
	t.label.palette.reset()
	t.parse.join = clusterState{}
}
