package seat

import (
	"slices"

	"junto/internal/fault"
)

// Pause is the play state of a canvas. The zero value is paused: that is how
// every launch comes back. It never touches a process.
type Pause struct {
	Playing    bool     `json:"playing"`
	EverPlayed bool     `json:"ever_played"` // the first play of all asks the operator to confirm
	Nodes      []string `json:"nodes,omitempty"`
	Regions    []string `json:"regions,omitempty"`
}

// Launched is the play state after the app was started again.
func (p Pause) Launched() Pause {
	p.Playing = false
	return p
}

// Play lets the canvas act. What the operator paused on it stays paused.
func (p Pause) Play() Pause {
	p.Playing, p.EverPlayed = true, true
	return p
}

// Halt pauses the canvas.
func (p Pause) Halt() Pause {
	p.Playing = false
	return p
}

// SetNode pauses a node, or lets it go on.
func (p Pause) SetNode(id string, paused bool) Pause {
	p.Nodes = with(p.Nodes, id, paused)
	return p
}

// SetRegion pauses all that lies in a region, or lets it go on.
func (p Pause) SetRegion(id string, paused bool) Pause {
	p.Regions = with(p.Regions, id, paused)
	return p
}

// with keeps the list sorted, so that the same state is always written alike.
func with(list []string, id string, in bool) []string {
	i, found := slices.BinarySearch(list, id)
	switch {
	case in && !found:
		return slices.Insert(slices.Clone(list), i, id)
	case !in && found:
		return slices.Delete(slices.Clone(list), i, i+1)
	}
	return list
}

// Paused reports whether a node is paused, and by what: "canvas", "node" or
// "region <id>". The regions are those that it lies in.
func (p Pause) Paused(node string, regions []string) (by string, paused bool) {
	if !p.Playing {
		return "canvas", true
	}
	if slices.Contains(p.Nodes, node) {
		return "node", true
	}
	for _, r := range regions {
		if slices.Contains(p.Regions, r) {
			return "region " + r, true
		}
	}
	return "", false
}

// Class is what kind of thing a seat asks for.
type Class string

const (
	// Open: what it is and what it may do. It is always answered.
	Open Class = "open"
	// Look: another seat's state or screen, along an edge.
	Look Class = "look"
	// Mail: anything with its mailbox, reading included, since reading marks.
	Mail Class = "mail"
	// Change: anything else that changes something.
	Change Class = "change"
)

// classes are the documented commands of a seat.
var classes = map[string]Class{
	"ping": Open, "doctor": Open, "capabilities": Open, "onboard": Open, "rulings": Open,
	"schema": Open, "examples": Open, "docs": Open, "why": Open,
	"seat.wait": Look, "seat.read": Look, "tool.screen": Look,
	"msg.send": Mail, "msg.list": Mail, "msg.read": Mail, "msg.reply": Mail, "msg.react": Mail, "msg.sent": Mail,
}

// ClassOf is the class of a command. One that is not known changes something:
// that is the safe side.
func ClassOf(command string) Class {
	if c, ok := classes[command]; ok {
		return c
	}
	return Change
}

// Bound is what binds a seat at the moment.
type Bound struct {
	PausedBy string // empty when it is not paused
	Blocked  bool
}

// Allow decides whether a seat may do a thing.
//
//	          playing  paused   blocked
//	open      yes      yes      yes
//	look      yes      yes      Blocked
//	mail      yes      Paused   Blocked
//	change    yes      Paused   Blocked
//
// Mail that was sent before still reaches a paused or blocked seat.
func (b Bound) Allow(c Class) error {
	switch {
	case c == Open:
		return nil
	case b.Blocked:
		return fault.New(fault.Blocked, "this seat is blocked by the operator").
			Next("stop and wait; `junto capabilities` says when the block is gone")
	case b.PausedBy != "" && c != Look:
		return fault.New(fault.Paused, "this seat is paused (%s)", b.PausedBy).
			Next("wait for the operator to press play, then run `junto onboard`")
	}
	return nil
}
