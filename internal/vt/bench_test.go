package vt

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// ptyRead is about what one read from a PTY returns.
const ptyRead = 4 << 10

// cpuSeconds is the CPU time of this process, garbage collection included.
func cpuSeconds() float64 {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	seconds := func(t unix.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return seconds(u.Utime) + seconds(u.Stime)
}

// feed writes data as it would come from a PTY.
func feed(t *Terminal, data []byte) {
	for len(data) > 0 {
		n := min(ptyRead, len(data))
		t.Write(data[:n])
		data = data[n:]
	}
}

// BenchmarkWrite reports, for each corpus, megabytes per second of CPU time.
func BenchmarkWrite(b *testing.B) {
	for _, c := range corpora {
		b.Run(c.name, func(b *testing.B) { benchmarkWrite(b, c.make()) })
	}
	b.Run("recordings", func(b *testing.B) {
		var all []byte
		for _, rec := range recordings(b) {
			all = append(all, bytes.Join(rec.chunks, nil)...)
		}
		benchmarkWrite(b, all)
	})
}

func benchmarkWrite(b *testing.B, data []byte) {
	term := New(Options{Cols: 200, Rows: 50})
	feed(term, data)
	b.SetBytes(int64(len(data)))
	b.ResetTimer()
	start := cpuSeconds()
	for b.Loop() {
		feed(term, data)
		term.TakeReplies()
		term.TakeEvents()
	}
	b.ReportMetric(float64(len(data))*float64(b.N)/1e6/(cpuSeconds()-start), "MB/cpu-s")
}

// typical is a terminal of 200×50 that printed 10 000 lines of some 75 characters.
func typical() *Terminal {
	term := New(Options{Cols: 200, Rows: 50})
	r := rand.New(rand.NewPCG(1, 1))
	for range 10_050 {
		term.Write([]byte(prose(r, 50+r.IntN(50)) + "\r\n"))
	}
	return term
}

// styledLines is one whose lines are 190 columns of coloured words.
func styledLines() *Terminal {
	term := New(Options{Cols: 200, Rows: 50})
	var b bytes.Buffer
	r := rand.New(rand.NewPCG(1, 1))
	for range 10_050 {
		for range 27 {
			fmt.Fprintf(&b, "\x1b[38;5;%dm%s\x1b[0m ", r.IntN(256), word(r))
		}
		b.WriteString("\r\n")
	}
	feed(term, b.Bytes())
	return term
}

func BenchmarkRead(b *testing.B) {
	for _, kind := range []struct {
		name string
		make func() *Terminal
	}{{"typical", typical}, {"styled", styledLines}} {
		term := kind.make()
		i := 0
		for _, read := range []struct {
			name string
			do   func()
		}{
			{"screen", func() { term.Screen() }},
			{"last500", func() { term.Text(500) }},
			{"snapshot", func() { term.Snapshot() }},
			{"resize", func() { i++; term.Resize(200-60*(i%2), 50) }},
		} {
			b.Run(kind.name+"/"+read.name, func(b *testing.B) {
				b.ReportAllocs()
				start := cpuSeconds()
				for b.Loop() {
					read.do()
				}
				b.ReportMetric((cpuSeconds()-start)*1e3/float64(b.N), "cpu-ms/op")
			})
		}
	}
}

// heapOf returns the bytes that a value keeps, as the mean over n of them.
func heapOf[V any](n int, make func() V) uint64 {
	kept := []V{}
	before := heap()
	for range n {
		kept = append(kept, make())
	}
	after := heap()
	runtime.KeepAlive(kept)
	return (after - before) / uint64(n)
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestMemoryOfATerminal(t *testing.T) {
	idle := heapOf(100, func() *Terminal {
		term := New(Options{Cols: 200, Rows: 50})
		term.Write([]byte("\x1b]0;title\x07\x1b[1muser@host\x1b[0m:\x1b[34m~\x1b[0m$ "))
		return term
	})
	full := heapOf(4, typical)
	t.Logf("idle %d KB, 10 000 typical lines %d KB, 10 000 coloured lines %d KB", idle>>10, full>>10, heapOf(2, styledLines)>>10)
	if limit := uint64(50 << 10); idle > limit {
		t.Errorf("an idle terminal keeps %d bytes, want at most %d", idle, limit)
	}
	if limit := uint64(2 << 20); full > limit {
		t.Errorf("10 000 typical lines keep %d bytes, want at most %d", full, limit)
	}
}
