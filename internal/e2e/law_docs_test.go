package e2e

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"junto/internal/api"
	"junto/internal/fault"
)

// "What the program shows as an example, I can run": each is understood, and
// whatever goes wrong is of the closed family.
func TestEveryExampleRuns(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "normal")
	var examples []api.CommandExample
	d.works("planner", "examples list", &examples)
	if len(examples) < 20 {
		t.Fatalf("%d examples", len(examples))
	}
	for _, e := range examples {
		if strings.Contains(e.Shell, `"follow":true`) || strings.HasPrefix(e.Shell, "junto seat wait '{\"any\"") {
			continue // these wait for what does not come here
		}
		r := d.seats["planner"].inside(e.Shell)
		var a answer
		if json.Unmarshal([]byte(r.stderr), &a) == nil && a.Error != nil && (a.Error.Type == fault.Input && !strings.Contains(a.Error.Message, "mail") || a.Error.Type == fault.Protocol) {
			t.Errorf("%s: %+v", e.Shell, a.Error)
		}
		if r.status == 2 {
			t.Errorf("%s: status 2, %s", e.Shell, r.stderr)
		}
	}
}

// "Errors are a closed family, and each says what to do": whatever an agent gets
// wrong.
func TestErrorsAreAClosedFamily(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "normal")
	for _, line := range []string{
		"msg", "bogus", "msg send", "msg send reviewer", "msg send reviewer a b", "msg send --promt reviewer x", "msg send '[]' --concurrency 0",
		`msg send '{"target":"reviewer","text":"x","colour":1}'`, `msg send '{"target":7,"text":"x"}'`, `msg send '{"target":"reviewer"'`,
		"msg send @none", "msg send - </dev/null", "msg send nobody x", "msg send loner x", "msg read 999", "msg read x", "msg reply 999 x", "msg react 999",
		"msg list --limit 999", "msg list --limit x", "seat wait reviewer", "seat wait reviewer --until never", "seat wait reviewer --until gone --timeout 20",
		"seat wait reviewer --until idle --timeout 700s", "seat read reviewer --lines 9999", "seat read loner", "why a", "why planner nobody", "why planner reviewer x",
		"schema show bogus", "examples show bogus", "docs node bogus", "docs node task", "digest main", "canvas ls", "render main",
	} {
		a := d.junto("planner", line)
		if a.Error == nil || !slices.Contains(fault.Family(), a.Error.Type) || a.Error.NextStep == "" {
			t.Errorf("junto %s: %+v", line, a.Error)
		}
		if a.Error != nil && strings.Contains(a.Error.Message, "api.") {
			t.Errorf("junto %s says %q", line, a.Error.Message)
		}
	}
	f := d.fails("planner", "seat wait reviewer --until gone --timeout 20", fault.Protocol)
	if !f.Retryable {
		t.Error("a wait in vain may be tried again")
	}
	f = d.fails("planner", `msg send '{"target":"reviewer","text":"x","colour":1}'`, fault.Input)
	if f.Message != "input: there is no member colour" {
		t.Errorf("an unknown member: %q", f.Message)
	}
	var sent api.MsgSendOut
	d.works("planner", "msg send reviewer one --key k", &sent)
	d.fails("planner", "msg send reviewer two --key k", fault.Input)
	if r := d.seats["planner"].inside("junto task list"); r.status != 2 || r.stderr != "junto task: disabled in this build\n" {
		t.Errorf("a command that is compiled out: %+v", r)
	}
}
