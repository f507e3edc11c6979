package keep

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
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

// text is what is printed, over and over: as long as a prime number, so that no
// two places of a ring hold the same in two laps.
var text = noise(65521)

// fillAt fills p with what is printed from an offset on.
func fillAt(off uint64, p []byte) {
	for n := 0; n < len(p); {
		n += copy(p[n:], text[(off+uint64(n))%uint64(len(text)):])
	}
}

// isAt reports whether p is what is printed from an offset on.
func isAt(off uint64, p []byte) bool {
	want := make([]byte, len(p))
	fillAt(off, want)
	return bytes.Equal(p, want)
}

// put takes in one read of what is printed, of at most n bytes.
func put(t interface{ Fatal(...any) }, in *intake, n int) int {
	place, err := in.room()
	if err != nil {
		t.Fatal(err)
	}
	in.reserve(place)
	n = min(n, len(place))
	fillAt(in.h.end.Load(), place[:n])
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
				if !isAt(off, p[:n]) {
					t.Fatalf("%d bytes at %d are wrong", n, off)
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
				if !isAt(off, buf[:n]) {
					t.Errorf("%d bytes at %d are wrong", n, off)
					return
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

// TestFullDisk takes the file away from which blocks are had: what has blocks
// is used, nothing else is touched, and it goes on when there are some again.
func TestFullDisk(t *testing.T) {
	in, r := pair(t, filepath.Join(t.TempDir(), "ring"))
	file := in.file
	full, err := os.Open(file.Name()) // not for writing
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	in.file = full
	for {
		place, err := in.room()
		if err == nil {
			in.reserve(place)
			in.publish(len(place))
			continue
		}
		if !errors.Is(err, errDiskFull) || len(place) != 0 {
			t.Fatalf("%d bytes, %v", len(place), err)
		}
		break
	}
	if r.End() != growStep {
		t.Errorf("%d bytes were taken in, with blocks for %d", r.End(), growStep)
	}
	in.file = file
	if put(t, in, 1) != 1 {
		t.Error("it does not go on")
	}
}
