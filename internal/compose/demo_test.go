package compose_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"junto/internal/compose"
	"junto/internal/demoagent"
	"junto/internal/harness"
	"junto/internal/status"
	"junto/internal/vt"
)

// stage is the fake agent in a terminal, with its status followed, in virtual
// time.
type stage struct {
	agent   *demoagent.Agent
	term    *vt.Terminal
	now     time.Time
	state   status.State
	hands   status.Hands
	log     []demoagent.Record
	exited  bool
	mistold []string // what was told against the truth
	truth   demoagent.State
	since   time.Time // of the truth
}

const tick = 50 * time.Millisecond

func newStage(t *testing.T, modes string) *stage {
	t.Helper()
	m, err := demoagent.ParseModes(modes)
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{term: vt.New(vt.Options{Cols: 100, Rows: 30}), now: time.Unix(1_000_000, 0), truth: demoagent.Starting}
	s.since = s.now
	var out demoagent.Output
	s.agent, out = demoagent.New(demoagent.Config{Modes: m, Work: time.Second}, 1, 100, 30, s.now)
	s.take(out)
	return s
}

// take carries out what the agent wants: its bytes are shown, what the
// terminal answers goes back, commands succeed.
func (s *stage) take(out demoagent.Output) {
	for _, r := range out.Log {
		if r.Event == demoagent.EventState {
			s.truth, s.since = r.State, s.now
		}
	}
	s.log = append(s.log, out.Log...)
	s.term.Write(out.Write)
	s.exited = s.exited || out.Exit != nil
	if out.Run != nil {
		s.take(s.agent.Step(demoagent.Input{Now: s.now, Tool: &demoagent.ToolResult{ID: out.Run.ID, Text: "done"}}))
	}
	if r := s.term.TakeReplies(); len(r) > 0 {
		s.take(s.agent.Step(demoagent.Input{Now: s.now, Bytes: r}))
	}
}

func (s *stage) input(b []byte) {
	var submitted bool
	s.hands, submitted = s.hands.Take(b)
	s.take(s.agent.Step(demoagent.Input{Now: s.now, Bytes: b}))
	s.follow(submitted)
}

// follow steps the status and compares what is told with the truth.
func (s *stage) follow(submitted bool) {
	s.state = s.state.Step(status.Input{
		Now: s.now, Agent: "demo", Title: s.term.Title(), Events: s.term.TakeEvents(),
		Screen: harness.Look(s.term), Output: true, Submitted: submitted,
	})
	if s.now.Sub(s.since) > 1500*time.Millisecond && s.truth != demoagent.Starting && string(s.state.Status) != string(s.truth) {
		s.mistold = append(s.mistold, string(s.truth)+" judged "+string(s.state.Status)+": "+s.state.Because)
	}
}

// until lets time pass until something holds.
func (s *stage) until(t *testing.T, most time.Duration, what string, holds func() bool) {
	t.Helper()
	for end := s.now.Add(most); !holds(); {
		if s.now.After(end) {
			t.Fatalf("%s: not within %v; truth %s, judged %s (%s)\n%s", what, most, s.truth, s.state.Status, s.state.Because,
				strings.Join(s.term.Text(30), "\n"))
		}
		s.now = s.now.Add(tick)
		s.take(s.agent.Step(demoagent.Input{Now: s.now}))
		s.follow(false)
	}
}

// send types a unit as a terminal's gate does.
func (s *stage) send(t *testing.T, text string) compose.Outcome {
	t.Helper()
	h, _ := harness.ByName("demo")
	modes := func() compose.Modes {
		m := s.term.Modes()
		return compose.Modes{BracketedPaste: m.BracketedPaste, KittyFlags: m.KittyFlags}
	}
	m := compose.Begin(h, text, modes(), s.now)
	var outcome *compose.Outcome
	written := false
	s.until(t, time.Minute, "the unit ends", func() bool {
		var act compose.Action
		m, act = m.Step(compose.Observation{
			Now: s.now, Screen: harness.Look(s.term), Status: s.state.Status, Modes: modes(), Written: written,
		})
		written = act.Write != nil
		if written {
			s.input(act.Write)
		}
		outcome = act.Done
		return outcome != nil
	})
	return *outcome
}

// texts are those of the log's events of a kind.
func (s *stage) texts(e demoagent.Event) []string {
	var out []string
	for _, r := range s.log {
		if r.Event == e {
			out = append(out, r.Text)
		}
	}
	return out
}

