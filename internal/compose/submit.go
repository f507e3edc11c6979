package compose

import (
	"strings"
	"time"
	"unicode"

	"junto/internal/harness"
	"junto/internal/status"
)

const (
	// showWithin is how long the composer may take to show the text before
	// Enter is pressed all the same: agents that start slowly or have no
	// readable composer must not hold a sender for ever. Agents digest 1 MiB
	// in about 3 s.
	showWithin = 5 * time.Second
	// pressAgain is how long after an Enter the text must still sit in the
	// composer for another one: a busy agent takes up to 2 s to react.
	pressAgain = 2 * time.Second
	// maxAgain is how many more Enters a unit gets.
	maxAgain = 3
	// signWithin is how long a sign of the submission is waited for when the
	// composer does not tell.
	signWithin = 5 * time.Second
	// letGoFor is how long the composer must be without the text: agents that
	// redraw line by line show an empty one in between.
	letGoFor = 100 * time.Millisecond
	// chooseWithin is how long a menu may take to react to a key.
	chooseWithin = time.Second
)

// digest waits until the program can have taken the text in, and shows it.
func (m Machine) digest(o Observation, r Reading) (Machine, Action) {
	ready := m.unit.since.Add(m.gap())
	if o.Now.Before(ready) {
		return m, Action{WaitUntil: ready}
	}
	if m.unit.key {
		return m.choose(o, r)
	}
	if m.holds(r) {
		if at := m.unit.since.Add(m.chipGap(r)); o.Now.Before(at) {
			return m, Action{WaitUntil: at}
		}
		m.after.seen, m.after.shown = true, r.Text
		return m.press(o, r)
	}
	limit := ready.Add(showWithin)
	switch {
	case asks(o, r): // it shows no text, and takes the Enter or refuses it
	case o.Now.Before(limit):
		return m, Action{WaitUntil: limit}
	default:
		m = m.note("the composer did not show the text within %v", showWithin)
	}
	return m.press(o, r)
}

// gap is how long the program needs between the text and an Enter.
func (m Machine) gap() time.Duration {
	switch {
	case m.template == nil:
		return harness.DefaultGap
	case m.unit.key || strings.HasPrefix(m.text, "/"):
		return max(m.template.Typing.KeyGap, m.template.Typing.Gap(len(m.text)))
	}
	return m.template.Typing.Gap(len(m.text))
}

// chipGap is how much longer the program needs for a paste that shows as a
// chip.
func (m Machine) chipGap(r Reading) time.Duration {
	if !r.Chip {
		return 0
	}
	return m.template.Typing.ChipGap
}

// press gives out an Enter, unless it would answer a dialog that has opened
// since the unit began.
func (m Machine) press(o Observation, r Reading) (Machine, Action) {
	if asks(o, r) && !m.unit.asked {
		return m.end(false, "a dialog opened before the Enter%s", of(r))
	}
	m = m.enter(press, o.Now)
	m.after.worked = o.Status == status.Working
	m.unit.writing = true
	return m, Action{Write: o.Modes.Enter()}
}

func asks(o Observation, r Reading) bool {
	return r.State == Dialog || o.Status == status.Waiting
}

// of names a dialog by what it was recognised by, where the screen shows it.
func of(r Reading) string {
	if r.Saw == "" {
		return ""
	}
	return ": " + r.Saw
}

// watch looks what became of the Enter, and presses it again while the text
// still sits in the composer.
func (m Machine) watch(o Observation, r Reading) (Machine, Action) {
	started := o.Status == status.Working && !m.after.worked
	waited := o.Now.Sub(m.unit.since)
	switch {
	case m.unit.asked:
		return m.answered(o, r)
	case asks(o, r) && m.after.worked:
		return m.end(false, "a dialog opened while the agent worked, and may have taken the Enter%s", of(r))
	case asks(o, r):
		return m.end(true, "the agent started, and asks%s", of(r))
	case m.holds(r):
		return m.still(o, r, started)
	case started:
		return m.end(true, "the agent started to work")
	case m.after.seen && (r.State == Empty || r.State == Draft):
		return m.gone(o, r)
	case waited >= signWithin:
		return m.end(false, "nothing showed within %v that the text was submitted", signWithin)
	}
	return m, Action{WaitUntil: m.unit.since.Add(signWithin)}
}

