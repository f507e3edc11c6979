package feed

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/store"
	"junto/internal/workspace"
)

// The kinds of a message, the default last.
var kinds = []string{"ask", "warn", "done", "info"}

const defaultKind = "info"

// draft is a message that may be sent.
type draft struct {
	title, kind, text string
	link              workspace.Resource
}

func parseDraft(in api.MessageIn, dir string) (draft, error) {
	d := draft{title: visible(in.Title), kind: in.Kind, text: visible(trimBreaks(in.Text))}
	if d.kind == "" {
		d.kind = defaultKind
	}
	if err := checkKind(d.kind); err != nil {
		return draft{}, err
	}
	if err := checkTitle(d.title); err != nil {
		return draft{}, err
	}
	if err := checkText(d.text); err != nil {
		return draft{}, err
	}
	if d.title == "" && d.text == "" {
		return draft{}, fault.New(fault.Usage, "the message is empty").Next("give a text, or a title with --title")
	}
	if in.Link == "" {
		return d, nil
	}
	target, err := workspace.ParseTarget(in.Link, dir)
	if err != nil {
		return draft{}, err
	}
	r, ok := target.Resource()
	if !ok {
		return draft{}, fault.New(fault.Usage, "a message cannot link to %s", target).
			Next("link to terminal:<id>, diff:<id>, file:<path> or project:<name>")
	}
	d.link = r
	return d, nil
}

func parseChange(in api.MessageUpdateIn) (store.MessageChange, error) {
	c := store.MessageChange{Kind: in.Kind}
	text := visible(trimBreaks(in.Text))
	if in.Kind == "" && text == "" {
		return c, fault.New(fault.Usage, "there is nothing to update").Next("give --kind, a text, or both")
	}
	if in.Kind != "" {
		if err := checkKind(in.Kind); err != nil {
			return c, err
		}
	}
	if err := checkText(text); err != nil {
		return c, err
	}
	if text != "" {
		c.Reply = &store.Reply{Text: text}
	}
	return c, nil
}

// trimBreaks cuts the line breaks at the end, as `echo` and editors leave them.
func trimBreaks(s string) string { return strings.TrimRight(s, "\r\n") }

// visible takes a text of blanks only for none: nobody could see it.
func visible(s string) string {
	if strings.TrimSpace(s) == "" {
		return ""
	}
	return s
}

func checkKind(kind string) error {
	if !slices.Contains(kinds, kind) {
		return fault.New(fault.Usage, "%q is no kind of message", kind).Next("use ask, warn, done or info")
	}
	return nil
}

func checkTitle(title string) error {
	if !utf8.ValidString(title) {
		return notText("title")
	}
	if len(title) > api.MaxMessageTitle {
		return fault.New(fault.Usage, "the title has %d bytes, over %d", len(title), api.MaxMessageTitle).
			Next("shorten the title, and say the rest in the text")
	}
	breaks := func(r rune) bool { return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) }
	if strings.ContainsFunc(title, breaks) {
		return fault.New(fault.Usage, "the title is more than one line of text").Next("say the rest in the text")
	}
	return nil
}

func checkText(text string) error {
	if !utf8.ValidString(text) {
		return notText("text")
	}
	if len(text) > api.MaxMessageText {
		return fault.New(fault.Usage, "the text has %d bytes, over %d", len(text), api.MaxMessageText).
			Next("shorten the text, or link to a file with --link file:<path>")
	}
	return nil
}

func notText(what string) error {
	return fault.New(fault.Usage, "the %s is not UTF-8", what).Next("send text, or link to a file with --link file:<path>")
}
