// Package cli is the command line of Jun: it parses words into a call, makes
// it, prints what the document says and ends with its exit status. One table
// (table.go) holds every command; the parser and the help both read it.
//
// It leaves what a command does to the daemon, and the wire to package client.
// It links no database, page or emulator, and works as little as it can before
// the call: agents run it all day.
package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"unicode"

	"junto/internal/fault"
)

// Streams are what a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Main runs `jun` with the words after its name, and returns the exit status.
func Main(ctx context.Context, words []string, s Streams) int {
	err := run(ctx, words, s)
	if err != nil {
		complain(s.Err, err)
	}
	return fault.ExitStatus(err)
}

func run(ctx context.Context, words []string, s Streams) error {
	cmd, rest, err := resolve(commands, words)
	if err != nil {
		return err
	}
	g, err := parse(cmd, rest)
	if errors.Is(err, errHelp) {
		return commands.printHelp(s.Out, cmd.words)
	}
	if err != nil {
		return err
	}
	g.all = commands
	return cmd.run.do(ctx, g, s)
}

// complain prints an error: what went wrong, then what to do about it.
func complain(w io.Writer, err error) {
	text := "jun: " + oneLine(err.Error()) + "\n"
	if f, ok := fault.As(err); ok && f.NextStep != "" {
		text += "hint: " + oneLine(f.NextStep) + "\n"
	}
	_, _ = io.WriteString(w, text) // there is nowhere left to say that this failed
}

// oneLine makes a text safe for the terminal that it is printed to: an error
// may quote what a program or another agent wrote.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, s)
}

// usage is the error of a call whose words are wrong. It begins with the
// command's name.
func usage(cmd *command, format string, args ...any) *fault.Fault {
	if cmd.words != "" {
		format = cmd.words + ": " + format
	}
	return fault.New(fault.Usage, format, args...).Next("see: %s --help", cmd.whole())
}

// whole is how a command is called.
func (c *command) whole() string { return strings.TrimSpace("jun " + c.words) }
