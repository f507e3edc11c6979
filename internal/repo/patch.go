package repo

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"

	"junto/internal/api"
	"junto/internal/content"
	"junto/internal/fault"
)

// FileQuery says which file's patch is asked for.
type FileQuery struct {
	Query
	Layer string
	Path  string // from the worktree's root
	From  string // of a renamed file
	Full  bool   // although it is large
}

// sides are the two states of a file: a tree's, and the other tree's, or the
// worktree's when new is empty.
type sides struct{ old, new string }

// patchArgs make a patch that looks the same whatever the user's settings are.
var patchArgs = []string{"--patch", "--no-color", "--no-ext-diff", "--no-textconv", "--unified=3", "--src-prefix=a/", "--dst-prefix=b/"}

// Patch is the difference of one file in a layer.
func Patch(ctx context.Context, q FileQuery) (api.DiffText, error) {
	t := api.DiffText{Path: q.Path}
	for _, path := range []*string{&q.Path, &q.From} {
		var err error
		if *path, err = unspell(*path); err != nil {
			return t, err
		}
		if *path != "" && !filepath.IsLocal(*path) {
			return t, fault.New(fault.Input, "%q is no path within the worktree", *path).Next("take the paths that diff.get lists")
		}
	}
	p, err := locate(ctx, q.Dir, q.Base)
	if err != nil {
		return t, err
	}
	var s sides
	switch q.Layer {
	case api.LayerCommitted:
		if p.base == nil || p.base.MergeBase == "" {
			return t, fault.New(fault.Refused, "%s: %s", p.dir, p.noBase).Next("choose another base")
		}
		s = sides{old: p.base.MergeBase, new: p.head}
	case api.LayerUncommitted:
		if s.old, err = p.tree(ctx); err != nil {
			return t, err
		}
	default:
		return t, fault.New(fault.Input, "%q is no layer", q.Layer).Next("take %s or %s", api.LayerCommitted, api.LayerUncommitted)
	}
	patch, err := p.patch(ctx, q, s)
	switch {
	case errors.Is(err, errTooMuch):
		t.Large, t.TooLarge = !q.Full, q.Full
		return t, nil
	case err != nil:
		return t, err
	}
	t.Binary = saysBinary(patch)
	if t.Binary {
		return t, p.addImages(ctx, &t, q, s)
	}
	t.Patch, t.Lossy = content.Text(patch)
	return t, p.addTexts(ctx, &t, q, s)
}

// patch asks git for it.
func (p point) patch(ctx context.Context, q FileQuery, s sides) ([]byte, error) {
	args := append([]string{"diff-tree"}, patchArgs...)
	untracked := false
	if s.new == "" {
		var err error
		if untracked, err = p.untracked(ctx, q.Path); err != nil {
			return nil, err
		}
		args[0] = "diff-index"
	}
	if q.IgnoreSpace {
		args = append(args, "--ignore-all-space")
	}
	from := q.From
	switch {
	case untracked && from != "": // moved by a plain mv: its old blob beside the file
		args[0] = "diff"
		args = append(args, s.old+":"+from, "--", q.Path)
	case untracked:
		args[0] = "diff"
		args = append(args, "--no-index", "--", os.DevNull, q.Path)
	default:
		args = append(args, "--find-renames", s.old)
		if s.new != "" {
			args = append(args, s.new)
		}
		args = append(args, "--", q.Path)
		if from != "" {
			args = append(args, from)
		}
	}
	limit := api.MaxPatch
	if q.Full {
		limit = api.MaxFullPatch
	}
	out, err := question{dir: p.dir, args: args, wait: listWait, limit: limit}.ask(ctx)
	if untracked && endedWith(err, 1) {
		err = nil // --no-index tells by its status that there is a difference
	}
	return out, err
}

// untracked reports whether a file is there that git does not follow. Anything
// but a file or a link is refused: git would wait for what a FIFO never says.
func (p point) untracked(ctx context.Context, path string) (bool, error) {
	info, err := os.Lstat(filepath.Join(p.dir, path))
	if err != nil {
		return false, nil //nolint:nilerr // not there: deleted, as git will say
	}
	followed, err := git(ctx, p.dir, "ls-files", "--cached", "-z", "--", path)
	if err != nil || followed != "" {
		return false, err
	}
	if !info.Mode().IsRegular() && info.Mode()&os.ModeSymlink == 0 {
		return false, fault.New(fault.Refused, "%s is neither a file nor a link", path).Next("look at it in a terminal")
	}
	return true, nil
}

// saysBinary reports whether git printed no lines as it found the file binary.
func saysBinary(patch []byte) bool {
	head, _, _ := bytes.Cut(patch, []byte("\n@@ "))
	return bytes.HasPrefix(head, []byte("Binary files ")) || bytes.Contains(head, []byte("\nBinary files "))
}

// addTexts adds the whole texts, for a page that unfolds what is around a change.
func (p point) addTexts(ctx context.Context, t *api.DiffText, q FileQuery, s sides) error {
	before, after, err := p.contents(ctx, q, s, api.MaxDiffText)
	if errors.Is(err, errTooMuch) || content.Binary(before) || content.Binary(after) {
		return nil
	}
	if err != nil {
		return err
	}
	t.Old, _ = content.Text(before)
	t.New, _ = content.Text(after)
	t.Whole = true
	return nil
}

// addImages adds the two states of an image.
func (p point) addImages(ctx context.Context, t *api.DiffText, q FileQuery, s sides) error {
	before, after, err := p.contents(ctx, q, s, api.MaxDiffImage)
	if errors.Is(err, errTooMuch) {
		return nil
	}
	if err != nil {
		return err
	}
	if t.Media = content.ImageType(after); t.Media == "" {
		t.Media = content.ImageType(before)
	}
	if t.Media != "" {
		t.OldImage, t.NewImage = before, after
	}
	return nil
}

// contents reads both states of a file; one that does not exist is empty.
func (p point) contents(ctx context.Context, q FileQuery, s sides, limit int) (before, after []byte, err error) {
	from := q.From
	if from == "" {
		from = q.Path
	}
	if before, err = p.blob(ctx, s.old, from, limit); err != nil {
		return nil, nil, err
	}
	if s.new != "" {
		after, err = p.blob(ctx, s.new, q.Path, limit)
		return before, after, err
	}
	after, err = readWithin(filepath.Join(p.dir, q.Path), int64(limit))
	if err != nil && !errors.Is(err, errTooMuch) {
		return before, nil, nil //nolint:nilerr // deleted, or a folder: it has no text
	}
	return before, after, err
}

// blob reads a file of a tree; a path that is no file there is empty.
func (p point) blob(ctx context.Context, tree, path string, limit int) ([]byte, error) {
	kind, err := git(ctx, p.dir, "cat-file", "-t", tree+":"+path)
	if endedWith(err, 128) || err == nil && kind != "blob" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return question{dir: p.dir, args: []string{"cat-file", "blob", tree + ":" + path}, wait: readWait, limit: limit}.ask(ctx)
}
