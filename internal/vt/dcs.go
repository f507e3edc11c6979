package vt

import (
	"bytes"
	"encoding/hex"
	"strings"
)

// dispatchDCS acts on a device control string: the two queries that programs
// send, DECRQSS and XTGETTCAP. Graphics and all else are read over in silence.
func (t *Terminal) dispatchDCS(b []byte) {
	if what, ok := bytes.CutPrefix(b, []byte("$q")); ok {
		t.reportSetting(string(what))
	} else if names, ok := bytes.CutPrefix(b, []byte("+q")); ok {
		for _, name := range strings.Split(string(names), ";") {
			t.reportCapability(name)
		}
	}
}

// reportSetting is DECRQSS: the current value of a setting, as the sequence
// that would set it.
func (t *Terminal) reportSetting(what string) {
	s := t.on
	switch what {
	case "m":
		t.reply("\x1bP1$r%sm\x1b\\", appendGraphics(nil, t.pen.style))
	case "r":
		t.reply("\x1bP1$r%d;%dr\x1b\\", s.top+1, s.bottom+1)
	case " q":
		t.reply("\x1bP1$r%d q\x1b\\", max(t.label.shape, 1))
	case "\"p":
		t.reply("\x1bP1$r62;1\"p\x1b\\")
	case "\"q":
		n := 0
		if t.pen.style.attr&protected != 0 {
			n = 1
		}
		t.reply("\x1bP1$r%d\"q\x1b\\", n)
	default:
		t.reply("\x1bP0$r\x1b\\")
	}
}

// capabilities are the terminfo entries that programs ask for, beyond what the
// terminfo of TERM=xterm-256color says.
var capabilities = map[string]string{
	"TN":     "xterm-256color",
	"name":   "xterm-256color",
	"Co":     "256",
	"colors": "256",
	"RGB":    "8/8/8",
	"Tc":     "",
	"Su":     "",
	"Smulx":  "\x1b[4:%p1%dm",
	"Setulc": "\x1b[58:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m",
	"Ms":     "\x1b]52;%p1%s;%p2%s\x1b\\",
	"Ss":     "\x1b[%p1%d q",
	"Se":     "\x1b[2 q",
	"Sync":   "\x1b[?2026%?%p1%{1}%-%tl%eh%;",
}

// reportCapability is one name of XTGETTCAP, given in hexadecimal digits.
func (t *Terminal) reportCapability(name string) {
	raw, err := hex.DecodeString(name)
	if err != nil {
		t.reply("\x1bP0+r\x1b\\")
		return
	}
	value, ok := capabilities[string(raw)]
	switch {
	case !ok:
		t.reply("\x1bP0+r%s\x1b\\", name)
	case value == "":
		t.reply("\x1bP1+r%s\x1b\\", name)
	default:
		t.reply("\x1bP1+r%s=%X\x1b\\", name, value)
	}
}
