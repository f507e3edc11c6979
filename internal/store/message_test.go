package store

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func enter(t *testing.T, s *Store, keeper string) Run {
	t.Helper()
	r, err := s.EnterRun(t.Context(), keeper, noon)
	must(t, err)
	return r
}

func add(t *testing.T, s *Store, run int, text string, keep int) (int, []int) {
	t.Helper()
	id, dropped, err := s.AddMessage(t.Context(), run, Message{Time: noon, Kind: "info", Text: text}, keep)
	must(t, err)
	return id, dropped
}

func order(t *testing.T, s *Store, run int) []int {
	t.Helper()
	ids, err := s.MessageOrder(t.Context(), run)
	must(t, err)
	return ids
}

func TestMessagesAreKeptWhole(t *testing.T) {
	home := t.TempDir()
	s := open(t, home)
	run := enter(t, s, "k")
	want := Message{
		Time: noon.Add(1234567 * time.Microsecond), Kind: "ask", Title: "Ü\x00", Text: "two\nlines", Project: "web", Link: "terminal:7",
	}
	id, _, err := s.AddMessage(t.Context(), run.ID, want, 500)
	must(t, err)
	reply := Reply{Time: noon.Add(time.Hour), Text: "yes"}
	must(t, s.ChangeMessage(t.Context(), run.ID, id, MessageChange{Kind: "done", Reply: &reply}, 50))
	want.ID, want.Kind, want.Unread, want.Replies = 1, "done", true, []Reply{reply}
	must(t, s.Close())

	s = open(t, home) // the next daemon
	if again := enter(t, s, "k"); again.ID != run.ID {
		t.Fatalf("run %d goes on as %d", run.ID, again.ID)
	}
	all, err := s.Messages(t.Context(), run.ID)
	must(t, err)
	if diff := cmp.Diff([]Message{want}, all); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
	one, err := s.Message(t.Context(), run.ID, id)
	must(t, err)
	if diff := cmp.Diff(want, one); diff != "" {
		t.Errorf("one (-want +got):\n%s", diff)
	}
}

func TestRepliesMoveAMessageUpAndKindsDoNot(t *testing.T) {
	s := open(t, t.TempDir())
	run := enter(t, s, "k").ID
	for i := range 3 {
		add(t, s, run, fmt.Sprint(i), 500)
	}
	must(t, s.ChangeMessage(t.Context(), run, 1, MessageChange{Kind: "done"}, 50))
	if got := order(t, s, run); !slices.Equal(got, []int{3, 2, 1}) {
		t.Errorf("after a new kind the order is %v", got)
	}
	must(t, s.ChangeMessage(t.Context(), run, 1, MessageChange{Reply: &Reply{noon, "x"}}, 50))
	if got := order(t, s, run); !slices.Equal(got, []int{1, 3, 2}) {
		t.Errorf("after a reply the order is %v", got)
	}
	if err := s.ChangeMessage(t.Context(), run, 9, MessageChange{Kind: "done"}, 50); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v, want ErrNotFound", err)
	}
}

func TestTheLastMessagesAndRepliesStay(t *testing.T) {
	s := open(t, t.TempDir())
	run := enter(t, s, "k").ID
	for i := range 3 {
		if _, dropped := add(t, s, run, fmt.Sprint(i), 3); len(dropped) != 0 {
			t.Errorf("dropped %v", dropped)
		}
	}
	// The newest goes to the bottom, and out: its id must not be given again.
	for _, id := range []int{1, 2} {
		must(t, s.ChangeMessage(t.Context(), run, id, MessageChange{Reply: &Reply{noon, "x"}}, 2))
	}
	id, dropped := add(t, s, run, "new", 3)
	if id != 4 || !slices.Equal(dropped, []int{3}) {
		t.Errorf("got id %d and dropped %v, want 4 and [3]", id, dropped)
	}
	last, err := s.LastMessageID(t.Context(), run)
	must(t, err)
	if last != 4 {
		t.Errorf("the last id is %d, want 4", last)
	}
	for i := range 5 {
		must(t, s.ChangeMessage(t.Context(), run, 1, MessageChange{Reply: &Reply{noon, fmt.Sprint(i)}}, 2))
	}
	m, err := s.Message(t.Context(), run, 1)
	must(t, err)
	if len(m.Replies) != 2 || m.Replies[0].Text != "3" || m.Replies[1].Text != "4" {
		t.Errorf("replies: %v, want the last two", m.Replies)
	}
	var orphans int
	must(t, s.read.QueryRowContext(t.Context(), "SELECT count(*) FROM replies WHERE message NOT IN (SELECT id FROM messages)").Scan(&orphans))
	if orphans != 0 {
		t.Errorf("%d replies have lost their message", orphans)
	}
}

func TestReadMarks(t *testing.T) {
	s := open(t, t.TempDir())
	run := enter(t, s, "k").ID
	for i := range 3 {
		add(t, s, run, fmt.Sprint(i), 500)
	}
	read := func(ids, want []int) {
		t.Helper()
		got, err := s.ReadMessages(t.Context(), run, ids)
		must(t, err)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("reading %v changed %v, want %v", ids, got, want)
		}
	}
	read([]int{2, 9}, []int{2})
	read(nil, []int{1, 3})
	read(nil, nil)
	must(t, s.ChangeMessage(t.Context(), run, 2, MessageChange{Kind: "warn"}, 50))
	read(nil, nil)
	must(t, s.ChangeMessage(t.Context(), run, 2, MessageChange{Reply: &Reply{noon, "x"}}, 50))
	read(nil, []int{2})
}

func TestAQuitEndsMessages(t *testing.T) {
	s := open(t, t.TempDir())
	first := enter(t, s, "k1")
	add(t, s, first.ID, "x", 500)
	must(t, s.EndRun(t.Context(), noon.Add(time.Hour)))
	second := enter(t, s, "k1") // the same keeper: the quit counts
	if second.ID == first.ID {
		t.Error("a run goes on after its quit")
	}
	if id, _ := add(t, s, second.ID, "y", 500); id != 1 {
		t.Errorf("the first message of a run has id %d", id)
	}
	all, err := s.Messages(t.Context(), first.ID)
	must(t, err)
	if len(all) != 0 {
		t.Errorf("%d messages are left of a run that has ended", len(all))
	}
}

func TestALostKeeperEndsTheRun(t *testing.T) {
	s := open(t, t.TempDir())
	first := enter(t, s, "k1")
	add(t, s, first.ID, "x", 500)
	second := enter(t, s, "k2")
	all, err := s.Messages(t.Context(), first.ID)
	must(t, err)
	if second.ID == first.ID || len(all) != 0 {
		t.Errorf("run %d follows %d, %d messages are left", second.ID, first.ID, len(all))
	}
	if third := enter(t, s, "k2"); third != second {
		t.Errorf("got %+v, want %+v again", third, second)
	}
}
