package demoagent

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// bench is an agent under test with a clock of its own.
type bench struct {
	t      *testing.T
	agent  *Agent
	now    time.Time
	log    []Record
	screen strings.Builder // all that was written
	last   Output
}

const work = 200 * time.Millisecond

func start(t *testing.T, modes string) *bench {
	t.Helper()
	m, err := ParseModes(modes)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	a, out := New(Config{Modes: m, Work: work}, 1, 80, 24, b.now)
	b.agent = a
	b.keep(out)
	return b
}

func (b *bench) keep(out Output) {
	b.last = out
	b.log = append(b.log, out.Log...)
	b.screen.Write(out.Write)
}

// put sends bytes at the present time.
func (b *bench) put(s string) *bench {
	b.keep(b.agent.Step(Input{Now: b.now, Bytes: []byte(s)}))
	return b
}

func (b *bench) paste(s string) *bench { return b.put(pasteStart + s + pasteEnd) }

// pass lets time pass, with every step that the agent wants on the way.
func (b *bench) pass(d time.Duration) *bench {
	end := b.now.Add(d)
	for {
		next := b.agent.Next()
		if next.IsZero() || next.After(end) {
			break
		}
		b.now = next
		b.keep(b.agent.Step(Input{Now: b.now}))
	}
	b.now = end
	b.keep(b.agent.Step(Input{Now: b.now}))
	return b
}

// history is the log without its keys, one word or two a record.
func (b *bench) history() []string {
	var all []string
	for _, r := range b.log {
		switch r.Event {
		case EventKey:
		case EventState:
			all = append(all, string(r.State))
		case EventSubmit, EventAnswer:
			all = append(all, fmt.Sprintf("%s %q", r.Event, r.Text))
		default:
			all = append(all, string(r.Event))
		}
	}
	return all
}

