package workspace

import (
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"junto/internal/fault"
)

// Kind is what a reference names.
type Kind string

const (
	KindTerminal    Kind = "terminal"
	KindDiff        Kind = "diff"
	KindFile        Kind = "file"
	KindProject     Kind = "project"
	KindPerspective Kind = "perspective"
	KindPeek        Kind = "peek"
	KindEnded       Kind = "ended" // a terminal of an earlier run, or one whose program ended
	KindPanel       Kind = "panel" // a view of the whole app
	KindCanvas      Kind = "canvas"
)

// Panel is a view of the whole app that a tab can show.
type Panel string

const (
	Agents   Panel = "agents"
	Messages Panel = "messages"
	Canvas   Panel = "canvas"
)

const (
	// MaxName bounds the name of a project or a perspective: it has to fit a
	// sidebar, and a file system allows 255 bytes for a folder's name.
	MaxName = 255
	// MaxPath is what Linux allows for a path; macOS allows less.
	MaxPath = 4096
	// maxID keeps ids within what a page's numbers hold exactly.
	maxID = 1<<31 - 1
)

// ref is a parsed reference. Only this file makes one, so each that is not zero
// is well formed: ids are positive, paths absolute and clean, names clean.
type ref struct {
	kind Kind
	id   int    // terminal, diff of a terminal, ended
	run  int    // ended
	text string // file: path; project, perspective, panel: name; canvas: id; a tab's diff: worktree
}

// IsZero reports whether there is no reference.
func (r ref) IsZero() bool { return r == ref{} }

// Kind says what the reference names; empty for none.
func (r ref) Kind() Kind { return r.kind }

// Terminal is the terminal of terminal:<id>, diff:<id> and ended:<run>.<id>;
// else 0.
func (r ref) Terminal() int { return r.id }

// Run is the run that an ended terminal belonged to; else 0.
func (r ref) Run() int { return r.run }

// Path is the path of file:<path>, or the worktree of a tab's diff; else empty.
func (r ref) Path() string {
	if r.kind == KindFile || r.kind == KindDiff {
		return r.text
	}
	return ""
}

// Name is the name of a project, a perspective or a panel; else empty.
func (r ref) Name() string {
	switch r.kind {
	case KindProject, KindPerspective, KindPanel:
		return r.text
	default:
		return ""
	}
}

// String is the reference as it is written.
func (r ref) String() string {
	switch {
	case r.kind == "" || r.kind == KindPeek:
		return string(r.kind)
	case r.kind == KindEnded:
		return "ended:" + strconv.Itoa(r.run) + "." + strconv.Itoa(r.id)
	case r.text != "":
		return string(r.kind) + ":" + r.text
	default:
		return string(r.kind) + ":" + strconv.Itoa(r.id)
	}
}

// MarshalText writes the reference as String does.
func (r ref) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Resource names something in Jun: terminal:<id>, diff:<id>, file:<path> or
// project:<name>. The zero value names nothing.
type Resource struct{ ref }

// Target is what `open` and `close` take: a resource, perspective:<name> or
// peek. The zero value names nothing.
type Target struct{ ref }

// Content is what a tab shows: terminal:<id>, ended:<run>.<id>,
// diff:<worktree>, file:<path>, canvas:<id> or panel:<name>. Two tabs show the
// same when their contents are equal.
type Content struct{ ref }

// TerminalContent is a running terminal's screen. It panics for an id that no
// terminal can have.
func TerminalContent(id int) Content {
	mustID(id)
	return Content{ref{kind: KindTerminal, id: id}}
}

// EndedContent is the last screen of a terminal that has ended.
func EndedContent(run, id int) Content {
	mustID(id)
	mustID(run)
	return Content{ref{kind: KindEnded, id: id, run: run}}
}

// PanelContent is a view of the whole app.
func PanelContent(p Panel) Content { return Content{ref{kind: KindPanel, text: string(p)}} }

func mustID(id int) {
	if id < 1 || id > maxID {
		panic("workspace: no terminal or run has the id " + strconv.Itoa(id))
	}
}

func diffContent(worktree string) Content { return Content{ref{kind: KindDiff, text: worktree}} }

// Resource is the resource that the target names, if it is one.
func (t Target) Resource() (Resource, bool) {
	switch t.kind {
	case KindTerminal, KindDiff, KindFile, KindProject:
		return Resource(t), true
	default:
		return Resource{}, false
	}
}

// Target is the resource as `open` takes it.
func (r Resource) Target() Target { return Target(r) }

// ParseTarget reads what `open` and `close` take. A relative path starts from
// dir.
func ParseTarget(text, dir string) (Target, error) {
	kind, rest, found := strings.Cut(text, ":")
	switch {
	case text == string(KindPeek):
		return Target{ref{kind: KindPeek}}, nil
	case !found:
		return Target{}, unknownForm(text)
	case kind == string(KindPerspective):
		name, err := ParseName(rest)
		return Target{ref{kind: KindPerspective, text: name}}.orNone(err)
	}
	r, err := ParseResource(text, dir)
	return Target(r), err
}

func (t Target) orNone(err error) (Target, error) {
	if err != nil {
		return Target{}, err
	}
	return t, nil
}

