package desk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"junto/internal/fault"
	"junto/internal/workspace"
)

var contents = cmp.Comparer(func(a, b workspace.Content) bool { return a == b })

func TestTheDeskIsThereAfterARestart(t *testing.T) {
	home := t.TempDir()
	f := newDesk(t, home, 1, someWorld())
	f.connect(t, "a")
	f.act(t, "a", workspace.AddProject{Dir: "/src/web"})
	f.show(t, "a", "terminal:3")
	f.show(t, "a", "terminal:7")
	f.show(t, "a", "diff:3")
	f.act(t, "a", workspace.ShowDialog{Dialog: workspace.Dialog{Kind: workspace.PaletteDialog}})
	must(t, f.Focus("a", true))
	want, err := f.State("a")
	must(t, err)
	must(t, f.store.Close()) // as a kill leaves it: nothing is shut

	f = newDesk(t, home, 1, someWorld())
	refused(t, f.Admit(7), "the user is not with you") // no window is open yet
	got := f.connect(t, "a")
	want.Revision, got.Revision = 0, 0
	if diff := cmp.Diff(want, got, contents); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	f.act(t, "a", workspace.CancelDialog{}, workspace.StepBack{})
	if got := f.shown(t, "a"); got != "web terminal:7" {
		t.Errorf("one step back shows %s", got)
	}
	if other := f.connect(t, "new"); other.Scene.Project != workspace.GlobalID && other.Scene.Project != want.Scene.Project {
		t.Errorf("a new window shows project %d", other.Scene.Project)
	}
}

func TestAfterAQuitTheTabsShowTheLastScreens(t *testing.T) {
	home := t.TempDir()
	f := newDesk(t, home, 1, someWorld())
	f.connect(t, "a")
	f.act(t, "a", workspace.AddProject{Dir: "/src/web"})
	f.show(t, "a", "terminal:3")
	f.show(t, "a", "terminal:7")
	must(t, f.Shut(t.Context()))
	f.TerminalEnded(t.Context(), 3, false) // they end with Jun
	f.TerminalEnded(t.Context(), 7, false)
	if _, err := f.Act(t.Context(), "a", workspace.StepBack{}); !errors.Is(err, ErrClosed) {
		t.Errorf("got %v, want ErrClosed", err)
	}
	must(t, f.Shut(t.Context()))
	must(t, f.store.Close())

	f = newDesk(t, home, 2, someWorld()) // new terminals with the old ids
	w := f.connect(t, "a")
	if w.Scene.With != 0 {
		t.Errorf("the user is with terminal %d of another run", w.Scene.With)
	}
	var got []string
	for _, tab := range tabsOf(f.Layout().ProjectAt("/src/web").Perspectives[0].Root) {
		got = append(got, tab.Content.String())
	}
	if strings.Join(got, " ") != "ended:1.3 ended:1.7" {
		t.Errorf("the tabs are %q", got)
	}
}

func TestATerminalThatEndsLeavesAllWindows(t *testing.T) {
	w := someWorld()
	f := newDesk(t, t.TempDir(), 1, w)
	f.connect(t, "a")
	f.show(t, "a", "terminal:3")
	f.connect(t, "b")
	f.act(t, "b", workspace.Peek{Terminal: 3})
	delete(w.terminals, 3)
	f.TerminalEnded(t.Context(), 3, true)
	if f.told["a"].Scene.With != 0 || f.told["b"].Scene.Peek != 0 {
		t.Errorf("told %+v", f.told)
	}
	if got := f.shown(t, "a"); got != "Global ended:1.3" {
		t.Errorf("the window shows %s", got)
	}
}

func TestABrokenDeskGivesWayToTheOneBefore(t *testing.T) {
	home := t.TempDir()
	f := newDesk(t, home, 1, someWorld())
	f.act(t, "", workspace.AddProject{Dir: "/src/web"})
	for _, bad := range []string{`{`, `{}`, `{"version":1,"layout":{},"windows":[]}`, `{"version":99}`} {
		_, err := f.store.NewDesk(t.Context(), []byte(bad), f.now)
		must(t, err)
	}
	must(t, f.store.Close())
	f = newDesk(t, home, 1, someWorld())
	if _, err := f.Layout().ProjectNamed("web"); err != nil {
		t.Error(err)
	}
	list, err := f.Stored(t.Context())
	must(t, err)
	if len(list) != 5 || !list[0].Broken || list[4].Broken || list[4].Projects != 2 || list[4].Tabs != 2 {
		t.Errorf("stored: %+v", list)
	}
	if err := f.Restore(t.Context(), list[0].Generation); !fault.Is(err, fault.Refused) {
		t.Errorf("restoring a broken desk: got %v", err)
	}
}

