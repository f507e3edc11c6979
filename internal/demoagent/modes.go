package demoagent

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Mode is a habit of the agent, chosen with --mode.
type Mode string

const (
	Normal         Mode = "normal"
	NoBrackets     Mode = "no-bracketed-paste"
	VimNormal      Mode = "vim-normal"
	Draft          Mode = "draft"
	Placeholder    Mode = "placeholder"
	MenuUp         Mode = "menu"
	Splash         Mode = "splash"
	LateEnter      Mode = "late-enter"
	LateSlash      Mode = "late-slash"
	SlowDigest     Mode = "slow-digest"
	PasteBurst     Mode = "paste-burst"
	DropEnter      Mode = "drop-enter"
	AltScreen      Mode = "alt-screen"
	MainScreen     Mode = "main-screen"
	Spinner        Mode = "spinner"
	StaticTitle    Mode = "static-title"
	NoTitle        Mode = "no-title"
	Transcript     Mode = "transcript"
	Rewind         Mode = "rewind"
	Stalled        Mode = "stalled"
	SlowReader     Mode = "slow-reader"
	Kitty          Mode = "kitty"
	ProgramStatus  Mode = "osc7501"
	Background     Mode = "background"
	RateLimit      Mode = "rate-limit"
	Crash          Mode = "crash"
	IdleAnimation  Mode = "idle-animation"
	Contradictory  Mode = "contradictory"
	NoApprovals    Mode = "no-approvals"
	StaleInterrupt Mode = "stale-interrupt"
)

// argument says what may follow a mode's colon.
type argument int

const (
	noArgument argument = iota
	duration            // 500, 500ms, 10s; a bare number is in the unit of the mode
	number
	words
)

// habit is a row of the table of modes.
type habit struct {
	Mode     Mode
	Argument argument
	Unit     time.Duration // of a bare number, for durations
	Default  string
	Help     string
}

// habits lists every mode once: parsing, help and the page about them use it.
var habits = [...]habit{
	{Normal, noArgument, 0, "", "behaves well"},
	{NoBrackets, noArgument, 0, "", "never asks for bracketed paste"},
	{VimNormal, noArgument, 0, "", "the composer starts in vim's NORMAL mode: typed letters are commands"},
	{Draft, words, 0, "abc", "starts with this unsent text in the composer"},
	{Placeholder, noArgument, 0, "", "shows dim example text in the empty composer"},
	{MenuUp, noArgument, 0, "", "starts with a question that waits: trust this folder?"},
	{Splash, duration, time.Second, "3s", "shows a splash first, which eats every key and paste"},
	{LateEnter, duration, time.Second, "2s", "takes text at once, but loses Enter at first"},
	{LateSlash, duration, time.Millisecond, "1s", "knows its slash commands only later; until then they are text"},
	{SlowDigest, duration, time.Millisecond, "500ms", "digests a paste late; an Enter before that is ignored"},
	{PasteBurst, noArgument, 0, "", "3 keys within 8 ms each are a burst; Enter within 120 ms after it is a newline"},
	{DropEnter, number, 0, "1", "drops the first Enter (or that many)"},
	{AltScreen, noArgument, 0, "", "draws in the alternate screen"},
	{MainScreen, noArgument, 0, "", "repaints the main screen as Ink does: erase line by line, rewrite all"},
	{Spinner, noArgument, 0, "", "animates its title in braille; says Action Required when it waits"},
	{StaticTitle, noArgument, 0, "", "one title, whatever it does"},
	{NoTitle, noArgument, 0, "", "sets no title"},
	{Transcript, noArgument, 0, "", "starts with its transcript viewer up, which takes the keys"},
	{Rewind, noArgument, 0, "", "starts with its rewind list up, which takes the keys"},
	{Stalled, noArgument, 0, "", "never reads what is typed"},
	{SlowReader, number, 0, "1024", "reads this many bytes a second"},
	{Kitty, number, 0, "5", "pushes these kitty keyboard flags; with 8 among them a plain CR is no Enter"},
	{ProgramStatus, noArgument, 0, "", "reports its state by OSC 7501 once the terminal answers the query"},
	{Background, duration, time.Second, "5s", "each turn leaves a task running in the background"},
	{RateLimit, words, 0, "", "each turn ends at a usage limit (rate-limit:exit leaves then)"},
	{Crash, noArgument, 0, "", "dies in the middle of its first turn, restoring nothing"},
	{IdleAnimation, noArgument, 0, "", "redraws a clock every 100 ms while idle"},
	{Contradictory, number, 0, "1000", "reports this many contradicting states a second"},
	{NoApprovals, noArgument, 0, "", "runs tools without asking"},
	{StaleInterrupt, noArgument, 0, "", "leaves \"esc to interrupt\" in the text above the idle prompt"},
}

