package vt

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// addSeeds gives the fuzzer random programs and all behaviours of the cases.
func addSeeds(f *testing.F) {
	for seed := range uint64(40) {
		_, _, data := wildProgram(rand.New(rand.NewPCG(seed, 3)))
		f.Add(uint8(seed), uint8(seed/2), data)
	}
	for _, kind := range corpora {
		f.Add(uint8(80), uint8(24), kind.make()[:2000])
	}
}

// fuzzed returns a terminal that is small, so that everything happens often.
func fuzzed(cols, rows uint8) *Terminal {
	return New(Options{Cols: int(cols%60) + MinCols, Rows: int(rows%20) + MinRows, ScrollbackBytes: 8 << 10})
}

func FuzzWrite(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, cols, rows uint8, data []byte) {
		whole, split := fuzzed(cols, rows), fuzzed(cols, rows)
		whole.Write(data)
		for i := range data {
			split.Write(data[i : i+1])
		}
		whole.sound(t)
		sameState(t, describe(whole, "ht")+fingerprint(whole), describe(split, "ht")+fingerprint(split))
		if a, b := string(whole.TakeReplies()), string(split.TakeReplies()); a != b {
			t.Errorf("replies are %q, byte by byte %q", a, b)
		}
		whole.Text(20)
		whole.Screen()
	})
}

// FuzzResize changes the size where the output has a byte of 0x01, by the two
// bytes after it.
func FuzzResize(f *testing.F) {
	addSeeds(f)
	f.Add(uint8(20), uint8(5), []byte("some text that wraps, 中文字\r\n\x01\x05\x03 more \x01\x30\x10"))
	f.Fuzz(func(t *testing.T, cols, rows uint8, data []byte) {
		term := fuzzed(cols, rows)
		for len(data) > 0 {
			n := 1
			for n < len(data) && data[n] != 1 {
				n++
			}
			if data[0] == 1 && n >= 3 {
				term.Resize(int(data[1]%60), int(data[2]%20))
				term.sound(t)
			}
			term.Write(data[:n])
			data = data[n:]
		}
		term.sound(t)
		term.Write(term.Snapshot())
		term.sound(t)
	})
}

func FuzzSnapshot(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, cols, rows uint8, data []byte) {
		cut := len(data) / 2
		term := fuzzed(cols, rows)
		term.Write(data[:cut])
		again := fuzzed(cols, rows)
		again.Write(term.Snapshot())
		again.sound(t)
		if !sameState(t, describe(term, "t")+fingerprint(term), describe(again, "t")+fingerprint(again)) {
			t.Fatalf("snapshot %q", term.Snapshot())
		}
		term.Write(data[cut:])
		again.Write(data[cut:])
		sameState(t, describe(term, "t")+fingerprint(term), describe(again, "t")+fingerprint(again))
	})
}

// sound checks what must hold in a terminal whatever was written to it.
func (t *Terminal) sound(tb testing.TB) {
	tb.Helper()
	for i, s := range []*screen{&t.main, &t.alt} {
		if len(s.rows) == 0 && i == 1 {
			continue
		}
		if s.x < 0 || s.x >= t.cols || s.y < 0 || s.y >= t.rows || s.pending && s.x != t.cols-1 {
			tb.Fatalf("screen %d: the cursor is at %d,%d", i, s.x, s.y)
		}
		if s.top < 0 || s.top >= s.bottom && t.rows > 1 || s.bottom >= t.rows || len(s.tabs) != t.cols {
			tb.Fatalf("screen %d: margins %d-%d, %d tabs", i, s.top, s.bottom, len(s.tabs))
		}
		if len(s.rows) != t.rows || len(s.order) != t.rows {
			tb.Fatalf("screen %d has %d rows", i, len(s.rows))
		}
		seen := map[uint16]bool{}
		for y := range t.rows {
			seen[s.order[y]] = true
			if err := t.soundRow(s.row(y)); err != nil {
				tb.Fatalf("screen %d, row %d: %v", i, y, err)
			}
		}
		if len(seen) != t.rows {
			tb.Fatalf("screen %d shows a row twice", i)
		}
	}
	if t.hist.bytes > t.hist.limit || t.hist.lines() > t.hist.most {
		tb.Fatalf("the scrollback has %d bytes in %d lines", t.hist.bytes, t.hist.lines())
	}
	for i := range t.hist.lines() {
		t.unpack(nil, t.hist.line(i))
	}
}

func (t *Terminal) soundRow(r *row) error {
	if r.cells != nil && len(r.cells) != t.cols || r.used > len(r.cells) {
		return fmt.Errorf("%d cells, %d used", len(r.cells), r.used)
	}
	for x := range t.cols {
		c, lead := r.at(x), x > 0 && r.at(x-1)&isWide != 0
		switch {
		case c&isTail != 0 && !lead, c&isTail == 0 && lead, c&isWide != 0 && x == t.cols-1:
			return fmt.Errorf("cell %d is half of a wide character", x)
		case (c&isWide != 0) && !r.wide:
			return fmt.Errorf("cell %d is wide in a row that is not", x)
		case int(c.style()) >= max(len(t.tables.styles.values), 1):
			return fmt.Errorf("cell %d has no style", x)
		case c&isCluster != 0 && !utf8.ValidString(t.tables.clusters.value(uint32(c&glyphMask))):
			return fmt.Errorf("cell %d has no cluster", x)
		}
	}
	return nil
}

// TestRandomInputKeepsTheTerminalSound mixes programs and
// noise, resizes in between, and compares with a terminal from the snapshot.
func TestRandomInputKeepsTheTerminalSound(t *testing.T) {
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 9))
		term := fuzzed(uint8(rng.Uint32()), uint8(rng.Uint32()))
		for data := mixedInput(rng); len(data) > 0; {
			n := min(len(data), 1+rng.IntN(600))
			term.Write(data[:n])
			data = data[n:]
			if rng.IntN(4) == 0 {
				term.Resize(rng.IntN(70), rng.IntN(30))
				term.sound(t)
			}
			if rng.IntN(8) != 0 {
				continue
			}
			again := New(Options{Cols: term.cols, Rows: term.rows, ScrollbackBytes: 8 << 10})
			again.Write(term.Snapshot())
			again.sound(t)
			if !sameState(t, describe(term, "t")+fingerprint(term), describe(again, "t")+fingerprint(again)) {
				t.Fatalf("seed %d: snapshot %q", seed, term.Snapshot())
			}
		}
		term.sound(t)
	}
}

func mixedInput(rng *rand.Rand) []byte {
	const syntax = "\x1b[]P;:?>!$ 0123456789mhlHJKABCDLMPX@rST\a\\u"
	var data []byte
	for range 1 + rng.IntN(6) {
		switch rng.IntN(3) {
		case 0:
			_, _, program := wildProgram(rng)
			data = append(data, program...)
		case 1:
			for range rng.IntN(400) {
				data = append(data, byte(rng.Uint32()))
			}
		default:
			for range rng.IntN(200) {
				data = append(data, syntax[rng.IntN(len(syntax))])
			}
		}
	}
	for range min(len(data), rng.IntN(20)) {
		data[rng.IntN(len(data))] = byte(rng.Uint32())
	}
	return data
}
