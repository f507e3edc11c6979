package cli

import (
	"os"
	"strings"

	"junto/internal/fault"
)

// resolve finds the command that the first words name, and returns the words
// after its name. The longest name that fits wins: "tool message update" before
// "tool message". A row marked bare is only for its name with nothing after it.
// What names no command is a call of the program itself: a folder to open, or
// --help.
func resolve(all table, words []string) (*command, []string, error) {
	var found *command
	size := 0
	for c := range all.rows() {
		n := named(c.words, words)
		if n == 0 || c.bare && n < len(words) {
			continue
		}
		if n > size || n == size && c.bare {
			found, size = c, n
		}
	}
	switch {
	case found != nil:
		return found, words[size:], nil
	case len(words) > 0 && words[0] == "tool":
		return toolItself(all, words[1:])
	case len(words) > 0 && !looksLikeOption(words[0]) && words[0] != "--" && !isFolder(words[0]):
		return nil, nil, unknown(all, "", words[0])
	}
	return &all[0][0], words, nil
}

// named returns how many of the words are the command's name, or 0.
func named(command string, words []string) int {
	n := 0
	for command != "" {
		var next string
		next, command, _ = strings.Cut(command, " ")
		if n >= len(words) || words[n] != next {
			return 0
		}
		n++
	}
	return n
}

// toolItself is for `jun tool` without one of its commands.
func toolItself(all table, words []string) (*command, []string, error) {
	switch {
	case len(words) == 0:
		f := fault.New(fault.Usage, "tool: a command is missing")
		return nil, nil, f.Next("see: jun tool help; to open a folder named tool: jun ./tool")
	case isHelp(words[0]):
		return resolve(all, []string{"tool", "help"})
	}
	return nil, nil, unknown(all, "tool ", words[0])
}

// unknown is the error of a word that names no command of the group.
func unknown(all table, group, word string) error {
	f := fault.New(fault.Usage, "unknown command: jun %s%s", group, word)
	for _, g := range []string{group, "tool "} {
		if near := nearest(word, names(all, g)); near != "" {
			return f.Next("did you mean: jun %s%s", g, near)
		}
	}
	if group == "" {
		return f.Next("see: jun help; %s is no folder to open either", word)
	}
	return f.Next("see: jun %shelp", group)
}

// names are the next words of all commands that begin with the group's.
func names(all table, group string) []string {
	var next []string
	for c := range all.rows() {
		if rest, ok := strings.CutPrefix(c.words, group); ok && rest != "" {
			name, _, _ := strings.Cut(rest, " ")
			next = append(next, name)
		}
	}
	return next
}

// isFolder reports whether a word is meant as a folder: it is one, or it is
// written as a path.
func isFolder(word string) bool {
	if strings.ContainsRune(word, '/') || word == "." || word == ".." {
		return true
	}
	info, err := os.Stat(word)
	return err == nil && info.IsDir()
}
