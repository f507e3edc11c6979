package keep

import (
	"bytes"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// pair makes a ring and maps it a second time, as the daemon does.
func pair(t interface {
	Helper()
	Fatal(...any)
	Cleanup(func())
}, path string,
) (*intake, *Ring) {
	t.Helper()
	in, err := createRing(path)
	if err != nil {
		t.Fatal(err)
	}
	l, err := openRing(path)
	if err != nil {
		t.Fatal(err)
	}
	r := newRing(newClient(folderOf("/nowhere"), slog.New(slog.DiscardHandler), nil), 1, l)
	t.Cleanup(func() {
		if err := errors.Join(r.unmap(), in.remove()); err != nil {
			t.Fatal(err)
		}
	})
	return in, r
}

// byteAt is what is printed at an offset.
func byteAt(off uint64) byte { return byte(off ^ off>>8 ^ off>>17*7) }

// put takes in one read of what is printed, of at most n bytes.
func put(t interface{ Fatal(...any) }, in *intake, n int) int {
	place, err := in.room()
	if err != nil {
		t.Fatal(err)
	}
	end := in.h.end.Load()
	in.reserve(place)
	n = min(n, len(place))
	for i := range n {
		place[i] = byteAt(end + uint64(i))
	}
	in.publish(n)
	return n
}

// TestRing compares a ring with what it means: whatever was put in and is not
// released is read as it was.
func TestRing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ring")
	rapid.Check(t, func(t *rapid.T) {
		in, r := pair(t, path)
		var end, released uint64
		buf := make([]byte, 64<<10)
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				for range rapid.SampledFrom([]int{1, 10, 100}).Draw(t, "times") {
					n := put(t, in, rapid.SampledFrom([]int{1, 4095, 4096, maxRead}).Draw(t, "n"))
					if n == 0 && end-released != ringCapacity {
						t.Fatalf("no room with %d of %d bytes", end-released, ringCapacity)
					}
					end += uint64(n)
				}
			},
			"read": func(t *rapid.T) {
				off := rapid.Uint64Range(r.Start(), end).Draw(t, "off")
				p := buf[:rapid.IntRange(0, len(buf)).Draw(t, "size")]
				n, err := r.Read(off, p)
				if err != nil || uint64(n) != min(uint64(len(p)), end-off) {
					t.Fatalf("read %d bytes at %d of %d: %v", n, off, end, err)
				}
				for i, b := range p[:n] {
					if b != byteAt(off+uint64(i)) {
						t.Fatalf("offset %d is wrong", off+uint64(i))
					}
				}
			},
			"release": func(t *rapid.T) {
				off := rapid.Uint64Range(0, end+10).Draw(t, "off")
				r.Release(off)
				released = max(released, min(off, end))
			},
			"": func(t *rapid.T) {
				if r.End() != end || r.Released() != released || r.Start() > released || end-r.Start() > ringCapacity {
					t.Fatalf("%d…%d, released %d; want the end %d, released %d", r.Start(), r.End(), r.Released(), end, released)
				}
			},
		})
	})
}

// TestReadersOfOverwrittenBytes reads what may be overwritten at that moment:
// the bytes are right, or the reader is told that they are gone.
func TestReadersOfOverwrittenBytes(t *testing.T) {
	in, r := pair(t, filepath.Join(t.TempDir(), "ring"))
	const total = 8 * ringCapacity
	var writers, readers sync.WaitGroup
	writers.Go(func() {
		for in.h.end.Load() < total {
			r.Release(r.End())
			put(t, in, maxRead)
		}
	})
	for range 2 {
		readers.Go(func() {
			buf := make([]byte, 4096)
			for end := uint64(0); end < total; {
				end = r.End()
				off := end - min(end, ringCapacity-maxRead/2)
				n, err := r.Read(off, buf)
				if err != nil && !errors.Is(err, ErrOverwritten) {
					t.Error(err)
					return
				}
				for i, b := range buf[:n] {
					if b != byteAt(off+uint64(i)) {
						t.Errorf("offset %d is wrong", off+uint64(i))
						return
					}
				}
			}
		})
	}
	writers.Wait()
	readers.Wait()
}

func TestForeignRingIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ring")
	in, _ := pair(t, path)
	in.h.magic++
	if _, err := openRing(path); err == nil {
		t.Error("a ring of another layout is mapped")
	}
	in.h.magic--
	if err := in.file.Truncate(headerSize); err != nil {
		t.Fatal(err)
	}
	if _, err := openRing(path); err == nil {
		t.Error("a ring that is too short is mapped")
	}
	if err := in.file.Truncate(headerSize + ringCapacity); err != nil {
		t.Fatal(err)
	}
}

func TestRingThatIsGone(t *testing.T) {
	c, _ := begin(t)
	held, r := spawn(t, c, "echo last")
	waitExit(t, c, held.ID)
	if out := readAll(t, r); !bytes.Equal(out, []byte("last\r\n")) {
		t.Errorf("got %q", out)
	}
	if err := c.Forget(t.Context(), held.ID); err != nil {
		t.Fatal(err)
	}
	r.Release(1)
	if _, err := r.Read(0, make([]byte, 1)); !errors.Is(err, ErrLost) {
		t.Errorf("read: %v", err)
	}
	if err := r.Wait(t.Context(), 0); !errors.Is(err, ErrLost) {
		t.Errorf("wait: %v", err)
	}
	if r.Start() != 0 || r.End() != 0 || r.Replied() != 0 {
		t.Error("it has offsets")
	}
	if _, err := c.Ring(held.ID); err == nil {
		t.Error("it is mapped again")
	}
}
