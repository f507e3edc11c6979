package term

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"testing"
	"testing/synctest"

	"junto/internal/vt"
)

// lines is some output of a build, n lines of it.
func lines(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "\x1b[32m%06d\x1b[0m compile internal/term/reader.go: a line of quite usual length\r\n", i)
	}
	return b.Bytes()
}

// BenchmarkFollow is the way of output from the ring to the screen, with its
// checkpoints.
func BenchmarkFollow(b *testing.B) {
	out := lines(10000)
	b.SetBytes(int64(len(out)))
	ring := newRing(4 << 20)
	term := open(b, ring, newKeeper(ring), func(o *Options) {
		o.Checkpoint, o.Cols, o.Rows = filepath.Join(b.TempDir(), "checkpoint"), 200, 50
	})
	for b.Loop() {
		ring.put(out)
		for end, parsed := ring.End(), uint64(0); parsed < end; {
			<-term.Changed()
			term.screen.mu.Lock()
			parsed = term.screen.off
			term.screen.mu.Unlock()
		}
	}
}

// BenchmarkAttach is the time from an attach to its first frame, with a
// scrollback of 10,000 lines.
func BenchmarkAttach(b *testing.B) {
	ring := newRing(0)
	ring.put(lines(10000))
	term := open(b, ring, newKeeper(ring), func(o *Options) { o.Cols, o.Rows = 200, 50 })
	for b.Loop() {
		v := term.Attach(context.Background(), 0, false)
		f, err := v.Next(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		v.Close()
		b.SetBytes(int64(len(f.Data)))
	}
}

// BenchmarkResume is the time from an attach with an offset to its first frame.
func BenchmarkResume(b *testing.B) {
	ring := newRing(0)
	ring.put(lines(10000))
	term := open(b, ring, newKeeper(ring), func(o *Options) { o.Cols, o.Rows = 200, 50 })
	ring.put([]byte("news"))
	until(b, term, "it is parsed", func() bool { return parsed(term) == ring.End() })
	for b.Loop() {
		v := term.Attach(context.Background(), ring.End()-4, true)
		if f, err := v.Next(context.Background()); err != nil || f.Snapshot {
			b.Fatal(f.Snapshot, err)
		}
		v.Close()
	}
}

// BenchmarkIdle is what an idle terminal costs beside its emulator.
func BenchmarkIdle(b *testing.B) {
	const n = 300
	inUse := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc + m.StackInuse
	}
	for b.Loop() {
		var rings []*fakeRing
		for range n {
			ring := newRing(0)
			ring.put([]byte("$ "))
			rings = append(rings, ring)
		}
		before := inUse()
		var emulators []*vt.Terminal
		for range n {
			e := vt.New(vt.Options{Cols: 200, Rows: 50})
			e.Write([]byte("$ "))
			emulators = append(emulators, e)
		}
		emulator := inUse() - before
		runtime.KeepAlive(emulators)
		emulators = nil
		before = inUse()
		var terms []*Terminal
		for _, ring := range rings {
			terms = append(terms, open(b, ring, newKeeper(ring), func(o *Options) { o.Cols, o.Rows = 200, 50 }))
		}
		all := inUse() - before
		b.ReportMetric(float64(emulator)/n, "emulator-B")
		b.ReportMetric((float64(all)-float64(emulator))/n, "beside-B")
		for _, term := range terms {
			shut(b, term)
		}
	}
}

func TestAnIdleTerminalHasOneGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "normal")
		synctest.Wait()
		before := runtime.NumGoroutine()
		ring := newRing(0)
		term := open(t, ring, newKeeper(ring), nil)
		synctest.Wait()
		if n := runtime.NumGoroutine() - before; n != 1 {
			t.Errorf("%d goroutines", n)
		}
		shut(t, term)
		shut(t, d.Terminal)
	})
}
