package keep

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"junto/internal/fault"
	"junto/internal/proc"
)

func TestProgramGetsWhatIsAsked(t *testing.T) {
	c, home := begin(t)
	held, err := c.Spawn(t.Context(), Spec{
		Argv: []string{"sh", "-c", `stty size; pwd; tty; printf '%s|' "$@"; echo; env | sort; echo .; exec sleep 1000`, "sh", "a b", "\xff", ""},
		Env:  []string{"PATH=" + os.Getenv("PATH"), "ID=old", "RAW=\xfe", MarkEnv + "=of another"}, IDEnv: "ID",
		Dir: home, Cols: 133, Rows: 44,
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Ring(held.ID)
	if err != nil {
		t.Fatal(err)
	}
	keeper := c.Keeper()
	lines := strings.Split(strings.ReplaceAll(string(readUntil(t, r, `\.\r\n`)), "\r", ""), "\n")
	var st unix.Stat_t
	if err := unix.Stat(lines[2], &st); err != nil {
		t.Errorf("the tty %q: %v", lines[2], err)
	}
	lines[2] = "tty"
	lines = deletePrefixed(lines, "PATH=", "PWD=", "OLDPWD=", "SHLVL=", "_=")
	want := []string{
		"44 133", home, "tty", "a b|\xff||", "ID=1",
		fmt.Sprintf("%s=%d.%d.1", MarkEnv, keeper.PID, keeper.Start),
		"RAW=\xfe", ".", "",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
	if uint64(uint32(st.Rdev)) != held.TTY {
		t.Errorf("its device is %x, and the terminal's %x", st.Rdev, held.TTY)
	}
}

func deletePrefixed(lines []string, prefixes ...string) []string {
	var rest []string
next:
	for _, line := range lines {
		for _, p := range prefixes {
			if strings.HasPrefix(line, p) {
				continue next
			}
		}
		rest = append(rest, line)
	}
	return rest
}

func TestProgramLeadsItsSession(t *testing.T) {
	c, _ := begin(t)
	held, r := spawn(t, c, "echo ready; exec sleep 1000")
	readUntil(t, r, "ready")
	info, err := proc.Stat(held.Process.PID)
	if err != nil {
		t.Fatal(err)
	}
	want := proc.Info{
		PID: held.Process.PID, PPID: c.Keeper().PID, PGID: held.Process.PID, SID: held.Process.PID,
		TTY: held.TTY, Foreground: held.Process.PID, Start: held.Process.Start, Name: info.Name, UID: os.Geteuid(),
	}
	if diff := cmp.Diff(want, info); diff != "" {
		t.Error(diff)
	}
}

func TestWhatCannotBeStartedIsRefused(t *testing.T) {
	c, home := begin(t)
	file := filepath.Join(home, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	good := Spec{Argv: []string{"true"}, Env: testEnv, Dir: "/", Cols: 80, Rows: 24}
	for name, test := range map[string]struct {
		change func(*Spec)
		want   fault.Type
		says   string
	}{
		"no program":        {func(s *Spec) { s.Argv = nil }, fault.Input, "no program"},
		"no directory":      {func(s *Spec) { s.Dir = home + "/gone" }, fault.Refused, home + "/gone"},
		"a file for one":    {func(s *Spec) { s.Dir = file }, fault.Refused, file},
		"relative":          {func(s *Spec) { s.Dir = "." }, fault.Input, "absolute"},
		"unknown name":      {func(s *Spec) { s.Argv[0] = "no-such-program" }, fault.Refused, "no-such-program"},
		"name without PATH": {func(s *Spec) { s.Env = nil }, fault.Refused, "true"},
		"unknown path":      {func(s *Spec) { s.Argv[0] = "/no/program" }, fault.Refused, "/no/program"},
		"not executable":    {func(s *Spec) { s.Argv[0] = file }, fault.Refused, file},
		"NUL":               {func(s *Spec) { s.Argv = append(s.Argv, "a\x00b") }, fault.Input, "NUL"},
		"no size":           {func(s *Spec) { s.Cols = 0 }, fault.Input, "columns"},
		"huge entry":        {func(s *Spec) { s.Meta = make([]byte, MaxMeta+1) }, fault.Input, "entry"},
		"huge argument":     {func(s *Spec) { s.Argv = append(s.Argv, strings.Repeat("x", 2<<20)) }, fault.Refused, "too long"},
		"huge request":      {func(s *Spec) { s.Argv = append(s.Argv, strings.Repeat("x", 4<<20)) }, fault.Input, "allowed"},
	} {
		s := good
		s.Argv = []string{"true"}
		test.change(&s)
		_, err := c.Spawn(t.Context(), s)
		if !fault.Is(err, test.want) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: got %v, want %s with %q", name, err, test.want, test.says)
		}
	}
	if all, err := c.Terminals(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("left behind: %+v, %v", all, err)
	}
	if rings, err := filepath.Glob(folderOf(home).ring(0)[:len(folderOf(home).ring(0))-1] + "*"); err != nil || len(rings) != 0 {
		t.Errorf("left behind: %v, %v", rings, err)
	}
	for name, err := range map[string]error{
		"write":  c.Write(t.Context(), 9, nil, 0),
		"resize": c.Resize(t.Context(), 9, 80, 24),
		"end":    c.End(t.Context(), 9),
		"meta":   c.SetMeta(t.Context(), 9, nil),
		"signal": c.Signal(t.Context(), 9, unix.SIGINT),
	} {
		if !fault.Is(err, fault.UnknownTarget) {
			t.Errorf("%s of an unknown terminal: %v", name, err)
		}
	}
}

func TestIgnoredSignalsAreNotHandedOn(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("the system does not tell which signals a process ignores")
	}
	o := options(newHome(t))
	o.Keeper = append([]string{"/bin/sh", "-c", `trap "" HUP INT QUIT TSTP TTIN TTOU PIPE; exec "$@"`, "sh"}, o.Keeper...)
	c, err := Connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { quit(t, c) })
	_, r := spawn(t, c, "exec grep SigIgn /proc/self/status")
	got := strings.Fields(string(readAll(t, r)))
	if len(got) != 2 {
		t.Fatalf("got %q", got)
	}
	ignored, err := strconv.ParseUint(got[1], 16, 64)
	const classic = 1<<31 - 1 // those above, up to 33, the C library keeps for itself
	if err != nil || ignored&classic != 0 {
		t.Errorf("programs ignore signals: %q, %v", got, err)
	}
}

// underLimit starts a keeper under a limit of descriptors.
func underLimit(t *testing.T, home, ulimit string) *Client {
	t.Helper()
	o := options(home)
	o.Keeper = append([]string{"/bin/sh", "-c", "ulimit " + ulimit + `; exec "$@"`, "sh"}, o.Keeper...)
	c, err := Connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { quit(t, c) })
	return c
}

