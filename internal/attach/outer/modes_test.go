package outer

import (
	"fmt"
	"strings"
	"testing"

	"junto/internal/vt"
)

// Whatever a program turned on, the shell that comes after it finds none of it,
// and goes on below what was there.
func TestLeaveTurnsEverythingOff(t *testing.T) {
	clean := vt.New(vt.Options{Cols: 80, Rows: 24})
	for _, program := range []string{
		"",
		"\x1b[?1000;1002;1003;1004;1005;1006;1015;1016;2004;2026h",
		"\x1b[?1049h\x1b[2J\x1b[H",
		"\x1b[?1049h\x1b[>31u\x1b[?1;6;25l\x1b[?1h\x1b=",
		"\x1b[>1u\x1b[>3u\x1b[=7u\x1b[>4;2m",
		"\x1b[5;10r\x1b[?6h\x1b[?7l\x1b[4h\x1b[20h\x1b[?5h\x1b[?25l\x1b[5 q\x1b[1;31;44m\x1b(0",
		"\x1b]0;cut o",
		"\x1b[38;5",
		"\x1b]8;;http://x/\x1b\\",
	} {
		term := vt.New(vt.Options{Cols: 80, Rows: 24})
		term.Write([]byte("outer$ \r\n" + Enter(24) + "one\r\ntwo" + program + Leave + "outer$ x"))
		if got, want := fmt.Sprintf("%+v", term.Modes()), fmt.Sprintf("%+v", clean.Modes()); got != want {
			t.Errorf("after %q the modes are\n%s, want\n%s", program, got, want)
		}
		text := strings.Join(term.Text(100), "|")
		if !strings.HasPrefix(text, "outer$|") || !strings.HasSuffix(text, "|outer$ x") {
			t.Errorf("after %q the text is %q", program, text)
		}
		cursor := term.Cursor()
		if cell := term.Cell(cursor.X-1, cursor.Y); cell.Text != "x" || cell.Style != (vt.Style{}) || !cursor.Visible {
			t.Errorf("after %q the cursor is at %+v, behind %+v", program, cursor, cell)
		}
		if got := term.TakeReplies(); len(got) > 0 {
			t.Errorf("leaving asks for %q", got)
		}
	}
}
