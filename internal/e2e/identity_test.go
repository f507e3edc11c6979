package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// "Who calls is what the kernel says, whatever the environment claims."
func TestTheEnvironmentProvesNothing(t *testing.T) {
	w := newWorld(t)
	id := w.new("")
	if _, err := w.try("tool", "message", "hi"); err == nil {
		t.Error("a caller outside the terminals sent a message")
	}
	t.Setenv("JUN_TERMINAL", fmt.Sprint(id))
	if _, err := w.try("tool", "message", "hi"); err == nil || !strings.Contains(err.Error(), "caller is not a terminal of this Jun") {
		t.Errorf("with JUN_TERMINAL set by hand: %v", err)
	}
	r := w.inside("JUN_TERMINAL=999 jun tool terminals")
	if !strings.Contains(r.stdout, `"self": true`) {
		t.Errorf("with a false JUN_TERMINAL inside: %+v", r)
	}
}

// "A helper that my agent started through shells, in the background or in a
// session of its own still counts as running in my terminal, or is refused."
func TestCallersFarFromTheirShell(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, c := range map[string]struct {
		line string
		want string // in what it prints
	}{
		"a grandchild":         {"sh -c 'bash -c \"jun tool terminals\"'", `"self": true`},
		"in the background":    {"jun tool terminals & wait", `"self": true`},
		"under nohup":          {"nohup jun tool terminals", `"self": true`},
		"in its own session":   {"setsid --wait jun tool terminals", `"self": true`},
		"its parent has ended": {"out=$(mktemp); sh -c \"sh -c 'sleep 0.3; jun tool terminals >$out 2>&1; echo end >>$out' &\"; while ! grep -q end $out; do sleep 0.05; done; cat $out", `"self": true`},
		"a double fork in its own session": {
			"out=$(mktemp); setsid sh -c \"setsid sh -c 'sleep 0.3; jun tool terminals >$out 2>&1; echo end >>$out' &\"; while ! grep -q end $out; do sleep 0.05; done; cat $out",
			"cannot be proved",
		},
	} {
		if r := w.inside(c.line); !strings.Contains(r.stdout+r.stderr, c.want) {
			t.Errorf("%s: want %q in %q and %q", name, c.want, r.stdout, r.stderr)
		}
	}
}

// "The commands of the operator are for outside callers only."
func TestProgramsInTerminalsAreNoOperators(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, line := range []string{"jun new", "jun quit --force", "jun restart", "jun url", "jun status", "jun call terminal.list '{}'", "jun explain 1"} {
		if r := w.inside(line); r.status != 1 || !strings.Contains(r.stderr, "operator") {
			t.Errorf("%s: status %d, %q %q", line, r.status, r.stdout, r.stderr)
		}
	}
}

// "A Jun that I start in a terminal of Jun's serves its own terminals; they
// count, for the outer one, as the terminal it was started from."
func TestAJunWithinAJun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	inner := filepath.Join(w.home, "inner")
	if err := os.Mkdir(inner, 0o700); err != nil {
		t.Fatal(err)
	}
	id := w.new("jund serve --home " + inner)
	in := *w
	in.home, in.driver, in.nth = inner, 0, 0
	w.until("the inner Jun answers", func() bool { _, err := in.try("status"); return err == nil })
	defer in.try("quit", "--force")
	r := in.inside("jun tool terminals; JUN_API=" + filepath.Join(w.home, "jun.sock") + " jun tool message 'from within'")
	if r.status != 0 || strings.TrimSpace(r.stdout[strings.LastIndex(r.stdout, "]")+1:]) != "1" {
		t.Errorf("a program in the inner Jun: %+v", r)
	}
	r = in.inside("JUN_API=" + filepath.Join(w.home, "jun.sock") + " jun tool terminals")
	if !strings.Contains(strings.ReplaceAll(r.stdout, "\n", ""), `"self": true`) || !strings.Contains(r.stdout, fmt.Sprintf(`"id": %d`, id)) {
		t.Errorf("for the outer Jun it runs nowhere: %+v", r)
	}
}

// "A second daemon on my home says so, and harms nothing."
func TestASecondDaemonIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	out, err := w.program("jund", "serve", "--home", w.home)
	if err == nil || !strings.Contains(out, "another Jun serves") {
		t.Errorf("got %v: %q", err, out)
	}
	w.jun("status")
}

// "A socket that a killed daemon left does not stop the next one."
func TestAStaleSocketIsReplaced(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.daemon.Process.Kill()
	w.daemon.Wait()
	if _, err := os.Stat(filepath.Join(w.home, "jun.sock")); err != nil {
		t.Skip("the daemon left no socket")
	}
	if _, err := w.try("status"); err == nil || !strings.Contains(err.Error(), "jun serve") {
		t.Errorf("with no daemon: %v", err)
	}
	w.start()
}
