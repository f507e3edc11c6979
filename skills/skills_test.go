// Package skills tests that what the skills teach works: every shell example is
// run, with a stand-in for jun, and every call that it makes is one that jun
// accepts.
package skills

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"junto/internal/cli"
	"junto/internal/fault"
)

// callsVariable makes the test binary stand in for jun: it names the file that
// gets the words of each call.
const callsVariable = "JUNTO_TEST_CALLS"

func TestMain(m *testing.M) {
	if file := os.Getenv(callsVariable); file != "" {
		os.Exit(standIn(file))
	}
	os.Exit(m.Run())
}

// call is what jun was called with.
type call struct {
	Words []string
	Stdin string
}

// answers are what the examples' filters are fed with.
var answers = map[string]string{
	"terminals": `[{"id":3,"project":"web","dir":"/w","title":"t","agent":"claude","status":"working","self":true},
		{"id":7,"project":"web","dir":"/w","title":"u","agent":"codex","status":"idle","self":false}]`,
	"watch":   `{"id":7,"project":"web","agent":"codex","title":"u","from":"working","to":"waiting"}`,
	"message": `[{"id":12,"time":"2026-11-05T19:30:00Z","kind":"ask","title":"t","link":"terminal:7"}]`,
	"send":    `{"stage":"submitted","started":true}`,

	"junto capabilities": `{"ok":true,"data":{"connected":[{"id":"n2","title":"reviewer","state":"idle","grants":["msg.send"]}]}}`,
	"junto msg list":     `{"ok":true,"data":{"items":[{"messageId":"000041","fromName":"reviewer","text":"x"}]}}`,
	"junto seat read":    `{"ok":true,"data":{"text":"x"}}`,
}

func standIn(file string) int {
	c := call{Words: os.Args[1:]}
	last := c.Words[len(c.Words)-1]
	if name, ok := strings.CutPrefix(last, "@"); ok { // the file is the example's own
		b, err := os.ReadFile(name)
		if err != nil {
			return 1
		}
		c.Words[len(c.Words)-1], c.Stdin = "-", string(b)
	} else if last == "-" {
		b, err := io.ReadAll(os.Stdin)
		if err != nil {
			return 1
		}
		c.Stdin = string(b)
	}
	line, err := json.Marshal(c)
	if err != nil {
		return 1
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return 1
	}
	defer f.Close()
	if _, err := f.Write(append(line, '\n')); err != nil {
		return 1
	}
	if c.Words[0] == "tool" {
		fmt.Println(answers[c.Words[1]])
	} else {
		fmt.Println(answers["junto "+words(c.Words)])
	}
	return 0
}

var (
	block       = regexp.MustCompile("(?s)\n```sh\n(.*?)\n```\n")
	frontmatter = regexp.MustCompile(`(?s)^---\nname: ([a-z-]+)\ndescription: ([^\n]+)\n(?:[a-z-]+: [^\n]+\n)*---\n`)
)

func TestFrontmatter(t *testing.T) {
	for _, name := range []string{"jun-tools", "jun-deputy", "junto"} {
		m := frontmatter.FindStringSubmatch(read(t, name))
		if m == nil {
			t.Errorf("%s: no frontmatter with name and description", name)
			continue
		}
		if m[1] != name {
			t.Errorf("%s: the name is %q, the folder's is wanted", name, m[1])
		}
		if len(m[2]) > 1024 || !strings.Contains(m[2], "Use when") {
			t.Errorf("%s: the description has to say in 1024 characters when to use it", name)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(name, "SKILL.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestEveryExampleIsAcceptedByJun(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("jq is not installed: the examples cannot run")
	}
	t.Setenv("JUN_API", "") // accepted words fail because there is no Jun, wrong ones as usage errors
	taught := map[string]bool{}
	for _, name := range []string{"jun-tools", "jun-deputy"} {
		text := read(t, name)
		examples := block.FindAllStringSubmatch(text, -1)
		if n := strings.Count(text, "\n```sh\n"); n != len(examples) || n == 0 {
			t.Errorf("%s: %d examples begin, %d are whole", name, n, len(examples))
		}
		for i, example := range examples {
			for _, c := range run(t, example[1]) {
				taught[command(c.Words)] = true
				var out, errs bytes.Buffer
				status := cli.Main(context.Background(), c.Words, cli.Streams{In: strings.NewReader(c.Stdin), Out: &out, Err: &errs})
				if status == fault.ExitUsage {
					t.Errorf("%s, example %d: jun %q: %s", name, i+1, c.Words, errs.String())
				}
			}
		}
	}
	for _, c := range []string{"help", "terminals", "watch", "screen", "open", "close", "back", "forward", "send", "message", "message update", "run", "loop", "loop cancel"} {
		if !taught[c] {
			t.Errorf("no example of jun tool %s", c)
		}
	}
}

// command is the name of the called tool.
func command(words []string) string {
	if len(words) > 2 && (words[2] == "update" || words[2] == "cancel") {
		return words[1] + " " + words[2]
	}
	return words[1]
}

// run runs an example and returns the calls that it made. Every line of it that
// names jun must have made one.
func run(t *testing.T, example string) []call {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "calls")
	cmd := exec.CommandContext(t.Context(), "sh", "-eu", "-c", example)
	cmd.Env = append(os.Environ(), callsVariable+"="+file, "JUN_BIN="+self, "me=3")
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("the example fails: %v\n%s\n%s", err, example, out)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("the example calls nothing: %s", example)
	}
	var calls []call
	for line := range strings.Lines(string(data)) {
		var c call
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		calls = append(calls, c)
	}
	return calls
}

func TestTheWakerPassesOnIdsAndStatusesOnly(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("jq is not installed: the script cannot run")
	}
	script, err := os.ReadFile("jun-deputy/scripts/wake.sh")
	if err != nil {
		t.Fatal(err)
	}
	once := strings.Replace(string(script), "\tsleep 5", "\texit 0 #", 1)
	calls := run(t, "set -- 3\n"+once)
	var sent []string
	for _, c := range calls {
		if c.Words[1] == "send" {
			sent = append(sent, strings.Join(c.Words, " "))
		}
	}
	want := "tool send --unless-waiting 3 [jun] terminal 7: working -> waiting"
	if len(sent) != 1 || sent[0] != want {
		t.Errorf("sent %q, want %q", sent, want)
	}
}
