package cli

import (
	"context"
	"strings"
)

var newRows = []command{{
	words: "new",
	parts: []part{
		{kind: option, name: "dir", value: "path", about: dirAbout},
		{kind: option, name: "project", value: "name", about: "the project it belongs to; the one that the folder is in without it"},
		{kind: optionalTail, name: "command"},
	},
	prints: "Starts a terminal with your shell, or with the command in it. Prints its id",
	run:    bound[newOptions]{parseNew, newOptions.run},
}}

type newOptions struct {
	Dir     string `json:"dir,omitempty"`
	Project string `json:"project,omitempty"`
	Command string `json:"command,omitempty"`
}

func parseNew(g given, _ Streams) (o newOptions, err error) {
	o.Project = g.options["project"]
	if g.has("project") && strings.TrimSpace(o.Project) == "" {
		return o, g.usage("--project is empty")
	}
	if len(g.tail) > 0 {
		if o.Command, err = g.commandLine(); err != nil {
			return o, err
		}
	}
	// With a project and no folder, the project's own folder is meant.
	if g.has("dir") || !g.has("project") {
		o.Dir, err = g.folder()
	}
	return o, err
}

func (o newOptions) run(ctx context.Context, s Streams) error {
	return askID(ctx, s, homeSocket, "terminal.new", o)
}
