package keep

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// BenchmarkOutput is output through a PTY, the keeper and the ring to a reader
// in another process.
func BenchmarkOutput(b *testing.B) {
	c, home := begin(b)
	path := filepath.Join(home, "log")
	line := strings.Repeat("the quick brown fox jumps over the lazy dog ", 2) + "\n"
	if err := os.WriteFile(path, []byte(strings.Repeat(line, 64<<20/len(line))), 0o600); err != nil {
		b.Fatal(err)
	}
	var read uint64
	var keeper time.Duration
	for b.Loop() {
		before := cpu(b, c.Keeper().PID)
		_, r := spawn(b, c, "stty -opost; exec cat "+path)
		n, err := copyRing(b.Context(), r, 0, discard{})
		if err != nil {
			b.Fatal(err)
		}
		read += n
		keeper += cpu(b, c.Keeper().PID) - before
	}
	b.ReportMetric(float64(read)/1e6/b.Elapsed().Seconds(), "MB/s")
	b.ReportMetric(float64(read)/1e6/keeper.Seconds(), "MB/keeper-cpu-s")
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// BenchmarkEcho is one key to a program and its echo back.
func BenchmarkEcho(b *testing.B) {
	c, _ := begin(b)
	held, r := spawn(b, c, "stty raw -echo; exec cat")
	buf := make([]byte, 4096)
	var off uint64
	for b.Loop() {
		if err := c.Write(b.Context(), held.ID, []byte("x"), 0); err != nil {
			b.Fatal(err)
		}
		if err := r.Wait(b.Context(), off); err != nil {
			b.Fatal(err)
		}
		n, err := r.Read(off, buf)
		if err != nil {
			b.Fatal(err)
		}
		off += uint64(n)
		r.Release(off)
	}
}

// BenchmarkIdle is what 300 terminals cost the keeper that do nothing.
func BenchmarkIdle(b *testing.B) {
	const many = 300
	for b.Loop() {
		c, _ := begin(b)
		spawn(b, c, "echo '$ '; exec sleep 1000")
		pid := c.Keeper().PID
		memory, threads, files := memoryOf(b, pid), threadsOf(b, pid), filesOf(b, pid)
		for range many {
			_, r := spawn(b, c, "echo '$ '; exec sleep 1000")
			if err := r.Wait(b.Context(), 1); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric((memoryOf(b, pid)-memory)/many, "KB/terminal")
		b.ReportMetric(float64(threadsOf(b, pid)-threads)/many, "threads/terminal")
		b.ReportMetric(float64(filesOf(b, pid)-files)/many, "files/terminal")
		before, began := cpu(b, pid), time.Now()
		time.Sleep(2 * time.Second) // what is measured is the doing of nothing
		b.ReportMetric(100*(cpu(b, pid)-before).Seconds()/time.Since(began).Seconds(), "%cpu")
	}
}

// memoryOf is a process's memory in KB, files that it maps included.
func memoryOf(b *testing.B, pid int) float64 {
	b.Helper()
	return float64(field(b, fmt.Sprintf("/proc/%d/status", pid), "VmRSS:"))
}

func threadsOf(b *testing.B, pid int) int {
	b.Helper()
	return field(b, fmt.Sprintf("/proc/%d/status", pid), "Threads:")
}

func field(b *testing.B, path, name string) int {
	b.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		b.Skipf("the system tells no figures of processes: %v", err)
	}
	_, after, _ := strings.Cut(string(text), name)
	var n int
	if _, err := fmt.Sscan(after, &n); err != nil {
		b.Fatal(err)
	}
	return n
}

func filesOf(b *testing.B, pid int) int {
	b.Helper()
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		b.Fatal(err)
	}
	return len(files)
}
