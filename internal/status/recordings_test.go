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
	late   []span
}

// span is a time in which the terminal shows something else than the label.
type span struct{ from, to float64 }

// A recording made on a busy machine can show something else than what was true
// for longer than the slack: the label is of the model server. testdata/late.txt
// lists those times with what the terminal shows, for the harnesses that would
// fail by them alone. They are printed, never silently left out.

// TestRecordingsAreReadRight replays real agents and compares with what was
// true at the time.
func TestRecordingsAreReadRight(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar.gz")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	late := readLate(t)
	for _, file := range files {
		harness := strings.TrimSuffix(filepath.Base(file), ".txtar.gz")
		t.Run(harness, func(t *testing.T) {
			var judged, told tally
			for _, r := range readRecordings(t, file) {
				r.late = late[harness+"/"+r.name]
				j, o := r.score(t)
				judged.add(j)
				told.add(o)
			}
			t.Logf("%-9s judged %6.2f %% of %5.1f s right (%6.2f %% where the terminal shows it in time), told %6.2f %%",
				harness, 100*judged.share(), judged.total, 100*judged.shown(), 100*told.share())
			if judged.shown() < wantShare {
				t.Errorf("%.2f %% of the labelled time is right, want %.0f %%", 100*judged.shown(), 100*wantShare)
			}
		})
	}
}

// tally is labelled time: all of it, what was right, and what could not be
// since the terminal showed something else.
type tally struct{ right, late, total float64 }

func (a *tally) add(b tally) { a.right += b.right; a.late += b.late; a.total += b.total }

func (a tally) share() float64 { return a.right / a.total }

func (a tally) shown() float64 { return a.right / (a.total - a.late) }

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
		judged.add(r.against(j, l, end, func(from, to float64, st Status) {
			t.Logf("%s %.2f–%.2f: %s, judged %s", r.name, from, to, l.state, st)
		}))
		told.add(r.against(o, l, end, func(from, to float64, st Status) {}))
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

// against compares a track with one label, after the slack.
func (r recording) against(tr track, l label, end float64, wrong func(from, to float64, st Status)) tally {
	var sum tally
	tr.spans(l.at+slack, end, func(from, to float64, st Status) {
		sum.total += to - from
		if string(st) == l.state {
			sum.right += to - from
			return
		}
		for _, s := range r.late {
			sum.late += max(0, min(to, s.to)-max(from, s.from))
		}
		wrong(from, to, st)
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

// readRecordings unpacks an archive: a part "-- name.cast --" for each
// recording, with its labels behind it as "-- name.labels --".
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

// readLate reads lines of "harness/recording from to what the terminal shows".
func readLate(t testing.TB) map[string][]span {
	t.Helper()
	b, err := os.ReadFile("testdata/late.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]span{}
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		var name string
		var s span
		if _, err := fmt.Sscan(line, &name, &s.from, &s.to); err != nil {
			t.Fatalf("late.txt: %q: %v", line, err)
		}
		out[name] = append(out[name], s)
	}
	return out
}
