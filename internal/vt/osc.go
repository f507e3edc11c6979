package vt

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"
)

// stringEnd is how an answer to an OSC query ends: as the query did.
func (t *Terminal) stringEnd() string {
	if t.parse.inter == 0x07 {
		return "\a"
	}
	return "\x1b\\"
}

// dispatchOSC acts on an operating system command: a number and its text.
func (t *Terminal) dispatchOSC(b []byte) {
	digits, body, _ := bytes.Cut(b, []byte{';'})
	n, err := strconv.ParseUint(string(digits), 10, 16)
	if err != nil {
		return
	}
	switch n {
	case 0, 2:
		t.setTitle(plainText(body))
	case 4:
		t.paletteCommand(body)
	case 7:
		if len(body) <= maxText {
			t.setCwd(string(body))
		}
	case 8:
		t.setLink(body)
	case 9:
		t.notify9(body)
	case 10, 11, 12:
		t.dynamicColors(int(n), body)
	case 52:
		t.clipboard(body)
	case 99:
		t.notify99(body)
	case 104:
		t.resetPalette(body)
	case 110, 111, 112:
		delete(t.label.palette.set, slotOf(int(n)-100))
		t.touch()
	case 133:
		t.out.event(Event{Kind: EventMark, Text: plainText(body)})
	case 777:
		t.notify777(body)
	case 7501:
		t.programStatus(body)
	}
}

// setLink is OSC 8: what is printed from now on links to a target.
func (t *Terminal) setLink(body []byte) {
	params, uri, ok := strings.Cut(plainText(body), ";")
	if !ok || len(body) > maxLink {
		return
	}
	t.pen.stale = true
	t.pen.style.link = 0
	if uri != "" {
		t.pen.style.link = t.internLink(link{params, uri})
	}
}

// clipboard is OSC 52. Writing is handed on as an event; a program that asks
// for the clipboard's text gets no answer.
func (t *Terminal) clipboard(body []byte) {
	_, data, ok := bytes.Cut(body, []byte{';'})
	if !ok || bytes.Equal(data, []byte{'?'}) {
		return
	}
	text, ok := decodeBase64(data)
	if ok && utf8.Valid(text) {
		t.out.event(Event{Kind: EventClipboard, Text: string(text)})
	}
}

// decodeBase64 decodes with or without padding.
func decodeBase64(b []byte) ([]byte, bool) {
	b = bytes.TrimRight(b, "=")
	text, err := base64.RawStdEncoding.DecodeString(string(b))
	return text, err == nil
}

// programStatus is OSC 7501: a program asks whether anyone reads its reports,
// and is told so by the same body; a report is handed on.
func (t *Terminal) programStatus(body []byte) {
	switch {
	case bytes.Equal(body, []byte{'?'}):
		t.reply("\x1b]7501;?%s", t.stringEnd())
	case len(body) <= maxText && utf8.Valid(body):
		t.out.event(Event{Kind: EventProgramStatus, Text: string(body)})
	}
}
