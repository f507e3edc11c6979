package repo

import (
	"crypto/sha1" //nolint:gosec // git's name of a blob, not a secret
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"

	"junto/internal/api"
	"junto/internal/content"
)

const (
	// maxCounted is the largest untracked file whose lines are counted, and
	// maxCountedAll how much is read for that in all: a second from a cold disk.
	maxCounted    = 2 << 20
	maxCountedAll = 64 << 20
)

// addUntracked adds the files that git does not follow. One with exactly the
// content of a deleted file is that file, moved by a plain mv.
func (p point) addUntracked(tracked []entry, untracked []string) []entry {
	gone := make(map[string]int) // the deleted files that may have moved, by blob
	for i, e := range tracked {
		if e.Status == "deleted" {
			gone[e.blob] = i
		}
	}
	moved := make(map[int]bool)
	var added []entry
	budget := int64(maxCountedAll)
	for n, path := range untracked {
		e := entry{DiffFile: api.DiffFile{Path: path, Status: "untracked"}}
		if n < api.MaxDiffFiles {
			data := p.measureUntracked(&e, &budget)
			if i, ok := gone[blobName(data, len(p.head))]; ok && len(data) > 0 && !moved[i] {
				moved[i] = true
				e.DiffFile = api.DiffFile{Path: path, From: tracked[i].Path, Status: "renamed", Binary: e.Binary}
			}
		}
		added = append(added, e)
	}
	var all []entry
	for i, e := range tracked {
		if !moved[i] {
			all = append(all, e)
		}
	}
	return append(all, added...)
}

// measureUntracked counts an untracked file's lines, and returns what it read.
func (p point) measureUntracked(e *entry, budget *int64) []byte {
	if strings.HasSuffix(e.Path, "/") { // another repository, not followed as a submodule
		e.Path, e.Submodule = strings.TrimSuffix(e.Path, "/"), true
		return nil
	}
	data, err := readWithin(filepath.Join(p.dir, e.Path), min(maxCounted, *budget))
	if err != nil {
		e.Large = true // or it is gone by now; the patch will say so
		return nil
	}
	*budget -= int64(len(data))
	if e.Binary = content.Binary(data); e.Binary {
		return data
	}
	e.Added = content.Lines(data)
	e.Large = e.Added > largeLines
	return data
}

// readWithin reads a regular file of at most so many bytes, or where a link
// leads. It never opens anything else: a FIFO would keep it for ever.
func readWithin(path string, limit int64) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode()&os.ModeSymlink != 0 {
		to, err := os.Readlink(path)
		return []byte(to), err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", path)
	}
	if info.Size() > limit {
		return nil, errTooMuch
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, errTooMuch // it grew
	}
	return data, err
}

// blobName is git's name for a content, in the kind of name that the repository
// uses.
func blobName(data []byte, length int) string {
	var h hash.Hash = sha1.New()
	if length == hex.EncodedLen(sha256.Size) {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}
