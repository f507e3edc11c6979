package api

// Notice is something that the operator is told at once, by the window that they
// used last: an event of kind "notice". Reason is waiting (the agent needs an
// answer), done (it has finished), program (a program asked for a notification)
// or bell.
type Notice struct {
	ID       int    `json:"id"` // counts up
	Time     string `json:"time"`
	Terminal int    `json:"terminal"`
	Project  string `json:"project"`
	Agent    string `json:"agent,omitempty"`
	Reason   string `json:"reason"`
	Title    string `json:"title"`
	Text     string `json:"text,omitempty"`
}

// Progress is how far a program says that it is. State is normal, error,
// indeterminate or paused.
type Progress struct {
	State string `json:"state"`
	Value int    `json:"value"` // percent
}

var noticeCommands = []Command{
	{Name: "notice.list", Summary: "the latest notices, for a window that connects again", Access: Operator, Out: []Notice{}},
}
