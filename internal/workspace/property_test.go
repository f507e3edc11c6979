package workspace

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var contents = cmp.Comparer(func(a, b Content) bool { return a == b })

// world is two windows over one layout, with terminals that come and go.
type world struct {
	layout Layout
	views  [2]View
	facts  Facts
	next   int
}

func newWorld() *world {
	l := New(1)
	w := &world{layout: l, facts: Facts{Terminals: map[int]Terminal{}, File: true}}
	w.views[0], w.views[1] = NewView(l), NewView(l)
	return w
}

func (w *world) state(i int) State { return State{Layout: w.layout, View: w.views[i]} }

// put keeps a window's new state, and settles the other window.
func (w *world) put(i int, s State) {
	w.layout, w.views[i] = s.Layout, s.View
	w.views[1-i] = w.views[1-i].Settle(w.layout)
}

func (w *world) tabs() (ids []TabID) {
	w.layout.each(func(_ *Project, v *Perspective) bool {
		for _, t := range v.tabs() {
			ids = append(ids, t.ID)
		}
		return true
	})
	return append(ids, 999999)
}

func (w *world) panes() (ids []PaneID) {
	w.layout.each(func(_ *Project, v *Perspective) bool {
		for _, p := range v.Root.panes() {
			ids = append(ids, p.ID)
		}
		return true
	})
	return ids
}

func (w *world) perspectives() (ids []PerspectiveID) {
	w.layout.each(func(_ *Project, v *Perspective) bool {
		ids = append(ids, v.ID)
		return true
	})
	return append(ids, 999999)
}

func (w *world) projects() (ids []ProjectID) {
	for _, p := range w.layout.Projects {
		ids = append(ids, p.ID)
	}
	return append(ids, 999999)
}

func (w *world) terminals() []int {
	return append(slices.Sorted(maps.Keys(w.facts.Terminals)), 4711)
}

func (w *world) target(t *rapid.T) string {
	id := rapid.SampledFrom(w.terminals()).Draw(t, "terminal")
	return rapid.SampledFrom([]string{
		fmt.Sprintf("terminal:%d", id), fmt.Sprintf("diff:%d", id), "file:/f1", "file:/f2",
		"project:WEB", "project:global", "perspective:Review", "perspective:other", "peek",
	}).Draw(t, "target")
}

// TestEveryActKeepsTheLaws walks two windows at random through all acts of the
// operator and of programs, and checks after each step what must always hold.
func TestEveryActKeepsTheLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld()
		t.Repeat(map[string]func(*rapid.T){
			"operator": func(t *rapid.T) {
				i := rapid.IntRange(0, 1).Draw(t, "window")
				before := mustJSON(t, w.state(i))
				s, _, err := Do(w.state(i), w.act(t), w.facts)
				if got := mustJSON(t, w.state(i)); got != before {
					t.Fatalf("the old state was changed:\n%s\n%s", before, got)
				}
				if err == nil {
					w.put(i, s)
				}
			},
			"program": func(t *rapid.T) {
				i := rapid.IntRange(0, 1).Draw(t, "window")
				w.program(t, i)
			},
			"terminal starts": func(t *rapid.T) {
				w.next++
				w.facts.Terminals[w.next] = Terminal{
					Project: rapid.SampledFrom([]string{"web", "Global", "gone"}).Draw(t, "project"),
					Agent:   rapid.SampledFrom([]string{"", "claude"}).Draw(t, "agent"),
					Busy:    rapid.Bool().Draw(t, "busy"),
				}
				w.facts.Branch = &Branch{Worktree: "/w/web", Name: "main"}
			},
			"terminal ends": func(t *rapid.T) {
				id := rapid.SampledFrom(w.terminals()).Draw(t, "terminal")
				delete(w.facts.Terminals, id)
				w.layout = w.layout.TerminalEnded(id, rapid.Bool().Draw(t, "keep"))
				for i := range w.views {
					w.views[i] = w.views[i].WithoutTerminals(func(have int) bool { return have != id }).Settle(w.layout)
				}
			},
			"": w.check,
		})
	})
}

