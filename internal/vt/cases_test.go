package vt

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// conformanceCase is one of testdata/cases.json: what is written to a terminal,
// and what must then be seen. An expectation that is null is not checked.
type conformanceCase struct {
	Name       string
	Cols, Rows int
	Steps      []struct {
		W string
		B []int
		R []int
	}
	Cells [][2]int
	Exp   struct {
		Screen   *[]string
		SB       *[]string
		Last     *[]string
		Cur      *[2]int
		Reply    *string
		ReplyPre *string
		Info     map[string]string
	}
	CellExp []struct{ Has, No []string }
}

func TestConformance(t *testing.T) {
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []conformanceCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) { c.run(t) })
	}
}

func (c *conformanceCase) run(t *testing.T) {
	term := New(Options{Cols: c.Cols, Rows: c.Rows})
	for _, s := range c.Steps {
		switch {
		case s.R != nil:
			term.Resize(s.R[0], s.R[1])
		case s.B != nil:
			for _, b := range s.B {
				term.Write([]byte{byte(b)})
			}
		default:
			term.Write([]byte(s.W))
		}
	}
	if c.Exp.Screen != nil {
		diff(t, "screen", *c.Exp.Screen, trimBlank(screenText(term)))
	}
	if c.Exp.SB != nil {
		diff(t, "scrollback", *c.Exp.SB, trimBlank(historyText(term)))
	}
	if c.Exp.Last != nil {
		diff(t, "text", *c.Exp.Last, trimBlank(term.Text(50)))
	}
	if c.Exp.Cur != nil {
		cur := term.Cursor()
		diff(t, "cursor", *c.Exp.Cur, [2]int{cur.X, cur.Y})
	}
	c.checkReplies(t, string(term.TakeReplies()))
	facts := factsOf(term)
	for k, want := range c.Exp.Info {
		diff(t, k, want, facts[k])
	}
	for i, exp := range c.CellExp {
		have := attributes(term.Cell(c.Cells[i][0], c.Cells[i][1]).Style)
		for _, want := range exp.Has {
			if !slices.Contains(have, want) {
				t.Errorf("cell %v has %q, want %q in it", c.Cells[i], have, want)
			}
		}
		for _, not := range exp.No {
			if slices.ContainsFunc(have, func(s string) bool { return strings.HasPrefix(s, not) }) {
				t.Errorf("cell %v has %q, want no %q in it", c.Cells[i], have, not)
			}
		}
	}
}

func (c *conformanceCase) checkReplies(t *testing.T, got string) {
	if c.Exp.Reply != nil {
		diff(t, "replies", *c.Exp.Reply, got)
	}
	if c.Exp.ReplyPre != nil && !strings.HasPrefix(got, *c.Exp.ReplyPre) {
		t.Errorf("replies are %q, want them to begin with %q", got, *c.Exp.ReplyPre)
	}
}

func diff(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s differs (-want +got):\n%s", what, d)
	}
}

// factsOf returns titles, events and modes under the names of the cases.
func factsOf(term *Terminal) map[string]string {
	m := term.Modes()
	facts := map[string]string{
		"title": term.Title(), "kitty": fmt.Sprint(m.KittyFlags),
		"alt": fmt.Sprint(m.AltScreen), "?1": fmt.Sprint(m.AppCursor), "?1004": fmt.Sprint(m.FocusEvents),
		"?2004": fmt.Sprint(m.BracketedPaste), "?2026": fmt.Sprint(m.SyncOutput),
		"mouse1002": fmt.Sprint(m.Mouse == MouseDrag), "cursor_hidden": fmt.Sprint(!term.Cursor().Visible),
	}
	for _, e := range term.TakeEvents() {
		switch e.Kind {
		case EventBell:
			facts["bell"] = "1"
		case EventMark:
			facts["osc133"] = e.Text
		case EventNotify:
			facts["osc9"] = e.Body
			facts["osc777"] = "notify;" + e.Title + ";" + e.Body
		case EventClipboard:
			facts["osc52"] = map[string]string{"hi": "c;aGk="}[e.Text]
		}
	}
	return facts
}

// attributes returns a style under the names of the cases.
func attributes(s Style) []string {
	var out []string
	for i, name := range []string{"b", "dim", "i", "blink", "inv", "hidden", "s", "over"} {
		if s.Attr&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	if u := s.Attr.Underline(); u != UnderlineNone {
		out = append(out, fmt.Sprintf("u%d", u))
	}
	for _, c := range []struct {
		name  string
		color Color
	}{{"fg", s.Fg}, {"bg", s.Bg}, {"ul", s.UnderlineColor}} {
		if i, ok := c.color.Index(); ok {
			out = append(out, fmt.Sprintf("%s=%d", c.name, i))
		} else if r, g, b, ok := c.color.Parts(); ok {
			out = append(out, fmt.Sprintf("%s=#%02x%02x%02x", c.name, r, g, b))
		}
	}
	if s.Link != "" {
		out = append(out, "link="+s.Link)
	}
	return out
}

func screenText(t *Terminal) []string {
	var out []string
	for _, l := range t.Screen() {
		out = append(out, l.Text)
	}
	return out
}

func historyText(t *Terminal) []string {
	out := []string{}
	for i := range t.hist.lines() {
		out = append(out, strings.TrimRight(string(t.hist.line(i).appendText(nil)), " "))
	}
	return out
}

// trimBlank drops blank lines at the end.
func trimBlank(lines []string) []string {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if lines == nil {
		return []string{}
	}
	return lines
}
