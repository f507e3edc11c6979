package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestDesksAreWrittenByGeneration(t *testing.T) {
	s := open(t, t.TempDir())
	first, err := s.NewDesk(t.Context(), []byte("a"), noon)
	must(t, err)
	must(t, s.SaveDesk(t.Context(), first.Generation, 2, []byte("b"), noon))
	for _, revision := range []int{2, 4, 1} {
		if err := s.SaveDesk(t.Context(), first.Generation, revision, []byte("x"), noon); !errors.Is(err, ErrStale) {
			t.Errorf("revision %d after 2: got %v, want ErrStale", revision, err)
		}
	}
	second, err := s.NewDesk(t.Context(), []byte("c"), noon.Add(time.Hour))
	must(t, err)
	got, err := s.Desks(t.Context())
	must(t, err)
	want := []Desk{
		{Generation: second.Generation, Revision: 1, Saved: noon.Add(time.Hour), Doc: []byte("c")},
		{Generation: first.Generation, Revision: 2, Saved: noon, Doc: []byte("b")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("desks (-want +got):\n%s", diff)
	}
	for range KeptDesks {
		_, err := s.NewDesk(t.Context(), []byte("d"), noon)
		must(t, err)
	}
	got, err = s.Desks(t.Context())
	must(t, err)
	if len(got) != KeptDesks || got[len(got)-1].Generation <= second.Generation {
		t.Errorf("%d desks are kept, the oldest is %d", len(got), got[len(got)-1].Generation)
	}
}

func ended(run, id int, session string) Ended {
	return Ended{
		Run: run, ID: id, Ended: noon.Add(time.Duration(run) * time.Hour), Title: "Fix the login", Project: "web", Dir: "/src/web",
		Agent: "claude", Session: session, Exit: "0", Cols: 80, Rows: 24,
	}
}

func TestEndedTerminals(t *testing.T) {
	s := open(t, t.TempDir())
	a, b := ended(1, 3, "s-1"), ended(2, 3, "")
	must(t, s.AddEnded(t.Context(), []Ended{a, b}, [][]byte{[]byte("\x1b[H screen"), make([]byte, MaxSnapshot+1)}))
	changed := a
	changed.Title = "later"
	must(t, s.AddEnded(t.Context(), []Ended{changed}, [][]byte{nil}))

	list, err := s.EndedTerminals(t.Context())
	must(t, err)
	if diff := cmp.Diff([]Ended{b, a}, list); diff != "" {
		t.Errorf("ended (-want +got):\n%s", diff)
	}
	_, snapshot, err := s.EndedTerminal(t.Context(), 1, 3)
	must(t, err)
	if string(snapshot) != "\x1b[H screen" {
		t.Errorf("the last screen is %q", snapshot)
	}
	if _, snapshot, err = s.EndedTerminal(t.Context(), 2, 3); err != nil || len(snapshot) != 0 {
		t.Errorf("a screen of %d bytes was kept (%v)", len(snapshot), err)
	}
	must(t, s.ForgetEnded(t.Context(), 1, 3))
	if _, _, err := s.EndedTerminal(t.Context(), 1, 3); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v, want ErrNotFound", err)
	}
}

func TestASessionIsTakenOnceAndFromItsLastTerminal(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.AddEnded(t.Context(), []Ended{ended(1, 3, "s-1"), ended(1, 4, "s-2"), ended(1, 5, "")}, make([][]byte, 3)))
	e, err := s.TakeSession(t.Context(), 1, 3, noon)
	must(t, err)
	if e.Session != "s-1" || !e.Taken.Equal(noon) {
		t.Errorf("took %+v", e)
	}
	if _, err := s.TakeSession(t.Context(), 1, 3, noon); !errors.Is(err, ErrTaken) {
		t.Errorf("twice: got %v, want ErrTaken", err)
	}
	must(t, s.ReleaseSession(t.Context(), 1, 3))
	_, err = s.TakeSession(t.Context(), 1, 3, noon)
	must(t, err)
	// It went on in run 2 as terminal 9, which has ended in its turn.
	must(t, s.AddEnded(t.Context(), []Ended{ended(2, 9, "s-1")}, make([][]byte, 1)))
	must(t, s.ReleaseSession(t.Context(), 1, 3))
	if _, err := s.TakeSession(t.Context(), 1, 3, noon); !errors.Is(err, ErrTaken) {
		t.Errorf("from an earlier terminal: got %v, want ErrTaken", err)
	}
	if _, err := s.TakeSession(t.Context(), 2, 9, noon); err != nil {
		t.Errorf("from the last terminal: %v", err)
	}
	for _, id := range []int{5, 77} {
		if _, err := s.TakeSession(t.Context(), 1, id, noon); !errors.Is(err, ErrNotFound) {
			t.Errorf("terminal %d: got %v, want ErrNotFound", id, err)
		}
	}
}

func TestOnlyTheLastEndedTerminalsStay(t *testing.T) {
	s := open(t, t.TempDir())
	var all []Ended
	for i := range KeptEnded + 3 {
		all = append(all, ended(1, i+1, ""))
	}
	must(t, s.AddEnded(t.Context(), all, make([][]byte, len(all))))
	list, err := s.EndedTerminals(t.Context())
	must(t, err)
	if len(list) != KeptEnded || list[len(list)-1].ID != 4 {
		t.Errorf("%d are kept, the last is %d", len(list), list[len(list)-1].ID)
	}
}
