package watch

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"junto/internal/harness"
	"junto/internal/status"
	"junto/internal/vt"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// scene is a terminal whose agent reports its state over OSC 7501.
type scene struct {
	mu         sync.Mutex
	there      bool
	argv       []string // what runs in the foreground
	group      int      // another number for another foreground
	scans      int
	events     []vt.Event
	generation uint64
}

func (s *scene) Watched() map[int]Terminal {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.there {
		return nil
	}
	return map[int]Terminal{7: s}
}

func (s *scene) Foreground(int) any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.group
}

func (s *scene) Programs(int) []harness.Proc {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scans++
	return []harness.Proc{{PID: 9, PGID: 9, Name: s.argv[0], Exe: "/usr/bin/" + s.argv[0], Argv: s.argv}}
}

func (s *scene) Took(int, []vt.Event, time.Time) {}
func (s *scene) Look() harness.Screen            { return harness.Screen{} }
func (s *scene) Title() string                   { return "" }
func (s *scene) Submitted() bool                 { return false }

func (s *scene) Generation() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.generation
}

func (s *scene) TakeEvents() []vt.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	events := s.events
	s.events = nil
	return events
}

// run starts another program in the foreground.
func (s *scene) run(argv ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.argv = argv
	s.group++
}

// report has the agent report a state, as output of its terminal.
func (s *scene) report(w *Watch, state string) {
	s.mu.Lock()
	s.events = append(s.events, vt.Event{Kind: vt.EventProgramStatus, Text: "state=" + state + ":app=demo"})
	s.generation++
	s.mu.Unlock()
	w.Mark(7)
}

func (s *scene) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.there = false
}

// watching runs a watch of a scene in fake time.
func watching(t *testing.T, test func(t *testing.T, s *scene, w *Watch)) {
	synctest.Test(t, func(t *testing.T) {
		s := &scene{there: true}
		s.run("jun", "demo-agent")
		w := New(s)
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { w.Run(ctx) })
		defer running.Wait()
		defer cancel()
		test(t, s, w)
	})
}

func TestWorkingIsToldAtOnceWhateverElseIsDueLater(t *testing.T) {
	watching(t, func(t *testing.T, s *scene, w *Watch) {
		s.report(w, "idle")
		time.Sleep(10 * time.Second)
		for range 5 {
			s.report(w, "working")
			time.Sleep(200 * time.Millisecond)
			if got := w.Agent(7); got.Status != status.Working {
				t.Fatalf("200 ms after the report it is told as %+v", got)
			}
			s.report(w, "idle") // which is held for three seconds, and due then
			time.Sleep(500 * time.Millisecond)
		}
	})
}

func TestIdleIsToldOnceItHasHeld(t *testing.T) {
	watching(t, func(t *testing.T, s *scene, w *Watch) {
		s.report(w, "working")
		time.Sleep(time.Second)
		_, news := w.Subscribe()
		defer news.Close()
		began := time.Now()
		s.report(w, "idle")
		change := <-news.C
		if held := time.Since(began); change.To.Status != status.Idle || held < 3*time.Second || held > 4*time.Second {
			t.Errorf("told %+v after %s", change, held)
		}
	})
}

func TestWhoeverSubscribesGetsTheStateAndThenEachChangeOnce(t *testing.T) {
	watching(t, func(t *testing.T, s *scene, w *Watch) {
		s.report(w, "blocked")
		time.Sleep(time.Second)
		now, news := w.Subscribe()
		defer news.Close()
		if now[7].Name != "demo" || now[7].Status != status.Waiting {
			t.Errorf("the state is %+v", now)
		}
		for range 20 { // the same again is no news
			s.report(w, "blocked")
			time.Sleep(100 * time.Millisecond)
		}
		s.report(w, "working")
		if c := <-news.C; c.From.Status != status.Waiting || c.To.Status != status.Working {
			t.Errorf("told %+v", c)
		}
		s.end()
		if c := <-news.C; c.From.Status != status.Working || c.To.Name != "" {
			t.Errorf("at the end told %+v", c)
		}
	})
}

func TestALauncherThatBecomesTheAgentInSilenceIsFound(t *testing.T) {
	watching(t, func(t *testing.T, s *scene, w *Watch) {
		s.run("env")
		time.Sleep(2 * time.Second)
		s.mu.Lock()
		s.argv = []string{"jun", "demo-agent"} // the same process, by exec: no new group
		s.mu.Unlock()
		time.Sleep(3 * time.Second)
		if got := w.Agent(7); got.Name != "demo" {
			t.Errorf("found %+v", got)
		}
	})
}

func TestALauncherThatWasScannedWhileItSpokeIsFoundAllTheSame(t *testing.T) {
	watching(t, func(t *testing.T, s *scene, w *Watch) {
		s.run("bash")
		time.Sleep(time.Minute)
		s.run("env")        // a new foreground, and
		s.report(w, "idle") // output at the same time: this look counts for both
		time.Sleep(100 * time.Millisecond)
		s.mu.Lock()
		s.argv = []string{"jun", "demo-agent"}
		s.mu.Unlock()
		time.Sleep(3 * time.Second)
		if got := w.Agent(7); got.Name != "demo" {
			t.Errorf("found %+v", got)
		}
	})
}

func TestAnIdleShellIsNotScannedForEver(t *testing.T) {
	watching(t, func(t *testing.T, s *scene, w *Watch) {
		s.run("bash")
		time.Sleep(time.Minute)
		s.mu.Lock()
		before := s.scans
		s.mu.Unlock()
		time.Sleep(time.Hour)
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.scans != before {
			t.Errorf("%d scans in a silent hour", s.scans-before)
		}
	})
}
