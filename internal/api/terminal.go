package api

// TerminalView is a terminal as the page shows it.
type TerminalView struct {
	ID       int       `json:"id"`
	Project  string    `json:"project"` // "Global" when it belongs to none
	Dir      string    `json:"dir"`
	Branch   string    `json:"branch,omitempty"` // checked out in the agent's directory; a commit's beginning when the head is detached
	Title    string    `json:"title"`
	Agent    string    `json:"agent,omitempty"`
	Status   string    `json:"status,omitempty"`
	Since    string    `json:"since,omitempty"` // RFC 3339: when the status began
	Because  string    `json:"because,omitempty"`
	Line     string    `json:"line,omitempty"`     // what it waits with, or its last line
	Progress *Progress `json:"progress,omitempty"` // of what runs in it, when it says so
	Loop     bool      `json:"loop"`
	Running  bool      `json:"running"`
	Exit     string    `json:"exit,omitempty"`
	Cols     int       `json:"cols"`
	Rows     int       `json:"rows"`
	PID      int       `json:"pid"`
	Canvas   string    `json:"canvas,omitempty"` // of a seat's terminal
	Node     string    `json:"node,omitempty"`
}

// NewTerminalIn starts a terminal: the user's shell, or a command in it.
type NewTerminalIn struct {
	Dir     string `json:"dir,omitempty"`     // empty: the caller's, or the project's
	Project string `json:"project,omitempty"` // empty: the one that Dir is in, else Global
	Command string `json:"command,omitempty"`
	Cols    int    `json:"cols,omitempty"`
	Rows    int    `json:"rows,omitempty"`
}

// EndTerminalIn ends a terminal and everything in it.
type EndTerminalIn struct {
	ID    int  `json:"id"`
	Force bool `json:"force,omitempty"` // although something runs in it
}

// AttachIn attaches the caller's own terminal to one of Jun's.
type AttachIn struct {
	ID   int `json:"id"`
	Cols int `json:"cols"`
	Rows int `json:"rows"`
}

// AttachEvent is a piece of an attached terminal's output. Snapshot says that
// the screen begins anew with it, More that the next event goes on where this
// one was cut.
type AttachEvent struct {
	Snapshot bool   `json:"snapshot,omitempty"`
	More     bool   `json:"more,omitempty"`
	Data     []byte `json:"data"` // base64
}

// TypeIn types bytes into a terminal as the operator's keys.
type TypeIn struct {
	ID   int    `json:"id"`
	Data []byte `json:"data"` // base64
}

// ResizeIn gives a terminal the caller's size.
type ResizeIn struct {
	ID   int `json:"id"`
	Cols int `json:"cols"`
	Rows int `json:"rows"`
}

// ExplainIn asks why a terminal's agent has its status.
type ExplainIn struct {
	ID int `json:"id"`
}

// Explanation is the evidence behind a status.
type Explanation struct {
	ID      int      `json:"id"`
	Agent   string   `json:"agent,omitempty"`
	Status  string   `json:"status"`
	Told    string   `json:"told"` // what terminals and watch show
	Since   string   `json:"since"`
	Because string   `json:"because"`
	Title   string   `json:"title"`
	Program []string `json:"program"` // the foreground process group, a line each
	Bottom  []string `json:"bottom"`  // the live lines that the rules looked at
}

var terminalCommands = []Command{
	{Name: "terminal.list", Summary: "the terminals as the page shows them", Access: Operator, Out: []TerminalView{}},
	{Name: "terminal.new", Summary: "starts a terminal", Access: Operator, In: NewTerminalIn{}, Out: IDOut{}, Examples: []string{`{}`, `{"dir":"/src/web","command":"claude"}`}},
	{Name: "terminal.end", Summary: "ends a terminal and everything in it", Access: Operator, In: EndTerminalIn{}, Examples: []string{`{"id":3,"force":true}`}},
	{Name: "terminal.attach", Summary: "streams a terminal's screen and output", Access: Operator, Stream: true, In: AttachIn{}, Out: AttachEvent{}, Examples: []string{`{"id":3,"cols":120,"rows":40}`}},
	{Name: "terminal.type", Summary: "types bytes as the operator's keys", Access: Operator, In: TypeIn{}, Examples: []string{`{"id":3,"data":"bHMN"}`}},
	{Name: "terminal.resize", Summary: "gives a terminal the caller's size", Access: Operator, In: ResizeIn{}, Examples: []string{`{"id":3,"cols":120,"rows":40}`}},
	{Name: "terminal.explain", Summary: "which evidence decided an agent's status", Access: Operator, In: ExplainIn{}, Out: Explanation{}, Examples: []string{`{"id":3}`}},
}
