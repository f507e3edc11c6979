package api

// Session is a browser that is logged in. Times are RFC 3339.
type Session struct {
	ID       int    `json:"id"`
	Label    string `json:"label"` // what the browser calls itself
	Created  string `json:"created"`
	LastUsed string `json:"last_used"`
}

// SessionRevokeIn logs a browser out.
type SessionRevokeIn struct {
	ID  int  `json:"id,omitempty"`
	All bool `json:"all,omitempty"` // every browser, and every login link that is out
}

var sessionCommands = []Command{
	{Name: "session.list", Summary: "the browsers that are logged in, the last used first", Access: Operator, Out: []Session{}},
	{Name: "session.revoke", Summary: "logs a browser out, or all of them", Access: Operator, In: SessionRevokeIn{}, Examples: []string{`{"id":3}`, `{"all":true}`}},
}
