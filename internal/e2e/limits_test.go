package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// "Two hundred terminals work under a soft limit of 256 descriptors."
func TestTwoHundredTerminalsUnderASmallLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("starts two hundred shells")
	}
	w := newLimitedWorld(t, 256)
	const terminals = 200
	for range terminals {
		w.new("")
	}
	if got := len(w.terminals()); got != terminals {
		t.Errorf("%d terminals run, want %d", got, terminals)
	}
	r := w.inside("ulimit -n")
	if strings.TrimSpace(r.stdout) != "256" {
		t.Errorf("programs in the terminals have a limit of %s, want the user's 256", r.stdout)
	}
}

// newLimitedWorld starts the daemon with a soft limit of descriptors.
func newLimitedWorld(t *testing.T, limit int) *world {
	t.Helper()
	w := newWorld(t)
	w.jun("quit", "--force")
	w.daemon.Wait()
	w.daemon = exec.Command("bash", "-c", fmt.Sprintf("ulimit -Sn %d && exec %s serve --home %s", limit, filepath.Join(bin, "jund"), w.home))
	w.daemon.Env, w.daemon.Stderr = w.env(), w.log
	if err := w.daemon.Start(); err != nil {
		t.Fatal(err)
	}
	w.until("the daemon answers", func() bool { _, err := w.try("status"); return err == nil })
	return w
}

// "Fifty idle terminals cost nothing that I notice."
func BenchmarkFiftyIdleTerminals(b *testing.B) {
	w := newWorld(b)
	for range 50 {
		w.new("")
	}
	time.Sleep(20 * time.Second) // shells start, and new groups are looked at
	for b.Loop() {
		daemon, keeper := w.daemon.Process.Pid, w.keeper()
		before := cpuTicks(b, daemon) + cpuTicks(b, keeper)
		const span = 30 * time.Second
		time.Sleep(span)
		used := cpuTicks(b, daemon) + cpuTicks(b, keeper) - before
		const ticksASecond = 100
		b.ReportMetric(float64(used)/ticksASecond/span.Seconds()*100, "%core")
		b.ReportMetric(float64(residentKB(b, daemon)), "daemon-KB")
		b.ReportMetric(float64(residentKB(b, keeper)), "keeper-KB")
		b.ReportMetric(float64(threads(b, daemon)+threads(b, keeper)), "threads")
		b.ReportMetric(float64(descriptors(b, daemon)), "daemon-fds")
	}
}

// turns is how many changes a figure of them is the mean of.
const turns = 10

// "When my agent starts to wait, I am told at once."
func BenchmarkEvidenceToTold(b *testing.B) {
	w := newWorld(b)
	id, log := w.demo("normal")
	w.waitFor(id, "idle")
	file := filepath.Join(b.TempDir(), "watch")
	w.begin(`jun tool watch | while read -r line; do echo "$(date +%s%N) $line"; done >` + file)
	d := w.newDriver()
	var worst, total time.Duration
	n := 0
	for b.Loop() {
		for range turns {
			d.inside(fmt.Sprintf("jun tool send %d 'tool true'", id))
			w.waitFor(id, "waiting")
			lag := w.toldAt(file, "waiting").Sub(w.stateAt(log, "waiting"))
			worst, total, n = max(worst, lag), total+lag, n+1
			w.call("terminal.type", map[string]any{"id": id, "data": []byte("\r")}, nil)
			w.waitFor(id, "idle")
		}
	}
	b.ReportMetric(float64(total.Milliseconds())/float64(n), "ms-mean")
	b.ReportMetric(float64(worst.Milliseconds()), "ms-worst")
}

// toldAt is when watch last told a status.
func (w *world) toldAt(file, status string) time.Time {
	w.t.Helper()
	var at time.Time
	w.until("watch tells it", func() bool {
		out, err := os.ReadFile(file)
		if err != nil {
			return false
		}
		for _, line := range strings.Split(string(out), "\n") {
			stamp, rest, ok := strings.Cut(line, " ")
			if ok && strings.Contains(rest, `"to":"`+status+`"`) {
				var ns int64
				if _, err := fmt.Sscan(stamp, &ns); err == nil {
					at = time.Unix(0, ns)
				}
			}
		}
		return !at.IsZero()
	})
	return at
}

// stateAt is when the fake agent last entered a state, by its log.
func (w *world) stateAt(log, state string) time.Time {
	w.t.Helper()
	b, err := os.ReadFile(log)
	if err != nil {
		w.t.Fatal(err)
	}
	var at time.Time
	for _, line := range strings.Split(string(b), "\n") {
		var e struct {
			T     time.Time `json:"t"`
			Event string    `json:"event"`
			State string    `json:"state"`
		}
		if json.Unmarshal([]byte(line), &e) == nil && e.Event == "state" && e.State == state {
			at = e.T
		}
	}
	return at
}
