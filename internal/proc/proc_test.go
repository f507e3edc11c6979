package proc

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The test binary is also a program that connects to a socket and waits.
const dialEnv = "JUNTO_TEST_DIAL"

func TestMain(m *testing.M) {
	if path := os.Getenv(dialEnv); path != "" {
		if _, err := net.Dial("unix", path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		select {}
	}
	os.Exit(m.Run())
}

// start starts a shell script, and returns it with its first line.
func start(t *testing.T, script string) (*exec.Cmd, string) {
	t.Helper()
	cmd := exec.Command("/bin/sh", "-c", script)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		below, _ := Descendants(cmd.Process.Pid) // none when it has ended
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		for _, p := range below {
			if Alive(p.Process()) {
				_ = syscall.Kill(p.PID, syscall.SIGKILL)
			}
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return cmd, strings.TrimSpace(line)
}

func TestStatOfThisProcess(t *testing.T) {
	info, err := Stat(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if info.PID != os.Getpid() || info.PPID != os.Getppid() || info.UID != os.Geteuid() || info.Start == 0 || info.Zombie {
		t.Errorf("got %+v", info)
	}
	if !Alive(info.Process()) {
		t.Error("this process is not alive")
	}
}

func TestZombiesAreNotAlive(t *testing.T) {
	cmd, _ := start(t, "echo ready; exec sleep 1000")
	info, err := Stat(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	if !Alive(info.Process()) {
		t.Error("it is not alive")
	}
	other := info.Process()
	other.Start++
	if Alive(other) {
		t.Error("an earlier process with its pid is alive")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for Alive(info.Process()) { // it is not waited for
		runtime.Gosched()
	}
	if now, err := Stat(info.PID); err != nil || !now.Zombie || now.Start != info.Start {
		t.Errorf("got %+v, %v", now, err)
	}
	_ = cmd.Wait() // killed
	if _, err := Stat(info.PID); !errors.Is(err, ErrGone) {
		t.Errorf("got %v", err)
	}
}

func TestWhatAProcessShows(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	if sh, err = filepath.EvalSymlinks(sh); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(sh)
	cmd.Args = []string{"a name", "-c", "echo ready; read -r x", ""}
	cmd.Dir = dir
	cmd.Env = []string{"A=1=2", "AB=3"}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		in.Close()
		_ = cmd.Wait() // read fails at the end of its input
	}()
	// It can be started and have no arguments yet.
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	pid := cmd.Process.Pid
	argv, err := Argv(pid)
	if diff := cmp.Diff(cmd.Args[:3], argv); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if v, ok := Env(pid, "A"); !ok || v != "1=2" {
		t.Errorf("A is %q, %v", v, ok)
	}
	if v, ok := Env(pid, "B"); ok {
		t.Errorf("B is %q", v)
	}
	if got, err := Cwd(pid); err != nil || got != dir {
		t.Errorf("it is in %q, %v; want %q", got, err, dir)
	}
	if got, err := Exe(pid); err != nil || got != sh {
		t.Errorf("it is %q, %v; want %q", got, err, sh)
	}
}

func TestNobodyIsGone(t *testing.T) {
	for _, pid := range []int{-1, 0, 1 << 30} {
		_, stat := Stat(pid)
		_, argv := Argv(pid)
		_, cwd := Cwd(pid)
		_, exe := Exe(pid)
		_, below := Descendants(pid)
		for _, err := range []error{stat, argv, cwd, exe, below} {
			if !errors.Is(err, ErrGone) {
				t.Errorf("%d: %v", pid, err)
			}
		}
		if _, ok := Ancestors(Process{PID: pid}); ok {
			t.Errorf("%d has ancestors", pid)
		}
	}
}

func TestDescendants(t *testing.T) {
	cmd, line := start(t, `sleep 1000 & (sleep 1000 & echo $!; wait) & wait`)
	grandchild, err := strconv.Atoi(line)
	if err != nil {
		t.Fatal(err)
	}
	chain, ok := Ancestors(processOf(t, grandchild))
	if !ok || len(chain) < 4 || chain[2].PID != cmd.Process.Pid || chain[3].PID != os.Getpid() {
		t.Fatalf("the grandchild's ancestors are %+v, %v", chain, ok)
	}
	if last := chain[len(chain)-1]; last.PPID != 0 {
		t.Errorf("the chain ends at %+v", last)
	}
	below, err := Descendants(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(below, func(p Info) bool { return p.PID == grandchild && p.PPID == chain[1].PID }) {
		t.Errorf("the grandchild %d is not among %+v", grandchild, below)
	}
	seen := map[int]bool{cmd.Process.Pid: true}
	for _, p := range below {
		if seen[p.PID] || !seen[p.PPID] {
			t.Errorf("%d comes twice, or before its parent", p.PID)
		}
		seen[p.PID] = true
	}
	// This process has threads, any of which may have forked.
	mine, err := Descendants(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(mine, func(p Info) bool { return p.PID == grandchild }) {
		t.Errorf("the grandchild is not among this process's %+v", mine)
	}
}

func processOf(t *testing.T, pid int) Process {
	t.Helper()
	info, err := Stat(pid)
	if err != nil {
		t.Fatal(err)
	}
	return info.Process()
}

func TestAncestorsOfAReusedPID(t *testing.T) {
	p := processOf(t, os.Getpid())
	p.Start--
	if chain, ok := Ancestors(p); ok {
		t.Errorf("got %+v", chain)
	}
}

func TestBelow(t *testing.T) {
	table := []Info{{PID: 5, PPID: 3}, {PID: 1}, {PID: 3, PPID: 2}, {PID: 2, PPID: 1}, {PID: 4, PPID: 1}, {PID: 6, PPID: 6}}
	var got []int
	for _, info := range below(2, table) {
		got = append(got, info.PID)
	}
	if diff := cmp.Diff([]int{3, 5}, got); diff != "" {
		t.Error(diff)
	}
}

func TestPeer(t *testing.T) {
	dir, err := os.MkdirTemp("", "proc")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "sock")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), dialEnv+"="+path)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c, err := listener.AcceptUnix()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	p, err := Peer(c)
	if err != nil || p != processOf(t, cmd.Process.Pid) {
		t.Errorf("the peer is %+v, %v; want process %d", p, err, cmd.Process.Pid)
	}
	if uid, err := PeerUser(c); err != nil || uid != os.Geteuid() {
		t.Errorf("its user is %d, %v", uid, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	if p, err := Peer(c); !errors.Is(err, ErrGone) {
		t.Errorf("a peer that is gone: %+v, %v", p, err)
	}
}

func TestParseArgs(t *testing.T) {
	for _, test := range []struct {
		text      string
		argv, env []string
	}{
		{"", nil, nil},
		{"\x02\x00\x00\x00", nil, nil},
		{"\x02\x00\x00\x00/bin/sh\x00\x00\x00\x00\x00sh\x00a b\x00A=1\x00B=\x00\x00junk\x00", []string{"sh", "a b"}, []string{"A=1", "B="}},
		{"\x02\x00\x00\x00/bin/sh\x00sh\x00\x00A=1", []string{"sh", ""}, []string{"A=1"}},
		{"\xff\xff\xff\xff/bin/sh\x00A=1\x00", nil, []string{"A=1"}},
		{"\x09\x00\x00\x00/bin/sh\x00sh\x00", []string{"sh"}, nil},
	} {
		argv, env := parseArgs([]byte(test.text))
		if diff := cmp.Diff([][]string{test.argv, test.env}, [][]string{argv, env}); diff != "" {
			t.Errorf("%q: %s", test.text, diff)
		}
	}
}

func FuzzParseArgs(f *testing.F) {
	f.Add([]byte("\x02\x00\x00\x00/bin/sh\x00\x00sh\x00a b\x00A=1\x00\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		argv, env := parseArgs(text)
		n := 0
		for _, s := range slices.Concat(argv, env) {
			n += len(s) + 1
			if strings.ContainsRune(s, 0) {
				t.Fatalf("%q holds a NUL", s)
			}
		}
		if n > len(text) {
			t.Fatalf("%d bytes out of %d", n, len(text))
		}
	})
}
