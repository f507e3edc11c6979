package keep

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"junto/internal/fault"
	"junto/internal/proc"
)

func TestTerminalsOutliveTheConnection(t *testing.T) {
	home := newHome(t)
	c := connect(t, home)
	keeper := c.Keeper()
	held, _ := spawn(t, c, "exec sleep 1000")
	if err := c.SetMeta(t.Context(), held.ID, []byte("entry")); err != nil {
		t.Fatal(err)
	}
	if err := c.Resize(t.Context(), held.ID, 100, 30); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = connect(t, home)
	defer quit(t, c)
	if c.Keeper() != keeper {
		t.Errorf("the keeper is %v, was %v", c.Keeper(), keeper)
	}
	got, err := c.Terminals(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	held.Meta, held.Cols, held.Rows = []byte("entry"), 100, 30
	if diff := cmp.Diff([]Held{held}, got); diff != "" {
		t.Error(diff)
	}
	next, _ := spawn(t, c, "exec sleep 1000")
	if next.ID != held.ID+1 {
		t.Errorf("the next id is %d", next.ID)
	}
}

func TestLongListsComeInPages(t *testing.T) {
	c, _ := begin(t)
	meta := make([]byte, MaxMeta)
	const many = maxPage/MaxMeta + 4
	for range many {
		if _, err := c.Spawn(t.Context(), Spec{Argv: []string{"sleep", "1000"}, Env: testEnv, Dir: "/", Cols: 80, Rows: 24, Meta: meta}); err != nil {
			t.Fatal(err)
		}
	}
	all, err := c.Terminals(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != many {
		t.Fatalf("got %d, want %d", len(all), many)
	}
	for i, held := range all {
		if held.ID != i+1 || len(held.Meta) != MaxMeta {
			t.Errorf("terminal %d comes as number %d, with %d bytes", held.ID, i+1, len(held.Meta))
		}
	}
}

// idle starts another daemon, which lives until it is killed.
func idle(t *testing.T, home string) *exec.Cmd {
	t.Helper()
	daemon := exec.Command(os.Args[0], home)
	daemon.Env = append(os.Environ(), roleEnv+"=idle")
	out, err := daemon.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("%q, %v", line, err)
	}
	return daemon
}

func TestOneDaemonAtATime(t *testing.T) {
	home := newHome(t)
	daemon := idle(t, home)
	_, err := Connect(t.Context(), options(home))
	if !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), fmt.Sprint(daemon.Process.Pid)) {
		t.Errorf("got %v, want a conflict that names process %d", err, daemon.Process.Pid)
	}
	if err := daemon.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	// It is not waited for yet: it may still be ending, and then is a zombie.
	quit(t, connect(t, home))
	_ = daemon.Wait() // killed
}

func TestProgramsInTerminalsAreRefused(t *testing.T) {
	c, home := begin(t)
	for _, script := range []string{"%[1]s=idle %[2]s %[3]s", "(setsid sh -c '%[1]s=idle %[2]s %[3]s' &); sleep 1000"} {
		_, r := spawn(t, c, fmt.Sprintf("exec 2>&1; "+script, roleEnv, os.Args[0], home))
		if got, want := string(readUntil(t, r, "\n")), "runs in a terminal of this keeper"; !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", script, got, want)
		}
	}
}

