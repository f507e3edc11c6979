package demoagent

import (
	"fmt"
	"slices"
	"strings"
)

// painter brings frames to the terminal. It draws in one of three ways: below
// the scrollback with a region that is erased and rewritten at once (usual), the
// same line by line as Ink does, or the whole alternate screen.
type painter struct {
	cols, rows int
	alt, ink   bool
	block      bool // draws its own cursor
	last       frame
	size       [2]int // for which last was drawn
	shown      []string
	started    bool
}

func newPainter(m Modes, cols, rows int) painter {
	return painter{cols: cols, rows: rows, alt: m.Has(AltScreen), ink: m.Has(MainScreen), block: m.Has(MainScreen)}
}

// setup switches the terminal to what the agent needs.
func (p *painter) setup(m Modes) []byte {
	var b strings.Builder
	if p.alt {
		b.WriteString("\x1b[?1049h\x1b[2J\x1b[H")
	}
	if !m.Has(NoBrackets) {
		b.WriteString("\x1b[?2004h")
	}
	if m.Has(Kitty) {
		fmt.Fprintf(&b, "\x1b[>%du", m.Number(Kitty))
	}
	return []byte(b.String())
}

// leave undoes setup and puts the cursor below what was drawn.
func (p *painter) leave(m Modes) []byte {
	var b strings.Builder
	if m.Has(Kitty) {
		b.WriteString("\x1b[<u")
	}
	if !m.Has(NoBrackets) {
		b.WriteString("\x1b[?2004l")
	}
	switch {
	case p.alt:
		b.WriteString("\x1b[?1049l")
	case !p.ink && p.started:
		down(&b, len(p.last.live)-1-p.last.row)
		b.WriteString("\r\n")
	}
	b.WriteString("\x1b[?25h")
	return []byte(b.String())
}

// draw returns what turns the last frame into this one; nothing when they look
// the same.
func (p *painter) draw(f frame) []byte {
	size := [2]int{p.cols, p.rows}
	for i, l := range f.live {
		f.live[i] = clip(l, p.cols)
	}
	if over := len(f.live) - max(1, p.rows-1); over > 0 {
		f.live = f.live[over:]
		f.row = max(0, f.row-over)
	}
	same := p.started && size == p.size && len(f.fresh) == 0 && f.row == p.last.row && f.col == p.last.col &&
		f.cursor == p.last.cursor && slices.Equal(f.live, p.last.live)
	if same {
		return nil
	}
	var b strings.Builder
	switch {
	case p.alt:
		p.drawAlt(&b, f, size)
	case p.ink:
		p.drawInk(&b, f)
	default:
		p.drawBelow(&b, f)
	}
	p.last, p.size, p.started = f, size, true
	return []byte(b.String())
}

const (
	syncStart  = "\x1b[?2026h"
	syncEnd    = "\x1b[?2026l"
	hideCursor = "\x1b[?25l"
	showCursor = "\x1b[?25h"
)

// drawBelow erases the region at once and writes it again.
func (p *painter) drawBelow(b *strings.Builder, f frame) {
	b.WriteString(syncStart + hideCursor + "\r")
	up(b, p.last.row)
	b.WriteString("\x1b[J")
	for _, l := range f.fresh {
		b.WriteString(l + "\r\n")
	}
	b.WriteString(strings.Join(f.live, "\r\n"))
	up(b, len(f.live)-1-f.row)
	b.WriteString("\r")
	if f.col > 0 {
		fmt.Fprintf(b, "\x1b[%dC", f.col)
	}
	if f.cursor {
		b.WriteString(showCursor)
	}
	b.WriteString(syncEnd)
}

// drawInk erases each old line on its own, going up, then writes everything. It
// trusts that a line is a row: after a resize that is wrong, as in real agents.
func (p *painter) drawInk(b *strings.Builder, f frame) {
	if !p.started {
		b.WriteString(hideCursor)
	}
	if n := len(p.last.live); n > 0 {
		b.WriteString("\x1b[2K")
		for range n {
			b.WriteString("\x1b[1A\x1b[2K")
		}
		b.WriteString("\x1b[G")
	}
	for _, l := range f.fresh {
		b.WriteString(l + "\r\n")
	}
	for _, l := range f.live {
		b.WriteString(l + "\r\n")
	}
}

// drawAlt writes the rows that changed.
func (p *painter) drawAlt(b *strings.Builder, f frame, size [2]int) {
	above := max(0, p.rows-len(f.live))
	var rows []string
	for _, l := range tail(f.kept, above) {
		rows = append(rows, clip(l, p.cols))
	}
	for len(rows) < above {
		rows = append(rows, "")
	}
	rows = append(rows, f.live...)
	if size != p.size {
		p.shown = nil
		b.WriteString("\x1b[2J")
	}
	b.WriteString(syncStart + hideCursor)
	for y, row := range rows {
		if y < len(p.shown) && p.shown[y] == row {
			continue
		}
		fmt.Fprintf(b, "\x1b[%d;1H\x1b[K%s", y+1, row) // erased first: after a full row it would take the last cell
	}
	p.shown = rows
	if f.cursor {
		fmt.Fprintf(b, "\x1b[%d;%dH", above+f.row+1, f.col+1)
		b.WriteString(showCursor)
	}
	b.WriteString(syncEnd)
}

func up(b *strings.Builder, n int) {
	if n > 0 {
		fmt.Fprintf(b, "\x1b[%dA", n)
	}
}

func down(b *strings.Builder, n int) {
	if n > 0 {
		fmt.Fprintf(b, "\x1b[%dB", n)
	}
}
