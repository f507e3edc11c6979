package harness

import (
	"strings"
	"testing"

	"junto/internal/vt"
)

// draw shows lines on a new terminal, from its top; the cursor is left behind
// the ¶ in them.
func draw(cols, rows int, lines ...string) Screen {
	term := vt.New(vt.Options{Cols: cols, Rows: rows})
	cursor := ""
	for y, l := range lines {
		if x := strings.Index(l, "¶"); x >= 0 {
			l = strings.Replace(l, "¶", "\x1b7", 1)
			cursor = "\x1b8"
		}
		if y > 0 {
			l = "\r\n" + l
		}
		term.Write([]byte(l))
	}
	term.Write([]byte(cursor))
	return Look(term)
}

func template(t testing.TB, name string) *Template {
	t.Helper()
	h, ok := ByName(name)
	if !ok {
		t.Fatalf("no template %q", name)
	}
	return h
}

const rule = "────────────────────────────────────────"

func TestComposerText(t *testing.T) {
	for _, c := range []struct {
		name, agent string
		screen      []string
		want        string
		box         bool
	}{
		{"claude, empty", "claude", []string{"● hi", "", rule, "❯ ¶", rule, "  ? for shortcuts"}, "", true},
		{"claude, one line", "claude", []string{rule, "❯ fix it¶", rule, "  ⏸ manual mode on"}, "fix it", true},
		{"claude, many lines", "claude", []string{rule, "❯ one", "  two", "", "  four¶", rule, "  x"}, "one\ntwo\n\nfour", true},
		{
			"claude, a dim placeholder under its own cursor", "claude",
			[]string{rule, "❯ ¶\x1b[7mT\x1b[27m\x1b[2mry \"fix lint\"\x1b[22m", rule, "  x"},
			"", true,
		},
		{
			"claude, dim text behind what was typed", "claude",
			[]string{rule, "❯ fix \x1b[2mthe tests\x1b[22m", rule, "  x"},
			"fix", true,
		},
		{"claude, a menu below it", "claude", []string{rule, "❯ /he¶", rule, "  ❯ /help   Show help", "    /hear   Listen"}, "/he", true},
		{"claude, a message of the history is none", "claude", []string{"❯ fix it", "", "● done", rule, " Do you want to proceed?", " ❯ 1. Yes"}, "", false},
		{"claude, a composer higher up is history", "claude", []string{rule, "❯ old", rule, "", rule, "❯ new", rule, "  x"}, "new", true},
		{"codex, placeholder", "codex", []string{"• done", "", "› \x1b[2mAsk Codex to do anything\x1b[22m", "", "  gpt · ~/proj"}, "", true},
		{"codex, while it starts", "codex", []string{"", "› fix it¶"}, "fix it", true},
		{"codex, many lines", "codex", []string{"› one", "  two", "", "  gpt · ~/proj"}, "one\ntwo", true},
		{"codex, a blank line in the text", "codex", []string{"› one", "", "  three", "", "  gpt · ~/proj"}, "one\n\nthree", true},
		{"pi, empty", "pi", []string{rule, "¶", rule, "~/proj", "0.0%/200k"}, "", true},
		{"pi, working", "pi", []string{"── ⠇ Working ───────────────────────────", "next¶", rule, "~/proj"}, "next", true},
		{"gemini, placeholder", "gemini", []string{rule, " auto", "", " >   Type your message or @path/to/file", "", " ws", " ~/proj"}, "", true},
		{"gemini, text", "gemini", []string{rule, "", " > fix it", "", " ws", " ~/proj"}, "fix it", true},
		{"qwen, zero-width space at the cursor", "qwen", []string{rule, "> fix it \u200b", rule, "  x"}, "fix it", true},
		{"kimi, empty", "kimi", []string{" ╭──────────╮", " │ >        │", " ╰──────────╯", " ctx"}, "", true},
		{"kimi, text", "kimi", []string{" ╭──────────╮", " │ > fix it │", " │   now    │", " ╰──────────╯", " ctx"}, "fix it\nnow", true},
		{"copilot, empty", "copilot", []string{rule, "❯", rule, " / commands"}, "", true},
		{"opencode, placeholder", "opencode", []string{"", "  ┃", "  ┃  Ask anything… \"Fix broken tests\"", "  ┃", "  ┃  Build · M", "  ╹▀▀▀▀▀▀▀", "  ctrl+p"}, "", true},
		{"opencode, text", "opencode", []string{"", "  ┃", "  ┃  one", "  ┃  two", "  ┃", "  ┃  Build · M", "  ╹▀▀▀▀▀▀▀", "  ctrl+p"}, "one\ntwo", true},
		{"opencode, a menu in the box", "opencode", []string{"", "  ┃ /exit   Exit", "  ┃", "  ┃  /exit", "  ┃", "  ┃  Build · M", "  ╹▀▀▀▀▀▀▀", "  ctrl+p"}, "/exit", true},
		{"opencode, a message of the history is none", "opencode", []string{"  ┃", "  ┃  one", "  ┃", "", "  ┃  △ Permission required", "  ┃"}, "", false},
		{"wide letters before dim ones", "claude", []string{rule, "❯ 你好 \x1b[2mworld\x1b[22m", rule, "  x"}, "你好", true},
		{"nothing", "claude", nil, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := template(t, c.agent).See(draw(44, 20, c.screen...))
			if v.HasBox != c.box || v.Box.Text != c.want {
				t.Errorf("got %q, %v, want %q, %v", v.Box.Text, v.HasBox, c.want, c.box)
			}
		})
	}
}