func TestLowSoftLimitOfDescriptors(t *testing.T) {
	c := underLimit(t, newHome(t), "-Sn 256")
	for range 200 {
		if _, err := c.Spawn(t.Context(), Spec{Argv: []string{"/bin/sleep", "1000"}, Dir: "/", Cols: 80, Rows: 24}); err != nil {
			t.Fatal(err)
		}
	}
	_, r := spawn(t, c, "ulimit -Sn")
	if got := strings.TrimSpace(string(readAll(t, r))); got != "256" {
		t.Errorf("programs get a limit of %q", got)
	}
}

func TestLowHardLimitOfDescriptors(t *testing.T) {
	home := newHome(t)
	c := underLimit(t, home, "-n 128")
	started := 0
	for {
		_, err := c.Spawn(t.Context(), Spec{Argv: []string{"/bin/sleep", "1000"}, Dir: "/", Cols: 80, Rows: 24})
		if err == nil {
			started++
			continue
		}
		if !fault.Is(err, fault.Refused) || !strings.Contains(err.Error(), "descriptors") {
			t.Fatal(err)
		}
		break
	}
	t.Logf("%d terminals under a hard limit of 128", started)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = connect(t, home)
	defer quit(t, c)
	if all, err := c.Terminals(t.Context()); err != nil || len(all) != started {
		t.Errorf("%d terminals, %v", len(all), err)
	}
}

// TestNothingIsLeftBehind runs the keeper in this process, where leaked
// goroutines are found when all tests are over.
func TestNothingIsLeftBehind(t *testing.T) {
	home := newHome(t)
	served := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { served <- Serve(ctx, home, slog.New(slog.DiscardHandler)) }()
	o := options(home)
	c, err := Connect(t.Context(), Options{Home: home, Keeper: []string{"/bin/sleep", "0"}, Log: o.Log})
	if err != nil {
		t.Fatal(err)
	}
	cycle := func() {
		for range 10 {
			held, r := spawn(t, c, "echo hello")
			waitExit(t, c, held.ID)
			if out := readAll(t, r); string(out) != "hello\r\n" {
				t.Errorf("a program that ends at once prints %q", out)
			}
			if err := c.Forget(t.Context(), held.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	cycle()
	files, routines := descriptors(t), runtime.NumGoroutine()
	for range 5 {
		cycle()
	}
	if n := descriptors(t); n > files {
		t.Errorf("%d descriptors, were %d", n, files)
	}
	if n := runtime.NumGoroutine(); n > routines {
		t.Errorf("%d goroutines, were %d", n, routines)
	}
	spawn(t, c, "exec sleep 1000")
	cancel()
	if err := <-served; err != nil {
		t.Error(err)
	}
	<-c.Done()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(string(folderOf(home)))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range left {
		if strings.HasPrefix(entry.Name(), ringPrefix) || strings.HasSuffix(entry.Name(), ".sock") {
			t.Errorf("%s is left behind", entry.Name())
		}
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	files, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}
