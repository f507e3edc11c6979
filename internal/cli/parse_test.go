package cli

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"junto/internal/fault"
)

// sample has each kind of part; its tail begins after two words.
func sample() *command {
	return &command{words: "sample", parts: []part{
		{kind: required, name: "first"},
		{kind: option, name: "title", value: "title"},
		{kind: toggle, name: "open"},
		{kind: optional, name: "text"},
		{kind: optionalTail, name: "command"},
	}}
}

func TestParse(t *testing.T) {
	type options = map[string]string
	tests := []struct {
		words string // separated by |
		want  given
		err   string
		help  bool
	}{
		{words: "a", want: given{args: []string{"a"}}},
		{words: "a|b", want: given{args: []string{"a", "b"}}},
		{words: "--open|a|b", want: given{args: []string{"a", "b"}, options: options{"open": ""}}},
		{words: "a|--open|b", want: given{args: []string{"a", "b"}, options: options{"open": ""}}},
		{words: "a|b|--open", want: given{args: []string{"a", "b"}, options: options{"open": ""}}},
		{words: "a|--title|x y", want: given{args: []string{"a"}, options: options{"title": "x y"}}},
		{words: "a|--title=x=y", want: given{args: []string{"a"}, options: options{"title": "x=y"}}},
		{words: "a|--title=", want: given{args: []string{"a"}, options: options{"title": ""}}},
		{words: "a|--title|", want: given{args: []string{"a"}, options: options{"title": ""}}},
		{words: "a|--title|-", want: given{args: []string{"a"}, options: options{"title": "-"}}},
		{words: "a|--title=--open", want: given{args: []string{"a"}, options: options{"title": "--open"}}},

		{words: "a|b|c|--title|x|--help|--", want: given{args: []string{"a", "b"}, tail: []string{"c", "--title", "x", "--help", "--"}}},
		{words: "a|b|--open|c|--open", want: given{args: []string{"a", "b"}, tail: []string{"c", "--open"}, options: options{"open": ""}}},
		{words: "a|b|--|--open|c", want: given{args: []string{"a", "b"}, tail: []string{"--open", "c"}}},
		{words: "a|--|--open|--|c", want: given{args: []string{"a", "--open"}, tail: []string{"--", "c"}}},
		{words: "--|a", want: given{args: []string{"a"}}},
		{words: "--|--help", want: given{args: []string{"--help"}}},

		{words: "-|->|- item|--|-x", want: given{args: []string{"-", "->"}, tail: []string{"- item", "--", "-x"}}},
		{words: "--two words", want: given{args: []string{"--two words"}}},
		{words: "-5|---|", want: given{args: []string{"-5", "---"}, tail: []string{""}}},

		{words: "", want: given{args: []string{""}}},
		{words: "a|--title", err: "--title needs a value"},
		{words: "a|--title|--open", err: "--title needs a value"},
		{words: "a|--title|--|b", err: "--title needs a value"},
		{words: "a|--open|--open", err: "--open is given twice"},
		{words: "a|--title=x|--title=y", err: "--title is given twice"},
		{words: "a|--open=yes", err: "--open takes no value"},
		{words: "a|--opne", err: "unknown option --opne"},
		{words: "a|-o", err: "unknown option -o"},
		{words: "a|-title|x", err: "unknown option -title"},
		{words: "a|--Title|x", err: "unknown option --Title"},
		{words: "--open", err: "<first> is missing"},

		{words: "--help", help: true},
		{words: "-h", help: true},
		{words: "a|b|--help", help: true},
		{words: "a|--title|--help", help: true},
		{words: "a|--title|-h|x", help: true},
		{words: "--bogus|--open|--open|--help", help: true},
	}
	for _, test := range tests {
		t.Run(test.words, func(t *testing.T) {
			got, err := parse(sample(), strings.Split(test.words, "|"))
			if errors.Is(err, errHelp) != test.help {
				t.Fatalf("got error %v, help wanted: %v", err, test.help)
			}
			if test.help {
				return
			}
			if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Fatalf("got error %v, want %q", err, test.err)
			}
			if err != nil {
				if fault.ExitStatus(err) != fault.ExitUsage {
					t.Errorf("%v is no usage error", err)
				}
				return
			}
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(given{}), cmpopts.IgnoreFields(given{}, "cmd")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestParsePassed(t *testing.T) {
	cmd := &command{words: "demo-agent", parts: []part{{kind: passed, name: "option"}}}
	for words, want := range map[string]string{
		"--mode|vim|--help": "--mode|vim|--help",
		"--|x":              "--|x",
		"":                  "",
	} {
		g, err := parse(cmd, strings.Split(words, "|"))
		if err != nil || strings.Join(g.tail, "|") != want {
			t.Errorf("%q: got %q and %v", words, g.tail, err)
		}
	}
	if _, err := parse(cmd, []string{"--help"}); !errors.Is(err, errHelp) {
		t.Errorf("--help: got %v", err)
	}
}

// Every word of a call that is accepted is somewhere, once and in its order; a
// word that asks for help is never lost; no word after "--" is an option.
func FuzzParse(f *testing.F) {
	for _, words := range []string{"a\nb\nc", "--title\nx\na", "a\n--\n--open\n--help", "--help", "a\n--title=\n-\n--open", "--open\n--open"} {
		for i := range 3 {
			f.Add(i, words)
		}
	}
	all := slices.Collect(commands.rows())
	f.Fuzz(func(t *testing.T, n int, text string) {
		cmd := sample()
		if n >= 0 && n < len(all) {
			cmd = all[n]
		}
		words := strings.Split(text, "\n")
		g, err := parse(cmd, words)
		plain, _, _ := strings.Cut("\n"+text+"\n", "\n--\n")
		asks := strings.Contains(plain+"\n", "\n--help\n") || strings.Contains(plain+"\n", "\n-h\n")
		switch {
		case errors.Is(err, errHelp):
			if !asks {
				t.Fatalf("%q: help that nobody asked for", words)
			}
		case err != nil:
			if asks && !hasTail(cmd) {
				t.Fatalf("%q asks for help and got %v", words, err)
			}
			if fault.ExitStatus(err) != fault.ExitUsage {
				t.Fatalf("%q: %v is no usage error", words, err)
			}
		default:
			checkParsed(t, words, g)
		}
	})
}

func hasTail(cmd *command) bool {
	for _, p := range cmd.parts {
		if p.kind == tail || p.kind == optionalTail || p.kind == passed {
			return true
		}
	}
	return false
}

// checkParsed takes the words out of the call again.
func checkParsed(t *testing.T, words []string, g given) {
	t.Helper()
	rest := words[:len(words)-len(g.tail)]
	if diff := cmp.Diff(g.tail, words[len(rest):], cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%q: the tail is not verbatim\n%s", words, diff)
	}
	args, options, literal := 0, 0, false
	for i := 0; i < len(rest); i++ {
		switch word := rest[i]; {
		case word == "--" && !literal:
			literal = true
		case !literal && looksLikeOption(word):
			name, value, inline := strings.Cut(strings.TrimPrefix(word, "--"), "=")
			options++
			for _, p := range g.cmd.parts {
				if p.kind == option && p.name == name && !inline {
					i++
					value = rest[i]
				}
			}
			if got, ok := g.options[name]; !ok || got != value {
				t.Fatalf("%q: option %s is %q (%v), want %q", words, name, got, ok, value)
			}
		default:
			if g.arg(args) != word {
				t.Fatalf("%q: word %d is %q, want %q", words, args, g.arg(args), word)
			}
			args++
		}
	}
	if args != len(g.args) || options != len(g.options) {
		t.Fatalf("%q: %d words and %d options, want %d and %d", words, len(g.args), len(g.options), args, options)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"terminals", "watch", "screen", "open", "close", "back", "forward", "send", "message", "run", "loop", "help"}
	for word, want := range map[string]string{
		"terminal": "terminals", "terminls": "terminals", "wacth": "watch", "scren": "screen", "opne": "open", "mesage": "message",
		"SEND": "send", "term": "terminals", "xyzzy": "", "r": "", "": "", strings.Repeat("send", 1000): "", "lopo": "loop",
	} {
		if got := nearest(word, names); got != want {
			t.Errorf("nearest(%.20q) is %q, want %q", word, got, want)
		}
	}
}

func FuzzNearest(f *testing.F) {
	f.Add("sned", "send")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > 64 || len(b) > 64 {
			t.Skip()
		}
		d := distance(a, b)
		if d != distance(b, a) || (d == 0) != (a == b) || d > max(len(a), len(b)) {
			t.Fatalf("distance(%q, %q) is %d", a, b, d)
		}
	})
}
