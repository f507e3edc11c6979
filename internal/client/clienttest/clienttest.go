// Package clienttest is a daemon for tests: it serves the protocol of a Jun's
// socket with answers that the test gives, and holds every input to the shapes
// of package api. It knows nothing of terminals.
package clienttest

import (
	"bufio"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"sync"

	"junto/internal/api"
	"junto/internal/fault"
)

// Handler answers a call. It may emit events first; emit fails when the caller
// is gone. A result of nil is one without content.
type Handler func(call string, input json.RawMessage, emit func(event any) error) (result any, err error)

// ErrHangUp, from a handler, ends the connection without an answer.
var ErrHangUp = errors.New("hang up")

// Server is a fake daemon.
type Server struct {
	listener net.Listener
	handler  Handler
	token    string // what each client has to begin with; empty: nothing
	wait     sync.WaitGroup

	mu    sync.Mutex // guards conns
	conns map[net.Conn]struct{}
}

// Listen serves a socket until Close. It replaces a socket that is there.
func Listen(socket string, h Handler) (*Server, error) { return listen(socket, "", h) }

func listen(socket, token string, h Handler) (*Server, error) {
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(socket, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	s := &Server{listener: l, handler: h, token: token, conns: map[net.Conn]struct{}{}}
	s.wait.Go(s.accept)
	return s, nil
}

// workToken is the token of every work socket here.
const workToken = "0123456789abcdef"

// ListenWork serves a work folder until Close: its socket, with the token in the
// file beside it.
func ListenWork(dir string, h Handler) (*Server, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "token"), []byte(workToken+"\n"), 0o600); err != nil {
		return nil, err
	}
	return listen(filepath.Join(dir, "control.sock"), workToken, h)
}

// Close ends the server and its connections, as a daemon that is killed does.
func (s *Server) Close() {
	s.listener.Close()
	s.mu.Lock()
	for c := range s.conns {
		c.Close()
	}
	s.mu.Unlock()
	s.wait.Wait()
}

// Finish ends the server as a daemon that quits does: the answers that are under
// way still go out.
func (s *Server) Finish() {
	s.listener.Close()
	s.mu.Lock()
	for c := range s.conns {
		c.(*net.UnixConn).CloseRead()
	}
	s.mu.Unlock()
	s.wait.Wait()
}

func (s *Server) accept() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		s.conns[conn] = struct{}{}
		s.mu.Unlock()
		s.wait.Go(func() {
			s.serve(conn)
			conn.Close()
			s.mu.Lock()
			delete(s.conns, conn)
			s.mu.Unlock()
		})
	}
}

type request struct {
	ID    uint64          `json:"id"`
	Call  string          `json:"call"`
	Input json.RawMessage `json:"input"`
}

type answer struct {
	ID     uint64       `json:"id"`
	Event  any          `json:"event,omitempty"`
	Result any          `json:"result,omitempty"`
	Error  *fault.Fault `json:"error,omitempty"`
}

// serve answers one connection's calls, one after the other.
func (s *Server) serve(conn net.Conn) {
	in := bufio.NewReader(conn)
	out := json.NewEncoder(conn)
	if s.token != "" {
		line, err := in.ReadBytes('\n')
		if err != nil || string(line) != `{"token":"`+s.token+"\"}\n" {
			return
		}
	}
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var r request
		if json.Unmarshal(line, &r) != nil {
			return
		}
		emit := func(event any) error { return out.Encode(answer{ID: r.ID, Event: event}) }
		result, err := s.answer(r, emit)
		if errors.Is(err, ErrHangUp) {
			return
		}
		a := answer{ID: r.ID, Result: result}
		if err != nil {
			a = answer{ID: r.ID, Error: fault.From(err, "test")}
		} else if result == nil {
			a.Result = struct{}{}
		}
		if out.Encode(a) != nil {
			return
		}
	}
}

func (s *Server) answer(r request, emit func(any) error) (any, error) {
	if err := Check(r.Call, r.Input); err != nil {
		return nil, err
	}
	return s.handler(r.Call, r.Input, emit)
}

// Check decodes an input as strictly as the daemon does.
func Check(call string, input []byte) error {
	for _, c := range api.Commands() {
		if c.Name != call {
			continue
		}
		if c.In == nil {
			c.In = api.None{}
		}
		return api.Decode(input, reflect.New(reflect.TypeOf(c.In)).Interface())
	}
	return fault.New(fault.Protocol, "no command %s", call)
}
