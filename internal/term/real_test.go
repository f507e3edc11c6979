package term

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"junto/internal/demoagent"
	"junto/internal/harness"
	"junto/internal/keep"
)

// The test binary is also the keeper and the fake agent.
const roleEnv = "JUNTO_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleEnv) {
	case "":
		goleak.VerifyTestMain(m)
	case "keeper":
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		if err := keep.Serve(ctx, os.Args[1], slog.New(slog.NewTextHandler(os.Stderr, nil))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "daemon":
		if err := mortalDaemon(os.Args[1]); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	case "demo":
		os.Exit(demoagent.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
}

// house is a home with a real keeper.
type house struct {
	dir    string
	client *keep.Client
}

func newHouse(t *testing.T) *house {
	t.Helper()
	dir, err := os.MkdirTemp("", "term") // short: a socket's path is limited
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	h := &house{dir: dir}
	h.connect(t)
	t.Cleanup(func() {
		if err := h.client.Quit(context.Background()); err != nil {
			t.Error(err)
		}
		h.leave(t)
	})
	return h
}

func (h *house) connect(t *testing.T) {
	t.Helper()
	client, err := keep.Connect(t.Context(), keep.Options{
		Home:   h.dir,
		Keeper: []string{"/usr/bin/env", roleEnv + "=keeper", os.Args[0], h.dir},
		Log:    slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	h.client = client
}

// leave is the end of a daemon, as far as the keeper sees it.
func (h *house) leave(t *testing.T) {
	t.Helper()
	if err := h.client.Close(); err != nil {
		t.Error(err)
	}
}

// start runs a program in a terminal.
func (h *house) start(t *testing.T, argv ...string) *Terminal {
	t.Helper()
	held, err := h.client.Spawn(t.Context(), keep.Spec{
		Argv: argv, Dir: h.dir, Cols: 80, Rows: 24,
		Env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + h.dir, "TERM=xterm-256color", "PS1=$ "},
	})
	if err != nil {
		t.Fatal(err)
	}
	return h.open(t, held)
}

func (h *house) open(t *testing.T, held keep.Held) *Terminal {
	t.Helper()
	ring, err := h.client.Ring(held.ID)
	if err != nil {
		t.Fatal(err)
	}
	template, _ := harness.ByName("demo")
	term, err := Open(t.Context(), Options{
		ID: held.ID, Ring: ring, Keeper: h.client, Cols: held.Cols, Rows: held.Rows,
		Checkpoint: filepath.Join(h.dir, fmt.Sprint("checkpoint.", held.ID)),
		Template:   func() *harness.Template { return template },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shut(t, term) })
	return term
}

// demo starts the fake agent, and waits until it is ready for a message.
func (h *house) demo(t *testing.T, args ...string) (term *Terminal, log string) {
	t.Helper()
	log = filepath.Join(h.dir, "log")
	argv := append([]string{"/usr/bin/env", roleEnv + "=demo", os.Args[0], "--log", log}, args...)
	term = h.start(t, argv...)
	until(t, term, "the agent is up", func() bool {
		text := strings.Join(term.Text(100), "\n")
		return strings.Contains(text, "❯") || strings.Contains(text, "reading")
	})
	return term, log
}

// logged are the texts of the fake agent's records of a kind.
func logged(t *testing.T, log string, e demoagent.Event) []string {
	t.Helper()
	b, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for line := range bytes.Lines(b) {
		var r demoagent.Record
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		if r.Event == e {
			texts = append(texts, r.Text)
		}
	}
	return texts
}

func TestRealSendsInParallel(t *testing.T) {
	term, log := newHouse(t).demo(t)
	var want []string
	var all sync.WaitGroup
	for i := range 20 {
		text := fmt.Sprintf("message %d\nwith a second line", i)
		want = append(want, text)
		accepted := make(chan struct{})
		all.Go(func() {
			out, err := term.Type(t.Context(), text, TypeOptions{Receipt: func(stage, _ string) {
				if stage == Accepted {
					close(accepted)
				}
			}})
			if err != nil || !out.Submitted {
				t.Errorf("message %d: %+v, %v", i, out, err)
			}
		})
		<-accepted
	}
	all.Wait()
	until(t, term, "all are taken", func() bool { return len(logged(t, log, demoagent.EventSubmit)) == len(want) })
	if diff := cmp.Diff(want, logged(t, log, demoagent.EventSubmit)); diff != "" {
		t.Error(diff)
	}
}

func TestAMebibyteIntoASlowReader(t *testing.T) {
	h := newHouse(t)
	file := filepath.Join(h.dir, "got")
	text := strings.Repeat("0123456789abcdef 漢字 \t", 1<<20/25)
	text += strings.Repeat("x", 1<<20-len(text))
	want := []byte("\x1b[200~" + text + "\x1b[201~")
	term, _ := h.demo(t, "--raw-cat", file, "--count", fmt.Sprint(len(want)), "--mode", "slow-reader:524288")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	typed := make(chan struct{})
	go func() {
		_, _ = term.Type(ctx, text, TypeOptions{Receipt: func(stage, _ string) {
			if stage == Typed {
				close(typed)
			}
		}})
	}()
	select {
	case <-typed:
	case <-ctx.Done():
		t.Fatal("not typed within a minute")
	}
	<-term.Ended()
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if sha256.Sum256(got) != sha256.Sum256(want) {
		t.Errorf("got %d bytes, want %d", len(got), len(want))
	}
}

func TestKeysReachTheProgramAfterARestart(t *testing.T) {
	h := newHouse(t)
	before := h.start(t, "sh")
	until(t, before, "a prompt", func() bool { return len(before.Text(1)) > 0 })
	if err := before.Close(); err != nil {
		t.Fatal(err)
	}
	h.leave(t)
	h.connect(t)
	held, err := h.client.Terminals(t.Context())
	if err != nil || len(held) != 1 {
		t.Fatalf("%v, %v", held, err)
	}
	term := h.open(t, held[0])
	if err := term.Input(t.Context(), "w", []byte("echo $((40+2))\r")); err != nil {
		t.Fatal(err)
	}
	until(t, term, "the echo", func() bool { return strings.Contains(strings.Join(term.Text(50), "\n"), "\n42") })
}

func TestTheProgramIsToldItsSize(t *testing.T) {
	term := newHouse(t).start(t, "sh", "-c", "trap 'stty size' WINCH; echo ready; while :; do sleep 0.01; done")
	until(t, term, "it is up", func() bool { return len(term.Text(1)) > 0 })
	term.Resize("w", 101, 33)
	until(t, term, "the size", func() bool { return strings.Contains(strings.Join(term.Text(50), "\n"), "33 101") })
}

func TestAStoppedProgramHoldsUpNothingElse(t *testing.T) {
	h := newHouse(t)
	stopped, log := h.demo(t)
	other := h.start(t, "cat")
	if err := h.client.Signal(t.Context(), 1, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("y", 1<<20)
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	out, err := stopped.Type(ctx, text, TypeOptions{})
	if !errors.Is(err, context.DeadlineExceeded) || out.Typed || out.Submitted || len(out.Evidence) == 0 {
		t.Errorf("outcome %+v, %v", out, err)
	}
	if err := other.Input(t.Context(), "w", []byte("still here\r")); err != nil {
		t.Fatal(err)
	}
	until(t, other, "the echo", func() bool { return strings.Contains(strings.Join(other.Text(50), "\n"), "still here\nstill here") })
	if err := h.client.Signal(t.Context(), 1, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	until(t, stopped, "the text arrives", func() bool { return len(logged(t, log, demoagent.EventSubmit)) == 1 })
	if got := logged(t, log, demoagent.EventSubmit)[0]; got != text {
		t.Errorf("%d bytes arrived", len(got))
	}
}

func TestAnEndedRealProgram(t *testing.T) {
	h := newHouse(t)
	term := h.start(t, "sh", "-c", "seq 1 100000; printf done")
	v := term.Attach(t.Context(), 0, false)
	<-term.Ended()
	if got := term.Text(1)[0]; got != "done" {
		t.Errorf("last line %q", got)
	}
	if err := h.client.Forget(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	var p page
	for {
		f, err := v.Next(t.Context())
		if err != nil {
			break
		}
		p.show(f)
		v.Ack(f.Offset)
	}
	if got := p.vt.Text(1)[0]; got != "done" {
		t.Errorf("the viewer's last line %q", got)
	}
}
