package vt

// twoIntermediates stands for an escape with more than one intermediate byte:
// no such sequence is known here.
const twoIntermediates = 0xff

// step reads one byte after an escape, or of a malformed control sequence.
func (t *Terminal) step(b byte) {
	ps := &t.parse
	switch {
	case b == 0x1b:
		ps.state, ps.inter = stEscape, 0
		return
	case b == 0x18 || b == 0x1a:
		ps.state = stGround
		return
	case b < 0x20:
		t.execute(b)
		return
	}
	switch ps.state {
	case stEscape:
		t.escape(b)
	case stEscapeInter:
		if b >= 0x20 && b < 0x30 {
			ps.inter = twoIntermediates
			return
		}
		ps.state = stGround
		t.dispatchEscapeInter(b)
		ps.join = clusterState{}
	case stCSIIgnore:
		if b >= 0x40 && b != 0x7f {
			ps.state = stGround
		}
	}
}

// escape reads the byte after ESC.
func (t *Terminal) escape(b byte) {
	ps := &t.parse
	switch {
	case b == '[':
		t.beginControl()
	case b == ']':
		t.beginString(stOSC)
	case b == 'P':
		t.beginString(stDCS)
	case b == 'X' || b == '^' || b == '_':
		t.beginString(stIgnoredString)
	case b < 0x30:
		ps.state, ps.inter = stEscapeInter, b
	case b < 0x7f:
		ps.state = stGround
		t.dispatchEscape(b)
		ps.join = clusterState{}
	case b > 0x7f:
		ps.state = stGround
	}
}

func (t *Terminal) beginString(s parserState) {
	ps := &t.parse
	ps.state, ps.tooLong = s, false
	ps.str = ps.str[:0]
}

// str reads the body of a string; it returns how many bytes it took.
func (t *Terminal) str(p []byte) int {
	for i := 0; i < len(p); {
		switch b := p[i]; {
		case b == 0x1b:
			t.endString()
			t.parse.state, t.parse.inter = stEscape, 0
			return i + 1
		case b == 0x07 && t.parse.state == stOSC:
			t.parse.inter = b // the answer to a query ends as the query did
			t.endString()
			t.parse.state = stGround
			return i + 1
		case b == 0x18 || b == 0x1a:
			t.parse.state = stGround
			return i + 1
		case b < 0x20:
			i++
		default:
			j := i + 1
			for j < len(p) && p[j] >= 0x20 {
				j++
			}
			t.collect(p[i:j])
			i = j
		}
	}
	return len(p)
}

// collect keeps a part of a string, up to the bound of its kind.
func (t *Terminal) collect(p []byte) {
	ps := &t.parse
	limit := maxOSC
	switch ps.state {
	case stIgnoredString:
		return
	case stDCS:
		limit = maxDCS
	}
	if ps.tooLong || len(ps.str)+len(p) > limit {
		ps.tooLong = true
		ps.str = nil
		return
	}
	ps.str = append(ps.str, p...)
}

// endString acts on a complete string and forgets it.
func (t *Terminal) endString() {
	ps := &t.parse
	if !ps.tooLong {
		switch ps.state {
		case stOSC:
			t.dispatchOSC(ps.str)
		case stDCS:
			t.dispatchDCS(ps.str)
		}
	}
	if cap(ps.str) > keepString {
		ps.str = nil
	}
	ps.inter = 0
	ps.join = clusterState{}
}
