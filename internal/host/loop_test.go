package host

import (
	"testing"
	"time"

	"junto/internal/vt"
)

// "jun tool loop tells how often my check ran and how it ended last."
func TestALoopsRunsAreReadFromItsMarks(t *testing.T) {
	now := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	mark := func(text string) vt.Event { return vt.Event{Kind: vt.EventMark, Text: text} }
	tests := []struct {
		name  string
		kind  Kind
		marks []vt.Event
		want  LoopRuns
	}{
		{"a first run under way", Loop, []vt.Event{mark("C;run=1")}, LoopRuns{Runs: 1, LastStart: now}},
		{"a run that failed", Loop, []vt.Event{mark("C;run=4"), mark("D;1")}, LoopRuns{Runs: 4, LastStart: now, LastExit: "1"}},
		{"a run that was killed", Loop, []vt.Event{mark("C;run=4"), mark("D;137")}, LoopRuns{Runs: 4, LastStart: now, LastExit: "signal 9"}},
		{"a status that is no number", Loop, []vt.Event{mark("D;gone")}, LoopRuns{LastExit: "gone"}},
		{"a run without a number", Loop, []vt.Event{mark("C;run=x")}, LoopRuns{}},
		{"a shell's own prompt marks", Loop, []vt.Event{mark("A"), mark("B"), mark("C")}, LoopRuns{}},
		{"the same marks in a shell", Shell, []vt.Event{mark("C;run=1"), mark("D;0")}, LoopRuns{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			terminal := &Terminal{meta: Meta{Kind: test.kind}}
			terminal.Marked(test.marks, now)
			if terminal.loop != test.want {
				t.Errorf("runs are %+v, want %+v", terminal.loop, test.want)
			}
		})
	}
}
