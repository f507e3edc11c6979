package term

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"junto/internal/compose"
)

func TestWhatKeysSayAboutADraft(t *testing.T) {
	for name, c := range map[string]struct {
		keys              []string
		keyed, open, held bool // held: with a screen that says nothing
	}{
		"nothing":                 {nil, false, false, false},
		"a letter":                {[]string{"a"}, true, true, true},
		"a line":                  {[]string{"a", "b", "\r"}, true, false, false},
		"a line at once":          {[]string{"ab\r"}, true, false, false},
		"a line and more":         {[]string{"ab\rc"}, true, true, true},
		"cleared":                 {[]string{"ab\x03"}, true, false, false},
		"cleared by Ctrl-U":       {[]string{"ab\x15"}, true, false, false},
		"focus":                   {[]string{"\x1b[I", "\x1b[O"}, false, false, false},
		"the mouse":               {[]string{"\x1b[<0;3;4M\x1b[<0;3;4m"}, false, false, false},
		"the mouse of old":        {[]string{"\x1b[M !!"}, false, false, false},
		"Escape":                  {[]string{"\x1b"}, true, false, false},
		"an arrow":                {[]string{"\x1b[C"}, true, false, false},
		"up brings a text back":   {[]string{"\x1b[A"}, true, true, true},
		"application up":          {[]string{"\x1bOA"}, true, true, true},
		"Alt-Enter":               {[]string{"a\x1b\r"}, true, true, true},
		"a paste":                 {[]string{"\x1b[200~a\rb\x1b[201~"}, true, true, true},
		"a paste in pieces":       {[]string{"\x1b[200~a\r", "b\r", "c\x1b[201~"}, true, true, true},
		"a paste and Enter":       {[]string{"\x1b[200~a\x1b[201~", "\r"}, true, false, false},
		"kitty letters":           {[]string{"\x1b[97u"}, true, true, true},
		"kitty Enter":             {[]string{"a\x1b[13u"}, true, false, false},
		"kitty Enter, pressed":    {[]string{"a\x1b[13;1:1u"}, true, false, false},
		"kitty Shift-Enter":       {[]string{"a\x1b[13;2u"}, true, true, true},
		"kitty Enter, let go":     {[]string{"a\x1b[13;1:3u"}, true, true, true},
		"kitty Ctrl-C":            {[]string{"a\x1b[99;5u"}, true, false, false},
		"an unfinished sequence":  {[]string{"\x1b[1;"}, true, false, false},
		"keypad Enter":            {[]string{"a\x1b[57414u"}, true, false, false},
		"a backspace alone":       {[]string{"\x7f"}, true, true, true},
		"a mouse move and letter": {[]string{"\x1b[<35;1;1Ma"}, true, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			var d draft
			now := time.Unix(0, 0)
			for _, k := range c.keys {
				d.key(now, []byte(k))
			}
			if d.keyed != c.keyed || d.open != c.open {
				t.Errorf("keyed %v, open %v", d.keyed, d.open)
			}
			if held, _ := d.holds(now.Add(echoSettle), compose.Unknown); held != c.held {
				t.Errorf("held %v", held)
			}
		})
	}
}

func TestTheScreenDecidesOnceKeysHaveSettled(t *testing.T) {
	now := time.Unix(0, 0)
	late := now.Add(echoSettle)
	var d draft
	if held, _ := d.holds(now, compose.Empty); held {
		t.Error("held without a key")
	}
	d.key(now, []byte("ab"))
	if held, again := d.holds(now, compose.Empty); !held || !again.Equal(late) {
		t.Errorf("a key just now: held %v until %v", held, again)
	}
	if held, _ := d.holds(late, compose.Draft); !held {
		t.Error("a draft is not held")
	}
	d.key(now, []byte("\r")) // as in Claude's \ Enter: the text is still there
	if held, _ := d.holds(late, compose.Draft); !held {
		t.Error("a draft is not held after an Enter that did not send it")
	}
	if held, _ := d.holds(late, compose.Dialog); held {
		t.Error("a dialog is up, the draft is out of reach")
	}
	if held, _ := d.holds(late, compose.Draft); !held {
		t.Error("the draft is forgotten after a dialog")
	}
	d.key(now, []byte("c"))
	if held, _ := d.holds(late, compose.Unknown); !held {
		t.Error("not held where the screen says nothing")
	}
	if held, _ := d.holds(late, compose.Empty); held {
		t.Error("held with an empty composer")
	}
	if held, _ := d.holds(late, compose.Unknown); held {
		t.Error("held after the composer was seen empty")
	}
}

func TestKeysInAnyPiecesNeverPanic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d draft
		for _, b := range rapid.SliceOf(rapid.SliceOf(rapid.SampledFrom([]byte("\x1b[]O<M;:u~1320ABI\r\x03a\xe6")))).Draw(t, "keys") {
			d.key(time.Unix(0, 0), b)
		}
		d.pasting = false
		d.key(time.Unix(0, 0), []byte("\x03"))
		if d.open {
			t.Error("open after Ctrl-C")
		}
	})
}
