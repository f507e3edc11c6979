package keep

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"junto/internal/fault"
)

// folder is where the keeper of a home lives: its socket, its lock, its log and
// the rings.
type folder string

const ringPrefix = "ring-"

func folderOf(home string) folder { return folder(filepath.Join(home, "keep")) }

func (d folder) socket() string     { return filepath.Join(string(d), "keep.sock") }
func (d folder) lock() string       { return filepath.Join(string(d), "keep.lock") }
func (d folder) log() string        { return filepath.Join(string(d), "keep.log") }
func (d folder) ring(id int) string { return filepath.Join(string(d), ringPrefix+strconv.Itoa(id)) }

// maxSocketPath is the longest path that a unix socket can have, without the
// NUL that ends it: 103 bytes on macOS, 107 on Linux.
const maxSocketPath = len(syscall.RawSockaddrUnix{}.Path) - 1

// make makes the folder, for this user alone, and checks that the socket's path
// fits.
func (d folder) make() error {
	if path := d.socket(); len(path) > maxSocketPath {
		return fault.New(fault.Refused, "the socket's path has %d bytes, and the system allows %d: %s", len(path), maxSocketPath, path).
			Next("set JUNTO_HOME to a folder with a shorter path")
	}
	if err := os.MkdirAll(string(d), 0o700); err != nil {
		return fmt.Errorf("make the keeper's folder: %w", err)
	}
	// A folder that was there before may be open to others.
	if err := os.Chmod(string(d), 0o700); err != nil {
		return fmt.Errorf("close the keeper's folder to others: %w", err)
	}
	return nil
}

// take takes the lock that makes a keeper the only one of its home; it lasts
// until the process ends. The file is never removed: two processes could then
// each hold the lock of another file with the same name.
func (d folder) take() (*os.File, error) {
	f, err := os.OpenFile(d.lock(), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the keeper's lock: %w", err)
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fault.New(fault.Conflict, "another keeper serves %s", string(d)).
				Next("nothing is to be done: the daemon uses the one that runs")
		}
		return nil, fmt.Errorf("take the keeper's lock: %w", err)
	}
	return f, nil
}

// clear removes what an earlier keeper left: its programs ended with it.
func (d folder) clear() error {
	entries, err := os.ReadDir(string(d))
	if err != nil {
		return fmt.Errorf("list what an earlier keeper left: %w", err)
	}
	for _, entry := range entries {
		path := filepath.Join(string(d), entry.Name())
		if path != d.socket() && !strings.HasPrefix(entry.Name(), ringPrefix) {
			continue
		}
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("remove what an earlier keeper left: %w", err)
		}
	}
	return nil
}
