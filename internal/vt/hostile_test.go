package vt

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestHostileInputIsBounded prints what would cost a careless emulator much
// memory or time. Time is not asserted: what is not bounded does not end.
func TestHostileInputIsBounded(t *testing.T) {
	const limit = 24 << 20
	for _, c := range []struct {
		name string
		data func(i int) string
		n    int
	}{
		{"repeats", func(int) string { return "x\x1b[1000000000b" }, 20},
		{"an endless OSC", func(i int) string { return first(i, "\x1b]0;") + strings.Repeat("x", 1<<16) }, 1000},
		{"an endless DCS", func(i int) string { return first(i, "\x1bPq") + strings.Repeat("x", 1<<16) }, 1000},
		{"an endless APC", func(i int) string { return first(i, "\x1b_G") + strings.Repeat("x", 1<<16) }, 1000},
		{"a million styles", func(i int) string { return fmt.Sprintf("\x1b[38;2;%d;%d;%dmx", i>>16, i>>8&255, i&255) }, 1_000_000},
		{"a hundred thousand links", func(i int) string { return fmt.Sprintf("\x1b]8;id=%d;http://x/%d\ax", i, i) }, 100_000},
		{"long links", func(i int) string { return fmt.Sprintf("\x1b]8;;http://x/%d/%s\ax", i, strings.Repeat("x", 2000)) }, 20_000},
		{"marks on one cell", func(i int) string { return first(i, "e") + "\u0301" }, 200_000},
		{"many clusters", func(i int) string { return fmt.Sprintf("e%c%c", rune(0x300+i%100), rune(0x300+i/100%100)) }, 50_000},
		{"huge parameters", func(int) string {
			return "\x1b[65535@\x1b[65535P\x1b[65535L\x1b[65535M\x1b[65535S\x1b[65535T\x1b[65535X"
		}, 5000},
		{"reverse line feeds", func(int) string { return "\x1bM" }, 200_000},
		{"tabs back and forth", func(int) string { return "\x1b[65535I\x1b[65535Z" }, 10_000},
		{"long titles", func(int) string { return "\x1b]2;" + strings.Repeat("x", 64<<10) + "\a" }, 1000},
		{"titles pushed", func(int) string { return "\x1b]2;" + strings.Repeat("x", 4000) + "\a\x1b[22t" }, 1000},
		{"keyboard flags pushed", func(int) string { return "\x1b[>1u" }, 50_000},
		{"palette", func(i int) string { return fmt.Sprintf("\x1b]4;%d;#123456\a", i%1000) }, 10_000},
		{"a palette reset by a list", func(int) string { return "\x1b]104" + strings.Repeat(";", 64<<10) + "\a" }, 100},
		{"clipboards", func(int) string { return "\x1b]52;c;" + strings.Repeat("QUFB", 100_000) + "\a" }, 600},
		{"notifications", func(int) string { return "\x1b]777;notify;t;" + strings.Repeat("x", 64<<10) + "\a" }, 1000},
		{"notifications that never end", func(int) string { return "\x1b]99;i=1:d=0;" + strings.Repeat("x", 4000) + "\a" }, 1000},
		{"screens switched", func(int) string { return "\x1b[?1049hx\x1b[?1049l" }, 10_000},
		{"empty lines", func(int) string { return "\n" }, 200_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			kept := heapOf(1, func() *Terminal {
				term := New(Options{Cols: 200, Rows: 50})
				for i := range c.n {
					term.Write([]byte(c.data(i)))
				}
				return term
			})
			if kept > limit {
				t.Errorf("%d MB are kept, want at most %d", kept>>20, limit>>20)
			}
		})
	}
}

// first returns s the first time.
func first(i int, s string) string {
	if i == 0 {
		return s
	}
	return ""
}

