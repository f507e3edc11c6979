package compose

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"junto/internal/status"
)

var start = time.Unix(1000, 0)

func TestTyping(t *testing.T) {
	brackets := Modes{BracketedPaste: true}
	for _, c := range []struct {
		name      string
		habits    habits
		text      string
		submitted []string
		outcome   Outcome // without Evidence
		evidence  string
	}{
		{"a good agent", habits{modes: brackets}, "fix it", []string{"fix it"}, Outcome{true, true, 1, nil}, "started to work"},
		{"one that shows no work", habits{modes: brackets, noWork: true}, "fix it", []string{"fix it"}, Outcome{true, true, 1, nil}, "composer emptied"},
		{"three lines are one message", habits{modes: brackets}, "a\nb\nc\n", []string{"a\nb\nc"}, Outcome{true, true, 1, nil}, ""},
		{"no bracketed paste", habits{}, "a\nb", []string{"a b"}, Outcome{true, true, 1, nil}, ""},
		{"a slash command", habits{modes: brackets}, "/model opus", []string{"/model opus"}, Outcome{true, true, 1, nil}, ""},
		{"a burst guard", habits{modes: brackets, burst: true}, "fix it", []string{"fix it"}, Outcome{true, true, 1, nil}, ""},
		{"a paste that is digested late", habits{modes: brackets, digest: 2 * time.Second}, "fix it", []string{"fix it"}, Outcome{true, true, 1, nil}, ""},
		{"a chip", habits{modes: brackets, chip: true, digest: time.Second}, "a\nb\nc\nd\ne", []string{"a\nb\nc\nd\ne"}, Outcome{true, true, 1, nil}, ""},
		{"a lost Enter", habits{modes: brackets, drop: 1}, "fix it", []string{"fix it"}, Outcome{true, true, 2, nil}, "still sat in the composer after Enter 1"},
		{"three lost Enters", habits{modes: brackets, drop: 3}, "fix it", []string{"fix it"}, Outcome{true, true, 4, nil}, ""},
		{"all Enters lost", habits{modes: brackets, drop: 9}, "fix it", nil, Outcome{true, false, 4, nil}, "still sits in the composer after 4 Enters"},
		{"a program without a composer", habits{modes: brackets, noScreen: true, noWork: true}, "fix it", []string{"fix it"}, Outcome{true, false, 1, nil}, "nothing showed"},
		{"no composer, but it works", habits{modes: brackets, noScreen: true}, "fix it", []string{"fix it"}, Outcome{true, true, 1, nil}, "started to work"},
		{"it asks at once", habits{modes: brackets, asks: time.Millisecond}, "fix it", []string{"fix it"}, Outcome{true, true, 1, nil}, ""},
		{"keys of the kitty keyboard", habits{modes: Modes{BracketedPaste: true, KittyFlags: 8}}, "fix it", []string{"fix it"}, Outcome{true, true, 1, nil}, ""},
		{"nothing", habits{}, "\n\x1b", nil, Outcome{}, "nothing to type"},
		{"a dialog takes the Enter", habits{modes: brackets, dialog: true}, "please stop", nil, Outcome{true, false, 1, nil}, "the dialog took the Enter"},
		{"a menu takes the key", habits{modes: brackets, dialog: true}, "2", nil, Outcome{true, true, 0, nil}, "the menu took the key"},
		{"a command whose letters are options", habits{modes: brackets, dialog: true}, "/1a", nil, Outcome{true, false, 1, nil}, "the dialog took the Enter"},
		{"a number that is no option", habits{modes: brackets, dialog: true}, "7", nil, Outcome{true, false, 1, nil}, "the dialog took the Enter"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newAgent(c.habits, start)
			got, _ := a.typing(t, c.text)
			if evidence := strings.Join(got.Evidence, "; "); !strings.Contains(evidence, c.evidence) {
				t.Errorf("evidence %q, want %q in it", evidence, c.evidence)
			}
			got.Evidence = nil
			if diff := cmp.Diff(c.outcome, got); diff != "" {
				t.Errorf("outcome (-want +got):\n%s", diff)
			}
			if !slices.Equal(a.submitted, c.submitted) {
				t.Errorf("submitted %q, want %q", a.submitted, c.submitted)
			}
		})
	}
}

func TestAMenuIsNeverAnsweredByPasteAndEnter(t *testing.T) {
	a := newAgent(habits{dialog: true, modes: Modes{BracketedPaste: true}}, start)
	a.typing(t, "2")
	if a.chosen != "2" || a.answers != 0 {
		t.Errorf("chosen %q, answered %d times", a.chosen, a.answers)
	}
}