// still goes on while the composer holds the text.
func (m Machine) still(o Observation, r Reading, started bool) (Machine, Action) {
	m.after.seen, m.after.shown, m.after.letGo = true, r.Text, time.Time{}
	again := m.unit.since.Add(pressAgain)
	switch {
	case started && o.Now.Sub(m.unit.since) >= signWithin:
		return m.end(true, "the agent started to work, with the text still in its composer")
	case started:
		// It has taken the message and sends it once it is ready.
		return m, Action{WaitUntil: m.unit.since.Add(signWithin)}
	case o.Now.Before(again):
		return m, Action{WaitUntil: again}
	case m.out.Presses > maxAgain:
		return m.end(false, "the text still sits in the composer after %d Enters", m.out.Presses)
	}
	m = m.note("the text still sat in the composer after Enter %d", m.out.Presses)
	return m.press(o, r)
}

// gone ends the unit once the composer has let go of the text for a while.
func (m Machine) gone(o Observation, r Reading) (Machine, Action) {
	if m.after.letGo.IsZero() {
		m.after.letGo = o.Now
	}
	if at := m.after.letGo.Add(letGoFor); o.Now.Before(at) {
		return m, Action{WaitUntil: at}
	}
	if r.State == Empty {
		return m.end(true, "the composer emptied")
	}
	return m.end(true, "the composer let go of the text")
}

// answered ends a unit that was typed into a dialog: the dialog takes the
// Enter, and mostly ignores the text.
func (m Machine) answered(o Observation, r Reading) (Machine, Action) {
	switch {
	case asks(o, r):
	case m.unit.key:
		return m.end(true, "the menu took the key")
	case m.holds(r):
		return m.end(false, "the dialog took the Enter, and the text sits in the composer")
	default:
		return m.end(false, "the dialog took the Enter")
	}
	if limit := m.unit.since.Add(signWithin); o.Now.Before(limit) {
		return m, Action{WaitUntil: limit}
	}
	return m.end(false, "the dialog is still open")
}

// choose ends a unit that is a key for a menu. Most menus act on the key; for
// those that only move to the option, an Enter follows once it stands there.
func (m Machine) choose(o Observation, r Reading) (Machine, Action) {
	limit := m.unit.since.Add(chooseWithin)
	switch {
	case !asks(o, r):
		return m.end(true, "the menu took the key")
	case o.Now.Before(limit):
		return m, Action{WaitUntil: limit}
	case isMarked(m.text, o.Screen):
		return m.press(o, r)
	}
	return m.end(false, "the menu did not react to the key")
}

// holds says whether the composer holds this unit's text, or a part of it as
// far as it shows.
func (m Machine) holds(r Reading) bool {
	if r.State != Draft {
		return false
	}
	if r.Chip || m.after.seen && r.Text == m.after.shown {
		return true
	}
	shows, text := letters(r.Text), letters(m.text)
	if text != "" && strings.HasPrefix(shows, text) {
		return true // with what the composer adds to a command
	}
	if len(shows) > overlap {
		shows = shows[len(shows)-overlap:]
	}
	return shows != "" && strings.Contains(text, shows)
}

// overlap is how many bytes of what the composer shows are looked for in the
// text: enough to be no chance.
const overlap = 48

// letters leaves only what a composer neither reflows nor draws differently:
// no blanks, and nothing that takes no cell of its own.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) || unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, s)
}

// isOption says whether a text is the number of an option on the screen.
func isOption(text string, s harness.Screen) bool {
	_, ok := option(text, s)
	return ok
}

// isMarked says whether the menu stands at the option.
func isMarked(text string, s harness.Screen) bool {
	before, ok := option(text, s)
	return ok && strings.ContainsAny(before, "❯›▶●→>")
}

// option finds the option's line, and returns what stands before its number.
func option(text string, s harness.Screen) (before string, ok bool) {
	if len(text) != 1 || text[0] < '1' || text[0] > '9' {
		return "", false
	}
	for y := len(s.Lines) - 1; y >= 0; y-- {
		line := s.Lines[y].Text
		for _, form := range []string{text + ". ", "[" + text + "] "} {
			if i := strings.Index(line, form); i >= 0 && strings.Trim(line[:i], "│┃❯›▶●→> ") == "" {
				return line[:i], true
			}
		}
	}
	return "", false
}
