package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"junto/internal/api"
	"junto/internal/client/clienttest"
	"junto/internal/fault"
)

// restart returns when another daemon answers: here the third time that it is
// asked for, after one connection that the old one dropped.
func TestRestartWaitsForTheNewDaemon(t *testing.T) {
	home, err := os.MkdirTemp("", "jun")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(home)
	t.Setenv("JUNTO_HOME", home)
	var calls []string // one connection after the other: no lock is needed
	s, err := clienttest.Listen(filepath.Join(home, "jun.sock"), func(call string, _ json.RawMessage, _ func(any) error) (any, error) {
		calls = append(calls, call)
		switch len(calls) {
		case 1, 3:
			return api.Status{PID: 7, Started: "before"}, nil
		case 2:
			return nil, nil
		case 4:
			return nil, clienttest.ErrHangUp
		}
		return api.Status{PID: 7, Started: "after"}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	status := Main(t.Context(), []string{"restart"}, Streams{Out: &out, Err: &out})
	s.Close()
	if status != fault.ExitDone || out.Len() > 0 {
		t.Errorf("restart ended with %d and printed %q", status, out.String())
	}
	want := "daemon.status daemon.restart daemon.status daemon.status daemon.status"
	if got := strings.Join(calls, " "); got != want {
		t.Errorf("got calls %s, want %s", got, want)
	}
}
