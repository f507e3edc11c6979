package term

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"junto/internal/vt"
)

// open opens a terminal over a ring, and closes it with the test.
func open(t testing.TB, ring *fakeRing, keeper *fakeKeeper, change func(*Options)) *Terminal {
	t.Helper()
	o := Options{ID: 7, Keeper: keeper, Cols: 80, Rows: 24}
	if ring != nil {
		o.Ring = ring
	}
	if change != nil {
		change(&o)
	}
	term, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shut(t, term) })
	return term
}

// shut closes a terminal.
func shut(t testing.TB, term *Terminal) {
	t.Helper()
	if err := term.Close(); err != nil {
		t.Error(err)
	}
}

// press types keys in a window.
func press(t testing.TB, term *Terminal, window, keys string) {
	t.Helper()
	if err := term.Input(t.Context(), window, []byte(keys)); err != nil {
		t.Error(err)
	}
}

// until waits for output until a condition holds.
func until(t testing.TB, term *Terminal, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for !holds() {
		select {
		case <-term.Changed():
		case <-term.Ended():
			if !holds() {
				t.Fatalf("%s: not so at the program's end", what)
			}
			return
		case <-ctx.Done():
			t.Fatalf("%s: still not so", what)
		}
	}
}

func parsed(term *Terminal) uint64 {
	_, off := term.Snapshot()
	return off
}

func TestOutputBecomesTheScreen(t *testing.T) {
	ring := newRing(0)
	term := open(t, ring, newKeeper(ring), nil)
	ring.put([]byte("hello\r\nworld\x1b]2;a title\x07"))
	until(t, term, "world is shown", func() bool { return len(term.Text(10)) == 2 })
	if got := term.Text(10); got[0] != "hello" || got[1] != "world" {
		t.Errorf("text %q", got)
	}
	if got := term.Title(); got != "a title" {
		t.Errorf("title %q", got)
	}
}

func TestAnEndedProgramStaysReadable(t *testing.T) {
	ring := newRing(0)
	keeper := newKeeper(ring)
	term := open(t, ring, keeper, nil)
	ring.put([]byte("last words"))
	ring.end()
	<-term.Ended()
	if got := term.Text(1); got[0] != "last words" {
		t.Errorf("text %q", got)
	}
	if err := term.Input(t.Context(), "w", []byte("x")); err == nil {
		t.Error("input was accepted after the end")
	}
	if _, err := term.Type(t.Context(), "x", TypeOptions{}); err == nil {
		t.Error("a text was accepted after the end")
	}
}

func TestQueriesAreAnsweredExactlyOnceOverRestarts(t *testing.T) {
	const ask, answer = "\x1b[5n", "\x1b[0n"
	ring := newRing(0)
	keeper := newKeeper(ring)
	file := filepath.Join(t.TempDir(), "checkpoint")
	for round := range 4 {
		before, _ := os.ReadFile(file)
		ring.put([]byte("text" + ask + "more\r\n")) // one is asked while no daemon runs
		term, err := Open(t.Context(), Options{ID: 1, Ring: ring, Keeper: keeper, Cols: 80, Rows: 24, Checkpoint: file})
		if err != nil {
			t.Fatal(err)
		}
		ring.put([]byte(ask))
		want := strings.Repeat(answer, 2*round+2)
		for string(keeper.written()) != want {
			select {
			case <-keeper.wrote:
			case <-time.After(10 * time.Second):
				t.Fatalf("round %d: got %q, want %q", round, keeper.written(), want)
			}
		}
		if err := term.Close(); err != nil {
			t.Fatal(err)
		}
		if round%2 == 1 { // as if killed: the next one has the checkpoint before
			if err := os.WriteFile(file, before, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestAProgramThatAsksAndNeverReadsBlocksNothing(t *testing.T) {
	ring := newRing(0)
	keeper := newKeeper(ring)
	keeper.stalled = make(chan struct{})
	var log lockedBuffer
	term := open(t, ring, keeper, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	ring.put(bytes.Repeat([]byte("\x1b[c"), maxAnswers))
	ring.put([]byte("\x1b[2J\x1b[Hstill parsed"))
	until(t, term, "the rest is parsed", func() bool { l := term.Text(1); return len(l) > 0 && l[0] == "still parsed" })
	if n := strings.Count(log.String(), "are dropped"); n != 1 {
		t.Errorf("logged %d times", n)
	}
	close(keeper.stalled)
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestACheckpointIsWrittenWhenOutputIsQuietAndThenNoTimerRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring := newRing(0)
		file := filepath.Join(t.TempDir(), "checkpoint")
		term := open(t, ring, newKeeper(ring), func(o *Options) { o.Checkpoint = file })
		ring.put([]byte("one"))
		synctest.Wait()
		time.Sleep(quietAfter - time.Second)
		ring.put([]byte(" two"))
		synctest.Wait()
		time.Sleep(quietAfter - time.Second)
		if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
			t.Fatalf("a checkpoint while output flows: %v", err)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		c, err := ReadCheckpoint(file)
		if err != nil || c.Offset != 7 {
			t.Fatalf("checkpoint %+v, %v", c.Offset, err)
		}
		if info, _ := os.Stat(file); info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v", info.Mode())
		}
		if ring.released != 7 {
			t.Errorf("released up to %d", ring.released)
		}
		if err := os.Remove(file); err != nil {
			t.Error(err)
		}
		time.Sleep(24 * time.Hour)
		if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
			t.Error("an idle terminal writes checkpoints")
		}
		shut(t, term)
	})
}

func TestOutputThatIsNeverQuietIsSavedToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring := newRing(0)
		file := filepath.Join(t.TempDir(), "checkpoint")
		term := open(t, ring, newKeeper(ring), func(o *Options) { o.Checkpoint = file })
		for range 2 * saveAtLatest / time.Second {
			ring.put([]byte("."))
			time.Sleep(time.Second)
		}
		c, err := ReadCheckpoint(file)
		if err != nil || c.Offset < 290 {
			t.Errorf("checkpoint at %d, %v", c.Offset, err)
		}
		shut(t, term)
	})
}

