package fakemodel

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
)

// stream writes server-sent events.
type stream struct {
	w       http.ResponseWriter
	flusher *http.ResponseController
	first   func() // called once, before the first part of the answer
	number  int
}

// object is JSON to be sent.
type object = map[string]any

// send writes one event; without a name, as Chat Completions has it.
func (s *stream) send(name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode an event: %w", err)
	}
	return s.raw(name, data)
}

func (s *stream) raw(name string, data []byte) error {
	if name != "" {
		if _, err := fmt.Fprintf(s.w, "event: %s\n", name); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(s.w, "data: %s\n\n", data); err != nil {
		return err
	}
	return s.flusher.Flush()
}

// typed sends an event that carries its name in its body too.
func (s *stream) typed(name string, fields object) error {
	fields["type"] = name
	return s.send(name, fields)
}

// begin marks the start of the answer proper.
func (s *stream) begin() {
	if s.first != nil {
		s.first()
		s.first = nil
	}
}

// text hands the pieces to send at their pace.
func (s *stream) text(ctx context.Context, p plan, send func(string) error) error {
	for _, piece := range p.pieces {
		s.begin()
		if err := send(piece.text); err != nil {
			return err
		}
		if !pause(ctx, piece.pause) {
			return ctx.Err()
		}
	}
	if p.cut {
		return errCut
	}
	return nil
}

// fresh makes an identifier that no other answer has.
func fresh(prefix string) string { return prefix + rand.Text() }

// steps runs until the first error.
func steps(all ...func() error) error {
	for _, step := range all {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
