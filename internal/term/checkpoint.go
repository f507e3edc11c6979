package term

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
)

// Checkpoint is a terminal as it stood at an offset of its output.
type Checkpoint struct {
	Offset     uint64
	Cols, Rows int
	Title      string
	Screen     []byte // what Snapshot gave
}

// A checkpoint file, all numbers big endian:
//
//	"JUNTOTRM" version:2 cols:2 rows:2 title length:2 offset:8 screen length:8
//	title screen crc32c of all before:4
const (
	checkpointMagic   = "JUNTOTRM"
	checkpointVersion = 1
	checkpointHead    = len(checkpointMagic) + 4*2 + 2*8
	// maxCheckpoint is far beyond a full scrollback with every cell coloured.
	maxCheckpoint = 256 << 20
	// maxSavedTitle keeps the title's length within its two bytes.
	maxSavedTitle = 4 << 10
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (c Checkpoint) encode() []byte {
	title := c.Title[:min(len(c.Title), maxSavedTitle)]
	b := make([]byte, 0, checkpointHead+len(title)+len(c.Screen)+4)
	b = append(b, checkpointMagic...)
	b = binary.BigEndian.AppendUint16(b, checkpointVersion)
	b = binary.BigEndian.AppendUint16(b, uint16(c.Cols))
	b = binary.BigEndian.AppendUint16(b, uint16(c.Rows))
	b = binary.BigEndian.AppendUint16(b, uint16(len(title)))
	b = binary.BigEndian.AppendUint64(b, c.Offset)
	b = binary.BigEndian.AppendUint64(b, uint64(len(c.Screen)))
	b = append(b, title...)
	b = append(b, c.Screen...)
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

func decodeCheckpoint(b []byte) (Checkpoint, error) {
	if len(b) < checkpointHead+4 || !bytes.HasPrefix(b, []byte(checkpointMagic)) {
		return Checkpoint{}, errors.New("not a checkpoint")
	}
	body, sum := b[:len(b)-4], binary.BigEndian.Uint32(b[len(b)-4:])
	if crc32.Checksum(body, castagnoli) != sum {
		return Checkpoint{}, errors.New("the checksum does not match")
	}
	h := body[len(checkpointMagic):]
	if v := binary.BigEndian.Uint16(h); v != checkpointVersion {
		return Checkpoint{}, fmt.Errorf("version %d, this daemon reads version %d", v, checkpointVersion)
	}
	c := Checkpoint{
		Cols:   int(binary.BigEndian.Uint16(h[2:])),
		Rows:   int(binary.BigEndian.Uint16(h[4:])),
		Offset: binary.BigEndian.Uint64(h[8:]),
	}
	title, screen := uint64(binary.BigEndian.Uint16(h[6:])), binary.BigEndian.Uint64(h[16:])
	rest := body[checkpointHead:]
	if title > uint64(len(rest)) || screen != uint64(len(rest))-title {
		return Checkpoint{}, errors.New("the lengths do not match")
	}
	if c.Cols < minCols || c.Rows < minRows || c.Cols > maxCols || c.Rows > maxRows {
		return Checkpoint{}, fmt.Errorf("a size of %d×%d", c.Cols, c.Rows)
	}
	c.Title, c.Screen = string(rest[:title]), rest[title:]
	return c, nil
}

// ReadCheckpoint reads a checkpoint file. A file that does not hold a whole
// checkpoint is an error that is not fs.ErrNotExist.
func ReadCheckpoint(path string) (Checkpoint, error) {
	f, err := os.Open(path)
	if err != nil {
		return Checkpoint{}, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return Checkpoint{}, err
	}
	if info.Size() > maxCheckpoint {
		return Checkpoint{}, fmt.Errorf("%d bytes are too many for a checkpoint", info.Size())
	}
	b := make([]byte, info.Size())
	if _, err := f.ReadAt(b, 0); err != nil {
		return Checkpoint{}, fmt.Errorf("read checkpoint: %w", err)
	}
	return decodeCheckpoint(b)
}

// write replaces the file at path, so that there is a whole one at any time,
// after a power loss too.
func (c Checkpoint) write(path string) (err error) {
	// One name: what a daemon that was killed in here left is written over.
	f, err := os.OpenFile(path+".tmp", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("write checkpoint: %w", err)
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
			err = fmt.Errorf("write checkpoint: %w", err)
		}
	}()
	if _, err = f.Write(c.encode()); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// quarantine moves a bad checkpoint out of the way, where it can be looked at.
func quarantine(path string) (string, error) {
	bad := path + ".bad"
	if err := os.Rename(path, bad); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return bad, nil
}
