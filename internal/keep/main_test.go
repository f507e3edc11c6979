package keep

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// The test binary is also the keeper, and the daemons that are killed.
const roleEnv = "JUNTO_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleEnv) {
	case "":
		goleak.VerifyTestMain(m)
	case "keeper":
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		log := slog.New(slog.NewTextHandler(os.Stderr, nil))
		if err := Serve(ctx, os.Args[1], log); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "reader":
		readerDaemon(os.Args[1], os.Args[2], os.Args[3], os.Args[4])
	case "idle":
		idleDaemon(os.Args[1])
	}
}

// testEnv is what programs in the tests' terminals get.
var testEnv = []string{"PATH=" + os.Getenv("PATH"), "HOME=/tmp", "TERM=xterm-256color", "PS1=$ "}

// options are those of a home whose keeper is this test binary.
func options(home string) Options {
	return Options{
		Home: home,
		// A race-detecting keeper would wait a second before it exits.
		Keeper: []string{"/usr/bin/env", "GORACE=atexit_sleep_ms=0", roleEnv + "=keeper", os.Args[0], home},
		Log:    slog.New(slog.DiscardHandler),
	}
}

// newHome makes a home with a short path.
func newHome(t testing.TB) string {
	t.Helper()
	home, err := os.MkdirTemp("", "keep")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			log, _ := os.ReadFile(folderOf(home).log())
			t.Logf("the keeper's log:\n%s", log)
		}
		os.RemoveAll(home)
	})
	return home
}

func connect(t testing.TB, home string) *Client {
	t.Helper()
	c, err := Connect(t.Context(), options(home))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// begin starts a keeper that is told to quit when the test is over.
func begin(t testing.TB) (*Client, string) {
	t.Helper()
	home := newHome(t)
	c := connect(t, home)
	t.Cleanup(func() { quit(t, c) })
	return c, home
}

// quit ends the client's keeper, if it still runs.
func quit(t testing.TB, c *Client) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	select {
	case <-c.Done():
	default:
		if err := c.Quit(ctx); err != nil {
			t.Errorf("quit: %v", err)
		}
	}
	if err := c.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

// spawn starts a shell script in a terminal.
func spawn(t testing.TB, c *Client, script string) (Held, *Ring) {
	t.Helper()
	held, err := c.Spawn(t.Context(), Spec{
		Argv: []string{"/bin/sh", "-c", script}, Env: testEnv, Dir: "/", Cols: 80, Rows: 24,
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Ring(held.ID)
	if err != nil {
		t.Fatal(err)
	}
	return held, r
}

// readAll reads a terminal's output to its end, releasing it as it goes.
func readAll(t *testing.T, r *Ring) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := copyRing(t.Context(), r, 0, &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// readUntil reads from the start until a pattern has come.
func readUntil(t *testing.T, r *Ring, pattern string) []byte {
	t.Helper()
	awaited := regexp.MustCompile(pattern)
	out := make([]byte, 0, 4096)
	for !awaited.Match(out) {
		off := uint64(len(out))
		if err := r.Wait(t.Context(), off); err != nil {
			t.Fatalf("wait for %q: %v, after %q", pattern, err, out)
		}
		out = append(out, make([]byte, r.End()-off)...)
		if _, err := r.Read(off, out[off:]); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// waitExit waits for the end of a terminal's program, passing over others.
func waitExit(t *testing.T, c *Client, id int) ExitStatus {
	t.Helper()
	for x := range c.Exits() {
		if x.ID == id {
			return x.Status
		}
	}
	t.Fatalf("no exit of terminal %d", id)
	return ExitStatus{}
}

// writer is what copyRing writes to.
type writer interface{ Write(p []byte) (int, error) }

// copyRing copies output from the offset to its end, and returns the offset of
// the end.
func copyRing(ctx context.Context, r *Ring, off uint64, w writer) (uint64, error) {
	buf := make([]byte, 32<<10)
	for {
		switch err := r.Wait(ctx, off); {
		case isEOF(err):
			return off, nil
		case err != nil:
			return off, err
		}
		n, err := r.Read(off, buf)
		if err != nil {
			return off, err
		}
		if _, err := w.Write(buf[:n]); err != nil {
			return off, err
		}
		off += uint64(n)
		r.Release(off)
	}
}

// readerDaemon is a daemon that copies a terminal's output into a file, up to a
// size, and then waits to be killed. It goes on where the file ends.
func readerDaemon(home, terminal, path, size string) {
	id, err := strconv.Atoi(terminal)
	must(err)
	limit, err := strconv.ParseUint(size, 10, 64)
	must(err)
	c, err := Connect(context.Background(), options(home))
	must(err)
	r, err := c.Ring(id)
	must(err)
	f, err := os.OpenFile(filepath.Clean(path), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	must(err)
	info, err := f.Stat()
	must(err)
	_, err = copyRing(context.Background(), r, uint64(info.Size()), &limited{w: f, left: int(limit) - int(info.Size())})
	must(err)
}

// limited writes no more than it may, and then blocks.
type limited struct {
	w    writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	n, err := l.w.Write(p[:min(len(p), l.left)])
	l.left -= n
	if err == nil && n < len(p) {
		select {}
	}
	return n, err
}

// idleDaemon is a daemon that only connects, says so, and lives until it is
// killed.
func idleDaemon(home string) {
	_, err := Connect(context.Background(), options(home))
	must(err)
	fmt.Println("connected")
	select {}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
