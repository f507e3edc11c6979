package keep

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
)

// A frame on the socket, both ways:
//
//	length of the rest (4 bytes, big endian) · kind (1) · number (4) · payload
//
// The number joins an answer to its request; it is 0 where none is awaited.
type frame struct {
	kind    kind
	number  uint32
	payload []byte
}

const (
	frameHead = 4 + 1 + 4 // the length, the kind, the number

	// maxFrame bounds a frame. The largest are a unit of input (MaxUnit) and a
	// program's environment, which Linux itself limits to some 2 MiB.
	maxFrame = 3 << 20
)

var errFrame = errors.New("malformed frame")

// readFrame reads one frame. io.EOF means that the other side is gone, cleanly
// between two frames.
func readFrame(r io.Reader) (frame, error) {
	var head [frameHead]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return frame{}, err
	}
	length := binary.BigEndian.Uint32(head[:])
	if length < frameHead-4 || length > maxFrame {
		return frame{}, fmt.Errorf("%w: %d bytes", errFrame, length)
	}
	f := frame{kind: kind(head[4]), number: binary.BigEndian.Uint32(head[5:])}
	f.payload = make([]byte, length-(frameHead-4))
	if _, err := io.ReadFull(r, f.payload); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return frame{}, err
	}
	return f, nil
}

// head returns the bytes before the payload.
func (f frame) head() []byte {
	b := make([]byte, 0, frameHead)
	b = binary.BigEndian.AppendUint32(b, uint32(frameHead-4+len(f.payload)))
	b = append(b, byte(f.kind))
	return binary.BigEndian.AppendUint32(b, f.number)
}

// appendTo appends the whole frame.
func (f frame) appendTo(b []byte) []byte {
	return append(append(b, f.head()...), f.payload...)
}

// writeTo writes the frame without copying the payload.
func (f frame) writeTo(c net.Conn) error {
	buffers := net.Buffers{f.head(), f.payload}
	_, err := buffers.WriteTo(c)
	return err
}

// encoder builds a payload out of numbers and byte strings. It is not JSON,
// because arguments and environments may hold any byte but NUL.
type encoder struct{ b []byte }

func (e *encoder) number(v uint64) { e.b = binary.AppendUvarint(e.b, v) }
func (e *encoder) int(v int)       { e.b = binary.AppendVarint(e.b, int64(v)) }
func (e *encoder) bytes(p []byte)  { e.number(uint64(len(p))); e.b = append(e.b, p...) }
func (e *encoder) text(s string)   { e.number(uint64(len(s))); e.b = append(e.b, s...) }
func (e *encoder) list(l []string) {
	e.number(uint64(len(l)))
	for _, s := range l {
		e.text(s)
	}
}

func (e *encoder) bool(v bool) {
	if v {
		e.number(1)
	} else {
		e.number(0)
	}
}

// decoder takes a payload apart. The first fault sticks: everything after it
// reads as zero, and end reports it.
type decoder struct {
	b   []byte
	err error
}

func (d *decoder) fail() {
	d.b = nil
	if d.err == nil {
		d.err = fmt.Errorf("%w: payload ends early or holds nonsense", errFrame)
	}
}

func (d *decoder) number() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) int() int {
	v, n := binary.Varint(d.b)
	if n <= 0 || int64(int(v)) != v {
		d.fail()
		return 0
	}
	d.b = d.b[n:]
	return int(v)
}

// bytes returns a part of the payload, not a copy.
func (d *decoder) bytes() []byte {
	n := d.number()
	if n > uint64(len(d.b)) {
		d.fail()
		return nil
	}
	p := d.b[:n:n]
	d.b = d.b[n:]
	return p
}

func (d *decoder) text() string { return string(d.bytes()) }

func (d *decoder) list() []string {
	n := d.number()
	if n > uint64(len(d.b)) { // each takes a byte at least
		d.fail()
		return nil
	}
	l := make([]string, 0, n)
	for range n {
		l = append(l, d.text())
	}
	return l
}

func (d *decoder) bool() bool {
	switch d.number() {
	case 0:
		return false
	case 1:
		return true
	}
	d.fail()
	return false
}

// rest returns what is left, not a copy.
func (d *decoder) rest() []byte {
	p := d.b
	d.b = nil
	return p
}

// end reports what was wrong with the payload, bytes too many included.
func (d *decoder) end() error {
	if d.err == nil && len(d.b) > 0 {
		d.err = fmt.Errorf("%w: %d bytes too many", errFrame, len(d.b))
	}
	return d.err
}
