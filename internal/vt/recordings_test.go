package vt

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recording is what a real agent printed, in the pieces in which it came.
type recording struct {
	name       string
	cols, rows int
	chunks     [][]byte
}

// recordings reads the recordings in testdata/casts, or all below the folder
// that JUNTO_CASTS names.
func recordings(t testing.TB) []recording {
	t.Helper()
	dir := os.Getenv("JUNTO_CASTS")
	if dir == "" {
		dir = "testdata/casts"
	}
	var all []recording
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.Contains(d.Name(), ".cast") {
			all = append(all, readRecording(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatalf("no recordings in %s", dir)
	}
	return all
}

func readRecording(t testing.TB, path string) recording {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var in io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(file); err != nil {
			t.Fatal(err)
		}
	}
	rec := recording{name: strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".gz"), ".cast")}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		if rec.cols == 0 {
			var head struct{ Width, Height int }
			if err := json.Unmarshal(lines.Bytes(), &head); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			rec.cols, rec.rows = head.Width, head.Height
			continue
		}
		var event [3]any
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if event[1] == "o" {
			rec.chunks = append(rec.chunks, []byte(event[2].(string)))
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return rec
}

// TestRecordingsLookAsInXterm compares every screen of every recording: text,
// looks, cursor and modes after each piece of output.
func TestRecordingsLookAsInXterm(t *testing.T) {
	o := startOracle(t)
	screens := 0
	for _, rec := range recordings(t) {
		size := &oracleSize{rec.cols, rec.rows}
		o.send(t, oracleRequest{Open: size, Write: rec.chunks, Each: true})
		term := New(Options{Cols: rec.cols, Rows: rec.rows})
		var d describer
		var got []string
		for _, chunk := range rec.chunks {
			term.Write(chunk)
			got = append(got, digest(d.describe(term, "")))
		}
		want := o.receive(t)
		for i := range want {
			if want[i] != got[i] {
				t.Errorf("%s: after chunk %d", rec.name, i)
				explain(t, o, rec, rec.chunks[:i+1])
				break
			}
			screens++
		}
	}
	t.Logf("%d screens are equal", screens)
}

// TestSnapshotsOfRecordings writes the snapshot half way and at the end into a
// fresh xterm.js and a fresh terminal of ours; both must be in the state of the
// one that saw the whole output.
func TestSnapshotsOfRecordings(t *testing.T) {
	o := startOracle(t)
	for _, rec := range recordings(t) {
		size := &oracleSize{rec.cols, rec.rows}
		n := len(rec.chunks)
		for _, end := range []int{n / 2, n} {
			term := New(Options{Cols: rec.cols, Rows: rec.rows})
			for _, chunk := range rec.chunks[:end] {
				term.Write(chunk)
			}
			snapshot := term.Snapshot()
			want := o.ask(t, oracleRequest{Open: size, Write: rec.chunks[:end], Dump: true, Parts: "h"})
			got := o.ask(t, oracleRequest{Open: size, Write: [][]byte{snapshot}, Dump: true, Parts: "h"})
			if !sameState(t, want[0], got[0]) {
				t.Errorf("%s: snapshot after chunk %d, in xterm.js", rec.name, end)
			}
			again := New(Options{Cols: rec.cols, Rows: rec.rows})
			again.Write(snapshot)
			if !sameState(t, describe(term, "ht"), describe(again, "ht")) {
				t.Errorf("%s: snapshot after chunk %d, in vt", rec.name, end)
			}
		}
	}
}

// explain writes how the two emulators differ after some output.
func explain(t *testing.T, o *oracle, rec recording, chunks [][]byte) {
	t.Helper()
	size := &oracleSize{rec.cols, rec.rows}
	want := o.ask(t, oracleRequest{Open: size, Write: chunks, Dump: true})
	term := New(Options{Cols: rec.cols, Rows: rec.rows})
	for _, chunk := range chunks {
		term.Write(chunk)
	}
	sameState(t, want[0], describe(term, ""))
}
