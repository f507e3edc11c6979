package vt

import "unicode/utf8"

//go:generate go run ./widthgen

// A character's property is its width in cells in the low two bits and its
// class above; ranges of properties are generated into width_table.go, and the
// same ranges and rules, for the page's emulator, into widths.gen.ts.
type property uint8

const widthBits = 2

// Classes: how a character joins the cluster before it. They are the part of
// Unicode's rules (UAX 29) that changes what a terminal shows; a cluster's
// width is that of its first character, except that emoji sequences are wide.
const (
	classOther    = iota
	classExtend   // marks and formats: join anything, no width
	classJoiner   // U+200D
	classEmojiVS  // U+FE0F: makes a narrow emoji a wide one
	classModifier // skin tones
	classRegional // two of them are a flag
	classKeycap   // 0–9 # *: emoji only with U+FE0F
	classText     // pictographs that are narrow unless followed by U+FE0F
	classPicture  // other pictographs
)

func (p property) width() uint8 { return uint8(p & (1<<widthBits - 1)) }
func (p property) class() uint8 { return uint8(p >> widthBits) }

// propertyRange gives a property to the characters from first to last; what is
// in no range is of class other and one cell wide.
type propertyRange struct {
	first, last rune
	property    property
}

// properties is the table by blocks of 256 characters; equal blocks are one.
var properties = expand(propertyRanges)

type propertyTable struct {
	index  [(utf8.MaxRune + 1) >> 8]uint8
	blocks [][256]property
}

func expand(ranges []propertyRange) *propertyTable {
	t := &propertyTable{}
	known := map[[256]property]uint8{}
	for b := range t.index {
		var block [256]property
		for i := range block {
			block[i] = 1
		}
		low, high := rune(b)<<8, rune(b)<<8+0xff
		for len(ranges) > 0 && ranges[0].last < low {
			ranges = ranges[1:]
		}
		for _, r := range ranges {
			if r.first > high {
				break
			}
			for c := max(r.first, low); c <= min(r.last, high); c++ {
				block[c-low] = r.property
			}
		}
		id, ok := known[block]
		if !ok {
			id = uint8(len(t.blocks))
			known[block] = id
			t.blocks = append(t.blocks, block)
		}
		t.index[b] = id
	}
	return t
}

func propertyOf(r rune) property {
	if uint32(r) > utf8.MaxRune {
		r = utf8.RuneError
	}
	return properties.blocks[properties.index[r>>8]][r&0xff]
}

// plainWidth returns the width of a character that joins nothing and lets only
// marks join it, as most do that are not ASCII; 0 stands for all others.
func plainWidth(r rune) uint8 {
	if r >= 0x4e00 && r < 0xa000 { // ideographs need no table
		return 2
	}
	if p := propertyOf(r); p.class() == classOther {
		return p.width()
	}
	return 0
}

// clusterState is what the characters of a cluster so far allow to join.
type clusterState struct{ kind, width uint8 }

const (
	afterNone     uint8 = iota // nothing was printed since the cursor moved
	afterAny                   // only marks join
	afterRegional              // one more regional indicator joins
	afterKeycap                // U+FE0F makes it wide
	afterText                  // U+FE0F and skin tones make it wide
	afterPicture               // skin tones join
	afterJoiner                // pictographs join
)

// next returns the state after r, and whether r joins the cluster before it.
func (s clusterState) next(r rune) (clusterState, bool) {
	if r < 0xa9 {
		return afterASCII(byte(r)), false
	}
	if w := plainWidth(r); w > 0 {
		return clusterState{afterAny, w}, false
	}
	return s.nextRare(r)
}

// afterASCII is the state after a character below the copyright sign.
func afterASCII(b byte) clusterState {
	if b-'0' < 10 || b == '#' || b == '*' {
		return clusterState{afterKeycap, 1}
	}
	return clusterState{afterAny, 1}
}

// nextRare is next without its short ways.
func (s clusterState) nextRare(r rune) (clusterState, bool) {
	p := propertyOf(r)
	switch c := p.class(); c {
	case classExtend:
		return s.extended(s.kind), true
	case classJoiner:
		if s.kind == afterText || s.kind == afterPicture {
			return s.extended(afterJoiner), true
		}
		return s.extended(s.kind), true
	case classEmojiVS:
		switch s.kind {
		case afterKeycap:
			return clusterState{afterAny, 2}, true
		case afterText:
			return clusterState{afterPicture, 2}, true
		}
		return s.extended(s.kind), true
	case classModifier:
		if s.kind == afterText || s.kind == afterPicture {
			return clusterState{afterPicture, 2}, true
		}
		return clusterState{afterPicture, 2}, false
	case classRegional:
		if s.kind == afterRegional {
			return clusterState{afterAny, 2}, true
		}
		return clusterState{afterRegional, p.width()}, false
	case classKeycap:
		return clusterState{afterKeycap, 1}, false
	case classText, classPicture:
		after := uint8(afterPicture)
		if c == classText {
			after = afterText
		}
		if s.kind == afterJoiner {
			return clusterState{after, max(s.width, p.width())}, true
		}
		return clusterState{after, p.width()}, false
	}
	return clusterState{afterAny, p.width()}, false
}

// extended is the state after a mark: what is before it still counts, except
// that a keycap or flag is no longer one.
func (s clusterState) extended(kind uint8) clusterState {
	if kind == afterKeycap || kind == afterRegional {
		kind = afterAny
	}
	return clusterState{kind, s.width}
}

// clusterLen returns how many bytes the first cluster of a text has.
func clusterLen(text []byte) (int, clusterState) {
	var s clusterState
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if n == 1 && r == utf8.RuneError && i > 0 {
			return i, s // a mark of packed text
		}
		next, joins := s.next(r)
		if i > 0 && !joins {
			return i, s
		}
		s = next
		i += n
	}
	return len(text), s
}

// Width returns how many cells a text takes, by grapheme cluster. It counts
// nothing for control characters.
func Width(s string) int {
	n := 0
	var state clusterState
	for _, r := range s {
		if r < 0x20 || r == 0x7f {
			state = clusterState{}
			continue
		}
		next, joins := state.next(r)
		if joins {
			n -= int(state.width)
		}
		n += int(next.width)
		state = next
	}
	return n
}
