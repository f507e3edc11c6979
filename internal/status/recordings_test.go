package status

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const (
	// slack is how long after each change of the label a status may lag: the
	// labels come from the driver and the model server, not from the screen.
	slack = 1.5
	// wantShare is the least share of labelled time that must be right.
	wantShare = 0.99
)

// label is a true state from a time on.
type label struct {
	at    float64
	state string
}

type recording struct {
	name   string
	cast   []byte
	labels []label
}

// TestRecordingsAreReadRight replays real agents and compares with what was
// true at the time.
func TestRecordingsAreReadRight(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar.gz")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	for _, file := range files {
		harness := strings.TrimSuffix(filepath.Base(file), ".txtar.gz")
		t.Run(harness, func(t *testing.T) {
			t.Parallel()
			var judged, told tally
			for _, r := range readRecordings(t, file) {
				j, o := r.score(t)
				judged.add(j)
				told.add(o)
			}
			t.Logf("%-9s judged %6.2f %% of %5.1f s right, told %6.2f %%", harness, 100*judged.share(), judged.total, 100*told.share())
			if judged.share() < wantShare {
				t.Errorf("%.2f %% of the labelled time is right, want %.0f %%", 100*judged.share(), 100*wantShare)
			}
		})
	}
}

// tally is labelled time: all of it, and what was right.
type tally struct{ right, total float64 }

func (a *tally) add(b tally) { a.right += b.right; a.total += b.total }

func (a tally) share() float64 { return a.right / a.total }

// track is a status over time.
type track []struct {
	at float64
	st Status
}

func (tr *track) set(at float64, st Status) {
	if n := len(*tr); n == 0 || (*tr)[n-1].st != st {
		*tr = append(*tr, struct {
			at float64
			st Status
		}{at, st})
	}
}

// score replays a recording and tallies what was judged and what was told.
func (r recording) score(t *testing.T) (judged, told tally) {
	t.Helper()
	var j, o track
	err := replay(bytes.NewReader(r.cast), "", func(at float64, s State) {
		j.set(at, s.Status)
		_, st := s.Told()
		o.set(at, st)
	})
	if err != nil {
		t.Fatalf("%s: %v", r.name, err)
	}
	for i, l := range r.labels[:len(r.labels)-1] {
		end := r.labels[i+1].at
		if l.state == "starting" || l.state == "exited" {
			continue
		}
		judged.add(j.against(l, end, func(from, to float64, st Status) {
			t.Logf("%s %.2f–%.2f: %s, judged %s", r.name, from, to, l.state, st)
		}))
		told.add(o.against(l, end, func(from, to float64, st Status) {}))
		if l.state != "waiting" {
			continue
		}
		for _, tr := range []track{j, o} {
			if from, to := tr.longest(Idle, l.at, end); to-from > slack {
				t.Errorf("%s: idle from %.2f to %.2f while it waits", r.name, from, to)
			}
		}
	}
	return judged, told
}

// against compares with one label, after the slack.
func (tr track) against(l label, end float64, wrong func(from, to float64, st Status)) tally {
	var sum tally
	tr.spans(l.at+slack, end, func(from, to float64, st Status) {
		sum.total += to - from
		if string(st) == l.state {
			sum.right += to - from
		} else {
			wrong(from, to, st)
		}
	})
	return sum
}

func (tr track) spans(start, end float64, f func(from, to float64, st Status)) {
	for i, c := range tr {
		to := end
		if i+1 < len(tr) {
			to = math.Min(end, tr[i+1].at)
		}
		if from := math.Max(start, c.at); from < to {
			f(from, to, c.st)
		}
	}
}

// longest returns the longest time in start..end in which the track shows the
// status.
func (tr track) longest(st Status, start, end float64) (from, to float64) {
	tr.spans(start, end, func(a, b float64, got Status) {
		if got == st && b-a > to-from {
			from, to = a, b
		}
	})
	return from, to
}

// readRecordings unpacks an archive of recordings and their labels.
func readRecordings(t testing.TB, file string) []recording {
	t.Helper()
	z, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	gz, err := gzip.NewReader(bytes.NewReader(z))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(gz)
	if err != nil {
		t.Fatal(err)
	}
	var out []recording
	for part := range strings.SplitSeq("\n"+string(b), "\n-- ") {
		title, data, _ := strings.Cut(part, " --\n")
		name, kind, ok := strings.Cut(title, ".")
		if !ok {
			continue // before the first part
		}
		if kind == "cast" {
			out = append(out, recording{name: name, cast: []byte(data)})
			continue
		}
		labels, err := readLabels([]byte(data))
		if err != nil || len(out) == 0 || out[len(out)-1].name != name || len(labels) == 0 {
			t.Fatalf("%s: labels of %s: %v", file, name, err)
		}
		out[len(out)-1].labels = labels
	}
	return out
}

// readLabels reads lines of "time state why…".
func readLabels(b []byte) ([]label, error) {
	var out []label
	for line := range strings.Lines(string(b)) {
		f := strings.Fields(line)
		if len(f) < 2 {
			return nil, fmt.Errorf("label %q", line)
		}
		at, err := strconv.ParseFloat(f[0], 64)
		if err != nil {
			return nil, err
		}
		out = append(out, label{at: at, state: f[1]})
	}
	return out, nil
}
