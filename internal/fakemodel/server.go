package fakemodel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// Options chooses what is not scripted by the requests.
type Options struct {
	EditFile string // what the script `edit` writes; hello.txt
}

// Server is a running model server. Its methods are safe for concurrent use.
type Server struct {
	options Options
	events  *events
	http    *http.Server
	url     string
	served  chan struct{}

	mu       sync.Mutex
	requests int            // guarded by mu
	tries    map[string]int // guarded by mu; requests by conversation
}

// Start serves on a free port of the loopback address until Close.
func Start(o Options) (*Server, error) {
	if o.EditFile == "" {
		o.EditFile = "hello.txt"
	}
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen on loopback: %w", err)
	}
	s := &Server{options: o, events: newEvents(), url: "http://" + listener.Addr().String(), served: make(chan struct{}), tries: map[string]int{}}
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(s.served)
		_ = s.http.Serve(listener) // ends with Close
	}()
	return s, nil
}

// URL is the address without a path: http://127.0.0.1:PORT.
func (s *Server) URL() string { return s.url }

// Close ends the server and every answer that still streams.
func (s *Server) Close() error {
	err := s.http.Close()
	<-s.served
	return err
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for suffix, a := range map[string]api{"/messages": messages, "/responses": responses, "/chat/completions": completions} {
		handler := func(w http.ResponseWriter, r *http.Request) { s.serve(a, w, r) }
		mux.HandleFunc("POST "+suffix, handler)
		mux.HandleFunc("POST /v1"+suffix, handler)
	}
	models := func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{"object": "list", "has_more": false, "models": []any{}, "data": []any{
			map[string]any{"id": "fake-model", "object": "model", "type": "model", "display_name": "fake-model", "owned_by": "fake", "created": 0},
		}})
	}
	mux.HandleFunc("GET /v1/models", models)
	mux.HandleFunc("GET /models", models)
	mux.HandleFunc("POST /v1/messages/count_tokens", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{"input_tokens": inputTokens})
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.events.add(Event{Kind: Other, Path: r.Method + " " + r.URL.Path})
		writeJSON(w, http.StatusNotFound, map[string]any{"error": map[string]any{"message": "not here", "type": "not_found"}})
	})
	return mux
}

// Tokens that every answer claims; the agents show them.
const (
	inputTokens  = 1200
	outputTokens = 20
)

// maxBody bounds a request: a conversation with a message of a few megabytes.
const maxBody = 64 << 20

func (s *Server) serve(a api, w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var c conversation
	if err == nil && r.Header.Get("Content-Encoding") != "" {
		err = fmt.Errorf("content encoding %q", r.Header.Get("Content-Encoding"))
	}
	if err == nil {
		c, err = read(a, body)
	}
	if err != nil {
		s.events.add(Event{Kind: Other, Path: r.URL.Path, Text: err.Error()})
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": map[string]any{"message": err.Error(), "type": "invalid_request_error"}})
		return
	}
	n, tries := s.count(c)
	p := decide(c, tries, s.options.EditFile)
	e := Event{
		Kind: Requested, Request: n, Path: r.URL.Path, Side: p.side, Model: c.model, News: c.news,
		Text: c.lastUser, SHA256: digest(c.lastUser), Plan: p.String(),
	}
	if c.toolEnded {
		e.ToolResult = c.toolResult
	}
	if p.call != nil {
		e.Tool = p.call.name
	}
	s.events.add(e)
	e.Kind = s.answer(r.Context(), w, c, p, func() { e.Kind = First; s.events.add(e) })
	s.events.add(e)
	if e.Kind == Aborted {
		panic(http.ErrAbortHandler) // cuts the connection
	}
}

// answer sends what is planned and says how that ended.
func (s *Server) answer(ctx context.Context, w http.ResponseWriter, c conversation, p plan, first func()) Kind {
	if p.status != 0 {
		writeJSON(w, p.status, failure(c.api, p.status))
		return Failed
	}
	if !c.stream {
		if !pause(ctx, p.wait) {
			return Aborted
		}
		writeJSON(w, http.StatusOK, whole(c, p))
		return Done
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	st := &stream{w: w, flusher: http.NewResponseController(w), first: first}
	var err error
	switch c.api {
	case messages:
		err = st.messages(ctx, c, p)
	case responses:
		err = st.responses(ctx, c, p)
	case completions:
		err = st.completions(ctx, c, p)
	}
	if err != nil {
		return Aborted
	}
	return Done
}

// count numbers the request and says how often its conversation was asked.
func (s *Server) count(c conversation) (n, tries int) {
	key := fmt.Sprintf("%s %d %s", c.api, c.users, digest(c.lastUser))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	s.tries[key]++
	return s.requests, s.tries[key]
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the agent may have hung up: its affair
}

// failure is the body of an HTTP error, as each protocol has it.
func failure(a api, status int) any {
	kind, message := "api_error", "Fake server error"
	if status == 529 {
		kind, message = "overloaded_error", "Overloaded"
	}
	if a == messages {
		return map[string]any{"type": "error", "error": map[string]any{"type": kind, "message": message}}
	}
	return map[string]any{"error": map[string]any{"message": message, "type": "server_error", "code": status}}
}

// errCut ends an answer that the script breaks off.
var errCut = errors.New("cut by the script")

// pause waits, or returns false when the request ended.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
