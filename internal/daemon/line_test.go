package daemon

import (
	"testing"

	"junto/internal/status"
)

func TestACardShowsTheQuestionThatAnAgentWaitsWith(t *testing.T) {
	screen := []string{
		"⏺ Bash(touch hi.txt)",
		"╭──────────────────────────────╮",
		"│ Do you want to proceed?      │",
		"│ ❯ 1. Yes                     │",
		"│   2. No                      │",
		"╰──────────────────────────────╯",
		"  Esc to cancel · Tab to amend",
		"",
	}
	if got, want := line(screen, status.Waiting), "Do you want to proceed?"; got != want {
		t.Errorf("waiting: got %q, want %q", got, want)
	}
	if got, want := line(screen, status.Working), "Esc to cancel · Tab to amend"; got != want {
		t.Errorf("working: got %q, want %q", got, want)
	}
	if got := line([]string{"───", "  ", "❯"}, status.Idle); got != "" {
		t.Errorf("a screen that says nothing: got %q", got)
	}
}
