package skills

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"junto/internal/api"
	"junto/internal/cli"
	"junto/internal/fault"
)

// Every example of the skill is a call that junto takes: its words and options,
// and the JSON that it is given.
func TestEveryExampleIsAcceptedByJunto(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("jq is not installed: the examples cannot run")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	programs := t.TempDir()
	if err := os.Symlink(self, filepath.Join(programs, "junto")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", programs+":"+os.Getenv("PATH"))
	t.Setenv("JUN_API", filepath.Join(programs, "none")) // what is understood fails because there is no Junto
	taught := map[string]bool{}
	for i, example := range block.FindAllStringSubmatch(read(t, "junto"), -1) {
		for _, c := range run(t, example[1]) {
			taught[words(c.Words)] = true
			accepted(t, i+1, c)
		}
	}
	for _, c := range api.Commands() {
		if c.ForWork() && !taught[c.Words()] && !taught[c.Words()+" show"] {
			t.Errorf("no example of junto %s", c.Words())
		}
	}
}

// words are those of a call that name its command.
func words(of []string) string {
	named := ""
	for _, w := range of {
		switch {
		case w == "--prompt":
			return named + " --prompt"
		case named == "" || named == "msg" || named == "seat" || named == "schema" || named == "examples":
			named = strings.TrimSpace(named + " " + w)
		}
	}
	return named
}

// accepted sees to it that junto takes the words of a call, and the daemon its
// JSON.
func accepted(t *testing.T, example int, c call) {
	t.Helper()
	var out, errs bytes.Buffer
	status := cli.Junto(context.Background(), c.Words, cli.Streams{In: strings.NewReader(c.Stdin), Out: &out, Err: &errs})
	if status != fault.ExitDone && !unreached(out.Bytes(), errs.Bytes()) {
		t.Errorf("example %d: junto %q: %s%s", example, c.Words, out.String(), errs.String())
	}
	for _, text := range append(c.Words, c.Stdin) {
		if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[{") {
			continue
		}
		var inputs []json.RawMessage
		if json.Unmarshal([]byte(text), &inputs) != nil {
			inputs = []json.RawMessage{json.RawMessage(text)}
		}
		for _, in := range inputs {
			if err := decoded(words(c.Words), in); err != nil {
				t.Errorf("example %d: junto %s: %v", example, text, err)
			}
		}
	}
}

// unreached reports whether nothing was wrong with a call but that there is no
// Junto to take it.
func unreached(out, errs []byte) bool {
	var said struct{ Error fault.Fault }
	var batch struct {
		Data struct{ Results []struct{ Error fault.Fault } }
	}
	if json.Unmarshal(errs, &said) == nil {
		return said.Error.Type == fault.Unreachable
	}
	if json.Unmarshal(out, &batch) != nil {
		return false
	}
	for _, r := range batch.Data.Results {
		if r.Error.Type != fault.Unreachable {
			return false
		}
	}
	return len(batch.Data.Results) > 0
}

// decoded decodes the input of a command as the daemon does.
func decoded(command string, in []byte) error {
	for _, c := range api.Commands() {
		if c.ForWork() && c.Words() == command {
			return api.Decode(in, reflect.New(reflect.TypeOf(c.In)).Interface())
		}
	}
	return fault.New(fault.Input, "there is no command %s", command)
}
