// Package server knows the transports: the unix socket of the CLIs, and the
// loopback HTTP and WebSocket of the page. It proves who calls, bounds what
// they send, and hands the call on.
//
// It leaves what a call may do, and does, to the Dispatcher.
package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/proc"
)

// Dispatcher answers calls. A command that streams calls emit for each event
// and returns when the stream ends.
type Dispatcher interface {
	Do(ctx context.Context, c api.Caller, name string, input []byte, emit func(event any) error) (any, error)
}

const (
	// writeWait is how long a client may leave an answer unread before its
	// connection is closed: Jun never waits for a reader.
	writeWait = 10 * time.Second
	// maxCalls is how many calls one connection may have under way. Further
	// lines are read when one of them ends.
	maxCalls = 16
	// maxClients bounds the goroutines that clients can cost.
	maxClients = 512
)

// Socket serves the CLIs on a unix socket.
type Socket struct {
	Dispatch Dispatcher
	// Token, when it is not empty, has to be the first line of every client:
	// {"token":"…"}. Whoever cannot read its file gets no answer.
	Token string
	// Caller tells where a peer runs.
	Caller func(peer proc.Process) api.Caller
	Log    *slog.Logger
}

// Listen opens the socket at path, with access for this user only. A socket
// that a daemon left behind is replaced: the caller holds the home's lock, so
// no other daemon can be serving it.
func Listen(path string) (*net.UnixListener, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("replace the old socket: %w", err)
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("listen at %s: %w", path, err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, fmt.Errorf("restrict the socket to its user: %w", err)
	}
	return l, nil
}

// Serve answers until ctx is done, and returns when every client is gone.
func (s *Socket) Serve(ctx context.Context, l *net.UnixListener) error {
	var clients sync.WaitGroup
	defer clients.Wait()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	places := make(chan struct{}, maxClients)
	for {
		c, err := l.AcceptUnix()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("accept a client: %w", err)
		}
		select {
		case places <- struct{}{}:
		case <-ctx.Done():
			c.Close()
			return ctx.Err()
		}
		clients.Go(func() {
			defer func() { <-places }()
			s.client(ctx, c)
		})
	}
}

// request is a line from a client.
type request struct {
	ID    int64           `json:"id"`
	Call  string          `json:"call"`
	Input json.RawMessage `json:"input,omitzero"`
}

// answer is a line to a client: one of its last three is set.
type answer struct {
	ID     int64        `json:"id"`
	Result any          `json:"result,omitempty"`
	Event  any          `json:"event,omitempty"`
	Error  *fault.Fault `json:"error,omitempty"`
}

// client serves one connection: lines in, lines out, calls side by side.
func (s *Socket) client(ctx context.Context, c *net.UnixConn) {
	ctx, cancel := context.WithCancel(ctx)
	w := &lineWriter{conn: c}
	var calls sync.WaitGroup
	defer func() {
		cancel()
		calls.Wait()
		c.Close()
	}()
	stop := context.AfterFunc(ctx, func() { c.SetReadDeadline(time.Now()) })
	defer stop()
	peer, err := proc.Peer(c)
	if err != nil {
		w.write(answer{Error: fault.New(fault.Auth, "the caller's process cannot be proved").Next("call again")})
		return
	}
	lines := bufio.NewReaderSize(c, 4<<10)
	if err := s.checkToken(lines); err != nil {
		if f, ok := fault.As(err); ok {
			w.write(answer{Error: f})
		}
		return
	}
	caller := s.Caller(peer)
	slots := make(chan struct{}, maxCalls)
	for {
		line, err := readLine(lines)
		if err != nil {
			if f, ok := fault.As(err); ok {
				w.write(answer{Error: f})
			}
			return
		}
		var r request
		if err := api.Decode(line, &r); err != nil {
			w.write(answer{ID: r.ID, Error: fault.New(fault.Protocol, "request: %s", err).Next("send one JSON object a line: {\"id\":1,\"call\":\"tool.terminals\"}")})
			return
		}
		slots <- struct{}{}
		calls.Go(func() {
			defer func() { <-slots }()
			if !s.answer(ctx, w, caller, r) {
				cancel()
			}
		})
	}
}

// answer makes one call and reports whether the client could be told.
func (s *Socket) answer(ctx context.Context, w *lineWriter, caller api.Caller, r request) bool {
	result, err := s.Dispatch.Do(ctx, caller, r.Call, r.Input, func(event any) error {
		if !w.write(answer{ID: r.ID, Event: event}) {
			return io.ErrClosedPipe
		}
		return nil
	})
	if err != nil {
		return w.write(answer{ID: r.ID, Error: fault.From(err, "")})
	}
	if result == nil {
		result = api.None{}
	}
	return w.write(answer{ID: r.ID, Result: result})
}

// readLine reads one line of at most api.MaxFrame bytes.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > api.MaxFrame {
			return nil, fault.New(fault.Protocol, "request: longer than %d bytes", api.MaxFrame).
				Next("send a shorter text")
		}
		line = append(line, part...)
		if err == nil {
			return bytes.TrimSuffix(line, []byte{'\n'}), nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

// lineWriter writes whole lines, one at a time.
type lineWriter struct {
	mu   sync.Mutex
	conn net.Conn // written to with mu held
}

func (w *lineWriter) write(a answer) bool {
	var line bytes.Buffer // the encoder ends it with the line's end
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false) // agents read this
	if err := encoder.Encode(a); err != nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.conn.SetWriteDeadline(time.Now().Add(writeWait)); err != nil {
		return false
	}
	_, err := w.conn.Write(line.Bytes())
	return err == nil
}
