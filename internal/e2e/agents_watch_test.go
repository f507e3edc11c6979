//go:build agents

package e2e

import (
	"bufio"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"sync"
)

// watcher collects the lines of `jun tool watch`.
type watcher struct {
	mu    sync.Mutex
	lines []change // guarded by mu
}

// change is a line of watch.
type change struct {
	ID       int
	Agent    string
	From, To string
}

// watch follows the agents until the test ends.
func (w *world) watch() *watcher {
	w.t.Helper()
	cmd := exec.CommandContext(w.t.Context(), filepath.Join(bin, "jun"), "tool", "watch")
	cmd.Env = append(w.env(), "JUN_API="+filepath.Join(w.home, "jun.sock"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	all := &watcher{}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var c change
			if json.Unmarshal(lines.Bytes(), &c) == nil {
				all.mu.Lock()
				all.lines = append(all.lines, c)
				all.mu.Unlock()
			}
		}
	}()
	w.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
		_ = cmd.Wait()
	})
	return all
}

// of are the statuses that one terminal's agent was told to have, in order.
func (w *watcher) of(id int) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []string
	for _, c := range w.lines {
		if c.ID == id {
			all = append(all, c.To)
		}
	}
	return all
}
