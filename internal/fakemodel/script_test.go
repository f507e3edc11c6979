package fakemodel

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const shellSchema = `{"type":"object","required":["command"],"properties":{"command":{"type":"string"},"description":{"type":"string"}}}`

// ask is a Messages request with a shell tool whose last message is the text.
func ask(text string) string {
	quoted, _ := json.Marshal(text)
	return `{"model":"m","stream":true,"tools":[{"name":"Bash","input_schema":` + shellSchema + `}],"messages":[{"role":"user","content":` + string(quoted) + `}]}`
}

func TestTheLastUserTextDecides(t *testing.T) {
	tests := []struct{ text, want string }{
		{"hello", "ok"},
		{"slow 0.5", "word1 word2 "},
		{"> slow 0.25", "word1 "},
		{"please\nlong 5\nthanks", "1. This is line 1 of a long answer.\n2. This is line 2 of a long answer.\n3. This is line 3 of a long answer.\n" +
			"4. This is line 4 of a long answer.\n5. This is line 5 of a long answer.\n"},
		{"tool touch x", `Bash {"command":"touch x"}`},
		{"tool", `Bash {"command":"echo hi"}`},
		{"slowly", "ok"},
		{"ask", "no question tool among: Bash"},
		{"error 503 1", "status 503"},
		{"bye", ""},
		{"<system-reminder>slow 9</system-reminder>hello", "ok"},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			c, err := read(messages, []byte(ask(tt.text)))
			if err != nil {
				t.Fatal(err)
			}
			if got := show(decide(c, 1, "f")); got != tt.want {
				t.Errorf("answer %q, want %q", got, tt.want)
			}
		})
	}
}

// show is a plan as a test reads it.
func show(p plan) string {
	switch {
	case p.call != nil && p.call.input != "":
		return p.call.name + " " + p.call.input
	case p.call != nil:
		return p.call.name + " " + p.call.arguments
	case p.status != 0:
		return p.String()
	}
	return p.text()
}

func TestErrorsEndAfterTheirTries(t *testing.T) {
	c, err := read(messages, []byte(ask("error 500 2")))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for tries := range 3 {
		got = append(got, show(decide(c, tries+1, "f")))
	}
	if diff := cmp.Diff([]string{"status 500", "status 500", "ok after errors"}, got); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

// TestRequests reads each request in testdata and compares what is answered with
// the file beside it.
func TestRequests(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no requests in testdata", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var tt struct {
				API    api
				Body   json.RawMessage
				Answer string
				Text   string
				Side   bool
			}
			if err := json.Unmarshal(data, &tt); err != nil {
				t.Fatal(err)
			}
			c, err := read(tt.API, tt.Body)
			if err != nil {
				t.Fatal(err)
			}
			p := decide(c, 1, "hello.txt")
			if got := show(p); got != tt.Answer || c.lastUser != tt.Text || p.side != tt.Side {
				t.Errorf("answer %q, text %q, side %v; want %q, %q, %v", got, c.lastUser, p.side, tt.Answer, tt.Text, tt.Side)
			}
		})
	}
}

func TestFill(t *testing.T) {
	tests := []struct{ name, schema, want string }{
		{
			"a question", `{"type":"object","required":["questions"],"properties":{"questions":{"type":"array","items":{"$ref":"#/$defs/q"}}},
			"$defs":{"q":{"type":"object","required":["question","header"],"properties":{"question":{"type":"string"},"header":{"type":"string"},
			"options":{"type":"array","items":{"type":"object","required":["label"],"properties":{"label":{"type":"string"}}}},"multi":{"type":"boolean"}}}}}`,
			`{"questions":[{"header":"Color","options":[{"label":"Red"},{"label":"Blue"}],"question":"Which color do you want?"}]}`,
		},
		{
			"kinds", `{"type":"object","properties":{"a":{"type":["null","integer"],"minimum":3},"b":{"anyOf":[{"type":"null"},{"enum":["e","f"]}]},"c":{"const":7},"d":{"type":"boolean"}}}`,
			`{"a":3,"b":"e","c":7,"d":false}`,
		},
		{"a command as words", `{"type":"object","properties":{"command":{"type":"array","items":{"type":"string"}}}}`, `{"command":["bash","-lc","ls"]}`},
		{"a schema within itself", `{"type":"object","properties":{"a":{"$ref":"#/definitions/a"}},"definitions":{"a":{"anyOf":[{"$ref":"#/definitions/a"}]}}}`, `{"a":null}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s schema
			if err := json.Unmarshal([]byte(tt.schema), &s); err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(fill(s, map[string]any{"command": "ls"}))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("filled %s, want %s", got, tt.want)
			}
		})
	}
}

func TestPropertyUserTextIsKeptExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`x[ -~\n漢<>]{0,200}x`).Draw(t, "text")
		reminder := "<system-reminder>" + rapid.StringMatching(`[ -;=?-~\n]{0,50}`).Draw(t, "reminder") + "</system-reminder>"
		if got := withoutReminders(reminder + "\n" + text + "\n" + reminder); got != text {
			t.Fatalf("kept %q, want %q", got, text)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(ask("tool ls")), uint8(0))
	f.Add([]byte(`{"input":[{"role":"user","content":[{"type":"input_text","text":"ask"}]},{"type":"function_call_output","output":"x"}],"tools":[{"type":"namespace","name":"n","tools":[{"name":"shell"}]}]}`), uint8(1))
	f.Add([]byte(`{"messages":[{"role":"tool","content":"x"},{"role":"user","content":"edit"}],"tools":[{"function":{"name":"write"}}]}`), uint8(2))
	f.Fuzz(func(t *testing.T, body []byte, which uint8) {
		c, err := read([]api{messages, responses, completions}[which%3], body)
		if err != nil {
			return
		}
		p := decide(c, 1, "f")
		if p.call != nil && p.call.input == "" && !json.Valid([]byte(p.call.arguments)) {
			t.Errorf("arguments %q are no JSON", p.call.arguments)
		}
	})
}
