package client_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"junto/internal/api"
	"junto/internal/client"
	"junto/internal/client/clienttest"
	"junto/internal/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// socket is a path short enough for every system.
func socket(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "jun")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "s")
}

func serve(t *testing.T, h clienttest.Handler) (*clienttest.Server, *client.Client) {
	t.Helper()
	path := socket(t)
	s, err := clienttest.Listen(path, h)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	c, err := client.Dial(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return s, c
}

// raw serves one connection with a function of the test's.
func raw(t *testing.T, talk func(in *bufio.Reader, out net.Conn)) *client.Client {
	t.Helper()
	path := socket(t)
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		talk(bufio.NewReader(conn), conn)
	}()
	c, err := client.Dial(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(); l.Close(); <-done })
	return c
}

func wantFault(t *testing.T, err error, typ fault.Type, parts ...string) {
	t.Helper()
	f, ok := fault.As(err)
	if !ok || f.Type != typ {
		t.Fatalf("got error %v (%T), want a %s", err, err, typ)
	}
	text := f.Message + "\n" + f.NextStep
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("fault %q does not contain %q", text, part)
		}
	}
}

func TestACallCarriesItsInputAndResult(t *testing.T) {
	_, c := serve(t, func(call string, input json.RawMessage, _ func(any) error) (any, error) {
		var in api.ScreenIn
		if err := json.Unmarshal(input, &in); err != nil {
			return nil, err
		}
		return api.ScreenOut{Lines: []string{call, fmt.Sprint(in.ID, in.Lines)}}, nil
	})
	for range 3 { // one connection serves many calls
		var out api.ScreenOut
		if err := c.Call(t.Context(), "tool.screen", api.ScreenIn{ID: 3, Lines: 40}, &out); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(out.Lines, "|"); got != "tool.screen|3 40" {
			t.Errorf("got %q", got)
		}
	}
}

func TestRawInputMayHaveLineEnds(t *testing.T) {
	_, c := serve(t, func(_ string, input json.RawMessage, _ func(any) error) (any, error) {
		return input, nil
	})
	var out json.RawMessage
	if err := c.Call(t.Context(), "tool.screen", json.RawMessage("{\n\t\"id\": 3\n}\n"), &out); err != nil {
		t.Fatal(err)
	}
	if string(out) != `{"id":3}` {
		t.Errorf("got %s", out)
	}
	err := c.Call(t.Context(), "tool.screen", json.RawMessage("{"), &out)
	wantFault(t, err, fault.Input, "not JSON")
	if err := c.Call(t.Context(), "tool.screen", json.RawMessage(`{"id":3}`), &out); err != nil {
		t.Errorf("after a refused input: %v", err)
	}
}

func TestTheLargestTextFits(t *testing.T) {
	_, c := serve(t, func(_ string, input json.RawMessage, _ func(any) error) (any, error) {
		var in api.SendIn
		err := json.Unmarshal(input, &in)
		return api.ScreenOut{Lines: []string{in.Text}}, err
	})
	text := strings.Repeat("\x01", api.MaxText) // six bytes each, escaped
	var out api.ScreenOut
	if err := c.Call(t.Context(), "tool.send", api.SendIn{ID: 1, Text: text}, &out); err != nil {
		t.Fatal(err)
	}
	if out.Lines[0] != text {
		t.Error("the text came back changed")
	}
	err := c.Call(t.Context(), "tool.send", api.SendIn{ID: 1, Text: text + text}, nil)
	wantFault(t, err, fault.Input, "are more than")
}

func TestAFaultComesBackWhole(t *testing.T) {
	want := fault.New(fault.Refused, "the user is not with you").Next("wait")
	_, c := serve(t, func(string, json.RawMessage, func(any) error) (any, error) { return nil, want })
	err := c.Call(t.Context(), "tool.back", nil, nil)
	f, ok := fault.As(err)
	if !ok || *f != *want {
		t.Fatalf("got %#v, want %#v", f, want)
	}
	if err := c.Call(t.Context(), "tool.back", nil, nil); !fault.Is(err, fault.Refused) {
		t.Errorf("the next call: %v", err)
	}
}

