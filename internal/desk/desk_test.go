package desk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"junto/internal/fault"
	"junto/internal/store"
	"junto/internal/workspace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// outside is a world that the test changes.
type outside struct {
	mu        sync.Mutex
	terminals map[int]workspace.Terminal
	branch    func(int) (*workspace.Branch, error)
	asked     int // for branches and files
}

func (o *outside) Terminals() map[int]workspace.Terminal {
	o.mu.Lock()
	defer o.mu.Unlock()
	all := map[int]workspace.Terminal{}
	for id, t := range o.terminals {
		all[id] = t
	}
	return all
}

func (o *outside) Branch(_ context.Context, id int) (*workspace.Branch, error) {
	o.asked++
	return o.branch(id)
}

func (o *outside) FileExists(_ context.Context, path string) (bool, error) {
	o.asked++
	return path == "/src/web/go.mod", nil
}

type fixture struct {
	*Desk
	store *store.Store
	world *outside
	now   time.Time
	told  map[string]Window // the last of each window
	count int
}

func newDesk(t testing.TB, home string, run int, w *outside) *fixture {
	t.Helper()
	s, err := store.Open(context.Background(), home, quiet)
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	f := &fixture{store: s, world: w, now: time.Unix(1e9, 0), told: map[string]Window{}}
	f.Desk, err = Open(context.Background(), Options{
		Store: s, Run: run, World: w, Log: quiet, Now: func() time.Time { return f.now },
		Publish: func(w Window) { f.told[w.ID] = w; f.count++ },
	})
	must(t, err)
	return f
}

var quiet = slog.New(slog.DiscardHandler)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func someWorld() *outside {
	return &outside{
		terminals: map[int]workspace.Terminal{3: {Project: "web", Agent: "claude"}, 7: {Project: "web", Agent: "codex"}},
		branch: func(int) (*workspace.Branch, error) {
			return &workspace.Branch{Worktree: "/src/web", Name: "main"}, nil
		},
	}
}

func (f *fixture) act(t testing.TB, id string, acts ...workspace.Act) {
	t.Helper()
	for _, a := range acts {
		_, err := f.Act(t.Context(), id, a)
		must(t, err)
	}
}

func (f *fixture) connect(t testing.TB, id string) Window {
	t.Helper()
	w, err := f.Connect(id)
	must(t, err)
	return w
}

func (f *fixture) show(t *testing.T, id, target string) {
	t.Helper()
	must(t, f.Show(t.Context(), id, opening(t, target)))
}

func opening(t *testing.T, target string) workspace.OpenRequest {
	t.Helper()
	r, err := workspace.ParseOpen(target, "/src/web", "", false)
	must(t, err)
	return r
}

// shown is the content that the window has its focus on.
func (f *fixture) shown(t *testing.T, id string) string {
	t.Helper()
	w, err := f.State(id)
	must(t, err)
	for _, p := range w.Scene.Projects {
		for _, v := range p.Perspectives {
			for _, tab := range tabsOf(v.Root) {
				if tab.ID == w.Scene.Tab {
					return p.Name + " " + tab.Content.String()
				}
			}
		}
	}
	return ""
}

func tabsOf(n workspace.Node) []workspace.Tab {
	if n.Pane != nil {
		return n.Pane.Tabs
	}
	var all []workspace.Tab
	for _, c := range n.Split.Children {
		all = append(all, tabsOf(c)...)
	}
	return all
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	if f, ok := fault.As(err); !ok || f.Message != want || f.NextStep == "" || fault.ExitStatus(err) != 1 {
		t.Errorf("got %v, want the refusal %q with a next step", err, want)
	}
}

func TestWithNoWindowTheUserIsWithNobody(t *testing.T) {
	f := newDesk(t, t.TempDir(), 1, someWorld())
	refused(t, f.Desk.Open(t.Context(), 3, opening(t, "terminal:7")), "the user is not with you")
	refused(t, f.Back(t.Context(), 3), "the user is not with you")
	refused(t, f.Admit(3), "the user is not with you")
	if f.world.asked != 0 {
		t.Error("a refused call looked at the disk")
	}
}