func TestRulesReadOnlyTheirRegion(t *testing.T) {
	claude, codex := template(t, "claude"), template(t, "codex")
	for _, c := range []struct {
		name  string
		agent *Template
		shows Shows
		want  bool
		lines []string
	}{
		{"work in the footer", claude, Working, true, []string{rule, "❯ ", rule, "  manual · esc to interrupt"}},
		{"the same words in the text", claude, Working, false, []string{"esc to interrupt", rule, "❯ esc to interrupt", rule, "  x"}},
		{"a status line", claude, Working, true, []string{"✻ Channeling… (3s · ↓ 17 tokens)", "", rule, "❯ ", rule, "  x"}},
		{"a retry", claude, Working, true, []string{"✻ 500 x · retrying in 8s · attempt 5/10", "", rule, "❯ ", rule, "  x"}},
		{"how long it took is no work", claude, Working, false, []string{"✻ Cogitated for 3s · done 10:34 PM", "", rule, "❯ ", rule, "  x"}},
		{"a status line", codex, Working, true, []string{"• Working (2s • esc to interrupt)", "", "", "› x", "", "  gpt"}},
		{"a stale one, five lines above", codex, Working, false, []string{"• Working (2s • esc to interrupt)", "", "• done", "", "", "› x", "", "  gpt"}},
		{"a prompt", claude, Waiting, true, []string{rule, " Bash", " Do you want to proceed?", " ❯ 1. Yes", "   2. No", "", " Esc to cancel · Tab to amend"}},
		{"its words above a composer", claude, Waiting, false, []string{" Do you want to proceed?", " ❯ 1. Yes", "   2. No", rule, "❯ ", rule, "  x"}},
		{"an approval", codex, Waiting, true, []string{"  Would you like to run it?", "› 1. Yes (y)", "  2. No (esc)", "", "  Press enter to confirm or esc to cancel"}},
	} {
		t.Run(c.agent.Name+", "+c.name, func(t *testing.T) {
			if f, got := c.agent.See(draw(60, 20, c.lines...)).Match(c.shows); got != c.want {
				t.Errorf("%s: got %v (%+v)", c.shows, got, f)
			}
		})
	}
}

// FuzzSee looks for a screen on which finding a composer fails or goes out of
// bounds.
func FuzzSee(f *testing.F) {
	f.Add(rule + "\r\n❯ x\r\n" + rule)
	f.Add("│ > x │\r\n╰───╯\x1b[2J› 1\x1b[5;1H 你")
	f.Fuzz(func(t *testing.T, s string) {
		term := vt.New(vt.Options{Cols: 20, Rows: 8})
		term.Write([]byte(s))
		screen := Look(term)
		for _, h := range All() {
			v := h.See(screen)
			if v.HasBox && (v.Box.Top < 0 || v.Box.Bottom < v.Box.Top || v.Box.End <= v.Box.Bottom || v.Box.End > len(screen.Lines)) {
				t.Fatalf("%s: box %+v", h.Name, v.Box)
			}
			for _, k := range []Shows{Working, Waiting, Idle, Keep, Starting} {
				v.Match(k)
			}
		}
	})
}
