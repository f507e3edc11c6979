package session

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

func TestProofsOutliveTheDaemonButNotTheirAgent(t *testing.T) {
	dir := t.TempDir()
	file := func(id int) string { return filepath.Join(dir, strconv.Itoa(id)) }
	now := time.Now()
	p := Proof{Agent: "claude", Session: one, Dir: "/src"}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	a := Open(file, nil)
	for id := range 4 {
		must(a.Set(id, p))
	}
	must(os.WriteFile(file(3), []byte(`{"agent":"cl`), 0o600))
	must(a.Set(1, Proof{}))
	a = Open(file, []int{0, 1, 2, 3, 4}) // another daemon
	for id, want := range []Proof{p, {}, p, {}, {}} {
		if got := a.Of(id); got != want {
			t.Errorf("terminal %d: got %+v, want %+v", id, got, want)
		}
	}
	must(a.Leave(0, now))
	must(a.Leave(2, now))
	if got := a.Of(0); got != (Proof{}) {
		t.Errorf("its agent has gone: got %+v", got)
	}
	if got, err := a.Take(0, now.Add(time.Second)); got.Session != one || err != nil {
		t.Errorf("ended with its agent: got %+v, %v", got, err)
	}
	if got, err := a.Take(2, now.Add(time.Minute)); got.Session != "" || err != nil {
		t.Errorf("ended long after its agent: got %+v, %v", got, err)
	}
	if _, err := os.Stat(file(0)); !os.IsNotExist(err) {
		t.Errorf("its file is still there: %v", err)
	}
}
