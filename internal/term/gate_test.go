package term

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"junto/internal/compose"
)

// send types a text and waits for its outcome, five minutes at most.
func send(t *testing.T, d *demo, text string, o TypeOptions) (compose.Outcome, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	return d.Type(ctx, text, o)
}

func TestParallelSendsArriveWholeAndInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "normal")
		synctest.Wait()
		var want []string
		var all sync.WaitGroup
		for i := range 20 {
			text := fmt.Sprintf("message %d: %s", i, strings.Repeat("x", i*50))
			want = append(want, text)
			accepted := make(chan struct{})
			all.Go(func() {
				out, err := send(t, d, text, TypeOptions{Receipt: func(stage, _ string) {
					if stage == Accepted {
						close(accepted)
					}
				}})
				if err != nil || !out.Submitted {
					t.Errorf("message %d: %+v, %v", i, out, err)
				}
			})
			<-accepted
		}
		all.Wait()
		time.Sleep(time.Minute) // the agent works the queue off
		if diff := cmp.Diff(want, d.submitted()); diff != "" {
			t.Error(diff)
		}
		shut(t, d.Terminal)
	})
}

func TestADraftHoldsASendUntilItIsSentOrCleared(t *testing.T) {
	for name, c := range map[string]struct {
		end  string
		want []string
	}{
		"sent":    {"\r", []string{"half a thought", "from the machine"}},
		"cleared": {"\x15", []string{"from the machine"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := startDemo(t, "normal")
				synctest.Wait()
				press(t, d.Terminal, "w", "half a thought")
				var r receipts
				done := make(chan compose.Outcome)
				go func() {
					out, _ := send(t, d, "from the machine", TypeOptions{Receipt: r.add})
					done <- out
				}()
				time.Sleep(time.Minute)
				if !r.has(Held) || r.has(Typed) || len(d.submitted()) > 0 {
					t.Errorf("receipts %q, submitted %q", r.stages, d.submitted())
				}
				press(t, d.Terminal, "w", c.end)
				if out := <-done; !out.Submitted {
					t.Errorf("outcome %+v", out)
				}
				time.Sleep(time.Second)
				if diff := cmp.Diff(c.want, d.submitted()); diff != "" {
					t.Error(diff)
				}
				shut(t, d.Terminal)
			})
		})
	}
}

func TestATextThatNobodyTypedHereHoldsASendToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "draft:abc")
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		out, err := d.Type(ctx, "hello", TypeOptions{})
		if !errors.Is(err, context.DeadlineExceeded) || out.Typed || !slices.Contains(out.Evidence, holdText) {
			t.Errorf("outcome %+v, %v", out, err)
		}
		if len(d.submitted()) > 0 || len(d.keeper.written()) > 0 {
			t.Errorf("submitted %q, written %q", d.submitted(), d.keeper.written())
		}
		time.Sleep(time.Hour)
		if len(d.keeper.written()) > 0 {
			t.Errorf("what was withdrawn was typed: %q", d.keeper.written())
		}
		shut(t, d.Terminal)
	})
}

func TestADialogHoldsMailAndIsAnsweredBySend(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "menu")
		synctest.Wait()
		var r receipts
		done := make(chan compose.Outcome)
		go func() {
			out, _ := send(t, d, "a mail", TypeOptions{HoldForDialog: true, Receipt: r.add})
			done <- out
		}()
		time.Sleep(10 * time.Second)
		if r.has(Typed) || !r.has(Held) {
			t.Errorf("receipts %q", r.stages)
		}
		if out, err := send(t, d, "1", TypeOptions{}); err != nil || !out.Typed {
			t.Errorf("the answer: %+v, %v", out, err)
		}
		if out := <-done; !out.Submitted {
			t.Errorf("the mail: %+v", out)
		}
		time.Sleep(time.Second)
		if diff := cmp.Diff([]string{"a mail"}, d.submitted()); diff != "" {
			t.Error(diff)
		}
		shut(t, d.Terminal)
	})
}

func TestKeysNeverComeBetweenATextAndItsEnter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "slow-digest:500ms")
		synctest.Wait()
		typed := make(chan struct{})
		done := make(chan compose.Outcome)
		go func() {
			out, _ := send(t, d, "from the machine", TypeOptions{Receipt: func(stage, _ string) {
				if stage == Typed {
					close(typed)
				}
			}})
			done <- out
		}()
		<-typed
		start := time.Now()
		press(t, d.Terminal, "w", "k")
		if took := time.Since(start); took > 0 {
			t.Errorf("Input waited for %v", took)
		}
		if out := <-done; !out.Submitted {
			t.Errorf("outcome %+v", out)
		}
		press(t, d.Terminal, "w", "ey\r")
		time.Sleep(time.Second)
		if diff := cmp.Diff([]string{"from the machine", "key"}, d.submitted()); diff != "" {
			t.Error(diff)
		}
		shut(t, d.Terminal)
	})
}

