package api

// SeatIn names a seat of a canvas.
type SeatIn struct {
	Canvas string `json:"canvas"`
	Node   string `json:"node"`
}

// SeatStartIn starts a seat's agent, or a plain terminal's program, in the folder that its card names, else in
// the home directory. On an occupied seat it is no replacement: the incumbent
// has to be exactly the actor that is asked for.
type SeatStartIn struct {
	Canvas string `json:"canvas"`
	Node   string `json:"node"`
	Cols   int    `json:"cols,omitempty"`
	Rows   int    `json:"rows,omitempty"`
}

// SeatOut is the seat's occupant.
type SeatOut struct {
	Canvas     string `json:"canvas"`
	Node       string `json:"node"`
	Terminal   int    `json:"terminal"`
	Generation int    `json:"generation"`
	Started    bool   `json:"started"` // false: it ran already
}

var seatAdminCommands = []Command{
	{Name: "seat.start", Summary: "starts the seat's agent, or the terminal card's shell, unless it runs", Access: Operator, In: SeatStartIn{}, Out: SeatOut{}, Examples: []string{`{"canvas":"checkout","node":"planner"}`}},
	{Name: "seat.resume", Summary: "starts the seat's agent with the session that it had", Access: Operator, In: SeatStartIn{}, Out: SeatOut{}, Examples: []string{`{"canvas":"checkout","node":"planner"}`}},
	{Name: "seat.stop", Summary: "ends what runs in the seat or terminal card, and everything in its terminal", Access: Operator, In: SeatIn{}, Examples: []string{`{"canvas":"checkout","node":"planner"}`}},
}
