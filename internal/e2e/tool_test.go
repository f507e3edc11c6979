package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// "From a terminal of mine I see the other terminals and who waits."
func TestTerminalsListsWhatRuns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	demo, _ := w.demo("normal")
	plain := w.new("")
	w.waitFor(demo, "idle")
	r := w.inside("jun tool terminals")
	var all []map[string]any
	if err := json.Unmarshal([]byte(r.stdout), &all); err != nil || r.status != 0 {
		t.Fatalf("status %d, %s%s", r.status, r.stdout, r.stderr)
	}
	byID := make(map[int]map[string]any)
	for _, v := range all {
		byID[int(v["id"].(float64))] = v
	}
	if got := byID[demo]; got["agent"] != "demo" || got["status"] != "idle" || got["self"] != false {
		t.Errorf("the agent's terminal: %v", got)
	}
	if _, has := byID[plain]["agent"]; has || byID[plain]["project"] != "Global" {
		t.Errorf("a plain terminal: %v", byID[plain])
	}
	if byID[w.driver]["self"] != true {
		t.Errorf("the caller's own terminal: %v", byID[w.driver])
	}
	if out := w.jun("tool", "terminals"); strings.Contains(out, `"self": true`) {
		t.Errorf("outside Jun's terminals self is true somewhere:\n%s", out)
	}
}

// "When the agent asks me something, watch says so, and idle is told once."
func TestWatchTellsTheTurnInOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	demo, _ := w.demo("normal")
	w.waitFor(demo, "idle")
	file := filepath.Join(t.TempDir(), "watch")
	w.begin("jun tool watch >" + file)
	send := w.newDriver()
	send.inside(fmt.Sprintf("jun tool send %d 'tool sleep 2'", demo))
	w.waitFor(demo, "waiting")
	w.call("terminal.type", map[string]any{"id": demo, "data": []byte("\r")}, nil) // approve
	w.waitFor(demo, "idle")
	w.call("terminal.end", map[string]any{"id": demo, "force": true}, nil)
	var out string
	w.until("the agent's end is told", func() bool {
		b, err := os.ReadFile(file)
		out = string(b)
		return err == nil && strings.Contains(out, `"to":""`)
	})
	var got []string
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		var c struct {
			ID       int
			From, To string
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		if c.ID == demo {
			got = append(got, c.From+">"+c.To)
		}
	}
	want := ">idle idle>working working>waiting waiting>working working>idle idle>"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("watch told %s, want %s", s, want)
	}
}

// "A text there would run as a command": a terminal without an agent takes none.
func TestSendRefusesATerminalWithoutAnAgent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	plain := w.new("")
	r := w.inside(fmt.Sprintf("jun tool send %d 'rm -rf x'", plain))
	if r.status != 1 || !strings.Contains(r.stderr, "no agent runs in it") {
		t.Errorf("status %d, %q", r.status, r.stderr)
	}
	if r := w.inside("jun tool send 999 hi"); r.status != 1 || !strings.Contains(r.stderr, "terminal 999") {
		t.Errorf("a terminal that does not exist: status %d, %q", r.status, r.stderr)
	}
}

// "run types the command into a new shell; the shell stays once it ends."
func TestRunKeepsTheShell(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := t.TempDir()
	r := w.inside(fmt.Sprintf("jun tool run --dir %s 'pwd > where; echo ran $JUN_TERMINAL'", dir))
	id, err := strconv.Atoi(strings.TrimSpace(r.stdout))
	if err != nil || r.status != 0 {
		t.Fatalf("status %d: %s%s", r.status, r.stdout, r.stderr)
	}
	w.until("the command ran", func() bool {
		return strings.Contains(w.jun("tool", "screen", strconv.Itoa(id)), fmt.Sprintf("\nran %d\n", id))
	})
	if got, _ := os.ReadFile(filepath.Join(dir, "where")); strings.TrimSpace(string(got)) != dir {
		t.Errorf("it ran in %q, want %q", got, dir)
	}
	if got := w.terminals()[id]; got.Dir != dir {
		t.Errorf("the terminal's directory is %q, want %q", got.Dir, dir)
	}
	if r := w.inside("jun tool run --dir /nonexistent/folder true"); r.status != 1 || !strings.Contains(r.stderr, "no such directory") {
		t.Errorf("a missing directory: status %d, %q", r.status, r.stderr)
	}
	long := strings.Repeat("x", 5000)
	r = w.inside(fmt.Sprintf("jun tool run --dir %s 'echo %s | wc -c > long'", dir, long))
	if r.status != 0 {
		t.Fatalf("a long command: %s", r.stderr)
	}
	w.until("the long command ran", func() bool {
		got, _ := os.ReadFile(filepath.Join(dir, "long"))
		return strings.TrimSpace(string(got)) == "5001"
	})
}

