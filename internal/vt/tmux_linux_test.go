package vt

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// clockTicks is how /proc counts CPU time on every Linux that Go runs on.
const clockTicks = 100

// BenchmarkAgainstTmux lets tmux and this emulator read the same corpora in the
// same run, and reports megabytes per second of CPU time of both. tmux has the
// same size and scrollback, and nobody attached.
func BenchmarkAgainstTmux(b *testing.B) {
	if _, err := exec.LookPath("tmux"); err != nil {
		b.Skip("NOT COMPARED WITH TMUX, which is not installed")
	}
	for _, c := range corpora {
		b.Run(c.name, func(b *testing.B) {
			data := bytes.Repeat(c.make(), 4)
			theirs := float64(len(data)) / 1e6 / tmuxSeconds(b, data)
			term := New(Options{Cols: 200, Rows: 50})
			feed(term, data)
			start := cpuSeconds()
			for b.Loop() {
				feed(term, data)
			}
			ours := float64(len(data)) * float64(b.N) / 1e6 / (cpuSeconds() - start)
			b.ReportMetric(ours, "MB/cpu-s")
			b.ReportMetric(theirs, "tmux-MB/cpu-s")
			b.ReportMetric(ours/theirs, "x-tmux")
		})
	}
}

// tmuxSeconds returns the CPU time that a tmux server takes to show data.
func tmuxSeconds(b *testing.B, data []byte) float64 {
	b.Helper()
	dir := b.TempDir()
	file, socket := filepath.Join(dir, "data"), filepath.Join(dir, "s")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		b.Fatal(err)
	}
	tmux := func(args ...string) string {
		b.Helper()
		out, err := exec.Command("tmux", append([]string{"-S", socket, "-f", "/dev/null"}, args...)...).CombinedOutput()
		if err != nil {
			b.Fatalf("tmux %s: %v: %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	tmux("new-session", "-d", "-x", "200", "-y", "50", "-s", "idle", ";", "set-option", "-g", "history-limit", "10000")
	defer tmux("kill-server")
	pid := tmux("display-message", "-p", "#{pid}")
	before := ticks(b, pid)
	tmux("new-session", "-d", "-x", "200", "-y", "50", "-s", "work",
		fmt.Sprintf("cat '%s'; tmux -S '%s' wait-for -S done; sleep 60", file, socket))
	tmux("wait-for", "done")
	tmux("capture-pane", "-p", "-t", "work") // answered after all that came before it
	return float64(ticks(b, pid)-before) / clockTicks
}

// ticks returns the CPU time of a process.
func ticks(b *testing.B, pid string) int {
	b.Helper()
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		b.Fatal(err)
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+2:]))
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	if err1 != nil || err2 != nil {
		b.Fatalf("cannot read %q", stat)
	}
	return user + system
}
