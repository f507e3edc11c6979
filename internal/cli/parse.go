package cli

import (
	"errors"
	"strings"

	"junto/internal/fault"
)

// kind says what a part of a command's words is.
type kind int

const (
	required     kind = iota // a word that must be there
	optional                 // a word that may be left out
	tail                     // all words from here on, as they are; at least one
	optionalTail             // the same, or none
	passed                   // all words, options too: they are another program's
	option                   // --name value
	toggle                   // --name
)

// part is one element of a command's words. The order of a command's parts is
// the order in which help shows them.
type part struct {
	kind  kind
	name  string
	value string // what an option's value is called
	about string
}

// command is a row of the table.
type command struct {
	words  string // how it is called, without "jun"
	parts  []part
	bare   bool   // only for the name with nothing after it
	prints string // what it prints, in a sentence
	notes  string // paragraphs for help
	fields []field
	run    action
}

// field is a member of the JSON that a command prints.
type field struct{ name, about string }

// given is what the words of a call gave.
type given struct {
	cmd     *command
	args    []string // the positional words
	tail    []string
	options map[string]string // options with their value, toggles with none
	all     table             // the whole table, for help
}

func (g given) has(name string) bool { _, ok := g.options[name]; return ok }

// arg is a positional word, or nothing.
func (g given) arg(i int) string {
	if i < len(g.args) {
		return g.args[i]
	}
	return ""
}

// usage is a usage error of the command.
func (g given) usage(format string, args ...any) *fault.Fault {
	return usage(g.cmd, format, args...)
}

// errHelp says that the words ask for help. It wins over every other error, for
// a call that asks for help must not do anything else.
var errHelp = errors.New("help is asked for")

// parse sorts the words after a command's name:
//
//   - options may come before, between and after the positional words;
//   - a tail begins with the word after the last positional one, and is
//     verbatim from there on;
//   - after "--" no word is an option;
//   - "-" is a word, and so is everything that does not look like an option
//     (see looksLikeOption).
func parse(cmd *command, words []string) (given, error) {
	p := parser{given: given{cmd: cmd}, words: words}
	for _, part := range cmd.parts {
		switch part.kind {
		case required, optional:
			p.most++
		case tail, optionalTail:
			p.hasTail = true
		case passed:
			p.hasTail = true
			p.literal = len(words) > 0 && !isHelp(words[0])
		}
	}
	for len(p.words) > 0 && !p.done {
		p.step()
	}
	if p.help {
		return given{}, errHelp
	}
	if p.first == nil {
		p.fail(p.missing())
	}
	return p.given, p.first
}

type parser struct {
	given
	words   []string // still to be read
	most    int      // positional words that the command takes
	hasTail bool
	literal bool // after "--"
	done    bool // the tail is read
	help    bool
	first   error // the first error; reading goes on, to find --help
}

// fail remembers the first error. It takes a *fault.Fault so that a nil one is
// no error.
func (p *parser) fail(f *fault.Fault) {
	if p.first == nil && f != nil {
		p.first = f
	}
}

func (p *parser) step() {
	word := p.words[0]
	switch {
	case !p.literal && word == "--":
		p.literal = true
		p.words = p.words[1:]
	case !p.literal && isHelp(word):
		p.help, p.done = true, true
	case !p.literal && looksLikeOption(word):
		p.words = p.words[1:]
		p.readOption(word)
	case len(p.args) == p.most && p.hasTail:
		p.tail, p.done = p.words, true
	case len(p.args) == p.most:
		p.fail(p.usage("unexpected word %q", word))
		p.words = p.words[1:]
	default:
		p.args = append(p.args, word)
		p.words = p.words[1:]
	}
}

func (p *parser) readOption(word string) {
	name, value, hasValue := strings.Cut(word, "=")
	name = strings.TrimPrefix(name, "--")
	part := p.find(name)
	if part == nil {
		p.fail(p.unknown(word))
		return
	}
	switch {
	case p.has(name):
		p.fail(p.usage("--%s is given twice", name))
	case part.kind == toggle && hasValue:
		p.fail(p.usage("--%s takes no value", name))
	}
	if part.kind == option && !hasValue {
		if value, hasValue = p.takeValue(); !hasValue {
			p.fail(p.usage("--%s needs a value: --%s <%s>", name, name, part.value))
			return
		}
	}
	if p.options == nil {
		p.options = map[string]string{}
	}
	p.options[name] = value
}

// takeValue takes the next word as an option's value, unless it looks like an
// option itself: then the value was forgotten. --name=--value is how to give
// such a value.
func (p *parser) takeValue() (string, bool) {
	if len(p.words) == 0 || p.words[0] == "--" || looksLikeOption(p.words[0]) {
		return "", false
	}
	value := p.words[0]
	p.words = p.words[1:]
	return value, true
}

func (p *parser) find(name string) *part {
	for i, part := range p.cmd.parts {
		if (part.kind == option || part.kind == toggle) && part.name == name {
			return &p.cmd.parts[i]
		}
	}
	return nil
}

func (p *parser) unknown(word string) *fault.Fault {
	name, _, _ := strings.Cut(word, "=")
	f := p.usage("unknown option %s", name)
	var known []string
	takesText := p.hasTail
	for _, part := range p.cmd.parts {
		if part.kind == option || part.kind == toggle {
			known = append(known, "--"+part.name)
		}
		takesText = takesText || part.name == "text"
	}
	if near := nearest(name, known); near != "" {
		return f.Next("did you mean %s? see: %s --help", near, p.cmd.whole())
	}
	if takesText {
		return f.Next("write -- before words that are no options; see: %s --help", p.cmd.whole())
	}
	return f
}

// missing names the first word that should have been there.
func (p *parser) missing() *fault.Fault {
	n := 0
	for _, part := range p.cmd.parts {
		switch {
		case part.kind == required && n >= len(p.args):
			return p.usage("%s is missing", part)
		case part.kind == tail && len(p.tail) == 0:
			return p.usage("%s is missing", part)
		case part.kind == required || part.kind == optional:
			n++
		}
	}
	return nil
}

func isHelp(word string) bool { return word == "--help" || word == "-h" }

// looksLikeOption reports whether a word is meant as an option: a dash or two,
// a letter, and then only what names are made of, up to a "=". A text such as
// "- first item" or "-> see above" is none.
func looksLikeOption(word string) bool {
	name, _, _ := strings.Cut(word, "=")
	name, dashed := strings.CutPrefix(name, "-")
	name = strings.TrimPrefix(name, "-")
	if !dashed || name == "" || !isLetter(name[0]) {
		return false
	}
	for i := range len(name) {
		if c := name[i]; !isLetter(c) && c != '-' && c != '_' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
