package vt

import (
	"fmt"
	"strings"
	"testing"
)

// behaviour is one thing that a terminal does. The screen and the scrollback are
// rows divided by '|', without what is blank at their end; "-" is not checked.
// The terminal has 10 columns and 5 rows.
type behaviour struct {
	name   string
	in     string
	screen string
	cursor string // "x,y" and " pending"
	kept   string // the scrollback
}

func runBehaviours(t *testing.T, list []behaviour) {
	t.Helper()
	for _, b := range list {
		t.Run(b.name, func(t *testing.T) {
			term := New(Options{Cols: 10, Rows: 5})
			term.Write([]byte(b.in))
			if got := strings.Join(trimBlank(screenText(term)), "|"); b.screen != "-" && got != b.screen {
				t.Errorf("the screen is %q, want %q", got, b.screen)
			}
			if got := cursorText(term); b.cursor != "" && got != b.cursor {
				t.Errorf("the cursor is at %s, want %s", got, b.cursor)
			}
			if got := strings.Join(historyText(term), "|"); got != b.kept {
				t.Errorf("the scrollback is %q, want %q", got, b.kept)
			}
		})
	}
}

func cursorText(term *Terminal) string {
	c := term.Cursor()
	s := fmt.Sprintf("%d,%d", c.X, c.Y)
	if c.Pending {
		s += " pending"
	}
	return s
}

// fiveRows fills the screen with the letters a to e, one a row.
const fiveRows = "a\r\nb\r\nc\r\nd\r\ne"

func TestCursorMovement(t *testing.T) {
	runBehaviours(t, []behaviour{
		{name: "CUP is relative to 1 and clamps", in: "\x1b[99;99H", cursor: "9,4"},
		{name: "CUP without parameters goes home", in: "abc\x1b[H", screen: "abc", cursor: "0,0"},
		{name: "CUP with zeros goes home", in: "abc\x1b[0;0H", screen: "abc", cursor: "0,0"},
		{name: "HVP is CUP", in: "\x1b[3;4f", cursor: "3,2"},
		{name: "CUU stops at the top", in: "\x1b[3;3H\x1b[9A", cursor: "2,0"},
		{name: "CUU stops at the top margin from below it", in: "\x1b[2;4r\x1b[3;1H\x1b[9A", cursor: "0,1"},
		{name: "CUU from above the margin goes to the top", in: "\x1b[3;4r\x1b[2;1H\x1b[9A", cursor: "0,0"},
		{name: "CUD stops at the bottom margin", in: "\x1b[2;4r\x1b[3;1H\x1b[9B", cursor: "0,3"},
		{name: "CUD from below the margin goes to the bottom", in: "\x1b[1;3r\x1b[4;1H\x1b[9B", cursor: "0,4"},
		{name: "CUF and CUB clamp", in: "\x1b[99C\x1b[2D\x1b[99D\x1b[3C", cursor: "3,0"},
		{name: "CNL and CPL go to the first column", in: "\x1b[2;5H\x1b[2E\x1b[4C\x1b[F", cursor: "0,2"},
		{name: "CHA and HPA set the column", in: "\x1b[2;5H\x1b[8Gx\x1b[3`y", screen: "|  y    x", cursor: "3,1"},
		{name: "VPA sets the row", in: "\x1b[2;5H\x1b[4d", cursor: "4,3"},
		{name: "HPR and VPR move on", in: "\x1b[2a\x1b[3e", cursor: "2,3"},
		{name: "BS stops at the first column", in: "ab\b\b\b\bX", screen: "Xb", cursor: "1,0"},
		{name: "BS after the last column goes to the one before it", in: "0123456789\bX", screen: "01234567X9"},
		{name: "CR goes to the first column", in: "abc\rX", screen: "Xbc"},
		{name: "LF keeps the column", in: "abc\nX", screen: "abc|   X"},
		{name: "VT and FF are LF", in: "a\vb\fc", screen: "a| b|  c"},
		{name: "LNM makes LF go to the first column", in: "\x1b[20hab\nc\x1b[20l\nd", screen: "ab|c| d"},
		{name: "NEL goes to the start of the next row", in: "ab\x1bEc", screen: "ab|c"},
		{name: "IND keeps the column", in: "ab\x1bDc", screen: "ab|  c"},
		{name: "RI keeps the column", in: "\n\nab\x1bMc", screen: "|  c|ab"},
		{name: "the pending wrap ends when the cursor moves", in: "0123456789\x1b[AX", screen: "012345678X", cursor: "9,0 pending"},
		{name: "the pending wrap survives SGR", in: "0123456789\x1b[1mX", screen: "0123456789|X"},
		{name: "reverse wraparound goes back over a soft wrap", in: "\x1b[?45h0123456789ab\b\b\b\bX", screen: "01234567X9|ab"},
		{name: "reverse wraparound stops at a hard line", in: "\x1b[?45hab\r\n\b\bX", screen: "ab|X"},
	})
}

