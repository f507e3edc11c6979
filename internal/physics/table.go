package physics

import (
	"slices"

	"junto/internal/canvas"
)

// Role is what a node is to the law. It is derived from the kind and never
// authored; the law matches on roles, never on a kind's name.
type Role string

const (
	// Actor holds a live process and an inbox.
	Actor Role = "actor"
	// Geography is displayed, and neither acts nor is acted upon.
	Geography Role = "geography"
)

// Values are all roles.
func (Role) Values() []string { return []string{string(Actor), string(Geography)} }

// Port is one thing that an edge lets one end do to the other.
type Port string

const (
	MsgList   Port = "msg.list"
	MsgSend   Port = "msg.send"
	MsgPrompt Port = "msg.prompt"
	SeatRead  Port = "seat.read"
	SeatWait  Port = "seat.wait"
)

// Values are all ports.
func (Port) Values() []string {
	all := make([]string, len(allPorts))
	for i, p := range allPorts {
		all[i] = string(p)
	}
	return all
}

// Ports is a set of ports.
type Ports uint8

// allPorts gives each port its bit, and the order in which they are listed.
var allPorts = []Port{MsgList, MsgSend, MsgPrompt, SeatRead, SeatWait}

func portsOf(ports ...Port) Ports {
	var set Ports
	for _, p := range ports {
		set |= 1 << slices.Index(allPorts, p)
	}
	return set
}

// allBut is all ports without one.
func allBut(p Port) Ports { return portsOf(allPorts...) &^ portsOf(p) }

// Known reports whether there is such a port.
func (p Port) Known() bool { return slices.Contains(allPorts, p) }

// Has reports whether the port is in the set; one that is not known never is.
func (s Ports) Has(p Port) bool {
	i := slices.Index(allPorts, p)
	return i >= 0 && s&(1<<i) != 0
}

// List is the set in its order.
func (s Ports) List() []Port {
	list := []Port{}
	for i, p := range allPorts {
		if s&(1<<i) != 0 {
			list = append(list, p)
		}
	}
	return list
}

// KindFacts is what the law says of a kind.
type KindFacts struct {
	Kind   canvas.Kind
	Type   canvas.Type // of a new node of this kind
	Entity bool        // whether its node names the kind in ether.entity; else its type says it
	Role   Role
	Offers Ports  // what it lets others ask of it, along an edge
	Built  bool   // whether this build has it
	Is     string // what a reader should know
}

// kinds is the node catalog. A kind that is not in it is geography.
var kinds = []KindFacts{
	{canvas.KindAgent, canvas.Text, true, Actor, portsOf(allPorts...), true, "a seat: a process of a coding agent, with an inbox"},
	{canvas.KindTerminal, canvas.Text, true, Geography, 0, true, "a plain shell; no edge reaches it"},
	{canvas.KindNote, canvas.Text, false, Geography, 0, true, "a note in Markdown"},
	{canvas.KindLabel, canvas.Text, true, Geography, 0, true, "bare text on the map"},
	{canvas.KindGit, canvas.Text, true, Geography, 0, true, "what git says about a folder"},
	{canvas.KindRegion, canvas.Group, false, Geography, 0, true, "a named frame; what lies fully in it is its member"},
	{canvas.KindFile, canvas.File, false, Geography, 0, true, "a file"},
	{canvas.KindLink, canvas.Link, false, Geography, 0, true, "a link"},
	compiledOut("task"), compiledOut("requests"), compiledOut("artifacts"), compiledOut("board"), compiledOut("pad"),
	compiledOut("sheet"), compiledOut("page"), compiledOut("cron"), compiledOut("timer"), compiledOut("relay"),
	compiledOut("watcher"), compiledOut("herdr"),
}

func compiledOut(k canvas.Kind) KindFacts {
	return KindFacts{k, canvas.Text, true, Geography, 0, false, "not in this build: it is shown, and does nothing"}
}

// Kinds is the node catalog.
func Kinds() []KindFacts { return slices.Clone(kinds) }

// KindOf is what the law says of a kind.
func KindOf(k canvas.Kind) KindFacts {
	i := slices.IndexFunc(kinds, func(f KindFacts) bool { return f.Kind == k })
	if i < 0 {
		return KindFacts{k, canvas.Text, true, Geography, 0, true, "a kind that is not known: it is shown, and does nothing"}
	}
	return kinds[i]
}

// RoleOf is a node's role. A group is geography whatever kind it carries.
func RoleOf(n *canvas.Node) Role { return KindOf(n.Kind()).Role }

// The verbs between agents.
const (
	// Messages opens all that agents can do to each other.
	Messages canvas.Verb = "messages"
	// Notifies is Messages without prompts: neither types more into the other than
	// one line that names a mail.
	Notifies canvas.Verb = "notifies"
)

// Rule is a row of the verb table: what may be drawn, and what it compiles to.
type Rule struct {
	From     canvas.Kind
	To       canvas.Kind
	Verb     canvas.Verb
	Forward  Ports  // what the source may do to the target
	Back     Ports  // and the target to the source
	Sentence string // what the edge says of both, after "A verb B"
}

// rules is the whole table of the official build. Pairs that are not in it are
// refused when they are drawn; of the verbs of a pair the first, which is the
// fullest, is taken when none is named.
var rules = []Rule{
	{
		From: canvas.KindAgent, To: canvas.KindAgent, Verb: Messages,
		Forward: portsOf(allPorts...), Back: portsOf(allPorts...),
		Sentence: "each can mail, wait for and read the other",
	},
	{
		From: canvas.KindAgent, To: canvas.KindAgent, Verb: Notifies,
		Forward: allBut(MsgPrompt), Back: allBut(MsgPrompt),
		Sentence: "each can send the other notices, wait for it and read it; neither types a full text into the other",
	},
}

// Rules is the verb table.
func Rules() []Rule { return slices.Clone(rules) }

// ruleFor finds the row of a stored edge: its ends are in the verb's order.
func ruleFor(from, to canvas.Kind, verb canvas.Verb) (Rule, bool) {
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.From == from && r.To == to && r.Verb == verb })
	if i < 0 {
		return Rule{}, false
	}
	return rules[i], true
}
