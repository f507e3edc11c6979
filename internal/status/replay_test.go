package status

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"junto/internal/fault"
)

// cast joins the lines of a recording.
func cast(lines ...string) *strings.Reader { return strings.NewReader(strings.Join(lines, "\n")) }

const head = `{"version":2,"width":40,"height":10}`

// prompt is a Claude Code at rest.
const prompt = `"────────────\r\n❯ \r\n────────────\r\n  ? for shortcuts"`

func TestReplayFindsTheAgent(t *testing.T) {
	for _, c := range []struct{ name, agent, header, output, want string }{
		{"given", "claude", head, prompt, "claude"},
		{"by its command", "", `{"version":2,"width":40,"height":10,"command":"/opt/claude --resume x"}`, prompt, "claude"},
		{"by its title", "", `{"version":2,"width":40,"height":10,"title":"codex 0.171.0: approve"}`, prompt, "codex"},
		{"by the stem of its title", "", `{"version":2,"width":40,"height":10,"title":"pi-gate 1.6.0: ask"}`, prompt, "pi"},
		{"by its reports", "", head, `"\u001b]7501;state=idle:app=claude-code\u0007"`, "claude"},
		{"by the window title", "", head, `"\u001b]0;✦  Working… (proj)\u0007"`, "gemini"},
		{"not at all", "", head, prompt, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines, err := Replay(cast(c.header, `[0.1,"o",`+c.output+`]`, `[1,"o",""]`), c.agent)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if len(lines) > 0 {
				got = lines[0].Agent
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestReplayGivesALinePerChange(t *testing.T) {
	got, err := Replay(cast(head,
		`[0.5,"o",`+prompt+`]`,
		`[1,"o","\r  ? for shortcuts · 1"]`,
		`[2,"r","50x12"]`,
		`[3,"o","\u001b]7501;state=working:app=claude-code\u0007"]`,
		`[4,"m","a mark of the recorder"]`,
		`[5,"o",""]`,
	), "claude")
	if err != nil {
		t.Fatal(err)
	}
	want := []Line{
		{T: 0.5, Agent: "claude", Status: Unknown, Because: "nothing was seen of it yet"},
		{T: 0.6, Agent: "claude", Status: Idle, Because: "its prompt is shown, and nothing says that it works"},
		{T: 3.1, Agent: "claude", Status: Working, Because: "it reported working over OSC 7501"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReplayRefusesWhatIsNoRecording(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
	}{
		{"nothing", []string{""}},
		{"text", []string{"hello"}},
		{"another version", []string{`{"version":3,"width":80,"height":24}`}},
		{"no size", []string{`{"version":2}`}},
		{"a size that takes all memory", []string{`{"version":2,"width":1000000,"height":1000000}`}},
		{"an event that is none", []string{head, `{"a":1}`}},
		{"a time that is none", []string{head, `["x","o",""]`}},
		{"a negative time", []string{head, `[-1,"o",""]`}},
		{"a bad size", []string{head, `[1,"r","0x0"]`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Replay(cast(c.lines...), "claude")
			f, ok := fault.As(err)
			if !ok || f.Type != fault.Input || f.NextStep == "" {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestReplayKeepsNoBoundlessLine: a recording is someone else's file.
func TestReplayKeepsNoBoundlessLine(t *testing.T) {
	long := head + "\n[1,\"o\",\"" + strings.Repeat("x", maxLine) + "\"]"
	if _, err := Replay(strings.NewReader(long), "claude"); err == nil {
		t.Error("a line without an end was taken")
	}
}

func FuzzReplay(f *testing.F) {
	f.Add([]byte(head + "\n[0.1,\"o\"," + prompt + "]\n[1,\"i\",\"x\\r\"]\n[2,\"r\",\"20x5\"]\n[9,\"o\",\"\"]"))
	f.Add([]byte(`{"version":2,"width":40,"height":10,"title":"pi x"}` + "\n[1,\"o\",\"\\u001b]7501;state=working\\u0007\"]"))
	f.Fuzz(func(t *testing.T, b []byte) {
		lines, err := Replay(bytes.NewReader(b), "claude")
		for i, l := range lines {
			if i > 0 && l.T < lines[i-1].T {
				t.Fatalf("time runs back: %v after %v (%v)", l.T, lines[i-1].T, err)
			}
		}
	})
}
