package vt

// Bounds of the tables that cells and scrollback refer to. A program can make
// as many styles, clusters and links as it likes; when a table reaches its
// bound, entries that nothing shows any more are swept, and if that is not
// enough, the oldest scrollback goes. The bounds are above what a screen of
// pictures drawn with coloured blocks needs, and cost a few MB at most.
const (
	maxStyles   = 1 << 17
	maxClusters = 1 << 15
	maxLinks    = 1 << 13

	// maxLink is the bytes of a link, above the 2083 that other terminals take.
	maxLink = 2200

	// firstSweep is the size at which a table is swept for the first time:
	// programs that use fewer entries never pay for a sweep.
	firstSweep = 1 << 11
)

// tables are the interned values of a terminal. Index 0 of each stands for
// "none" and is never freed.
type tables struct {
	styles   internTable[style]
	recent   []uint32 // styles by a hash, for those used lately
	clusters internTable[string]
	links    internTable[link]
	frozen   bool // no sweep now: some cells are where it does not look
}

// link is an OSC 8 hyperlink: its id parameter joins cells that are apart.
type link struct{ params, uri string }

// internTable gives equal values equal indexes, and can free those not in use.
type internTable[V comparable] struct {
	values  []V
	index   map[V]uint32
	free    []uint32
	sweepAt int // sweep before the table grows beyond this
	refuse  int // entries to refuse before the next sweep
}

// size counts the entries in use.
func (t *internTable[V]) size() int { return len(t.values) - len(t.free) }

// mayAdd tells whether the table takes another entry. A sweep that is due comes
// first; when it frees nothing, because one screen shows all the entries, the
// next many are refused without another look.
func (t *internTable[V]) mayAdd(limit int, sweep func()) bool {
	switch {
	case t.size() < max(t.sweepAt, firstSweep):
		return true
	case t.refuse > 0:
		t.refuse--
		return false
	}
	sweep()
	if t.size() < limit {
		return true
	}
	t.refuse = limit / 8
	return false
}

// add returns the index of a value that is not in the table yet.
func (t *internTable[V]) add(v V) uint32 {
	if t.index == nil {
		t.index = make(map[V]uint32)
		t.values = make([]V, 1, 8)
	}
	var id uint32
	if n := len(t.free); n > 0 {
		id, t.free = t.free[n-1], t.free[:n-1]
		t.values[id] = v
	} else {
		id = uint32(len(t.values))
		t.values = append(t.values, v)
	}
	t.index[v] = id
	return id
}

// value returns the value of an index.
func (t *internTable[V]) value(id uint32) V {
	if id == 0 {
		var none V
		return none
	}
	return t.values[id]
}

// sweep frees all entries that are not live, and decides when to sweep next:
// not before as many entries again were added, so that sweeps stay rare.
func (t *internTable[V]) sweep(live *bitSet, limit int) {
	var none V
	t.free = t.free[:0]
	for id := len(t.values) - 1; id > 0; id-- {
		if live.has(uint32(id)) {
			continue
		}
		if v := t.values[id]; v != none {
			delete(t.index, v)
			t.values[id] = none
		}
		t.free = append(t.free, uint32(id))
	}
	t.sweepAt = min(max(2*t.size(), firstSweep), limit)
}

// bitSet is a set of small numbers.
type bitSet []uint64

func newBitSet(n int) bitSet { return make(bitSet, n/64+1) }

func (s bitSet) add(i uint32)      { s[i/64] |= 1 << (i % 64) }
func (s bitSet) has(i uint32) bool { return s[i/64]&(1<<(i%64)) != 0 }

// intern returns the index of a style.
func (t *Terminal) intern(s *style) uint32 {
	if *s == (style{}) {
		return 0
	}
	tb := &t.tables
	if 2*len(tb.styles.values) >= len(tb.recent) && len(tb.recent) < maxRecent {
		tb.recent = make([]uint32, max(4*len(tb.recent), minRecent))
	}
	slot := &tb.recent[uint64(s.hash())*uint64(len(tb.recent))>>32]
	if id := *slot; id != 0 && tb.styles.values[id] == *s {
		return id
	}
	id, ok := tb.styles.index[*s]
	if !ok {
		if !tb.styles.mayAdd(maxStyles, t.sweep) {
			return 0
		}
		id = tb.styles.add(*s)
	}
	*slot = id
	return id
}

// Sizes of the table of recent styles: it grows with their number.
const (
	minRecent = 1 << 6
	maxRecent = 1 << 14
)

// hash spreads styles over the table of recent ones.
func (s *style) hash() uint32 {
	return uint32(s.fg)*0x9e3779b1 ^ uint32(s.bg)*0x85ebca6b ^ uint32(s.attr)*0xc2b2ae35 ^
		uint32(s.under)*0x27d4eb2f ^ s.link*0x165667b1
}

// internCluster returns the index of a cluster of several characters.
func (t *Terminal) internCluster(s []byte) (uint32, bool) {
	if id, ok := t.tables.clusters.index[string(s)]; ok {
		return id, true
	}
	if !t.tables.clusters.mayAdd(maxClusters, t.sweep) {
		return 0, false
	}
	return t.tables.clusters.add(string(s)), true
}

// internLink returns the index of a hyperlink.
func (t *Terminal) internLink(l link) uint32 {
	if id, ok := t.tables.links.index[l]; ok {
		return id
	}
	if !t.tables.links.mayAdd(maxLinks, t.sweep) {
		return 0
	}
	return t.tables.links.add(l)
}

// sweep frees the entries that neither a screen nor the scrollback nor a pen
// refers to. While more than three quarters of a table are in use, the older
// half of the scrollback is given up and the sweep done again.
func (t *Terminal) sweep() {
	for !t.tables.frozen {
		t.sweepOnce()
		full := t.tables.styles.size() > maxStyles*3/4 || t.tables.links.size() > maxLinks*3/4
		if !full || t.hist.lines() == 0 {
			return
		}
		for range (t.hist.lines() + 1) / 2 {
			t.hist.dropOldest()
		}
	}
}

func (t *Terminal) sweepOnce() {
	tb := &t.tables
	styles := newBitSet(len(tb.styles.values))
	clusters := newBitSet(len(tb.clusters.values))
	links := newBitSet(len(tb.links.values))
	for _, s := range [...]*screen{&t.main, &t.alt} {
		for i := range s.rows {
			for _, c := range s.rows[i].text() {
				styles.add(c.style())
				if c&isCluster != 0 {
					clusters.add(uint32(c & glyphMask))
				}
			}
		}
		links.add(s.saved.pen.style.link)
		styles.add(s.saved.pen.base.style())
	}
	links.add(t.pen.style.link)
	styles.add(t.pen.base.style())
	t.hist.markStyles(&styles)
	for id := range tb.styles.values {
		if styles.has(uint32(id)) {
			links.add(tb.styles.values[id].link)
		}
	}
	tb.styles.sweep(&styles, maxStyles)
	tb.clusters.sweep(&clusters, maxClusters)
	tb.links.sweep(&links, maxLinks)
}
