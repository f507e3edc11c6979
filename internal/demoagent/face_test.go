package demoagent

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var (
	titles  = regexp.MustCompile(`\x1b\]0;([^\x07]*)\x07`)
	reports = regexp.MustCompile(`\x1b\]7501;([^\x1b]*)\x1b\\`)
)

func found(r *regexp.Regexp, s string) []string {
	var all []string
	for _, m := range r.FindAllStringSubmatch(s, -1) {
		all = append(all, m[1])
	}
	return all
}

func TestTitles(t *testing.T) {
	for modes, want := range map[string][]string{
		"normal":       {"✳ demo", "◐ demo", "◑ demo", "✳ demo", "✳ demo", ""},
		"spinner":      {"demo", "⠋ demo", "⠙ demo", "[ ! ] Action Required | demo", "demo", ""},
		"static-title": {"demo", ""},
		"no-title":     nil,
	} {
		t.Run(modes, func(t *testing.T) {
			b := start(t, modes)
			b.put("slow 2\r").pass(3 * time.Second).put("tool ls\r").pass(1500 * time.Millisecond).put("2").pass(work).put("\x04")
			got := found(titles, b.screen.String())
			for _, title := range want {
				if !slices.Contains(got, title) {
					t.Errorf("no title %q among %q", title, got)
				}
			}
			if want == nil && got != nil {
				t.Errorf("titles %q", got)
			}
		})
	}
}

func TestProgramStatusIsReportedOnceTheTerminalAnswers(t *testing.T) {
	b := start(t, "osc7501")
	b.put("hi\r").pass(time.Second)
	if got := found(reports, b.screen.String()); !cmp.Equal(got, []string{"?"}) {
		t.Fatalf("before any answer it sent %q", got)
	}
	b.put("\x1b]7501;?\x1b\\\x1b[?62;22c").put("tool ls\r").pass(work).put("2").put("ask\r").pass(work).put("\r").pass(work).
		put("error\r").pass(work).put("bg 1\r").pass(work).pass(time.Second).pass(work).put("\x04")
	var got []string
	for _, r := range found(reports, b.screen.String())[1:] {
		got = append(got, decoded(r))
	}
	want := []string{
		"done", "working", "blocked permission approve ls", "idle", "working", "blocked question Which fruit do you want?", "working", "done",
		"working", "error API Error: 500", "working", "working 1 shell still running", "task working background task", "working", "task clear", "done", "clear",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
}

// decoded is a report as a test reads it.
func decoded(report string) string {
	pairs := map[string]string{}
	for pair := range strings.SplitSeq(report, ":") {
		name, value, _ := strings.Cut(pair, "=")
		pairs[name] = value
	}
	words := []string{pairs["id"], pairs["state"], pairs["kind"]}
	for _, name := range []string{"msg", "title"} {
		if text, err := base64.StdEncoding.DecodeString(pairs[name]); err == nil {
			words = append(words, string(text))
		}
	}
	return strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), " ")
}

func TestContradictoryReportsComeAtTheirRate(t *testing.T) {
	b := start(t, "contradictory:200")
	b.pass(2 * time.Second)
	if got := len(found(reports, b.screen.String())); got != 400 {
		t.Errorf("%d reports in 2 seconds, want 400", got)
	}
}

func TestIdleShowsNothingNewButTheClock(t *testing.T) {
	for modes, animated := range map[string]bool{"normal": false, "alt-screen": false, "idle-animation": true} {
		b := start(t, modes)
		before := b.screen.Len()
		b.pass(time.Second)
		if got := b.screen.Len() > before; got != animated {
			t.Errorf("%s: writes while idle: %v, want %v", modes, got, animated)
		}
	}
}

func TestLeavingRestoresTheTerminal(t *testing.T) {
	b := start(t, "alt-screen,kitty,osc7501")
	b.put("\x04")
	for _, restored := range []string{"\x1b[<u", "\x1b[?2004l", "\x1b[?1049l", "\x1b[?25h", "\x1b]0;\x07"} {
		if !strings.Contains(string(b.last.Write), restored) {
			t.Errorf("%q is not written at the end", restored)
		}
	}
}

func TestACrashRestoresNothing(t *testing.T) {
	b := start(t, "crash")
	b.put("go\r").pass(3 * work)
	if strings.Contains(b.screen.String(), "\x1b[?2004l") {
		t.Error("it switched bracketed paste off before it died")
	}
}