func TestAStalledProgramCostsNothingAndIsToldTruthfully(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "normal")
		synctest.Wait()
		stalled := make(chan struct{})
		d.keeper.mu.Lock()
		d.keeper.stalled = stalled
		d.keeper.mu.Unlock()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		out, err := d.Type(ctx, "first", TypeOptions{})
		if !errors.Is(err, context.DeadlineExceeded) || out.Typed || out.Submitted {
			t.Errorf("outcome %+v, %v", out, err)
		}
		second := make(chan compose.Outcome)
		go func() {
			out, _ := send(t, d, "second", TypeOptions{})
			second <- out
		}()
		time.Sleep(time.Minute)
		close(stalled)
		d.keeper.mu.Lock()
		d.keeper.stalled = nil
		d.keeper.mu.Unlock()
		if out := <-second; !out.Submitted {
			t.Errorf("outcome %+v", out)
		}
		time.Sleep(10 * time.Second)
		if diff := cmp.Diff([]string{"first", "second"}, d.submitted()); diff != "" {
			t.Error(diff)
		}
		shut(t, d.Terminal)
	})
}

func TestCloseWithdrawsWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "draft:abc")
		synctest.Wait()
		done := make(chan error)
		go func() {
			_, err := d.Type(t.Context(), "hello", TypeOptions{})
			done <- err
		}()
		synctest.Wait()
		shut(t, d.Terminal)
		if err := <-done; !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
	})
}

func TestCloseLetsAUnitComeToItsEnter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "normal")
		synctest.Wait()
		typed := make(chan struct{})
		done := make(chan compose.Outcome)
		go func() {
			out, err := d.Type(t.Context(), "hello", TypeOptions{Receipt: func(stage, _ string) {
				if stage == Typed {
					close(typed)
				}
			}})
			if err != nil {
				t.Error(err)
			}
			done <- out
		}()
		<-typed
		go shut(t, d.Terminal)
		if out := <-done; !out.Submitted {
			t.Errorf("outcome %+v", out)
		}
		if diff := cmp.Diff([]string{"hello"}, d.submitted()); diff != "" {
			t.Error(diff)
		}
	})
}

func TestCloseDoesNotWaitLongForAStalledProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "normal")
		synctest.Wait()
		d.keeper.mu.Lock()
		d.keeper.stalled = make(chan struct{})
		d.keeper.mu.Unlock()
		done := make(chan error)
		go func() {
			out, err := d.Type(t.Context(), "hello", TypeOptions{})
			if out.Typed || out.Submitted {
				t.Errorf("outcome %+v", out)
			}
			done <- err
		}()
		synctest.Wait()
		start := time.Now()
		go shut(t, d.Terminal)
		if err := <-done; err == nil {
			t.Error("no error")
		}
		if took := time.Since(start); took > closeGrace {
			t.Errorf("Close took %v", took)
		}
	})
}

func TestAKeyJustTypedHoldsASendUntilItShows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "normal")
		synctest.Wait()
		// The screen is still that of the empty composer when the send comes.
		press(t, d.Terminal, "w", "d")
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if out, err := d.Type(ctx, "hello", TypeOptions{}); err == nil || out.Typed {
			t.Errorf("outcome %+v, %v", out, err)
		}
		if got := d.submitted(); len(got) > 0 {
			t.Errorf("submitted %q", got)
		}
		shut(t, d.Terminal)
	})
}

func TestAReportOfTheOperatorsTerminalHoldsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "normal")
		synctest.Wait()
		press(t, d.Terminal, "w", "\x1b[I\x1b[<35;10;10M")
		var r receipts
		if out, err := send(t, d, "hello", TypeOptions{Receipt: r.add}); err != nil || !out.Submitted || r.has(Held) {
			t.Errorf("outcome %+v, %v, receipts %q", out, err, r.stages)
		}
		shut(t, d.Terminal)
	})
}

func TestInputIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "normal")
		synctest.Wait()
		d.keeper.mu.Lock()
		d.keeper.stalled = make(chan struct{})
		d.keeper.mu.Unlock()
		press(t, d.Terminal, "w", "x")
		synctest.Wait()
		if err := d.Input(t.Context(), "w", make([]byte, maxKeys)); err != nil {
			t.Error(err)
		}
		if err := d.Input(t.Context(), "w", []byte("x")); err == nil {
			t.Error("a byte too many was accepted")
		}
		shut(t, d.Terminal)
	})
}

func TestWhyAUnitIsHeld(t *testing.T) {
	now := time.Unix(1000, 0)
	mail := TypeOptions{HoldForDialog: true}
	for name, c := range map[string]struct {
		sight sight
		o     TypeOptions
		age   time.Duration
		want  string
	}{
		"an empty composer":              {sight{state: compose.Empty}, mail, 0, ""},
		"a text in it":                   {sight{state: compose.Draft}, TypeOptions{}, 0, holdText},
		"a dialog, for mail":             {sight{state: compose.Dialog}, mail, 0, holdDialog},
		"a dialog, for a send":           {sight{state: compose.Dialog}, TypeOptions{}, 0, ""},
		"a dialog that the status tells": {sight{state: compose.Unknown, waiting: true}, mail, 0, holdDialog},
		"the same, for a send":           {sight{state: compose.Unknown, waiting: true}, TypeOptions{}, 0, ""},
		"starting":                       {sight{state: compose.Starting}, TypeOptions{}, 0, holdStarting},
		"starting for too long":          {sight{state: compose.Starting}, TypeOptions{}, startLimit, ""},
		"nothing known":                  {sight{state: compose.Unknown}, mail, 0, ""},
		"half drawn":                     {sight{state: compose.Empty, drawing: now.Add(1)}, TypeOptions{}, 0, holdDrawing},
		"drawn for too long":             {sight{state: compose.Empty, drawing: now}, TypeOptions{}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var g gate
			if got, _ := g.holdLocked(&unit{o: c.o, accepted: now.Add(-c.age)}, now, c.sight); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
