package daemon

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/feed"
	"junto/internal/keep"
	"junto/internal/notice"
	"junto/internal/store"
)

// The test binary is also the keeper of the daemons that it runs.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "keep" {
		if err := keep.Serve(context.Background(), os.Args[3], slog.New(slog.DiscardHandler)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// patience bounds every wait: far more than anything takes.
const patience = 30 * time.Second

// live is a whole daemon with its keeper, and no listener.
type live struct {
	t    testing.TB
	d    *Daemon
	gate *Dispatcher
}

func newLive(t testing.TB) *live {
	t.Helper()
	t.Setenv("SHELL", "/bin/sh")
	t.Setenv("PS1", "$ ")
	home, err := os.MkdirTemp("", "jun") // short: a socket's path has to fit
	if err != nil {
		t.Fatal(err)
	}
	self, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	ready, over := make(chan *Daemon, 1), make(chan error, 1)
	go func() {
		over <- Run(context.Background(), Options{
			Home: home, Self: self, Log: slog.New(slog.DiscardHandler),
			Serve: func(ctx context.Context, d *Daemon) error {
				ready <- d
				<-ctx.Done()
				return ctx.Err()
			},
		})
	}()
	l := &live{t: t}
	select {
	case l.d = <-ready:
	case err := <-over:
		t.Fatal(err)
	}
	l.gate = l.d.Gate()
	t.Cleanup(func() {
		l.d.endSoon(errQuit)
		if err := <-over; err != nil {
			t.Errorf("the daemon ended: %v", err)
		}
		os.RemoveAll(home)
	})
	return l
}

// ask makes a call as a page in the window.
func ask[Out any](l *live, window, name string, in any) (Out, error) {
	l.t.Helper()
	var none Out
	input, err := json.Marshal(in)
	if err != nil {
		l.t.Fatal(err)
	}
	out, err := l.gate.Do(l.t.Context(), api.Caller{Kind: api.Page, Window: window}, name, input, nil)
	if err != nil {
		return none, err
	}
	return out.(Out), nil
}

func answer[Out any](l *live, window, name string, in any) Out {
	l.t.Helper()
	out, err := ask[Out](l, window, name, in)
	if err != nil {
		l.t.Fatalf("%s: %v", name, err)
	}
	return out
}

// run starts a terminal that runs a command in a directory.
func (l *live) run(dir, command string) int {
	l.t.Helper()
	return answer[api.IDOut](l, "", "terminal.new", api.NewTerminalIn{Dir: dir, Command: command}).ID
}

// openPage is a page that is open.
type openPage struct {
	l      *live
	id     string
	events <-chan any
	seen   []any
}

func (l *live) window(id string) *openPage {
	l.t.Helper()
	return l.windowOf(id, l.login())
}

// login is the session of a browser that logs in.
func (l *live) login() string {
	l.t.Helper()
	code, err := l.d.store.NewLoginCode(l.t.Context(), time.Now())
	if err != nil {
		l.t.Fatal(err)
	}
	session, ok := l.d.Logins().Redeem(l.t.Context(), code, "Firefox on Linux")
	if !ok {
		l.t.Fatal("the code is not taken")
	}
	return session
}

func (l *live) windowOf(id, session string) *openPage {
	l.t.Helper()
	events, leave := l.d.Windows().Connect(id, session)
	l.t.Cleanup(leave)
	return &openPage{l: l, id: id, events: events}
}

// until takes events up to one that is meant.
func (w *openPage) until(what string, meant func(e any) bool) any {
	w.l.t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case e, ok := <-w.events:
			if !ok {
				w.l.t.Fatalf("window %s: no more events; waited for %s", w.id, what)
			}
			w.seen = append(w.seen, e)
			if meant(e) {
				return e
			}
		case <-timeout:
			w.l.t.Fatalf("window %s waited in vain for %s; saw %d events", w.id, what, len(w.seen))
		}
	}
}

// untilClosed takes events until there are no more.
func (w *openPage) untilClosed() {
	w.l.t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case _, ok := <-w.events:
			if !ok {
				return
			}
		case <-timeout:
			w.l.t.Fatalf("window %s: its events do not end", w.id)
		}
	}
}

func (w *openPage) notices() (all []api.Notice) {
	for _, e := range w.seen {
		if n, ok := e.(noticeEvent); ok {
			all = append(all, n.Notice)
		}
	}
	return all
}

