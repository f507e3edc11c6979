package vt

// modeSet is a set of modes that are on.
type modeSet uint32

const (
	modeInsert modeSet = 1 << iota
	modeNewline
	modeAppCursor
	modeReverse
	modeOrigin
	modeAutowrap
	modeCursorBlink
	modeCursor
	modeReverseWrap
	modeAppKeypad
	modeMouseX10
	modeMouseClicks
	modeMouseDrag
	modeMouseMotion
	modeFocus
	modeMouseUTF8
	modeMouseSGR
	modeAltScroll
	modeMouseURXVT
	modeMousePixels
	modePaste
	modeSync
	modeClusters
	modeTheme

	mouseModes = modeMouseX10 | modeMouseClicks | modeMouseDrag | modeMouseMotion
	mouseCodes = modeMouseUTF8 | modeMouseSGR | modeMouseURXVT | modeMousePixels

	defaultModes = modeAutowrap | modeCursor
)

func (m modeSet) has(x modeSet) bool { return m&x != 0 }

func (m *modeSet) set(x modeSet, on bool) {
	if on {
		*m |= x
	} else {
		*m &^= x
	}
}

// privateModes are the DEC private modes that only need to be remembered, in
// the order in which a snapshot sets them.
var privateModes = []struct {
	number int
	mode   modeSet
}{
	{1, modeAppCursor},
	{5, modeReverse},
	{6, modeOrigin},
	{7, modeAutowrap},
	{9, modeMouseX10},
	{12, modeCursorBlink},
	{25, modeCursor},
	{45, modeReverseWrap},
	{66, modeAppKeypad},
	{1000, modeMouseClicks},
	{1002, modeMouseDrag},
	{1003, modeMouseMotion},
	{1004, modeFocus},
	{1005, modeMouseUTF8},
	{1006, modeMouseSGR},
	{1007, modeAltScroll},
	{1015, modeMouseURXVT},
	{1016, modeMousePixels},
	{2004, modePaste},
	{2026, modeSync},
	{2027, modeClusters},
	{2031, modeTheme},
}

func privateMode(n int) modeSet {
	for _, m := range privateModes {
		if m.number == n {
			return m.mode
		}
	}
	return 0
}

// setPrivateMode is DECSET and DECRST.
func (t *Terminal) setPrivateMode(n int, on bool) {
	switch n {
	case 6:
		t.mode.set(modeOrigin, on)
		t.moveTo(0, 0)
	case 47, 1047:
		t.setAlt(on)
	case 1048:
		if on {
			t.saveCursor()
		} else {
			t.restoreCursor()
		}
	case 1049:
		if on {
			t.saveCursor()
		}
		t.setAlt(on)
		if !on { // also on the main screen
			t.restoreCursor()
		}
	default:
		m := privateMode(n)
		if m.has(mouseModes) { // one kind of tracking, and one encoding, at a time
			t.mode &^= mouseModes
		}
		if m.has(mouseCodes) {
			t.mode &^= mouseCodes
		}
		t.mode.set(m, on)
	}
}

func (t *Terminal) setAlt(on bool) {
	if on {
		t.showAlt()
	} else {
		t.showMain()
	}
}

// privateModeState answers DECRQM: 0 is unknown, 1 set, 2 reset.
func (t *Terminal) privateModeState(n int) int {
	switch n {
	case 47, 1047, 1049:
		return onOff(t.on == &t.alt)
	case 1048:
		return onOff(t.on.saved.set)
	}
	if m := privateMode(n); m != 0 {
		return onOff(t.mode.has(m))
	}
	return 0
}

func onOff(on bool) int {
	if on {
		return 1
	}
	return 2
}

// ansiMode returns the mode of SM and RM.
func ansiMode(n int) modeSet {
	switch n {
	case 4:
		return modeInsert
	case 20:
		return modeNewline
	}
	return 0
}

// softReset is DECSTR. It resets the modes that xterm.js resets, so that the
// page and the daemon agree on how to paste.
func (t *Terminal) softReset() {
	s := t.on
	t.pen = pen{}
	t.mode &^= modeOrigin | modeInsert | modeAppCursor | modeAppKeypad | modePaste |
		modeFocus | modeReverseWrap | modeSync
	t.mode |= modeCursor | modeAutowrap
	s.top, s.bottom = 0, t.rows-1
	s.saved = savedCursor{}
}

// MouseMode is what the mouse reports.
type MouseMode int

const (
	MouseOff    MouseMode = 0
	MouseX10    MouseMode = 9
	MouseClicks MouseMode = 1000
	MouseDrag   MouseMode = 1002
	MouseMotion MouseMode = 1003
)

// Modes are the modes that concern those who write to the program.
type Modes struct {
	BracketedPaste bool
	AltScreen      bool
	AppCursor      bool
	AppKeypad      bool
	FocusEvents    bool
	SyncOutput     bool
	Mouse          MouseMode
	SGRMouse       bool
	KittyFlags     int
	// ModifyOtherKeys is the level of XTMODKEYS 4.
	ModifyOtherKeys int
	ThemeReports    bool
}

// Modes returns the modes.
func (t *Terminal) Modes() Modes {
	m := Modes{
		BracketedPaste:  t.mode.has(modePaste),
		AltScreen:       t.on == &t.alt,
		AppCursor:       t.mode.has(modeAppCursor),
		AppKeypad:       t.mode.has(modeAppKeypad),
		FocusEvents:     t.mode.has(modeFocus),
		SyncOutput:      t.mode.has(modeSync),
		SGRMouse:        t.mode.has(modeMouseSGR),
		KittyFlags:      int(t.on.kittyFlags()),
		ModifyOtherKeys: t.label.modifyKeys,
		ThemeReports:    t.mode.has(modeTheme),
	}
	switch {
	case t.mode.has(modeMouseMotion):
		m.Mouse = MouseMotion
	case t.mode.has(modeMouseDrag):
		m.Mouse = MouseDrag
	case t.mode.has(modeMouseClicks):
		m.Mouse = MouseClicks
	case t.mode.has(modeMouseX10):
		m.Mouse = MouseX10
	}
	return m
}
