package vt

import (
	"bytes"
	"strconv"
	"strings"
)

// notification is an OSC 99 notification, which may come in parts.
type notification struct {
	id          string
	title, body []byte
}

// notify9 is OSC 9: a notification, or a progress report when it begins with "4;".
func (t *Terminal) notify9(body []byte) {
	if rest, ok := bytes.CutPrefix(body, []byte("4;")); ok && t.progress(string(rest)) {
		return
	}
	if text := plainText(body); text != "" {
		t.out.event(Event{Kind: EventNotify, Body: text})
	}
}

// progress reads "state" or "state;percent".
func (t *Terminal) progress(s string) bool {
	first, second, _ := strings.Cut(s, ";")
	state, err := strconv.Atoi(first)
	if err != nil || state < ProgressNone || state > ProgressPaused {
		return false
	}
	value := 0
	if second = strings.TrimRight(second, ";"); second != "" {
		if value, err = strconv.Atoi(second); err != nil {
			return false
		}
	}
	t.out.event(Event{Kind: EventProgress, State: state, Value: min(max(value, 0), 100)})
	return true
}

// notify777 is OSC 777;notify;title;body.
func (t *Terminal) notify777(body []byte) {
	rest, ok := bytes.CutPrefix(body, []byte("notify;"))
	if !ok {
		return
	}
	title, text, _ := bytes.Cut(rest, []byte{';'})
	t.out.event(Event{Kind: EventNotify, Title: plainText(title), Body: plainText(text)})
}

// notify99 is kitty's OSC 99: "key=value:key=value;payload". Parts of one
// notification have the same id; all but the last say d=0. p=? asks what the
// terminal understands.
func (t *Terminal) notify99(b []byte) {
	meta, payload, _ := bytes.Cut(b, []byte{';'})
	id, part, done, encoded := "", "title", true, false
	for kv := range strings.SplitSeq(string(meta), ":") {
		switch key, value, _ := strings.Cut(kv, "="); key {
		case "i":
			id = plainText([]byte(value))
		case "p":
			part = value
		case "d":
			done = value != "0"
		case "e":
			encoded = value == "1"
		}
	}
	if part == "?" {
		t.reply("\x1b]99;i=%s:p=?;p=title,body%s", id, t.stringEnd())
		return
	}
	if encoded {
		var ok bool
		if payload, ok = decodeBase64(payload); !ok {
			return
		}
	}
	n := &t.label.note
	if n.id != id {
		*n = notification{id: id}
	}
	switch part {
	case "title":
		n.title = appendBounded(n.title, payload)
	case "body":
		n.body = appendBounded(n.body, payload)
	}
	if done && (part == "title" || part == "body" || len(n.title)+len(n.body) > 0) {
		t.out.event(Event{Kind: EventNotify, Title: plainText(n.title), Body: plainText(n.body)})
		*n = notification{}
	}
}

// appendBounded appends as much of b as a text may have.
func appendBounded(to, b []byte) []byte {
	return append(to, b[:min(len(b), maxText-len(to))]...)
}
