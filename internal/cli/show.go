package cli

import (
	"context"
	"fmt"
	"strings"
)

// whenShown is the law of every command that changes what the user sees.
const whenShown = `Jun changes what it shows only for the terminal that the user is with (the one in the
peek drawer, or else the one last focused) while no dialog waits for them, and never for
a terminal on itself. Otherwise it is refused, with status 1: "the user is not with you",
"Jun is waiting for the user", "that is your own terminal". Do not try again and again:
tell the user with message, and let them come. Opening another terminal gives it the
focus: your next change is refused until the user comes back to you.`

var showRows = []command{
	{
		words: "tool open",
		parts: []part{
			{kind: required, name: "target"},
			{kind: option, name: "in", value: "perspective", about: "diff: only: first switch to that perspective of the terminal's project,\nmade when there is none"},
			{kind: toggle, name: "peek", about: "terminal: only: show an agent's terminal in the peek drawer, or its tab\nwhen that is on screen"},
		},
		prints: "Shows the target. Prints nothing",
		notes: `terminal:<id>       its tab, switching project and perspective as needed; reopened when closed
diff:<id>           the changes of the branch that terminal is on, in the current perspective
file:<path>         the file in a tab of its own, read-only; opened again, it is read again
project:<name>      switches to the project
perspective:<name>  switches to the perspective of the current project, made when there is none

A review takes two calls: open diff:7 --in Review, and back once you are done.`,
		run: bound[openOptions]{parseOpen, openOptions.run},
	},
	{
		words:  "tool close",
		parts:  []part{{kind: required, name: "target"}},
		prints: "Closes the target. Prints nothing, or what it leaves pending",
		notes: `terminal:<id>       its tab in the current perspective; the shell keeps running
diff:<id>           the Diff of that branch in the current perspective
file:<path>         its tab in the current perspective
perspective:<name>  deletes it; with terminals in it Jun asks the user to confirm, and prints
                    "waiting for the user to confirm"; a project keeps at least one
peek                the peek drawer`,
		run: bound[closeOptions]{parseClose, closeOptions.run},
	},
	{
		words:  "tool back",
		prints: "One step back through where the user has been. Prints nothing",
		run:    step("tool.back"),
	},
	{
		words:  "tool forward",
		prints: "One step forward through where the user has been. Prints nothing",
		run:    step("tool.forward"),
	},
}

type openOptions struct {
	Target string `json:"target"`
	In     string `json:"in,omitempty"`
	Peek   bool   `json:"peek,omitempty"`
}

func parseOpen(g given, _ Streams) (o openOptions, err error) {
	if o.Target, err = g.target(g.arg(0)); err != nil {
		return o, err
	}
	if o.Target == "peek" {
		return o, g.usage("peek can only be closed").Next("to show a terminal there: jun tool open terminal:<id> --peek")
	}
	o.In, o.Peek = g.options["in"], g.has("peek")
	switch {
	case g.has("in") && o.In == "":
		return o, g.usage("--in is empty")
	case g.has("in") && !strings.HasPrefix(o.Target, "diff:"):
		return o, g.usage("--in is for diff:<id>, not for %s", o.Target)
	case o.Peek && !strings.HasPrefix(o.Target, "terminal:"):
		return o, g.usage("--peek is for terminal:<id>, not for %s", o.Target)
	}
	return o, nil
}

func (o openOptions) run(ctx context.Context, _ Streams) error {
	return ask(ctx, toolSocket, "tool.open", o, nil)
}

type closeOptions struct {
	Target string `json:"target"`
}

func parseClose(g given, _ Streams) (o closeOptions, err error) {
	if o.Target, err = g.target(g.arg(0)); err != nil {
		return o, err
	}
	if strings.HasPrefix(o.Target, "project:") {
		return o, g.usage("a project is not closed")
	}
	return o, nil
}

func (o closeOptions) run(ctx context.Context, s Streams) error {
	var result struct {
		Pending string `json:"pending"`
	}
	if err := ask(ctx, toolSocket, "tool.close", o, &result); err != nil {
		return err
	}
	if result.Pending == "" {
		return nil
	}
	_, err := fmt.Fprintln(s.Out, result.Pending)
	return err
}
