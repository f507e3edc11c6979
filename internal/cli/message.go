package cli

import (
	"context"
	"fmt"
)

// textAbout is how every message takes its text.
const textAbout = "or - for standard input; at most 4 KiB"

var messageRows = []command{
	{
		words: "tool message",
		parts: []part{
			{kind: option, name: "title", value: "title", about: "one line, at most 200 bytes; with a title, the text may go"},
			{kind: option, name: "kind", value: "kind", about: "ask when the user has something to do, warn, done, or info, the default"},
			{kind: option, name: "link", value: "resource", about: "what it is about, where a click takes the user; it gives the message its\nproject; status 1 when it does not exist"},
			{kind: optional, name: "text", about: textAbout},
		},
		prints: "Shows the text to the user, in Messages. Prints the message's id",
		notes: `It tells the user something without disturbing them, whatever they are looking at. Any
terminal of Jun may send, at any time. Jun keeps the last 500 messages, until it quits.
Jun shows the id as M12; the commands take 12. Line breaks at the text's end go.
    "$JUN_BIN" tool message --title 'Asks to open a PR' --kind ask --link terminal:7 'Yes?'`,
		run: bound[messageOptions]{parseMessage, messageOptions.run},
	},
	{
		words: "tool message update",
		parts: []part{
			{kind: required, name: "id"},
			{kind: option, name: "kind", value: "kind", about: "the message's new kind; it stays where it is"},
			{kind: optional, name: "text", about: "a reply, with its own time, which moves the message to the top;\n" + textAbout},
		},
		prints: "Changes the message's kind, adds a reply, or both. Prints nothing",
		notes: `At least one of the two. ask becoming done tells the user that it is handled; Jun does not
do this itself. Any terminal of Jun may update any message. A message keeps its last 50
replies. One that does not exist, or that Jun no longer keeps, is status 1.`,
		run: bound[messageUpdateOptions]{parseMessageUpdate, messageUpdateOptions.run},
	},
	{
		words:  "tool message",
		bare:   true,
		prints: "The messages, as a JSON array, the latest first",
		fields: messageFields,
		notes:  `What still waits for the user: "$JUN_BIN" tool message | jq -c '.[] | select(.kind == "ask")'`,
		run:    list("tool.message.list"),
	},
}

var messageFields = []field{
	{"id", "the message's id, for message update"},
	{"time", "when it was sent"},
	{"kind", "ask, warn, done or info"},
	{"title", "absent when there is none"},
	{"text", "absent when there is none"},
	{"project", "absent when there is none"},
	{"link", "as --link takes it; absent when there is none"},
	{"replies", "time and text of each, the oldest first; absent when there are none"},
}

type messageOptions struct {
	Title string `json:"title,omitempty"`
	Kind  string `json:"kind,omitempty"`
	Link  string `json:"link,omitempty"`
	Text  string `json:"text,omitempty"`
}

func parseMessage(g given, s Streams) (o messageOptions, err error) {
	if o.Title, err = g.title(); err != nil {
		return o, err
	}
	if o.Kind, err = g.messageKind(); err != nil {
		return o, err
	}
	if g.has("link") {
		if o.Link, err = g.resource(g.options["link"]); err != nil {
			return o, err
		}
	}
	if o.Text, err = g.text(g.arg(0), s.In, maxMessageText); err != nil {
		return o, err
	}
	if o.Title == "" && o.Text == "" {
		return o, g.usage("a text or a --title is missing")
	}
	return o, nil
}

func (o messageOptions) run(ctx context.Context, s Streams) error {
	return askID(ctx, s, toolSocket, "tool.message.send", o)
}

// askID makes a call that makes something, and prints its id.
func askID(ctx context.Context, s Streams, socket func() (string, error), name string, input any) error {
	var result struct {
		ID int `json:"id"`
	}
	if err := ask(ctx, socket, name, input, &result); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.Out, result.ID)
	return err
}

type messageUpdateOptions struct {
	ID   int    `json:"id"`
	Kind string `json:"kind,omitempty"`
	Text string `json:"text,omitempty"`
}

func parseMessageUpdate(g given, s Streams) (o messageUpdateOptions, err error) {
	if o.ID, err = g.id(g.arg(0)); err != nil {
		return o, err
	}
	if o.Kind, err = g.messageKind(); err != nil {
		return o, err
	}
	if o.Text, err = g.text(g.arg(1), s.In, maxMessageText); err != nil {
		return o, err
	}
	if o.Kind == "" && o.Text == "" {
		return o, g.usage("a --kind or a reply is missing")
	}
	return o, nil
}

func (o messageUpdateOptions) run(ctx context.Context, _ Streams) error {
	return ask(ctx, toolSocket, "tool.message.update", o, nil)
}
