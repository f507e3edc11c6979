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

func TestASendIsCalledWhatItCameTo(t *testing.T) {
	for _, c := range []struct {
		modes string
		text  string
		want  []string // what the agent takes as messages
	}{
		{"normal", "hello", []string{"hello"}},
		{"normal", "one\ntwo\n\nthree", []string{"one\ntwo\n\nthree"}},
		{"normal", strings.Repeat("a line of text\n", 400) + "end", nil},
		{"no-bracketed-paste", "one line", []string{"one line"}},
		{"no-bracketed-paste", "one\ntwo", []string{"one two"}},
		{"placeholder", "hello", nil},
		{"splash:3s", "hello", nil},
		{"late-enter:2s", "hello", nil},
		{"slow-digest:50ms", "hello", nil},
		{"slow-digest:500ms", "hello", nil},
		{"slow-digest:2s", "hello\nyou", nil},
		{"paste-burst", "hello", nil},
		{"paste-burst,no-bracketed-paste", "hello", nil},
		{"drop-enter", "hello", nil},
		{"drop-enter:2", "hello", nil},
		{"alt-screen", "hello", nil},
		{"main-screen", "hello", nil},
		{"spinner", "hello", nil},
		{"static-title", "hello", nil},
		{"no-title", "hello", nil},
		{"kitty:5", "hello", nil},
		{"kitty:8", "hello", nil},
		{"kitty:31", "hello", nil},
		{"osc7501", "hello", nil},
		{"background", "hello", nil},
		{"idle-animation", "hello", nil},
		{"stale-interrupt", "hello", nil},
	} {
		t.Run(c.modes+"/"+c.text[:min(len(c.text), 8)], func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := startDemo(t, c.modes)
				synctest.Wait()
				var r receipts
				out, err := send(t, d, c.text, TypeOptions{Receipt: r.add})
				if c.want == nil {
					c.want = []string{c.text}
				}
				if err != nil || !out.Typed || !out.Submitted || len(out.Evidence) == 0 {
					t.Errorf("outcome %+v, %v", out, err)
				}
				if diff := cmp.Diff(c.want, d.submitted()); diff != "" {
					t.Error(diff)
				}
				if !r.has(Accepted) || !r.has(Typed) || !r.has(Submitted) {
					t.Errorf("receipts %q", r.stages)
				}
				d.Close()
			})
		})
	}
}

func TestAnEnterThatIsAlwaysLostIsToldAsNotSubmitted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "drop-enter:1000")
		synctest.Wait()
		out, err := send(t, d, "hello", TypeOptions{})
		if err != nil || !out.Typed || out.Submitted {
			t.Errorf("outcome %+v, %v", out, err)
		}
		if got := d.submitted(); len(got) > 0 {
			t.Errorf("submitted %q", got)
		}
		d.Close()
	})
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
		d.Close()
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
				d.Input(t.Context(), "w", []byte("half a thought"))
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
				d.Input(t.Context(), "w", []byte(c.end))
				if out := <-done; !out.Submitted {
					t.Errorf("outcome %+v", out)
				}
				time.Sleep(time.Second)
				if diff := cmp.Diff(c.want, d.submitted()); diff != "" {
					t.Error(diff)
				}
				d.Close()
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
		d.Close()
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
		d.Close()
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
		d.Input(t.Context(), "w", []byte("k"))
		if took := time.Since(start); took > 0 {
			t.Errorf("Input waited for %v", took)
		}
		if out := <-done; !out.Submitted {
			t.Errorf("outcome %+v", out)
		}
		d.Input(t.Context(), "w", []byte("ey\r"))
		time.Sleep(time.Second)
		if diff := cmp.Diff([]string{"from the machine", "key"}, d.submitted()); diff != "" {
			t.Error(diff)
		}
		d.Close()
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
		d.Close()
	})
}

func TestAPasteCannotEscapeItsBrackets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "normal")
		synctest.Wait()
		out, err := send(t, d, "ls\x1b[201~id\r\x03\x04\x15 \x1b[20\x1b[201~1~ done\u009b201~", TypeOptions{})
		if err != nil || !out.Submitted {
			t.Errorf("outcome %+v, %v", out, err)
		}
		if got := d.submitted(); len(got) != 1 || strings.ContainsAny(got[0], "\x1b\x03\x04\x15\u009b") {
			t.Errorf("submitted %q", got)
		}
		if keys := d.records("key"); !slices.Equal(keys, []string{"Enter"}) {
			t.Errorf("keys %q", keys)
		}
		d.Close()
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
		d.Close()
		if err := <-done; !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
	})
}

func TestInputIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "normal")
		synctest.Wait()
		d.keeper.mu.Lock()
		d.keeper.stalled = make(chan struct{})
		d.keeper.mu.Unlock()
		d.Input(t.Context(), "w", []byte("x"))
		synctest.Wait()
		if err := d.Input(t.Context(), "w", make([]byte, maxKeys)); err != nil {
			t.Error(err)
		}
		if err := d.Input(t.Context(), "w", []byte("x")); err == nil {
			t.Error("a byte too many was accepted")
		}
		d.Close()
	})
}

func TestWhatIsCalledSubmittedWasSubmitted(t *testing.T) {
	for _, c := range []struct{ modes, text string }{
		{"vim-normal", "hello"},
		{"transcript", "hello"},
		{"rewind", "hello"},
		{"menu", "hello"},
		{"menu", "2"},
		{"rate-limit", "hello"},
		{"rate-limit:exit", "hello"},
		{"crash", "hello"},
		{"contradictory", "hello"},
		{"no-approvals", "tool ls"},
		{"normal", "ask"},
		{"normal", "tool ls"},
		{"normal", "exit"},
		{"normal", "/help"},
		{"late-slash:1s", "/model"},
		{"splash:200s", "hello"},
		{"slow-digest:20s", "hello"},
		{"late-enter:30s", "hello"},
		{"drop-enter:4", "hello"},
		{"osc7501,spinner,alt-screen", "hello"},
	} {
		t.Run(c.modes+" "+c.text, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := startDemo(t, c.modes)
				synctest.Wait()
				var r receipts
				out, err := send(t, d, c.text, TypeOptions{Receipt: r.add})
				got := d.submitted()
				if len(got) > 1 || len(got) == 1 && got[0] != c.text {
					t.Errorf("submitted %q", got)
				}
				answered := len(d.records("answer")) > 0
				if out.Submitted && len(got) == 0 && !answered || !out.Submitted && len(got) > 0 {
					t.Errorf("outcome %+v, %v; submitted %q", out, err, got)
				}
				if out.Submitted != r.has(Submitted) || out.Typed != r.has(Typed) {
					t.Errorf("outcome %+v, receipts %q", out, r.stages)
				}
				d.Close()
			})
		})
	}
}