func TestAStreamHandsOnItsEventsInOrder(t *testing.T) {
	_, c := serve(t, func(_ string, _ json.RawMessage, emit func(any) error) (any, error) {
		for i := range 100 {
			if err := emit(api.AgentChange{ID: i + 1}); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
	n := 0
	err := c.Stream(t.Context(), "tool.watch", nil, func(event json.RawMessage) error {
		var change api.AgentChange
		if err := json.Unmarshal(event, &change); err != nil {
			return err
		}
		n++
		if change.ID != n {
			t.Errorf("event %d has id %d", n, change.ID)
		}
		return nil
	})
	if err != nil || n != 100 {
		t.Errorf("got %d events and %v, want 100 and none", n, err)
	}
}

func TestAStreamEndsWhenItsReaderHasEnough(t *testing.T) {
	_, c := serve(t, func(_ string, _ json.RawMessage, emit func(any) error) (any, error) {
		for {
			if err := emit(api.AgentChange{}); err != nil {
				return nil, clienttest.ErrHangUp
			}
		}
	})
	enough := errors.New("enough")
	err := c.Stream(t.Context(), "tool.watch", nil, func(json.RawMessage) error { return enough })
	if !errors.Is(err, enough) {
		t.Errorf("got %v, want the reader's error", err)
	}
	if err := c.Call(t.Context(), "tool.back", nil, nil); err == nil {
		t.Error("a call on a connection in the middle of a stream succeeded")
	}
}

func TestADaemonThatGoesAway(t *testing.T) {
	tests := []struct {
		name string
		talk func(in *bufio.Reader, out net.Conn)
	}{
		{"at once", func(*bufio.Reader, net.Conn) {}},
		{"after the request", func(in *bufio.Reader, _ net.Conn) { _, _ = in.ReadString('\n') }},
		{"in the middle of the answer", func(in *bufio.Reader, out net.Conn) {
			_, _ = in.ReadString('\n')
			_, _ = out.Write([]byte(`{"id":1,"result":[{"id":`))
		}},
		{"between events", func(in *bufio.Reader, out net.Conn) {
			_, _ = in.ReadString('\n')
			_, _ = out.Write([]byte(`{"id":1,"event":{}}` + "\n"))
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := raw(t, test.talk)
			err := c.Stream(t.Context(), "tool.watch", nil, func(json.RawMessage) error { return nil })
			wantFault(t, err, fault.Unreachable, "ended the connection", "jun status")
			err = c.Call(t.Context(), "tool.back", nil, nil)
			wantFault(t, err, fault.Unreachable)
		})
	}
}

func TestADaemonThatSaysWhyBeforeItHangsUp(t *testing.T) {
	c := raw(t, func(_ *bufio.Reader, out net.Conn) {
		_, _ = out.Write([]byte(`{"error":{"type":"AuthError","message":"caller is an orphan","retryable":false}}` + "\n"))
	})
	err := c.Call(t.Context(), "tool.terminals", nil, nil)
	wantFault(t, err, fault.Auth, "caller is an orphan")
}

func TestAnswersThatAreNone(t *testing.T) {
	for _, line := range []string{
		"", "{}", "[]", "null", `{"id":1}`, `{"id":"1","result":{}}`, `{"id":1,"result":{}} x`,
		`{"id":2,"result":{}}`, `{"id":1,"error":{}}`, `{"id":1,"error":"no"}`, `{"id":1,"event":{}}`,
		`{"id":1,"result":{"lines":3}}`, `{"id":1,"result":{"lines":[}}`,
	} {
		t.Run(line, func(t *testing.T) {
			c := raw(t, func(in *bufio.Reader, out net.Conn) {
				_, _ = in.ReadString('\n')
				_, _ = out.Write([]byte(line + "\n"))
			})
			var out api.ScreenOut
			err := c.Call(t.Context(), "tool.screen", api.ScreenIn{ID: 1}, &out)
			wantFault(t, err, fault.Protocol, "cannot understand", "jun restart")
		})
	}
}

func TestALineWithoutEndIsBounded(t *testing.T) {
	c := raw(t, func(in *bufio.Reader, out net.Conn) {
		_, _ = in.ReadString('\n')
		for {
			if _, err := out.Write(make([]byte, 1<<20)); err != nil {
				return
			}
		}
	})
	err := c.Call(t.Context(), "tool.back", nil, nil)
	wantFault(t, err, fault.Protocol, "a line of more than")
}

func TestACallEndsWithItsContext(t *testing.T) {
	asked := make(chan struct{})
	c := raw(t, func(in *bufio.Reader, _ net.Conn) {
		_, _ = in.ReadString('\n')
		close(asked)
		_, _ = in.ReadString('\n') // until the client is gone
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asked; cancel() }()
	if err := c.Call(ctx, "tool.back", nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was cancelled", err)
	}
	if err := c.Call(t.Context(), "tool.back", nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the next call: got %v", err)
	}
}

func TestADaemonThatDoesNotAnswerInTime(t *testing.T) {
	c := raw(t, func(in *bufio.Reader, _ net.Conn) {
		for {
			if _, err := in.ReadString('\n'); err != nil {
				return
			}
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	err := c.Call(ctx, "tool.back", nil, nil)
	wantFault(t, err, fault.Unreachable, "did not answer in time", "jun status")
}

// "Whatever is wrong with Jun, my command ends and says so."
func TestADaemonThatStaysSilent(t *testing.T) {
	for name, talk := range map[string]func(in *bufio.Reader, out net.Conn){
		"reads and says nothing": func(in *bufio.Reader, _ net.Conn) { _, _ = in.WriteTo(io.Discard) },
		"stops within its answer": func(in *bufio.Reader, out net.Conn) {
			_, _ = out.Write([]byte(`{"id":1,"res`))
			_, _ = in.WriteTo(io.Discard)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := raw(t, talk)
			c.Patience(10 * time.Millisecond)
			err := c.Call(context.Background(), "tool.back", nil, nil)
			wantFault(t, err, fault.Unreachable, "did not answer in time", "jun status")
			err = c.Call(context.Background(), "tool.back", nil, nil)
			wantFault(t, err, fault.Unreachable) // the late answer is not taken for the next one's
		})
	}
}

func TestCloseEndsARunningCall(t *testing.T) {
	asked := make(chan struct{})
	c := raw(t, func(in *bufio.Reader, _ net.Conn) {
		_, _ = in.ReadString('\n')
		close(asked)
		_, _ = in.ReadString('\n')
	})
	ended := make(chan error)
	go func() { ended <- c.Call(t.Context(), "tool.back", nil, nil) }()
	<-asked
	c.Close()
	wantFault(t, <-ended, fault.Unreachable)
	c.Close() // and again
	if err := c.Call(t.Context(), "tool.back", nil, nil); err == nil {
		t.Error("a call after Close succeeded")
	}
}

func TestASecondCallWaitsForItsTurn(t *testing.T) {
	_, c := serve(t, func(_ string, input json.RawMessage, _ func(any) error) (any, error) {
		return input, nil
	})
	ended := make(chan error)
	for i := range 20 {
		go func() {
			var out api.ScreenIn
			err := c.Call(t.Context(), "tool.screen", api.ScreenIn{ID: i + 1}, &out)
			if err == nil && out.ID != i+1 {
				err = fmt.Errorf("call %d got the answer to %d", i+1, out.ID)
			}
			ended <- err
		}()
	}
	for range 20 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

func TestNamesThatAreNone(t *testing.T) {
	_, c := serve(t, func(string, json.RawMessage, func(any) error) (any, error) { return nil, nil })
	for _, name := range []string{"", "tool\n", `a"b`, "Tool.back", "a b"} {
		wantFault(t, c.Call(t.Context(), name, nil, nil), fault.Usage, "no command is named")
	}
}
