package repo

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// run makes a repository's state with git itself.
func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	if out, err := try(dir, args...); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// mayFail is run for what ends with an error, as a merge with conflicts does.
func mayFail(t *testing.T, dir string, args ...string) {
	t.Helper()
	if out, err := try(dir, args...); err == nil {
		t.Fatalf("git %v did not fail:\n%s", args, out)
	}
}

func try(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"}, args...)...)
	cmd.Dir = dir
	return cmd.CombinedOutput()
}

func folder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestAWorktreeIsFoundWhateverItsState(t *testing.T) {
	for name, c := range map[string]struct {
		make func(t *testing.T, dir string) string // returns where to look
		want func(dir string) Worktree
	}{
		"without a commit": {
			func(t *testing.T, dir string) string { run(t, dir, "init"); return dir },
			func(dir string) Worktree { return Worktree{dir, "main"} },
		},
		"from a folder within": {
			func(t *testing.T, dir string) string {
				run(t, dir, "init")
				sub := filepath.Join(dir, "a", "b")
				if err := os.MkdirAll(sub, 0o755); err != nil {
					t.Fatal(err)
				}
				return sub
			},
			func(dir string) Worktree { return Worktree{dir, "main"} },
		},
		"with a detached head": {
			func(t *testing.T, dir string) string {
				run(t, dir, "init")
				run(t, dir, "commit", "--allow-empty", "-m", "first")
				run(t, dir, "checkout", "--detach")
				return dir
			},
			func(dir string) Worktree { return Worktree{dir, ""} },
		},
		"a second worktree of a bare repository": {
			func(t *testing.T, dir string) string {
				run(t, dir, "init", "first")
				run(t, filepath.Join(dir, "first"), "commit", "--allow-empty", "-m", "first")
				run(t, dir, "clone", "--bare", "first", "bare")
				run(t, dir, "--git-dir=bare", "worktree", "add", "-b", "tree", "tree")
				return filepath.Join(dir, "tree")
			},
			func(dir string) Worktree { return Worktree{filepath.Join(dir, "tree"), "tree"} },
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t)
			at := c.make(t, dir)
			got, err := At(t.Context(), at)
			if err != nil || got != c.want(dir) {
				t.Errorf("got %+v, %v; want %+v", got, err, c.want(dir))
			}
		})
	}
}

func TestADirectoryOutsideAnyWorktreeIsSaidToBeSo(t *testing.T) {
	dir := folder(t)
	if _, err := At(t.Context(), dir); !errors.Is(err, ErrNoWorktree) {
		t.Errorf("a plain folder: got %v, want %v", err, ErrNoWorktree)
	}
	run(t, dir, "init", "--bare")
	if _, err := At(t.Context(), dir); !errors.Is(err, ErrNoWorktree) {
		t.Errorf("a bare repository: got %v, want %v", err, ErrNoWorktree)
	}
}
