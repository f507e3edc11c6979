package server

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"testing"

	"junto/internal/api"
	"junto/internal/client"
	"junto/internal/fault"
	"junto/internal/proc"
)

// echo answers every call with its name.
type echo struct{}

func (echo) Do(_ context.Context, _ api.Caller, name string, _ []byte, _ func(any) error) (any, error) {
	return name, nil
}

// serveWork serves a work folder, and returns its path and the token.
func serveWork(t *testing.T) (dir, token string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "jun") // short: a socket's path has to fit
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, token, err := listenForWork(dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		s := &Socket{
			Dispatch: echo{}, Token: token, Log: slog.New(slog.DiscardHandler),
			Caller: func(proc.Process) api.Caller { return api.Caller{} },
		}
		done <- s.Serve(ctx, l)
	}()
	t.Cleanup(func() {
		stop()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	return dir, token
}

func TestTheWorkSocketAsksForItsToken(t *testing.T) {
	dir, token := serveWork(t)
	for _, c := range []struct {
		name, token string
		want        fault.Type
	}{
		{"the right one", token, ""},
		{"another one", token[1:] + "0", fault.Auth},
		{"a shorter one", token[:10], fault.Auth},
		{"an empty one", "", fault.Auth},
	} {
		t.Run(c.name, func(t *testing.T) {
			cl, err := client.DialToken(t.Context(), filepath.Join(dir, controlName), c.token)
			if err != nil {
				t.Fatal(err)
			}
			defer cl.Close()
			for range 2 { // the token goes out once
				var name string
				err = cl.Call(t.Context(), "work.ping", nil, &name)
				if c.want == "" && (err != nil || name != "work.ping") {
					t.Fatalf("got %q, %v", name, err)
				}
				if c.want != "" {
					if !fault.Is(err, c.want) {
						t.Fatalf("got %v, want a fault of type %s", err, c.want)
					}
					return
				}
			}
		})
	}
}

func TestACallWithoutATokenIsNotAnswered(t *testing.T) {
	dir, _ := serveWork(t)
	for _, first := range []string{`{"id":1,"call":"work.ping"}`, `null`, `x`, `{"token":"a","token":"b"}`} {
		conn, err := net.Dial("unix", filepath.Join(dir, controlName))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Write([]byte(first + "\n")); err != nil {
			t.Fatal(err)
		}
		var a struct {
			Result json.RawMessage `json:"result"`
			Error  *fault.Fault    `json:"error"`
		}
		if err := json.NewDecoder(conn).Decode(&a); err != nil || a.Result != nil || a.Error == nil {
			t.Errorf("%s: got %+v, %v, want an error", first, a, err)
		}
		conn.Close()
	}
}

func TestTheTokenIsNewAtEachStartAndPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	seen := make(map[string]bool)
	for range 3 {
		token, err := NewToken(path)
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil || string(data) != token+"\n" || seen[token] || len(token) != 2*tokenBytes {
			t.Errorf("token %q, file %q, %v", token, data, err)
		}
		seen[token] = true
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the file's rights are %v, %v", info.Mode(), err)
		}
	}
}