// progressIs matches news of a terminal's progress.
func progressIs(id, value int) func(e any) bool {
	return func(e any) bool {
		v, ok := e.(terminalEvent)
		return ok && v.Terminal.ID == id && v.Terminal.Progress != nil && v.Terminal.Progress.Value == value
	}
}

func TestNoticesGoToTheWindowThatTheOperatorIsIn(t *testing.T) {
	l := newLive(t)
	here, there := l.window("here"), l.window("there")
	l.d.Windows().Focus("here", true)
	dir := t.TempDir()
	// Each line is a step; the progress after a notification says that it was read.
	id := l.run(dir, `while read -r line; do printf "$line"; done`)
	say := func(escapes string) {
		answer[api.None](l, "", "terminal.type", api.TypeIn{ID: id, Data: []byte(escapes + "\r")})
	}
	say(`\033]9;all is built\007\033]9;9;/tmp\007\033]9;4;1;10\007`)
	here.until("progress", progressIs(id, 10))
	there.until("progress", progressIs(id, 10))
	got := here.notices()
	if len(got) != 1 || got[0].Text != "all is built" || got[0].Reason != notice.Program || got[0].Terminal != id {
		t.Errorf("the window that has the focus was told %+v", got)
	}
	if got := there.notices(); len(got) != 0 {
		t.Errorf("the other window was told %+v", got)
	}
	// What the operator looks at is not told.
	answer[api.None](l, "here", "workspace.show", api.ShowIn{Target: fmt.Sprintf("terminal:%d", id)})
	say(`\033]777;notify;Tests;have failed\007\033]9;4;1;20\007`)
	here.until("more progress", progressIs(id, 20))
	if got := answer[[]api.Notice](l, "", "notice.list", api.None{}); len(got) != 1 {
		t.Errorf("with the terminal on screen, the notices are %+v", got)
	}
}

func TestAnEndedTerminalIsShownStartedAndForgotten(t *testing.T) {
	l := newLive(t)
	w := l.window("w")
	dir := t.TempDir()
	id := l.run(dir, "echo hello there; exit 3")
	w.until("its end", func(e any) bool {
		v, ok := e.(terminalsEvent)
		return ok && len(v.Terminals) == 0 && len(w.seen) > 1 && len(answer[[]api.Ended](l, "", "ended.list", api.None{})) > 0
	})
	all := answer[[]api.Ended](l, "", "ended.list", api.None{})
	if len(all) != 1 || all[0].ID != id || all[0].Dir != dir || all[0].Exit != "status 3" || all[0].Resumable || all[0].Why == "" {
		t.Fatalf("got %+v", all)
	}
	in := api.EndedIn{Run: all[0].Run, ID: id}
	if got := answer[api.EndedScreen](l, "", "ended.get", in); !bytes.Contains(got.Screen, []byte("hello there")) {
		t.Errorf("its last screen is %q", got.Screen)
	}
	if _, err := ask[api.IDOut](l, "", "ended.resume", in); !fault.Is(err, fault.Refused) {
		t.Errorf("resumed without a proved session: %v", err)
	}
	again := answer[api.IDOut](l, "", "ended.start", in).ID
	if list := answer[[]api.TerminalView](l, "", "terminal.list", api.None{}); len(list) != 1 || list[0].ID != again || list[0].Dir != dir {
		t.Errorf("started again: %+v", list)
	}
	answer[api.None](l, "", "ended.forget", in)
	if _, err := ask[api.EndedScreen](l, "", "ended.get", in); !fault.Is(err, fault.UnknownTarget) {
		t.Errorf("forgotten, but got %v", err)
	}
}

