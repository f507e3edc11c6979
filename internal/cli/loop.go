package cli

import "context"

var loopRows = []command{
	{
		words: "tool loop",
		parts: []part{
			{kind: required, name: "every", about: "the interval: 90s, 5m or 1h, at least 1m"},
			{kind: option, name: "dir", value: "path", about: dirAbout},
			{kind: tail, name: "command"},
		},
		prints: "Runs the command every interval in a terminal of its own. Prints the loop's id",
		notes: `Each run begins the interval after the one before ended, so that runs never overlap. It
runs with $SHELL -l -c, as a script runs: login files apply, .zshrc does not. Write
absolute paths, or "$JUN_BIN". Words are joined as for run. Each run shows in the loop's
terminal, with its time and exit status; the loop's id is that terminal's, for screen and
open too. Loops end with loop cancel, Control-C in their terminal, or when Jun quits.
    "$JUN_BIN" tool loop 10m "$JUN_BIN" tool send --unless-waiting 7 "'How is it going?'"`,
		run: bound[loopOptions]{parseLoop, loopOptions.run},
	},
	{
		words:  "tool loop",
		bare:   true,
		prints: "The loops, as a JSON array",
		fields: loopFields,
		run:    list("tool.loop.list"),
	},
	{
		words:  "tool loop cancel",
		parts:  []part{{kind: required, name: "id"}},
		prints: "Ends the loop and its terminal. Prints nothing",
		run:    bound[loopCancelOptions]{parseLoopCancel, loopCancelOptions.run},
	},
}

var loopFields = []field{
	{"id", "the loop's id, and its terminal's"},
	{"every", "the interval"},
	{"command", "the command line"},
	{"project", "the project that it belongs to"},
	{"dir", "where it runs"},
	{"runs", "how many runs have begun"},
	{"last_start", "when the last run began; absent before the first"},
	{"last_exit", "how the last run ended: its exit status, or the signal; absent before that"},
}

type loopOptions struct {
	Every   string `json:"every"`
	Command string `json:"command"`
	Dir     string `json:"dir,omitempty"`
}

func parseLoop(g given, _ Streams) (o loopOptions, err error) {
	if o.Every, err = g.interval(g.arg(0)); err != nil {
		return o, err
	}
	if o.Command, err = g.commandLine(); err != nil {
		return o, err
	}
	o.Dir, err = g.folder()
	return o, err
}

func (o loopOptions) run(ctx context.Context, s Streams) error {
	return askID(ctx, s, toolSocket, "tool.loop.start", o)
}

type loopCancelOptions struct {
	ID int `json:"id"`
}

func parseLoopCancel(g given, _ Streams) (o loopCancelOptions, err error) {
	o.ID, err = g.id(g.arg(0))
	return o, err
}

func (o loopCancelOptions) run(ctx context.Context, _ Streams) error {
	return ask(ctx, toolSocket, "tool.loop.cancel", o, nil)
}
