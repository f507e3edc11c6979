package api

// Status is how the daemon is.
type Status struct {
	Version   string `json:"version"`
	PID       int    `json:"pid"`
	Keeper    int    `json:"keeper"` // its pid
	Home      string `json:"home"`
	URL       string `json:"url"` // without a login
	Started   string `json:"started"`
	Terminals int    `json:"terminals"`
	Agents    int    `json:"agents"`
	Windows   int    `json:"windows"`
}

// URLIn makes a login link, to the project of Dir when it is given: the project
// is added when there is none.
type URLIn struct {
	Dir string `json:"dir,omitempty"`
}

// URLOut is a link that logs in once.
type URLOut struct {
	URL string `json:"url"`
}

// QuitIn ends Jun and every program in it.
type QuitIn struct {
	Force bool `json:"force,omitempty"` // although agents work
}

var daemonCommands = []Command{
	{Name: "daemon.status", Summary: "how the daemon is", Access: Operator, Out: Status{}},
	{Name: "daemon.url", Summary: "a link that logs in once", Access: Operator, In: URLIn{}, Out: URLOut{}, Examples: []string{`{}`, `{"dir":"/src/web"}`}},
	{Name: "daemon.restart", Summary: "starts the daemon anew; the terminals stay", Access: Operator},
	{Name: "daemon.quit", Summary: "ends Jun and every program in it", Access: Operator, In: QuitIn{}, Examples: []string{`{}`, `{"force":true}`}},
}
