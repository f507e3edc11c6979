package keep

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"junto/internal/fault"
	"junto/internal/proc"
)

// rawCat reads n bytes of raw input into a file and then ends.
func rawCat(path string, n int) string {
	return fmt.Sprintf("stty raw -echo; echo ready; head -c %d > %s", n, path)
}

// noise is input of a size that no byte of which a terminal would take for
// something else in raw mode: any.
func noise(n int) []byte {
	b := make([]byte, n)
	r := rand.New(rand.NewPCG(1, uint64(n)))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func TestUnitsOfEverySizeArriveWhole(t *testing.T) {
	c, home := begin(t)
	for _, size := range []int{1, 1022, 1023, 1024, 4095, 4096, 4097, 65536, 1 << 20, MaxUnit} {
		path := filepath.Join(home, fmt.Sprint(size))
		held, r := spawn(t, c, rawCat(path, size))
		readUntil(t, r, "ready")
		want := noise(size)
		if err := c.Write(t.Context(), held.ID, want, 0); err != nil {
			t.Fatalf("%d bytes: %v", size, err)
		}
		if s := waitExit(t, c, held.ID); s != (ExitStatus{}) {
			t.Fatalf("%d bytes: %v", size, s)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if sha256.Sum256(got) != sha256.Sum256(want) {
			t.Errorf("%d bytes: got %d bytes or other ones", size, len(got))
		}
	}
}

func TestUnitsAreNotInterleaved(t *testing.T) {
	const units, size = 20, 10_000
	c, home := begin(t)
	path := filepath.Join(home, "got")
	held, r := spawn(t, c, rawCat(path, units*size))
	readUntil(t, r, "ready")
	failed := make(chan error, units)
	for i := range units {
		go func() {
			failed <- c.Write(t.Context(), held.ID, bytes.Repeat([]byte{byte('a' + i)}, size), 0)
		}()
	}
	for range units {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	waitExit(t, c, held.ID)
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[byte]bool)
	for i := 0; i+size <= len(got); i += size {
		part := got[i : i+size]
		if seen[part[0]] || !bytes.Equal(part, bytes.Repeat(part[:1], size)) {
			t.Errorf("unit %d is not one", i/size)
		}
		seen[part[0]] = true
	}
	if len(seen) != units {
		t.Errorf("got %d units, want %d", len(seen), units)
	}
}

// cpu is the processor time that all threads of a process have used.
func cpu(t testing.TB, pid int) time.Duration {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(threads) == 0 {
		t.Skip("the system tells no processor time by thread")
	}
	var sum time.Duration
	for _, path := range threads {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // the thread has ended
		}
		var ns int64
		if _, err := fmt.Sscan(string(text), &ns); err != nil {
			t.Fatal(err)
		}
		sum += time.Duration(ns)
	}
	return sum
}

// signalAll signals a terminal's programs, the last ones first.
func (h Held) signalAll(t *testing.T, sig syscall.Signal) {
	t.Helper()
	below, err := proc.Descendants(h.Process.PID)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range slices.Backward(below) {
		if err := syscall.Kill(p.PID, sig); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Kill(h.Process.PID, sig); err != nil {
		t.Fatal(err)
	}
}

func TestStoppedReaderHoldsUpNobody(t *testing.T) {
	c, home := begin(t)
	path := filepath.Join(home, "got")
	stopped, r := spawn(t, c, rawCat(path, 1<<20))
	readUntil(t, r, "ready")
	stopped.signalAll(t, syscall.SIGSTOP)
	want := noise(1 << 20)
	taken := make(chan error, 1)
	go func() { taken <- c.Write(t.Context(), stopped.ID, want, 0) }()

	before := cpu(t, c.Keeper().PID)
	began := time.Now()
	echo, er := spawn(t, c, "stty raw -echo; cat")
	var slowest time.Duration
	for i := range 200 {
		at := time.Now()
		text := fmt.Sprintf("<%d>", i)
		if err := c.Write(t.Context(), echo.ID, []byte(text), 0); err != nil {
			t.Fatal(err)
		}
		readUntil(t, er, text)
		slowest = max(slowest, time.Since(at))
	}
	t.Logf("slowest of 200 echoes beside a stopped reader: %v; keeper's processor time: %v in %v",
		slowest, cpu(t, c.Keeper().PID)-before, time.Since(began))
	select {
	case err := <-taken:
		t.Fatalf("a stopped reader took 1 MiB: %v", err)
	default:
	}
	stopped.signalAll(t, syscall.SIGCONT)
	if err := <-taken; err != nil {
		t.Fatal(err)
	}
	waitExit(t, c, stopped.ID)
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got %d bytes or other ones", len(got))
	}
}

func TestInputThatNobodyReadsIsBounded(t *testing.T) {
	c, _ := begin(t)
	held, r := spawn(t, c, "stty raw -echo; echo ready; exec sleep 1000")
	readUntil(t, r, "ready")
	answers := make(chan error, 2*maxQueue/MaxUnit)
	for range cap(answers) {
		go func() { answers <- c.Write(t.Context(), held.ID, make([]byte, MaxUnit), 0) }()
	}
	err := <-answers
	if f, ok := fault.As(err); !ok || f.Type != fault.Refused || !f.Retryable {
		t.Errorf("got %v, want a refusal that can be retried", err)
	}
	if err := c.Write(t.Context(), held.ID, make([]byte, MaxUnit+1), 0); !fault.Is(err, fault.Input) {
		t.Errorf("a unit that is too large: got %v", err)
	}
	if err := c.End(t.Context(), held.ID); err != nil {
		t.Fatal(err)
	}
	for range cap(answers) - 1 {
		if err := <-answers; !fault.Is(err, fault.Refused) {
			t.Errorf("after the end: got %v", err)
		}
	}
}
