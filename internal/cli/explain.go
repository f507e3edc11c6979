package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"junto/internal/fault"
)

var explainRows = []command{{
	words: "explain",
	parts: []part{
		{kind: optional, name: "id"},
		{kind: option, name: "cast", value: "file", about: "replay a recording instead, and print a JSON line per change"},
		{kind: option, name: "agent", value: "name", about: "with --cast: the agent that the recording shows"},
		{kind: toggle, name: "json", about: "as JSON"},
	},
	prints: "Which evidence decided the status of a terminal's agent",
	run:    bound[explainOptions]{parseExplain, explainOptions.run},
}}

type explainOptions struct {
	id          int
	cast, agent string
	json        bool
}

func parseExplain(g given, _ Streams) (o explainOptions, err error) {
	o.json, o.cast, o.agent = g.has("json"), g.options["cast"], g.options["agent"]
	switch {
	case g.has("cast") && (len(g.args) > 0 || o.cast == ""):
		return o, g.usage("either a terminal's id or --cast <file>")
	case g.has("cast"):
		return o, nil
	case g.has("agent"):
		return o, g.usage("--agent is for --cast")
	case len(g.args) == 0:
		return o, g.usage("<id> is missing")
	}
	o.id, err = g.id(g.args[0])
	return o, err
}

func (o explainOptions) run(ctx context.Context, s Streams) error {
	if o.cast != "" {
		return becomeJund(o.replayArgs()...)
	}
	var raw json.RawMessage
	if err := ask(ctx, homeSocket, "terminal.explain", idInput{o.id}, &raw); err != nil {
		return err
	}
	if o.json {
		return printJSON(s.Out, raw)
	}
	var e explanation
	if err := json.Unmarshal(raw, &e); err != nil {
		return fault.New(fault.Protocol, "the answer to explain is not what it should be: %v", err)
	}
	_, err := fmt.Fprint(s.Out, e.String())
	return err
}

// replayArgs are the words of the daemon's program, which has the emulator and
// the rules.
func (o explainOptions) replayArgs() []string {
	args := []string{"explain-cast"}
	if o.agent != "" {
		args = append(args, "--agent", o.agent)
	}
	if o.json {
		args = append(args, "--json")
	}
	if strings.HasPrefix(o.cast, "-") {
		o.cast = "./" + o.cast
	}
	return append(args, o.cast)
}

type idInput struct {
	ID int `json:"id"`
}

type explanation struct {
	ID      int      `json:"id"`
	Agent   string   `json:"agent"`
	Status  string   `json:"status"`
	Told    string   `json:"told"`
	Since   string   `json:"since"`
	Because string   `json:"because"`
	Title   string   `json:"title"`
	Program []string `json:"program"`
	Bottom  []string `json:"bottom"`
}

// String is the explanation for a person.
func (e explanation) String() string {
	var b strings.Builder
	if e.Agent == "" {
		fmt.Fprintf(&b, "terminal %d: no agent\n", e.ID)
	} else {
		fmt.Fprintf(&b, "terminal %d: %s is %s since %s\n", e.ID, e.Agent, e.Status, e.Since)
	}
	fmt.Fprintf(&b, "because   %s\n", e.Because)
	if e.Told != "" && e.Told != e.Status {
		fmt.Fprintf(&b, "told      %s\n", e.Told)
	}
	fmt.Fprintf(&b, "title     %s\n", e.Title)
	for i, line := range e.Program {
		fmt.Fprintf(&b, "%-9s %s\n", label("program", i), line)
	}
	for i, line := range e.Bottom {
		fmt.Fprintf(&b, "%-9s %s\n", label("screen", i), "│ "+line)
	}
	return b.String()
}

// label names the first line of several.
func label(name string, i int) string {
	if i > 0 {
		return ""
	}
	return name
}
