package vt

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// wildOp is an operation of any kind, also of those that op avoids.
func (p *program) wildOp() string {
	switch p.rng.IntN(8) {
	case 0:
		return p.one("\x1b7", "\x1b8", "\x1b[?1049h", "\x1b[?1049l", "\x1b[?47h", "\x1b[?47l", "\x1b[?1048h", "\x1b[?1048l")
	case 1:
		return p.one("\x1b[?6h", "\x1b[?6l", "\x1b[?7l", "\x1b[?7h", "\x1b(0", "\x1b(B", "\x1b)K", "\x1b*A", "\x0e", "\x0f", "\x1bn", "\x1bo")
	case 2:
		return p.one("\x1b[>1u", "\x1b[>5u", "\x1b[<u", "\x1b[=3u", "\x1b[>4;2m", "\x1b[>4m", "\x1b[3 q", "\x1b[?1003h", "\x1b[?1002h",
			"\x1b[?1006h", "\x1b[?1016h", "\x1b[?2026h", "\x1b[?2026l", "\x1b[?2031h", "\x1b[?1004h", "\x1b[?5h", "\x1b[?12h", "\x1b=")
	case 3:
		return p.one("\x1b]0;title\x07", "\x1b]2;✳ x;y\x1b\\", "\x1b[22t", "\x1b[23t", "\x1b]7;file:///a%20b\x07", "\x1b]4;3;rgb:1/2/3\x07",
			"\x1b]10;#123456\x07", "\x1b]104\x07", "\x1b]8;;http://x\x07", "\x1b]8;id=7;http://y\x07", "\x1b]8;;\x07", "\x1b]111\x07")
	case 4:
		return p.one("\u0301", "\u200d", "\ufe0f", "🏽", "⚠", "❤", "🇯", "🔥", "1", "\u20e3", "\x1b[3b", "\x1b[2000000b")
	case 5:
		return strings.Repeat(p.one("\r\n", "word ", "\x1b[44m\r\n", "文", "a\x1b[1;3mb\x1b[m"), 1+p.rng.IntN(30))
	default:
		return p.op()
	}
}

// wildProgram returns a terminal's size, and bytes for it.
func wildProgram(rng *rand.Rand) (cols, rows int, data []byte) {
	p := &program{rng: rng}
	p.cols, p.rows = p.pick(2, 5, 10, 20, 40), p.pick(2, 4, 6, 10)
	for range rng.IntN(80) {
		data = append(data, p.wildOp()...)
	}
	return p.cols, p.rows, data
}

// TestSnapshotBringsBackTheSameState cuts random output anywhere, also inside
// sequences and characters.
func TestSnapshotBringsBackTheSameState(t *testing.T) {
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		cols, rows, data := wildProgram(rng)
		cut := rng.IntN(len(data) + 1)
		term := New(Options{Cols: cols, Rows: rows})
		term.Write(data[:cut])
		if !restores(t, term, data[cut:]) {
			t.Fatalf("program %d (%dx%d), cut at %d: %q", seed, cols, rows, cut, data)
		}
	}
}

// TestSnapshotOfFewLinesShowsTheSameScreen leaves scrollback out.
func TestSnapshotOfFewLinesShowsTheSameScreen(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 2))
		cols, rows, data := wildProgram(rng)
		term := New(Options{Cols: cols, Rows: rows})
		term.Write(data)
		keep := rng.IntN(5)
		again := New(Options{Cols: cols, Rows: rows})
		again.Write(term.SnapshotLines(keep))
		if n := again.hist.lines(); n > keep {
			t.Fatalf("program %d: %d lines of scrollback, at most %d were wanted", seed, n, keep)
		}
		if !sameState(t, describe(term, "t")+fingerprint(term), describe(again, "t")+fingerprint(again)) {
			t.Fatalf("program %d (%dx%d), %d lines: %q", seed, cols, rows, keep, data)
		}
	}
}

// restores tells whether a terminal made from the snapshot is in the same state,
// and stays so while the rest of the output comes.
func restores(t *testing.T, term *Terminal, rest []byte) bool {
	t.Helper()
	snapshot := term.Snapshot()
	again := New(Options{Cols: term.cols, Rows: term.rows})
	again.Write(snapshot)
	if !same(t, "after the snapshot", term, again) {
		t.Logf("snapshot: %q", snapshot)
		return false
	}
	term.Write(rest)
	again.Write(rest)
	if !same(t, "after the rest", term, again) {
		t.Logf("snapshot: %q", snapshot)
		return false
	}
	return true
}

func same(t *testing.T, when string, term, again *Terminal) bool {
	t.Helper()
	ok := sameState(t, describe(term, "ht")+fingerprint(term), describe(again, "ht")+fingerprint(again))
	if !ok {
		t.Log(when)
	}
	return ok
}

// fingerprint is what describe leaves out of a terminal's state.
func fingerprint(t *Terminal) string {
	var b strings.Builder
	for i, s := range []*screen{&t.main, &t.alt} {
		saved := s.saved
		fmt.Fprintf(&b, "\nscreen %d: margins %d-%d kitty %v saved %v %d,%d %v %q tabs %v", i, s.top, s.bottom, s.kitty,
			saved.set, saved.x, saved.y, t.describePen(saved.pen), saved.pen.charset, s.tabs)
	}
	fmt.Fprintf(&b, "\npen %s %q modes %b palette %v", t.describePen(t.pen), t.pen.charset, t.mode, t.label.palette.set)
	fmt.Fprintf(&b, "\nlabel %q %q %q %d %d", t.label.stack, t.label.cwd, t.label.cwdURL, t.label.shape, t.label.modifyKeys)
	fmt.Fprintf(&b, "\nparser %d %q", t.parse.state, t.parse.partial[:t.parse.npart])
	return b.String()
}

func (t *Terminal) describePen(p pen) string {
	l := t.tables.links.value(p.style.link)
	p.style.link = 0
	return fmt.Sprintf("%+v %q", p.style, l)
}
