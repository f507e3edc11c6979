package harness

import (
	"regexp"
	"slices"
	"strings"

	"junto/internal/vt"
)

// Screen is the live grid of a terminal as the rules see it.
type Screen struct {
	Lines            []vt.Line
	Cols             int
	CursorX, CursorY int
	CursorVisible    bool
	Alt              bool
	// Drawing is true in the middle of a synchronized update: the program
	// says that what stands there is not finished.
	Drawing bool
}

// Look takes the live grid of a terminal.
func Look(t *vt.Terminal) Screen {
	cols, _ := t.Size()
	c, m := t.Cursor(), t.Modes()
	return Screen{
		Lines: t.Screen(), Cols: cols,
		CursorX: c.X, CursorY: c.Y, CursorVisible: c.Visible,
		Alt: m.AltScreen, Drawing: m.SyncOutput,
	}
}

const (
	// dialogLines is how many non-blank lines from the bottom a dialog may
	// take: the longest measured, a question with notes, has 20.
	dialogLines = 24
	// bottomLines is how many non-blank lines from the bottom a dialog's own
	// last line can be away, with the frame and a status line below it.
	bottomLines = 3
	// defaultReach is how many rows above the composer are read for signs of
	// work. What stands higher is history.
	defaultReach = 3
)

// View is a screen with the template's composer found in it.
type View struct {
	Screen   Screen
	Box      Box
	HasBox   bool
	template *Template
	last     int // row of the last non-blank line, -1 when there is none
}

// See finds the composer on a screen.
func (t *Template) See(s Screen) View {
	v := View{Screen: s, template: t, last: lastLine(s)}
	v.Box, v.HasBox = t.Composer.find(s, v.last)
	return v
}

// Blank is true when nothing stands on the screen.
func (v View) Blank() bool { return v.last < 0 }

// Found is a rule that matched, with the line that it matched on.
type Found struct {
	Shows Shows
	Say   string
	Saw   string
	// Unreported and Queued are the rule's.
	Unreported, Queued bool
}

// Match returns the first rule of the kinds that the screen matches.
func (v View) Match(kinds ...Shows) (Found, bool) {
	for i := range v.template.Rules {
		r := &v.template.Rules[i]
		if !slices.Contains(kinds, r.Shows) {
			continue
		}
		if saw, ok := v.rule(r); ok {
			return Found{Shows: r.Shows, Say: r.Say, Saw: saw, Unreported: r.Unreported, Queued: r.Queued}, true
		}
	}
	return Found{}, false
}

// rule returns the line that the rule's first pattern matched.
func (v View) rule(r *ScreenRule) (saw string, ok bool) {
	lines := v.region(r)
	for i, re := range r.Lines {
		l, found := matching(lines, re)
		if !found {
			return "", false
		}
		if i == 0 {
			saw = strings.TrimSpace(l)
		}
	}
	return saw, true
}

func matching(lines []string, re *regexp.Regexp) (string, bool) {
	for i := len(lines) - 1; i >= 0; i-- {
		if re.MatchString(lines[i]) {
			return lines[i], true
		}
	}
	return "", false
}

// region returns the lines of a rule's region, top to bottom.
func (v View) region(r *ScreenRule) []string {
	switch r.Where {
	case InDialog:
		if v.HasBox {
			return nil
		}
		return v.lowest(dialogLines)
	case AtBottom:
		return v.lowest(bottomLines)
	}
	if !v.HasBox {
		return nil
	}
	switch r.Where {
	case InBox:
		return v.rows(v.Box.Top, v.Box.End)
	case OnFrame:
		return v.rows(v.Box.Top-1, v.Box.Top)
	case AboveBox:
		top := v.Box.Top
		if v.template.Composer.Top != nil {
			top--
		}
		return v.rows(top-r.Reach, top)
	case InFooter:
		return v.rows(v.Box.End, v.last+1)
	}
	return nil
}

// rows returns the text of the rows from..to-1.
func (v View) rows(from, to int) []string {
	var out []string
	for y := max(from, 0); y < min(to, len(v.Screen.Lines)); y++ {
		out = append(out, v.Screen.Lines[y].Text)
	}
	return out
}

// lowest returns the n lowest non-blank lines.
func (v View) lowest(n int) []string {
	from := v.last
	for y, seen := v.last, 0; y >= 0 && seen < n; y-- {
		if !blank(v.Screen.Lines[y].Text) {
			seen++
			from = y
		}
	}
	return v.rows(from, v.last+1)
}

func lastLine(s Screen) int {
	y := len(s.Lines) - 1
	for y >= 0 && blank(s.Lines[y].Text) {
		y--
	}
	return y
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
