package hub

import (
	"errors"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestEveryListenerHearsTheNewsInOrder(t *testing.T) {
	var h Hub[int]
	a, b := h.Subscribe(), h.Subscribe()
	for i := range 3 {
		h.Publish(i)
	}
	for _, s := range []*Subscription[int]{a, b} {
		for want := range 3 {
			if got := <-s.C; got != want {
				t.Errorf("got %d, want %d", got, want)
			}
		}
	}
}

func TestASlowListenerIsCutOffAndNobodyWaits(t *testing.T) {
	var h Hub[int]
	slow := h.Subscribe()
	for i := range Backlog + 1 {
		h.Publish(i)
	}
	n := 0
	for range slow.C {
		n++
	}
	if n != Backlog || !errors.Is(slow.Err(), ErrBehind) {
		t.Errorf("got %d news and %v, want %d and %v", n, slow.Err(), Backlog, ErrBehind)
	}
}

func TestClosingTwiceAndAfterTheHubIsHarmless(t *testing.T) {
	var h Hub[int]
	s := h.Subscribe()
	s.Close()
	s.Close()
	h.Close()
	late := h.Subscribe()
	if _, ok := <-late.C; ok || !errors.Is(late.Err(), ErrClosed) {
		t.Errorf("a late listener got %v, want %v", late.Err(), ErrClosed)
	}
	late.Close()
	h.Publish(1)
}
