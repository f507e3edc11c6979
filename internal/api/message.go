package api

// Limits of messages, as the document has them.
const (
	MaxMessageTitle   = 200     // bytes
	MaxMessageText    = 4 << 10 // bytes
	MaxMessages       = 500
	MaxMessageReplies = 50
)

// MessageIn shows a text to the user.
type MessageIn struct {
	Title string `json:"title,omitempty"`
	Kind  string `json:"kind,omitempty"` // ask, warn, done or info; empty: info
	Link  string `json:"link,omitempty"`
	Text  string `json:"text,omitempty"`
}

// MessageUpdateIn changes a message's kind, adds a reply, or both.
type MessageUpdateIn struct {
	ID   int    `json:"id"`
	Kind string `json:"kind,omitempty"`
	Text string `json:"text,omitempty"`
}

// Message is a message as `jun tool message` lists it. Times are RFC 3339 with
// the local offset.
type Message struct {
	ID      int     `json:"id"`
	Time    string  `json:"time"`
	Kind    string  `json:"kind"`
	Title   string  `json:"title,omitempty"`
	Text    string  `json:"text,omitempty"`
	Project string  `json:"project,omitempty"`
	Link    string  `json:"link,omitempty"`
	Replies []Reply `json:"replies,omitempty"`
}

// Reply is a later text below a message.
type Reply struct {
	Time string `json:"time"`
	Text string `json:"text"`
}

// PageMessage is a message as the page shows it.
type PageMessage struct {
	Message
	Unread bool `json:"unread"`
}

// MessageReadIn marks messages as read: all of them when IDs is empty.
type MessageReadIn struct {
	IDs []int `json:"ids,omitempty"`
}

var messageCommands = []Command{
	{Name: "tool.message.send", Summary: "shows the text to the user, in Messages", Access: Terminal, In: MessageIn{}, Out: IDOut{}, Examples: []string{`{"title":"Asks to open a PR","kind":"ask","link":"terminal:7","text":"I suggest yes."}`, `{"text":"PR #53 is open."}`}},
	{Name: "tool.message.update", Summary: "changes the message's kind, adds a reply, or both", Access: Terminal, In: MessageUpdateIn{}, Examples: []string{`{"id":12,"kind":"done","text":"You agreed; it goes on."}`, `{"id":12,"kind":"done"}`}},
	{Name: "tool.message.list", Summary: "the messages, the latest first", Access: Read, Open: true, Out: []Message{}},
	{Name: "message.list", Summary: "the messages as the page shows them", Access: Operator, Out: []PageMessage{}},
	{Name: "message.read", Summary: "marks messages as read", Access: Operator, In: MessageReadIn{}, Examples: []string{`{}`, `{"ids":[12]}`}},
}
