package client

import (
	"encoding/json"
	"errors"
	"strconv"
)

// frame is one line of the daemon's. Its values are parts of that line.
type frame struct {
	id                 uint64
	event, result, err json.RawMessage
}

var errFrame = errors.New("not a frame")

// parseFrame finds the members of a frame. It does not look into their values:
// most of them are printed as they came. Members that it does not know are
// those of a newer daemon.
func parseFrame(line []byte) (frame, error) {
	var f frame
	s := scanner{text: line}
	if !s.take('{') {
		return f, errFrame
	}
	for first := true; !s.take('}'); first = false {
		if !first && !s.take(',') {
			return f, errFrame
		}
		name := s.value()
		if len(name) == 0 || name[0] != '"' || !s.take(':') {
			return f, errFrame
		}
		value := s.value()
		if value == nil {
			return f, errFrame
		}
		switch string(name) {
		case `"id"`:
			id, err := strconv.ParseUint(string(value), 10, 64)
			if err != nil {
				return f, errFrame
			}
			f.id = id
		case `"event"`:
			f.event = value
		case `"result"`:
			f.result = value
		case `"error"`:
			f.err = value
		}
	}
	s.space()
	if s.at != len(s.text) || (f.event == nil && f.result == nil && f.err == nil) {
		return f, errFrame
	}
	return f, nil
}

// scanner walks over JSON text without taking it apart.
type scanner struct {
	text []byte
	at   int
}

func (s *scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

// take steps over the byte if it is the next one that is not space.
func (s *scanner) take(c byte) bool {
	s.space()
	if s.at < len(s.text) && s.text[s.at] == c {
		s.at++
		return true
	}
	return false
}

// value steps over the next value and returns its text, or nil when it does not
// end.
func (s *scanner) value() []byte {
	s.space()
	start, depth := s.at, 0
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case '"':
			if !s.quoted() {
				return nil
			}
		case '{', '[':
			depth++
			s.at++
		case '}', ']':
			if depth == 0 {
				return s.since(start) // the object around a number or a word ends
			}
			depth--
			s.at++
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return s.since(start)
			}
			s.at++
			continue
		case ':':
			if depth == 0 {
				return nil
			}
			s.at++
			continue
		default:
			s.at++
			continue // within a number or a word
		}
		if depth == 0 {
			return s.since(start)
		}
	}
	return nil
}

func (s *scanner) since(start int) []byte {
	if s.at == start {
		return nil
	}
	return s.text[start:s.at:s.at]
}

// quoted steps over a string.
func (s *scanner) quoted() bool {
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case '"':
			s.at++
			return true
		}
	}
	return false
}
