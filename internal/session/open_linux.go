package session

import (
	"os"
	"path/filepath"
	"strconv"
)

// pinnedStart says that agents note a process's start as our kernel gives it.
const pinnedStart = true

// openFiles lists the files that a process holds open.
func openFiles(pid int) (files []string, known bool) {
	dir := filepath.Join("/proc", strconv.Itoa(pid), "fd")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, false
	}
	for _, e := range entries {
		if to, err := os.Readlink(filepath.Join(dir, e.Name())); err == nil {
			files = append(files, to)
		}
	}
	return files, true
}
