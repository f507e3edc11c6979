package term

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"junto/internal/vt"
)

// page is a viewer's side: an emulator that does with frames what a page does.
type page struct {
	vt     *vt.Terminal
	off    uint64
	resets int
}

func (p *page) show(f Frame) {
	if f.Snapshot {
		p.vt = vt.New(vt.Options{Cols: f.Cols, Rows: f.Rows})
		p.resets++
	} else if cols, rows := p.vt.Size(); cols != f.Cols || rows != f.Rows {
		p.vt.Resize(f.Cols, f.Rows)
	}
	p.vt.Write(f.Data)
	p.off = f.Offset
}

// state is all that can be seen of an emulator. That blanks at the end were
// written or not cannot be seen.
func state(e *vt.Terminal) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %q %+v %+v\n%q\n", e.Title(), e.Cwd(), e.Cursor(), e.Modes(), strings.TrimRight(strings.Join(e.Text(1<<20), "\n"), " \n"))
	cols, rows := e.Size()
	for y := range rows {
		for x := range cols {
			c := e.Cell(x, y)
			if c.Text == "" && c.Width == 1 {
				c.Text = " "
			}
			fmt.Fprintf(&b, "%q%v", c.Text, c.Style)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// stateOf is all that can be seen of a terminal.
func stateOf(t *Terminal) string {
	t.screen.mu.Lock()
	defer t.screen.mu.Unlock()
	return state(t.screen.vt)
}

// catchUp shows frames until there are none for now. In a synctest bubble.
func (p *page) catchUp(t testing.TB, v *Viewer, ack bool) {
	t.Helper()
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		f, err := v.Next(ctx)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		p.show(f)
		if ack {
			v.Ack(f.Offset)
		}
	}
}

// act is one thing that happens to a terminal and its viewer.
type act struct {
	kind       int
	output     []byte
	cols, rows int
}

const (
	actOutput = iota
	actResize
	actRead
	actReconnect
)

func TestFramesFromAnyAttachMakeTheSameScreen(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		acts := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) act {
			return act{
				kind:   rapid.SampledFrom([]int{actOutput, actOutput, actResize, actRead, actReconnect}).Draw(rt, "kind"),
				output: stream(rt, "output"),
				cols:   rapid.IntRange(30, 60).Draw(rt, "cols"),
				rows:   rapid.IntRange(2, 20).Draw(rt, "rows"),
			}
		}), 1, 12).Draw(rt, "acts")
		var got, want string
		synctest.Test(t, func(t *testing.T) { got, want = play(t, acts) })
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatal(diff)
		}
	})
}

// play returns what a viewer and the terminal itself show after all acts.
func play(t *testing.T, acts []act) (viewed, want string) {
	ring := newRing(0)
	term := open(t, ring, newKeeper(ring), func(o *Options) { o.Cols, o.Rows = 40, 10 })
	defer shut(t, term)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var p page
	v := term.Attach(ctx, 0, false)
	for _, a := range acts {
		switch a.kind {
		case actOutput:
			ring.put(a.output)
			synctest.Wait()
		case actResize:
			term.Resize("w", a.cols, a.rows)
			time.Sleep(2 * resizeSettle)
		case actRead:
			p.catchUp(t, v, true)
		case actReconnect:
			v.Close()
			v = term.Attach(ctx, p.off, p.vt != nil)
		}
	}
	p.catchUp(t, v, true)
	return state(p.vt), stateOf(term)
}

