package demoagent

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"junto/internal/vt"
)

var sgr = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// wanted is the frame that the agent drew last, as plain rows.
func wanted(a *Agent) []string {
	var rows []string
	for _, l := range a.paint.last.live {
		rows = append(rows, strings.TrimRight(sgr.ReplaceAllString(l, ""), " "))
	}
	return rows
}

// shown are the rows of the emulator where the frame must be, and whether the
// cursor is where the frame has it.
func shown(e *vt.Terminal, a *Agent) (rows []string, cursor bool) {
	n := len(a.paint.last.live)
	c := e.Cursor()
	top := c.Y - a.paint.last.row
	switch {
	case a.paint.alt:
		top = a.paint.rows - n
		cursor = !a.paint.last.cursor || c.Y == top+a.paint.last.row && c.X == a.paint.last.col
	case a.paint.ink:
		top = c.Y - n
		cursor = c.X == 0
	default:
		cursor = c.X == min(a.paint.last.col, a.paint.cols-1)
	}
	screen := e.Screen()
	for y := top; y < top+n; y++ {
		row := ""
		if y >= 0 && y < len(screen) {
			row = strings.TrimRight(screen[y].Text, " ")
		}
		rows = append(rows, row)
	}
	return rows, cursor
}

func TestPropertyTheScreenIsTheFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		modes, err := ParseModes(rapid.SampledFrom([]string{
			"normal", "alt-screen", "main-screen", "alt-screen,idle-animation,vim-normal", "placeholder,spinner,osc7501", "splash:1s", "menu", "transcript",
			"slow-digest,background", "stale-interrupt,rate-limit",
		}).Draw(t, "modes"))
		if err != nil {
			t.Fatal(err)
		}
		cols, rows := rapid.IntRange(40, 100).Draw(t, "cols"), rapid.IntRange(18, 40).Draw(t, "rows")
		e := vt.New(vt.Options{Cols: cols, Rows: rows})
		now := time.Unix(0, 0)
		a, out := New(Config{Modes: modes, Work: work}, 1, cols, rows, now)
		for range rapid.IntRange(1, 15).Draw(t, "steps") {
			e.Write(out.Write)
			if out.Exit != nil {
				return
			}
			got, cursor := shown(e, a)
			if diff := cmp.Diff(wanted(a), got); diff != "" || !cursor {
				t.Fatalf("the screen (-want +got), cursor right %v:\n%s\n%s", cursor, diff, strings.Join(e.Text(rows), "\n"))
			}
			now = now.Add(time.Duration(rapid.IntRange(0, 1500).Draw(t, "ms")) * time.Millisecond)
			out = a.Step(Input{Now: now, Bytes: []byte(input.Draw(t, "input"))})
		}
	})
}
