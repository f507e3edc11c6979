package repo

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"junto/internal/api"
	"junto/internal/fault"
)

// write makes files: "path", "content", and so on.
func write(t *testing.T, dir string, files ...string) {
	t.Helper()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// project makes a repository on main with a first commit of the files.
func project(t *testing.T, files ...string) string {
	t.Helper()
	dir := folder(t)
	run(t, dir, "init")
	write(t, dir, files...)
	commit(t, dir, "first")
	return dir
}

func commit(t *testing.T, dir, message string) {
	t.Helper()
	run(t, dir, "add", "-A")
	run(t, dir, "commit", "--allow-empty", "-m", message)
}

// show is a layer in short: a line for each file.
func show(l api.DiffLayer) []string {
	all := []string{}
	if l.Error != nil {
		return append(all, "error: "+l.Error.Message)
	}
	for _, f := range l.Files {
		line := f.Status + " " + f.Path
		if f.From != "" {
			line += " from " + f.From
		}
		line += fmt.Sprintf(" +%d -%d", f.Added, f.Deleted)
		for _, mark := range []struct {
			is   bool
			word string
		}{{f.Binary, " binary"}, {f.Submodule, " submodule"}, {f.Large, " large"}, {f.Mode != "", " " + f.Mode}} {
			if mark.is {
				line += mark.word
			}
		}
		all = append(all, line)
	}
	return all
}

func changes(t *testing.T, q Query) api.Diff {
	t.Helper()
	d, err := Changes(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// none is a layer without a file.
var none = []string{}

type scenario struct {
	make        func(t *testing.T) string // returns where to look
	base        string                    // its name; empty for none
	committed   []string
	uncommitted []string
}

var scenarios = map[string]scenario{
	"no commits": {
		make: func(t *testing.T) string {
			dir := folder(t)
			run(t, dir, "init")
			write(t, dir, "staged", "a\nb\n", "not", "c\n")
			run(t, dir, "add", "staged")
			return dir
		},
		committed:   none,
		uncommitted: []string{"untracked not +1 -0", "added staged +2 -0"},
	},
	"only an untracked file": {
		make: func(t *testing.T) string {
			dir := project(t, "a", "1\n")
			write(t, dir, "new file", "one\ntwo")
			return dir
		},
		committed:   none,
		uncommitted: []string{"untracked new file +2 -0"},
	},
	"each kind of change, in both layers": {
		make: func(t *testing.T) string {
			dir := project(t, "gone", "1\n", "stays", "1\n2\n", "old/name", "1\n2\n3\n4\n5\n", "data", "\x00\x01", "link", "text\n", "script", "x\n")
			run(t, dir, "switch", "-c", "work")
			run(t, dir, "rm", "gone")
			run(t, dir, "mv", "old/name", "new name")
			write(t, dir, "stays", "1\ntwo\n", "data", "\x00\x02", "ünï\tcode", "x\n")
			commit(t, dir, "second")
			if err := os.Remove(filepath.Join(dir, "link")); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("stays", filepath.Join(dir, "link")); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(filepath.Join(dir, "script"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(filepath.Join(dir, "data")); err != nil {
				t.Fatal(err)
			}
			return dir
		},
		base: "main",
		committed: []string{
			"modified data +0 -0 binary", "deleted gone +0 -1", "renamed new name from old/name +0 -0", "modified stays +1 -1", "added ünï\tcode +1 -0",
		},
		uncommitted: []string{"deleted data +0 -0 binary", "type link +1 -1 100644 120000", "modified script +0 -0 100644 100755"},
	},
	"moved by a plain mv": {
		make: func(t *testing.T) string {
			dir := project(t, "before", "1\n2\n")
			if err := os.Rename(filepath.Join(dir, "before"), filepath.Join(dir, "after")); err != nil {
				t.Fatal(err)
			}
			return dir
		},
		committed:   none,
		uncommitted: []string{"renamed after from before +0 -0"},
	},
	"detached": {
		make: func(t *testing.T) string {
			dir := project(t, "a", "1\n")
			run(t, dir, "checkout", "--detach")
			write(t, dir, "a", "2\n")
			commit(t, dir, "second")
			return dir
		},
		base:        "main",
		committed:   []string{"modified a +1 -1"},
		uncommitted: none,
	},
	"a worktree of a bare repository": {
		make: func(t *testing.T) string {
			dir := folder(t)
			run(t, dir, "clone", "--bare", project(t, "a", "1\n"), "bare")
			run(t, dir, "--git-dir=bare", "worktree", "add", "-b", "tree", "tree")
			tree := filepath.Join(dir, "tree")
			write(t, tree, "b", "1\n")
			commit(t, tree, "second")
			write(t, tree, "c", "1\n")
			return tree
		},
		base:        "main",
		committed:   []string{"added b +1 -0"},
		uncommitted: []string{"untracked c +1 -0"},
	},
	"a submodule, and a repository that is none": {
		make: func(t *testing.T) string {
			dir := project(t, "a", "1\n")
			run(t, dir, "-c", "protocol.file.allow=always", "submodule", "add", project(t, "x", "1\n"), "sub")
			commit(t, dir, "second")
			commit(t, filepath.Join(dir, "sub"), "moves on")
			run(t, dir, "init", "other")
			commit(t, filepath.Join(dir, "other"), "first")
			return dir
		},
		committed:   none,
		uncommitted: []string{"untracked other +0 -0 submodule", "modified sub +1 -1 submodule"},
	},
	"a sparse checkout": {
		make: func(t *testing.T) string {
			dir := project(t, "in/a", "1\n", "out/b", "1\n")
			run(t, dir, "sparse-checkout", "set", "in")
			write(t, dir, "in/a", "2\n")
			return dir
		},
		committed:   none,
		uncommitted: []string{"modified in/a +1 -1"},
	},
	"a conflict": {
		make: func(t *testing.T) string {
			dir := project(t, "a", "1\n")
			run(t, dir, "switch", "-c", "work")
			write(t, dir, "a", "2\n")
			commit(t, dir, "theirs")
			run(t, dir, "switch", "main")
			write(t, dir, "a", "3\n")
			commit(t, dir, "ours")
			mayFail(t, dir, "merge", "work")
			return dir
		},
		committed:   none,
		uncommitted: []string{"conflict a +4 -0"},
	},
	"touched, but not changed": {
		make: func(t *testing.T) string {
			dir := project(t, "a", "1\n")
			now := time.Now().Add(time.Hour)
			if err := os.Chtimes(filepath.Join(dir, "a"), now, now); err != nil {
				t.Fatal(err)
			}
			return dir
		},
		committed:   none,
		uncommitted: none,
	},
	"no commit in common": {
		make: func(t *testing.T) string {
			dir := project(t, "a", "1\n")
			run(t, dir, "checkout", "--orphan", "other")
			commit(t, dir, "another first")
			return dir
		},
		base:        "main",
		committed:   none,
		uncommitted: none,
	},
}

func TestEveryKindOfRepositoryShowsItsChanges(t *testing.T) {
	for name, c := range scenarios {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := changes(t, Query{Dir: c.make(t)})
			got, want := "", c.base
			if d.Base != nil {
				got = d.Base.Name
			}
			if got != want || (d.Base == nil || d.Base.MergeBase == "") != (d.NoBase != "") {
				t.Errorf("base: got %+v, %q; want %q", d.Base, d.NoBase, want)
			}
			if diff := cmp.Diff(c.committed, show(d.Committed)); diff != "" {
				t.Errorf("committed (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.uncommitted, show(d.Uncommitted)); diff != "" {
				t.Errorf("uncommitted (-want +got):\n%s", diff)
			}
		})
	}
}

func TestManyFilesAreBoundedAndCounted(t *testing.T) {
	dir := project(t, "a", "1\n")
	for i := range api.MaxDiffFiles + 10 {
		write(t, dir, fmt.Sprintf("made/%d/%d", i%50, i), "line\n")
	}
	l := changes(t, Query{Dir: dir}).Uncommitted
	if len(l.Files) != api.MaxDiffFiles || l.Total != api.MaxDiffFiles+10 || l.Error != nil {
		t.Errorf("got %d of %d files, %v", len(l.Files), l.Total, l.Error)
	}
}

func TestSpacesCanBeIgnored(t *testing.T) {
	dir := project(t, "only", "a b\n", "more", "a b\nc\n")
	write(t, dir, "only", "a  b\n", "more", "a  b\nd\n")
	q := Query{Dir: dir, IgnoreSpace: true}
	if diff := cmp.Diff([]string{"modified more +1 -1"}, show(changes(t, q).Uncommitted)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNothingIsWritten(t *testing.T) {
	dir := project(t, "a", "1\n", "b", "1\n")
	write(t, dir, "a", "2\n", "c", "3\n")
	now := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "b"), now, now); err != nil {
		t.Fatal(err)
	}
	before := listing(t, filepath.Join(dir, ".git"))
	q := Query{Dir: dir}
	changes(t, q)
	for _, path := range []string{"a", "c"} {
		if _, err := Patch(t.Context(), FileQuery{Query: q, Layer: api.LayerUncommitted, Path: path}); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(before, listing(t, filepath.Join(dir, ".git"))); diff != "" {
		t.Errorf("git's own files changed (-before +after):\n%s", diff)
	}
}

// listing is every file below a folder with its size and time.
func listing(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		all = append(all, fmt.Sprint(path, info.Size(), info.ModTime().UnixNano()))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTheRevisionFollowsEveryChange(t *testing.T) {
	dir := project(t, "a", "1\n")
	last := ""
	for _, step := range []struct {
		what string
		do   func()
	}{
		{"the beginning", func() {}},
		{"a changed file", func() { write(t, dir, "a", "2\n") }},
		{"the same file again", func() { write(t, dir, "a", "34\n") }},
		{"an untracked file", func() { write(t, dir, "b", "1\n") }},
		{"a commit", func() { commit(t, dir, "second") }},
		{"another branch", func() { run(t, dir, "switch", "-c", "work") }},
		{"a base that moves on", func() { run(t, dir, "branch", "-f", "main", "HEAD~1") }},
	} {
		step.do()
		now, err := Revision(t.Context(), Query{Dir: dir})
		again, _ := Revision(t.Context(), Query{Dir: dir})
		if err != nil || now == last || now != again {
			t.Errorf("%s: %q after %q, then %q, %v", step.what, now, last, again, err)
		}
		last = now
	}
}

func TestWhatGitCannotReadIsShown(t *testing.T) {
	dir := project(t, "a", "1\n")
	for name, c := range map[string]struct {
		q    Query
		want string
	}{
		"no such folder": {Query{Dir: filepath.Join(dir, "none")}, "there is no such directory"},
		"no repository":  {Query{Dir: t.TempDir()}, "is in no git worktree"},
		"no such base":   {Query{Dir: dir, Base: "nowhere"}, `"nowhere" is no branch or commit`},
		"an option":      {Query{Dir: dir, Base: "--output=/tmp/x"}, "is no branch or commit"},
	} {
		_, err := Changes(t.Context(), c.q)
		f, ok := fault.As(err)
		if !ok || !strings.Contains(f.Message, c.want) || f.NextStep == "" {
			t.Errorf("%s: got %v, want a fault that says %q", name, err, c.want)
		}
	}
}

func TestALayerThatGitCannotReadLeavesTheOther(t *testing.T) {
	dir := project(t, "a", "1\n")
	run(t, dir, "switch", "-c", "work")
	write(t, dir, "a", "2\n")
	commit(t, dir, "second")
	write(t, dir, "b", "1\n")
	blob, err := try(dir, "rev-parse", "main:a")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, ".git/objects", string(blob[:2]), strings.TrimSpace(string(blob[2:])))); err != nil {
		t.Fatal(err)
	}
	d := changes(t, Query{Dir: dir})
	if d.Committed.Error == nil || d.Committed.Error.NextStep == "" {
		t.Errorf("committed: got %+v, want an error with a next step", d.Committed)
	}
	if diff := cmp.Diff([]string{"untracked b +1 -0"}, show(d.Uncommitted)); diff != "" {
		t.Errorf("uncommitted (-want +got):\n%s", diff)
	}
}

func TestAPipeInTheWorktreeKeepsNobody(t *testing.T) {
	dir := project(t, "a", "1\n")
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := show(changes(t, Query{Dir: dir}).Uncommitted); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	_, err := Patch(t.Context(), FileQuery{Query: Query{Dir: dir}, Layer: api.LayerUncommitted, Path: "pipe"})
	if !fault.Is(err, fault.Refused) {
		t.Errorf("got %v, want it refused", err)
	}
}
