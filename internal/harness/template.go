package harness

import (
	"regexp"
	"time"
)

// Template is what is known about one agent CLI.
type Template struct {
	// Name is how the agent is called everywhere: "claude".
	Name string
	// Product is how its maker calls it: "Claude Code".
	Product string

	Detection Detection
	Program   Program
	Titles    []TextRule
	Notices   []TextRule
	Rules     []ScreenRule
	Composer  Composer
	Typing    Typing
	Launch    Launch
}

// Detection says which processes are this agent.
type Detection struct {
	// Programs are names of its executable, in program position only.
	Programs []string
	// Packages are npm packages whose scripts are this agent when an
	// interpreter runs them.
	Packages []string
	// Commands are a program with its first argument: "jun demo-agent".
	Commands []string
	// Titles recognise its window title, for recordings that name no agent.
	Titles []*regexp.Regexp
}

// Program is what is particular about an agent's OSC 7501 reports.
type Program struct {
	// Apps are the values of the key app that this agent's reports carry.
	// Reports of another app come from another program in the terminal.
	Apps []string
	// Background matches the message of a root record that says working
	// although only background work is left and the prompt takes input.
	Background *regexp.Regexp
}

// TextRule reads a state from the window title, or from a notification
// (OSC 9, 99, 777).
type TextRule struct {
	Match *regexp.Regexp
	Shows Shows
	// Say is what the rule has seen, in words: "a spinner".
	Say string
}

// Shows is what a rule finds.
type Shows string

const (
	// Working: the agent is at work.
	Working Shows = "working"
	// Waiting: a dialog needs the operator.
	Waiting Shows = "waiting"
	// Idle: the agent is at rest.
	Idle Shows = "idle"
	// Keep: something covers the screen (a transcript viewer, a picker that
	// the operator opened), and what the agent does cannot be seen.
	Keep Shows = "keep"
	// Starting: the agent is not ready for input yet.
	Starting Shows = "starting"
)

// ScreenRule reads a state from a region of the live grid.
type ScreenRule struct {
	Shows Shows
	// Say is what the rule has seen, in words: "a permission prompt".
	Say string
	// Where names the region that the lines are looked for in.
	Where Region
	// Lines must each match a line of the region.
	Lines []*regexp.Regexp
	// Reach is how many rows above the composer count, for AboveBox.
	Reach int
	// Unreported is true where the agent's reports over OSC 7501 do not tell
	// what the rule finds, so that the screen knows better.
	Unreported bool
	// Queued is true where the rule sees a message that the agent has taken
	// and not begun with: when it leaves the queue, work is due.
	Queued bool
}

// Region is a part of the live grid. Text outside of the regions is history
// and says nothing about now.
type Region string

const (
	// InDialog is the last lines of a screen without a composer.
	InDialog Region = "dialog"
	// AtBottom is the last lines of the screen, composer or not.
	AtBottom Region = "bottom"
	// InBox is what the composer's frame encloses.
	InBox Region = "box"
	// OnFrame is the composer's upper border.
	OnFrame Region = "frame"
	// AboveBox is the few rows above the composer.
	AboveBox Region = "above"
	// InFooter is what stands below the composer.
	InFooter Region = "footer"
)

// Composer is what the agent's input box looks like.
type Composer struct {
	// Prompt matches the first line of the text; its group is the text. Nil
	// where the text has no marker.
	Prompt *regexp.Regexp
	// Line matches a further line of the text; its group is the text.
	Line *regexp.Regexp
	// Top and Bottom match the lines that enclose the text; nil: none.
	Top, Bottom *regexp.Regexp
	// Inset is how many rows above Bottom belong to the box, not to the text.
	Inset int
	// Placeholders are texts that the empty composer shows.
	Placeholders []*regexp.Regexp
	// Chips are what a paste is shown as.
	Chips []*regexp.Regexp
}

// Typing says how long the agent needs before an Enter after a text counts.
type Typing struct {
	Gaps []Gap
	// KeyGap is the wait after typed, not pasted, keys.
	KeyGap time.Duration
	// ChipGap is the wait after a paste that the composer shows as a chip.
	ChipGap time.Duration
	// StartsWithin is how long after a message has left the composer the
	// first sign of work can take.
	StartsWithin time.Duration
}

// Gap is the least wait between the last byte of a text of more than Over
// bytes and its Enter.
type Gap struct {
	Over int
	Wait time.Duration
}

// Gap is the least wait between the last byte of a pasted text of n bytes and
// its Enter.
func (t *Typing) Gap(n int) time.Duration {
	wait := DefaultGap
	for _, g := range t.Gaps {
		if n > g.Over && g.Wait > wait {
			wait = g.Wait
		}
	}
	return wait
}

// DefaultGap is the wait before Enter that every agent needs: Codex takes an
// Enter within 120 ms of the last key for a part of a paste.
const DefaultGap = 150 * time.Millisecond

// defaultStart is how long most agents take from the Enter to the first sign
// of work: 0.5 s, and more on a busy machine.
const defaultStart = 1200 * time.Millisecond
