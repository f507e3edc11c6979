package cli

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
)

var helpRows = []command{{
	words:  "help",
	parts:  []part{{kind: optionalTail, name: "command"}},
	prints: "Prints the commands, or all about one",
	run:    plain(runHelp),
}}

func runHelp(_ context.Context, g given, s Streams) error { return g.all.helpAbout(s, g.tail) }

// helpAbout prints the help of the command that the words name.
func (t table) helpAbout(s Streams, words []string) error {
	if len(words) == 0 {
		return t.printHelp(s.Out, "")
	}
	if len(words) == 1 && words[0] == "tool" {
		return t.printToolHelp(s.Out)
	}
	cmd, _, err := resolve(t, words)
	if err != nil {
		return err
	}
	return t.printHelp(s.Out, cmd.words)
}

// printHelp prints all about a command, or the list of all for the program
// itself.
func (t table) printHelp(w io.Writer, words string) error {
	var b strings.Builder
	if words == "" {
		t.overview(&b)
	}
	for c := range t.rows() {
		if words != "" && (c.words == words || strings.HasPrefix(c.words, words+" ")) {
			c.describe(&b)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// overview lists all commands: first those for the person, then the tools.
func (t table) overview(b *strings.Builder) {
	t[0][0].describe(b)
	for _, group := range []struct {
		title string
		tools bool
	}{
		{"For you, outside of Jun's terminals:", false},
		{"For programs in Jun's terminals, agents above all (jun tool help is the whole page):", true},
	} {
		fmt.Fprintf(b, "%s\n\n", group.title)
		for c := range t[1:].rows() {
			if strings.HasPrefix(c.words, "tool ") == group.tools {
				fmt.Fprintf(b, "  %s\n      %s.\n", c.synopsis(), c.prints)
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString(`jun help <command> and jun <command> --help print more about one.

Environment:

  JUNTO_HOME  the folder with the configuration, the sockets and the state; ~/.junto without it
  JUN_API     the socket that jun tool talks to; Jun sets it in its terminals
`)
}

// describe prints a command's row.
func (c *command) describe(b *strings.Builder) {
	fmt.Fprintf(b, "  %s\n      %s.\n", c.synopsis(), c.prints)
	var rows []field
	for _, p := range c.parts {
		if p.about != "" {
			rows = append(rows, field{p.String(), p.about})
		}
	}
	columns(b, rows)
	columns(b, c.fields)
	if c.notes != "" {
		b.WriteByte('\n')
		indent(b, c.notes, "      ")
	}
	b.WriteByte('\n')
}

// columns prints names and what they mean below each other.
func columns(b *strings.Builder, rows []field) {
	if len(rows) == 0 {
		return
	}
	b.WriteByte('\n')
	width := 0
	for _, r := range rows {
		width = max(width, len(r.name))
	}
	for _, r := range rows {
		name := r.name
		for line := range strings.SplitSeq(r.about, "\n") {
			fmt.Fprintf(b, "        %-*s  %s\n", width, name, line)
			name = ""
		}
	}
}

func indent(b *strings.Builder, text, by string) {
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" {
			b.WriteString(by)
			b.WriteString(line)
		}
		b.WriteByte('\n')
	}
}

// synopsis is how a command is written.
func (c *command) synopsis() string {
	words := []string{c.whole()}
	for _, p := range c.parts {
		word := p.String()
		if p.kind == option || p.kind == toggle || p.kind == optional || p.kind == optionalTail || p.kind == passed {
			word = "[" + word + "]"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// String is how a part is written.
func (p part) String() string {
	switch p.kind {
	case required, optional:
		return "<" + p.name + ">"
	case tail, optionalTail, passed:
		return "<" + p.name + "…>"
	case option:
		if p.value == "N" {
			return "--" + p.name + " N"
		}
		return "--" + p.name + " <" + p.value + ">"
	case toggle:
		return "--" + p.name
	}
	return p.name
}

// printVersion prints the version that the build recorded.
func printVersion(w io.Writer, program string) error {
	_, err := fmt.Fprintf(w, "%s %s\n", program, version())
	return err
}

// version is this program's, as it was built.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) > 12 {
			return info.Main.Version + " " + s.Value[:12]
		}
	}
	return info.Main.Version
}