// histories are what must happen, in the order of the log.
var histories = []struct {
	name, modes string
	do          func(*bench)
	want        []string
}{
	{"a message is answered", "normal", func(b *bench) {
		b.paste("hello").pass(work).put("\r").pass(time.Second)
	}, []string{"start", "idle", "paste", `submit "hello"`, "working", "idle"}},
	{"a paste of many lines is one message", "normal", func(b *bench) {
		b.paste("a\nb\nc\nd\ne").pass(work).put("\r")
	}, []string{"start", "idle", "paste", `submit "a\nb\nc\nd\ne"`, "working"}},
	{"typed lines are several messages", "no-bracketed-paste", func(b *bench) {
		b.put("a\rb\r").pass(3 * work)
	}, []string{"start", "idle", `submit "a"`, `submit "b"`, "working", "idle"}},
	{"a permission is asked for and given", "normal", func(b *bench) {
		b.put("tool ls\r").pass(work).put("\r").pass(work)
		b.keep(b.agent.Step(Input{Now: b.now, Tool: &ToolResult{ID: 1, Text: "a file\n"}}))
		b.pass(work)
	}, []string{"start", "idle", `submit "tool ls"`, "working", "waiting", `answer "Yes"`, "working", "tool", "idle"}},
	{"a permission is denied", "normal", func(b *bench) {
		b.put("tool ls\r").pass(work).put("2").pass(work)
	}, []string{"start", "idle", `submit "tool ls"`, "working", "waiting", `answer "No, and tell the agent what to do differently"`, "idle"}},
	{"text pasted into a menu is lost, and Enter takes the default", "normal", func(b *bench) {
		b.put("tool ls\r").pass(work).paste("please stop").pass(work).put("\r")
	}, []string{"start", "idle", `submit "tool ls"`, "working", "waiting", "paste", `answer "Yes"`, "working"}},
	{"a question is answered by a digit", "normal", func(b *bench) {
		b.put("ask\r").pass(work).put("2").pass(time.Second)
	}, []string{"start", "idle", `submit "ask"`, "working", "waiting", `answer "Banana"`, "working", "idle"}},
	{"Esc interrupts", "normal", func(b *bench) {
		b.put("slow 60\r").pass(time.Second).put("\x1b").pass(time.Second)
	}, []string{"start", "idle", `submit "slow 60"`, "working", "idle"}},
	{"a message for a busy agent waits its turn, with no idle between", "normal", func(b *bench) {
		b.put("slow 1\r").pass(work).paste("next").put("\r").pass(3 * time.Second)
	}, []string{"start", "idle", `submit "slow 1"`, "working", "paste", `submit "next"`, "idle"}},
	{"a splash eats what comes", "splash:1s", func(b *bench) {
		b.paste("early").put("\r").pass(time.Second).paste("late").put("\r").pass(time.Second)
	}, []string{"start", "paste", "idle", "paste", `submit "late"`, "working", "idle"}},
	{"an early Enter is lost, its text is not", "late-enter:1s", func(b *bench) {
		b.paste("x").put("\r").pass(time.Second).put("\r")
	}, []string{"start", "idle", "paste", `submit "x"`, "working"}},
	{"an Enter before the paste is digested is lost", "slow-digest:500ms", func(b *bench) {
		b.paste("x").pass(work).put("\r").pass(time.Second).put("\r")
	}, []string{"start", "idle", "paste", `submit "x"`, "working"}},
	{"the first Enter is dropped", "drop-enter", func(b *bench) {
		b.paste("x").put("\r").pass(work).put("\r")
	}, []string{"start", "idle", "paste", `submit "x"`, "working"}},
	{"Enter in a burst is a newline", "no-bracketed-paste,paste-burst", func(b *bench) {
		b.put("abc").pass(100 * time.Millisecond).put("\r").pass(150 * time.Millisecond).put("\r")
	}, []string{"start", "idle", `submit "abc\n"`, "working"}},
	{"Enter after a burst submits", "no-bracketed-paste,paste-burst", func(b *bench) {
		b.put("abc").pass(150 * time.Millisecond).put("\r")
	}, []string{"start", "idle", `submit "abc"`, "working"}},
	{"a draft joins what is pasted", "draft", func(b *bench) {
		b.paste("X").put("\r")
	}, []string{"start", "idle", "paste", `submit "abcX"`, "working"}},
	{"vim takes letters as commands and pastes as text", "vim-normal", func(b *bench) {
		b.put("hjkl").paste("X").put("\r")
	}, []string{"start", "idle", "paste", `submit "X"`, "working"}},
	{"a menu at the start waits", "menu", func(b *bench) {
		b.put("\r").pass(work)
	}, []string{"start", "waiting", `answer "Yes, I trust this folder"`, "idle"}},
	{"the rewind list is no question", "rewind", func(b *bench) {
		b.put("\x1b").pass(work)
	}, []string{"start", "idle", `answer "cancelled"`}},
	{"a typed slash is a command", "normal", func(b *bench) {
		b.put("/exit").put("\r")
	}, []string{"start", "idle", `submit "/exit"`, "exit"}},
	{"a pasted slash is a message", "normal", func(b *bench) {
		b.paste("/exit").put("\r").pass(work)
	}, []string{"start", "idle", "paste", `submit "/exit"`, "working", "idle"}},
	{"a crash ends it in its turn", "crash", func(b *bench) {
		b.put("x\r").pass(3 * work)
	}, []string{"start", "idle", `submit "x"`, "working", "exit"}},
	{"Ctrl-C twice leaves", "normal", func(b *bench) {
		b.put("\x03").pass(work).put("\x03")
	}, []string{"start", "idle", "exit"}},
	{"Ctrl-C once and much later again stays", "normal", func(b *bench) {
		b.put("\x03").pass(2 * time.Second).put("\x03")
	}, []string{"start", "idle"}},
	{"strict kitty keys take no plain CR", "kitty:13", func(b *bench) {
		b.paste("x").put("\r").pass(work).put("\x1b[13u")
	}, []string{"start", "idle", "paste", `submit "x"`, "working"}},
	{"a background task starts a turn when it ends", "normal", func(b *bench) {
		b.put("bg 1\r").pass(3 * time.Second)
	}, []string{"start", "idle", `submit "bg 1"`, "working", "idle", "working", "idle"}},
}

func TestHistories(t *testing.T) {
	for _, tt := range histories {
		t.Run(strings.ReplaceAll(tt.name, " ", "-"), func(t *testing.T) {
			b := start(t, tt.modes)
			tt.do(b)
			if diff := cmp.Diff(tt.want, b.history()); diff != "" {
				t.Errorf("history (-want +got):\n%s", diff)
			}
		})
	}
}
