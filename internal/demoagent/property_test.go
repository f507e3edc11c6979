package demoagent

import (
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// decodeAll decodes chunks that come at once, then lets the escape wait pass.
func decodeAll(brackets bool, chunks ...string) []typed {
	now := time.Unix(0, 0)
	d := decoder{brackets: brackets}
	var all []typed
	for _, c := range chunks {
		all = append(all, d.feed([]byte(c), now)...)
	}
	for !d.due().IsZero() {
		now = now.Add(escapeWait)
		all = append(all, d.expire(now)...)
	}
	return join(all)
}

// join merges runs of text: where they were cut depends on the chunks.
func join(all []typed) []typed {
	var out []typed
	for _, t := range all {
		if n := len(out); n > 0 && t.kind == typedText && out[n-1].kind == typedText {
			out[n-1].text += t.text
			continue
		}
		out = append(out, t)
	}
	return out
}

func TestDecode(t *testing.T) {
	key := func(s string) typed { return typed{kind: typedKey, text: s} }
	text := func(s string) typed { return typed{kind: typedText, text: s} }
	tests := []struct {
		name, in string
		want     []typed
	}{
		{"text and Enter", "hé漢\r", []typed{text("hé漢"), key(keyEnter)}},
		{"a paste", pasteStart + "a\r\nb\x1b[31m" + pasteEnd + "\r", []typed{{kind: typedPaste, text: "a\r\nb\x1b[31m"}, key(keyEnter)}},
		{"controls", "\x03\x04\x15\x0f\x7f\x08\n\t", []typed{
			key(keyCtrlC), key(keyCtrlD), key(keyCtrlU), key(keyCtrlO), key(keyBackspace), key(keyBackspace), key(keyNewline), key(keyTab),
		}},
		{"a lone Esc", "\x1b", []typed{key(keyEscape)}},
		{"Esc and a sequence", "\x1b\x1b[A", []typed{key(keyEscape), key(keyUp)}},
		{"arrows", "\x1b[A\x1bOB", []typed{key(keyUp), key(keyDown)}},
		{"Alt", "\x1bx\x1b\r", []typed{key("Alt-x"), key(keyNewline)}},
		{"kitty Enter", "\x1b[13u\x1b[13;2u\x1b[13;1:3u", []typed{{kind: typedKey, text: keyEnter, kept: true}, key(keyNewline)}},
		{"kitty keys", "\x1b[97u\x1b[97;2u\x1b[99;5u\x1b[27u\x1b[127u", []typed{text("aA"), key(keyCtrlC), key(keyEscape), key(keyBackspace)}},
		{"a function key", "\x1b[15~", []typed{key("CSI 15~")}},
		{"an OSC answer", "\x1b]7501;?\x1b\\\x1b[?62;22c", []typed{{kind: typedOSC, text: "7501;?"}, key("CSI ?62;22c")}},
		{"a DCS answer", "\x1bP>|x\x1b\\y", []typed{text("y")}},
		{"an unfinished sequence", "\x1b[12", []typed{key(keyEscape), text("[12")}},
		{"a cut character", "a\xc3", []typed{text("a")}},
	}
	for _, tt := range tests {
		t.Run(strings.ReplaceAll(tt.name, " ", "-"), func(t *testing.T) {
			if diff := cmp.Diff(tt.want, decodeAll(true, tt.in), cmp.AllowUnexported(typed{})); diff != "" {
				t.Errorf("decoded (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPasteWithoutBracketsIsKeys(t *testing.T) {
	got := decodeAll(false, pasteStart+"a"+pasteEnd)
	want := []typed{{kind: typedKey, text: "CSI 200~"}, {kind: typedText, text: "a"}, {kind: typedKey, text: "CSI 201~"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(typed{})); diff != "" {
		t.Errorf("decoded (-want +got):\n%s", diff)
	}
}

// input draws what a terminal may send: keys, pastes, answers, and rubbish.
var input = rapid.Custom(func(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.OneOf(
		rapid.StringMatching(`[a-zé漢 ]{1,8}`),
		rapid.SampledFrom([]string{
			"\r", "\n", "\x1b", "\x03", "\x15", "\x7f", "\x0f", "\x1b[A", "\x1b[13u", "\x1b[200~", "\x1b[201~", "\x1b]7501;?\x1b\\", "\x1b[",
			"slow 1\r", "tool x\r", "ask\r", "bg 1\r", "error\r", "/model\r", "2",
		}),
		rapid.Map(rapid.StringMatching(`[a-z\n]{0,20}`), func(s string) string { return pasteStart + s + pasteEnd }),
	), 0, 12).Draw(t, "parts"), "")
})

func TestPropertyChunksDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := input.Draw(t, "input")
		var chunks []string
		for rest := whole; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "chunk")
			chunks = append(chunks, rest[:n])
			rest = rest[n:]
		}
		want, got := decodeAll(true, whole), decodeAll(true, chunks...)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(typed{})); diff != "" {
			t.Fatalf("in one chunk and in %q (-one +many):\n%s", chunks, diff)
		}
	})
}

func TestPropertyAPasteIsSubmittedExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		modes := rapid.SampledFrom([]string{"normal", "alt-screen", "main-screen", "vim-normal", "spinner,osc7501", "idle-animation,background"}).Draw(t, "modes")
		text := rapid.StringMatching(`[ -~éß漢😀\n]{0,300}x`).Draw(t, "text")
		m, err := ParseModes(modes)
		if err != nil {
			t.Fatal(err)
		}
		now := time.Unix(0, 0)
		a, _ := New(Config{Modes: m, Work: work}, 1, rapid.IntRange(1, 100).Draw(t, "cols"), rapid.IntRange(1, 40).Draw(t, "rows"), now)
		out := a.Step(Input{Now: now, Bytes: []byte(pasteStart + text + pasteEnd)})
		out2 := a.Step(Input{Now: now.Add(work), Bytes: []byte("\r")})
		var got []string
		for _, r := range append(out.Log, out2.Log...) {
			if r.Event == EventSubmit {
				got = append(got, r.Text)
			}
		}
		if diff := cmp.Diff([]string{text}, got); diff != "" {
			t.Fatalf("submitted (-want +got):\n%s", diff)
		}
	})
}

func TestPropertyAnyInputLeavesASoundAgent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := make([]string, 0, len(habits))
		for _, h := range habits {
			all = append(all, string(h.Mode))
		}
		modes, err := ParseModes(strings.Join(rapid.SliceOfNDistinct(rapid.SampledFrom(all), 0, 5, rapid.ID).Draw(t, "modes"), ","))
		if err != nil {
			t.Skip(err)
		}
		now := time.Unix(0, 0)
		a, out := New(Config{Modes: modes, Work: work}, 1, 80, 24, now)
		state, left := Starting, false
		check := func(out Output) {
			for _, r := range out.Log {
				if left {
					t.Fatalf("a record after the exit: %+v", r)
				}
				if r.Event == EventState && r.State == state {
					t.Fatalf("state %s told twice", state)
				}
				state, left = r.State, r.Event == EventExit
			}
			if left != (out.Exit != nil) {
				t.Fatalf("exit %v, exit logged %v", out.Exit, left)
			}
			if next := a.Next(); !next.IsZero() && !next.After(a.now) {
				t.Fatalf("wants a step at %v, which is past", next)
			}
			if !utf8.Valid(out.Write) {
				t.Fatalf("writes %q, which is no UTF-8", out.Write)
			}
		}
		check(out)
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			if left {
				return
			}
			now = now.Add(time.Duration(rapid.IntRange(0, 3000).Draw(t, "ms")) * time.Millisecond)
			in := Input{Now: now, Bytes: []byte(input.Draw(t, "input"))}
			switch rapid.IntRange(0, 5).Draw(t, "also") {
			case 0:
				in.Cols, in.Rows = rapid.IntRange(1, 200).Draw(t, "cols"), rapid.IntRange(1, 60).Draw(t, "rows")
			case 1:
				in.Tool = &ToolResult{ID: rapid.IntRange(0, 3).Draw(t, "id"), Text: "x\n"}
			}
			check(a.Step(in))
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("a\r"+pasteStart+"b"+pasteEnd+"\x1b[13;2u\x1b]7501;?\x07"), uint8(3))
	f.Fuzz(func(t *testing.T, in []byte, cut uint8) {
		n := min(int(cut), len(in))
		want := decodeAll(true, string(in))
		got := decodeAll(true, string(in[:n]), string(in[n:]))
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(typed{})); diff != "" {
			t.Errorf("cut at %d (-one +two):\n%s", n, diff)
		}
	})
}

func TestThePageNamesEveryMode(t *testing.T) {
	page, err := os.ReadFile("../../docs/demo-agent.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range habits {
		if !strings.Contains(string(page), "`"+string(h.Mode)) {
			t.Errorf("docs/demo-agent.md does not name the mode %s", h.Mode)
		}
	}
}
