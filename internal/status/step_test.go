package status

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"junto/internal/harness"
	"junto/internal/vt"
)

// drawInput is any input at a time, with evidence from a small set, so that it
// contradicts itself often.
func drawInput(t *rapid.T, now time.Time) Input {
	term := vt.New(vt.Options{Cols: 40, Rows: 10})
	term.Write([]byte(rapid.SampledFrom([]string{
		"",
		"────────────\r\n❯ \r\n────────────\r\n  ? for shortcuts",
		"────────────\r\n❯ \r\n────────────\r\n  esc to interrupt",
		"────────────\r\n❯ draft\r\n────────────\r\n  x",
		" Do you want to proceed?\r\n ❯ 1. Yes\r\n   2. No\r\n\r\n Esc to cancel · Tab to amend",
		"Showing detailed transcript",
		"something else",
	}).Draw(t, "screen")))
	var events []vt.Event
	for range rapid.IntRange(0, 3).Draw(t, "events") {
		events = append(events, rapid.SampledFrom([]vt.Event{
			{Kind: vt.EventProgramStatus, Text: "state=working:app=claude-code"},
			{Kind: vt.EventProgramStatus, Text: "state=blocked:app=claude-code:id=a"},
			{Kind: vt.EventProgramStatus, Text: "state=idle:app=claude-code"},
			{Kind: vt.EventProgramStatus, Text: "state=clear:id=a"},
			{Kind: vt.EventProgramStatus, Text: "state=clear"},
			{Kind: vt.EventNotify, Body: "Claude needs your permission"},
			{Kind: vt.EventProgress, State: vt.ProgressNormal},
			{Kind: vt.EventProgress, State: vt.ProgressNone},
		}).Draw(t, "event"))
	}
	return Input{
		Now: now, Events: events, Screen: harness.Look(term),
		Agent:     rapid.SampledFrom([]string{"claude", "claude", "claude", "pi", "", "nobody"}).Draw(t, "agent"),
		Title:     rapid.SampledFrom([]string{"", "✳ x", "◐ x"}).Draw(t, "title"),
		Output:    rapid.Bool().Draw(t, "output"),
		Submitted: rapid.Bool().Draw(t, "submitted"),
		Gone:      rapid.IntRange(0, 20).Draw(t, "gone") == 0,
	}
}

// show is all of a state, memory too.
func show(s State) string { return fmt.Sprintf("%+v", s) }

// TestStepKeepsItsPromises checks what must hold after any step.
func TestStepKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := zero
		var s State
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 4000).Draw(t, "ms")) * time.Millisecond)
			in := drawInput(t, now)
			before := show(s)
			next := s.Step(in)
			if diff := cmp.Diff(show(next), show(s.Step(in))); diff != "" {
				t.Fatalf("the same input gives another state:\n%s", diff)
			}
			if got := show(s); got != before {
				t.Fatalf("a step changed the state it came from:\n%s\n%s", before, got)
			}
			checkState(t, next, in)
			s = next
		}
	})
}

func checkState(t *rapid.T, s State, in Input) {
	agent, told := s.Told()
	switch {
	case s.Because == "":
		t.Fatalf("%s without a reason", s.Status)
	case in.Agent == "" || in.Gone:
		if s.Agent != "" || s.Status != Unknown || agent != "" || told != "" {
			t.Fatalf("%s is %s (told %q, %q) without a process", s.Agent, s.Status, agent, told)
		}
	case agent != in.Agent:
		t.Fatalf("told %q, runs %q", agent, in.Agent)
	case told == Idle && (s.Status != Idle || in.Now.Sub(s.Since) < idleHold):
		t.Fatalf("told idle, judged %s since %v", s.Status, in.Now.Sub(s.Since))
	case (s.Status == Working || s.Status == Waiting || s.Status == Unknown) && told != s.Status:
		t.Fatalf("judged %s, told %s", s.Status, told)
	case s.Since.After(in.Now):
		t.Fatalf("since the future")
	}
	if next := s.Next(); !next.IsZero() && !next.After(in.Now) {
		t.Fatalf("a step is due at %v, which is now or over", next.Sub(in.Now))
	}
}

