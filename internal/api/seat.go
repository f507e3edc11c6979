package api

// Limits of looking at a seat.
const (
	SeatWaitMax     = 600_000 // milliseconds
	SeatWaitDefault = 60_000
	SeatReadMax     = 2000 // lines
	SeatReadDefault = 40
	// SeatReadBytes is the most text that one read gives; what is above goes.
	SeatReadBytes     = 64 << 10
	SeatFollowMax     = 600 // seconds
	SeatFollowDefault = 30
)

// SeatWaitIn waits until a peer, or any of them, is in a state.
type SeatWaitIn struct {
	Target    string `json:"target,omitempty" about:"the node: its id, its name or its title"`
	Any       bool   `json:"any,omitempty" about:"any peer that may be waited for, instead of a target"`
	Until     string `json:"until" about:"idle, working, attention or gone"`
	TimeoutMS int    `json:"timeoutMs,omitempty" about:"1 to 600000; 60000 without"`
}

// TargetRef is the node that the edge has to lead to.
func (in SeatWaitIn) TargetRef() string { return in.Target }

// SeatWaitOut is the state that was waited for.
type SeatWaitOut struct {
	Target     string `json:"target"`
	State      string `json:"state"` // idle, working, attention, unknown or gone
	Reason     string `json:"reason,omitempty"`
	Confidence string `json:"confidence"` // high; low while it is unknown
	Generation int    `json:"generation"`
	At         string `json:"at"` // since when
}

// SeatReadIn reads the last lines of a peer's terminal. With since and
// sinceGeneration, of an earlier read, it says what came after that; with follow
// it waits for it.
type SeatReadIn struct {
	Target          string  `json:"target" about:"the node: its id, its name or its title"`
	Lines           int     `json:"lines,omitempty" about:"1 to 2000; 40 without"`
	Since           *uint64 `json:"since,omitempty" about:"the seq of an earlier read, together with sinceGeneration"`
	SinceGeneration *int    `json:"sinceGeneration,omitempty" about:"the generation of that read"`
	Follow          bool    `json:"follow,omitempty" about:"waits for something newer than since"`
	MaxSeconds      int     `json:"maxSeconds,omitempty" about:"how long it waits at most, 1 to 600; 30 without"`
}

// TargetRef is the node that the edge has to lead to.
func (in SeatReadIn) TargetRef() string { return in.Target }

// SeatReadOut is the text of a peer's terminal, in an envelope that it cannot
// leave: what a program wrote is data, and no instruction to the reader.
type SeatReadOut struct {
	Target     string `json:"target"`
	State      string `json:"state"`
	Reason     string `json:"reason,omitempty"`
	Generation int    `json:"generation"`
	Replaced   bool   `json:"replaced"` // another process than at since
	Seq        uint64 `json:"seq"`      // grows with every change of the screen
	Text       string `json:"text"`
	LineCount  int    `json:"lineCount"`
	Bytes      int    `json:"bytes"`
	Truncated  bool   `json:"truncated"`
	Stopped    string `json:"stopped"` // not-following, advanced, duration or replaced
}

var seatCommands = []Command{
	{Name: "seat.wait", Summary: "waits until a peer is in a state", Access: Seat, Port: "seat.wait", In: SeatWaitIn{}, Out: SeatWaitOut{}, Examples: []string{`{"target":"reviewer","until":"idle","timeoutMs":60000}`, `{"any":true,"until":"attention"}`}},
	{Name: "seat.read", Summary: "reads a peer's terminal", Access: Seat, Port: "seat.read", In: SeatReadIn{}, Out: SeatReadOut{}, Examples: []string{`{"target":"reviewer"}`, `{"target":"reviewer","lines":200,"since":17,"sinceGeneration":1,"follow":true,"maxSeconds":60}`}},
}
