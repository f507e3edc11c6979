package api

const (
	// MailPage is how many mails a list has without a limit.
	MailPage    = 50
	MaxMailPage = 200
	// MailPageBytes ends a page early, so that it fits a frame.
	MailPageBytes = 1 << 20
)

// MsgSendIn is mail to a seat. The key is the sender's own name for the mail: a
// send that is repeated with its key is one mail.
type MsgSendIn struct {
	Target  string    `json:"target" about:"the node: its id, its name or its title"`
	Text    string    `json:"text" about:"at most 1 MiB"`
	Subject string    `json:"subject,omitempty" about:"a line for lists, at most 200 bytes"`
	Refs    []MailRef `json:"refs,omitempty" about:"what the mail is about, at most 32"`
	Key     string    `json:"key,omitempty" about:"the sender's own name for the mail: a send that is repeated under it is one mail"`
}

// TargetRef is the node that the edge has to lead to.
func (in MsgSendIn) TargetRef() string { return in.Target }

// MailRef points at something that the mail is about. Which members it has
// depends on its kind: commit, file, task, seat, session-read, url.
type MailRef struct {
	Kind      string `json:"kind" about:"commit, file, task, seat, session-read or url; it decides which one of the others is there"`
	SHA       string `json:"sha,omitempty" about:"of a commit"`
	Path      string `json:"path,omitempty" about:"of a file"`
	Line      int    `json:"line,omitempty" about:"of a file, from 1"`
	TaskID    string `json:"taskId,omitempty" about:"of a task"`
	ActorRef  string `json:"actorRef,omitempty" about:"of a seat"`
	SessionID string `json:"sessionId,omitempty" about:"of a session-read"`
	URL       string `json:"url,omitempty" about:"of a url"`
}

// MsgSendOut says what became of a mail. It is stored in any case; delivered
// means that it was typed into the seat, waiting that it will be.
type MsgSendOut struct {
	MessageID   string `json:"messageId"`
	Target      string `json:"target"`
	Delivery    string `json:"delivery"`         // delivered or waiting; ended when the seat was deleted meanwhile
	Reason      string `json:"reason,omitempty"` // why it waits
	Disposition string `json:"disposition"`      // applied; duplicate when the key was used before
	InReplyTo   string `json:"inReplyTo,omitempty"`
}

// MsgListIn lists a mailbox: one's own, whose listed mail is then read, or a
// peer's.
type MsgListIn struct {
	Target string `json:"target,omitempty" about:"a peer, whose mailbox is then left as it is; without it one's own, whose listed mail is then read"`
	Limit  int    `json:"limit,omitempty" about:"1 to 200; 50 without"`
	Before string `json:"before,omitempty" about:"only what is older than the mail with this id"`
}

// TargetRef is the node that the edge has to lead to; empty for one's own.
func (in MsgListIn) TargetRef() string { return in.Target }

// MsgListOut is a page of a mailbox, the newest mail first.
type MsgListOut struct {
	Target string `json:"target"`
	Items  []Mail `json:"items"`
	Unread int    `json:"unread"`          // in the whole mailbox, before this list marked any
	Older  string `json:"older,omitempty"` // there is more: list it with this as before
}

// Mail is one mail. Who sent it is what the daemon proved, not what its text
// says: what another seat wrote comes in an envelope that names the proven
// sender and the edge, and that the text cannot leave.
type Mail struct {
	MessageID  string         `json:"messageId"`
	From       string         `json:"from"` // a node
	FromName   string         `json:"fromName"`
	Generation int            `json:"fromGeneration"`
	To         string         `json:"to"`
	Kind       string         `json:"kind"` // notice or prompt
	Subject    string         `json:"subject,omitempty"`
	Text       string         `json:"text"`
	Refs       []MailRef      `json:"refs,omitempty"`
	InReplyTo  string         `json:"inReplyTo,omitempty"`
	Sent       string         `json:"sent"`
	Read       string         `json:"read,omitempty"`
	Delivery   string         `json:"delivery"`
	Reason     string         `json:"reason,omitempty"` // why it waits
	Reactions  []MailReaction `json:"reactions,omitempty"`
	Receipts   []Evidence     `json:"receipts,omitempty"`
	Age        string         `json:"age,omitempty"` // how long it waits
}

// MailReaction is a short answer that starts no turn.
type MailReaction struct {
	Reaction string `json:"reaction"`
	Time     string `json:"time"`
}

// MsgReadIn reads one mail of one's own mailbox.
type MsgReadIn struct {
	MessageID string `json:"messageId" about:"as in the notice or in msg list"`
}

// MsgReadOut is the mail.
type MsgReadOut struct {
	Message Mail `json:"message"`
}

