package repo

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWhatIsCheckedOutIsReadWithoutGit(t *testing.T) {
	dir := project(t, "sub/a", "1\n")
	run(t, dir, "branch", "feat/tree")
	tree := filepath.Join(folder(t), "tree")
	run(t, dir, "worktree", "add", tree, "feat/tree")
	empty := folder(t)
	run(t, empty, "init")
	detached := project(t, "a", "1\n")
	run(t, detached, "checkout", "--detach")
	at, err := At(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	head, err := git(t.Context(), detached, "rev-parse", "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", "")
	for dir, want := range map[string]string{
		dir:                       at.Branch,
		filepath.Join(dir, "sub"): at.Branch,
		tree:                      "feat/tree",
		empty:                     at.Branch,
		detached:                  head[:8],
		os.TempDir():              "",
		"/nowhere/at/all":         "",
		"":                        "",
	} {
		if got := Branch(dir); got != want {
			t.Errorf("%q: got %q, want %q", dir, got, want)
		}
	}
}
