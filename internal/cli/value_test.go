package cli

import (
	"errors"
	"strings"
	"testing"
	"time"

	"junto/internal/fault"
)

func giving(options map[string]string) given {
	return given{cmd: &command{words: "sample"}, options: options}
}

func TestText(t *testing.T) {
	long := strings.Repeat("é", maxMessageText/2)
	tests := []struct {
		name, word, in, want string
		limit                int
		bad                  string
	}{
		{name: "a word", word: "hi", limit: 10, want: "hi"},
		{name: "none", limit: 10},
		{name: "standard input", word: "-", in: "a\nb\n\r\n\n", limit: 10, want: "a\nb"},
		{name: "a word's line breaks go too", word: "a\r\n", limit: 10, want: "a"},
		{name: "space stays", word: "-", in: "  a \n", limit: 10, want: "  a "},
		{name: "exactly the limit", word: long, limit: maxMessageText, want: long},
		{name: "line breaks do not count", word: "-", in: long + "\n\n", limit: maxMessageText, want: long},
		{name: "one too many", word: "-", in: long + "x", limit: maxMessageText, bad: "longer than 4 KiB"},
		{name: "one too many as a word", word: long + "x", limit: maxMessageText, bad: "longer than 4 KiB"},
		{name: "the largest", word: "-", in: strings.Repeat("x", maxSendText) + "\n", limit: maxSendText, want: strings.Repeat("x", maxSendText)},
		{name: "too large", word: "-", in: strings.Repeat("x", maxSendText+1), limit: maxSendText, bad: "longer than 1 MiB"},
		{name: "binary", word: "-", in: "a\xffb", limit: 10, bad: "not UTF-8"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := giving(nil).text(test.word, strings.NewReader(test.in), test.limit)
			if test.bad != "" {
				if !fault.Is(err, fault.Usage) || !strings.Contains(err.Error(), test.bad) {
					t.Errorf("got %v, want a usage error with %q", err, test.bad)
				}
				return
			}
			if err != nil || got != test.want {
				t.Errorf("got %.20q and %v, want %.20q", got, err, test.want)
			}
		})
	}
}

// endless is standard input that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '\n'
	}
	return len(p), nil
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("broken") }

func TestTextFromAnInputThatNeverEnds(t *testing.T) {
	got, err := giving(nil).text("-", endless{}, maxMessageText)
	if err != nil || got != "" {
		t.Errorf("got %.20q and %v", got, err)
	}
	if _, err := giving(nil).text("-", failing{}, maxMessageText); err == nil || fault.ExitStatus(err) != fault.ExitRefused {
		t.Errorf("a broken input: got %v", err)
	}
}

func TestTitle(t *testing.T) {
	for title, good := range map[string]bool{
		"": true, "Asks to open a PR": true, strings.Repeat("x", maxTitle): true, strings.Repeat("é", maxTitle/2): true,
		strings.Repeat("x", maxTitle+1): false, strings.Repeat("é", maxTitle/2+1): false,
		"a\nb": false, "a\n": false, "a\r": false, "a\xff": false,
	} {
		_, err := giving(map[string]string{"title": title}).title()
		if (err == nil) != good || err != nil && !fault.Is(err, fault.Usage) {
			t.Errorf("title %.20q: %v", title, err)
		}
	}
}

func TestInterval(t *testing.T) {
	for word, good := range map[string]bool{
		"1m": true, "60s": true, "90s": true, "5m": true, "1h": true, "2562047h": true,
		"": false, "0s": false, "59s": false, "0m": false, "-1h": false, "+1h": false, "1": false, "h": false, "1mm": false,
		"1M": false, "1h0m": false, "2562048h": false, "9223372036854775808s": false, "1 m": false, "٣m": false,
	} {
		got, err := giving(nil).interval(word)
		if (err == nil) != good || err != nil && !fault.Is(err, fault.Usage) {
			t.Errorf("interval %q: %v", word, err)
		}
		if good && got != word {
			t.Errorf("interval %q became %q", word, got)
		}
	}
}

// What is taken is what Go's own parser understands in the same way.
func FuzzInterval(f *testing.F) {
	f.Add("90s")
	f.Add("153722867m")
	f.Fuzz(func(t *testing.T, word string) {
		if _, err := giving(nil).interval(word); err != nil {
			return
		}
		d, err := time.ParseDuration(word)
		if err != nil || d < minLoopInterval {
			t.Fatalf("%q was taken, but is %v (%v)", word, d, err)
		}
	})
}

// A target that is taken has a form of the document's.
func FuzzTarget(f *testing.F) {
	for _, word := range []string{"terminal:7", "diff:7", "file:a", "project:web", "perspective:x", "peek", "peek:", "file:", ":"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		got, err := giving(nil).target(word)
		if err != nil {
			if !fault.Is(err, fault.Usage) {
				t.Fatal(err)
			}
			return
		}
		form, rest, _ := strings.Cut(got, ":")
		switch form {
		case "file":
			if !strings.HasPrefix(rest, "/") {
				t.Fatalf("%q became the relative %q", word, got)
			}
		case "terminal", "diff", "project", "perspective":
			if got != word || rest == "" {
				t.Fatalf("%q became %q", word, got)
			}
		default:
			if got != "peek" {
				t.Fatalf("%q became %q", word, got)
			}
		}
	})
}
