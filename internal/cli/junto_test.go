package cli

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"junto/internal/api"
)

// Every command of the contract that is the agents' can be called, and what the
// words stand for are members of its input.
func TestEveryWorkCommandHasARow(t *testing.T) {
	commands := make(map[string]api.Command)
	for _, c := range api.Commands() {
		commands[c.Name] = c
	}
	seen := map[string]bool{"msg.prompt": true} // msg send --prompt
	for _, r := range workRows {
		c, ok := commands[r.call]
		if !ok {
			t.Errorf("junto %s calls %s, which is no command", r.words, r.call)
			continue
		}
		seen[r.call] = true
		var names []string
		if c.In != nil {
			names = jsonNames(c.In)
		}
		for _, m := range r.members {
			if !slices.Contains(names, m.name) {
				t.Errorf("junto %s: %s has no member %q", r.words, r.call, m.name)
			}
		}
		for _, f := range r.flags {
			if f.member != "" && !slices.Contains(names, f.member) {
				t.Errorf("junto %s --%s: %s has no member %q", r.words, f.name, r.call, f.member)
			}
		}
		if r.batch != c.Batch {
			t.Errorf("junto %s takes an array: %v; by the contract %v", r.words, r.batch, c.Batch)
		}
	}
	for name, c := range commands {
		if c.ForWork() && !seen[name] {
			t.Errorf("junto has no row for %s", name)
		}
	}
}

// Whatever the words of a call are, the input that they stand for is JSON, and
// what was said comes through.
func FuzzShorthand(f *testing.F) {
	f.Add("msg send", "reviewer", "a \"text\"", "--key=k")
	f.Add("seat wait", "--any", "--until", "idle")
	f.Add("msg list", "{}", "--limit", "3")
	f.Add("msg read", `[{"messageId":"1"}]`, "--concurrency", "9")
	f.Add("msg send", `{"target":"a","text":"b"}`, "--subject=x", "--prompt")
	f.Fuzz(func(t *testing.T, command, a, b, c string) {
		row, _ := findWork(strings.Fields(command))
		if row == nil || strings.HasPrefix(a, "@") {
			return
		}
		g, err := row.parse([]string{a, b, c})
		if err != nil {
			return
		}
		input, err := g.input(strings.NewReader(`{"target":"x"}`))
		if err != nil || len(input) == 0 {
			return
		}
		if !json.Valid(input) {
			t.Fatalf("%q %q %q %q stand for %s", command, a, b, c, input)
		}
		var said map[string]any
		if len(g.words) > 0 && len(row.members) > 0 && input[0] == '{' && !strings.ContainsAny(g.words[0][:1], "{[-@") {
			if err := json.Unmarshal(input, &said); err != nil {
				t.Fatal(err)
			}
			if got := said[row.members[0].name]; !reflect.DeepEqual(got, strings.ToValidUTF8(g.words[0], "\ufffd")) {
				t.Errorf("%q became %q", g.words[0], got)
			}
		}
	})
}
