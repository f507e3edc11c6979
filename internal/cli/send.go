package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"junto/internal/client"
	"junto/internal/fault"
)

// resumeFor is how long a send goes on asking when Jun ends meanwhile: a restart
// takes a second or two.
const (
	resumeFor   = 15 * time.Second
	resumeEvery = 200 * time.Millisecond
)

var sendRows = []command{{
	words: "tool send",
	parts: []part{
		{kind: required, name: "id"},
		{kind: required, name: "text", about: "or - for standard input, for long or multi-line texts; at most 1 MiB"},
		{kind: toggle, name: "unless-waiting", about: "refuse, with status 1, while the agent waits for the user: Enter would\nanswer its question"},
		{kind: option, name: "key", value: "key", about: "your own name for this text: sent again under it, the text is not typed\nagain, and you are told what became of it"},
		{kind: toggle, name: "json", about: "print the outcome with its evidence instead"},
	},
	prints: "Submits the text to the agent in the terminal. Prints nothing, or \"sent, not started yet\"",
	fields: sendFields,
	notes: `The text goes in as a paste, then Enter, as when the user pastes a message and submits
it: its line breaks stay in one message, and line breaks at its end go. Any agent takes
it, whatever it is doing, the caller's own terminal too. A terminal that runs no agent
does not: text there would run as a command.

Jun waits up to 5 seconds for the agent to work. If it does not by then, send prints
"sent, not started yet", still with status 0: do not send the text again. A text that is
held, by the user's draft for one, is typed later, also when Jun was restarted. Without
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
	Key           string `json:"key,omitempty"`
	json          bool
}

func parseSend(g given, s Streams) (o sendOptions, err error) {
	o.UnlessWaiting, o.json, o.Key = g.has("unless-waiting"), g.has("json"), g.options["key"]
	if o.ID, err = g.id(g.arg(0)); err != nil {
		return o, err
	}
	if o.Text, err = g.text(g.arg(1), s.In, maxSendText); err != nil {
		return o, err
	}
	if o.Text == "" {
		return o, g.usage("the text is empty")
	}
	return o, nil
}

func (o sendOptions) run(ctx context.Context, s Streams) error {
	if o.Key == "" {
		o.Key = fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano())
	}
	c, err := dial(ctx, toolSocket)
	if err != nil {
		return err // nothing was sent
	}
	raw, err := o.ask(ctx, c)
	if fault.Is(err, fault.Unreachable) {
		raw, err = o.askAgain(ctx)
	}
	if err != nil {
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

// ask makes the call, and ends the connection.
func (o sendOptions) ask(ctx context.Context, c *client.Client) (raw json.RawMessage, err error) {
	defer c.Close()
	c.Patience(answerTimeout)
	err = c.Call(ctx, "tool.send", o, &raw)
	return raw, err
}

// askAgain asks the Jun that comes after one that ended before it answered. The
// key keeps the text from being typed twice.
func (o sendOptions) askAgain(ctx context.Context) (json.RawMessage, error) {
	for end := time.Now().Add(resumeFor); time.Now().Before(end); time.Sleep(resumeEvery) {
		c, err := dial(ctx, toolSocket)
		if err != nil {
			continue
		}
		if raw, err := o.ask(ctx, c); !fault.Is(err, fault.Unreachable) {
			return raw, err
		}
	}
	return nil, fault.New(fault.Unreachable, "Jun ended before it answered; whether it has the text is not known").
		Next("when it runs again, send the text with --key %s: it is not typed twice", o.Key)
}
