package vt

const (
	// DefaultScrollbackBytes holds some 40 000 typical lines; the bound on
	// lines comes first then.
	DefaultScrollbackBytes = 4 << 20
	// DefaultScrollbackLines is what the page's emulator keeps too: more only
	// makes snapshots larger.
	DefaultScrollbackLines = 10_000
)

const (
	pageSize     = 64 << 10
	firstPage    = 4 << 10 // an idle terminal has little to remember
	lineOverhead = 12      // of a lineRef
)

// scrollback holds the rows that left the screen, packed (see pack.go) into
// pages of bytes: a ring of references, oldest first.
type scrollback struct {
	limit int // bytes
	most  int // lines
	bytes int // in use
	ring  []lineRef
	head  int
	n     int
	first uint32 // number of the first page
	pages [][]byte
	end   int    // of what is used of the last page
	spare []byte // the last page that was given up
	pack  []byte // scratch
}

type lineRef struct{ page, offset, size uint32 }

// lines returns the number of rows.
func (s *scrollback) lines() int { return s.n }

func (s *scrollback) ref(i int) *lineRef {
	if i += s.head; i >= len(s.ring) {
		i -= len(s.ring)
	}
	return &s.ring[i]
}

// line returns row i in its packed form, from the oldest.
func (s *scrollback) line(i int) packed {
	r := s.ref(i)
	return packed(s.pages[r.page-s.first][r.offset : r.offset+r.size])
}

// add appends a packed row; the oldest rows make room for it.
func (s *scrollback) add(line []byte) {
	if room := s.room(len(line)); room != nil {
		copy(room, line)
	}
}

// room adds a row of so many bytes, for the caller to fill in, and makes room by
// giving up the oldest ones; it returns nil if no such row is kept.
func (s *scrollback) room(size int) []byte {
	cost := size + lineOverhead
	if cost > s.limit {
		return nil
	}
	for s.n == s.most || s.bytes+cost > s.limit {
		s.dropOldest()
	}
	if s.n == len(s.ring) {
		s.growRing()
	}
	last := len(s.pages) - 1
	if last < 0 || s.end+size > len(s.pages[last]) {
		s.pages = append(s.pages, s.newPage(size))
		s.end = 0
		last++
	}
	start := s.end
	s.end += size
	*s.ref(s.n) = lineRef{s.first + uint32(last), uint32(start), uint32(size)}
	s.bytes += cost
	s.n++
	return s.pages[last][start:s.end]
}

func (s *scrollback) growRing() {
	ring := make([]lineRef, min(max(64, 2*len(s.ring)), s.most))
	for i := range s.n {
		ring[i] = *s.ref(i)
	}
	s.ring, s.head = ring, 0
}

func (s *scrollback) newPage(need int) []byte {
	size := pageSize
	if len(s.pages) == 0 {
		size = firstPage
	}
	if size = max(size, need); size <= len(s.spare) {
		page := s.spare
		s.spare = nil
		return page
	}
	return make([]byte, size)
}

// dropOldest gives up the oldest row, and the pages that only it used.
func (s *scrollback) dropOldest() {
	s.bytes -= int(s.ring[s.head].size) + lineOverhead
	s.n--
	if s.head++; s.head == len(s.ring) {
		s.head = 0
	}
	if s.n == 0 {
		s.clear()
		return
	}
	for s.first < s.ring[s.head].page {
		if len(s.pages[0]) == pageSize {
			s.spare = s.pages[0]
		}
		s.pages[0] = nil
		s.pages = s.pages[1:]
		s.first++
	}
}

// dropNewest gives up the newest row.
func (s *scrollback) dropNewest() {
	r := s.ref(s.n - 1)
	last := len(s.pages) - 1
	s.bytes -= int(r.size) + lineOverhead
	s.n--
	s.end = int(r.offset)
	if s.end > 0 {
		return
	}
	s.spare = s.pages[last]
	s.pages[last] = nil
	s.pages = s.pages[:last]
	if s.n > 0 {
		r = s.ref(s.n - 1)
		s.end = int(r.offset + r.size)
	}
}

func (s *scrollback) clear() {
	s.first += uint32(len(s.pages))
	s.pages, s.spare, s.ring = nil, nil, nil
	s.head, s.n, s.bytes = 0, 0, 0
}

// wraps tells whether row i goes on in the next one.
func (s *scrollback) wraps(i int) bool { return i >= 0 && s.line(i).wrapped() }

// unwrapLast ends the newest row's line.
func (s *scrollback) unwrapLast() {
	if s.n > 0 {
		s.line(s.n - 1)[0] &^= packedWrapped | packedGap
	}
}

// markGap notes whether the newest row leaves a cell free at its end.
func (s *scrollback) markGap(gap bool) {
	if s.n == 0 {
		return
	}
	flags := &s.line(s.n - 1)[0]
	*flags &^= packedGap
	if gap {
		*flags |= packedGap
	}
}

// markStyles adds the styles that rows refer to.
func (s *scrollback) markStyles(live *bitSet) {
	for i := range s.n {
		for runs := s.line(i).runs(); len(runs) > 0; {
			var id uint32
			_, id, runs = nextRun(runs)
			live.add(id)
		}
	}
}
