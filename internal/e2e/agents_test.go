//go:build agents

package e2e

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"junto/internal/fakemodel"
)

// Real coding agents: Claude Code, Codex and Pi, each installed from npm at a
// pinned version into a cache of its own, each in a home of its own, against the
// scripted model server on loopback. Nothing leaves the machine but the
// installation. The build tag keeps them out of the usual tests: `make
// test-agents` runs them. Where npm cannot be reached and nothing is cached, they
// are skipped and say so.

// run is one agent in a terminal of a world of its own.
type run struct {
	*world
	harness
	model *fakemodel.Server
	id    int
}

func launch(t *testing.T, name string) *run {
	t.Helper()
	model, err := fakemodel.Start(fakemodel.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := model.Close(); err != nil {
			t.Error(err)
		}
	})
	s := setting{t: t, home: t.TempDir(), project: t.TempDir(), model: model.URL()}
	r := &run{harness: harnesses[name](s), model: model}
	node := nodeFolder(t)
	r.world = newWorld(t)
	r.slow = 1       // agents on Node take many seconds to start on a busy machine
	r.inside("true") // starts the driver, for all steps of the test
	r.id, err = strconv.Atoi(strings.TrimSpace(r.jun("new", "--dir", s.project, r.launcher(s, node))))
	if err != nil {
		t.Fatal(err)
	}
	r.waitFor(r.id, "idle")
	if v := r.view(r.id); v.Agent != name {
		t.Fatalf("the agent is seen as %q, want %q", v.Agent, name)
	}
	return r
}

// tell sends a text to the agent; it must be seen to start.
func (r *run) tell(text string) {
	r.t.Helper()
	if o := r.send(r.id, text); o.Stage != "submitted" || !o.Started {
		r.t.Errorf("the send ended as %+v", o)
	}
}

// event waits for an event of the model server that is no side request's.
func (r *run) event(mark int, what string, fits func(fakemodel.Event) bool) fakemodel.Event {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), patience)
	defer cancel()
	e, err := r.model.Wait(ctx, mark, func(e fakemodel.Event) bool { return !e.Side && fits(e) })
	if err != nil {
		r.t.Fatalf("no %s: %v; the server saw %+v; the terminal shows:\n%s", what, err, r.model.Events(mark), r.jun("tool", "screen", strconv.Itoa(r.id)))
	}
	return e
}

// keys presses keys in the terminal, as the operator.
func (r *run) keys(s string) {
	r.t.Helper()
	in, err := json.Marshal(map[string]any{"id": r.id, "data": []byte(s)})
	if err != nil {
		r.t.Fatal(err)
	}
	r.jun("call", "terminal.type", string(in))
}

const (
	// reading is what a person takes to read a question. A key that comes sooner
	// is ignored by Claude, and Codex puts it into the composer.
	reading = time.Second
	// again is how long a key may be without effect before it is pressed again.
	again = 8 * time.Second
)

// approved says yes to the permission prompt, and returns the tool's result.
func (r *run) approved(mark int) fakemodel.Event {
	r.t.Helper()
	result := func(e fakemodel.Event) bool {
		return !e.Side && e.Kind == fakemodel.Requested && e.ToolResult != ""
	}
	for tries := 0; r.view(r.id).Status == "waiting" && tries < 5; tries++ {
		time.Sleep(reading)
		r.keys(r.approve)
		ctx, cancel := context.WithTimeout(r.t.Context(), again)
		e, err := r.model.Wait(ctx, mark, result)
		cancel()
		if err == nil {
			return e
		}
	}
	return r.event(mark, "tool result", result)
}

func ended(e fakemodel.Event) bool { return e.Kind == fakemodel.Done && e.Tool == "" }

