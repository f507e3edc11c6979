// Package fault knows the closed family of errors that a caller can act on:
// what went wrong, whether trying again can help, and what to do next. It also
// decides, in this one place, which exit status and HTTP status each becomes.
//
// It leaves everything else (wrapping, logging, retrying) to its users. An
// error that is not a Fault is a fault of ours; From turns it into Internal.
package fault

import (
	"errors"
	"fmt"
	"slices"
)

// Type names a kind of fault. The names are part of the wire format and of the
// CLIs' JSON output: they are only ever added to.
type Type string

const (
	// Usage: the words of the call are wrong; read the command's help.
	Usage Type = "UsageError"
	// Input: the payload failed to decode; `schema show` prints the shape.
	Input Type = "InputError"
	// Refused: the call is well formed, but what it asks is not done now.
	Refused Type = "Refused"
	// Unreachable: no daemon answers at the socket.
	Unreachable Type = "RuntimeDown"
	// Paused: the canvas or the seat is paused; wait for play.
	Paused Type = "Paused"
	// Blocked: the operator blocked this seat; stop and wait.
	Blocked Type = "Blocked"
	// Scope: no edge grants this call; the fix is an edge.
	Scope Type = "ScopeError"
	// UnknownTarget: the named thing does not exist.
	UnknownTarget Type = "UnknownTarget"
	// StaleNodeRef: the named thing existed, but not any more.
	StaleNodeRef Type = "StaleNodeRef"
	// Auth: the caller is not who may do this.
	Auth Type = "AuthError"
	// Protocol: the two sides do not speak the same protocol.
	Protocol Type = "ProtocolError"
	// Conflict: what the call was based on has changed; read again, then retry.
	Conflict Type = "Conflict"
	// Internal: a fault of ours; the cause is in the daemon's log.
	Internal Type = "InternalError"
)

// Fault is an error that a caller can act on. Message is in lower case, without
// a full stop, and names the thing; NextStep is something a reader can do.
type Fault struct {
	Type      Type   `json:"type"`
	Message   string `json:"message"`
	Retryable bool   `json:"retryable"`
	NextStep  string `json:"next_step,omitempty"`
}

func (f *Fault) Error() string { return f.Message }

// New makes a fault of a type. The next step is added with Next.
func New(t Type, format string, args ...any) *Fault {
	return &Fault{Type: t, Message: fmt.Sprintf(format, args...), Retryable: retryable(t)}
}

// Next returns a copy of the fault with a next step.
func (f *Fault) Next(format string, args ...any) *Fault {
	c := *f
	c.NextStep = fmt.Sprintf(format, args...)
	return &c
}

// retryable says whether a later, unchanged call can succeed by itself.
func retryable(t Type) bool {
	return t == Unreachable || t == Paused || t == Blocked
}

// family are the types that agents on a canvas meet: the document closes it.
var family = []Type{
	Scope, Input, Unreachable, Paused, Blocked, UnknownTarget, StaleNodeRef, Auth, Protocol, Internal,
}

// Family are the types that agents on a canvas meet.
func Family() []Type { return slices.Clone(family) }

// ForAgents is the fault as agents on a canvas meet it: what is not of their
// family is something wrong with what they asked for.
func (f *Fault) ForAgents() *Fault {
	if slices.Contains(family, f.Type) {
		return f
	}
	c := *f
	c.Type = Input
	return &c
}

// As finds the fault in an error's chain.
func As(err error) (*Fault, bool) {
	var f *Fault
	ok := errors.As(err, &f)
	return f, ok
}

// Is reports whether an error is a fault of the type.
func Is(err error, t Type) bool {
	f, ok := As(err)
	return ok && f.Type == t
}

// From returns the fault in the error's chain, or an Internal one that shows
// only the id under which the cause was logged.
func From(err error, id string) *Fault {
	if err == nil {
		return nil
	}
	if f, ok := As(err); ok {
		return f
	}
	return New(Internal, "internal error %s", id).
		Next("look for %s in the daemon's log, and report it", id)
}

// Exit statuses of both CLIs, as the documents have them.
const (
	ExitDone    = 0
	ExitRefused = 1
	ExitUsage   = 2
)

// ExitStatus is the status with which a CLI ends after the error.
func ExitStatus(err error) int {
	switch {
	case err == nil:
		return ExitDone
	case Is(err, Usage):
		return ExitUsage
	default:
		return ExitRefused
	}
}

// HTTPStatus is the status with which the page's server answers the error.
// The numbers are written out because the thin clients must not link net/http.
func HTTPStatus(err error) int {
	f, ok := As(err)
	if !ok {
		return 500
	}
	switch f.Type {
	case Usage, Input, Protocol:
		return 400
	case Auth, Scope:
		return 403
	case UnknownTarget:
		return 404
	case StaleNodeRef:
		return 410
	case Conflict, Refused:
		return 409
	case Paused, Blocked:
		return 423
	case Unreachable:
		return 503
	case Internal:
		return 500
	}
	return 500
}
