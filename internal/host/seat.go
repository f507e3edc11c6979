package host

// Occupant is one generation of a seat: the process that occupies it. It is
// kept with the terminal, so a seat is occupied exactly as long as the keeper
// holds its process, whatever became of daemons in between.
type Occupant struct {
	Canvas     string `json:"canvas"` // the canvas' id
	Node       string `json:"node"`
	Binding    string `json:"binding"`
	Harness    string `json:"harness"`
	AgentKey   string `json:"agent_key"`
	Generation int    `json:"generation"`
	Session    string `json:"session,omitempty"` // the harness' own id of it, where it was pinned or resumed
}