func (w *world) program(t *rapid.T, i int) {
	caller := rapid.SampledFrom(w.terminals()).Draw(t, "caller")
	var s State
	var err error
	switch rapid.IntRange(0, 3).Draw(t, "command") {
	case 0:
		in := rapid.SampledFrom([]string{"", "Review"}).Draw(t, "in")
		r, perr := ParseOpen(w.target(t), "/", in, rapid.Bool().Draw(t, "peek"))
		if perr != nil {
			return
		}
		s, err = Open(w.state(i), caller, r, w.facts)
	case 1:
		r, perr := ParseClose(w.target(t), "/")
		if perr != nil {
			return
		}
		s, _, err = Close(w.state(i), caller, r, w.facts)
	case 2:
		s, err = Back(w.state(i), caller)
	default:
		s, err = Forward(w.state(i), caller)
	}
	if err != nil {
		return
	}
	if with := w.views[i].With(); with != caller {
		t.Fatalf("terminal %d changed the view of a user who is with %d", caller, with)
	}
	w.put(i, s)
}

func (w *world) check(t *rapid.T) {
	if err := w.layout.Validate(); err != nil {
		t.Fatalf("%v", err)
	}
	for i, v := range w.views {
		s := w.state(i)
		if diff := cmp.Diff(v.Settle(w.layout), v, contents); diff != "" {
			t.Fatalf("window %d is not settled:\n%s", i, diff)
		}
		w.checkFocus(t, s)
		for _, p := range append(slices.Clone(v.Back), v.Forward...) {
			if got, ok := p.settle(&w.layout); !ok || got != p {
				t.Fatalf("window %d can step to %+v, which is not there", i, p)
			}
		}
		for _, id := range []int{v.Peek, v.Last} {
			if _, ok := w.facts.Terminals[id]; id != 0 && !ok {
				t.Fatalf("window %d is with terminal %d, which does not run", i, id)
			}
		}
		w.checkSteps(t, s)
	}
	w.checkJSON(t)
}

func (w *world) checkFocus(t *rapid.T, s State) {
	here := s.place()
	at, ok := w.layout.findPane(here.Pane)
	if !ok || at.perspective.ID != s.View.Perspective {
		t.Fatalf("the focus is on pane %d, which is not on screen", here.Pane)
	}
	if i := at.pane.index(here.Tab); i < 0 && len(at.pane.Tabs) > 0 {
		t.Fatalf("the focus is on tab %d, which pane %d does not have", here.Tab, here.Pane)
	} else if i >= 0 && at.pane.Tabs[i].Content.Kind() == KindTerminal && s.View.Last != at.pane.Tabs[i].Content.Terminal() {
		t.Fatalf("the focus is on %s, the user last focused %d", at.pane.Tabs[i].Content, s.View.Last)
	}
}

// checkSteps: a step back and one forward lead to where the window was.
func (w *world) checkSteps(t *rapid.T, s State) {
	for _, steps := range [][2]Act{{StepBack{}, StepForward{}}, {StepForward{}, StepBack{}}} {
		there, _, err := Do(s, steps[0], w.facts)
		if err != nil {
			continue
		}
		if there.place() == s.place() {
			t.Fatalf("%T led nowhere from %+v", steps[0], s.place())
		}
		back, _, err := Do(there, steps[1], w.facts)
		if err != nil || back.place() != s.place() {
			t.Fatalf("%T and %T led from %+v to %+v (%v)", steps[0], steps[1], s.place(), back.place(), err)
		}
	}
}

func (w *world) checkJSON(t *rapid.T) {
	var l Layout
	if err := json.Unmarshal([]byte(mustJSON(t, w.layout)), &l, json.RejectUnknownMembers(true)); err != nil {
		t.Fatalf("layout: %v", err)
	}
	if got, want := mustJSON(t, l), mustJSON(t, w.layout); got != want {
		t.Fatalf("layout changed on the way through JSON:\n%s\n%s", want, got)
	}
	for _, v := range w.views {
		var got View
		if err := json.Unmarshal([]byte(mustJSON(t, v)), &got, json.RejectUnknownMembers(true)); err != nil {
			t.Fatalf("view: %v", err)
		}
		runs := func(id int) bool { _, ok := w.facts.Terminals[id]; return ok }
		if diff := cmp.Diff(v, got.Check(w.layout, runs), contents); diff != "" {
			t.Fatalf("view changed on the way through JSON:\n%s", diff)
		}
	}
}

func mustJSON(t interface{ Fatalf(string, ...any) }, v any) string {
	b, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(b)
}
