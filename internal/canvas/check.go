package canvas

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
)

// normalise brings a node into the one form in which it is kept, and mirrors
// its flags.
func (n *Node) normalise() {
	if e := n.Ether; e != nil {
		slices.SortFunc(e.Flags, func(a, b Flag) int {
			return slices.Index(flagOrder, a) - slices.Index(flagOrder, b)
		})
		for _, v := range e.values() {
			_ = v.Compact() // it was decoded: it is valid
		}
		if e.Region != nil {
			_ = e.Region.Contract.Compact()
		}
		if e.empty() {
			n.Ether = nil
		}
	}
	n.mirror()
}

func (e *Ether) empty() bool {
	for _, v := range e.values() {
		if *v != nil {
			return false
		}
	}
	return e.Entity == nil && len(e.Flags) == 0 && e.Terminal == nil && e.Git == nil && e.Region == nil &&
		e.Host == "" && !e.Overseer
}

// mirror paints a blocked node. The color that was there before is not kept
// anywhere: when the flag leaves, the node has none, and only undoing brings
// the authored one back.
func (n *Node) mirror() {
	if n.Has(Blocker) {
		n.Color = Crimson
	}
}

// check refuses a node that no document may hold.
func (n *Node) check(at path) error {
	if err := checkID(n.ID, at.in("id")); err != nil {
		return err
	}
	if err := n.Rect.check(at); err != nil {
		return err
	}
	if !n.Color.valid() {
		return at.in("color").wrong(`must be "1" to "6" or "#RRGGBB"`)
	}
	if len(n.Text) > MaxText {
		return at.in("text").wrong("%d bytes are more than %d", len(n.Text), MaxText)
	}
	for _, f := range n.wire().own() {
		if f.name != "text" && len(value(f.value)) > MaxString {
			return at.in(f.name).wrong("%d bytes are more than %d", len(*f.value), MaxString)
		}
	}
	if n.Subpath != "" && !strings.HasPrefix(n.Subpath, "#") {
		return at.in("subpath").wrong("must begin with #")
	}
	if n.BackgroundStyle != "" && !slices.Contains([]string{"cover", "ratio", "repeat"}, n.BackgroundStyle) {
		return at.in("backgroundStyle").wrong("must be cover, ratio or repeat")
	}
	if n.Ether == nil {
		return nil
	}
	return n.checkEther(at.in("ether"))
}

func (r Rect) check(at path) error {
	for _, f := range []struct {
		name       string
		value, min int
	}{
		{"x", r.X, -MaxCoordinate},
		{"y", r.Y, -MaxCoordinate},
		{"width", r.Width, 1},
		{"height", r.Height, 1},
	} {
		if f.value < f.min || f.value > MaxCoordinate {
			return at.in(f.name).wrong("must be from %d to %d", f.min, MaxCoordinate)
		}
	}
	return nil
}

func (n *Node) checkEther(at path) error {
	e := n.Ether
	if e.Entity != nil {
		if err := checkID(string(e.Entity.Kind), at.in("entity").in("kind")); err != nil {
			return err
		}
		if err := checkLine(e.Entity.Name, MaxID, at.in("entity").in("name")); err != nil {
			return err
		}
	}
	for i, f := range e.Flags {
		if !slices.Contains(flagOrder, f) {
			return at.in("flags").at(i).wrong("must be blocker, parked or attention")
		}
		if slices.Contains(e.Flags[:i], f) {
			return at.in("flags").wrong("%s is given twice", f)
		}
	}
	if e.Terminal != nil {
		if err := e.Terminal.check(n.Kind(), at.in("terminal")); err != nil {
			return err
		}
	}
	if e.Git != nil {
		if err := checkPath(e.Git.Cwd, at.in("git").in("cwd")); err != nil {
			return err
		}
	}
	if e.Region != nil {
		if n.Type != Group {
			return at.in("region").wrong("only a group node is a region")
		}
		if err := e.Region.check(at.in("region")); err != nil {
			return err
		}
	}
	if e.Host != "" && !validHost(e.Host) {
		return at.in("host").wrong("must be 1 to 64 letters, digits, dots, dashes and underscores, and begin with a letter or digit")
	}
	return e.checkCompiledOut(at)
}

// checkCompiledOut refuses what is kept at run time and was never authored.
func (e *Ether) checkCompiledOut(at path) error {
	for _, name := range []string{"tasks", "requests"} {
		v := *e.values()[name]
		var held struct {
			Items []any `json:"items"`
		}
		if v != nil && json.Unmarshal(v, &held) == nil && len(held.Items) > 0 {
			return at.in(name).in("items").wrong("is kept while the app runs, and is not part of a document")
		}
	}
	return nil
}

