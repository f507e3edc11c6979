package repo

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sync/errgroup"

	"junto/internal/api"
	"junto/internal/fault"
)

// Query says which changes are asked for.
type Query struct {
	Dir         string // the worktree, or a folder in it
	Base        string // empty: chosen
	IgnoreSpace bool
}

// Changes lists what has changed on the branch of a worktree, in two layers. A
// layer that cannot be read says so in its place, and the other is there.
func Changes(ctx context.Context, q Query) (api.Diff, error) {
	p, err := locate(ctx, q.Dir, q.Base)
	if err != nil {
		return api.Diff{}, err
	}
	d := api.Diff{Worktree: p.dir, Branch: p.branch, Head: p.head, Base: p.base, NoBase: p.noBase}
	// Before the layers: what changes meanwhile makes a new revision.
	// What git cannot read for it, the layer says too.
	if d.Revision, err = p.revision(ctx); err != nil {
		if _, ok := fault.As(err); !ok {
			return api.Diff{}, err
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		files, err := p.committed(ctx, q.IgnoreSpace)
		d.Committed, err = layer(files, err)
		return err
	})
	group.Go(func() (err error) {
		files, err := p.uncommitted(ctx, q.IgnoreSpace)
		d.Uncommitted, err = layer(files, err)
		return err
	})
	err = group.Wait()
	return d, err
}

// layer sums files up. An error is passed on only when it is no fault.
func layer(files []entry, err error) (api.DiffLayer, error) {
	l := api.DiffLayer{Files: []api.DiffFile{}, Total: len(files)}
	if f, ok := fault.As(err); ok {
		l.Error = f
		return l, nil
	}
	slices.SortFunc(files, func(a, b entry) int { return cmp.Compare(a.Path, b.Path) })
	for i, e := range files {
		l.Added += e.Added
		l.Deleted += e.Deleted
		if i < api.MaxDiffFiles {
			e.Path, e.From = spell(e.Path), spell(e.From)
			l.Files = append(l.Files, e.DiffFile)
		}
	}
	return l, err
}

// Revision is a text that changes when the changes do. It reads no file and
// compares no text, so a page may ask for it every second or two.
func Revision(ctx context.Context, q Query) (string, error) {
	p, err := locate(ctx, q.Dir, q.Base)
	if err != nil {
		return "", err
	}
	return p.revision(ctx)
}

// revision sums up the head, the base, what git finds changed, and the size and
// time of each file that is.
func (p point) revision(ctx context.Context) (string, error) {
	out, err := p.walk(ctx, "status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames")
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintln(h, p.branch, p.head)
	if p.base != nil {
		fmt.Fprintln(h, p.base.Ref, p.base.Commit)
	}
	h.Write(out)
	rest := tokens{out}
	for t, ok := rest.next(); ok; t, ok = rest.next() {
		if len(t) < len("XY p") {
			continue
		}
		if info, err := os.Lstat(filepath.Join(p.dir, t[len("XY "):])); err == nil {
			fmt.Fprintln(h, info.Size(), info.ModTime().UnixNano(), info.Mode())
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}
