// Package repo asks git: which worktree a directory is in, what is checked out
// there, and what has changed since the branch left its base. Git itself
// answers, so every kind of repository that the user's git knows works here too.
// Nothing is ever written: no index, no HEAD, no stash, no object, no lock.
//
// It leaves what to do with the answers to its users. What goes wrong is a fault
// that they can show.
package repo

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"junto/internal/fault"
)

// ErrNoWorktree says that a directory is in no worktree.
var ErrNoWorktree = errors.New("not in a git worktree")

func outside(dir string) error {
	f := fault.New(fault.Refused, "%s is in no git worktree", dir).Next("take a terminal whose directory is in one, or run `git init` there")
	return fmt.Errorf("%w (%w)", f, ErrNoWorktree)
}

// Worktree is one checkout of a repository.
type Worktree struct {
	Path   string // absolute
	Branch string // short name; empty for a detached head
}

// At finds the worktree that a directory is in. A repository without commits
// has a branch all the same.
func At(ctx context.Context, dir string) (Worktree, error) {
	top, err := git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return Worktree{}, err
	}
	if top == "" { // a bare repository, or inside .git
		return Worktree{}, outside(dir)
	}
	branch, err := git(ctx, dir, "symbolic-ref", "--quiet", "--short", "HEAD")
	if err != nil && !endedWith(err, 1) {
		return Worktree{}, err
	}
	return Worktree{Path: filepath.Clean(top), Branch: branch}, nil
}