func TestSavedCursor(t *testing.T) {
	runBehaviours(t, []behaviour{
		{name: "DECRC without DECSC goes home", in: "abc\x1b8X", screen: "Xbc"},
		{name: "SCOSC and SCORC are DECSC and DECRC", in: "ab\x1b[s\x1b[4;4H\x1b[uX", screen: "abX"},
		{name: "1048 saves and restores", in: "ab\x1b[?1048h\x1b[4;4H\x1b[?1048lX", screen: "abX"},
		{name: "DECRC brings the character set back", in: "\x1b(0\x1b7\x1b(B\x1b8q", screen: "─"},
		{name: "each screen has its own", in: "ab\x1b7\x1b[?47h\x1b[5;5H\x1b7\x1b[?47l\x1b8X", screen: "abX"},
		{name: "1049 restores the cursor", in: "ab\x1b[?1049h\x1b[5;5Hxyz\x1b[?1049lX", screen: "abX"},
		{name: "47 does not restore it", in: "ab\x1b[?47h\x1b[3;5H\x1b[?47lX", screen: "ab||    X"},
		{name: "DECSTR forgets it", in: "\x1b[3;3H\x1b7\x1b[!p\x1b8X", screen: "X"},
	})
}

func TestErasing(t *testing.T) {
	runBehaviours(t, []behaviour{
		{name: "EL 0 erases to the right", in: "abcdef\x1b[3G\x1b[K", screen: "ab", cursor: "2,0"},
		{name: "EL 1 erases to the left, with the cursor's cell", in: "abcdef\x1b[3G\x1b[1K", screen: "   def"},
		{name: "EL 2 erases the row", in: "abcdef\x1b[3G\x1b[2KX", screen: "  X"},
		{name: "ED 0 erases below", in: fiveRows + "\x1b[3;1H\x1b[J", screen: "a|b", cursor: "0,2"},
		{name: "ED 1 erases above, with the cursor's cell", in: fiveRows + "\x1b[3;1H\x1b[1J", screen: "|||d|e"},
		{name: "ED 2 erases all and keeps nothing", in: fiveRows + "\x1b[2J", screen: "", cursor: "1,4"},
		{name: "ED 3 erases the scrollback only", in: fiveRows + "\r\nf\x1b[3J", screen: "b|c|d|e|f"},
		{name: "ED 3 in the alternate screen spares the scrollback", in: fiveRows + "\r\nf\x1b[?47h\x1b[3J\x1b[?47l", screen: "b|c|d|e|f", kept: "a"},
		{name: "ECH erases without moving", in: "abcdef\x1b[2G\x1b[3X", screen: "a   ef", cursor: "1,0"},
		{name: "ECH stops at the edge", in: "abcdef\x1b[2G\x1b[99X", screen: "a"},
		{name: "ECH erases both halves of a wide character", in: "a中b\x1b[3G\x1b[X", screen: "a  b"},
		{name: "an erased row ends the line before it", in: "0123456789ab\x1b[2K\r\x1b[A\x1b[10GX", screen: "012345678X"},
		{name: "DECSEL spares protected cells", in: "ab\x1b[1\"qcd\x1b[0\"qef\x1b[?2K", screen: "  cd"},
		{name: "DECSED spares protected cells", in: "a\x1b[1\"qb\r\nc\x1b[2\"qd\x1b[?2J", screen: " b|c"},
		{name: "EL does not spare them", in: "\x1b[1\"qab\x1b[2K", screen: ""},
		{name: "DECALN fills the screen", in: "\x1b#8", screen: "EEEEEEEEEE|EEEEEEEEEE|EEEEEEEEEE|EEEEEEEEEE|EEEEEEEEEE", cursor: "0,0"},
	})
}

