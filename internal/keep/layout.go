package keep

import (
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	// ringCapacity is how much output a terminal's ring holds: what a program
	// can print while no daemon runs before it has to wait. A restart of the
	// daemon takes a second or two and an agent prints some KB in that time, so
	// 4 MiB only matter to a flood, for which waiting is right. Three hundred
	// flooded terminals still fit into 1.2 GB of disk, and an idle one takes
	// the two or three pages that it has touched.
	ringCapacity = 4 << 20

	// headerSize is what the header takes, on cache lines of its own. The data
	// follow at once, so that a terminal which has printed little touches one
	// page only.
	headerSize = 256

	ringMagic = 0x6a756e746f_01_0001 // "junto", ring, layout 1
)

// header is the beginning of a ring file. Offsets count the output's bytes from
// the terminal's start and never wrap; the byte at offset o lies at o modulo
// the capacity. Each word has one side that writes it:
//
//	           released               end      reserved
//	──overwritable──┼──must be kept────┼──being read──┤
//
// The flags pass between both sides by swapping, so that no wake-up is lost:
// who waits sets its flag and then looks once more; who makes news publishes
// it and then takes the flag.
type header struct {
	magic    uint64
	capacity uint64
	end      atomic.Uint64 // keeper: the output up to here can be read
	reserved atomic.Uint64 // keeper: bytes below reserved-capacity are being overwritten
	replied  atomic.Uint64 // keeper: queries in the output up to here are answered
	closed   atomic.Uint32 // keeper: no more output will come
	stalled  atomic.Uint32 // keeper sets, daemon takes: the keeper waits for room
	_        [16]byte      // the daemon's words have a cache line of their own
	released atomic.Uint64 // daemon: bytes before this may be overwritten
	armed    atomic.Uint32 // daemon sets, keeper takes: a reader waits for more
}

// layout is a mapped ring file.
type layout struct {
	mem  []byte
	h    *header
	data []byte
}

// mapRing maps an open ring file.
func mapRing(f *os.File) (layout, error) {
	mem, err := unix.Mmap(int(f.Fd()), 0, headerSize+ringCapacity, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return layout{}, fmt.Errorf("map %s: %w", f.Name(), err)
	}
	return layout{mem: mem, h: (*header)(unsafe.Pointer(&mem[0])), data: mem[headerSize:]}, nil
}

func (l layout) unmap() error {
	if err := unix.Munmap(l.mem); err != nil {
		return fmt.Errorf("unmap a ring: %w", err)
	}
	return nil
}

// openRing maps the ring file that the keeper made.
func openRing(path string) (layout, error) {
	f, err := os.OpenFile(path, os.O_RDWR|unix.O_NOFOLLOW, 0)
	if err != nil {
		return layout{}, fmt.Errorf("open a ring: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return layout{}, fmt.Errorf("open a ring: %w", err)
	}
	// A page beyond the file's end would be a deadly signal when touched.
	if info.Size() != headerSize+ringCapacity {
		return layout{}, fmt.Errorf("ring %s has %d bytes, not %d", path, info.Size(), headerSize+ringCapacity)
	}
	l, err := mapRing(f)
	if err != nil {
		return layout{}, err
	}
	if l.h.magic != ringMagic || l.h.capacity != ringCapacity {
		return layout{}, fmt.Errorf("ring %s has another layout (%x)", path, l.h.magic)
	}
	return l, nil
}

// raise lifts a word to at least v.
func raise(word *atomic.Uint64, v uint64) {
	for {
		old := word.Load()
		if old >= v || word.CompareAndSwap(old, v) {
			return
		}
	}
}