// Modes is the set of habits of one agent.
type Modes struct{ chosen map[Mode]string }

// ParseModes reads a comma-separated list such as "alt-screen,splash:10s".
func ParseModes(list string) (Modes, error) {
	m := Modes{chosen: map[Mode]string{}}
	for item := range strings.SplitSeq(list, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		name, value, given := strings.Cut(item, ":")
		i := slices.IndexFunc(habits[:], func(h habit) bool { return string(h.Mode) == name })
		if i < 0 {
			return Modes{}, fmt.Errorf("no mode %q", name)
		}
		h := habits[i]
		if !given {
			value = h.Default
		} else if err := h.check(value); err != nil {
			return Modes{}, err
		}
		m.chosen[h.Mode] = value
	}
	return m, m.contradiction()
}

// contradiction names two modes of which only one can hold.
func (m Modes) contradiction() error {
	for _, pair := range [...][2]Mode{
		{AltScreen, MainScreen},
		{Spinner, StaticTitle},
		{Spinner, NoTitle},
		{StaticTitle, NoTitle},
		{Stalled, SlowReader},
		{MenuUp, Transcript},
		{MenuUp, Rewind},
		{Transcript, Rewind},
	} {
		if m.Has(pair[0]) && m.Has(pair[1]) {
			return fmt.Errorf("modes %s and %s exclude each other", pair[0], pair[1])
		}
	}
	return nil
}

func (h habit) check(value string) error {
	switch h.Argument {
	case duration:
		if d, err := h.span(value); err != nil || d < 0 {
			return fmt.Errorf("mode %s: %q is no duration such as 500ms or 2s", h.Mode, value)
		}
	case number:
		if n, err := strconv.Atoi(value); err != nil || n < 1 {
			return fmt.Errorf("mode %s: %q is no positive number", h.Mode, value)
		}
	case noArgument:
		return fmt.Errorf("mode %s takes no value", h.Mode)
	case words:
	}
	return nil
}

func (h habit) span(value string) (time.Duration, error) {
	if n, err := strconv.Atoi(value); err == nil {
		return time.Duration(n) * h.Unit, nil
	}
	return time.ParseDuration(value)
}

// Has reports whether the mode is chosen.
func (m Modes) Has(mode Mode) bool {
	_, ok := m.chosen[mode]
	return ok
}

// Words is the value of a mode as it was written; empty when it is not chosen.
func (m Modes) Words(mode Mode) string { return m.chosen[mode] }

// Number is the value of a mode that takes a number; 0 when it is not chosen.
func (m Modes) Number(mode Mode) int {
	n, _ := strconv.Atoi(m.chosen[mode]) // checked when it was parsed
	return n
}

// Span is the value of a mode that takes a duration; 0 when it is not chosen.
func (m Modes) Span(mode Mode) time.Duration {
	for _, h := range habits {
		if h.Mode == mode && m.Has(mode) {
			d, _ := h.span(m.chosen[mode]) // checked when it was parsed
			return d
		}
	}
	return 0
}

// String is the list as --mode takes it.
func (m Modes) String() string {
	var items []string
	for _, h := range habits {
		value, ok := m.chosen[h.Mode]
		switch {
		case !ok:
		case h.Argument == noArgument || value == "":
			items = append(items, string(h.Mode))
		default:
			items = append(items, string(h.Mode)+":"+value)
		}
	}
	if len(items) == 0 {
		return string(Normal)
	}
	return strings.Join(items, ",")
}
