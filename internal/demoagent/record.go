package demoagent

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"
)

// Event names a kind of log record.
type Event string

const (
	EventStart  Event = "start"
	EventPaste  Event = "paste"  // Text as it arrived between the brackets
	EventSubmit Event = "submit" // Text as the agent takes it: the message
	EventKey    Event = "key"    // Text is a key's name, or typed characters
	EventState  Event = "state"
	EventAnswer Event = "answer" // Text is the option chosen in a menu
	EventTool   Event = "tool"   // Text is what an approved command printed
	EventResize Event = "resize"
	EventReply  Event = "reply" // Text is an OSC answer of the terminal
	EventExit   Event = "exit"
)

// State is what the agent does, as its log says it; it is the truth that a
// status shown elsewhere is compared with.
type State string

const (
	Starting State = "starting"
	Idle     State = "idle"
	Working  State = "working"
	Waiting  State = "waiting"
	Exited   State = "exited"
)

// Record is one line of the log. SHA256 and Bytes are of Text as bytes, before
// JSON replaced what is no UTF-8.
type Record struct {
	Time   time.Time `json:"t"`
	Event  Event     `json:"event"`
	State  State     `json:"state"`
	Text   string    `json:"text,omitempty"`
	Bytes  int       `json:"bytes,omitempty"`
	SHA256 string    `json:"sha256,omitempty"`
	Note   string    `json:"note,omitempty"`
	Modes  string    `json:"modes,omitempty"`
	PID    int       `json:"pid,omitempty"`
	Cols   int       `json:"cols,omitempty"`
	Rows   int       `json:"rows,omitempty"`

	Session string `json:"session,omitempty"`
	Resumed bool   `json:"resumed,omitempty"`

	Status *int `json:"status,omitempty"`
}

// line is the record as a line of the log.
func (r Record) line() ([]byte, error) {
	b, err := json.Marshal(r)
	return append(b, '\n'), err
}

// sum is the sha256 of a text in hex.
func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:])
}
