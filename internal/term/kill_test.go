package term

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"junto/internal/keep"
)

// mortalDaemon follows the first terminal of a home until it is killed. It
// tells of each piece of output that it has seen.
func mortalDaemon(home string) error {
	ctx := context.Background()
	client, err := keep.Connect(ctx, keep.Options{Home: home, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	ring, err := client.Ring(1)
	if err != nil {
		return err
	}
	t, err := Open(ctx, Options{
		ID: 1, Ring: ring, Keeper: client, Cols: 80, Rows: 24,
		Checkpoint: filepath.Join(home, "checkpoint.1"), CheckpointEvery: 4 << 10,
	})
	if err != nil {
		return err
	}
	for {
		select {
		case <-t.Changed():
			fmt.Println("output")
		case <-t.Ended():
			fmt.Println("ended")
			return t.Close()
		}
	}
}

// killDaemon runs a daemon and kills it after it has seen some output. It
// reports whether the program had ended before.
func killDaemon(t *testing.T, home string, after int) (ended bool) {
	t.Helper()
	daemon := exec.Command(os.Args[0], home)
	daemon.Env = append(os.Environ(), roleEnv+"=daemon")
	told, err := daemon.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(told)
	for range after {
		if !in.Scan() {
			break
		}
		switch in.Text() {
		case "output":
			continue
		case "ended":
			ended = true
		default:
			t.Errorf("the daemon says: %s", in.Text())
		}
		break
	}
	if err := daemon.Process.Kill(); err != nil && !ended {
		t.Error(err)
	}
	_ = daemon.Wait()
	return ended
}

func TestNoLineIsLostOrDoubledWhenDaemonsAreKilled(t *testing.T) {
	const lines = 9_900 // a scrollback holds them; the forks make it last
	h := newHouse(t)
	_, err := h.client.Spawn(t.Context(), keep.Spec{
		Argv: []string{"sh", "-c", fmt.Sprintf("i=0; while [ $i -lt %d ]; do i=$((i+1)); [ $((i %% 5)) -eq 0 ] && (:); echo $i; done", lines)},
		Env:  []string{"PATH=" + os.Getenv("PATH")}, Dir: h.dir, Cols: 80, Rows: 24,
	})
	if err != nil {
		t.Fatal(err)
	}
	h.leave(t)
	kills := 0
	for !killDaemon(t, h.dir, 1+kills%7) {
		kills++
	}
	h.connect(t)
	held, err := h.client.Terminals(t.Context())
	if err != nil || len(held) != 1 {
		t.Fatal(held, err)
	}
	ring, err := h.client.Ring(1)
	if err != nil {
		t.Fatal(err)
	}
	term, err := Open(t.Context(), Options{
		ID: 1, Ring: ring, Keeper: h.client, Cols: 80, Rows: 24,
		Checkpoint: filepath.Join(h.dir, "checkpoint.1"),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, term)
	<-term.Ended()
	got := term.Text(2 * lines)
	for i, line := range got {
		if line != strconv.Itoa(i+1) {
			t.Fatalf("line %d is %q", i+1, line)
		}
	}
	if len(got) != lines {
		t.Errorf("%d lines", len(got))
	}
	t.Logf("killed %d daemons", kills)
}