func TestInsertingAndDeleting(t *testing.T) {
	runBehaviours(t, []behaviour{
		{name: "ICH moves cells right and drops the last", in: "0123456789\x1b[3G\x1b[2@", screen: "01  234567"},
		{name: "ICH by more than the row blanks the rest", in: "0123456789\x1b[3G\x1b[99@", screen: "01"},
		{name: "ICH inside a wide character blanks it", in: "中b\x1b[2G\x1b[@", screen: "   b"},
		{name: "ICH that pushes a wide character over the edge drops it", in: "\x1b[9G中\x1b[1Ga\x1b[1G\x1b[@", screen: " a"},
		{name: "DCH moves cells left", in: "0123456789\x1b[3G\x1b[2P", screen: "01456789"},
		{name: "DCH inside a wide character blanks what is left of it", in: "中b\x1b[1G\x1b[P", screen: " b"},
		{name: "IRM inserts", in: "abc\x1b[1G\x1b[4hXY\x1b[4lZ", screen: "XYZbc"},
		{name: "IRM inserts wide characters", in: "abc\x1b[1G\x1b[4h中", screen: "中abc"},
		{name: "IL moves lines down and goes to the first column", in: fiveRows + "\x1b[2;1H\x1b[2L", screen: "a|||b|c", cursor: "0,1"},
		{name: "IL outside of the margins does nothing", in: fiveRows + "\x1b[2;3r\x1b[5;1H\x1b[L", screen: "a|b|c|d|e"},
		{name: "DL moves lines up within the margins", in: fiveRows + "\x1b[1;4r\x1b[2;1H\x1b[2M", screen: "a|d|||e"},
		{name: "DL at the top keeps nothing", in: fiveRows + "\x1b[H\x1b[2M", screen: "c|d|e"},
		{name: "SU moves all up and keeps nothing", in: fiveRows + "\x1b[2S", screen: "c|d|e", cursor: "1,4"},
		{name: "SU moves the region only", in: fiveRows + "\x1b[2;4r\x1b[S", screen: "a|c|d||e"},
		{name: "SD moves all down", in: fiveRows + "\x1b[2T", screen: "||a|b|c"},
		{name: "SD by more than the screen blanks it", in: fiveRows + "\x1b[99T", screen: ""},
	})
}

func TestMarginsAndScrollback(t *testing.T) {
	runBehaviours(t, []behaviour{
		{name: "DECSTBM goes home", in: "\x1b[3;3H\x1b[2;4r", cursor: "0,0"},
		{name: "DECSTBM with the top below the bottom does nothing", in: "\x1b[3;3H\x1b[4;2r", cursor: "2,2"},
		{name: "DECSTBM of one row does nothing", in: "\x1b[3;3H\x1b[2;2r", cursor: "2,2"},
		{name: "LF in the region scrolls it", in: fiveRows + "\x1b[2;4r\x1b[4;1H\nX", screen: "a|c|d|X|e"},
		{name: "LF below the region stops at the bottom", in: fiveRows + "\x1b[1;3r\x1b[5;2H\n\nX", screen: "a|b|c|d|eX"},
		{name: "a region from the top keeps what it scrolls out", in: fiveRows + "\x1b[1;3r\x1b[3;1H\n\n", screen: "c|||d|e", kept: "a|b"},
		{name: "a region from below the top keeps nothing", in: fiveRows + "\x1b[2;5r\x1b[5;1H\n", screen: "a|c|d|e"},
		{name: "RI at the top margin scrolls down", in: fiveRows + "\x1b[2;4r\x1b[2;1H\x1bMX", screen: "a|X|b|c|e"},
		{name: "wrapping at the bottom margin scrolls the region", in: "\x1b[1;2r0123456789abcdefghijKL", screen: "abcdefghij|KL", kept: "0123456789"},
		{name: "origin mode counts from the margin", in: "\x1b[2;4r\x1b[?6h\x1b[1;1HX\x1b[9;1HY", screen: "|X||Y"},
		{name: "origin mode off goes home", in: "\x1b[2;4r\x1b[?6h\x1b[?6lX", screen: "X"},
		{name: "the alternate screen keeps nothing", in: "a\x1b[?1049h" + strings.Repeat("x\r\n", 20) + "\x1b[?1049l", screen: "a"},
		{name: "rows that leave the screen are kept in order", in: "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8", screen: "4|5|6|7|8", kept: "1|2|3"},
		{name: "RIS erases the scrollback", in: fiveRows + "\r\nf\x1bcX", screen: "X"},
	})
}
