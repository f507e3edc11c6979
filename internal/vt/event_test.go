package vt

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEvents(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []Event
	}{
		{"title by OSC 0", "\x1b]0;a\a", []Event{{Kind: EventTitle, Text: "a"}}},
		{"title by OSC 2 with semicolons", "\x1b]2;a;b\x1b\\", []Event{{Kind: EventTitle, Text: "a;b"}}},
		{"title with 0x9c inside of a character", "\x1b]0;✳ Claude\a", []Event{{Kind: EventTitle, Text: "✳ Claude"}}},
		{"an empty title", "\x1b]2;\a", []Event{{Kind: EventTitle}}},
		{"a title loses its controls", "\x1b]2;a\u0085\x7fb\xff\a", []Event{{Kind: EventTitle, Text: "ab\ufffd"}}},
		{"the icon's name is no title", "\x1b]1;a\a", nil},
		{"titles in a row are one event", "\x1b]2;a\a\x1b]2;b\a", []Event{{Kind: EventTitle, Text: "b"}}},
		{"the stack of titles", "\x1b]2;a\a\x1b[22t\x07\x1b]2;b\a\x07\x1b[23t", []Event{
			{Kind: EventTitle, Text: "a"}, {Kind: EventBell}, {Kind: EventTitle, Text: "b"}, {Kind: EventBell}, {Kind: EventTitle, Text: "a"},
		}},
		{"bells in a row are one event", "\a\a\a", []Event{{Kind: EventBell}}},
		{"directory", "\x1b]7;file://host/home/a%20b\a", []Event{{Kind: EventCwd, Text: "/home/a b"}}},
		{"kitty's directory is not encoded", "\x1b]7;kitty-shell-cwd://host/a%20b\a", []Event{{Kind: EventCwd, Text: "/a%20b"}}},
		{"a directory that is none", "\x1b]7;http://x/y\a\x1b]7;file://host\a", nil},
		{"OSC 9 notification", "\x1b]9;done\a", []Event{{Kind: EventNotify, Body: "done"}}},
		{"OSC 777 notification", "\x1b]777;notify;title;body;more\a", []Event{{Kind: EventNotify, Title: "title", Body: "body;more"}}},
		{"OSC 777 of another kind", "\x1b]777;preexec\a", nil},
		{"OSC 99 notification", "\x1b]99;;hello\a", []Event{{Kind: EventNotify, Title: "hello"}}},
		{"OSC 99 in parts", "\x1b]99;i=1:d=0;hel\x1b\\\x1b]99;i=1:d=0;lo\x1b\\\x1b]99;i=1:p=body;world\x1b\\", []Event{
			{Kind: EventNotify, Title: "hello", Body: "world"},
		}},
		{"OSC 99 in base64", "\x1b]99;e=1;aGk=\a", []Event{{Kind: EventNotify, Title: "hi"}}},
		{"progress", "\x1b]9;4;1;50\a", []Event{{Kind: EventProgress, State: ProgressNormal, Value: 50}}},
		{"progress without a value", "\x1b]9;4;3\a\x1b]9;4;0;\a", []Event{{Kind: EventProgress, State: ProgressIndeterminate}, {Kind: EventProgress}}},
		{"progress above a hundred", "\x1b]9;4;2;999\a", []Event{{Kind: EventProgress, State: ProgressError, Value: 100}}},
		{"a text that only begins as progress", "\x1b]9;4;items\a", []Event{{Kind: EventNotify, Body: "4;items"}}},
		{"marks", "\x1b]133;A\a\x1b]133;D;1\a", []Event{{Kind: EventMark, Text: "A"}, {Kind: EventMark, Text: "D;1"}}},
		{"clipboard", "\x1b]52;c;aGVsbG8=\a", []Event{{Kind: EventClipboard, Text: "hello"}}},
		{"clipboard without padding", "\x1b]52;;aGVsbG8\a", []Event{{Kind: EventClipboard, Text: "hello"}}},
		{"clipboard that is not base64", "\x1b]52;c;*\a", nil},
		{"program status", "\x1b]7501;state=working:app=pi\x1b\\", []Event{{Kind: EventProgramStatus, Text: "state=working:app=pi"}}},
		{"the query for it is no event", "\x1b]7501;?\x1b\\", nil},
		{"no number", "\x1b]x;y\a\x1b]\a\x1b]99999999999;a\a", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			term := New(Options{Cols: 10, Rows: 5})
			term.Write([]byte(c.in))
			if d := cmp.Diff(c.want, term.TakeEvents()); d != "" {
				t.Errorf("events differ (-want +got):\n%s", d)
			}
			if text := strings.Join(screenText(term), ""); text != "" {
				t.Errorf("it showed %q", text)
			}
		})
	}
}

func TestTitleAndDirectoryAreRemembered(t *testing.T) {
	term := New(Options{})
	term.Write([]byte("\x1b]2;a\a\x1b]7;file:///x\a"))
	if term.Title() != "a" || term.Cwd() != "/x" {
		t.Errorf("title %q and directory %q", term.Title(), term.Cwd())
	}
}

func TestEventsAreBounded(t *testing.T) {
	term := New(Options{})
	term.Write([]byte(strings.Repeat("\x1b]9;x\a", 10*maxEvents) + "\x1b]9;last\a"))
	events := term.TakeEvents()
	if len(events) > maxEvents {
		t.Errorf("%d events are kept, want at most %d", len(events), maxEvents)
	}
	if last := events[len(events)-1]; last.Body != "last" {
		t.Errorf("the last event is %+v, want the newest", last)
	}
}

func TestLongTextsAreBounded(t *testing.T) {
	term := New(Options{})
	term.Write([]byte("\x1b]2;" + strings.Repeat("é", maxText) + "\a"))
	if n := len(term.Title()); n > maxText || n < maxText-2 {
		t.Errorf("the title has %d bytes, want %d", n, maxText)
	}
}
