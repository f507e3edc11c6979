package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"junto/internal/fault"
)

// sendTimeout is when a send is given up: a program may read a large text
// slowly, and the daemon answers when it has read it.
const sendTimeout = 5 * time.Minute

var sendRows = []command{{
	words: "tool send",
	parts: []part{
		{kind: required, name: "id"},
		{kind: required, name: "text", about: "or - for standard input, for long or multi-line texts; at most 1 MiB"},
		{kind: toggle, name: "unless-waiting", about: "refuse, with status 1, while the agent waits for the user: Enter would\nanswer its question"},
		{kind: toggle, name: "json", about: "print the outcome with its evidence instead"},
	},
	prints: "Submits the text to the agent in the terminal. Prints nothing, or \"sent, not started yet\"",
	fields: sendFields,
	notes: `The text goes in as a paste, then Enter, as when the user pastes a message and submits
it: its line breaks stay in one message, and line breaks at its end go. Any agent takes
it, whatever it is doing, the caller's own terminal too. A terminal that runs no agent
does not: text there would run as a command.

Jun waits up to 5 seconds for the agent to work. If it does not by then, send prints
"sent, not started yet", still with status 0: do not send the text again. Without
--unless-waiting it types whatever the agent shows: with a permission prompt open, Enter
answers it. A loop should use --unless-waiting, or check the status first.`,
	run: bound[sendOptions]{parseSend, sendOptions.run},
}}

// sendFields are those of --json.
var sendFields = []field{
	{"stage", "the last that was reached: accepted, typed or submitted"},
	{"started", "true when the agent was seen to work on it"},
	{"held", "why it is not typed yet; absent when it is"},
	{"evidence", "the facts that prove the stages: time, stage and fact of each"},
}

type sendOptions struct {
	ID            int    `json:"id"`
	Text          string `json:"text"`
	UnlessWaiting bool   `json:"unless_waiting,omitempty"`
	json          bool
}

func parseSend(g given, s Streams) (o sendOptions, err error) {
	o.UnlessWaiting, o.json = g.has("unless-waiting"), g.has("json")
	if o.ID, err = g.id(g.arg(0)); err != nil {
		return o, err
	}
	if o.Text, err = g.text(g.arg(1), s.In, maxSendText); err != nil {
		return o, err
	}
	if o.Text == "" {
		return o, g.usage("tool send: the text is empty")
	}
	return o, nil
}

func (o sendOptions) run(ctx context.Context, s Streams) error {
	c, err := dial(ctx, toolSocket)
	if err != nil {
		return err
	}
	defer c.Close()
	c.Patience(sendTimeout)
	var raw json.RawMessage
	if err := c.Call(ctx, "tool.send", o, &raw); err != nil {
		return err
	}
	if o.json {
		return printJSON(s.Out, raw)
	}
	var result struct {
		Started bool `json:"started"`
	}
	if err := json.Unmarshal(raw, &result); err != nil {
		return fault.New(fault.Protocol, "the answer to send is not what it should be: %v", err)
	}
	if result.Started {
		return nil
	}
	_, err = fmt.Fprintln(s.Out, "sent, not started yet")
	return err
}