// TestDemoAgentOfEveryHabit sends two messages to the fake agent in each of
// its modes: each is submitted once and exactly, and the status is right all
// the while.
func TestDemoAgentOfEveryHabit(t *testing.T) {
	for _, modes := range []string{
		"normal", "no-bracketed-paste", "placeholder", "late-slash", "slow-digest:50", "slow-digest:500", "slow-digest:2000",
		"paste-burst", "paste-burst,no-bracketed-paste", "drop-enter:1", "drop-enter:3", "alt-screen", "main-screen", "spinner", "static-title",
		"no-title", "kitty:5", "kitty:8", "kitty:31", "osc7501", "osc7501,static-title", "osc7501,background", "background", "idle-animation",
		"stale-interrupt", "rate-limit", "no-approvals", "late-enter:2", "vim-normal", "alt-screen,spinner,slow-digest:500,drop-enter:1",
	} {
		t.Run(modes, func(t *testing.T) {
			s := newStage(t, modes)
			s.until(t, 10*time.Second, "it is idle", func() bool { return s.state.Status == status.Idle })
			want := []string{"first\n  line two\n\nline four", strings.Repeat("the quick brown fox, again\n", 300) + "END", "slow 3"}
			for _, text := range want {
				out := s.send(t, text)
				if !out.Typed || !out.Submitted {
					t.Fatalf("%.20q: %+v", text, out)
				}
				s.until(t, 20*time.Second, "the turn ends", func() bool { return s.truth == demoagent.Idle && s.state.Status == status.Idle })
			}
			if strings.Contains(modes, "no-bracketed-paste") {
				for i := range want {
					want[i] = strings.ReplaceAll(want[i], "\n", " ")
				}
			}
			if got := s.texts(demoagent.EventSubmit); !slices.Equal(got, want) {
				t.Errorf("submitted %.300q, want %.300q", got, want)
			}
			for _, m := range s.mistold {
				t.Fatalf("%d times against the truth, first %s", len(s.mistold), m)
			}
		})
	}
}

func TestDemoAgentAsks(t *testing.T) {
	for _, modes := range []string{"normal", "osc7501", "static-title", "alt-screen", "spinner"} {
		t.Run(modes, func(t *testing.T) {
			s := newStage(t, modes)
			s.until(t, 10*time.Second, "it is idle", func() bool { return s.state.Status == status.Idle })
			if out := s.send(t, "tool ls"); !out.Submitted || out.Presses != 1 {
				t.Fatalf("%+v", out)
			}
			s.until(t, 10*time.Second, "it waits", func() bool { return s.state.Status == status.Waiting })
			s.until(t, 5*time.Second, "time passes", func() bool { return s.now.Sub(s.since) > 2*time.Second })
			out := s.send(t, "1")
			if answers := s.texts(demoagent.EventAnswer); len(answers) != 1 || answers[0] != "Yes" || out.Presses != 0 {
				t.Fatalf("answers %q, %+v", answers, out)
			}
			s.until(t, time.Second, "it works again", func() bool { return s.state.Status != status.Waiting })
			s.until(t, 10*time.Second, "it is idle", func() bool { return s.state.Status == status.Idle })
			if len(s.mistold) > 0 {
				t.Errorf("against the truth: %s", s.mistold[0])
			}
		})
	}
}

func TestDemoAgentThatCannotTakeIt(t *testing.T) {
	t.Run("a splash eats all", func(t *testing.T) {
		s := newStage(t, "splash:3s")
		s.until(t, time.Second, "it starts", func() bool { return s.truth == demoagent.Starting })
		if out := s.send(t, "hello"); out.Submitted || !out.Typed {
			t.Errorf("%+v", out)
		}
		if got := s.texts(demoagent.EventSubmit); len(got) != 0 {
			t.Errorf("submitted %q", got)
		}
	})
	t.Run("a menu at start", func(t *testing.T) {
		s := newStage(t, "menu")
		s.until(t, 5*time.Second, "it waits", func() bool { return s.state.Status == status.Waiting })
		out := s.send(t, "hello")
		if out.Submitted || out.Presses != 1 {
			t.Errorf("%+v", out)
		}
	})
	t.Run("a transcript viewer", func(t *testing.T) {
		s := newStage(t, "transcript")
		s.until(t, time.Second, "it is drawn", func() bool { return s.truth == demoagent.Idle })
		out := s.send(t, "hello")
		if submitted := len(s.texts(demoagent.EventSubmit)) > 0; out.Submitted != submitted {
			t.Errorf("submitted %v, outcome %+v", submitted, out)
		}
	})
}
