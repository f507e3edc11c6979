package loop

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"junto/internal/fault"
)

func TestAnIntervalIsWrittenAsTheDocumentSays(t *testing.T) {
	for _, c := range []struct {
		in   string
		want time.Duration // zero: a usage error
	}{
		{"90s", 90 * time.Second},
		{"5m", 5 * time.Minute},
		{"1h", time.Hour},
		{"60s", time.Minute},
		{"59s", 0},
		{"0m", 0},
		{"1h30m", 0},
		{"1.5h", 0},
		{"-5m", 0},
		{"5", 0},
		{"m", 0},
		{"", 0},
		{"5 m", 0},
		{"99999999999999999999h", 0},
	} {
		got, err := ParseEvery(c.in)
		if got != c.want || (c.want == 0) != fault.Is(err, fault.Usage) {
			t.Errorf("ParseEvery(%q) = %v, %v; want %v", c.in, got, err, c.want)
		}
	}
}

func TestEachRunShowsItsNumberAndItsStatusInWords(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"true", "133;D;0\x1b\\\x1b[2m── exit 0"},
		{"exit 3", "133;D;3\x1b\\\x1b[2m── exit 3"},
		{"kill -9 $$", "133;D;137\x1b\\\x1b[2m── ended by signal killed"},
	} {
		var out bytes.Buffer
		r := &Runner{Every: time.Hour, Text: "1h", Command: c.command, Shell: "/bin/sh", Out: &out}
		code, words := r.once(t.Context())
		if got := "133;D;" + strconv.Itoa(code) + "\x1b\\\x1b[2m── " + words; got != c.want {
			t.Errorf("%s: got %q, want %q", c.command, got, c.want)
		}
	}
}

func TestAShellThatCannotStartIsAVisibleFailureAndTheLoopGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Hour+time.Minute)
		defer cancel()
		r := &Runner{Every: time.Hour, Text: "1h", Command: "true", Shell: "/nonexistent/shell", Out: &out}
		if err := r.Run(ctx); err == nil {
			t.Fatal("the loop ended without a reason")
		}
		if got := strings.Count(out.String(), "cannot start"); got != 3 {
			t.Errorf("%d failed runs in two hours and a minute, want 3:\n%s", got, out.String())
		}
		if !strings.Contains(out.String(), "the loop ends") {
			t.Errorf("the end is not shown:\n%s", out.String())
		}
	})
}

func TestACommandCannotEndItsTitleEarly(t *testing.T) {
	if got := title("5m", "a\x1b\\\x07b"); strings.ContainsAny(got, "\x1b\x07") {
		t.Errorf("title %q holds control characters", got)
	}
}