func TestProgramsChangeTheWindowThatHadTheFocusLast(t *testing.T) {
	f := newDesk(t, t.TempDir(), 1, someWorld())
	f.connect(t, "a")
	f.act(t, "a", workspace.AddProject{Dir: "/src/web"})
	f.show(t, "a", "terminal:3")
	must(t, f.Admit(3)) // the only window
	f.connect(t, "b")
	f.show(t, "b", "terminal:7")
	must(t, f.Focus("b", true))
	refused(t, f.Admit(3), "the user is not with you")
	must(t, f.Focus("b", false)) // the user turned to another program
	refused(t, f.Admit(3), "the user is not with you")
	must(t, f.Focus("a", true))
	must(t, f.Desk.Open(t.Context(), 3, opening(t, "file:go.mod")))
	if got := f.shown(t, "a"); got != "web file:/src/web/go.mod" {
		t.Errorf("the active window shows %s", got)
	}
	if got := f.shown(t, "b"); got != "web terminal:7" {
		t.Errorf("the other window shows %s", got)
	}
	if a, b := f.told["a"], f.told["b"]; !a.Active || b.Active || a.Revision < b.Revision {
		t.Errorf("told a: active %v, revision %d; b: active %v, revision %d", a.Active, a.Revision, b.Active, b.Revision)
	}
}

func TestAWindowThatReloadsIsStillThere(t *testing.T) {
	f := newDesk(t, t.TempDir(), 1, someWorld())
	f.connect(t, "a")
	f.show(t, "a", "terminal:3")
	f.Disconnect("a")
	f.now = f.now.Add(Grace - time.Second)
	must(t, f.Admit(3))
	f.now = f.now.Add(2 * time.Second)
	refused(t, f.Admit(3), "the user is not with you")
	f.connect(t, "a") // back after a long while, and still where it was
	must(t, f.Admit(3))

	// With another window open, that is where the user is.
	f.connect(t, "b")
	f.show(t, "b", "terminal:7")
	f.Disconnect("a")
	refused(t, f.Admit(3), "the user is not with you")
}

func TestTwoPagesOfOneWindow(t *testing.T) {
	f := newDesk(t, t.TempDir(), 1, someWorld())
	f.connect(t, "a")
	f.connect(t, "a") // a copied browser tab has the id of the first
	f.show(t, "a", "terminal:3")
	f.Disconnect("a")
	f.now = f.now.Add(time.Hour)
	must(t, f.Admit(3))
	f.Disconnect("a")
	f.Disconnect("a")
	f.now = f.now.Add(time.Hour)
	refused(t, f.Admit(3), "the user is not with you")
}

func TestClosingAPerspectiveWaitsForTheUser(t *testing.T) {
	f := newDesk(t, t.TempDir(), 1, someWorld())
	f.connect(t, "a")
	f.act(t, "a", workspace.AddProject{Dir: "/src/web"})
	f.show(t, "a", "terminal:7")
	f.act(t, "a", workspace.AddPerspective{Project: f.Layout().ProjectAt("/src/web").ID, Name: "Side"})
	f.act(t, "a", workspace.OpenTab{Content: workspace.TerminalContent(3)})
	r, err := workspace.ParseClose("perspective:main", "/")
	must(t, err)
	pending, err := f.Close(t.Context(), 3, r)
	if err != nil || pending != "waiting for the user to confirm" {
		t.Errorf("got %q, %v", pending, err)
	}
	refused(t, f.Back(t.Context(), 3), "Jun is waiting for the user")
	f.act(t, "a", workspace.AcceptDialog{})
	p, err := f.Layout().ProjectNamed("WEB")
	must(t, err)
	if len(p.Perspectives) != 1 || p.Perspectives[0].Name != "Side" {
		t.Errorf("perspectives: %+v", p.Perspectives)
	}
}

