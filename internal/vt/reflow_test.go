package vt

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReflow(t *testing.T) {
	for _, c := range []struct {
		name       string
		cols, rows int
		in         string
		sizes      [][2]int
		screen     string
		cursor     string
		kept       string
	}{
		{name: "narrower", cols: 10, rows: 5, in: "0123456789\r\nab", sizes: [][2]int{{5, 5}}, screen: "01234|56789|ab", cursor: "2,2"},
		{name: "narrower and back", cols: 10, rows: 5, in: "0123456789\r\nab", sizes: [][2]int{{3, 5}, {10, 5}}, screen: "0123456789|ab", cursor: "2,1"},
		{name: "hard lines stay apart", cols: 5, rows: 5, in: "01234\r\nab", sizes: [][2]int{{10, 5}}, screen: "01234|ab", cursor: "2,1"},
		{name: "soft lines join", cols: 5, rows: 5, in: "0123456", sizes: [][2]int{{10, 5}}, screen: "0123456", cursor: "7,0"},
		{name: "the cursor stays on its character", cols: 10, rows: 5, in: "0123456789ab\x1b[1;8H", sizes: [][2]int{{5, 5}}, screen: "01234|56789|ab", cursor: "2,1"},
		{name: "a pending wrap ends in a wider row", cols: 5, rows: 5, in: "01234", sizes: [][2]int{{10, 5}}, screen: "01234", cursor: "5,0"},
		{name: "a pending wrap stays in rows that divide", cols: 10, rows: 5, in: "0123456789", sizes: [][2]int{{5, 5}}, screen: "01234|56789", cursor: "4,1 pending"},
		{name: "wide characters are not cut", cols: 6, rows: 5, in: "中中中x", sizes: [][2]int{{5, 5}}, screen: "中中|中x", cursor: "3,1"},
		{name: "and the gap goes when they fit again", cols: 6, rows: 5, in: "中中中x", sizes: [][2]int{{5, 5}, {10, 5}}, screen: "中中中x", cursor: "7,0"},
		{name: "rows that do not fit are kept", cols: 10, rows: 3, in: "0123456789\r\nab\r\ncd", sizes: [][2]int{{5, 3}}, screen: "56789|ab|cd", cursor: "2,2", kept: "01234"},
		{name: "and come back", cols: 10, rows: 3, in: "0123456789\r\nab\r\ncd", sizes: [][2]int{{5, 3}, {10, 3}}, screen: "0123456789|ab|cd", cursor: "2,2"},
		{name: "fewer rows keep the bottom", cols: 10, rows: 5, in: fiveRows, sizes: [][2]int{{10, 3}}, screen: "c|d|e", cursor: "1,2", kept: "a|b"},
		{name: "fewer rows drop blank ones first", cols: 10, rows: 5, in: "a\r\nb", sizes: [][2]int{{10, 3}}, screen: "a|b", cursor: "1,1"},
		{name: "fewer rows never lose the cursor", cols: 10, rows: 5, in: fiveRows + "\x1b[2;1H", sizes: [][2]int{{10, 2}}, screen: "b|c", cursor: "0,0", kept: "a"},
		{name: "more rows bring the scrollback back", cols: 10, rows: 3, in: fiveRows, sizes: [][2]int{{10, 4}}, screen: "b|c|d|e", cursor: "1,3", kept: "a"},
		{name: "but not while there are rows below the cursor", cols: 10, rows: 3, in: fiveRows + "\x1b[1;1H", sizes: [][2]int{{10, 5}}, screen: "c|d|e", cursor: "0,0", kept: "a|b"},
		{name: "a line that began in the scrollback is wrapped whole", cols: 5, rows: 2, in: "0123456789abcde\r\nx", sizes: [][2]int{{10, 2}}, screen: "abcde|x", cursor: "1,1", kept: "0123456789"},
		{name: "styled blanks at the end do not wrap", cols: 10, rows: 3, in: "a\x1b[44m\x1b[K\x1b[m\r\nb", sizes: [][2]int{{5, 3}}, screen: "a|b", cursor: "1,1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			term := New(Options{Cols: c.cols, Rows: c.rows})
			term.Write([]byte(c.in))
			for _, s := range c.sizes {
				term.Resize(s[0], s[1])
			}
			if got := strings.Join(trimBlank(screenText(term)), "|"); got != c.screen {
				t.Errorf("the screen is %q, want %q", got, c.screen)
			}
			if got := cursorText(term); got != c.cursor {
				t.Errorf("the cursor is at %s, want %s", got, c.cursor)
			}
			if got := strings.Join(historyText(term), "|"); got != c.kept {
				t.Errorf("the scrollback is %q, want %q", got, c.kept)
			}
		})
	}
}

