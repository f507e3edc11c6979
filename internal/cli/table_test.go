package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"junto/internal/api"
	"junto/internal/attach/outer"
	"junto/internal/client"
)

// The thin client cannot link package api; these hold the two together.
func TestLimitsAreTheContracts(t *testing.T) {
	for name, pair := range map[string][2]int{
		"lines, least":      {minLines, api.MinScreenLines},
		"lines, most":       {maxLines, api.MaxScreenLines},
		"bytes of a title":  {maxTitle, api.MaxMessageTitle},
		"bytes of a text":   {maxMessageText, api.MaxMessageText},
		"bytes to send":     {maxSendText, api.MaxText},
		"bytes of a frame":  {client.MaxFrame, api.MaxFrame},
		"lines, by default": {40, api.ScreenLines}, // in the help of screen
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %d, but %d in api", name, pair[0], pair[1])
		}
	}
	if detachKey != outer.DetachKey {
		t.Errorf("help says %s detaches, but %s does", detachKey, outer.DetachKey)
	}
}

func TestFieldsAreTheContracts(t *testing.T) {
	for name, pair := range map[string]struct {
		fields []field
		of     any
	}{
		"terminals": {terminalFields, api.TerminalInfo{}},
		"watch":     {watchFields, api.AgentChange{}},
		"message":   {messageFields, api.Message{}},
		"loop":      {loopFields, api.Loop{}},
		"send":      {sendFields, api.SendOut{}},
	} {
		var got []string
		for _, f := range pair.fields {
			got = append(got, f.name)
		}
		if want := jsonNames(pair.of); !slices.Equal(got, want) {
			t.Errorf("%s: help explains %v, but the fields are %v", name, got, want)
		}
	}
}

func TestDecodedTypesAreTheContracts(t *testing.T) {
	for _, pair := range [][2]any{{daemonStatus{}, api.Status{}}, {explanation{}, api.Explanation{}}} {
		if got, want := jsonNames(pair[0]), jsonNames(pair[1]); !slices.Equal(got, want) {
			t.Errorf("%T has %v, but %T has %v", pair[0], got, pair[1], want)
		}
	}
}

func jsonNames(v any) []string {
	var names []string
	for f := range reflect.TypeOf(v).Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// A row must be one that the parser can make sense of.
func TestTheTableIsSound(t *testing.T) {
	for c := range commands.rows() {
		t.Run(c.words, func(t *testing.T) {
			if c.run == nil || c.prints == "" || strings.HasSuffix(c.prints, ".") {
				t.Error("a row says what it does, without a full stop, and does it")
			}
			seen := map[string]bool{}
			optionalSeen, tailSeen := false, false
			for _, p := range c.parts {
				if p.kind == option || p.kind == toggle {
					if seen[p.name] || !looksLikeOption("--"+p.name) || p.name == "help" {
						t.Errorf("option %q cannot be given", p.name)
					}
					seen[p.name] = true
					continue
				}
				if tailSeen || optionalSeen && p.kind == required {
					t.Errorf("%s comes after what ends the words", p)
				}
				optionalSeen = optionalSeen || p.kind == optional
				tailSeen = p.kind == tail || p.kind == optionalTail || p.kind == passed
			}
			for line := range strings.SplitSeq(c.notes, "\n") {
				if n := len([]rune(line)); n > 100 {
					t.Errorf("a line of %d columns: %s", n, line)
				}
			}
		})
	}
}

// Every command of the contract that is a tool has its row, and help has it.
func TestEveryToolHasARow(t *testing.T) {
	var page bytes.Buffer
	if err := commands.printToolHelp(&page); err != nil {
		t.Fatal(err)
	}
	words := map[string]string{
		"tool.message.send": "tool message [", "tool.message.list": "tool message\n",
		"tool.loop.start": "tool loop <", "tool.loop.list": "tool loop\n",
	}
	for _, c := range api.Commands() {
		if !strings.HasPrefix(c.Name, "tool.") {
			continue
		}
		want := words[c.Name]
		if want == "" {
			want = strings.ReplaceAll(c.Name, ".", " ")
		}
		if !strings.Contains(page.String(), "  jun "+want) {
			t.Errorf("tool help has no row %q for %s", want, c.Name)
		}
	}
}

// The tables are data that the linker lays out: what a program puts together
// before its main function, every call pays for.
func TestTheProgramsPutNothingTogetherAtTheirStart(t *testing.T) {
	for _, program := range []string{"jun", "junto"} {
		cmd := exec.Command(program, "--version") // see programs
		cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(out, []byte("init runtime @")) {
			t.Fatalf("%s does not say what it initialises: %s", program, out)
		}
		for line := range strings.Lines(string(out)) {
			if strings.HasPrefix(line, "init junto/") {
				t.Errorf("%s has something to do before main: %s", program, line)
			}
		}
	}
}

// Agents call jun all day: each of these costs more at start-up than the whole
// call may.
func TestTheProgramsAreThin(t *testing.T) {
	forbidden := map[string]string{
		"net":                                "the client dials by system calls",
		"net/http":                           "the page is the daemon's",
		"database/sql":                       "the daemon alone opens the database",
		"modernc.org/sqlite":                 "the daemon alone opens the database",
		"github.com/go-json-experiment/json": "the daemon decodes strictly",
		"log/slog":                           "a call has nothing to log",
		"regexp":                             "compiling one takes longer than the call",
		"text/template":                      "help is put together by hand",
		"flag":                               "the table is the parser",
		"os/signal":                          "what handles signals is jund",
		"golang.org/x/sys/unix":              "what changes a terminal's modes is jund",
		"os/exec":                            "it costs a few per cent; os.StartProcess does",
		"junto/internal/api":                 "it links the strict decoder",
		"junto/internal/vt":                  "the emulator is the daemon's",
		"junto/internal/harness":             "rules are the daemon's",
		"junto/internal/store":               "the daemon alone opens the database",
		"junto/internal/daemon":              "it is another program",
		"junto/web":                          "the page is the daemon's",
	}
	for _, program := range []string{"jun", "junto"} {
		out, err := exec.Command("go", "list", "-deps", "junto/cmd/"+program).Output()
		if err != nil {
			t.Fatal(fmt.Errorf("go list: %w", err))
		}
		for dep := range strings.FieldsSeq(string(out)) {
			if why := forbidden[dep]; why != "" {
				t.Errorf("%s links %s: %s", program, dep, why)
			}
		}
	}
}
