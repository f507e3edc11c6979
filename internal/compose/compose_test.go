package compose

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"junto/internal/harness"
	"junto/internal/vt"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "hello", "hello"},
		{"line breaks at the end go", "a\nb\n\r\n\n", "a\nb"},
		{"those at the start and blanks stay", "\n  a ", "\n  a "},
		{"CRLF and CR become LF", "a\r\nb\rc", "a\nb\nc"},
		{"tabs stay", "a\tb", "a\tb"},
		{"the end of a paste is no key", "a\x1b[201~\rrm", "a[201~\nrm"},
		{"control bytes go", "a\x00\x03\x04\x08\x7fb", "ab"},
		{"C1 goes, as text and as bytes", "a\u009b31mb\u0085c", "a31mbc"},
		{"invalid bytes are shown", "a\xffb\x9bc", "a\ufffdb\ufffdc"},
		{"other languages stay", "¡Hola! 你好 👩‍💻", "¡Hola! 你好 👩‍💻"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Clean(c.in); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func checkClean(t fataler, in string) {
	got := Clean(in)
	if again := Clean(got); again != got {
		t.Fatalf("%q cleaned twice is %q, once %q", in, again, got)
	}
	if !utf8.ValidString(got) || strings.HasSuffix(got, "\n") {
		t.Fatalf("%q became %q", in, got)
	}
	for _, r := range got {
		if r < 0x20 && r != '\t' && r != '\n' || r >= 0x7f && r < 0xa0 {
			t.Fatalf("%q keeps %U", in, r)
		}
	}
}

func TestCleanKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkClean(t, rapid.String().Draw(t, "text")) })
}

func FuzzClean(f *testing.F) {
	f.Add("a\x1b[201~\r\n")
	f.Fuzz(func(t *testing.T, s string) { checkClean(t, s) })
}

// screen draws lines on a new terminal.
func screen(lines ...string) harness.Screen {
	term := vt.New(vt.Options{Cols: 60, Rows: 20})
	term.Write([]byte(strings.Join(lines, "\r\n")))
	return harness.Look(term)
}

func template(t testing.TB, name string) *harness.Template {
	t.Helper()
	h, ok := harness.ByName(name)
	if !ok {
		t.Fatalf("no template %q", name)
	}
	return h
}

const rule = "────────────────────────────────────────"

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, agent string
		lines       []string
		want        Reading
	}{
		{"nothing yet", "claude", nil, Reading{State: Starting}},
		{"something else", "claude", []string{"npm install"}, Reading{State: Unknown}},
		{"an empty composer", "claude", []string{rule, "❯", rule, "  ? for shortcuts"}, Reading{State: Empty}},
		{"a draft", "claude", []string{rule, "❯ fix it", rule, "  x"}, Reading{State: Draft, Text: "fix it"}},
		{
			"a paste as a chip", "claude",
			[]string{rule, "❯ [Pasted text #1 +24 lines]", rule, "  x"},
			Reading{State: Draft, Text: "[Pasted text #1 +24 lines]", Chip: true},
		},
		{
			"a chip of codex", "codex",
			[]string{"› [Pasted Content 5000 chars]", "", "  gpt"},
			Reading{State: Draft, Text: "[Pasted Content 5000 chars]", Chip: true},
		},
		{
			"a chip of gemini", "gemini",
			[]string{rule, "", " > [Pasted Text: 90 lines]", "", " ws", " ~/proj"},
			Reading{State: Draft, Text: "[Pasted Text: 90 lines]", Chip: true},
		},
		{
			"a chip of opencode", "opencode",
			[]string{"", "  ┃", "  ┃  [Pasted ~90 lines]", "  ┃", "  ┃  Build", "  ╹▀▀▀▀"},
			Reading{State: Draft, Text: "[Pasted ~90 lines]", Chip: true},
		},
		{
			"a permission prompt", "claude",
			[]string{" Do you want to proceed?", " ❯ 1. Yes", "   2. No", " Esc to cancel · Tab to amend"},
			Reading{State: Dialog, Saw: "Do you want to proceed?"},
		},
		{
			"a transcript viewer", "claude",
			[]string{"old text", "  Showing detailed transcript · ctrl+o to toggle"},
			Reading{State: Dialog, Saw: "Showing detailed transcript · ctrl+o to toggle"},
		},
		{"a splash", "demo", []string{"", "  ⠋ Demo agent is starting"}, Reading{State: Starting, Saw: "⠋ Demo agent is starting"}},
		{
			"a dialog inside of Pi's box", "pi",
			[]string{rule, " Allow?", " → Yes", "   No", " ↑↓ navigate  enter select  escape/ctrl+c cancel", rule, "~"},
			Reading{State: Dialog, Saw: "↑↓ navigate  enter select  escape/ctrl+c cancel"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Read(template(t, c.agent), screen(c.lines...)); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
	if got := Read(nil, screen(rule, "❯ x", rule)); got.State != Unknown {
		t.Errorf("without a template: %+v", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(rule + "\r\n❯ x\r\n" + rule)
	f.Add("\x1b[2m› x\x1b[m\r\n\r\n  gpt")
	f.Fuzz(func(t *testing.T, s string) {
		term := vt.New(vt.Options{Cols: 24, Rows: 8})
		term.Write([]byte(s))
		for _, h := range harness.All() {
			r := Read(h, harness.Look(term))
			if (r.State == Draft) != (r.Text != "") || r.Chip && r.State != Draft {
				t.Fatalf("%s: %+v", h.Name, r)
			}
		}
	})
}

func TestWrites(t *testing.T) {
	on, off := Modes{BracketedPaste: true}, Modes{}
	for _, c := range []struct {
		name, text string
		modes      Modes
		want       []string
	}{
		{"one paste", "a\nb", on, []string{"\x1b[200~a\nb\x1b[201~"}},
		{"without brackets line breaks are spaces", "a\nb", off, []string{"a b"}},
		{"a command is typed", "/ok", on, []string{"/", "o", "k"}},
		{"its arguments are pasted", "/ok go on", on, []string{"/", "o", "k", " ", "\x1b[200~go on\x1b[201~"}},
		{"keys of the kitty keyboard", "/o", Modes{KittyFlags: 8}, []string{"\x1b[47u", "\x1b[111u"}},
		{"with their text", "/o", Modes{KittyFlags: 25}, []string{"\x1b[47;;47u", "\x1b[111;;111u"}},
		{"more lines are no command", "/ok\nx", on, []string{"\x1b[200~/ok\nx\x1b[201~"}},
		{"a long path is no command", "/" + strings.Repeat("x", 90), on, []string{"\x1b[200~/" + strings.Repeat("x", 90) + "\x1b[201~"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, w := range writes(c.text, c.modes) {
				got = append(got, string(w.bytes))
			}
			if strings.Join(got, "|") != strings.Join(c.want, "|") {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestEnterIsWhatTheKeyboardModeWants(t *testing.T) {
	for flags, want := range map[int]string{0: "\r", 1: "\r", 7: "\r", 8: "\x1b[13u", 31: "\x1b[13u"} {
		if got := string(Modes{KittyFlags: flags}.Enter()); got != want {
			t.Errorf("flags %d: %q, want %q", flags, got, want)
		}
	}
}
