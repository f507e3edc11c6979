package vt

// maxKittyStack bounds the stack of keyboard flags; the oldest entry goes.
const maxKittyStack = 16

// kittyMask are the flags that the kitty keyboard protocol defines.
const kittyMask = 1<<5 - 1

func (s *screen) kittyFlags() uint8 {
	if n := len(s.kitty); n > 0 {
		return s.kitty[n-1]
	}
	return 0
}

// kittyKeyboard acts on the sequences of the kitty keyboard protocol: ask,
// push, pop and change the flags. Each screen has its own stack.
func (t *Terminal) kittyKeyboard(prefix byte) {
	p, s := &t.parse.p, t.on
	flags := uint8(p.get(0, 0)) & kittyMask
	switch prefix {
	case '?':
		t.reply("\x1b[?%du", s.kittyFlags())
	case '>':
		if len(s.kitty) == maxKittyStack {
			s.kitty = append(s.kitty[:0], s.kitty[1:]...)
		}
		s.kitty = append(s.kitty, flags)
	case '<':
		s.kitty = s.kitty[:max(len(s.kitty)-p.get(0, 1), 0)]
	case '=':
		if len(s.kitty) == 0 {
			s.kitty = append(s.kitty, 0)
		}
		top := &s.kitty[len(s.kitty)-1]
		switch p.get(1, 1) {
		case 1:
			*top = flags
		case 2:
			*top |= flags
		case 3:
			*top &^= flags
		}
	}
}

// modifyKeys is XTMODKEYS, of which only resource 4, modifyOtherKeys, is known.
func (t *Terminal) modifyKeys(prefix, final byte) {
	p := &t.parse.p
	switch {
	case prefix == '?':
		if p.get(0, 0) == 4 {
			t.reply("\x1b[>4;%dm", t.label.modifyKeys)
		}
	case final == 'n':
		if p.get(0, 0) == 4 {
			t.label.modifyKeys = 0
		}
	case p.n == 0: // all resources back to their initial values
		t.label.modifyKeys = 0
	case p.get(0, 0) == 4:
		t.label.modifyKeys = min(p.get(1, 0), 3)
	}
}
