package keep

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"junto/internal/fault"
	"junto/internal/proc"
)

// printed finds "name=number" in what a program printed.
func printed(t *testing.T, out []byte, name string) int {
	t.Helper()
	m := regexp.MustCompile(name + `=(\d+)\r`).FindSubmatch(out)
	if m == nil {
		t.Fatalf("no %s in %q", name, out)
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The programs that a terminal may leave behind: a job in the background, one
// that left the session, one that lost its parent as well, one that ignores
// what can be ignored (deaf), and one that is stopped.
const tree = `
sleep 1000 & echo job=$!
setsid sleep 1000 & echo session=$!
(setsid sh -c 'echo orphan=$$; exec sleep 1000' &)
sh -c 'kill -STOP $$' & echo stopped=$!
wait`

const deaf = `
(setsid sh -c 'trap "" HUP TERM; echo deaf=$$; while :; do sleep 1000; done' &)
`

// readProcesses reads until each of the names has come with a pid.
func readProcesses(t *testing.T, r *Ring, names ...string) []proc.Process {
	t.Helper()
	var all []proc.Process
	for _, name := range names {
		pid := printed(t, readUntil(t, r, name+"=\\d+\r"), name)
		info, err := proc.Stat(pid)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, info.Process())
	}
	return all
}

func TestEndTakesTheWholeTree(t *testing.T) {
	if !proc.SupportsSubreaper() {
		t.Skip("without a subreaper not every orphan can be found")
	}
	c, _ := begin(t)
	held, r := spawn(t, c, deaf+tree)
	other, otherRing := spawn(t, c, "(setsid sh -c 'echo orphan=$$; exec sleep 1000' &); exec sleep 1000")
	all := readProcesses(t, r, "job", "session", "orphan", "deaf", "stopped")
	spared := readProcesses(t, otherRing, "orphan")
	began := time.Now()
	if err := c.End(t.Context(), held.ID); err != nil {
		t.Fatal(err)
	}
	t.Logf("ended after %v", time.Since(began))
	for _, p := range append(all, held.Process) {
		if proc.Alive(p) {
			t.Errorf("process %d lives", p.PID)
		}
	}
	if s := waitExit(t, c, held.ID); s != (ExitStatus{Signal: syscall.SIGHUP}) {
		t.Errorf("the shell ended with %v", s)
	}
	for _, p := range append(spared, other.Process) {
		if !proc.Alive(p) {
			t.Errorf("process %d of the other terminal was ended too", p.PID)
		}
	}
	if below, err := proc.Descendants(c.Keeper().PID); err != nil || len(below) != 2 {
		t.Errorf("the keeper has %+v, %v; want the two of the other terminal", below, err)
	}
}

func TestEndOfManyAtOnce(t *testing.T) {
	const many = 20
	c, _ := begin(t)
	ended := make(chan error, many)
	for range many {
		held, r := spawn(t, c, "echo ready; sleep 1000 & wait")
		readUntil(t, r, "ready")
		go func() { ended <- c.End(t.Context(), held.ID) }()
	}
	for range many {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	all, err := c.Terminals(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, held := range all {
		if !held.Exited || held.Status.Signal != syscall.SIGHUP {
			t.Errorf("terminal %d: %+v", held.ID, held)
		}
	}
}

func TestOrphansAreReaped(t *testing.T) {
	if !proc.SupportsSubreaper() {
		t.Skip("orphans go to init")
	}
	c, _ := begin(t)
	_, r := spawn(t, c, "for i in 1 2 3 4 5 6 7 8 9; do (setsid true &); done; echo ready; exec sleep 1000")
	readUntil(t, r, "ready")
	for {
		below, err := proc.Descendants(c.Keeper().PID)
		if err != nil {
			t.Fatal(err)
		}
		if len(below) == 1 {
			return
		}
		if t.Context().Err() != nil {
			t.Fatalf("the keeper has %+v", below)
		}
	}
}

// A program's end is the terminal's, whatever it leaves on the tty.
func TestProgramsLeftOnTheTTYDoNotHoldTheEndUp(t *testing.T) {
	c, _ := begin(t)
	held, r := spawn(t, c, "(trap '' HUP; while :; do echo flood; done) & echo last; exit 3")
	if s := waitExit(t, c, held.ID); s != (ExitStatus{Code: 3}) {
		t.Errorf("got %v", s)
	}
	if out := readAll(t, r); !bytes.Contains(out, []byte("last\r\n")) {
		t.Errorf("the last words are missing from %d bytes", len(out))
	}
	if err := c.Forget(t.Context(), held.ID); err != nil {
		t.Error(err)
	}
	if err := c.Forget(t.Context(), held.ID); !fault.Is(err, fault.UnknownTarget) {
		t.Errorf("forgotten twice: %v", err)
	}
}

func TestOnlyEndedTerminalsAreForgotten(t *testing.T) {
	c, _ := begin(t)
	held, _ := spawn(t, c, "exec sleep 1000")
	if err := c.Forget(t.Context(), held.ID); !fault.Is(err, fault.Refused) {
		t.Errorf("got %v", err)
	}
}

func TestSignalGoesToTheForeground(t *testing.T) {
	c, _ := begin(t)
	// An interactive shell puts each command into a group of its own.
	held, err := c.Spawn(t.Context(), Spec{
		Argv: []string{"bash", "--norc", "--noprofile", "-i"}, Env: testEnv, Dir: "/", Cols: 80, Rows: 24,
	})
	if fault.Is(err, fault.Refused) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Ring(held.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Write(t.Context(), held.ID, []byte("sh -c 'echo fore''ground; exec sleep 1000'; echo \"status=$?\"\r"), 0); err != nil {
		t.Fatal(err)
	}
	readUntil(t, r, "foreground")
	if err := c.Signal(t.Context(), held.ID, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	readUntil(t, r, fmt.Sprintf("status=%d", 128+15))
	if !proc.Alive(held.Process) {
		t.Error("the shell was signalled too")
	}
}

func TestQuitEndsEverything(t *testing.T) {
	home := newHome(t)
	c := connect(t, home)
	held, r := spawn(t, c, tree)
	all := readProcesses(t, r, "job", "session", "orphan", "stopped")
	keeper := c.Keeper()
	quit(t, c)
	for _, p := range append(all, keeper, held.Process) {
		if proc.Alive(p) {
			t.Errorf("process %d lives", p.PID)
		}
	}
}
