package keep

import (
	"fmt"
	"os"
)

// allocate has blocks on disk for a part of a file that was never written:
// macOS has no call for a range, so zeros are written there.
func allocate(f *os.File, at, length int64) error {
	if _, err := f.WriteAt(make([]byte, length), at); err != nil {
		return fmt.Errorf("allocate %d bytes of %s: %w", length, f.Name(), err)
	}
	return nil
}