// TestResizingIsBounded changes the size back and forth between the smallest and
// the largest, with a full scrollback: of lines, and of one line without an end.
func TestResizingIsBounded(t *testing.T) {
	const limit = 96 << 20 // a largest screen has 4 MB, and more while it is wrapped
	for _, c := range []struct {
		name string
		data string
	}{
		{"lines", strings.Repeat(strings.Repeat("中文 some words ", 40)+"\r\n", 10_500)},
		{"one line", strings.Repeat("x", 5<<20)},
		{"one line of wide characters", strings.Repeat("中文字x", 1<<19)},
	} {
		for _, size := range [][2]int{{1, 1}, {1000, 1000}, {3, 1000}, {80, 24}} {
			t.Run(fmt.Sprintf("%s to %d×%d", c.name, size[0], size[1]), func(t *testing.T) {
				term := New(Options{Cols: 1000, Rows: 50})
				term.Write([]byte(c.data))
				if got := allocated(func() { term.Resize(size[0], size[1]) }); got > limit {
					t.Errorf("resizing allocates %d MB, want at most %d", got>>20, limit>>20)
				}
				if got := allocated(func() { term.Resize(1000, 50) }); got > limit {
					t.Errorf("resizing back allocates %d MB, want at most %d", got>>20, limit>>20)
				}
				term.sound(t)
			})
		}
	}
}

// allocated returns the bytes that f allocates, kept or not.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestTablesAreSweptWithoutHarm uses far more styles than are kept, and looks at
// the ones that are still shown.
func TestTablesAreSweptWithoutHarm(t *testing.T) {
	term := New(Options{Cols: 100, Rows: 20, ScrollbackLines: 50})
	const n = 100_000
	for i := range n {
		fmt.Fprintf(writer{term}, "\x1b]8;;http://x/%d\a\x1b[38;2;%d;%d;%dm%c\u0301", i, i>>16, i>>8&255, i&255, rune('a'+i%26))
	}
	if term.tables.styles.size() > 3*firstSweep+100*70 {
		t.Errorf("%d styles are kept", term.tables.styles.size())
	}
	shown := 0
	for y := range 20 {
		for x := range 100 {
			c := term.Cell(x, y)
			r, g, b, ok := c.Style.Fg.Parts()
			if !ok {
				continue
			}
			i := int(r)<<16 | int(g)<<8 | int(b)
			if want := fmt.Sprintf("%c\u0301", rune('a'+i%26)); c.Text != want || c.Style.Link != fmt.Sprintf("http://x/%d", i) {
				t.Fatalf("cell %d,%d with colour %d is %q, linked to %q", x, y, i, c.Text, c.Style.Link)
			}
			shown++
		}
	}
	if shown < 1900 {
		t.Errorf("%d coloured cells are shown, want nearly 2000", shown)
	}
	again := New(Options{Cols: 100, Rows: 20, ScrollbackLines: 50})
	again.Write(term.Snapshot())
	sameState(t, describe(term, "h"), describe(again, "h"))
}

type writer struct{ *Terminal }

func (w writer) Write(p []byte) (int, error) {
	w.Terminal.Write(p)
	return len(p), nil
}

// TestScreenOfManyStyles has more styles on the screen than the table takes.
func TestScreenOfManyStyles(t *testing.T) {
	term := New(Options{Cols: MaxCols, Rows: MaxRows})
	for i := range MaxCols * MaxRows {
		fmt.Fprintf(writer{term}, "\x1b[48;2;%d;%d;%dm ", i>>16, i>>8&255, i&255)
	}
	if n := term.tables.styles.size(); n > maxStyles {
		t.Errorf("%d styles are kept, want at most %d", n, maxStyles)
	}
}

func TestScrollbackIsBoundedInBytesAndLines(t *testing.T) {
	term := New(Options{Cols: 100, Rows: 10, ScrollbackBytes: 64 << 10})
	for i := range 50_000 {
		fmt.Fprintf(writer{term}, "line %d\r\n", i)
	}
	if term.hist.bytes > 64<<10 {
		t.Errorf("%d bytes are kept, want at most %d", term.hist.bytes, 64<<10)
	}
	if text := term.Text(1); text[0] != "line 49999" {
		t.Errorf("the last line is %q", text[0])
	}
	term = New(Options{Cols: 100, Rows: 10, ScrollbackLines: 100})
	term.Write([]byte(strings.Repeat("x\r\n", 1000)))
	if n := term.hist.lines(); n != 100 {
		t.Errorf("%d lines are kept, want 100", n)
	}
	term = New(Options{Cols: 100, Rows: 10, ScrollbackBytes: -1})
	term.Write([]byte(strings.Repeat("x\r\n", 1000)))
	if n := term.hist.lines(); n != 0 {
		t.Errorf("%d lines are kept, want none", n)
	}
}
