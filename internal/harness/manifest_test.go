package harness

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestEveryManifestIsEmbeddedAndListed(t *testing.T) {
	entries, err := files.ReadDir("manifests")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".toml"))
	}
	want := slices.Sorted(slices.Values(order))
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("order and files differ (-order +files):\n%s", diff)
	}
	for _, h := range All() {
		if got, ok := ByName(h.Name); !ok || got != h {
			t.Errorf("%s is not found by its name", h.Name)
		}
		if _, err := regexp.Compile(h.Launch.ID); err != nil {
			t.Errorf("%s: launch.id: %v", h.Name, err)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	const good = `
name = "x"
product = "X"
[composer]
prompt = '^> (.*)$'
[launch]
program = ["x"]
`
	if _, err := Decode([]byte(good)); err != nil {
		t.Fatalf("the smallest manifest: %v", err)
	}
	for _, c := range []struct{ name, add, want string }{
		{"an unknown key", "\n[typing]\nspeed = 3\n", "decode"},
		{"a bad pattern", "\n[[title]]\nmatch = '('\nshows = \"idle\"\nsay = \"x\"\n", "title.match"},
		{"a rule without words", "\n[[title]]\nmatch = 'a'\nshows = \"idle\"\n", "title.say"},
		{"a state that no rule can show", "\n[[title]]\nmatch = 'a'\nshows = \"unknown\"\nsay = \"x\"\n", "title.shows"},
		{"a rule that matches everything", "\n[[screen]]\nshows = \"idle\"\nsay = \"x\"\nwhere = \"footer\"\n", "screen.lines"},
		{"an unknown region", "\n[[screen]]\nshows = \"idle\"\nsay = \"x\"\nwhere = \"top\"\nlines = ['a']\n", "screen.where"},
		{"a wait that keeps senders", "\n[typing]\nkey_gap = \"1h\"\n", "typing.key_gap"},
		{"an unknown behaviour on resume", "\n[launch.on_resume]\nmodel = \"perhaps\"\n", "on_resume"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Decode([]byte(good + c.add))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error about %s", err, c.want)
			}
		})
	}
	if _, err := Decode([]byte(strings.Replace(good, "'^> (.*)$'", "'^> '", 1))); err == nil {
		t.Error("a prompt without a group was taken")
	}
}

func TestGapGrowsWithTheText(t *testing.T) {
	for _, c := range []struct {
		agent string
		bytes int
		want  time.Duration
	}{
		{"claude", 10, 150 * time.Millisecond},
		{"claude", 5000, 500 * time.Millisecond},
		{"gemini", 10, 250 * time.Millisecond},
		{"gemini", 5000, 500 * time.Millisecond},
		{"qwen", 10, 150 * time.Millisecond},
		{"qwen", 5000, 3 * time.Second},
		{"kimi", 300 << 10, 3 * time.Second},
	} {
		h, _ := ByName(c.agent)
		if got := h.Typing.Gap(c.bytes); got != c.want {
			t.Errorf("%s, %d bytes: %v, want %v", c.agent, c.bytes, got, c.want)
		}
	}
}

func TestLaunch(t *testing.T) {
	all := Settings{Model: "m", Effort: "high", Mode: "plan", Instructions: "be \"brief\""}
	for _, c := range []struct {
		agent, id string
		resume    bool
		want      string
	}{
		{"claude", "", false, "claude --model m --effort high --permission-mode plan --append-system-prompt be \"brief\""},
		{"claude", "u1", false, "claude --model m --effort high --permission-mode plan --append-system-prompt be \"brief\" --session-id u1"},
		{"claude", "u1", true, "claude --resume u1 --model m --effort high --permission-mode plan"},
		{"codex", "", false, `codex -m m -c model_reasoning_effort="high" -a plan -c developer_instructions="be \"brief\""`},
		{"codex", "u1", false, ""},
		{"codex", "u1", true, "codex resume u1 -a plan"},
		{"pi", "u1", true, "pi --session u1 --append-system-prompt be \"brief\""},
		{"copilot", "u1", true, "copilot --resume=u1 --reasoning-effort high --mode plan"},
		{"kimi", "", false, "kimi -m m --plan"},
		{"demo", "u1", true, "jun demo-agent --resume u1"},
	} {
		h, _ := ByName(c.agent)
		start := h.Launch.Start
		if c.resume {
			start = h.Launch.Continue
		}
		argv, ok := start(all, c.id)
		if got := strings.Join(argv, " "); got != c.want || ok != (c.want != "") {
			t.Errorf("%s %q resume=%v:\n got %s\nwant %s", c.agent, c.id, c.resume, got, c.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, name := range order {
		b, err := files.ReadFile("manifests/" + name + ".toml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		h, err := Decode(b)
		if (h == nil) == (err == nil) {
			t.Fatalf("template %v, error %v", h, err)
		}
	})
}