func TestAStartWithoutAChangeWritesNothing(t *testing.T) {
	home := t.TempDir()
	for range 3 {
		f := newDesk(t, home, 1, someWorld())
		must(t, f.Shut(t.Context()))
		list, err := f.Stored(t.Context())
		must(t, err)
		if len(list) != 0 {
			t.Errorf("%d desks are stored", len(list))
		}
		must(t, f.store.Close())
	}
}

// TestABadRestoreIsUndone: whatever a daemon made of the desk, the one that it
// started from is still there.
func TestABadRestoreIsUndone(t *testing.T) {
	home := t.TempDir()
	f := newDesk(t, home, 1, someWorld())
	f.connect(t, "a")
	f.act(t, "a", workspace.AddProject{Dir: "/src/web"})
	f.show(t, "a", "terminal:3")
	must(t, f.store.Close())

	f = newDesk(t, home, 1, someWorld())
	f.connect(t, "a")
	f.act(t, "a", workspace.RemoveProject{Project: f.Layout().ProjectAt("/src/web").ID}, workspace.AcceptDialog{})
	f.act(t, "a", workspace.AddProject{Dir: "/src/later"})
	later := f.Layout().ProjectAt("/src/later").ID
	list, err := f.Stored(t.Context())
	must(t, err)
	if len(list) != 2 {
		t.Fatalf("stored: %+v", list)
	}
	must(t, f.Restore(t.Context(), list[1].Generation))
	if got := f.shown(t, "a"); got == "" {
		t.Error("the window shows nothing")
	}
	p, err := f.Layout().ProjectNamed("web")
	must(t, err)
	f.act(t, "a", workspace.AddProject{Dir: "/src/last"})
	if last := f.Layout().ProjectAt("/src/last").ID; last <= later || len(tabsOf(p.Perspectives[0].Root)) != 1 {
		t.Errorf("project %d was made after %d; the restored tabs are %+v", last, later, p.Perspectives[0].Root)
	}
	list, err = f.Stored(t.Context())
	must(t, err)
	if len(list) != 3 {
		t.Errorf("stored: %+v", list)
	}
	if err := f.Restore(t.Context(), 99); !fault.Is(err, fault.UnknownTarget) {
		t.Errorf("got %v, want an unknown target", err)
	}
}

func TestTheDeskGoesOnWithoutItsStore(t *testing.T) {
	f := newDesk(t, t.TempDir(), 1, someWorld())
	f.connect(t, "a")
	must(t, f.store.Close())
	f.act(t, "a", workspace.AddProject{Dir: "/src/web"})
	if _, err := f.Layout().ProjectNamed("web"); err != nil {
		t.Error(err)
	}
	if err := f.Shut(context.Background()); err == nil {
		t.Error("the desk was shut, and is not stored")
	}
}

// BenchmarkAct is a step of the user in a large layout: 30 projects of 3
// perspectives with 8 tabs each.
func BenchmarkAct(b *testing.B) {
	f := newDesk(b, b.TempDir(), 1, someWorld())
	f.connect(b, "a")
	for i := range 30 {
		f.act(b, "a", workspace.AddProject{Dir: fmt.Sprintf("/src/project-%d", i)})
		p := f.Layout().ProjectAt(fmt.Sprintf("/src/project-%d", i)).ID
		for j := range 3 {
			if j > 0 {
				f.act(b, "a", workspace.AddPerspective{Project: p, Name: fmt.Sprint("Side ", j)})
			}
			for k := range 8 {
				f.act(b, "a", workspace.OpenTab{Content: workspace.EndedContent(1, 1+i*100+j*10+k)})
			}
		}
	}
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		f.act(b, "a", workspace.Go{Project: f.layout.Projects[1+i%30].ID})
	}
}
