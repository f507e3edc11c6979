package keep

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// allocate has blocks on disk for a part of a file. File systems that cannot
// (some over a network) leave it to the moment of writing.
func allocate(f *os.File, at, length int64) error {
	for {
		err := unix.Fallocate(int(f.Fd()), 0, at, length)
		switch {
		case err == nil, errors.Is(err, unix.EOPNOTSUPP):
			return nil
		case !errors.Is(err, unix.EINTR):
			return fmt.Errorf("allocate %d bytes of %s: %w", length, f.Name(), err)
		}
	}
}
