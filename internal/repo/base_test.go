package repo

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// clone makes a clone of a repository with three commits on main, on a branch of
// its own with one more.
func clone(t *testing.T) (from, dir string) {
	t.Helper()
	from = project(t, "a", "1\n")
	commit(t, from, "second")
	dir = filepath.Join(folder(t), "clone")
	run(t, from, "clone", from, dir)
	commit(t, from, "third")
	run(t, dir, "fetch")
	run(t, dir, "switch", "--no-track", "-c", "work", "origin/main")
	write(t, dir, "b", "1\n")
	commit(t, dir, "fourth")
	return from, dir
}

func TestTheBaseIsChosenByTheBranch(t *testing.T) {
	for name, c := range map[string]struct {
		change    func(t *testing.T, from, dir string)
		asked     string
		want, why string
		behind    int
	}{
		"origin's default branch, not a stale main": {func(*testing.T, string, string) {}, "", "origin/main", whyDefault, 0},
		"the upstream first": {func(t *testing.T, from, dir string) {
			run(t, from, "branch", "release", "main~1")
			run(t, dir, "fetch")
			run(t, dir, "branch", "--set-upstream-to=origin/release")
		}, "", "origin/release", whyUpstream, 0},
		"an upstream that is gone": {func(t *testing.T, from, dir string) {
			run(t, from, "branch", "release")
			run(t, dir, "fetch")
			run(t, dir, "branch", "--set-upstream-to=origin/release")
			run(t, from, "branch", "-D", "release")
			run(t, dir, "fetch", "--prune")
		}, "", "origin/main", whyDefault, 0},
		"an origin whose default is not known": {func(t *testing.T, _, dir string) {
			run(t, dir, "remote", "set-head", "origin", "--delete")
		}, "", "origin/main", whyDefault, 0},
		"no origin": {func(t *testing.T, _, dir string) {
			run(t, dir, "remote", "remove", "origin")
		}, "", "main", whyLocal, 0},
		"chosen": {func(*testing.T, string, string) {}, "refs/heads/main", "main", whyChosen, 0},
		"that went on": {func(t *testing.T, from, dir string) {
			commit(t, from, "fifth")
			run(t, dir, "fetch")
		}, "", "origin/main", whyDefault, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, dir := clone(t)
			c.change(t, from, dir)
			d := changes(t, Query{Dir: dir, Base: c.asked})
			if d.Base == nil || d.Base.Name != c.want || d.Base.Why != c.why || d.Base.Behind != c.behind || d.Base.Ahead == 0 || d.Base.Date == "" {
				t.Fatalf("got %+v, %q; want %s, %s, %d behind", d.Base, d.NoBase, c.want, c.why, c.behind)
			}
			if diff := cmp.Diff([]string{"added b +1 -0"}, show(d.Committed)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestBasesAreTheOtherBranches(t *testing.T) {
	_, dir := clone(t)
	bases, err := Bases(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, b := range bases {
		got[b.Name] = b.Why
	}
	if diff := cmp.Diff(map[string]string{"main": "", "origin/main": whyDefault}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAPushedBranchIsComparedWithItsUpstreamAndTheDefaultBranchIsOffered(t *testing.T) {
	_, dir := clone(t)
	run(t, dir, "push", "-u", "origin", "work")
	d := changes(t, Query{Dir: dir})
	if d.Base == nil || d.Base.Name != "origin/work" || d.Base.Why != whyUpstream || d.Committed.Total != 0 {
		t.Fatalf("got %+v and %+v", d.Base, d.Committed)
	}
	bases, err := Bases(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, b := range bases {
		got[b.Name] = b.Why
	}
	want := map[string]string{"main": "", "origin/main": whyDefault, "origin/work": whyUpstream}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestABranchIsNotItsOwnBase(t *testing.T) {
	d := changes(t, Query{Dir: project(t, "a", "1\n")})
	if d.Base != nil || d.NoBase == "" {
		t.Errorf("got %+v, %q", d.Base, d.NoBase)
	}
}
