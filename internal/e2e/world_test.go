// Package e2e tests the built programs together, as their users have them: a
// real daemon and keeper in a home of their own, real PTYs, real shells, and
// the fake agent.
package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"junto/internal/api"
	"junto/internal/client"
	"junto/internal/vt"
)

// bin is the folder of the built programs.
var bin string

// atOnce is how many tests run at once, unless -parallel says so: most of each is
// waiting, and two cores are enough for as many.
const atOnce = "4"

func TestMain(m *testing.M) {
	if os.Getenv(mailerEnv) != "" {
		os.Exit(mailer())
	}
	if os.Getenv(proberEnv) != "" {
		os.Exit(prober())
	}
	if os.Getenv(racerEnv) != "" {
		os.Exit(racer())
	}
	flag.Parse()
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == parallel.DefValue {
		if err := parallel.Value.Set(atOnce); err != nil {
			panic(err)
		}
	}
	os.Exit(build(m))
}

func build(m *testing.M) int {
	dir, err := os.MkdirTemp("", "junto-bin")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	cmd := exec.Command("go", "build", "-o", dir+"/", "./cmd/jun", "./cmd/jund", "./cmd/junto")
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		return 1
	}
	bin = dir
	return m.Run()
}

// patience bounds every wait of these tests: far more than anything takes, so
// that only what never comes fails.
const patience = 60 * time.Second

// world is a home with a daemon in it.
type world struct {
	t      testing.TB
	home   string
	daemon *exec.Cmd
	log    *os.File
	dir    string // of the driver: a program that runs commands in a terminal
	queue  *os.File
	nth    int // the commands that it was given
	slow   int // how many times more patience than usual is needed
	driver int // its terminal; 0: not started
}

// newDriver is the same world with another terminal to run commands in.
func (w *world) newDriver() *world {
	other := *w
	other.driver, other.nth = 0, 0
	return &other
}

// newWorld starts a daemon in a new home, and ends it with the test.
func newWorld(t testing.TB) *world {
	t.Helper()
	home, err := os.MkdirTemp("", "jun") // short: a socket's path has to fit
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, home: home}
	w.log, err = os.Create(filepath.Join(t.TempDir(), "daemon.log"))
	if err != nil {
		t.Fatal(err)
	}
	w.start()
	t.Cleanup(func() {
		if _, err := w.try("quit", "--force"); err != nil {
			t.Errorf("quit: %v", err)
			w.daemon.Process.Kill()
		}
		w.daemon.Wait()
		if t.Failed() {
			w.showLog()
		}
		os.RemoveAll(home)
	})
	return w
}

func (w *world) showLog() {
	log, err := os.ReadFile(w.log.Name())
	if err == nil {
		w.t.Logf("the daemon's log:\n%s", log)
	}
}

// start starts a daemon and waits until it answers.
func (w *world) start() {
	w.t.Helper()
	w.daemon = exec.Command(filepath.Join(bin, "jund"), "serve", "--home", w.home)
	w.daemon.Env = w.env()
	w.daemon.Stderr = w.log
	w.daemon.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := w.daemon.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.until("the daemon answers", func() bool {
		_, err := w.try("status")
		return err == nil
	})
}

// kill9 kills the daemon and starts another.
func (w *world) kill9() {
	w.t.Helper()
	if err := w.daemon.Process.Kill(); err != nil {
		w.t.Fatal(err)
	}
	w.daemon.Wait()
	w.start()
}

// env is the user's, but for a home folder without start-up files: what those do
// is no part of these tests.
func (w *world) env() []string {
	return append(os.Environ(), "HOME="+w.home, "JUNTO_HOME="+w.home, "SHELL=/bin/bash", "PATH="+bin+":"+os.Getenv("PATH"))
}

// try runs jun outside the terminals.
func (w *world) try(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "jun"), args...)
	cmd.Env = append(w.env(), "JUN_API="+filepath.Join(w.home, "jun.sock"))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("jun %s: %w: %s", strings.Join(args, " "), err, errs.String())
	}
	return out.String(), nil
}