// "A loop shows each run with its time and exit status, and cancelling it ends
// its terminal."
func TestALoopRunsAtOnceAndCanBeCancelled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := t.TempDir()
	r := w.inside(fmt.Sprintf("jun tool loop 1m --dir %s 'echo run >> runs; exit 3'", dir))
	id, err := strconv.Atoi(strings.TrimSpace(r.stdout))
	if err != nil || r.status != 0 {
		t.Fatalf("status %d: %s%s", r.status, r.stdout, r.stderr)
	}
	screen := func() string { return w.jun("tool", "screen", strconv.Itoa(id)) }
	w.until("the first run's status is shown", func() bool { return strings.Contains(screen(), "exit 3") })
	var loops []struct {
		ID                           int
		Every, Command, Project, Dir string
		Runs                         int
		LastExit                     string `json:"last_exit"`
	}
	list := func() {
		t.Helper()
		if err := json.Unmarshal([]byte(w.inside("jun tool loop").stdout), &loops); err != nil {
			t.Fatal(err)
		}
	}
	w.until("the run is counted", func() bool { list(); return len(loops) == 1 && loops[0].LastExit == "3" })
	if l := loops[0]; l.ID != id || l.Every != "1m" || l.Command != "echo run >> runs; exit 3" || l.Dir != dir || l.Runs != 1 || l.Project != "Global" {
		t.Errorf("the loop is listed as %+v", l)
	}
	w.kill9()
	w.until("the loop outlives the daemon", func() bool { list(); return len(loops) == 1 })
	if r := w.inside(fmt.Sprintf("jun tool loop cancel %d", id)); r.status != 0 || r.stdout != "" {
		t.Errorf("cancel: status %d, %q, %q", r.status, r.stdout, r.stderr)
	}
	w.until("its terminal is gone", func() bool { _, there := w.terminals()[id]; return !there })
	if r := w.inside(fmt.Sprintf("jun tool loop cancel %d", id)); r.status != 1 {
		t.Errorf("cancelling it again: status %d", r.status)
	}
	if r := w.inside("jun tool loop 59s true"); r.status != 2 {
		t.Errorf("a short interval: status %d, %q", r.status, r.stderr)
	}
}

// "A message reaches me, keeps its id, and takes replies."
func TestMessagesAreSentAnsweredAndListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := w.inside(`jun tool message --title 'Asks to open a PR' --kind ask --link terminal:1 'I suggest yes.'`)
	if r.status != 0 || strings.TrimSpace(r.stdout) != "1" {
		t.Fatalf("status %d: %q %q", r.status, r.stdout, r.stderr)
	}
	for line, want := range map[string]int{
		"jun tool message --kind loud x":                           2,
		"jun tool message --link terminal:99 x":                    1,
		"jun tool message --link peek x":                           2,
		"jun tool message":                                         0,
		"jun tool message update 99 x":                             1,
		"jun tool message update 1":                                2,
		"head -c 5000 /dev/zero | tr '\\0' x | jun tool message -": 2,
	} {
		if r := w.inside(line); r.status != want {
			t.Errorf("%s: status %d, want %d: %s", line, r.status, want, r.stderr)
		}
	}
	if r := w.inside("jun tool message update 1 --kind done 'You agreed.'"); r.status != 0 || r.stdout != "" {
		t.Errorf("update: %+v", r)
	}
	w.kill9() // messages outlive it
	var got []struct {
		ID                      int
		Kind, Title, Text, Link string
		Project                 string
		Replies                 []struct{ Text string }
	}
	if err := json.Unmarshal([]byte(w.jun("tool", "message")), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].ID != 1 || got[0].Kind != "done" || got[0].Link != "terminal:1" || len(got[0].Replies) != 1 || got[0].Replies[0].Text != "You agreed." {
		t.Errorf("the messages are %+v", got)
	}
	if _, err := w.try("tool", "message", "from outside"); err == nil || !strings.Contains(err.Error(), "caller is not a terminal of this Jun") {
		t.Errorf("from outside: %v", err)
	}
}
