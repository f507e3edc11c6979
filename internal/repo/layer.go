package repo

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"junto/internal/api"
	"junto/internal/fault"
)

// largeLines is from how many changed lines on a file is not shown until that is
// asked for: a lock file, or something generated.
const largeLines = 20_000

// entry is a changed file, and the blob of one that was deleted, by which it is
// known again under another name.
type entry struct {
	api.DiffFile
	blob string
}

// committed lists what the branch has committed since it left its base.
func (p point) committed(ctx context.Context, ignoreSpace bool) ([]entry, error) {
	if p.base == nil || p.base.MergeBase == "" {
		return nil, nil
	}
	return p.list(ctx, ignoreSpace, "diff-tree", p.base.MergeBase, p.head)
}

// uncommitted lists what differs in the worktree from the head: what git
// follows, and what it does not.
func (p point) uncommitted(ctx context.Context, ignoreSpace bool) ([]entry, error) {
	head, err := p.tree(ctx)
	if err != nil {
		return nil, err
	}
	tracked, err := p.list(ctx, ignoreSpace, "diff-index", head)
	if err != nil {
		return nil, err
	}
	untracked, unmerged, err := p.others(ctx)
	if err != nil {
		return nil, err
	}
	for i := range tracked {
		if unmerged[tracked[i].Path] {
			tracked[i].Status = "conflict"
		}
	}
	return p.addUntracked(tracked, untracked), nil
}

// tree is what the worktree is compared with: before the first commit, nothing.
func (p point) tree(ctx context.Context) (string, error) {
	if p.head != "" {
		return p.head, nil
	}
	return git(ctx, p.dir, "hash-object", "-t", "tree", "--stdin") // of no input; nothing is written
}

// list asks one of git's plumbing commands, which heed no settings of how people
// like their diffs. diff-index does not refresh the index either.
func (p point) list(ctx context.Context, ignoreSpace bool, command string, trees ...string) ([]entry, error) {
	args := []string{command, "-r", "-z", "--raw", "--numstat", "--no-abbrev", "--find-renames", "--no-ext-diff", "--no-textconv"}
	if ignoreSpace {
		args = append(args, "--ignore-all-space")
	}
	out, err := p.walk(ctx, append(append(args, trees...), "--")...)
	if err != nil {
		return nil, err
	}
	return parseList(out), nil
}

// walk asks for a list of files.
func (p point) walk(ctx context.Context, args ...string) ([]byte, error) {
	out, err := question{dir: p.dir, args: args, wait: listWait, limit: maxListing}.ask(ctx)
	if errors.Is(err, errTooMuch) {
		return nil, fault.New(fault.Refused, "%s: there are too many changed files to list", p.dir).
			Next("name generated folders in .gitignore")
	}
	return out, err
}

// others lists the files that git does not follow and is not told to ignore, and
// those that a merge has left for the user to decide.
func (p point) others(ctx context.Context) (untracked []string, unmerged map[string]bool, err error) {
	out, err := p.walk(ctx, "ls-files", "-z", "-t", "--others", "--exclude-standard", "--unmerged")
	if err != nil {
		return nil, nil, err
	}
	unmerged = make(map[string]bool)
	rest := tokens{out}
	for t, ok := rest.next(); ok; t, ok = rest.next() {
		if path, ok := strings.CutPrefix(t, "? "); ok {
			untracked = append(untracked, path)
		} else if _, path, ok := strings.Cut(t, "\t"); ok {
			unmerged[path] = true
		}
	}
	return untracked, unmerged, nil
}

// parseList reads what git prints with -z --raw --numstat: first each file's
// modes and names, then the lines of each file that has any difference left.
//
//	:100644 100644 <old> <new> M\0path\0    :… R100\0from\0path\0
//	1\t2\tpath\0    1\t2\t\0from\0path\0    -\t-\tpath\0
func parseList(out []byte) []entry {
	files := make(map[string]*entry)
	counted := make(map[string]bool)
	rest := tokens{out}
	for t, ok := rest.next(); ok; t, ok = rest.next() {
		if raw, ok := strings.CutPrefix(t, ":"); ok {
			if e, ok := parseRaw(raw, &rest); ok {
				files[e.Path] = &e
			}
			continue
		}
		added, names, _ := strings.Cut(t, "\t")
		deleted, path, _ := strings.Cut(names, "\t")
		if path == "" {
			_, _ = rest.next()
			path, _ = rest.next()
		}
		if e := files[path]; e != nil {
			e.count(added, deleted)
			counted[path] = true
		}
	}
	all := []entry{}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		e := files[path]
		// A file that was only touched, or whose changes are spaces to be
		// ignored, is in the first part alone.
		if e.Status == "modified" && e.Mode == "" && !e.Submodule && !counted[path] {
			continue
		}
		all = append(all, *e)
	}
	return all
}

// tokens are the parts of an answer that end with a NUL.
type tokens struct{ rest []byte }

func (t *tokens) next() (string, bool) {
	token, rest, ok := bytes.Cut(t.rest, []byte{0})
	t.rest = rest
	return string(token), ok
}

// statuses by git's letter.
var statuses = map[byte]string{
	'A': "added", 'C': "added", 'D': "deleted", 'M': "modified", 'R': "renamed", 'T': "type", 'U': "conflict",
}

const submoduleMode = "160000"

// parseRaw reads a file's modes and status, and its names from what follows.
func parseRaw(raw string, rest *tokens) (entry, bool) {
	w := strings.Fields(raw)
	if len(w) != 5 {
		return entry{}, false
	}
	letter := w[4][0]
	e := entry{DiffFile: api.DiffFile{Status: statuses[letter], Submodule: w[0] == submoduleMode || w[1] == submoduleMode}}
	e.Path, _ = rest.next()
	if letter == 'R' || letter == 'C' {
		e.From = e.Path
		e.Path, _ = rest.next()
	}
	switch {
	case letter == 'D':
		e.blob = w[2]
	case letter != 'A' && w[0] != w[1]:
		e.Mode = w[0] + " " + w[1]
	}
	return e, e.Status != "" && e.Path != ""
}

// count takes a file's lines as git counts them: "-" for a binary file.
func (e *entry) count(added, deleted string) {
	var err error
	if e.Added, err = strconv.Atoi(added); err != nil {
		e.Binary = true
		return
	}
	if e.Deleted, err = strconv.Atoi(deleted); err != nil {
		e.Binary = true
	}
	e.Large = e.Added+e.Deleted > largeLines
}
