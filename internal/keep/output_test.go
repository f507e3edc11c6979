package keep

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// million is the output of seq 1 1000000 on a terminal.
func million() [sha256.Size]byte {
	h := sha256.New()
	var line []byte
	for i := 1; i <= 1_000_000; i++ {
		line = fmt.Appendf(line[:0], "%d\r\n", i)
		h.Write(line)
	}
	return sum(h)
}

func sum(h hash.Hash) (s [sha256.Size]byte) {
	h.Sum(s[:0])
	return s
}

// TestSlowReaderStopsTheProgram reads nothing until the ring is full, and then
// releases what it read only in large steps, so that the keeper has to wait
// again and again.
func TestSlowReaderStopsTheProgram(t *testing.T) {
	c, _ := begin(t)
	_, r := spawn(t, c, "seq 1 1000000")
	if err := r.Wait(t.Context(), ringCapacity-1); err != nil {
		t.Fatal(err)
	}
	if start, end := r.Start(), r.End(); start != 0 || end != ringCapacity {
		t.Fatalf("a full ring reads from %d to %d", start, end)
	}
	h := sha256.New()
	buf := make([]byte, ringCapacity)
	var off uint64
	for {
		err := r.Wait(t.Context(), off)
		if isEOF(err) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		n, err := r.Read(off, buf)
		if err != nil {
			t.Fatal(err)
		}
		h.Write(buf[:n])
		off += uint64(n)
		if r.End()-r.Released() == ringCapacity || r.h.closed.Load() == 1 {
			r.Release(off)
		}
	}
	if sum(h) != million() {
		t.Errorf("%d bytes came, but not those that were printed", off)
	}
}

// TestKilledDaemonLosesNothing kills the daemon again and again while a program
// prints. Each one goes on where the file of the one before ends.
func TestKilledDaemonLosesNothing(t *testing.T) {
	home := newHome(t)
	c := connect(t, home)
	held, _ := spawn(t, c, "seq 1 1000000")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(home, "got")
	kills := 0
	for size := int64(0); kills < 20; kills++ {
		// It copies no more than a twentieth of the 7.9 MB, so that every one
		// is killed in the middle of them.
		daemon := exec.Command(os.Args[0], home, fmt.Sprint(held.ID), path, fmt.Sprint(size+380_000))
		daemon.Env = append(os.Environ(), roleEnv+"=reader")
		if err := daemon.Start(); err != nil {
			t.Fatal(err)
		}
		size = waitLarger(t, path, size+300_000)
		if err := daemon.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = daemon.Wait() // killed
	}
	c = connect(t, home)
	defer quit(t, c)
	all, err := c.Terminals(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 || all[0].ID != held.ID || all[0].Process != held.Process {
		t.Errorf("the terminals are %+v, want only %+v", all, held)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("killed %d times; %d bytes were read until then", kills, len(got))
	r, err := c.Ring(held.ID)
	if err != nil {
		t.Fatal(err)
	}
	h := sha256.New()
	h.Write(got)
	if _, err := copyRing(t.Context(), r, uint64(len(got)), h); err != nil {
		t.Fatal(err)
	}
	if sum(h) != million() {
		t.Error("the output is not what was printed")
	}
}

// waitLarger waits until a file has grown. Nothing tells when it does but the
// file itself.
func waitLarger(t *testing.T, path string, than int64) int64 {
	t.Helper()
	for {
		if info, err := os.Stat(path); err == nil && info.Size() > than {
			return info.Size()
		}
		select {
		case <-time.After(100 * time.Microsecond):
		case <-t.Context().Done():
			t.Fatal("the file does not grow")
		}
	}
}

// TestAcceptedUnitOutlivesTheDaemon kills the daemon between the moment in
// which the keeper has its unit and the one in which the program takes it.
func TestAcceptedUnitOutlivesTheDaemon(t *testing.T) {
	c, home := begin(t)
	path := filepath.Join(home, "got")
	held, r := spawn(t, c, rawCat(path, 1<<20))
	out := readUntil(t, r, "ready")
	held.signalAll(t, syscall.SIGSTOP)
	want := noise(1 << 20)
	ctx, cancel := context.WithCancel(t.Context())
	taken := make(chan error, 1)
	go func() { taken <- c.Write(ctx, held.ID, want, uint64(len(out))) }()
	// The keeper answers in the order of requests what it does at once, so it
	// has the unit when it answers this.
	for r.Replied() == 0 {
		if _, err := c.Terminals(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	cancel()
	if err := <-taken; !errors.Is(err, context.Canceled) {
		t.Fatalf("the stopped program took it: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}

	c = connect(t, home)
	defer quit(t, c)
	r, err := c.Ring(held.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Replied(); got != uint64(len(out)) {
		t.Errorf("replied up to %d, want %d", got, len(out))
	}
	held.signalAll(t, syscall.SIGCONT)
	waitExit(t, c, held.ID)
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the program read %d bytes or other ones", len(got))
	}
}

func TestReleasedBytesCanBeReadUntilTheyAreOverwritten(t *testing.T) {
	c, _ := begin(t)
	held, r := spawn(t, c, "seq 1 10000; read -r line; seq 1 1000000")
	out := readUntil(t, r, "\n10000\r\n")
	r.Release(uint64(len(out)))
	again := make([]byte, len(out))
	if n, err := r.Read(0, again); err != nil || !bytes.Equal(again[:n], out) {
		t.Errorf("released bytes: read %d, %v", n, err)
	}
	if err := c.Write(t.Context(), held.ID, []byte("\r"), 0); err != nil {
		t.Fatal(err)
	}
	if err := r.Wait(t.Context(), ringCapacity); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(0, again); !errors.Is(err, ErrOverwritten) {
		t.Errorf("overwritten bytes: %v", err)
	}
	if _, err := r.Read(r.End()+ringCapacity, again); err == nil || errors.Is(err, ErrOverwritten) {
		t.Errorf("bytes that were never printed: %v", err)
	}
}
