package proc

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

const rest = "S 17 4240 4239 34817 4242 4194304 99 0 0 0 1 2 0 0 20 0 3 0 987654 10 20 18446744073709551615 1 1"

func TestParseStat(t *testing.T) {
	want := Info{PID: 4242, PPID: 17, PGID: 4240, SID: 4239, TTY: 34817, Foreground: 4242, Start: 987654}
	for _, name := range []string{"sh", "", "a b", "(", ")", ") S 1 1 1 0", "((x)) R", "new\nline", "\xff\x00"} {
		got, threads, err := parseStat([]byte("4242 (" + name + ") " + rest))
		want.Name = name
		if diff := cmp.Diff(want, got); err != nil || threads != 3 || diff != "" {
			t.Errorf("%q: %d threads, %v, %s", name, threads, err, diff)
		}
	}
	got, _, err := parseStat([]byte("7 (x) Z 1 7 7 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5"))
	if err != nil || !got.Zombie || got.TTY != 0 || got.Foreground != -1 {
		t.Errorf("a zombie without a terminal: %+v, %v", got, err)
	}
	got, _, err = parseStat([]byte("7 (x) S 1 7 7 -2147452928 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5"))
	if err != nil || got.TTY != 0x80007800 {
		t.Errorf("a terminal with a high minor number: %x, %v", got.TTY, err)
	}
	for _, text := range []string{
		"", "4242", "4242 sh " + rest, "4242 (sh " + rest, "x (sh) " + rest, "0 (sh) " + rest, "-1 (sh) " + rest,
		"4242 (sh) S 17 4240", "4242 (sh) " + strings.Replace(rest, "17", "x", 1), "4242 )sh( " + rest,
		"4242 (sh) " + strings.Replace(rest, "987654", "-1", 1),
	} {
		if got, _, err := parseStat([]byte(text)); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

func FuzzParseStat(f *testing.F) {
	f.Add([]byte("4242 (sh) " + rest))
	f.Add([]byte("4242 (a) S (b)) " + rest))
	f.Add([]byte("1 () Z 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"))
	f.Fuzz(func(t *testing.T, text []byte) {
		info, _, err := parseStat(text)
		if err != nil {
			return
		}
		if info.PID <= 0 || !strings.Contains(string(text), "("+info.Name+")") {
			t.Fatalf("%q is read as %+v", text, info)
		}
		// What was read is what a kernel would print for it.
		state := "S"
		if info.Zombie {
			state = "Z"
		}
		again, _, err := parseStat(fmt.Appendf(nil, "%d (%s) %s %d %d %d %d %d 0 0 0 0 0 0 0 0 0 0 0 1 0 %d",
			info.PID, info.Name, state, info.PPID, info.PGID, info.SID, int32(uint32(info.TTY)), info.Foreground, info.Start))
		if diff := cmp.Diff(info, again); err != nil || diff != "" {
			t.Fatalf("%v, %s", err, diff)
		}
	})
}

// A name of parentheses and spaces, in a real process.
func TestStatOfAStrangeName(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	link := t.TempDir() + "/) S 1 (x"
	if err := os.Symlink(sh, link); err != nil {
		t.Fatal(err)
	}
	named := exec.Command(link, "-c", "read x")
	in, err := named.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := named.Start(); err != nil {
		t.Fatal(err)
	}
	info, err := Stat(named.Process.Pid)
	if err != nil || info.Name != ") S 1 (x" || info.PPID != os.Getpid() {
		t.Errorf("got %+v, %v", info, err)
	}
	in.Close()
	_ = named.Wait() // read fails at the end of its input
}

func TestScanFindsTheSameDescendants(t *testing.T) {
	cmd, _ := start(t, `sleep 1000 & (sleep 1000 & echo ready; wait) & wait`)
	byLists, err := Descendants(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	byScan, err := descendantsByScan(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(pids(byLists), pids(byScan)); diff != "" {
		t.Error(diff)
	}
}

func pids(all []Info) []int {
	var pids []int
	for _, info := range all {
		pids = append(pids, info.PID)
	}
	slices.Sort(pids)
	return pids
}

// TestOrphansComeToTheSubreaper: a program that left its session and lost its
// parent still has the subreaper among its ancestors.
func TestOrphansComeToTheSubreaper(t *testing.T) {
	if !SupportsSubreaper() {
		t.Fatal("this system has subreapers")
	}
	if err := BecomeSubreaper(); err != nil {
		t.Fatal(err)
	}
	defer unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
	cmd, line := start(t, `(setsid sh -c 'echo $$; exec sleep 1000' &)`)
	var pid int
	if _, err := fmt.Sscan(line, &pid); err != nil {
		t.Fatal(err)
	}
	orphan := processOf(t, pid)
	_ = cmd.Wait()
	chain, ok := Ancestors(orphan)
	if !ok || len(chain) < 2 || chain[0].Process() != orphan || chain[1].PID != os.Getpid() {
		t.Errorf("its ancestors are %+v, %v", chain, ok)
	}
	if err := unix.Kill(pid, unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if _, err := unix.Wait4(pid, nil, 0, nil); err != nil {
		t.Errorf("the orphan is not this process's to wait for: %v", err)
	}
}