func (t *Terminal) check(k Kind, at path) error {
	if err := checkID(t.BindingID, at.in("bindingId")); err != nil {
		return err
	}
	if err := checkLine(t.Label, MaxString, at.in("label")); err != nil {
		return err
	}
	if err := checkLine(t.SessionID, MaxString, at.in("sessionId")); err != nil {
		return err
	}
	if t.OnDelete != "" && t.OnDelete != Detach && t.OnDelete != KillSession {
		return at.in("onDelete").wrong("must be detach or kill-session")
	}
	if t.Harness != "" {
		if k == KindTerminal {
			return at.in("harness").wrong("a terminal holds no harness; an agent does")
		}
		if !slices.Contains(harnesses, t.Harness) {
			return at.in("harness").wrong("must be one of %s", strings.Join(harnesses, ", "))
		}
	}
	if t.Launch != nil {
		if k == KindTerminal && t.Launch.Kind == "harness" {
			return at.in("launch").in("kind").wrong("a terminal holds no harness; it launches a shell or a command")
		}
		return t.Launch.check(at.in("launch"))
	}
	return nil
}

func (l *Launch) check(at path) error {
	if !slices.Contains([]string{"shell", "command", "harness"}, l.Kind) {
		return at.in("kind").wrong("must be shell, command or harness")
	}
	for i, arg := range l.Argv {
		if len(arg) > MaxString || strings.ContainsRune(arg, 0) {
			return at.in("argv").at(i).wrong("must have at most %d bytes and no NUL", MaxString)
		}
	}
	for name, v := range l.Env {
		if name == "" || len(name) > MaxID || strings.ContainsAny(name, "=\x00") {
			return at.in("env").wrong("%q cannot be the name of a variable", name)
		}
		if len(v) > MaxString || strings.ContainsRune(v, 0) {
			return at.in("env").in(name).wrong("must have at most %d bytes and no NUL", MaxString)
		}
	}
	return checkLine(l.Cwd, MaxString, at.in("cwd"))
}

func (r *Region) check(at path) error {
	if len(r.Instruction) > MaxText {
		return at.in("instruction").wrong("%d bytes are more than %d", len(r.Instruction), MaxText)
	}
	if r.Defaults == nil {
		return nil
	}
	for host, dir := range r.Defaults.Paths {
		at := at.in("defaults").in("paths").in(host)
		if !validHost(host) {
			return at.wrong("is not the name of a host")
		}
		if err := checkPath(dir, at); err != nil {
			return err
		}
	}
	return checkLine(r.Defaults.Page, MaxString, at.in("defaults").in("page"))
}

// check refuses an edge that no document may hold.
func (e *Edge) check(at path) error {
	for _, f := range []struct{ name, value string }{{"id", e.ID}, {"fromNode", e.FromNode}, {"toNode", e.ToNode}} {
		if err := checkID(f.value, at.in(f.name)); err != nil {
			return err
		}
	}
	sides, ends := []string{"", "top", "right", "bottom", "left"}, []string{"", "none", "arrow"}
	for _, f := range []struct {
		name, value string
		of          []string
	}{
		{"fromSide", e.Look.FromSide, sides},
		{"toSide", e.Look.ToSide, sides},
		{"fromEnd", e.Look.FromEnd, ends},
		{"toEnd", e.Look.ToEnd, ends},
	} {
		if !slices.Contains(f.of, f.value) {
			return at.in(f.name).wrong("must be one of %s", strings.Join(f.of[1:], ", "))
		}
	}
	if !e.Look.Color.valid() {
		return at.in("color").wrong(`must be "1" to "6" or "#RRGGBB"`)
	}
	if len(e.Look.Label) > MaxString {
		return at.in("label").wrong("%d bytes are more than %d", len(e.Look.Label), MaxString)
	}
	return checkLine(string(e.Verb), MaxID, at.in("ether").in("verb"))
}

func (c Color) valid() bool {
	if c == "" {
		return true
	}
	if len(c) == 1 {
		return c >= "1" && c <= "6"
	}
	return len(c) == 7 && c[0] == '#' && strings.Trim(string(c[1:]), "0123456789abcdefABCDEF") == ""
}

func checkID(s string, at path) error {
	if s == "" {
		return at.wrong("is missing")
	}
	return checkLine(s, MaxID, at)
}

// checkLine refuses what could not be shown and typed in one line.
func checkLine(s string, limit int, at path) error {
	if len(s) > limit {
		return at.wrong("%d bytes are more than %d", len(s), limit)
	}
	if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		return at.wrong("must have no control characters")
	}
	return nil
}

func checkPath(s string, at path) error {
	if s == "" {
		return at.wrong("is missing")
	}
	if !strings.HasPrefix(s, "/") {
		return at.wrong("must be an absolute path")
	}
	return checkLine(s, MaxString, at)
}

func validHost(s string) bool {
	for i, r := range s {
		alnum := r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !alnum && (i == 0 || !strings.ContainsRune("._-", r)) {
			return false
		}
	}
	return s != "" && len(s) <= 64
}
