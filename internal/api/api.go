// Package api is the contract: every command that the daemon answers, as Go
// types, in one table. The CLIs' help, the HTTP routes, the page's TypeScript
// types and the reference documents all come from this table, so they cannot
// drift from what the daemon does.
//
// It knows the shape of a call, who may make it and what an example looks like.
// It leaves what a call does to package daemon, and the transports to server
// and client.
package api

import "fmt"

// Version of the protocol on the sockets. It grows when an old client could
// misread a new daemon, or the other way round.
const Version = 1

const (
	// MaxFrame bounds one line on a socket and one HTTP body: a text of
	// MaxText, should every byte of it be escaped as \u00XX, and its frame.
	MaxFrame = 8 << 20
	// MaxText is what the document allows for one `send`.
	MaxText = 1 << 20
)

// Access is who may make a call.
type Access int

const (
	// Read: every caller that is not an orphan.
	Read Access = iota
	// Terminal: a program in one of this Jun's terminals; and the operator's page.
	Terminal
	// Project: Terminal, but not in a seat: a seat gains nothing that no edge
	// gives it.
	Project
	// Operator: the page, or a process outside Jun's terminals.
	Operator
	// Seat: a program in a seat's terminal.
	Seat
	// Work: Seat, or a process outside Jun's terminals: what explains Junto.
	Work
)

func (a Access) String() string {
	switch a {
	case Read:
		return "read"
	case Terminal:
		return "terminal"
	case Project:
		return "project"
	case Operator:
		return "operator"
	case Seat:
		return "seat"
	case Work:
		return "work"
	}
	return fmt.Sprintf("access %d", int(a))
}

// CallerKind says where a caller was found to be.
type CallerKind int

const (
	// Outside: a process of this user outside Jun's terminals.
	Outside CallerKind = iota
	// InTerminal: a process in the project terminal Caller.Terminal.
	InTerminal
	// Page: a logged-in page; Caller.Window is its window.
	Page
	// Orphan: in the keeper's tree, but no terminal could be proved.
	Orphan
	// InSeat: a process in the seat's terminal Caller.Terminal; Caller.Seat is
	// the seat.
	InSeat
)

// Caller is who makes a call, as the kernel or the page's login proves it. No
// field of it ever comes from the wire.
type Caller struct {
	Kind     CallerKind
	Terminal int
	Seat     *SeatRef // of InSeat
	Work     bool     // it calls at the work socket
	Window   string
	PID      int
	Dir      string // the caller's current directory, where it could be read
}

// SeatRef is one generation of a seat: the principal that acts through a canvas.
type SeatRef struct {
	Canvas     string // the canvas' id
	Node       string
	Binding    string
	Generation int
	AgentKey   string // the name of the card's entity
}

// Targeted is an input that names a node which the caller has to reach along an
// edge. An empty reference names none: then no edge is needed.
type Targeted interface{ TargetRef() string }

// Command is one row of the table.
type Command struct {
	Name     string
	Summary  string
	Access   Access
	Stream   bool   // answers with events until it ends
	Port     string // what the edge from the caller to the input's target has to grant; the input is Targeted
	Open     bool   // answers a seat although it is paused or blocked
	Batch    bool   // junto takes an array of inputs too
	In, Out  any    // zero values of the input and of the result (or of an event)
	Examples []string
}

// ForWork reports whether a command is the agents': it is answered at the work
// socket, and nothing else is.
func (c Command) ForWork() bool { return c.Access == Seat || c.Access == Work }

// Events are zero values of what windows are told of canvases.
func Events() []any { return []any{CanvasEvent{}, SeatsEvent{}} }

// None is the input or the result of a command that has none.
type None struct{}

// Commands is the table.
func Commands() []Command {
	var all []Command
	for _, part := range [][]Command{toolCommands, messageCommands, loopCommands, terminalCommands, workspaceCommands, daemonCommands, canvasCommands, seatAdminCommands, workCommands, msgCommands, seatCommands, diffCommands, fileCommands, noticeCommands, endedCommands, sessionCommands} {
		all = append(all, part...)
	}
	return all
}
