package demoagent

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Caps on what a command may ask for: enough for any test, and no way to fill
// the memory by a typing error.
const (
	maxSlow  = 3600    // seconds
	maxLines = 200_000 // of a long answer
)

// Pace of answers, as a model streams them.
const (
	wordPace = 250 * time.Millisecond
	linePace = 15 * time.Millisecond
	pageful  = 4 // lines that come together in a long answer
)

// outcome is how a turn ended.
type outcome int

const (
	done outcome = iota
	failed
	interrupted
)

// beat is one step of a turn: after a pause something is said, asked or ended.
type beat struct {
	after  time.Duration
	words  string // joins the line that is being written
	lines  []string
	ask    *menu
	run    string // a command for the shell; the turn goes on when it ends
	end    bool
	how    outcome
	crash  bool
	leave  bool
	behind time.Duration // leaves a task running in the background
}

// turn is what the agent does between a submission and its next idle.
type turn struct {
	started time.Time
	next    time.Time // when the next beat is due
	beats   []beat
	command string // the tool command that is asked for or running
	running bool
}

// script turns a message into the beats of a turn. Its first word decides; a
// word that is none of the agent's gives a plain answer.
func script(text string, work time.Duration, m Modes) []beat {
	first, _, _ := strings.Cut(text, "\n")
	word, rest, _ := strings.Cut(strings.TrimSpace(first), " ")
	rest = strings.TrimSpace(rest)
	end := beat{end: true, behind: m.Span(Background)}
	switch {
	case m.Has(Crash):
		return []beat{{after: work, words: "I will"}, {after: work, crash: true}}
	case m.Has(RateLimit):
		return []beat{
			{after: work, lines: []string{"You've hit your usage limit · resets 3pm"}},
			{end: true, how: failed, leave: m.Words(RateLimit) == "exit"},
		}
	}
	switch word {
	case "slow":
		return append(slow(bounded(rest, 20, maxSlow)), end)
	case "long":
		return append(long(work, bounded(rest, 300, maxLines)), end)
	case "tool":
		if rest == "" {
			rest = "echo hi"
		}
		if m.Has(NoApprovals) {
			return []beat{{after: work, run: rest}, end}
		}
		return []beat{{after: work, ask: permissionMenu(rest)}, {run: rest}, end}
	case "ask":
		return []beat{{after: work, ask: questionMenu()}, {after: work, words: "ok, noted"}, end}
	case "error":
		return []beat{{after: work, lines: []string{"API Error: 500 the model server failed"}}, {end: true, how: failed}}
	case "bg":
		end.behind = time.Duration(bounded(rest, 5, maxSlow)) * time.Second
		return []beat{{after: work, words: "ok, it runs in the background"}, end}
	case "exit":
		return []beat{{after: work, leave: true}}
	}
	return []beat{{after: work, words: "ok"}, end}
}

func slow(seconds int) []beat {
	beats := make([]beat, 0, 4*seconds+1)
	for i := range 4 * seconds {
		beats = append(beats, beat{after: wordPace, words: fmt.Sprintf("word%d ", i+1)})
	}
	return beats
}

func long(work time.Duration, lines int) []beat {
	beats := make([]beat, 0, lines/pageful+2)
	pause := work
	for from := 1; from <= lines; from += pageful {
		b := beat{after: pause}
		for n := from; n < from+pageful && n <= lines; n++ {
			b.lines = append(b.lines, fmt.Sprintf("%d. This is line %d of a long answer.", n, n))
		}
		beats = append(beats, b)
		pause = linePace
	}
	return beats
}

// bounded reads a number, or takes the usual one when there is none.
func bounded(text string, usual, most int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return usual
	}
	return min(n, most)
}
