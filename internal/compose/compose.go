// Package compose knows how text gets into an agent's composer: what may be
// typed, what the composer holds now, and the steps of one unit of typing with
// the truth about what became of it.
//
// It leaves writing, waiting and holding back for the operator's own draft to
// package term: a Machine only says what to do next. What composers look like
// is data of package harness.
package compose

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"junto/internal/harness"
)

// State is what a composer is in.
type State string

const (
	// Unknown: no composer can be seen, nor anything else that is known.
	Unknown State = "unknown"
	// Starting: the program is not ready for input yet.
	Starting State = "starting"
	// Empty: the composer takes text and holds none.
	Empty State = "empty"
	// Draft: the composer holds text that is not submitted.
	Draft State = "draft"
	// Dialog: something else takes the keys: a prompt, a menu, a viewer.
	Dialog State = "dialog"
)

// Reading is what a screen says of the composer.
type Reading struct {
	State State
	// Text is the draft as far as it is on the screen.
	Text string
	// Chip is true when the draft holds a paste that shows as a placeholder.
	Chip bool
	// Saw is what a dialog was recognised by.
	Saw string
}

// Read reads the composer of an agent from the live screen.
func Read(t *harness.Template, s harness.Screen) Reading {
	if t == nil {
		return Reading{State: Unknown}
	}
	v := t.See(s)
	if f, ok := v.Match(harness.Waiting, harness.Keep); ok {
		return Reading{State: Dialog, Saw: f.Saw}
	}
	if f, ok := v.Match(harness.Starting); ok {
		return Reading{State: Starting, Saw: f.Saw}
	}
	switch {
	case v.Blank():
		return Reading{State: Starting}
	case !v.HasBox:
		return Reading{State: Unknown}
	case v.Box.Text == "":
		return Reading{State: Empty}
	}
	return Reading{State: Draft, Text: v.Box.Text, Chip: matches(t.Composer.Chips, v.Box.Text)}
}

func matches(res []*regexp.Regexp, s string) bool {
	for _, re := range res {
		if re.MatchString(s) {
			return true
		}
	}
	return false
}

// Clean makes a text fit to be typed: nothing in it can act as a key or end a
// bracketed paste. Line breaks become LF, those at the end go; of the control
// characters only tab and line feed stay.
func Clean(text string) string {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r == '\t' || r == '\n':
			return r
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			return -1
		}
		return r
	}, text)
	return strings.TrimRight(text, "\n")
}
