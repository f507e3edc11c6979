package cli

import (
	"context"
	"io"
	"strings"
)

var toolHelpRows = []command{{
	words:  "tool help",
	parts:  []part{{kind: optionalTail, name: "command"}},
	prints: "The commands, fields, environment and exit status; or all about one command",
	run:    plain(runToolHelp),
}}

func runToolHelp(_ context.Context, g given, s Streams) error {
	return g.all.helpAbout(s, append([]string{"tool"}, g.tail...))
}

// printToolHelp prints the page about the tools, written for an agent to read.
// Everything about single commands comes from the table.
func (t table) printToolHelp(w io.Writer) error {
	var b strings.Builder
	b.WriteString(toolIntro)
	for c := range t.rows() {
		if strings.HasPrefix(c.words, "tool ") {
			c.describe(&b)
		}
	}
	b.WriteString(toolOutro)
	_, err := io.WriteString(w, b.String())
	return err
}

const toolIntro = `jun tool: ask the Jun that runs your terminal about its terminals, and change what it shows.

With it you see what the other agents are doing, read their screens, bring the user a
terminal or a branch's changes to look at, tell the user something, pass a message on to
another agent, and run commands in terminals of their own, once or again and again.

Run the commands as "$JUN_BIN" tool …, which works whatever PATH and aliases say. Options
may come before or after the other words; after -- no word is an option. --help after any
command prints its part of this page and does nothing else.

COMMANDS

`

const toolOutro = `RESOURCES

A resource names something in Jun. open and message --link take these forms, and close all
but project:. open and close also take perspective:<name>, and close takes peek.

  terminal:<id>   a terminal, with the id that terminals and watch give
  diff:<id>       the changes of the branch that terminal is on: the same id
  file:<path>     a file; a relative path starts from the current directory
  project:<name>  a project, whatever the case of its name

WHEN JUN CHANGES WHAT IT SHOWS

open, close, back, forward and run --open change what the user sees.
` + whenShown + `

ENVIRONMENT

Jun sets these in each of its terminals:

  JUN_API       the socket of the Jun that runs the terminal; the commands try no other, and
                without it they fail
  JUN_BIN       Jun's executable
  JUN_TERMINAL  the terminal's id, for reference; Jun tells which terminal a caller runs in
                by its processes, not by this

Outside of Jun's terminals, with JUN_API set, the commands that only read work, and self is
false everywhere. Changes are refused: "caller is not a terminal of this Jun".

EXIT STATUS

  0  done
  1  refused, or Jun did not answer or cannot be reached; the reason goes to standard error,
     and what to do about it on the line after it, as hint: …
  2  usage error

IN A SANDBOX

The commands connect to a Unix socket. Claude Code's sandbox reaches it with its defaults, and
Pi runs commands without one. Codex blocks it in read-only and workspace-write ("operation not
permitted"): ask for approval to run the command outside the sandbox, or have the user set
network_access = true under [sandbox_workspace_write] in ~/.codex/config.toml.
`