func TestTheUserIsSomewhereElseByTheTimeTheDiskAnswers(t *testing.T) {
	w := someWorld()
	f := newDesk(t, t.TempDir(), 1, w)
	f.connect(t, "a")
	f.show(t, "a", "terminal:3")
	w.branch = func(int) (*workspace.Branch, error) {
		f.show(t, "a", "terminal:7")
		return &workspace.Branch{Worktree: "/src/web"}, nil
	}
	refused(t, f.Desk.Open(t.Context(), 3, opening(t, "diff:7")), "the user is not with you")
	w.branch = func(int) (*workspace.Branch, error) { return nil, errors.New("git failed") }
	if err := f.Desk.Open(t.Context(), 7, opening(t, "diff:7")); err == nil || err.Error() != "git failed" {
		t.Errorf("got %v, want git's error", err)
	}
}

func TestWatching(t *testing.T) {
	f := newDesk(t, t.TempDir(), 1, someWorld())
	f.connect(t, "a")
	f.show(t, "a", "terminal:3")
	if f.Watching(3) {
		t.Error("a window without focus is watched")
	}
	must(t, f.Focus("a", true))
	if !f.Watching(3) || f.Watching(7) || f.Watching(0) {
		t.Error("want 3 watched, and nothing else")
	}
	f.act(t, "a", workspace.Peek{Terminal: 7})
	if !f.Watching(7) {
		t.Error("the drawer is not watched")
	}
	f.Disconnect("a")
	if f.Watching(3) {
		t.Error("a window that is gone is watched")
	}
}

func TestActsWithoutAWindowChangeTheLayoutOnly(t *testing.T) {
	f := newDesk(t, t.TempDir(), 1, someWorld())
	f.connect(t, "a")
	f.act(t, "", workspace.AddProject{Dir: "/src/web"})
	if got := f.shown(t, "a"); got != "Global panel:agents" {
		t.Errorf("the window shows %s", got)
	}
	if n := len(f.told["a"].Scene.Projects); n != 2 {
		t.Errorf("the window was told of %d projects, want 2", n)
	}
	_, err := f.Act(t.Context(), "nobody", workspace.StepBack{})
	if !fault.Is(err, fault.UnknownTarget) {
		t.Errorf("got %v, want an unknown target", err)
	}
}

func TestWindowsThatWentLongAgoAreForgotten(t *testing.T) {
	f := newDesk(t, t.TempDir(), 1, someWorld())
	f.connect(t, "open")
	for i := range maxWindows + 5 {
		id := fmt.Sprint(i)
		f.connect(t, id)
		f.Disconnect(id)
	}
	if n := len(f.windows); n != maxWindows {
		t.Errorf("%d windows are remembered, want %d", n, maxWindows)
	}
	if f.windows["open"] == nil || f.windows["0"] != nil || f.Windows() != 1 {
		t.Error("want the open window remembered and the oldest closed one forgotten")
	}
}

func TestManyCallersAtOnce(t *testing.T) {
	f := newDesk(t, t.TempDir(), 1, someWorld())
	f.world.asked = 0
	f.connect(t, "a")
	f.show(t, "a", "terminal:3")
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 8 {
				switch i % 4 {
				case 0:
					_ = f.Desk.Open(context.Background(), 3, opening(t, "project:Global"))
				case 1:
					_ = f.Back(context.Background(), 3)
				case 2:
					_, _ = f.Act(context.Background(), "a", workspace.OpenTab{Content: workspace.TerminalContent(3)})
				default:
					f.connect(t, fmt.Sprint(i))
					f.Disconnect(fmt.Sprint(i))
				}
			}
		})
	}
	all.Wait()
	must(t, f.Layout().Validate())
}
