package vt

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScreenTellsFaintTextApart(t *testing.T) {
	term := New(Options{Cols: 20, Rows: 3})
	term.Write([]byte("> \x1b[2mType a 中 here\x1b[22m x\r\nplain  "))
	want := []Line{
		{Text: "> Type a 中 here x", Bright: "> " + strings.Repeat(" ", 14) + " x"},
		{Text: "plain", Bright: "plain"},
		{},
	}
	if d := cmp.Diff(want, term.Screen()); d != "" {
		t.Errorf("the screen differs (-want +got):\n%s", d)
	}
}

func TestScreenTellsSoftWraps(t *testing.T) {
	term := New(Options{Cols: 5, Rows: 3})
	term.Write([]byte("0123456\r\nab"))
	want := []Line{{Text: "01234", Bright: "01234", Wrapped: true}, {Text: "56", Bright: "56"}, {Text: "ab", Bright: "ab"}}
	if d := cmp.Diff(want, term.Screen()); d != "" {
		t.Errorf("the screen differs (-want +got):\n%s", d)
	}
}

func TestTextJoinsLinesAndDropsBlankOnes(t *testing.T) {
	term := New(Options{Cols: 5, Rows: 4})
	term.Write([]byte("0123456789ab\r\n\r\nabcd中z\r\n\r\n\r\n\r\n"))
	for _, c := range []struct {
		n    int
		want []string
	}{
		{0, nil},
		{1, []string{"abcd中z"}},
		{2, []string{"", "abcd中z"}},
		{99, []string{"0123456789ab", "", "abcd中z"}},
	} {
		if d := cmp.Diff(c.want, term.Text(c.n)); d != "" {
			t.Errorf("Text(%d) differs (-want +got):\n%s", c.n, d)
		}
	}
	term.Write([]byte("\x1b[?1049h\x1b[Halt"))
	if d := cmp.Diff([]string{"alt"}, term.Text(99)); d != "" {
		t.Errorf("in the alternate screen, the text differs (-want +got):\n%s", d)
	}
}

func TestCells(t *testing.T) {
	term := New(Options{Cols: 10, Rows: 2})
	term.Write([]byte("\x1b[1;4:3;38;5;9;48:2::1:2:3;58;5;7m\x1b]8;;http://x\a中\x1b[m\x1b]8;;\ae\u0301"))
	style := Style{
		Fg: Indexed(9), Bg: RGB(1, 2, 3), UnderlineColor: Indexed(7),
		Attr: Bold.withUnderline(UnderlineCurly), Link: "http://x",
	}
	for x, want := range []Cell{{"中", 2, style}, {"", 0, style}, {"e\u0301", 1, Style{}}, {"", 1, Style{}}} {
		if d := cmp.Diff(want, term.Cell(x, 0)); d != "" {
			t.Errorf("cell %d differs (-want +got):\n%s", x, d)
		}
	}
	if got := term.Cell(-1, 99); got != (Cell{Width: 1}) {
		t.Errorf("outside of the grid there is %+v", got)
	}
}

func TestGraphics(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Style
	}{
		{"1;2;3;5;7;8;9;53", Style{Attr: Bold | Faint | Italic | Blink | Inverse | Hidden | Strike | Overline}},
		{"1;2;22", Style{}},
		{"4;24", Style{}},
		{"4:0", Style{}},
		{"4", Style{Attr: Attr(0).withUnderline(UnderlineSingle)}},
		{"21", Style{Attr: Attr(0).withUnderline(UnderlineDouble)}},
		{"4:5", Style{Attr: Attr(0).withUnderline(UnderlineDashed)}},
		{"31;42", Style{Fg: Indexed(1), Bg: Indexed(2)}},
		{"97;107", Style{Fg: Indexed(15), Bg: Indexed(15)}},
		{"31;39", Style{}},
		{"38;5;300", Style{Fg: Indexed(300 & 255)}},
		{"38:5:12;1", Style{Fg: Indexed(12), Attr: Bold}},
		{"38:2:1:2:3", Style{Fg: RGB(1, 2, 3)}},
		{"38;2;1;2;3;1", Style{Fg: RGB(1, 2, 3), Attr: Bold}},
		{"58:2::1:2:3;59", Style{}},
		{"58;2;1;2;3;1", Style{UnderlineColor: RGB(1, 2, 3), Attr: Bold}},
		{"38;2;1", Style{}},
		{"1;38", Style{Attr: Bold}},
		{";1", Style{Attr: Bold}},
		{"1;", Style{}},
		{"99:1:2;3", Style{Attr: Italic}},
	} {
		term := New(Options{Cols: 5, Rows: 2})
		term.Write([]byte("\x1b[" + c.in + "mx"))
		if d := cmp.Diff(c.want, term.Cell(0, 0).Style); d != "" {
			t.Errorf("SGR %s differs (-want +got):\n%s", c.in, d)
		}
	}
}

func TestModes(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Modes
	}{
		{"", Modes{}},
		{"\x1b[?1;1004;2004;2026;2031h\x1b=", Modes{AppCursor: true, FocusEvents: true, BracketedPaste: true, SyncOutput: true, ThemeReports: true, AppKeypad: true}},
		{"\x1b[?1000h\x1b[?1002h\x1b[?1006h", Modes{Mouse: MouseDrag, SGRMouse: true}},
		{"\x1b[?1003h\x1b[?1003l", Modes{}},
		{"\x1b[?1049h\x1b[>5u", Modes{AltScreen: true, KittyFlags: 5}},
		{"\x1b[>1u\x1b[?1049h\x1b[>5u\x1b[?1049l", Modes{KittyFlags: 1}},
		{"\x1b[>1u\x1b[=6;2u\x1b[=1;3u", Modes{KittyFlags: 6}},
		{"\x1b[>1u\x1b[>2u\x1b[<9u", Modes{}},
		{"\x1b[>4;2m", Modes{ModifyOtherKeys: 2}},
		{"\x1b[>4;2m\x1b[>4m", Modes{}},
		{"\x1b[?2004h\x1bc", Modes{}},
		{"\x1b[?2004h\x1b[!p", Modes{}},
	} {
		term := New(Options{})
		term.Write([]byte(c.in))
		if d := cmp.Diff(c.want, term.Modes()); d != "" {
			t.Errorf("after %q the modes differ (-want +got):\n%s", c.in, d)
		}
	}
}

func TestGenerationGrowsWithWhatIsVisible(t *testing.T) {
	for _, c := range []struct {
		in   string
		want bool
	}{
		{"x", true},
		{"é", true},
		{"\r\n", true},
		{"\x1b[2J", true},
		{"\x1b[?25l", true},
		{"\x1b]2;t\a", true},
		{"", false},
		{"\a", false},
		{"\x1b[c", false},
		{"\x1b[6n", false},
		{"\x1b]11;?\a", false},
		{"\x1b]133;A\a", false},
		{"\x1b]7501;state=idle\a", false},
		{"\x1b", false},
	} {
		term := New(Options{})
		before := term.Generation()
		term.Write([]byte(c.in))
		if got := term.Generation() != before; got != c.want {
			t.Errorf("after %q the generation grew: %t, want %t", c.in, got, c.want)
		}
	}
}
