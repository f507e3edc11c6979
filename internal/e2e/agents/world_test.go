//go:build agents

package agents

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience bounds every wait: agents on Node take many seconds to start on a
// busy machine. It fails a test that hangs; it measures nothing.
const patience = 120 * time.Second

// bin is the folder of the built programs.
var bin string

func TestMain(m *testing.M) { os.Exit(build(m)) }

func build(m *testing.M) int {
	dir, err := os.MkdirTemp("", "junto-bin")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	cmd := exec.CommandContext(context.Background(), "go", "build", "-o", dir+"/", "./cmd/jun", "./cmd/jund")
	cmd.Dir = "../../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		return 1
	}
	bin = dir
	return m.Run()
}

// world is a Jun of its own: a home, a daemon, and a terminal that runs commands
// as its agents would.
type world struct {
	t      *testing.T
	home   string
	daemon *exec.Cmd
	log    *os.File
	steps  string // folder of the driver's commands
	step   int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	home, err := os.MkdirTemp("", "jun") // short: a socket's path has to fit
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, home: home, steps: t.TempDir()}
	if w.log, err = os.Create(filepath.Join(t.TempDir(), "daemon.log")); err != nil {
		t.Fatal(err)
	}
	w.start()
	t.Cleanup(func() {
		if _, err := w.run("quit", "--force"); err != nil {
			t.Errorf("quit: %v", err)
			_ = w.daemon.Process.Kill()
		}
		_ = w.daemon.Wait()
		if log, err := os.ReadFile(w.log.Name()); err == nil && t.Failed() {
			t.Logf("the daemon's log:\n%s", log)
		}
		w.log.Close()
		os.RemoveAll(home)
	})
	write(t, filepath.Join(w.steps, "driver"), `n=1; while :; do
	while [ ! -e $n.sh ]; do sleep 0.05; done
	sh ./$n.sh >$n.out 2>&1 </dev/null; echo $? >$n.tmp; mv $n.tmp $n.status
	n=$((n+1))
done
`)
	w.jun("new", "--dir", w.steps, "exec sh ./driver")
	return w
}

// start starts a daemon in the home and waits until it answers.
func (w *world) start() {
	w.t.Helper()
	w.daemon = exec.CommandContext(context.Background(), filepath.Join(bin, "jun"), "serve")
	w.daemon.Env = w.env()
	w.daemon.Stderr = w.log
	w.daemon.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := w.daemon.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.until("the daemon answers", func() bool { _, err := w.run("status"); return err == nil })
}

// kill9 kills the daemon and starts another.
func (w *world) kill9() {
	w.t.Helper()
	if err := w.daemon.Process.Kill(); err != nil {
		w.t.Fatal(err)
	}
	_ = w.daemon.Wait() // it was killed: that is its status
	w.start()
}

// env is the daemon's and the clients' environment. HOME is the world's, so that
// no start-up file of the person who runs the test matters.
func (w *world) env() []string {
	return append(os.Environ(), "JUNTO_HOME="+w.home, "JUN_API="+filepath.Join(w.home, "jun.sock"), "HOME="+w.home, "SHELL=/bin/sh")
}

// run runs jun outside of its terminals.
func (w *world) run(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "jun"), args...)
	cmd.Env = w.env()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("jun %s: %w: %s", strings.Join(args, " "), err, errs.String())
	}
	return strings.TrimSpace(out.String()), nil
}

// jun runs jun outside of its terminals; it must work.
func (w *world) jun(args ...string) string {
	w.t.Helper()
	out, err := w.run(args...)
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// inside runs a command line in a terminal of Jun, as its agents do.
func (w *world) inside(line string) (out string, status int) {
	w.t.Helper()
	w.step++
	name := filepath.Join(w.steps, strconv.Itoa(w.step))
	write(w.t, name+".new", line+"\n")
	if err := os.Rename(name+".new", name+".sh"); err != nil {
		w.t.Fatal(err)
	}
	var ended []byte
	w.until("the command ends: "+line, func() (ok bool) {
		var err error
		ended, err = os.ReadFile(name + ".status")
		return err == nil
	})
	status, err := strconv.Atoi(strings.TrimSpace(string(ended)))
	if err != nil {
		w.t.Fatal(err)
	}
	printed, err := os.ReadFile(name + ".out")
	if err != nil {
		w.t.Fatal(err)
	}
	return strings.TrimSpace(string(printed)), status
}

// outcome is what `jun tool send --json` prints.
type outcome struct {
	Stage   string
	Started bool
	Held    string
}

// send sends a text from a terminal of Jun; it must be seen to start.
func (w *world) send(id int, text string) {
	w.t.Helper()
	file := filepath.Join(w.steps, "text")
	write(w.t, file, text)
	out, status := w.inside(fmt.Sprintf(`"$JUN_BIN" tool send --json %d - <%s`, id, file))
	var o outcome
	if err := json.Unmarshal([]byte(out), &o); err != nil || status != 0 {
		w.t.Fatalf("send: status %d: %s", status, out)
	}
	if o.Stage != "submitted" || !o.Started {
		w.t.Errorf("the send ended as %s", out)
	}
}

// view is a terminal as the page has it.
type view struct {
	ID      int
	PID     int
	Agent   string
	Status  string
	Because string
}

func (w *world) view(id int) view {
	w.t.Helper()
	var all []view
	if err := json.Unmarshal([]byte(w.jun("call", "terminal.list", "{}")), &all); err != nil {
		w.t.Fatal(err)
	}
	for _, v := range all {
		if v.ID == id {
			return v
		}
	}
	w.t.Fatalf("terminal %d is not there", id)
	return view{}
}

// is waits until the agent has a status, and shows its screen when it never has.
func (w *world) is(id int, status string) {
	w.t.Helper()
	end := time.Now().Add(patience)
	for v := w.view(id); v.Status != status; v = w.view(id) {
		if time.Now().After(end) {
			w.t.Fatalf("terminal %d is %+v, want %s; it shows:\n%s", id, v, status, w.jun("tool", "screen", strconv.Itoa(id)))
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// until waits for a condition that other processes bring about.
func (w *world) until(what string, ok func() bool) {
	w.t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			w.t.Fatalf("waited %s in vain: %s", patience, what)
		}
	}
}

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
	cmd.Env = w.env()
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
