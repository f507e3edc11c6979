package repo

import (
	"os"
	"path/filepath"
	"strings"
)

// shortCommit is how much of a commit's name people need.
const shortCommit = 8

// Branch is what is checked out where a directory is: a branch's short name, or
// the beginning of a commit's when the head is detached; empty in no worktree.
// It reads two small files and starts no git, so it may be asked for each look
// at a terminal. Where git keeps its refs otherwise it is empty.
func Branch(dir string) string {
	at := gitDir(dir)
	if at == "" {
		return ""
	}
	head, err := os.ReadFile(filepath.Join(at, "HEAD"))
	if err != nil {
		return ""
	}
	text := strings.TrimSpace(string(head))
	if ref, ok := strings.CutPrefix(text, "ref: "); ok {
		branch, ok := strings.CutPrefix(ref, heads)
		if !ok || branch == ".invalid" { // what a repository with reftables has there
			return ""
		}
		return branch
	}
	return text[:min(len(text), shortCommit)]
}

// gitDir is where git keeps what belongs to the worktree that a directory is in.
func gitDir(dir string) string {
	if !filepath.IsAbs(dir) {
		return "" // it is not known where the program is
	}
	for ; ; dir = filepath.Dir(dir) {
		at := filepath.Join(dir, ".git")
		if info, err := os.Stat(at); err == nil {
			if info.IsDir() {
				return at
			}
			return linked(dir, at)
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// linked reads where a worktree beside its repository, or a submodule, has its
// git directory.
func linked(dir, file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	to, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "gitdir: ")
	switch {
	case !ok:
		return ""
	case filepath.IsAbs(to):
		return to
	}
	return filepath.Join(dir, to)
}