func TestADialogThatOpensMeanwhileGetsNoEnter(t *testing.T) {
	a := newAgent(habits{modes: Modes{BracketedPaste: true}}, start)
	a.status = status.Working
	a.later(50*time.Millisecond, func() { a.dialog, a.status = true, status.Waiting })
	got, _ := a.typing(t, "fix it")
	if a.answers != 0 || got.Presses != 0 || got.Submitted {
		t.Errorf("answered %d times, outcome %+v", a.answers, got)
	}
}

func TestTheEnterWaitsForTheGap(t *testing.T) {
	a := newAgent(habits{modes: Modes{BracketedPaste: true}}, start)
	if _, took := a.typing(t, "fix it"); took < 150*time.Millisecond || took > 400*time.Millisecond {
		t.Errorf("a short text took %v", took)
	}
	a = newAgent(habits{modes: Modes{BracketedPaste: true}, chip: true}, start)
	if _, took := a.typing(t, strings.Repeat("a line of text\n", 400)); took < 500*time.Millisecond {
		t.Errorf("a long text took %v", took)
	}
}

// TestAChipNeedsItsGap: Qwen sends the text of a chip itself when the Enter
// comes too early, however short the paste was.
func TestAChipNeedsItsGap(t *testing.T) {
	m := Begin(template(t, "qwen"), "a\nb\nc", Modes{BracketedPaste: true}, start)
	shown := screen(rule, "> [Pasted Content 2000 chars]", rule, "  x")
	m, act := m.Step(Observation{Now: start, Screen: screen(rule, ">   Type your message or @path/to/file", rule, "  x")})
	if act.Write == nil {
		t.Fatalf("%+v", act)
	}
	m, _ = m.Step(Observation{Now: start, Screen: shown, Written: true})
	m, act = m.Step(Observation{Now: start.Add(200 * time.Millisecond), Screen: shown})
	if got := act.WaitUntil.Sub(start); got != 3*time.Second {
		t.Fatalf("waits %v, want 3s: %+v", got, act)
	}
	if _, act = m.Step(Observation{Now: start.Add(3 * time.Second), Screen: shown}); string(act.Write) != "\r" {
		t.Errorf("after the gap: %+v", act)
	}
}

// TestTypingIsTruthful lets a unit meet any mixture of habits.
func TestTypingIsTruthful(t *testing.T) {
	ms := func(t *rapid.T, most int, name string) time.Duration {
		return time.Duration(rapid.IntRange(0, most).Draw(t, name)) * time.Millisecond
	}
	rapid.Check(t, func(t *rapid.T) {
		h := habits{
			lag: ms(t, 900, "lag"), digest: ms(t, 4000, "digest"),
			drop: rapid.IntRange(0, 5).Draw(t, "drop"), burst: rapid.Bool().Draw(t, "burst"), chip: rapid.Bool().Draw(t, "chip"),
			asks: ms(t, 3000, "asks"), dialog: rapid.IntRange(0, 4).Draw(t, "dialog") == 0,
			noWork: rapid.Bool().Draw(t, "noWork"), noScreen: rapid.IntRange(0, 5).Draw(t, "noScreen") == 0,
			modes: Modes{BracketedPaste: rapid.Bool().Draw(t, "brackets"), KittyFlags: rapid.SampledFrom([]int{0, 5, 8}).Draw(t, "kitty")},
		}
		text := rapid.StringMatching(`[a-z/][a-z 0-9\n]{0,60}[a-z]`).Draw(t, "text")
		a := newAgent(h, start)
		a.status = rapid.SampledFrom([]status.Status{status.Idle, status.Working, status.Unknown}).Draw(t, "status")
		if h.dialog {
			a.status = status.Waiting
		}
		got, took := a.typing(t, text)
		check(t, a, text, got)
		if took > time.Minute {
			t.Fatalf("it took %v", took)
		}
	})
}

// check is what must hold of any unit.
func check(t *rapid.T, a *agent, text string, got Outcome) {
	whole := strings.Join(a.bodies, "")
	want := text
	if !a.modes.BracketedPaste {
		want = strings.ReplaceAll(text, "\n", " ")
	}
	if whole != "" && whole != want {
		t.Fatalf("%q was typed as %q", want, whole)
	}
	if len(a.submitted) > 1 {
		t.Fatalf("submitted %d times: %q", len(a.submitted), a.submitted)
	}
	if got.Submitted && len(a.submitted) == 0 {
		t.Fatalf("called submitted: %q", got.Evidence)
	}
	if got.Presses > 1+maxAgain {
		t.Fatalf("%d Enters", got.Presses)
	}
	if !a.habits.dialog && a.answers > 0 {
		t.Fatalf("a dialog was answered: %q", got.Evidence)
	}
	if a.habits.dialog && a.answers+got.Presses > 2 {
		t.Fatalf("a dialog was answered %d times with %d Enters", a.answers, got.Presses)
	}
	if len(got.Evidence) == 0 {
		t.Fatalf("no evidence")
	}
}
