package api

// LoopIn runs a command again and again, each run the interval after the one
// before ended.
type LoopIn struct {
	Every   string `json:"every"` // 90s, 5m or 1h; at least 1m
	Command string `json:"command"`
	Dir     string `json:"dir,omitempty"`
}

// LoopCancelIn ends a loop and its terminal.
type LoopCancelIn struct {
	ID int `json:"id"`
}

// Loop is a loop as `jun tool loop` lists it. Runs, LastStart and LastExit are
// additions of ours: a loop whose command cannot start shows it here.
type Loop struct {
	ID        int    `json:"id"`
	Every     string `json:"every"`
	Command   string `json:"command"`
	Project   string `json:"project"`
	Dir       string `json:"dir"`
	Runs      int    `json:"runs"`
	LastStart string `json:"last_start,omitempty"` // RFC 3339
	LastExit  string `json:"last_exit,omitempty"`  // "0", "1", "signal: killed", …
}

var loopCommands = []Command{
	{Name: "tool.loop.start", Summary: "runs the command every interval in a terminal of its own", Access: Project, In: LoopIn{}, Out: IDOut{}, Examples: []string{`{"every":"10m","command":"/usr/bin/make check"}`}},
	{Name: "tool.loop.list", Summary: "the loops", Access: Read, Open: true, Out: []Loop{}},
	{Name: "tool.loop.cancel", Summary: "ends the loop and its terminal", Access: Project, In: LoopCancelIn{}, Examples: []string{`{"id":12}`}},
}
