package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"junto/internal/fault"
)

// privateDir makes a folder that only this user can read, and takes the rights
// of others from one that is there.
func privateDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.Chmod(dir, 0o700)
}

// privateFile makes an empty file that only this user can read, unless it is
// there. SQLite gives its other files the rights of the first one.
func privateFile(file string) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(0o600), f.Close())
}

// takeLock locks a file for this process. The lock goes with the process,
// however that ends, so a lock is never stale.
func takeLock(file string) (*os.File, error) {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock file: %w", err)
	}
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == nil {
		return f, nil
	}
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = fault.New(fault.Conflict, "another Jun serves %s", filepath.Dir(filepath.Dir(file))).
			Next("use that one, or set JUNTO_HOME to another folder")
	} else {
		err = fmt.Errorf("lock %s: %w", file, err)
	}
	return nil, errors.Join(err, f.Close())
}