// TestAnEndlessLineIsWrappedAsIfPrinted resizes a terminal with a line that is far
// longer than the screen: it looks like one that had the last size all the time.
func TestAnEndlessLineIsWrappedAsIfPrinted(t *testing.T) {
	letters := []rune("abc中文e\u0301🤖 1")
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 5))
		var line strings.Builder
		for range 200 + rng.IntN(2000) {
			line.WriteRune(letters[rng.IntN(len(letters))])
		}
		line.WriteString("z")
		term := New(Options{Cols: 2 + rng.IntN(60), Rows: 2 + rng.IntN(12)})
		term.Write([]byte("first\r\n" + line.String()))
		for range 4 {
			cols, rows := 2+rng.IntN(60), 2+rng.IntN(12)
			term.Resize(cols, rows)
			term.sound(t)
			fresh := New(Options{Cols: cols, Rows: rows})
			fresh.Write([]byte("first\r\n" + line.String()))
			if diff := cmp.Diff(screenText(fresh), screenText(term)); diff != "" {
				t.Fatalf("seed %d, %d×%d (-printed +resized):\n%s", seed, cols, rows, diff)
			}
			if diff := cmp.Diff(fresh.Text(3), term.Text(3)); diff != "" {
				t.Fatalf("seed %d, %d×%d (-printed +resized):\n%s", seed, cols, rows, diff)
			}
		}
	}
}

func TestAlternateScreenIsNotReflowed(t *testing.T) {
	term := New(Options{Cols: 10, Rows: 3})
	term.Write([]byte("0123456789ab\x1b[?1049h\x1b[Habcdefghij\r\nx中\r\nz"))
	term.Resize(5, 2)
	if got := screenText(term); !cmp.Equal(got, []string{"x中", "z"}) {
		t.Errorf("narrower, the alternate screen is %q", got)
	}
	term.Write([]byte("\x1b[?1049l"))
	if got := term.Text(9); !cmp.Equal(got, []string{"0123456789ab"}) {
		t.Errorf("the main screen's text is %q, want the line whole", got)
	}
}

func TestResizeKeepsSizesInBounds(t *testing.T) {
	term := New(Options{Cols: 80, Rows: 24})
	for _, size := range [][2]int{{-5, -5}, {1, 1}, {1 << 30, 1 << 30}, {MaxCols, MinRows}} {
		term.Resize(size[0], size[1])
		cols, rows := term.Size()
		if cols < MinCols || cols > MaxCols || rows < MinRows || rows > MaxRows {
			t.Errorf("Resize(%d, %d) gives %dx%d", size[0], size[1], cols, rows)
		}
	}
}

// TestReflowKeepsText resizes at random; the text of all lines stays the same.
func TestReflowKeepsText(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 2))
		term := New(Options{Cols: 40, Rows: 10})
		for range 5 + rng.IntN(40) {
			term.Write([]byte(strings.Repeat([]string{"word ", "中文", "a", "⚠\ufe0fx"}[rng.IntN(4)], rng.IntN(40)) + "$\r\n"))
		}
		want := term.Text(1000)
		for range 6 {
			term.Resize(2+rng.IntN(60), 1+rng.IntN(20))
			if d := cmp.Diff(want, term.Text(1000)); d != "" {
				t.Fatalf("seed %d, at %dx%d (-want +got):\n%s", seed, term.cols, term.rows, d)
			}
		}
	}
}

func TestReflowOfAVeryLongLineIsQuick(t *testing.T) {
	term := New(Options{Cols: 200, Rows: 50})
	term.Write([]byte(strings.Repeat("0123456789", 40_000)))
	for _, cols := range []int{100, 200, 2, 200} {
		term.Resize(cols, 50)
	}
	if text := term.Text(1); len(text) != 1 || len(text[0]) == 0 {
		t.Error("the line is gone")
	}
}