func TestADroppedConnectionGoesOnWhereItWas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring := newRing(0)
		term := open(t, ring, newKeeper(ring), nil)
		ring.put([]byte("one"))
		synctest.Wait()
		var p page
		v := term.Attach(t.Context(), 0, false)
		p.catchUp(t, v, true)
		v.Close()
		if _, err := v.Next(t.Context()); !errors.Is(err, ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
		ring.put([]byte(" two"))
		synctest.Wait()
		v = term.Attach(t.Context(), p.off, true)
		f, err := v.Next(t.Context())
		if err != nil || f.Snapshot || string(f.Data) != " two" || f.Offset != 7 {
			t.Errorf("frame %+v, %v", f, err)
		}
		for name, from := range map[string]uint64{"an offset that never was": 100, "one that the ring has lost": 2} {
			ring.drop(3)
			v := term.Attach(t.Context(), from, true)
			if f, err := v.Next(t.Context()); err != nil || !f.Snapshot {
				t.Errorf("%s: frame %+v, %v", name, f, err)
			}
		}
		shut(t, term)
	})
}

func TestAViewerThatDoesNotAckIsSentOneWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring := newRing(0)
		term := open(t, ring, newKeeper(ring), nil)
		v := term.Attach(t.Context(), 0, false)
		var p page
		p.catchUp(t, v, false)
		ring.put(bytes.Repeat([]byte("0123456789\r\n"), skipBehind/12))
		synctest.Wait()
		p.catchUp(t, v, false)
		if sent := p.off; sent < window || sent > window+maxFrame {
			t.Errorf("sent %d bytes without an ack", sent)
		}
		v.Ack(p.off)
		p.catchUp(t, v, true)
		if p.off != ring.End() || p.resets != 1 {
			t.Errorf("stopped at %d of %d, reset %d times", p.off, ring.End(), p.resets)
		}
		shut(t, term)
	})
}

func TestASlowViewerSkipsAndOthersDoNotNotice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring := newRing(0)
		term := open(t, ring, newKeeper(ring), nil)
		var slow, quick page
		sv, qv := term.Attach(t.Context(), 0, false), term.Attach(t.Context(), 0, false)
		slow.catchUp(t, sv, false)
		quick.catchUp(t, qv, true)
		for i := range 100 {
			ring.put(bytes.Repeat(fmt.Appendf(nil, "%d\r\n", i), 10000))
			synctest.Wait()
			quick.catchUp(t, qv, true)
		}
		if quick.resets != 1 || quick.off != ring.End() {
			t.Errorf("the quick one was reset %d times and is at %d of %d", quick.resets, quick.off, ring.End())
		}
		slow.catchUp(t, sv, false)
		sv.Ack(slow.off)
		slow.catchUp(t, sv, true)
		if slow.resets != 3 || slow.off != ring.End() {
			t.Errorf("the slow one was reset %d times and is at %d of %d", slow.resets, slow.off, ring.End())
		}
		// The present first, and then the scrollback that it missed.
		if diff := cmp.Diff(term.Text(1<<20), slow.vt.Text(1<<20)); diff != "" {
			t.Error(diff)
		}
		shut(t, term)
	})
}

// Ctrl-C in a flood is seen behind one frame, however much was printed before
// it; what the flood left in the scrollback follows once it is over.
func TestThePromptAfterAFloodIsNotBehindTheFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring := newRing(0)
		term := open(t, ring, newKeeper(ring), nil)
		v := term.Attach(t.Context(), 0, false)
		v.Keep(300)
		var p page
		p.catchUp(t, v, true)
		next := func() Frame {
			f, err := v.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			p.show(f)
			return f
		}
		sent := 0
		for range 200 {
			ring.put(bytes.Repeat([]byte("y\r\n"), 2*skipBehind/3))
			synctest.Wait()
			f := next()
			v.Ack(f.Offset)
			sent += len(f.Data)
		}
		if sent > 2*window {
			t.Errorf("%d bytes were sent of a flood that is not read", sent)
		}
		ring.put([]byte("^C\r\n$ "))
		synctest.Wait()
		for !strings.Contains(strings.Join(p.vt.Text(3), " "), "^C $") {
			f := next()
			if len(f.Data) > 4<<10 {
				t.Fatalf("the prompt is behind %d bytes", len(f.Data))
			}
			v.Ack(f.Offset)
		}
		if lines := len(p.vt.Text(1 << 20)); lines > 24+2 {
			t.Errorf("the screen came with %d lines", lines)
		}
		p.catchUp(t, v, true)
		if lines := len(p.vt.Text(1 << 20)); lines != 300+24 {
			t.Errorf("%d lines after the flood", lines)
		}
		shut(t, term)
	})
}

func TestFramesArePaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring := newRing(0)
		term := open(t, ring, newKeeper(ring), nil)
		v := term.Attach(t.Context(), 0, false)
		var p page
		p.catchUp(t, v, true)
		start, frames := time.Now(), 0
		go func() {
			for range 1000 {
				ring.put([]byte("x"))
				time.Sleep(time.Millisecond)
			}
			ring.end()
		}()
		for {
			f, err := v.Next(t.Context())
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			v.Ack(f.Offset)
			frames++
		}
		if took := time.Since(start); frames > 62 || frames < 50 || took > 1100*time.Millisecond {
			t.Errorf("%d frames in %v", frames, took)
		}
		if _, err := v.Next(t.Context()); !errors.Is(err, io.EOF) {
			t.Errorf("after the end: %v", err)
		}
		shut(t, term)
	})
}

func TestASynchronizedUpdateIsShownWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring := newRing(0)
		term := open(t, ring, newKeeper(ring), nil)
		v := term.Attach(t.Context(), 0, false)
		var p page
		p.catchUp(t, v, true)
		next := func() string {
			f, err := v.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			v.Ack(f.Offset)
			return string(f.Data)
		}
		start := time.Now()
		ring.put([]byte("before\x1b[?2026hfirst "))
		synctest.Wait()
		ring.put([]byte("half\x1b[?2026l after\x1b[?2026hmore"))
		synctest.Wait()
		if got := next(); got != "before\x1b[?2026hfirst half\x1b[?2026l" {
			t.Errorf("frame %q", got)
		}
		if took := time.Since(start); took > frameEvery {
			t.Errorf("it took %v", took)
		}
		// One that is never ended is shown after a while.
		if got := next(); got != " after\x1b[?2026hmore" {
			t.Errorf("frame %q", got)
		}
		if took := time.Since(start); took < syncHold || took > 2*syncHold {
			t.Errorf("it took %v", took)
		}
		shut(t, term)
	})
}

func TestViewersAreToldEachSizeInItsPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring := newRing(0)
		term := open(t, ring, newKeeper(ring), nil)
		v := term.Attach(t.Context(), 0, false)
		var p page
		p.catchUp(t, v, true)
		var want []string
		for i := range 5 {
			ring.put([]byte("text"))
			synctest.Wait()
			term.Resize("w", 100+i, 30)
			time.Sleep(2 * resizeSettle)
			want = append(want, fmt.Sprint(4*i+4, " ", 80+min(i, 1)*(20+i-1)), fmt.Sprint(4*i+4, " ", 100+i))
		}
		var got []string
		for range want {
			f, err := v.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprint(f.Offset, " ", f.Cols))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("got %v, want %v", got, want)
		}
		shut(t, term)
	})
}

func TestARestartFromAnyCheckpointMakesTheSameScreen(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		all := stream(rt, "output")
		cut := rapid.IntRange(0, len(all)).Draw(rt, "cut")
		ring := newRing(0)
		file := filepath.Join(t.TempDir(), "checkpoint")
		change := func(o *Options) { o.Checkpoint, o.Cols, o.Rows = file, 40, 10 }
		ring.put(all[:cut])
		shut(t, open(t, ring, newKeeper(ring), change))
		ring.put(all[cut:])
		again := open(t, ring, newKeeper(ring), change)
		defer shut(t, again)
		whole := vt.New(vt.Options{Cols: 40, Rows: 10})
		whole.Write(all)
		if diff := cmp.Diff(state(whole), stateOf(again)); diff != "" {
			rt.Fatalf("cut at %d of %q\n%s", cut, all, diff)
		}
	})
}
