package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits of the document. They are package api's, which a thin client cannot
// link; a test holds the two together.
const (
	minLines        = 1
	maxLines        = 500
	maxTitle        = 200
	maxMessageText  = 4 << 10
	maxSendText     = 1 << 20
	minLoopInterval = time.Minute
)

// kinds of messages.
var kinds = [...]string{"ask", "warn", "done", "info"}

// id reads the id of a terminal or a message.
func (g given) id(word string) (int, error) {
	n, err := strconv.Atoi(word)
	if err == nil && n > 0 && word[0] != '+' {
		return n, nil
	}
	f := g.usage("%q is no id", word)
	bare := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(word, "terminal:"), "diff:"), "M")
	if n, err := strconv.Atoi(bare); err == nil && n > 0 && bare != word {
		return 0, f.Next("write the number alone: %d", n)
	}
	return 0, f
}

// lines reads how many lines of a screen are wanted; 0 is the default.
func (g given) lines() (int, error) {
	if !g.has("lines") {
		return 0, nil
	}
	n, err := strconv.Atoi(g.options["lines"])
	if err != nil || n < minLines || n > maxLines {
		return 0, g.usage("--lines is %d to %d, not %q", minLines, maxLines, g.options["lines"])
	}
	return n, nil
}

// interval reads how often a loop runs: 90s, 5m or 1h.
func (g given) interval(word string) (string, error) {
	units := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour}
	number := strings.TrimRight(word, "smh")
	unit, known := units[word[len(number):]]
	n, err := strconv.Atoi(number)
	if !known || err != nil || n <= 0 || number[0] == '+' || time.Duration(n) > time.Duration(1<<63-1)/unit {
		return "", g.usage("%q is no interval: write 90s, 5m or 1h", word)
	}
	if time.Duration(n)*unit < minLoopInterval {
		return "", g.usage("the interval is at least 1m, not %s", word)
	}
	return word, nil
}

// messageKind reads --kind; empty is the default.
func (g given) messageKind() (string, error) {
	if !g.has("kind") {
		return "", nil
	}
	kind := g.options["kind"]
	for _, k := range kinds {
		if k == kind {
			return kind, nil
		}
	}
	f := g.usage("--kind is ask, warn, done or info, not %q", kind)
	if near := nearest(kind, kinds[:]); near != "" {
		return "", f.Next("did you mean --kind %s?", near)
	}
	return "", f
}

// title reads --title.
func (g given) title() (string, error) {
	title := g.options["title"]
	switch {
	case strings.ContainsAny(title, "\n\r"):
		return "", g.usage("--title is one line")
	case len(title) > maxTitle:
		return "", g.usage("--title is at most %d bytes, not %d", maxTitle, len(title))
	case !utf8.ValidString(title):
		return "", g.usage("--title is not UTF-8")
	}
	return title, nil
}

// maxLineBreaks bounds the line breaks at a text's end, which do not count
// against its limit but have to be read to be dropped.
const maxLineBreaks = 4 << 10

// text reads a text: the word, or standard input for "-". Line breaks at its
// end go.
func (g given) text(word string, in io.Reader, limit int) (string, error) {
	text := word
	if word == "-" {
		// One byte more than allowed is enough to know that it is too long.
		all, err := io.ReadAll(io.LimitReader(in, int64(limit+maxLineBreaks+1)))
		if err != nil {
			return "", fmt.Errorf("read standard input: %w", err)
		}
		text = string(all)
	}
	text = strings.TrimRight(text, "\r\n")
	if len(text) > limit {
		return "", g.usage("the text is longer than %s", size(limit))
	}
	if !utf8.ValidString(text) {
		return "", g.usage("the text is not UTF-8")
	}
	return text, nil
}

func size(n int) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d KiB", n>>10)
}

// folder makes --dir absolute. Without it, it is the current folder by the name
// that the shell knows it by.
func (g given) folder() (string, error) {
	if g.has("dir") && g.options["dir"] == "" {
		return "", g.usage("--dir is empty")
	}
	return absolute(g.options["dir"])
}

func absolute(path string) (string, error) {
	if filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	here, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("the current folder: %w", err)
	}
	return filepath.Join(here, path), nil
}

// The forms of resources, with what follows the colon.
var resourceForms = []string{"terminal:<id>", "diff:<id>", "file:<path>", "project:<name>"}

// resource reads a resource, and makes a file's path absolute: the daemon has
// another current folder than the caller.
func (g given) resource(word string) (string, error) {
	form, rest, _ := strings.Cut(word, ":")
	switch form {
	case "terminal", "diff":
		if _, err := g.id(rest); err != nil {
			return "", g.usage("%q: an id belongs after %s:", word, form)
		}
		return word, nil
	case "file":
		if rest == "" {
			break
		}
		path, err := absolute(rest)
		return "file:" + path, err
	case "project":
		if rest == "" {
			break
		}
		return word, nil
	}
	return "", g.usage("%q is no resource: write %s", word, strings.Join(resourceForms, ", "))
}

// target reads what open and close take: a resource, a perspective or the peek
// drawer.
func (g given) target(word string) (string, error) {
	if word == "peek" {
		return word, nil
	}
	if name, ok := strings.CutPrefix(word, "perspective:"); ok && name != "" {
		return word, nil
	}
	if form, _, ok := strings.Cut(word, ":"); ok && form != "perspective" {
		return g.resource(word)
	}
	forms := strings.Join(resourceForms, ", ") + ", perspective:<name> or peek"
	return "", g.usage("%q is no target: write %s", word, forms)
}
