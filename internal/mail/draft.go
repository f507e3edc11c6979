package mail

import (
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"junto/internal/fault"
)

// Limits of what is handed in.
const (
	// MaxText is a mail's text: as much as any text that is typed.
	MaxText = 1 << 20
	// MaxSubject is one line of a list.
	MaxSubject = 200
	// MaxRefs is as many as a reader looks at.
	MaxRefs = 32
	// MaxRef is any part of a reference: paths and URLs have at most 4 KiB.
	MaxRef = 4 << 10
	// MaxKey holds a UUID, a hash or a line of a script's own.
	MaxKey = 128
)

// Draft is what a sender hands in: everything that it may say about a mail.
type Draft struct {
	Kind      Kind   `json:"kind"`
	Subject   string `json:"subject,omitempty"`
	Text      string `json:"text"`
	Refs      []Ref  `json:"refs,omitempty"`
	InReplyTo string `json:"inReplyTo,omitempty"`
}

// Ref points at something. Kind decides which of the others it has.
type Ref struct {
	Kind      string `json:"kind"` // commit, file, task, seat, session-read, url
	SHA       string `json:"sha,omitempty"`
	Path      string `json:"path,omitempty"`
	Line      int    `json:"line,omitempty"`
	TaskID    string `json:"taskId,omitempty"`
	ActorRef  string `json:"actorRef,omitempty"`
	SessionID string `json:"sessionId,omitempty"`
	URL       string `json:"url,omitempty"`
}

// Check refuses what cannot be sent.
func (d Draft) Check() error {
	switch {
	case d.Kind != Notice && d.Kind != Prompt:
		return fault.New(fault.Input, "kind: must be notice or prompt").Next("`junto schema show msg send` prints the shape")
	case strings.TrimSpace(d.Text) == "":
		return fault.New(fault.Input, "text: is empty").Next("say what the recipient should know or do")
	case len(d.Text) > MaxText:
		return fault.New(fault.Input, "text: %d bytes are more than %d", len(d.Text), MaxText).Next("put it in a file and mail its path")
	case !utf8.ValidString(d.Text) || !utf8.ValidString(d.Subject):
		return fault.New(fault.Input, "text: is not UTF-8").Next("send text")
	case len(d.Subject) > MaxSubject || oneLine(d.Subject) != d.Subject:
		return fault.New(fault.Input, "subject: must be a line of at most %d bytes", MaxSubject).Next("put the rest in the text")
	case len(d.Refs) > MaxRefs:
		return fault.New(fault.Input, "refs: %d are more than %d", len(d.Refs), MaxRefs).Next("put the rest in the text")
	}
	for i, r := range d.Refs {
		if why := r.wrong(); why != "" {
			return fault.New(fault.Input, "refs[%d]: %s", i, why).Next("`junto schema show msg send` prints the shape")
		}
	}
	return nil
}

// wrong says what is wrong with a reference, or nothing.
func (r Ref) wrong() string {
	parts := map[string]string{
		"commit": r.SHA, "file": r.Path, "task": r.TaskID, "seat": r.ActorRef, "session-read": r.SessionID, "url": r.URL,
	}
	names := map[string]string{
		"commit": "sha", "file": "path", "task": "taskId", "seat": "actorRef", "session-read": "sessionId", "url": "url",
	}
	own, known := parts[r.Kind]
	switch {
	case !known:
		return "kind: must be commit, file, task, seat, session-read or url"
	case own == "":
		return names[r.Kind] + ": is missing"
	case len(own) > MaxRef || oneLine(own) != own:
		return names[r.Kind] + ": must be a line"
	case r.Line < 0 || r.Line > 0 && r.Kind != "file":
		return "line: is that of a file, from 1"
	}
	for kind, v := range parts {
		if kind != r.Kind && v != "" {
			return names[kind] + ": a " + r.Kind + " has none"
		}
	}
	return ""
}

// CheckKey refuses a key that is no idempotency key.
func CheckKey(key string) error {
	if len(key) > MaxKey || oneLine(key) != key {
		return fault.New(fault.Input, "key: must be a line of at most %d bytes", MaxKey).Next("use a fresh UUID for each mail")
	}
	return nil
}

// SameSend decides what a key that its sender used before means: the same mail
// sent again, which is answered with the first one, or another mail under an
// old key, which is refused. Keys are one sender's own and hold for ever.
func (m Mail) SameSend(to Address, d Draft) error {
	if m.To == to && reflect.DeepEqual(m.Draft, d) {
		return nil
	}
	return fault.New(fault.Conflict, "key %q was used for another mail, %s", m.Key, m.ID).Next("use a fresh key for each mail")
}

// Reply decides whether a seat may answer a mail with a draft, and marks the
// parent read: who answers has read it.
func (m Mail) Reply(by Address, generation uint64, to Address, d Draft, now time.Time) (Mail, error) {
	if d.InReplyTo != m.ID {
		return m, fault.New(fault.Input, "inReplyTo: is not %s", m.ID).Next("name the mail that you answer")
	}
	read, err := m.ReadBy(by, generation, "answered", now)
	if err != nil {
		return m, err
	}
	if to != m.From.Address {
		return m, fault.New(fault.Input, "target: mail %s came from %s", m.ID, m.From.Node).
			Next("reply to its sender, or send a mail of its own")
	}
	return read, nil
}
