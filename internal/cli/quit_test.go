package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"junto/internal/api"
	"junto/internal/client/clienttest"
	"junto/internal/fault"
	"junto/internal/ptytest"
)

// "It asks me before it ends agents that work."
func TestQuitAsksThePerson(t *testing.T) {
	for answer, quits := range map[string]bool{"y\n": true, "Yes\n": true, "n\n": false, "\n": false, "\x04": false} {
		t.Run(answer, func(t *testing.T) {
			home, err := os.MkdirTemp("", "jun")
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(home)
			t.Setenv("JUNTO_HOME", home)
			quit := make(chan string, 1)
			s, err := clienttest.Listen(filepath.Join(home, "jun.sock"), func(call string, input json.RawMessage, _ func(any) error) (any, error) {
				if call == "terminal.list" {
					return []api.TerminalView{{ID: 1, Status: "working"}}, nil
				}
				quit <- string(input)
				return nil, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan struct{})
			go func() { defer close(ended); defer s.Finish(); <-quit }()
			errs, status := answered(t, answer, "quit")
			if !strings.HasPrefix(errs, "1 agent works. Quit Jun and end every program in it? [y/N] ") {
				t.Errorf("it asks %q", errs)
			}
			want := fault.ExitDone
			if !quits {
				want = fault.ExitRefused
				quit <- "" // no call did
			}
			if status != want || strings.Contains(errs, "not quit") == quits {
				t.Errorf("status %d: %s", status, errs)
			}
			<-ended
		})
	}
}

// answered runs jun in a terminal where a person gives an answer.
func answered(t *testing.T, answer string, words ...string) (errs string, status int) {
	t.Helper()
	master, slave, err := ptytest.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	if _, err := master.WriteString(answer); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	status = Main(t.Context(), words, Streams{In: slave, Out: io.Discard, Err: &out})
	return out.String(), status
}
