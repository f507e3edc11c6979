package demoagent

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"junto/internal/ptytest"
)

// selfVariable makes the test binary run as the agent itself.
const selfVariable = "JUNTO_TEST_RUNS_DEMO_AGENT"

func TestMain(m *testing.M) {
	if os.Getenv(selfVariable) != "" {
		os.Exit(Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// patience bounds every wait of the tests on real terminals. It fails a test
// that hangs; it measures nothing.
const patience = 20 * time.Second

// live is the agent as a process in a terminal.
type live struct {
	t      *testing.T
	cmd    *exec.Cmd
	master *os.File
	log    string
	dir    string
}

func launch(t *testing.T, args ...string) *live {
	t.Helper()
	master, slave, err := ptytest.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := ptytest.Resize(slave, 100, 30); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	l := &live{t: t, master: master, dir: dir, log: filepath.Join(dir, "log")}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	l.cmd = exec.CommandContext(context.Background(), exe, append([]string{"--log", l.log}, args...)...)
	l.cmd.Env = append(os.Environ(), selfVariable+"=1", "TERM=xterm-256color")
	l.cmd.Stdin, l.cmd.Stdout, l.cmd.Stderr = slave, slave, slave
	l.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := l.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := slave.Close(); err != nil {
		t.Fatal(err)
	}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = io.Copy(io.Discard, master) // ends with the terminal
	}()
	t.Cleanup(func() {
		_ = l.cmd.Process.Kill() // it may have ended
		_ = l.cmd.Wait()
		_ = master.Close()
		<-drained
	})
	return l
}

// wait returns the first record that fits, waiting for it.
func (l *live) wait(what string, fits func(Record) bool) Record {
	l.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		for _, r := range l.records() {
			if fits(r) {
				return r
			}
		}
	}
	l.t.Fatalf("no record of %s; the log:\n%v", what, l.records())
	return Record{}
}

func (l *live) records() []Record {
	l.t.Helper()
	f, err := os.Open(l.log)
	if err != nil {
		return nil // not started yet
	}
	defer f.Close()
	var all []Record
	lines := bufio.NewReader(f)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return all
		}
		var r Record
		if err := json.Unmarshal(line, &r); err != nil {
			l.t.Fatalf("log line %q: %v", line, err)
		}
		all = append(all, r)
	}
}

func (l *live) state(s State) {
	l.t.Helper()
	l.wait(string(s), func(r Record) bool { return r.Event == EventState && r.State == s })
}

func (l *live) put(s string) {
	l.t.Helper()
	if _, err := io.WriteString(l.master, s); err != nil {
		l.t.Fatal(err)
	}
}

func TestLiveAgentTakesALargePasteWhole(t *testing.T) {
	for _, modes := range []string{"normal", "alt-screen,spinner", "main-screen", "slow-reader:400000"} {
		t.Run(modes, func(t *testing.T) {
			l := launch(t, "--mode", modes, "--work", "1ms")
			l.state(Idle)
			text := strings.Repeat("a line of a long message: é 漢字\n", 3000) + "END"
			l.put(pasteStart + text + pasteEnd)
			got := l.wait("the paste", func(r Record) bool { return r.Event == EventPaste })
			if got.SHA256 != sum(text) {
				t.Errorf("paste of %d bytes arrived as %d other ones", len(text), got.Bytes)
			}
			l.put("\r")
			if got := l.wait("the submission", func(r Record) bool { return r.Event == EventSubmit }); got.Text != text {
				t.Errorf("submitted %d bytes, want %d", len(got.Text), len(text))
			}
			l.state(Working)
		})
	}
}

func TestLiveToolRunsAndIsKilledByAnInterrupt(t *testing.T) {
	l := launch(t, "--work", "1ms")
	l.state(Idle)
	l.put("tool echo from the tool; exec sleep 1000\r")
	l.state(Waiting)
	l.put("\r")
	l.wait("the answer", func(r Record) bool { return r.Event == EventAnswer })
	l.put("\x1b")
	got := l.wait("the tool's end", func(r Record) bool { return r.Event == EventTool })
	if got.Status == nil || *got.Status != -1 {
		t.Errorf("the tool ended with %v, want -1: killed", got.Status)
	}
}

func TestLiveResizeAndLeave(t *testing.T) {
	l := launch(t)
	l.state(Idle)
	if err := ptytest.Resize(l.master, 60, 20); err != nil {
		t.Fatal(err)
	}
	if got := l.wait("the resize", func(r Record) bool { return r.Event == EventResize }); got.Cols != 60 || got.Rows != 20 {
		t.Errorf("resized to %d×%d, want 60×20", got.Cols, got.Rows)
	}
	l.put("\x04")
	if err := l.cmd.Wait(); err != nil {
		t.Errorf("it left with %v", err)
	}
}

func TestLiveCrash(t *testing.T) {
	l := launch(t, "--mode", "crash", "--work", "1ms")
	l.state(Idle)
	l.put("go\r")
	l.wait("the exit", func(r Record) bool { return r.Event == EventExit })
	_ = l.cmd.Wait() // the status is looked at
	if got := l.cmd.ProcessState.ExitCode(); got != crashStatus {
		t.Errorf("it ended with %d, want %d", got, crashStatus)
	}
}

func TestRawCatWritesWhatItReads(t *testing.T) {
	want := make([]byte, 1<<20)
	for i := range want {
		want[i] = byte(i * 7)
	}
	file := filepath.Join(t.TempDir(), "copy")
	l := launch(t, "--raw-cat", file, "--count", "1048576")
	l.wait("its start", func(r Record) bool { return r.Event == EventStart })
	l.put(string(want))
	end := l.wait("its end", func(r Record) bool { return r.Event == EventExit })
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	digest := sha256.Sum256(want)
	if string(got) != string(want) || end.SHA256 != hex.EncodeToString(digest[:]) {
		t.Errorf("%d bytes were written as %d other ones", len(want), len(got))
	}
}

func TestUsage(t *testing.T) {
	for _, tt := range []struct {
		args   []string
		status int
		stdout string
		stderr string
	}{
		{[]string{"--help"}, 0, "usage: jun demo-agent", ""},
		{[]string{"--mode", "nonsense"}, 2, "", `no mode "nonsense"`},
		{[]string{"--mode", "splash:soon"}, 2, "", "no duration"},
		{[]string{"--mode", "alt-screen,main-screen"}, 2, "", "exclude each other"},
		{[]string{"word"}, 2, "", "unexpected word"},
	} {
		var stdout, stderr strings.Builder
		if got := Run(tt.args, os.Stdin, &stdout, &stderr); got != tt.status {
			t.Errorf("%v: status %d, want %d", tt.args, got, tt.status)
		}
		if !strings.Contains(stdout.String(), tt.stdout) || !strings.Contains(stderr.String(), tt.stderr) {
			t.Errorf("%v: stdout %q, stderr %q", tt.args, stdout.String(), stderr.String())
		}
	}
}