// TestContradictingReportsCostNothing: a program that reports other states all
// the time moves nothing, and leaves nothing behind.
func TestContradictingReportsCostNothing(t *testing.T) {
	var s State
	states := []string{"working", "idle", "blocked", "done"}
	changes := 0
	for i := range 10_000 {
		id := fmt.Sprintf(":id=task%d", i)
		in := Input{Now: zero.Add(time.Duration(i) * time.Millisecond), Agent: "claude", Events: []vt.Event{
			{Kind: vt.EventProgramStatus, Text: "state=" + states[i%len(states)]},
			{Kind: vt.EventProgramStatus, Text: "state=working" + id},
		}}
		was := s.Status
		if s = s.Step(in); s.Status != was {
			changes++
		}
	}
	if changes > 1 {
		t.Errorf("%d changes of status within ten seconds", changes)
	}
	if n := len(s.mem.reports.children); n > maxChildren {
		t.Errorf("keeps %d records", n)
	}
}

func TestHands(t *testing.T) {
	for _, c := range []struct {
		name   string
		writes []string
		want   bool
	}{
		{"typed and Enter", []string{"h", "i", "\r"}, true},
		{"in one write", []string{"hi\r"}, true},
		{"Enter alone", []string{"\r"}, false},
		{"blanks", []string{"  \r"}, false},
		{"a paste and Enter", []string{"\x1b[200~a\rb\x1b[201~", "\r"}, true},
		{"a line break in a paste", []string{"\x1b[200~a\rb\x1b[201~"}, false},
		{"a paste in two writes", []string{"\x1b[200~a", "b\x1b[201~", "\r"}, true},
		{"a command", []string{"/help\r"}, false},
		{"a pasted path is a message", []string{"\x1b[200~/tmp/x\x1b[201~\r"}, true},
		{"cleared before", []string{"hi", "\x15", "\r"}, false},
		{"escaped before", []string{"y", "\x1b", "\r"}, false},
		{"Enter of the kitty keyboard", []string{"hi", "\x1b[13u"}, true},
		{"text of the kitty keyboard", []string{"\x1b[104u", "\x1b[105;;105u", "\x1b[105;1:3u", "\x1b[13u"}, true},
		{"a command of the kitty keyboard", []string{"\x1b[47u", "\x1b[104u", "\x1b[13u"}, false},
		{"arrows are no text", []string{"\x1b[A\x1bOB", "\r"}, false},
		{"answers to queries are no text", []string{"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", "\x1b[?62;22c", "\x1bP>|x\x1b\\", "\r"}, false},
		{"text after an answer", []string{"\x1b]11;rgb:0/0/0\x07hi\r"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var h Hands
			got := false
			for _, w := range c.writes {
				var s bool
				h, s = h.Take([]byte(w))
				got = got || s
			}
			if got != c.want {
				t.Errorf("submitted %v, want %v", got, c.want)
			}
		})
	}
}

func FuzzReport(f *testing.F) {
	f.Add("state=working:app=codex")
	f.Add("state=blocked:kind=permission:msg=YQ==:id=a/b:title=eA")
	f.Add("?")
	f.Fuzz(func(t *testing.T, body string) {
		h, _ := harness.ByName("claude")
		rs := reports{}.take(h, body).take(h, "state=working:id=a").take(h, body)
		if len(rs.children) > 2 {
			t.Fatalf("%d records of two", len(rs.children))
		}
		if e, ok := rs.weigh(h, sight{}); ok && (e.status == "" || e.because == "") {
			t.Fatalf("evidence without a status or a reason: %+v", e)
		}
	})
}

func FuzzHands(f *testing.F) {
	f.Add([]byte("hi\r\x1b[200~x\x1b[201~\x1b]0;t\x07"))
	f.Fuzz(func(t *testing.T, b []byte) {
		Hands{}.Take(b)
	})
}