func TestADiskThatIsFullStopsNoProgram(t *testing.T) {
	ring := newRing(64 << 10)
	var log lockedBuffer
	term := open(t, ring, newKeeper(ring), func(o *Options) {
		o.Checkpoint, o.CheckpointEvery = filepath.Join(t.TempDir(), "no such folder", "checkpoint"), 16<<10
		o.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	ring.put(bytes.Repeat([]byte("0123456789abcde\n"), 64<<10))
	ring.end()
	<-term.Ended()
	if parsed(term) != 1<<20 || !strings.Contains(log.String(), "no new checkpoint") {
		t.Errorf("parsed %d, log %q", parsed(term), log.String())
	}
}

func TestASmallRingNeverStopsTheProgram(t *testing.T) {
	ring := newRing(64 << 10)
	file := filepath.Join(t.TempDir(), "checkpoint")
	term := open(t, ring, newKeeper(ring), func(o *Options) {
		o.Checkpoint, o.CheckpointEvery = file, 32<<10
	})
	var want []string
	for i := range 20000 {
		line := fmt.Sprint("line ", i)
		ring.put([]byte(line + "\r\n"))
		want = append(want, line)
	}
	ring.end()
	<-term.Ended()
	got := term.Text(100)
	for i, line := range want[len(want)-100:] {
		if got[i] != line {
			t.Fatalf("line %d is %q, want %q", i, got[i], line)
		}
	}
	if err := term.Close(); err != nil {
		t.Error(err)
	}
	if rest, _ := filepath.Glob(file + ".*"); len(rest) > 0 {
		t.Errorf("left behind: %v", rest)
	}
}

func TestABadCheckpointIsPutAsideAndTheRingReplayed(t *testing.T) {
	good := Checkpoint{Offset: 4, Cols: 80, Rows: 24, Title: "t", Screen: []byte("old ")}.encode()
	flipped := bytes.Clone(good)
	flipped[len(flipped)-6] ^= 1
	ahead := Checkpoint{Offset: 1000, Cols: 80, Rows: 24, Screen: []byte("another's")}.encode()
	for name, b := range map[string][]byte{
		"empty": {}, "short": good[:10], "torn": good[:len(good)-1], "flipped": flipped,
		"not one": bytes.Repeat([]byte("x"), 100), "of another terminal": ahead,
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "checkpoint")
			if err := os.WriteFile(file, b, 0o600); err != nil {
				t.Fatal(err)
			}
			ring := newRing(0)
			ring.put([]byte("all of it"))
			var log lockedBuffer
			term := open(t, ring, newKeeper(ring), func(o *Options) {
				o.Checkpoint, o.Log = file, slog.New(slog.NewTextHandler(&log, nil))
			})
			if got := term.Text(1)[0]; got != "all of it" {
				t.Errorf("text %q", got)
			}
			if _, err := os.Stat(file + ".bad"); err != nil {
				t.Error(err)
			}
			if !strings.Contains(log.String(), "The checkpoint is unusable") {
				t.Errorf("log %q", log.String())
			}
		})
	}
}

func TestAPanicOfTheEmulatorCostsOneScreen(t *testing.T) {
	ring := newRing(0)
	term := open(t, ring, newKeeper(ring), nil)
	ring.put([]byte("before"))
	until(t, term, "before is shown", func() bool { return parsed(term) == 6 })
	viewer := term.Attach(t.Context(), 0, false)
	f, err := viewer.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	viewer.Ack(f.Offset)
	term.screen.mu.Lock()
	term.screen.vt = nil // its next use panics
	term.screen.mu.Unlock()
	ring.put([]byte("poison"))
	f, err = viewer.Next(t.Context())
	if err != nil || !f.Snapshot {
		t.Fatalf("frame %+v, %v", f, err)
	}
	ring.put([]byte("after"))
	until(t, term, "after is shown", func() bool { l := term.Text(1); return len(l) > 0 && l[0] == "after" })
}

func TestWhatIsLeftOfATerminal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "checkpoint")
	ring := newRing(0)
	term := open(t, ring, newKeeper(ring), func(o *Options) { o.Checkpoint = file })
	ring.put([]byte("\x1b]2;title\x07the last screen"))
	until(t, term, "it is shown", func() bool { return len(term.Text(1)) > 0 })
	if err := term.Close(); err != nil {
		t.Fatal(err)
	}
	left := open(t, nil, nil, func(o *Options) { o.Checkpoint = file })
	<-left.Ended()
	if got := left.Text(1)[0]; got != "the last screen" || left.Title() != "title" {
		t.Errorf("text %q, title %q", got, left.Title())
	}
}

func TestWhatHappenedBeforeARestartIsNotToldAgain(t *testing.T) {
	ring := newRing(0)
	ring.put([]byte("\x07\x1b]9;done\x07\x1b]7501;state=idle\x07"))
	term := open(t, ring, newKeeper(ring), nil)
	for _, e := range term.TakeEvents() {
		if e.Kind == vt.EventBell || e.Kind == vt.EventNotify {
			t.Errorf("told again: %+v", e)
		}
	}
}