// program runs any of the built programs, and returns all that it printed.
func (w *world) program(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(bin, name), args...)
	cmd.Env = w.env()
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// jun runs jun outside the terminals; it must work.
func (w *world) jun(args ...string) string {
	w.t.Helper()
	out, err := w.try(args...)
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// new starts a terminal and returns its id.
func (w *world) new(command string) int {
	w.t.Helper()
	args := []string{"new", "--dir", w.t.TempDir()}
	if command != "" {
		args = append(args, command)
	}
	id, err := strconv.Atoi(strings.TrimSpace(w.jun(args...)))
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

// call makes a call as the operator.
func (w *world) call(name string, in, out any) {
	w.t.Helper()
	input, err := json.Marshal(in)
	if err != nil {
		w.t.Fatal(err)
	}
	answer := w.jun("call", name, string(input))
	if out == nil {
		return
	}
	if err := json.Unmarshal([]byte(answer), out); err != nil {
		w.t.Fatalf("%s answered %q: %v", name, answer, err)
	}
}

// result is how a command in a terminal ended.
type result struct {
	stdout, stderr string
	status         int
}

// inside runs a command line in a terminal of the world, where it counts as a
// program of that terminal, and waits for its end.
func (w *world) inside(line string) result {
	w.t.Helper()
	w.begin(line)
	return w.end(w.nth)
}

// prepare makes what a driver needs: its script, and the queue of its commands.
func (w *world) prepare() {
	w.t.Helper()
	w.dir = w.t.TempDir()
	script := `while read -r n; do
		sh ./$n.sh >$n.out 2>$n.err </dev/null; echo $? >$n.tmp; mv $n.tmp $n.status
	done <>queue`
	if err := os.WriteFile(filepath.Join(w.dir, "driver"), []byte(script), 0o600); err != nil {
		w.t.Fatal(err)
	}
	fifo := filepath.Join(w.dir, "queue")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		w.t.Fatal(err)
	}
	queue, err := os.OpenFile(fifo, os.O_RDWR, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	w.queue = queue
	w.t.Cleanup(func() { queue.Close() })
}

// begin starts a command line in the driver's terminal.
func (w *world) begin(line string) {
	w.t.Helper()
	if w.driver == 0 {
		w.prepare()
		w.driver = w.new("cd " + w.dir + " && exec sh ./driver")
	}
	w.nth++
	n := strconv.Itoa(w.nth)
	if err := os.WriteFile(filepath.Join(w.dir, n+".sh"), []byte(line+"\n"), 0o600); err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.queue.WriteString(n + "\n"); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) end(n int) result {
	w.t.Helper()
	read := func(kind string) string {
		b, err := os.ReadFile(filepath.Join(w.dir, strconv.Itoa(n)+"."+kind))
		if err != nil {
			return ""
		}
		return string(b)
	}
	w.until(fmt.Sprintf("command %d ends", n), func() bool { return read("status") != "" })
	status, err := strconv.Atoi(strings.TrimSpace(read("status")))
	if err != nil {
		w.t.Fatal(err)
	}
	return result{read("out"), read("err"), status}
}

// until waits for a condition that other processes bring about.
func (w *world) until(what string, ok func() bool) {
	w.t.Helper()
	deadline := time.Now().Add(patience * time.Duration(1+w.slow))
	for !ok() {
		if time.Now().After(deadline) {
			w.showLog()
			if w.driver != 0 {
				screen, _ := w.try("tool", "screen", strconv.Itoa(w.driver))
				w.t.Logf("the driver's terminal %d shows:\n%s", w.driver, screen)
			}
			w.t.Fatalf("waited in vain: %s", what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// terminals lists the terminals as `jun tool terminals` does.
func (w *world) terminals() map[int]terminal {
	w.t.Helper()
	var all []terminal
	if err := json.Unmarshal([]byte(w.jun("tool", "terminals")), &all); err != nil {
		w.t.Fatal(err)
	}
	byID := make(map[int]terminal)
	for _, t := range all {
		byID[t.ID] = t
	}
	return byID
}

type terminal struct {
	ID      int    `json:"id"`
	Project string `json:"project"`
	Dir     string `json:"dir"`
	Title   string `json:"title"`
	Agent   string `json:"agent"`
	Status  string `json:"status"`
	Self    bool   `json:"self"`
}

// seen waits until the agent in a terminal is found.
func (w *world) seen(id int, agent string) {
	w.t.Helper()
	defer func() {
		if w.t.Failed() {
			w.t.Logf("terminal %d: %s", id, w.jun("explain", strconv.Itoa(id)))
		}
	}()
	w.until(fmt.Sprintf("%s is seen in terminal %d", agent, id), func() bool { return w.terminals()[id].Agent == agent })
}

// waitFor waits until a terminal's agent has a status, and shows its screen when
// it never has.
func (w *world) waitFor(id int, status string) {
	w.t.Helper()
	defer func() {
		if w.t.Failed() {
			w.t.Logf("terminal %d: %s\n%s", id, w.jun("explain", strconv.Itoa(id)), w.jun("tool", "screen", strconv.Itoa(id)))
		}
	}()
	w.until(fmt.Sprintf("terminal %d is %s", id, status), func() bool { return w.terminals()[id].Status == status })
}

// demo starts the fake agent in a terminal, and returns its id and log.
func (w *world) demo(mode string, more ...string) (id int, log string) {
	w.t.Helper()
	log = filepath.Join(w.t.TempDir(), "agent.log")
	id = w.new(strings.Join(append([]string{filepath.Join(bin, "jun"), "demo-agent", "--mode", mode, "--log", log}, more...), " "))
	w.until("the fake agent starts", func() bool {
		b, err := os.ReadFile(log)
		return err == nil && bytes.Contains(b, []byte("\n"))
	})
	return id, log
}

// entry is a line of the fake agent's log.
type entry struct {
	Event string `json:"event"`
	Text  string `json:"text"`
	State string `json:"state"`
	SHA   string `json:"sha256"`
}

// entries reads the fake agent's log: the entries of one kind of event.
func (w *world) entries(log, event string) []entry {
	w.t.Helper()
	b, err := os.ReadFile(log)
	if err != nil {
		w.t.Fatal(err)
	}
	var all []entry
	for _, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		var e entry
		if json.Unmarshal([]byte(line), &e) == nil && e.Event == event {
			all = append(all, e)
		}
	}
	return all
}

// view is a terminal as the page shows it.
func (w *world) view(id int) api.TerminalView {
	w.t.Helper()
	var all []api.TerminalView
	w.call("terminal.list", struct{}{}, &all)
	for _, v := range all {
		if v.ID == id {
			return v
		}
	}
	w.t.Fatalf("terminal %d is not listed", id)
	return api.TerminalView{}
}

// text is the text of a terminal's screen and scrollback, as an emulator shows
// it that was given what an attached terminal gets.
func (w *world) text(id, lines int) []string {
	w.t.Helper()
	const cols, rows = 120, 40
	e := vt.New(vt.Options{Cols: cols, Rows: rows, ScrollbackBytes: 256 << 20, ScrollbackLines: lines})
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := client.Dial(ctx, filepath.Join(w.home, "jun.sock"))
	if err != nil {
		w.t.Fatal(err)
	}
	defer c.Close()
	errWhole := errors.New("the snapshot is whole")
	err = c.Stream(ctx, "terminal.attach", api.AttachIn{ID: id, Cols: cols, Rows: rows}, func(event json.RawMessage) error {
		var part api.AttachEvent
		if err := json.Unmarshal(event, &part); err != nil {
			return err
		}
		e.Write(part.Data)
		if !part.More {
			return errWhole
		}
		return nil
	})
	if !errors.Is(err, errWhole) {
		w.t.Fatalf("attach to terminal %d: %v", id, err)
	}
	return e.Text(lines)
}

// keeper is the pid of the keeper.
func (w *world) keeper() int {
	w.t.Helper()
	var s api.Status
	w.call("daemon.status", struct{}{}, &s)
	return s.Keeper
}
