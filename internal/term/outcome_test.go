package term

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

func TestASendIsCalledWhatItCameTo(t *testing.T) {
	for _, c := range []struct {
		modes string
		text  string
		want  []string // what the agent takes as messages
	}{
		{"normal", "hello", []string{"hello"}},
		{"normal", "one\ntwo\n\nthree", []string{"one\ntwo\n\nthree"}},
		{"normal", strings.Repeat("a line of text\n", 400) + "end", nil},
		{"no-bracketed-paste", "one line", []string{"one line"}},
		{"no-bracketed-paste", "one\ntwo", []string{"one two"}},
		{"placeholder", "hello", nil},
		{"splash:3s", "hello", nil},
		{"late-enter:2s", "hello", nil},
		{"slow-digest:50ms", "hello", nil},
		{"slow-digest:500ms", "hello", nil},
		{"slow-digest:2s", "hello\nyou", nil},
		{"paste-burst", "hello", nil},
		{"paste-burst,no-bracketed-paste", "hello", nil},
		{"drop-enter", "hello", nil},
		{"drop-enter:2", "hello", nil},
		{"alt-screen", "hello", nil},
		{"main-screen", "hello", nil},
		{"spinner", "hello", nil},
		{"static-title", "hello", nil},
		{"no-title", "hello", nil},
		{"kitty:5", "hello", nil},
		{"kitty:8", "hello", nil},
		{"kitty:31", "hello", nil},
		{"osc7501", "hello", nil},
		{"background", "hello", nil},
		{"idle-animation", "hello", nil},
		{"stale-interrupt", "hello", nil},
	} {
		t.Run(c.modes+"/"+c.text[:min(len(c.text), 8)], func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := startDemo(t, c.modes)
				synctest.Wait()
				var r receipts
				out, err := send(t, d, c.text, TypeOptions{Receipt: r.add})
				if c.want == nil {
					c.want = []string{c.text}
				}
				if err != nil || !out.Typed || !out.Submitted || len(out.Evidence) == 0 {
					t.Errorf("outcome %+v, %v", out, err)
				}
				if diff := cmp.Diff(c.want, d.submitted()); diff != "" {
					t.Error(diff)
				}
				if !r.has(Accepted) || !r.has(Typed) || !r.has(Submitted) {
					t.Errorf("receipts %q", r.stages)
				}
				shut(t, d.Terminal)
			})
		})
	}
}

func TestAnEnterThatIsAlwaysLostIsToldAsNotSubmitted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "drop-enter:1000")
		synctest.Wait()
		out, err := send(t, d, "hello", TypeOptions{})
		if err != nil || !out.Typed || out.Submitted {
			t.Errorf("outcome %+v, %v", out, err)
		}
		if got := d.submitted(); len(got) > 0 {
			t.Errorf("submitted %q", got)
		}
		shut(t, d.Terminal)
	})
}

func TestWhatIsCalledSubmittedWasSubmitted(t *testing.T) {
	for _, c := range []struct{ modes, text string }{
		{"vim-normal", "hello"},
		{"transcript", "hello"},
		{"rewind", "hello"},
		{"menu", "hello"},
		{"menu", "2"},
		{"rate-limit", "hello"},
		{"rate-limit:exit", "hello"},
		{"crash", "hello"},
		{"contradictory", "hello"},
		{"no-approvals", "tool ls"},
		{"normal", "ask"},
		{"normal", "tool ls"},
		{"normal", "exit"},
		{"normal", "/help"},
		{"late-slash:1s", "/model"},
		{"splash:200s", "hello"},
		{"slow-digest:20s", "hello"},
		{"late-enter:30s", "hello"},
		{"drop-enter:4", "hello"},
		{"osc7501,spinner,alt-screen", "hello"},
	} {
		t.Run(c.modes+" "+c.text, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := startDemo(t, c.modes)
				synctest.Wait()
				var r receipts
				out, err := send(t, d, c.text, TypeOptions{Receipt: r.add})
				got := d.submitted()
				if len(got) > 1 || len(got) == 1 && got[0] != c.text {
					t.Errorf("submitted %q", got)
				}
				answered := len(d.records("answer")) > 0
				if out.Submitted && len(got) == 0 && !answered || !out.Submitted && len(got) > 0 {
					t.Errorf("outcome %+v, %v; submitted %q", out, err, got)
				}
				if out.Submitted != r.has(Submitted) || out.Typed != r.has(Typed) {
					t.Errorf("outcome %+v, receipts %q", out, r.stages)
				}
				shut(t, d.Terminal)
			})
		})
	}
}

func TestAPasteCannotEscapeItsBrackets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "normal")
		synctest.Wait()
		out, err := send(t, d, "ls\x1b[201~id\r\x03\x04\x15 \x1b[20\x1b[201~1~ done\u009b201~", TypeOptions{})
		if err != nil || !out.Submitted {
			t.Errorf("outcome %+v, %v", out, err)
		}
		if got := d.submitted(); len(got) != 1 || strings.ContainsAny(got[0], "\x1b\x03\x04\x15\u009b") {
			t.Errorf("submitted %q", got)
		}
		if keys := d.records("key"); !slices.Equal(keys, []string{"Enter"}) {
			t.Errorf("keys %q", keys)
		}
		shut(t, d.Terminal)
	})
}