// ParseResource reads a resource. A relative path starts from dir.
func ParseResource(text, dir string) (Resource, error) {
	kind, rest, _ := strings.Cut(text, ":")
	switch Kind(kind) {
	case KindTerminal, KindDiff:
		id, err := parseID(rest)
		if err != nil {
			return Resource{}, fault.New(fault.Usage, "%q: %s: takes a terminal's id", clip(text), kind).
				Next("`jun tool terminals` lists the ids")
		}
		return Resource{ref{kind: Kind(kind), id: id}}, nil
	case KindFile:
		p, err := parsePath(rest, dir)
		if err != nil {
			return Resource{}, err
		}
		return Resource{ref{kind: KindFile, text: p}}, nil
	case KindProject:
		name, err := ParseName(rest)
		if err != nil {
			return Resource{}, err
		}
		return Resource{ref{kind: KindProject, text: name}}, nil
	default:
		return Resource{}, unknownForm(text)
	}
}

func unknownForm(text string) error {
	return fault.New(fault.Usage, "%q names nothing that Jun can show", clip(text)).
		Next("write terminal:<id>, diff:<id>, file:<path> or project:<name>; open and close also take perspective:<name>, and close takes peek")
}

// parseID takes a positive decimal number without a sign or leading zeros, so
// that each id is written in one way only.
func parseID(s string) (int, error) {
	id, err := strconv.Atoi(s)
	if err != nil || id < 1 || id > maxID || strconv.Itoa(id) != s {
		return 0, strconv.ErrSyntax
	}
	return id, nil
}

func parsePath(p, dir string) (string, error) {
	switch {
	case p == "":
		return "", fault.New(fault.Usage, "file: takes a path").Next("write file:<path>")
	case !utf8.ValidString(p) || strings.ContainsRune(p, 0):
		return "", fault.New(fault.Usage, "%q is not a path that Jun can show", clip(p)).Next("rename the file")
	}
	if !path.IsAbs(p) {
		if !path.IsAbs(dir) {
			return "", fault.New(fault.Usage, "%q is relative, and the caller's directory is not known", clip(p)).
				Next("write the whole path")
		}
		p = path.Join(dir, p)
	}
	if p = path.Clean(p); len(p) > MaxPath {
		return "", fault.New(fault.Usage, "the path has %d bytes, over %d", len(p), MaxPath).Next("write a shorter path")
	}
	return p, nil
}

// ParseName reads the name of a project or a perspective: one line of visible
// text, without the blanks around it.
func ParseName(s string) (string, error) {
	name := strings.TrimSpace(s)
	switch {
	case name == "":
		return "", fault.New(fault.Usage, "a name cannot be empty").Next("give a name")
	case len(name) > MaxName:
		return "", fault.New(fault.Usage, "the name has %d bytes, over %d", len(name), MaxName).Next("give a shorter name")
	case !utf8.ValidString(name) || strings.ContainsFunc(name, hidden):
		return "", fault.New(fault.Usage, "the name %q has characters that cannot be shown", clip(name)).
			Next("give a name of one line, without control characters")
	}
	return name, nil
}

// hidden reports characters that would make two names look the same or break a
// line: controls, line and paragraph separators, and direction overrides.
func hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) ||
		r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// clip keeps a wrong text from filling an error message.
func clip(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// UnmarshalText reads a resource as String writes it: paths are absolute.
func (r *Resource) UnmarshalText(text []byte) (err error) {
	*r, err = ParseResource(string(text), "")
	return err
}

// UnmarshalText reads a content as String writes it.
func (c *Content) UnmarshalText(text []byte) error {
	kind, rest, _ := strings.Cut(string(text), ":")
	var parsed ref
	switch Kind(kind) {
	case KindTerminal:
		id, err := parseID(rest)
		if err != nil {
			return notContent(text)
		}
		parsed = ref{kind: KindTerminal, id: id}
	case KindEnded:
		run, id, _ := strings.Cut(rest, ".")
		n, err := parseID(run)
		m, err2 := parseID(id)
		if err != nil || err2 != nil {
			return notContent(text)
		}
		parsed = ref{kind: KindEnded, run: n, id: m}
	case KindDiff, KindFile:
		p, err := parsePath(rest, "")
		if err != nil || p != rest {
			return notContent(text)
		}
		parsed = ref{kind: Kind(kind), text: p}
	case KindCanvas:
		// Whether there is such a canvas is the page's to show: the tab may outlive it.
		if id, err := ParseName(rest); err != nil || id != rest {
			return notContent(text)
		}
		parsed = ref{kind: KindCanvas, text: rest}
	case KindPanel:
		switch Panel(rest) {
		case Agents, Messages, Canvas:
			parsed = ref{kind: KindPanel, text: rest}
		default:
			return notContent(text)
		}
	default:
		return notContent(text)
	}
	c.ref = parsed
	return nil
}

func notContent(text []byte) error {
	return fault.New(fault.Input, "%q is nothing that a tab can show", clip(string(text))).
		Next("write terminal:<id>, ended:<run>.<id>, diff:<worktree>, file:<absolute path>, canvas:<id> or panel:<name>")
}