func TestRealAgents(t *testing.T) {
	for _, name := range []string{"claude", "codex", "pi"} {
		t.Run(name, func(t *testing.T) {
			r := launch(t, name)
			w := r.watch()
			r.until("watch tells of the agent", func() bool { return len(w.of(r.id)) > 0 })
			for _, step := range []struct {
				name string
				do   func(*run, *watcher)
			}{
				{"a prompt makes it work, then idle", prompt},
				{"a permission prompt makes it wait", permission},
				{"100 KB arrive as one message", large},
				{"killing the daemon leaves the turn alone", killed},
			} {
				ok := t.Run(strings.ReplaceAll(step.name, " ", "-"), func(sub *testing.T) {
					r.t = sub
					defer func() { r.t = t }()
					step.do(r, w)
				})
				if !ok {
					return // the steps that follow would only fail after it
				}
			}
		})
	}
}

func prompt(r *run, w *watcher) {
	mark, told := r.model.Mark(), len(w.of(r.id))
	r.tell("slow 4")
	r.event(mark, "answer", ended)
	r.until("working and idle are told", func() bool { return slices.Contains(w.of(r.id)[told:], "idle") })
	if got := w.of(r.id)[told:]; !slices.Equal(got, []string{"working", "idle"}) {
		r.t.Errorf("watch told %q, want working, idle", got)
	}
}

func permission(r *run, w *watcher) {
	mark, told := r.model.Mark(), len(w.of(r.id))
	r.tell(r.tool)
	r.waitFor(r.id, "waiting")
	if got := r.inside(fmt.Sprintf(`"$JUN_BIN" tool send --unless-waiting %d 'please stop'`, r.id)); got.status != 1 {
		r.t.Errorf("--unless-waiting ended as %+v", got)
	}
	e := r.approved(mark)
	if !strings.Contains(e.ToolResult, r.ran) {
		r.t.Errorf("the tool printed %q, want %q in it", e.ToolResult, r.ran)
	}
	r.event(mark, "answer", ended)
	r.until("idle is told", func() bool { return slices.Contains(w.of(r.id)[told:], "idle") })
	got := w.of(r.id)[told:]
	if i := slices.Index(got, "waiting"); i < 1 || got[0] != "working" || got[len(got)-1] != "idle" {
		r.t.Errorf("watch told %q, want working, waiting, …, idle", got)
	}
}

func large(r *run, _ *watcher) {
	var b strings.Builder
	for i := 0; b.Len() < 100_000; i++ {
		fmt.Fprintf(&b, "%05d: ünïcödé ⚡ the quick brown fox jumps over the lazy dog\n", i)
	}
	text := b.String() + "END"
	sum := sha256.Sum256([]byte(text))
	mark := r.model.Mark()
	r.tell(text)
	e := r.event(mark, "request", func(e fakemodel.Event) bool { return e.Kind == fakemodel.Requested })
	if e.SHA256 != hex.EncodeToString(sum[:]) || e.News != 1 {
		r.t.Errorf("%d bytes were sent; %d arrived, in %d messages", len(text), len(e.Text), e.News)
	}
	r.event(mark, "answer", ended)
	r.waitFor(r.id, "idle")
}

func killed(r *run, _ *watcher) {
	before := r.view(r.id)
	mark := r.model.Mark()
	r.tell("slow 12")
	started := r.event(mark, "first word", func(e fakemodel.Event) bool { return e.Kind == fakemodel.First })
	r.kill9()
	if r.waitFor(r.id, "working"); slices.ContainsFunc(r.model.Events(mark), ended) {
		r.t.Error("the turn had ended when the new daemon came: too late to prove anything")
	}
	e := r.event(mark, "end of the turn", func(e fakemodel.Event) bool {
		return e.Request == started.Request && (e.Kind == fakemodel.Done || e.Kind == fakemodel.Aborted)
	})
	if e.Kind != fakemodel.Done {
		r.t.Errorf("the turn ended as %s", e.Kind)
	}
	r.waitFor(r.id, "idle")
	if after := r.view(r.id); after.PID != before.PID || after.Agent != before.Agent {
		r.t.Errorf("before the kill %+v, after it %+v", before, after)
	}
	mark = r.model.Mark()
	r.tell("hello")
	r.event(mark, "answer after the kill", ended)
}
