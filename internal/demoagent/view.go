package demoagent

import (
	"fmt"
	"strings"
	"time"
)

// Styles of the view.
const (
	dim     = "\x1b[2m"
	inverse = "\x1b[7m"
	plain   = "\x1b[0m"
)

// promptMark begins the composer's line and the selected option of a menu.
const promptMark = "❯ "

// shownBytes is how much of a long text the composer lays out: more than any
// screen holds.
const shownBytes = 16 << 10

// frame is what the screen should show: final lines to add above, and the part
// that is redrawn.
type frame struct {
	fresh    []string
	kept     []string // the conversation, for painters that draw it whole
	live     []string
	row, col int // of the cursor in live
	cursor   bool
}

func (a *Agent) looks() looks {
	l := looks{state: a.state, tasks: len(a.tasks), age: a.now.Sub(a.started), asks: "permission"}
	if m := a.over.menu; m != nil {
		l.message = m.title
		switch m.purpose {
		case forPermission:
			l.message = "approve " + strings.TrimSpace(m.lines[0])
		case forQuestion:
			l.asks = "question"
		case forTrust, forRewind, forModel:
		}
	}
	return l
}

// view lays the screen out for the present size.
func (a *Agent) view() frame {
	f := frame{fresh: a.talk.takeFresh(), kept: a.talk.lines}
	switch {
	case a.state == Starting:
		f.live = []string{"", "  " + brailleFrames[a.frameNumber()%len(brailleFrames)] + " Demo agent is starting", "", dim + "  Loading tools" + plain}
		return f
	case a.over.transcript:
		f.live = append([]string{a.rule(), "Transcript"}, tail(a.talk.lines, 10)...)
		f.live = append(f.live, a.rule(), "Showing detailed transcript · ctrl+o to toggle")
		return f
	case a.over.menu != nil:
		f.live = a.menuLines(a.over.menu)
		return f
	}
	if a.talk.writing != "" {
		f.live = append(f.live, tail(wrap("⏺ "+a.talk.writing, a.paint.cols), 10)...)
		f.live = append(f.live, "")
	}
	if a.state == Working {
		f.live = append(f.live, a.spinnerLine(), "")
	}
	for _, q := range a.queue {
		first, _, _ := strings.Cut(q, "\n")
		f.live = append(f.live, dim+"  Queued: "+short(clean(first), 60)+plain)
	}
	a.composerLines(&f)
	f.live = append(f.live, a.footer()...)
	return f
}

func (a *Agent) frameNumber() int { return int(a.now.Sub(a.started) / framePace) }

func (a *Agent) rule() string { return strings.Repeat("─", a.paint.cols) }

func (a *Agent) spinnerLine() string {
	glyphs := [...]string{"·", "✢", "✳", "✶", "✻", "✽"}
	took := a.now.Sub(a.turn.started).Truncate(time.Second)
	verb := "Working…"
	if a.turn.running {
		verb = "Running " + short(clean(a.turn.command), 40)
	}
	return fmt.Sprintf("%s %s (%s · esc to interrupt)", glyphs[a.frameNumber()%len(glyphs)], verb, took)
}

// composerLines draws the box and puts the cursor behind its text.
func (a *Agent) composerLines(f *frame) {
	text := a.box.shown(a.now)
	if len(text) > shownBytes {
		text = strings.ToValidUTF8(text[len(text)-shownBytes:], "")
	}
	var rows []string
	for line := range strings.SplitSeq(text, "\n") {
		rows = append(rows, wrap(clean(line), a.paint.cols-len("> ")-1)...)
	}
	rows = tail(rows, max(1, a.paint.rows-8))
	f.live = append(f.live, a.rule())
	for i, row := range rows {
		mark := "  "
		if i == 0 {
			mark = promptMark
		}
		if i == len(rows)-1 {
			f.row, f.col, f.cursor = len(f.live), 2+width(row), true
			if a.paint.block {
				row += inverse + " " + plain
			}
		}
		f.live = append(f.live, mark+row)
	}
	if a.box.empty() && a.Modes.Has(Placeholder) {
		f.live[len(f.live)-1] += dim + `Try "fix the failing test"` + plain
	}
	f.live = append(f.live, a.rule())
}

func (a *Agent) footer() []string {
	if slash := a.box.slash(); slash != "" {
		var lines []string
		for _, c := range slashCommands {
			if strings.HasPrefix(c.name, slash) {
				lines = append(lines, fmt.Sprintf("  %-12s  %s", c.name, c.help))
			}
		}
		return append(lines, "")
	}
	var parts []string
	if a.box.vim {
		parts = append(parts, map[bool]string{true: "-- NORMAL --", false: "-- INSERT --"}[a.box.normal])
	}
	switch {
	case a.now.Before(a.keys.armed):
		parts = append(parts, "Press Ctrl-C again to exit")
	case a.state == Working:
		parts = append(parts, "esc to interrupt")
	default:
		parts = append(parts, "? for shortcuts")
	}
	if len(a.tasks) > 0 {
		parts = append(parts, fmt.Sprintf("%d shell still running", len(a.tasks)))
	}
	if a.Modes.Has(IdleAnimation) {
		parts = append(parts, a.now.UTC().Format("15:04:05.0"))
	}
	return []string{dim + "  " + strings.Join(parts, " · ") + plain}
}

func (a *Agent) menuLines(m *menu) []string {
	lines := []string{a.rule(), m.title}
	for _, l := range m.lines {
		lines = append(lines, clean(l))
	}
	lines = append(lines, "")
	for i, o := range m.options {
		mark := "  "
		if i == m.chosen {
			mark = promptMark
		}
		lines = append(lines, fmt.Sprintf("%s%d. %s", mark, i+1, o))
	}
	return append(lines, "", dim+m.footer+plain)
}
