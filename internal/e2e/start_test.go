package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"junto/internal/client"
)

// racerEnv in the environment makes the test binary a racer: a program in a seat
// that runs others and takes their time. It holds the race.
const racerEnv = "JUNTO_TEST_RACER"

// race is who runs against each other. They run in turn, so that a busy machine
// slows all of them.
type race struct {
	Work     string // the folder of the work socket
	Rounds   int
	Entrants []*entrant
}

// entrant is a program, or a call that the racer makes itself.
type entrant struct {
	Name   string
	Argv   []string
	Call   string // instead of a program
	AtOnce int    // so many of the program side by side
	times  times
}

type times []time.Duration

// crowdEvery is in which rounds many run at once: it takes longer than all else.
const crowdEvery = 5

// racer runs the race and prints the entrants' times.
func racer() int {
	var r race
	err := json.Unmarshal([]byte(os.Getenv(racerEnv)), &r)
	all := make([]times, len(r.Entrants))
	for round := range r.Rounds {
		for i, e := range r.Entrants {
			if e.AtOnce > 1 && round%crowdEvery != 0 {
				continue
			}
			began := time.Now()
			if err == nil {
				err = e.run(r.Work)
			}
			all[i] = append(all[i], time.Since(began))
		}
	}
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(all)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func (e *entrant) run(work string) error {
	if e.Call != "" {
		return e.call(work)
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	var running []*os.Process
	for range max(1, e.AtOnce) {
		p, err := os.StartProcess(e.Argv[0], e.Argv, &os.ProcAttr{Files: []*os.File{null, null, os.Stderr}})
		if err != nil {
			return err
		}
		running = append(running, p)
	}
	for _, p := range running {
		state, waited := p.Wait()
		if err == nil {
			err = waited
		}
		if err == nil && !state.Success() {
			err = fmt.Errorf("%v: %v", e.Argv, state)
		}
	}
	return err
}

// call makes a call as junto does, with a connection of its own.
func (e *entrant) call(work string) error {
	token, err := client.Token(filepath.Join(work, "token"))
	if err != nil {
		return err
	}
	ctx := context.Background()
	c, err := client.DialToken(ctx, filepath.Join(work, "control.sock"), token)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.Call(ctx, e.Call, nil, nil)
}

// run has a seat run the race; times of earlier races stay.
func (r *race) run(d *desk, seat string) {
	d.t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		d.t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		d.t.Fatal(err)
	}
	got := d.seats[seat].inside(fmt.Sprintf("%s='%s' exec %s", racerEnv, text, self))
	var all []times
	if err := json.Unmarshal([]byte(got.stdout), &all); err != nil || got.status != 0 {
		d.t.Fatalf("the racer: status %d, %q, %q", got.status, got.stdout, got.stderr)
	}
	for i, e := range r.Entrants {
		e.times = append(e.times, all[i]...)
	}
}

func (r *race) times(name string) times {
	for _, e := range r.Entrants {
		if e.Name == name {
			return e.times
		}
	}
	panic("e2e: nobody is called " + name)
}

func (t times) median() float64 { return float64(slices.Sorted(slices.Values(t))[len(t)/2]) }
func (t times) best() float64   { return float64(slices.Min(t)) }

// A figure is the median of so many races of so many rounds.
const races, rounds = 10, 10

// "Whatever an agent asks, it costs hardly more than a program that does
// nothing, and hardly more where many ask at once."
func BenchmarkStart(b *testing.B) {
	d := newCrowd(b, 50, 500)
	jun, junto := filepath.Join(bin, "jun"), filepath.Join(bin, "junto")
	r := &race{Work: filepath.Join(d.home, "work"), Rounds: rounds, Entrants: []*entrant{
		{Name: "empty", Argv: []string{emptyProgram(b)}},
		{Name: "terminals", Argv: []string{jun, "tool", "terminals"}},
		{Name: "ping", Argv: []string{junto, "ping"}},
		{Name: "capabilities", Argv: []string{junto, "capabilities"}},
		{Name: "24-ping", Argv: []string{junto, "ping"}, AtOnce: 24},
		{Name: "24-capabilities", Argv: []string{junto, "capabilities"}, AtOnce: 24},
		{Name: "raw-ping", Call: "ping"},
		{Name: "raw-capabilities", Call: "capabilities"},
	}}
	tmux := startTmux(b)
	if tmux != nil {
		r.Entrants = append(r.Entrants, tmux)
	}
	for b.Loop() {
		for range races {
			r.run(d, "planner")
		}
	}
	b.ReportMetric(0, "ns/op")
	against := func(name, other string) {
		a, o := r.times(name), r.times(other)
		b.ReportMetric(a.median()/o.median(), name+"/"+other)
		b.ReportMetric(a.best()/o.best(), "best-"+name+"/"+other)
	}
	for _, name := range []string{"terminals", "ping", "capabilities"} {
		b.ReportMetric(r.times(name).median()/1e6, name+"-ms")
		against(name, "empty")
		if tmux != nil {
			against(name, tmux.Name)
		}
	}
	against("24-ping", "ping")
	against("24-capabilities", "capabilities")
	b.ReportMetric(r.times("empty").median()/1e6, "empty-ms")
	for _, name := range []string{"raw-ping", "raw-capabilities"} {
		b.ReportMetric(r.times(name).median()/1e6, name+"-ms")
	}
}

// newCrowd is a desk on a canvas of so many seats and nodes. All seats are peers
// of the planner's.
func newCrowd(b *testing.B, seats, nodes int) *desk {
	b.Helper()
	d := newDesk(b, "normal")
	var ops []map[string]any
	for i := 3; i < nodes; i++ { // the desk has three
		id := fmt.Sprintf("node-%d", i)
		if i < seats {
			ops = append(ops, card(id), messagesEdge("planner", id))
			continue
		}
		ops = append(ops, map[string]any{"op": "add_node", "node": map[string]any{
			"id": id, "type": "text", "x": 300 * (i % 20), "y": 200 * (i / 20), "width": 220, "height": 84, "text": "a note",
		}})
	}
	for some := range slices.Chunk(ops, 100) { // a word of a command has its limit
		d.at = d.edit(d.at, some...)
	}
	return d
}

// emptyProgram builds a program that does nothing.
func emptyProgram(b *testing.B) string {
	b.Helper()
	dir := b.TempDir()
	source := filepath.Join(dir, "empty.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-ldflags", "-s -w", "-o", dir+"/", source)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("build: %v\n%s", err, out)
	}
	return filepath.Join(dir, "empty")
}

// startTmux starts a server of tmux with one pane, where tmux is installed.
func startTmux(b *testing.B) *entrant {
	b.Helper()
	path, err := exec.LookPath("tmux")
	if err != nil {
		b.Log("tmux is not installed: not compared")
		return nil
	}
	dir, err := os.MkdirTemp("", "jun") // short: a socket's path has to fit
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { os.RemoveAll(dir) })
	tmux := []string{path, "-f", "/dev/null", "-S", filepath.Join(dir, "t")}
	if out, err := exec.Command(path, append(tmux[1:], "new-session", "-d", "cat")...).CombinedOutput(); err != nil {
		b.Fatalf("tmux does not start: %v\n%s", err, out)
	}
	b.Cleanup(func() { _ = exec.Command(path, append(tmux[1:], "kill-server")...).Run() })
	return &entrant{Name: "tmux", Argv: append(tmux, "list-panes", "-a")}
}
