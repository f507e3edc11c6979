package api

import "encoding/json"

// Pong is a sign of life.
type Pong struct {
	Pong            bool   `json:"pong"`
	ProtocolVersion int    `json:"protocol_version"`
	Version         string `json:"version"`
}

// Doctor is what the daemon finds about itself and its caller.
type Doctor struct {
	Protocol int           `json:"protocol_version"`
	Status   string        `json:"status"` // ok or attention_required
	Checks   []DoctorCheck `json:"checks"`
}

// DoctorCheck is one of its findings.
type DoctorCheck struct {
	Name    string `json:"name"`
	OK      bool   `json:"ok"`
	Details string `json:"details"`
}

// Capabilities is what a seat may do now: all of it follows from its edges.
type Capabilities struct {
	Canvas          string       `json:"canvas"` // its name
	Node            string       `json:"node"`
	Name            string       `json:"name"`
	Role            string       `json:"role"`
	Generation      int          `json:"generation"`
	ProtocolVersion int          `json:"protocol_version"`
	Paused          bool         `json:"paused"`
	Blocked         bool         `json:"blocked"`
	Unread          int          `json:"unread"` // mail
	Connected       []Connection `json:"connected"`
	CoMembers       []CoMember   `json:"co_members"` // visible, in a region with it; no port
	NextStep        string       `json:"next_step,omitempty"`
}

// Connection is a node that an edge leads to.
type Connection struct {
	ID          string   `json:"id"`
	Kind        string   `json:"kind"`
	Name        string   `json:"name,omitempty"`
	Title       string   `json:"title"`
	Role        string   `json:"role"`
	Edge        string   `json:"edge"`    // its id; the operator drew it
	Summary     string   `json:"summary"` // the edge as a sentence
	State       string   `json:"state"`
	Grants      []string `json:"grants"`      // ports
	Invocations []string `json:"invocations"` // commands that work now
}

// CoMember is a node in a region with the seat.
type CoMember struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	Title string `json:"title"`
}

// Onboarding is what an agent needs to know when it begins.
type Onboarding struct {
	NodeRef      string         `json:"nodeRef"`
	Regions      []RegionBrief  `json:"regions"` // around it, the outermost first
	Capabilities Capabilities   `json:"capabilities"`
	Commands     []CommandBrief `json:"commands"`
	Rules        []string       `json:"rules"`
}

// RegionBrief is a region's word to its members.
type RegionBrief struct {
	ID          string `json:"id"`
	Label       string `json:"label"`
	Instruction string `json:"instruction,omitempty"`
}

// CommandBrief is a command in a list.
type CommandBrief struct {
	Command string `json:"command"` // as junto has it
	Summary string `json:"summary"`
}

// Rulings are the rules of the regions around a seat.
type Rulings struct {
	Regions []RegionRulings `json:"regions"`
}

// RegionRulings are the rules of one region, as authored.
type RegionRulings struct {
	ID       string          `json:"id"`
	Label    string          `json:"label"`
	Contract json.RawMessage `json:"contract"`
}

// DocIn names a command; without one, all are listed.
type DocIn struct {
	Command string `json:"command,omitempty" about:"as in msg send; all without"`
}

// CommandSchema is a command for a program that calls it.
type CommandSchema struct {
	Command      string   `json:"command"`
	Call         string   `json:"call"`
	Description  string   `json:"description"`
	AcceptsBatch bool     `json:"accepts_batch"`
	Port         string   `json:"port,omitempty"` // what the edge has to open
	InputModes   []string `json:"input_modes"`
	Schema       any      `json:"schema,omitempty"` // not in the list of all
	Output       any      `json:"output,omitempty"`
}

// CommandExample is a call that works as it stands, but for its names.
type CommandExample struct {
	Command string          `json:"command"`
	Input   json.RawMessage `json:"input"`
	Shell   string          `json:"shell"`
}

// ReferenceIn asks for the reference, or for one kind of node.
type ReferenceIn struct {
	Node string `json:"node,omitempty" about:"a kind of node; the whole reference without"`
}

// ReferenceOut is a text in Markdown.
type ReferenceOut struct {
	Text string `json:"text"`
}

// WhyIn asks why a call is admitted or not. A seat asks about itself; outside,
// the canvas is named.
type WhyIn struct {
	From   string `json:"from" about:"the node that would ask; self for this seat"`
	To     string `json:"to" about:"the node that would be asked"`
	Port   string `json:"port,omitempty" about:"one port, as in msg.send; whether anything is admitted without"`
	Canvas string `json:"canvas,omitempty" about:"outside of seats: on which canvas"`
}

// WhyOut names the check that fails, and the edge that would mend it.
type WhyOut struct {
	From     string     `json:"from"`
	To       string     `json:"to"`
	Port     string     `json:"port,omitempty"`
	Admitted bool       `json:"admitted"`
	Grants   []string   `json:"grants"`
	Checks   []WhyCheck `json:"checks"` // up to the first that fails
	Failed   string     `json:"failed,omitempty"`
	Missing  string     `json:"missing,omitempty"`
	Fix      *WhyFix    `json:"fix,omitempty"`
	Says     string     `json:"says"`
}

// WhyCheck is one of the checks of admission.
type WhyCheck struct {
	Check string `json:"check"`
	OK    bool   `json:"ok"`
	Says  string `json:"says"`
}

// WhyFix is the edge that would admit the call.
type WhyFix struct {
	From string `json:"from"`
	To   string `json:"to"`
	Verb string `json:"verb"`
}

var workCommands = []Command{
	{Name: "ping", Summary: "whether Junto answers", Access: Work, Open: true, Out: Pong{}},
	{Name: "doctor", Summary: "whether all is as it should be between this caller and Junto", Access: Work, Open: true, Out: Doctor{}},
	{Name: "capabilities", Summary: "what this seat may do now, by its edges", Access: Seat, Open: true, Out: Capabilities{}},
	{Name: "onboard", Summary: "who this seat is, where, and what it may do: read it first", Access: Seat, Open: true, Out: Onboarding{}},
	{Name: "rulings", Summary: "the rules of the regions around this seat", Access: Seat, Open: true, Out: Rulings{}},
	{Name: "schema", Summary: "the shape of a command's input, or of all", Access: Work, Open: true, In: DocIn{}, Out: []CommandSchema{}, Examples: []string{`{}`, `{"command":"msg send"}`}},
	{Name: "examples", Summary: "calls of a command that can be run", Access: Work, Open: true, In: DocIn{}, Out: []CommandExample{}, Examples: []string{`{}`, `{"command":"seat wait"}`}},
	{Name: "docs", Summary: "the reference, made of the tables that the program runs by", Access: Work, Open: true, In: ReferenceIn{}, Out: ReferenceOut{}, Examples: []string{`{}`, `{"node":"agent"}`}},
	{Name: "why", Summary: "why a call from one node to another is admitted or not", Access: Work, Open: true, In: WhyIn{}, Out: WhyOut{}, Examples: []string{`{"from":"planner","to":"reviewer","port":"msg.send"}`, `{"from":"planner","to":"reviewer","canvas":"checkout"}`}},
}
