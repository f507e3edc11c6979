package api

// TerminalInfo is a terminal as `jun tool terminals` lists it.
type TerminalInfo struct {
	ID      int    `json:"id"`
	Project string `json:"project"`
	Dir     string `json:"dir"`
	Title   string `json:"title"`
	Agent   string `json:"agent,omitempty"`
	Status  string `json:"status,omitempty"`
	Self    bool   `json:"self"`
}

// AgentChange is a line of `jun tool watch`: From is empty for an agent that is
// new, To for one that is gone.
type AgentChange struct {
	ID      int    `json:"id"`
	Project string `json:"project"`
	Agent   string `json:"agent"`
	Title   string `json:"title"`
	From    string `json:"from"`
	To      string `json:"to"`
}

// Limits of `screen`, as the document has them.
const (
	ScreenLines    = 40
	MinScreenLines = 1
	MaxScreenLines = 500
)

// ScreenIn asks for the last lines of a terminal's text.
type ScreenIn struct {
	ID    int `json:"id"`
	Lines int `json:"lines,omitempty"` // 0: ScreenLines
}

// ScreenOut is the text, a line for each logical line.
type ScreenOut struct {
	Lines []string `json:"lines"`
}

// OpenIn shows a target.
type OpenIn struct {
	Target string `json:"target"`
	In     string `json:"in,omitempty"`
	Peek   bool   `json:"peek,omitempty"`
}

// CloseIn closes a target.
type CloseIn struct {
	Target string `json:"target"`
}

// CloseOut is what closing leaves pending, if anything.
type CloseOut struct {
	Pending string `json:"pending,omitempty"`
}

// SendIn submits a text to the agent in a terminal.
type SendIn struct {
	ID            int    `json:"id"`
	Text          string `json:"text"`
	UnlessWaiting bool   `json:"unless_waiting,omitempty"`
	// Key is the sender's own for this text: sent again under it, the text is not
	// typed again, and the answer is what became of it.
	Key string `json:"key,omitempty"`
}

// SendOut is what became of the text. Stage is the last of accepted, typed and
// submitted that was reached; Started says that the agent was seen to work.
type SendOut struct {
	Stage    string     `json:"stage"`
	Started  bool       `json:"started"`
	Held     string     `json:"held,omitempty"` // why it is not typed yet
	Evidence []Evidence `json:"evidence"`
}

// Evidence is a fact that proves a stage, with its time in RFC 3339.
type Evidence struct {
	Time  string `json:"time"`
	Stage string `json:"stage"`
	Fact  string `json:"fact"`
}

// RunIn starts a terminal that runs a command in the caller's project.
type RunIn struct {
	Command string `json:"command"`
	Dir     string `json:"dir,omitempty"` // empty: the caller's
	Open    bool   `json:"open,omitempty"`
}

// IDOut is the id of what a command made.
type IDOut struct {
	ID int `json:"id"`
}

var toolCommands = []Command{
	{Name: "tool.terminals", Summary: "Jun's running terminals, by id", Access: Read, Open: true, Out: []TerminalInfo{}},
	{Name: "tool.watch", Summary: "agents' status as it changes", Access: Read, Open: true, Stream: true, Out: AgentChange{}},
	{Name: "tool.screen", Summary: "the last lines of a terminal's text", Access: Read, In: ScreenIn{}, Out: ScreenOut{}, Examples: []string{`{"id":3}`, `{"id":3,"lines":500}`}},
	{Name: "tool.open", Summary: "shows the target", Access: Terminal, In: OpenIn{}, Examples: []string{`{"target":"terminal:7"}`, `{"target":"diff:7","in":"Review"}`, `{"target":"terminal:7","peek":true}`}},
	{Name: "tool.close", Summary: "closes the target", Access: Terminal, In: CloseIn{}, Out: CloseOut{}, Examples: []string{`{"target":"peek"}`, `{"target":"perspective:Review"}`}},
	{Name: "tool.back", Summary: "one step back through where the user has been", Access: Terminal},
	{Name: "tool.forward", Summary: "one step forward through where the user has been", Access: Terminal},
	{Name: "tool.send", Summary: "submits the text to the agent in the terminal", Access: Project, In: SendIn{}, Out: SendOut{}, Examples: []string{`{"id":7,"text":"How is it going?"}`, `{"id":7,"text":"go on","unless_waiting":true}`}},
	{Name: "tool.run", Summary: "starts a terminal running the command", Access: Project, In: RunIn{}, Out: IDOut{}, Examples: []string{`{"command":"codex"}`, `{"command":"make test","dir":"/src/web","open":true}`}},
}
