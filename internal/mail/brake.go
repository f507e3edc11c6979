package mail

import (
	"fmt"
	"time"
)

// The loop brakes. Agents that thank each other filled an afternoon's budget in
// minutes where nothing counted; people who work through two agents do not come
// near these numbers.
const (
	// Window is the time over which mail is counted.
	Window = 60 * time.Second
	// PairLimit is how many mails pass between two seats in a window, both ways
	// together.
	PairLimit = 10
	// SelfLimit is how many a seat may send to itself in a window.
	SelfLimit = 3
	// ChainLimit is how many replies in a row pass without the operator: a long
	// discussion has a dozen.
	ChainLimit = 24
)

// Lane says which brake a mail is under.
type Lane int

const (
	Counted Lane = iota // counted with the others of its pair
	Chained             // the end of a chain that is too long
	Free                // the operator let it go on; or it is Junto's own
)

// Lane of the mail.
func (m Mail) Lane() Lane {
	switch {
	case m.Life.Released != nil || m.From.IsJunto():
		return Free
	case m.Chain > ChainLimit:
		return Chained
	}
	return Counted
}

// Line is the mail of one sender for a seat that is under one brake: all of it
// is held, or none.
type Line struct {
	From string // the sender's node
	Lane Lane
}

// OurLine is the line of what Junto itself has to say to a seat.
var OurLine = Line{Lane: Free}

// Line that the mail is in.
func (m Mail) Line() Line { return Line{m.From.Node, m.Lane()} }

// Passed is a mail that was typed lately.
type Passed struct {
	From, To Address
	At       time.Time
}

// Reason is why a mail is held, or waits.
type Reason string

const (
	NotRunning Reason = "not running" // the recipient's seat has no process
	Dialog     Reason = "dialog"      // a dialog is up: typing would answer it
	OwnDraft   Reason = "draft"       // the operator has unsent text in the composer
	Starting   Reason = "starting"    // the program does not take input yet
	RateCap    Reason = "rate"        // a loop brake
	ChainCap   Reason = "chain"       // a loop brake
)

// Held says why a mail is not typed now. Until is when that ends by itself;
// zero when it does not.
type Held struct {
	Reason Reason    `json:"reason"`
	Cap    string    `json:"cap,omitempty"`
	Until  time.Time `json:"until,omitzero"`
}

// Braked reports whether it is a brake that holds, at a time.
func (h Held) Braked(now time.Time) bool {
	return h.Cap != "" && (h.Until.IsZero() || now.Before(h.Until))
}

// Brake decides whether a loop brake holds a mail.
func Brake(m Mail, passed []Passed, now time.Time) (Held, bool) {
	switch m.Lane() {
	case Free:
		return Held{}, false
	case Chained:
		return Held{Reason: ChainCap, Cap: fmt.Sprintf("%d replies in a row", ChainLimit)}, true
	case Counted:
	}
	limit, limitSays := PairLimit, fmt.Sprintf("%d mails in %d s between two seats", PairLimit, int(Window.Seconds()))
	if m.From.Address == m.To {
		limit, limitSays = SelfLimit, fmt.Sprintf("%d mails in %d s to oneself", SelfLimit, int(Window.Seconds()))
	}
	// The mail passes when fewer than limit are left in the window, that is when
	// the limit-th latest of the pair has left it.
	var latest []time.Time
	for _, p := range passed {
		if p.At.After(now.Add(-Window)) && samePair(p.From, p.To, m.From.Address, m.To) {
			latest = append(latest, p.At)
		}
	}
	if len(latest) < limit {
		return Held{}, false
	}
	return Held{Reason: RateCap, Cap: limitSays, Until: nthLatest(latest, limit).Add(Window)}, true
}

func samePair(a, b, c, d Address) bool { return a == c && b == d || a == d && b == c }

// AskOperator is the text of the `ask` message that tells the operator of a
// brake, once each time that it takes hold.
func AskOperator(m Mail, recipient string, h Held) string {
	who := fmt.Sprintf("Mail from %s to %s is held", limited(oneLine(m.From.Name), maxSender), limited(oneLine(recipient), maxSender))
	if h.Reason == ChainCap {
		return fmt.Sprintf("%s: they have answered each other %d times in a row (the cap is %s). It waits until you let it go on.", who, m.Chain, h.Cap)
	}
	return fmt.Sprintf("%s until %s: the cap is %s. Let it go on now, or remove the edge?", who, h.Until.UTC().Format("15:04:05 MST"), h.Cap)
}
