package session

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"junto/internal/proc"
)

const (
	one = "11111111-2222-3333-4444-555555555555"
	two = "99999999-8888-7777-6666-555555555555"
)

var (
	began  = time.Now().Add(-time.Minute)
	before = began.Add(-time.Minute)
)

// agent is a process that could be an agent's, in a home of its own.
type agent struct {
	t         *testing.T
	home, dir string
	pid       int
	start     proc.StartKey
}

// newAgent starts a process that holds the files open, which it makes.
func newAgent(t *testing.T, open ...string) *agent {
	t.Helper()
	a := &agent{t: t, home: folder(t), dir: folder(t)}
	script := "echo ready; read -r line"
	for i, path := range open {
		path = filepath.Join(a.home, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		script = fmt.Sprintf("exec %d<>'%s'; %s", i+3, path, script)
	}
	cmd := exec.Command("/bin/sh", "-c", script)
	cmd.Env, cmd.Dir = []string{"HOME=" + a.home, "PATH=" + os.Getenv("PATH")}, a.dir
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
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	if _, err := fmt.Fscan(out, new(string)); err != nil {
		t.Fatal(err)
	}
	info, err := proc.Stat(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	a.pid, a.start = cmd.Process.Pid, info.Start
	return a
}

func folder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// write writes a file of the home, at a time.
func (a *agent) write(path, text string, at time.Time) {
	a.t.Helper()
	path = filepath.Join(a.home, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		a.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		a.t.Fatal(err)
	}
	if err := os.Chtimes(path, at, at); err != nil {
		a.t.Fatal(err)
	}
}

func (a *agent) want(what, name, id string) {
	a.t.Helper()
	got, ok := Prove(Question{Agent: name, Programs: []int{a.pid}, Began: began})
	if got.ID != id || ok != (id != "") || ok && got.Dir != a.dir {
		a.t.Errorf("%s: got %+v, %v; want %q in %s", what, got, ok, id, a.dir)
	}
}

func TestClaudeNamesItsSession(t *testing.T) {
	a := newAgent(t)
	own := fmt.Sprintf(".claude/sessions/%d.json", a.pid)
	says := func(id string, start proc.StartKey) {
		a.write(own, fmt.Sprintf(`{"pid":%d,"sessionId":%q,"procStart":"%d","more":[]}`, a.pid, id, start), began)
	}
	a.want("nothing is there", "claude", "")
	says(one, a.start)
	a.want("without a transcript, nothing can be resumed", "claude", "")
	a.write(".claude/projects/-src/"+one+".jsonl", "{}\n", time.Now())
	a.want("written in this turn", "claude", one)
	a.write(".claude/projects/-src/"+two+".jsonl", "{}\n", time.Now())
	a.want("another in the same folder is another's", "claude", one)
	a.write(".claude/projects/-src/"+one+".jsonl", "{}\n", before)
	a.want("it went on elsewhere", "claude", "")
	says("../../etc", a.start)
	a.want("no session's name", "claude", "")
	if runtime.GOOS == "linux" {
		a.write(".claude/projects/-src/"+one+".jsonl", "{}\n", time.Now())
		says(one, a.start+1)
		a.want("of an earlier process with its pid", "claude", "")
	}
}

func TestPisSessionIsTheOnlyOneOfTheTurn(t *testing.T) {
	a := newAgent(t)
	name := ".pi/agent/sessions/--" + strings.ReplaceAll(strings.TrimPrefix(a.dir, "/"), "/", "-") + "--/2026-12-01T03-24-17-471Z_"
	first := fmt.Sprintf(`{"type":"session","id":"x","cwd":%q}`+"\n", a.dir)
	a.write(name+one+".jsonl", first, before)
	a.want("of an earlier turn", "pi", "")
	a.write(name+one+".jsonl", first, time.Now())
	a.want("of this turn", "pi", one)
	a.write(name+two+".jsonl", `{"type":"session","cwd":"/elsewhere"}`+"\n", time.Now())
	a.want("beside one of another folder", "pi", one)
	a.write(name+two+".jsonl", first, time.Now())
	a.want("one of two", "pi", "")
}

func TestCodexHoldsItsSessionOpen(t *testing.T) {
	at := func(id string) string {
		return ".codex/sessions/" + time.Now().Format("2006/01/02") + "/rollout-2026-12-01T03-23-57-" + id + ".jsonl"
	}
	meta := func(a *agent, source string) string {
		return fmt.Sprintf(`{"type":"session_meta","payload":{"cwd":%q,"source":%s}}`+"\n", a.dir, source)
	}
	a := newAgent(t, at(one), at(two))
	a.write(at(one), meta(a, `"cli"`), time.Now())
	a.write(at(two), meta(a, `"cli"`), before)
	a.want("the one that was written", "codex", one)
	a.write(at(two), meta(a, `{"subagent":"review"}`), time.Now())
	a.want("beside an agent of its own", "codex", one)
	a.write(at(two), meta(a, `"cli"`), time.Now())
	a.want("one of two", "codex", "")
	if runtime.GOOS == "linux" {
		b := newAgent(t, at(one))
		b.write(at(one), meta(b, `"cli"`), time.Now())
		b.write(at(two), meta(b, `"cli"`), time.Now())
		b.want("what another holds open is another's", "codex", one)
	}
}

func TestOtherAgentsProveNothing(t *testing.T) {
	newAgent(t).want("not known", "gemini", "")
}