func TestAProvedSessionIsResumedOnceAndWhereItRan(t *testing.T) {
	tools, dir := t.TempDir(), t.TempDir()
	const id = "11111111-2222-3333-4444-555555555555"
	script := "#!/bin/sh\npwd >started; echo \"$@\" >>started; printf '\\033]9;4;1;50\\007'; read -r line\n"
	if err := os.WriteFile(filepath.Join(tools, "claude"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
	l := newLive(t)
	w := l.window("w")
	e := store.Ended{Run: 99, ID: 7, Ended: time.Now(), Title: "t", Dir: dir, Agent: "claude", Session: id, Cols: 80, Rows: 24}
	if err := l.d.store.AddEnded(t.Context(), []store.Ended{e}, [][]byte{nil}); err != nil {
		t.Fatal(err)
	}
	in := api.EndedIn{Run: 99, ID: 7}
	if got := answer[api.EndedScreen](l, "", "ended.get", in); !got.Resumable || got.Why != "" {
		t.Errorf("before: %+v", got)
	}
	started := answer[api.IDOut](l, "", "ended.resume", in)
	w.until("claude in the terminal", progressIs(started.ID, 50))
	said, err := os.ReadFile(filepath.Join(dir, "started"))
	if want := dir + "\n--resume " + id + "\n"; string(said) != want || err != nil {
		t.Errorf("the terminal ran %q, %v; want %q", said, err, want)
	}
	if _, err := ask[api.IDOut](l, "", "ended.resume", in); !fault.Is(err, fault.Refused) {
		t.Errorf("resumed twice: %v", err)
	}
	if got := answer[api.EndedScreen](l, "", "ended.get", in); got.Resumable || got.Why == "" {
		t.Errorf("after: %+v", got)
	}
}

func TestChangesAreThoseOfTheTerminalsBranch(t *testing.T) {
	l := newLive(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("git", "-C", dir, "init").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "new.go"), []byte("package new\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	id := l.run(dir, "")
	got := answer[api.Diff](l, "", "diff.get", api.DiffIn{Terminal: id})
	if got.Worktree != dir || len(got.Uncommitted.Files) != 1 || got.Uncommitted.Files[0].Path != "new.go" {
		t.Errorf("got %+v", got)
	}
	if now := answer[api.DiffRevisionOut](l, "", "diff.revision", api.DiffIn{Worktree: dir}); now.Revision != got.Revision {
		t.Errorf("the revision is %s, then %s", got.Revision, now.Revision)
	}
	if p := answer[api.DiffText](l, "", "diff.file", api.DiffFileIn{Worktree: dir, Layer: api.LayerUncommitted, Path: "new.go"}); p.New != "package new\n" {
		t.Errorf("got %+v", p)
	}
	comment := api.DiffCommentIn{Terminal: id, Comments: []api.DiffComment{{Path: "new.go", Line: 1, Text: "Why?"}}}
	if _, err := ask[api.SendOut](l, "", "diff.comment", comment); !fault.Is(err, fault.Refused) {
		t.Errorf("a comment to a shell: %v", err)
	}
	if _, err := ask[api.Diff](l, "", "diff.get", api.DiffIn{}); !fault.Is(err, fault.Input) {
		t.Errorf("nobody's changes: %v", err)
	}
}

func TestARevokedBrowserIsOut(t *testing.T) {
	l := newLive(t)
	ctx := t.Context()
	cookies := []string{l.login(), l.login()}
	pages := []*openPage{l.windowOf("a", cookies[0]), l.windowOf("b", cookies[1])}
	all := answer[[]api.Session](l, "", "session.list", api.None{})
	if len(all) != 2 || all[0].Label != "Firefox on Linux" {
		t.Fatalf("got %+v", all)
	}
	answer[api.None](l, "", "session.revoke", api.SessionRevokeIn{ID: all[0].ID})
	if in := []bool{l.d.Logins().Valid(ctx, cookies[0]), l.d.Logins().Valid(ctx, cookies[1])}; in[0] == in[1] {
		t.Errorf("one was revoked, and they are %v", in)
	} else if in[0] {
		pages[0], pages[1] = pages[1], pages[0]
	}
	pages[0].untilClosed()
	told := func(e any) bool { _, ok := e.(messagesEvent); return ok }
	pages[1].until("what it shows first", told)
	l.d.messagesChanged(feed.Change{})
	pages[1].until("news after the other is out", told)
	if _, err := ask[api.None](l, "", "session.revoke", api.SessionRevokeIn{ID: all[0].ID}); !fault.Is(err, fault.UnknownTarget) {
		t.Errorf("revoked twice: %v", err)
	}
	answer[api.None](l, "", "session.revoke", api.SessionRevokeIn{All: true})
	pages[1].untilClosed()
	if all := answer[[]api.Session](l, "", "session.list", api.None{}); len(all) != 0 {
		t.Errorf("got %+v", all)
	}
}
