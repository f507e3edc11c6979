package term

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"testing"
)

func FuzzCheckpoint(f *testing.F) {
	f.Add(Checkpoint{Offset: 1 << 40, Cols: 80, Rows: 24, Title: "✳ title", Screen: []byte("\x1b[1mscreen")}.encode())
	f.Add(Checkpoint{Cols: 2, Rows: 2}.encode())
	f.Add([]byte(checkpointMagic))
	f.Fuzz(func(t *testing.T, b []byte) {
		// The checksum would hide all that is behind it from the fuzzer.
		if len(b) >= 4 {
			body := b[:len(b)-4]
			b = binary.BigEndian.AppendUint32(bytes.Clone(body), crc32.Checksum(body, castagnoli))
		}
		c, err := decodeCheckpoint(b)
		if err != nil {
			return
		}
		if len(c.Title) <= maxSavedTitle && !bytes.Equal(c.encode(), b) {
			t.Errorf("%q becomes %+v", b, c)
		}
	})
}
