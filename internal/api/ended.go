package api

// Ended is a terminal that has ended. Its id is the one that it had in its run.
type Ended struct {
	Run     int    `json:"run"`
	ID      int    `json:"id"`
	Ended   string `json:"ended"` // RFC 3339
	Title   string `json:"title"`
	Project string `json:"project"` // "Global" when it belonged to none
	Dir     string `json:"dir"`
	Agent   string `json:"agent,omitempty"`
	Exit    string `json:"exit,omitempty"` // "status 1", "signal 9 (killed)"
	Cols    int    `json:"cols"`
	Rows    int    `json:"rows"`
	// Session is the agent's session, when it was proved which one that was.
	// Resumable says that it can be taken up again from here; else Why not.
	Session   string `json:"session,omitempty"`
	Resumable bool   `json:"resumable"`
	Why       string `json:"why,omitempty"`
}

// EndedIn names an ended terminal.
type EndedIn struct {
	Run int `json:"run"`
	ID  int `json:"id"`
}

// EndedScreen is an ended terminal with its last screen: bytes that bring an
// emulator of its size to it; none when it was not kept.
type EndedScreen struct {
	Ended
	Screen []byte `json:"screen,omitempty"`
}

var endedCommands = []Command{
	{Name: "ended.list", Summary: "the terminals that have ended, the latest first", Access: Operator, Out: []Ended{}},
	{Name: "ended.get", Summary: "an ended terminal and its last screen", Access: Operator, In: EndedIn{}, Out: EndedScreen{}, Examples: []string{`{"run":1,"id":3}`}},
	{Name: "ended.start", Summary: "starts a new shell where the ended terminal was", Access: Operator, In: EndedIn{}, Out: IDOut{}, Examples: []string{`{"run":1,"id":3}`}},
	{Name: "ended.resume", Summary: "takes up the agent's session in a new terminal", Access: Operator, In: EndedIn{}, Out: IDOut{}, Examples: []string{`{"run":1,"id":3}`}},
	{Name: "ended.forget", Summary: "drops an ended terminal and its last screen", Access: Operator, In: EndedIn{}, Examples: []string{`{"run":1,"id":3}`}},
}
