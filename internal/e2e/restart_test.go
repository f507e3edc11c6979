package e2e

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// kills is how often the daemon is killed while the terminal prints.
const kills = 50

// "I killed the daemon fifty times while a terminal printed a million lines:
// the program never noticed, and every line is there once."
func TestKillingTheDaemonLosesNoLine(t *testing.T) {
	if testing.Short() {
		t.Skip("kills a daemon fifty times")
	}
	w := newWorld(t)
	if err := os.WriteFile(filepath.Join(w.home, "junto.toml"), []byte("scrollback_mib = 64\nscrollback_lines = 2000000\nport = 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.kill9() // for the configuration
	const lines = 1_000_000
	go_ := filepath.Join(w.home, "go")
	// a batch for each time that the test allows one, so that kills fall into output
	id := w.new(fmt.Sprintf(`for k in $(seq 1 %d); do while [ ! -e %s.$k ]; do sleep 0.005; done; seq $(((k-1)*%d+1)) $((k*%d)); done; echo the-end`,
		kills, go_, lines/kills, lines/kills))
	pid := w.view(id).PID
	for k := range kills {
		if err := os.WriteFile(fmt.Sprintf("%s.%d", go_, k+1), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		w.kill9()
	}
	var last string
	defer func() { t.Logf("the screen ends with:\n%s", last) }()
	w.until("the last line is printed", func() bool {
		last = w.jun("tool", "screen", strconv.Itoa(id), "--lines", "5")
		return strings.Contains(last, "\nthe-end\n")
	})
	if got := w.view(id); got.PID != pid {
		t.Errorf("pid %d became %d", pid, got.PID)
	}
	w.checkLines(id, lines)
}

// checkLines checks that the scrollback holds 1…n, each line once and in order.
func (w *world) checkLines(id, n int) {
	w.t.Helper()
	next := 1
	scan := bufio.NewScanner(strings.NewReader(strings.Join(w.text(id, n+100), "\n")))
	for scan.Scan() {
		line := strings.TrimSpace(scan.Text())
		got, err := strconv.Atoi(line)
		if err != nil || next > n {
			continue // the command's echo before, and the end
		}
		if got != next {
			w.t.Fatalf("line %d follows line %d", got, next-1)
		}
		next++
	}
	if next != n+1 {
		w.t.Fatalf("the lines end at %d, want %d", next-1, n)
	}
}
