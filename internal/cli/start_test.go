package cli_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"junto/internal/api"
	"junto/internal/client/clienttest"
)

// BenchmarkStart compares whole processes: `jun tool terminals` with a daemon
// that answers at once, an empty Go program, and tmux's own list. They run in
// turn, so that a busy machine slows all of them; the medians are compared.
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	program(b, dir, "empty", "package main\n\nfunc main() {}\n")
	path, err := exec.LookPath("jun") // see programs
	if err != nil {
		b.Fatal(err)
	}
	socket := filepath.Join(shortDir(b), "s")
	daemon, err := clienttest.Listen(socket, func(string, json.RawMessage, func(any) error) (any, error) {
		return []api.TerminalInfo{{ID: 3, Project: "web", Dir: "/src/web", Title: "Fix the login form", Agent: "claude", Status: "waiting"}}, nil
	})
	if err != nil {
		b.Fatal(err)
	}
	defer daemon.Close()
	b.Setenv("JUN_API", socket)

	empty := &contender{argv: []string{filepath.Join(dir, "empty")}}
	jun := &contender{argv: []string{path, "tool", "terminals"}}
	all := []*contender{empty, jun}
	tmux := startTmux(b)
	if tmux != nil {
		all = append(all, tmux)
	}
	for b.Loop() {
		for _, c := range all {
			c.run(b)
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(jun.median().Microseconds()), "jun-µs")
	b.ReportMetric(float64(empty.median().Microseconds()), "empty-µs")
	b.ReportMetric(ratio(jun, empty), "jun/empty")
	if tmux != nil {
		b.ReportMetric(float64(tmux.median().Microseconds()), "tmux-µs")
		b.ReportMetric(ratio(jun, tmux), "jun/tmux")
	}
}

// contender is a program and how long its runs took.
type contender struct {
	argv  []string
	times []time.Duration
}

func (c *contender) run(b *testing.B) {
	b.Helper()
	begin := time.Now()
	if out, err := exec.Command(c.argv[0], c.argv[1:]...).CombinedOutput(); err != nil {
		b.Fatalf("%v: %v\n%s", c.argv, err, out)
	}
	c.times = append(c.times, time.Since(begin))
}

func (c *contender) median() time.Duration {
	sorted := slices.Sorted(slices.Values(c.times))
	return sorted[len(sorted)/2]
}

func ratio(a, b *contender) float64 { return float64(a.median()) / float64(b.median()) }

// program writes and builds a program of one file.
func program(b *testing.B, dir, name, text string) {
	b.Helper()
	file := filepath.Join(dir, name+".go")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-o", dir+"/", file)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("build %s: %v\n%s", name, err, out)
	}
}

// startTmux starts a server of tmux with one pane, where tmux is installed.
func startTmux(b *testing.B) *contender {
	b.Helper()
	path, err := exec.LookPath("tmux")
	if err != nil {
		b.Log("tmux is not installed: not compared")
		return nil
	}
	socket := filepath.Join(shortDir(b), "t")
	start := exec.Command(path, "-f", "/dev/null", "-S", socket, "new-session", "-d", "cat")
	if out, err := start.CombinedOutput(); err != nil {
		b.Logf("tmux does not start, so it is not compared: %v\n%s", err, out)
		return nil
	}
	b.Cleanup(func() { _ = exec.Command(path, "-S", socket, "kill-server").Run() })
	return &contender{argv: []string{path, "-S", socket, "list-panes", "-a"}}
}

// shortDir is a folder for sockets, whose paths have to be short.
func shortDir(b *testing.B) string {
	b.Helper()
	dir, err := os.MkdirTemp("", "jun")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
