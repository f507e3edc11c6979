// Package repo asks git: which worktree a directory is in, and what is checked
// out there. Git itself answers, so every kind of repository that the user's git
// knows works here too.
//
// It leaves what to do with the answers to its users.
package repo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// ErrNoWorktree says that a directory is in no worktree.
var ErrNoWorktree = errors.New("not in a git worktree")

// readWait is how long one question may take: the document's few seconds.
const readWait = 5 * time.Second

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
		return Worktree{}, fmt.Errorf("%s: %w", dir, ErrNoWorktree)
	}
	branch, err := git(ctx, dir, "symbolic-ref", "--quiet", "--short", "HEAD")
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return Worktree{}, err
	}
	return Worktree{Path: filepath.Clean(top), Branch: branch}, nil
}

// git runs one read-only question. It takes no lock that could be in an agent's
// way, and never asks for anything.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, readWait)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	words := strings.TrimSpace(stderr.String())
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("git %s: no answer within %s", args[0], readWait)
	case strings.Contains(words, "not a git repository"), strings.Contains(words, "must be run in a work tree"):
		return "", fmt.Errorf("%s: %w", dir, ErrNoWorktree)
	case err != nil:
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, words)
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}
