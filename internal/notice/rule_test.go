package notice

import (
	"strings"
	"testing"
	"time"

	"junto/internal/api"
	"junto/internal/status"
	"junto/internal/vt"
)

var noon = time.Date(2026, 11, 5, 12, 0, 0, 0, time.UTC)

func TestAProgramIsHeardOnceASecondAndNotTwiceWithTheSame(t *testing.T) {
	type call struct {
		after  time.Duration // since noon
		text   string
		status bool // a change of status, not a program
		told   bool
	}
	for name, calls := range map[string][]call{
		"a flood of different texts": {
			{0, "a", false, true}, {10 * time.Millisecond, "b", false, false}, {900 * time.Millisecond, "c", false, false}, {time.Second, "d", false, true},
		},
		"the same text": {
			{0, "a", false, true}, {2 * time.Second, "a", false, false}, {4 * time.Second, "b", false, true}, {5 * time.Second, "a", false, true},
		},
		"a notification that tells what the status told": {
			{0, "", true, true}, {6 * time.Second, "needs your input", false, false}, {9 * time.Second, "built", false, true},
		},
		"a status that the agent has told itself": {
			{0, "I am done", false, true}, {3 * time.Second, "", true, false}, {20 * time.Second, "", true, true},
		},
		"two changes of status": {{0, "", true, true}, {100 * time.Millisecond, "", true, true}},
	} {
		t.Run(name, func(t *testing.T) {
			var h heard
			for i, c := range calls {
				now := noon.Add(c.after)
				told := false
				if c.status {
					told = h.takeStatus(now)
				} else {
					told = h.takeProgram(c.text, now)
				}
				if told != c.told {
					t.Errorf("call %d, %q at %s: told %v, want %v", i, c.text, c.after, told, c.told)
				}
			}
		})
	}
}

func TestAChangeOfStatusIsNewsWhenTheOperatorIsNeededOrTheWorkIsDone(t *testing.T) {
	agent := func(name string, s status.Status) Agent { return Agent{Name: name, Status: s} }
	for name, c := range map[string]struct {
		from, to Agent
		want     string
	}{
		"begins to ask":              {agent("claude", status.Working), agent("claude", status.Waiting), Waiting},
		"asks as it starts":          {Agent{}, agent("claude", status.Waiting), Waiting},
		"asks out of nothing":        {agent("claude", status.Idle), agent("claude", status.Waiting), Waiting},
		"has finished":               {agent("claude", status.Working), agent("claude", status.Idle), Done},
		"was answered":               {agent("claude", status.Waiting), agent("claude", status.Working), ""},
		"its question was cancelled": {agent("claude", status.Waiting), agent("claude", status.Idle), ""},
		"has just started":           {Agent{}, agent("claude", status.Idle), ""},
		"is known at last":           {agent("claude", status.Unknown), agent("claude", status.Idle), ""},
		"has gone":                   {agent("claude", status.Working), Agent{}, ""},
		"gave way to another":        {agent("claude", status.Working), agent("codex", status.Idle), ""},
	} {
		if got := reasonOf(c.from, c.to); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestNotificationsAreCleaned(t *testing.T) {
	long := strings.Repeat("ä", 300)
	for name, c := range map[string]struct {
		event       vt.Event
		title, text string
		ok          bool
	}{
		"a title and a text":       {vt.Event{Title: "Build", Body: "is done"}, "Build", "is done", true},
		"lines and spaces":         {vt.Event{Body: " a\n\tb  c "}, "", "a b c", true},
		"what turns text round":    {vt.Event{Body: "safe\u202eexe.\u2066txt\u200b"}, "", "safeexe.txt", true},
		"escapes":                  {vt.Event{Body: "\x1b[31mred\x07"}, "", "[31mred", true},
		"a family of four":         {vt.Event{Body: "👨\u200d👩"}, "", "👨\u200d👩", true},
		"too long":                 {vt.Event{Body: long}, "", strings.Repeat("ä", 255) + "…", true},
		"nothing":                  {vt.Event{Body: " \u200b "}, "", "", false},
		"ConEmu's directory":       {vt.Event{Body: `9;C:\src`}, "", "", false},
		"ConEmu's prompt":          {vt.Event{Body: "12"}, "", "", false},
		"progress that is no good": {vt.Event{Body: "4;9;9"}, "", "", false},
		"a number in a text":       {vt.Event{Body: "12 tests failed"}, "", "12 tests failed", true},
	} {
		c.event.Kind = vt.EventNotify
		got, ok := requested(c.event)
		if got.Title != c.title || got.Text != c.text || ok != c.ok {
			t.Errorf("%s: got %+v, %v", name, got, ok)
		}
	}
}

func TestProgressIsToldAsItMoves(t *testing.T) {
	n := New(noon)
	at := func(state, value int) []vt.Event {
		return []vt.Event{{Kind: vt.EventProgress, State: state, Value: value}}
	}
	for i, c := range []struct {
		events []vt.Event
		moved  bool
		value  int // -1: none
	}{
		{nil, false, -1},
		{at(vt.ProgressNormal, 0), true, 0},
		{at(vt.ProgressNormal, 0), false, 0},
		{append(at(vt.ProgressNormal, 1), at(vt.ProgressNormal, 2)...), true, 2},
		{at(vt.ProgressError, 2), true, 2},
		{at(vt.ProgressNone, 0), true, -1},
	} {
		_, moved := n.Take(7, c.events, noon)
		value := -1
		if p := n.Progress(7); p != nil {
			value = p.Value
		}
		if moved != c.moved || value != c.value {
			t.Errorf("step %d: moved %v to %d, want %v to %d", i, moved, value, c.moved, c.value)
		}
	}
}

func TestAgentsThatAreFoundAtTheStartAreNoNews(t *testing.T) {
	n := New(noon)
	idle, asks := Agent{"claude", status.Idle}, Agent{"claude", status.Waiting}
	if got := n.Change(7, idle, asks, noon.Add(time.Second)); got != "" {
		t.Errorf("after a second: %q", got)
	}
	if got := n.Change(7, idle, asks, noon.Add(time.Minute)); got != Waiting {
		t.Errorf("after a minute: %q", got)
	}
}

func TestOnlyTheLatestNoticesAreKept(t *testing.T) {
	n := New(noon)
	for range kept + 5 {
		n.Add(api.Notice{Terminal: 7})
	}
	if all := n.Latest(); len(all) != kept || all[0].ID != 6 || all[kept-1].ID != kept+5 {
		t.Errorf("kept %d, from %d", len(all), all[0].ID)
	}
}

func TestAPromptEndsProgress(t *testing.T) {
	for name, c := range map[string]struct {
		event vt.Event
		want  *api.Progress
		ok    bool
	}{
		"half way":    {vt.Event{Kind: vt.EventProgress, State: vt.ProgressNormal, Value: 50}, &api.Progress{State: "normal", Value: 50}, true},
		"over":        {vt.Event{Kind: vt.EventProgress, State: vt.ProgressNone}, nil, true},
		"a prompt":    {vt.Event{Kind: vt.EventMark, Text: "A"}, nil, true},
		"an end":      {vt.Event{Kind: vt.EventMark, Text: "D;1"}, nil, true},
		"a beginning": {vt.Event{Kind: vt.EventMark, Text: "C"}, nil, false},
		"a bell":      {vt.Event{Kind: vt.EventBell}, nil, false},
	} {
		got, ok := progressOf(c.event)
		if ok != c.ok || (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: got %v, %v", name, got, ok)
		}
	}
}