func TestStaleSocketIsReplaced(t *testing.T) {
	home := newHome(t)
	dir := folderOf(home)
	if err := dir.make(); err != nil {
		t.Fatal(err)
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: dir.socket(), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	listener.SetUnlinkOnClose(false)
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir.ring(3), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := connect(t, home)
	defer quit(t, c)
	if _, err := os.Stat(dir.ring(3)); !os.IsNotExist(err) {
		t.Errorf("an old ring is still there: %v", err)
	}
	if err := Serve(t.Context(), home, slog.New(slog.DiscardHandler)); !fault.Is(err, fault.Conflict) {
		t.Errorf("a second keeper: %v", err)
	}
}

func TestFilesAreThisUsersOnly(t *testing.T) {
	c, home := begin(t)
	spawn(t, c, "exec sleep 1000")
	err := filepath.Walk(string(folderOf(home)), func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestLongSocketPathIsRefused(t *testing.T) {
	home := filepath.Join(newHome(t), strings.Repeat("d", maxSocketPath))
	_, err := Connect(t.Context(), options(home))
	f, ok := fault.As(err)
	if !ok || f.Type != fault.Refused || !strings.Contains(f.NextStep, "JUNTO_HOME") {
		t.Errorf("got %v", err)
	}
}

func TestKeeperThatCannotStartIsToldOf(t *testing.T) {
	o := options(newHome(t))
	o.Keeper = []string{"/bin/sh", "-c", "exit 1"}
	if _, err := Connect(t.Context(), o); !fault.Is(err, fault.Unreachable) {
		t.Errorf("got %v", err)
	}
	o.Keeper = nil
	if _, err := Connect(t.Context(), o); !fault.Is(err, fault.Unreachable) {
		t.Errorf("got %v", err)
	}
}

// The keeper ends when nobody needs it, and not before.
func TestIdleKeeperEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKeeper(folderOf("/nowhere"), proc.Process{PID: 1}, slog.New(slog.DiscardHandler))
		d := &conn{gone: make(chan struct{})}
		if err := k.claim(d); err != nil {
			t.Fatal(err)
		}
		wait := func() {
			select {
			case <-k.over:
				t.Fatal("it ends with a daemon or a terminal")
			case <-afterIdle():
			}
		}
		wait()
		if err := k.enter(&terminal{id: 1}); err != nil {
			t.Fatal(err)
		}
		k.release(d)
		wait()
		k.mu.Lock()
		delete(k.terminals, 1)
		k.settleLocked()
		k.mu.Unlock()
		<-k.over
		if err := k.claim(&conn{}); !fault.Is(err, fault.Unreachable) {
			t.Errorf("a daemon that comes too late: %v", err)
		}
	})
}

func afterIdle() <-chan time.Time { return time.After(2 * idleGrace) }

// impostor listens at a home's socket and says to everybody what it is told to.
func impostor(t *testing.T, says []byte) (home string) {
	t.Helper()
	home = newHome(t)
	dir := folderOf(home)
	if err := dir.make(); err != nil {
		t.Fatal(err)
	}
	listener, err := listen(dir)
	if err != nil {
		t.Fatal(err)
	}
	var served sync.WaitGroup
	served.Go(func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			served.Go(func() {
				defer c.Close()
				_, _ = c.Write(says)
				_, _ = io.Copy(io.Discard, c) // until the daemon gives up
			})
		}
	})
	t.Cleanup(func() {
		listener.Close()
		served.Wait()
	})
	return home
}

func TestKeepersOfOtherVersions(t *testing.T) {
	for _, test := range []struct {
		version uint64
		want    fault.Type
	}{
		{Version, ""},
		{oldVersion, ""},
		{oldVersion - 1, fault.Protocol},
		{Version + 1, fault.Protocol},
	} {
		version, want := test.version, test.want
		home := impostor(t, frame{kind: kindHello, payload: hello{version: version}.encode()}.appendTo(nil))
		c, err := Connect(t.Context(), options(home))
		if want == "" && err != nil || want != "" && !fault.Is(err, want) {
			t.Errorf("version %d: %v", version, err)
		}
		if err == nil {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestKeeperThatDoesNotAnswer(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Connect(ctx, options(impostor(t, nil))); !fault.Is(err, fault.Unreachable) {
		t.Errorf("got %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if _, err := Connect(ctx, options(impostor(t, nil))); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestNonsenseEndsTheConnection(t *testing.T) {
	c, home := begin(t)
	held, _ := spawn(t, c, "exec sleep 1000")
	if err := c.send(t.Context(), frame{kind: kindSpawn, number: 7, payload: []byte{0xff}}); err != nil {
		t.Fatal(err)
	}
	// A request that cannot be read is answered, and nothing else is harmed.
	if all, err := c.Terminals(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("%+v, %v", all, err)
	}
	if _, err := c.call(t.Context(), 99, nil); !fault.Is(err, fault.Protocol) {
		t.Errorf("a request that there is not: %v", err)
	}
	// A frame that cannot be one ends the connection, not the terminals.
	if _, err := c.link.c.Write([]byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0}); err != nil {
		t.Fatal(err)
	}
	<-c.Done()
	if _, err := c.Terminals(t.Context()); !errors.Is(err, ErrLost) {
		t.Errorf("got %v", err)
	}
	again := connect(t, home)
	defer quit(t, again)
	if all, err := again.Terminals(t.Context()); err != nil || len(all) != 1 || all[0].Process != held.Process {
		t.Errorf("%+v, %v", all, err)
	}
}
