// Package mail knows a mail's life: what a sender may hand in, how far it has
// come and what proves it, which waiting mail is typed next, when mail is held
// and why, and the exact text that is typed into the recipient's seat.
//
// It stores, types and sees nothing. The caller keeps mails, types what Plan
// names through the terminal's gate, and reports what came of it. Whether the
// sender may mail the recipient at all is for physics and seat to say.
//
//	accepted ──▶ typing ──▶ typed ──▶ submitted ──▶ read
//	    │           │ nothing was typed                ▲
//	    │◀──────────┘                                  │
//	    ├──────────────────────────────────────────────┘ the recipient's own msg list
//	    └──▶ ended   the seat was deleted
//
// Nothing is called delivered that was not typed or read, and a stamp, once
// set, is never set again.
package mail

import (
	"cmp"
	"strings"
	"time"
)

// Kind is the shape that the sender picked.
type Kind string

const (
	// Notice types one line that names the sender and how to read the mail.
	Notice Kind = "notice"
	// Prompt types the full text.
	Prompt Kind = "prompt"
)

// Address names a seat.
type Address struct {
	Canvas string `json:"canvas"`
	Node   string `json:"node"`
}

// Sender is who sent a mail, as the daemon proved it. Nothing in it comes from
// the sender.
type Sender struct {
	Address
	Name       string `json:"name"` // what its card is called
	Generation uint64 `json:"generation"`
	Harness    string `json:"harness,omitempty"`
	Edge       string `json:"edge"` // the edge that admitted it
}

// Junto is the sender of what Junto itself has to say to a seat. No seat is: a
// node's id is never empty.
func Junto(canvas string) Sender { return Sender{Address: Address{Canvas: canvas}, Name: "Junto"} }

// IsJunto reports whether Junto itself is the sender.
func (s Sender) IsJunto() bool { return s.Node == "" }

// Mail is one mail. It is a value; each step of its life makes another.
type Mail struct {
	ID    string  `json:"id"` // ids sort by time
	From  Sender  `json:"from"`
	To    Address `json:"to"`
	Draft Draft   `json:"draft"`
	Chain int     `json:"chain"` // replies in a row that led here, itself included
	Key   string  `json:"key,omitempty"`
	Life  Life    `json:"life"`
}

// Compare compares mails' ids by their time. A longer one is later.
func Compare(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// Life is what has happened to a mail.
type Life struct {
	Accepted  time.Time  `json:"accepted"`
	Typing    *Stamp     `json:"typing,omitempty"` // begun, and not known how it went
	Typed     *Stamp     `json:"typed,omitempty"`
	Submitted *Stamp     `json:"submitted,omitempty"`
	Read      *Stamp     `json:"read,omitempty"`
	Ended     *Stamp     `json:"ended,omitempty"`
	Released  *Stamp     `json:"released,omitempty"`  // the operator let it past a brake
	AsNotice  bool       `json:"as_notice,omitempty"` // a prompt that may have been typed once
	Reactions []Reaction `json:"reactions,omitempty"`
}

// Stamp is when something happened, and what proves it.
type Stamp struct {
	At         time.Time `json:"at"`
	Evidence   string    `json:"evidence,omitempty"`
	Generation uint64    `json:"generation,omitempty"` // of the recipient
}

// Reaction acknowledges a mail without a reply. It is never typed anywhere.
type Reaction struct {
	At       time.Time `json:"at"`
	Reaction string    `json:"reaction"`
}

// State is how far a mail has come.
type State string

const (
	Accepted  State = "accepted"
	Typing    State = "typing"
	Typed     State = "typed"
	Submitted State = "submitted"
	Read      State = "read"
	Ended     State = "ended"
)

// State of the mail.
func (m Mail) State() State {
	switch l := m.Life; {
	case l.Read != nil:
		return Read
	case l.Submitted != nil:
		return Submitted
	case l.Typed != nil:
		return Typed
	case l.Ended != nil:
		return Ended
	case l.Typing != nil:
		return Typing
	}
	return Accepted
}

// Delivery is what a sender is told.
type Delivery string

const (
	Delivered Delivery = "delivered" // typed into the seat, or read there
	Waiting   Delivery = "waiting"   // not yet
	NotComing Delivery = "ended"     // it never will be
)

// Delivery of the mail.
func (m Mail) Delivery() Delivery {
	switch m.State() {
	case Accepted, Typing:
		return Waiting
	case Ended:
		return NotComing
	case Typed, Submitted, Read:
	}
	return Delivered
}

// Receipt is one step that a mail has taken, for its sender.
type Receipt struct {
	State    State     `json:"state"`
	At       time.Time `json:"at"`
	Evidence string    `json:"evidence,omitempty"`
}

// Receipts are the steps that the mail has taken, in order.
func (m Mail) Receipts() []Receipt {
	all := []Receipt{{State: Accepted, At: m.Life.Accepted, Evidence: "stored"}}
	for _, s := range []struct {
		state State
		stamp *Stamp
	}{{Typed, m.Life.Typed}, {Submitted, m.Life.Submitted}, {Read, m.Life.Read}, {Ended, m.Life.Ended}} {
		if s.stamp != nil {
			all = append(all, Receipt{s.state, s.stamp.At, s.stamp.Evidence})
		}
	}
	return all
}
