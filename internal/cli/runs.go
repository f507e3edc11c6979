package cli

import (
	"context"
	"strings"
	"unicode/utf8"
)

// dirAbout is how run and loop choose a folder.
const dirAbout = "where it runs; the current directory without it"

var runRows = []command{{
	words: "tool run",
	parts: []part{
		{kind: option, name: "dir", value: "path", about: dirAbout},
		{kind: toggle, name: "open", about: "show the terminal in a tab, focused, under the rules of open"},
		{kind: tail, name: "command"},
	},
	prints: "Starts a terminal running the command. Prints its id",
	notes: `The terminal belongs to your project and has no tab: open terminal:<id> shows it. The
command is typed into a new shell, so your shell's configuration applies, and the shell
stays once the command ends. run codex starts Codex there.

The words after the options are joined by spaces into one command line, as ssh joins
them. Quote a command whose own quotes must stay: run 'git commit -m "a b"'.`,
	run: bound[runOptions]{parseRun, runOptions.run},
}}

type runOptions struct {
	Command string `json:"command"`
	Dir     string `json:"dir,omitempty"`
	Open    bool   `json:"open,omitempty"`
}

func parseRun(g given, _ Streams) (o runOptions, err error) {
	o.Open = g.has("open")
	if o.Command, err = g.commandLine(); err != nil {
		return o, err
	}
	o.Dir, err = g.folder()
	return o, err
}

func (o runOptions) run(ctx context.Context, s Streams) error {
	return askID(ctx, s, toolSocket, "tool.run", o)
}

// commandLine joins the tail by spaces, as ssh does.
func (g given) commandLine() (string, error) {
	line := strings.Join(g.tail, " ")
	switch {
	case strings.TrimSpace(line) == "":
		return "", g.usage("the command is empty")
	case !utf8.ValidString(line):
		return "", g.usage("the command is not UTF-8")
	}
	return line, nil
}
