package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"junto/internal/api"
	"junto/internal/client/clienttest"
	"junto/internal/fault"
)

// "Jun is restarted while my program sends: it asks the next one, which knows
// the text by its key."
func TestASendIsFollowedOverTheEndOfTheDaemon(t *testing.T) {
	home, err := os.MkdirTemp("", "jun")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(home)
	socket := filepath.Join(home, "jun.sock")
	t.Setenv("JUN_API", socket)
	var calls []api.SendIn // one connection after the other: no lock is needed
	s, err := clienttest.Listen(socket, func(_ string, input json.RawMessage, _ func(any) error) (any, error) {
		var in api.SendIn
		if err := api.Decode(input, &in); err != nil {
			return nil, err
		}
		switch calls = append(calls, in); len(calls) {
		case 1:
			return nil, clienttest.ErrHangUp
		case 2:
			return nil, fault.New(fault.Unreachable, "Jun ends")
		}
		return api.SendOut{Stage: "submitted", Started: true, Evidence: []api.Evidence{}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	status := Main(t.Context(), []string{"tool", "send", "7", "hello"}, Streams{Out: &out, Err: &out})
	s.Close()
	if status != fault.ExitDone || out.Len() > 0 {
		t.Errorf("send ended with %d and printed %q", status, out.String())
	}
	if len(calls) != 3 || calls[0].Key == "" || calls[0] != calls[1] || calls[1] != calls[2] {
		t.Errorf("got calls %+v, want the same three times, with a key", calls)
	}
}