// MsgReplyIn answers a mail, which is then read. The target is the mail's sender
// and may be left out.
type MsgReplyIn struct {
	Target    string    `json:"target,omitempty" about:"the mail's sender, who may be left out"`
	Text      string    `json:"text" about:"at most 1 MiB"`
	InReplyTo string    `json:"inReplyTo" about:"the id of the mail that is answered"`
	Subject   string    `json:"subject,omitempty" about:"a line for lists, at most 200 bytes"`
	Refs      []MailRef `json:"refs,omitempty" about:"what the mail is about, at most 32"`
	Key       string    `json:"key,omitempty" about:"the sender's own name for the mail: a send that is repeated under it is one mail"`
}

// TargetRef is the node that the edge has to lead to. When it is left out, the
// edge has to lead to the mail's sender.
func (in MsgReplyIn) TargetRef() string { return in.Target }

// MsgReactIn acknowledges a mail without a reply: nothing is typed.
type MsgReactIn struct {
	MessageID string `json:"messageId" about:"as in the notice or in msg list"`
	Reaction  string `json:"reaction,omitempty" about:"a short line; ack without"`
}

// MsgReactOut is the reaction as it is kept.
type MsgReactOut struct {
	MessageID string `json:"messageId"`
	Reaction  string `json:"reaction"`
}

// MsgSentIn lists what one has sent, to one seat or to all.
type MsgSentIn struct {
	Target string `json:"target,omitempty" about:"only what was sent to this node"`
	Limit  int    `json:"limit,omitempty" about:"1 to 200; 50 without"`
	Before string `json:"before,omitempty" about:"only what is older than the mail with this id"`
}

// MsgSentOut is a page of what was sent, with receipts.
type MsgSentOut struct {
	Items []Mail `json:"items"`
	Older string `json:"older,omitempty"`
}

// MsgReleaseIn lets mail go on that a brake holds: one mail, or all of a canvas.
type MsgReleaseIn struct {
	Canvas    string `json:"canvas"`
	MessageID string `json:"messageId,omitempty"`
}

// MsgReleaseOut counts what was let go.
type MsgReleaseOut struct {
	Released int `json:"released"`
}

var msgCommands = []Command{
	{Name: "msg.send", Summary: "mails a seat: one line is typed there, that names the sender and the command that reads the mail", Access: Seat, Port: "msg.send", Batch: true, In: MsgSendIn{}, Out: MsgSendOut{}, Examples: []string{
		`{"target":"reviewer","text":"auth refactor is up, please review src/auth"}`,
		`{"target":"reviewer","text":"see the commit","subject":"auth","refs":[{"kind":"commit","sha":"4be1c0d"}],"key":"auth-review-1"}`,
	}},
	{Name: "msg.prompt", Summary: "mails a seat: the full text is typed there (msg send --prompt)", Access: Seat, Port: "msg.prompt", Batch: true, In: MsgSendIn{}, Out: MsgSendOut{}, Examples: []string{
		`{"target":"reviewer","text":"Review src/auth and reply by mail with any blocking issue."}`,
	}},
	{Name: "msg.list", Summary: "a mailbox, the newest mail first; the own mail that it lists is then read", Access: Seat, Port: "msg.list", In: MsgListIn{}, Out: MsgListOut{}, Examples: []string{`{}`, `{"target":"reviewer"}`, `{"limit":10,"before":"000042"}`}},
	{Name: "msg.read", Summary: "one mail of the own mailbox, which is then read", Access: Seat, Batch: true, In: MsgReadIn{}, Out: MsgReadOut{}, Examples: []string{`{"messageId":"000042"}`}},
	{Name: "msg.reply", Summary: "answers a mail, which is then read", Access: Seat, Port: "msg.send", Batch: true, In: MsgReplyIn{}, Out: MsgSendOut{}, Examples: []string{
		`{"inReplyTo":"000042","text":"Two blocking issues: …"}`, `{"target":"planner","inReplyTo":"000042","text":"No issue."}`,
	}},
	{Name: "msg.react", Summary: "acknowledges a mail without a reply; nothing is typed", Access: Seat, Batch: true, In: MsgReactIn{}, Out: MsgReactOut{}, Examples: []string{`{"messageId":"000042"}`, `{"messageId":"000042","reaction":"done"}`}},
	{Name: "msg.sent", Summary: "what was sent, and for each whether it was typed, submitted and read", Access: Seat, In: MsgSentIn{}, Out: MsgSentOut{}, Examples: []string{`{}`, `{"target":"reviewer"}`}},
	{Name: "mail.release", Summary: "lets mail go on that a brake holds", Access: Operator, In: MsgReleaseIn{}, Out: MsgReleaseOut{}, Examples: []string{`{"canvas":"checkout"}`, `{"canvas":"checkout","messageId":"000042"}`}},
}
