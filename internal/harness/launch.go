package harness

import (
	"encoding/json"
	"slices"
	"strings"
)

// Launch says how the agent is started and resumed. The argument lists hold
// {value} where the value goes, or {toml} where it goes as a TOML string.
type Launch struct {
	Program []string
	// Resume is put first, before the settings' options.
	Resume []string
	// Pin starts a session under a given id; nil where the id can only be
	// found out afterwards, in Sessions.
	Pin []string
	// Model, Effort, Mode and Instructions are the options of the settings;
	// nil where the agent has none.
	Model, Effort, Mode, Instructions []string
	// Modes are the values of the permission mode.
	Modes []string
	// ID matches the id of a session, as the agent writes it.
	ID string
	// Sessions is where the agent keeps its sessions, in words and globs.
	Sessions string
	// Kept says what a resumed session does with each setting.
	Kept map[string]string
}

// What a resumed session does with a setting.
const (
	// Kept: the session remembers it.
	Kept = "kept"
	// Reverts: the agent's default is back; give it again.
	Reverts = "reverts"
	// Frozen: what the session started with stays, a new value is ignored.
	Frozen = "frozen"
	// Unproved: not measured; give it again.
	Unproved = "unproved"
)

// Settings are the operator's choices for a session; empty means the agent's
// default.
type Settings struct {
	Model, Effort, Mode, Instructions string
}

// Start is the argument list of a new session. With an id it is pinned; ok is
// false when the agent cannot pin one.
func (l *Launch) Start(s Settings, id string) (argv []string, ok bool) {
	argv = append(slices.Clone(l.Program), l.options(s)...)
	if id == "" {
		return argv, true
	}
	if l.Pin == nil {
		return nil, false
	}
	return append(argv, fill(l.Pin, id)...), true
}

// Continue is the argument list that resumes a session. Settings that the
// session keeps, or has frozen, are not given again.
func (l *Launch) Continue(s Settings, id string) (argv []string, ok bool) {
	if l.Resume == nil || id == "" {
		return nil, false
	}
	if k := l.Kept["model"]; k == Kept {
		s.Model = ""
	}
	if k := l.Kept["effort"]; k == Kept {
		s.Effort = ""
	}
	if k := l.Kept["instructions"]; k == Kept || k == Frozen {
		s.Instructions = ""
	}
	argv = append(slices.Clone(l.Program), fill(l.Resume, id)...)
	return append(argv, l.options(s)...), true
}

// Instructs reports whether the agent gets instructions with its arguments: at a
// start, or when it is resumed. Where not, they have to be typed.
func (l *Launch) Instructs(resumed bool) bool {
	k := l.Kept["instructions"]
	return l.Instructions != nil && !(resumed && (k == Kept || k == Frozen))
}

func (l *Launch) options(s Settings) []string {
	var out []string
	for _, o := range []struct {
		words []string
		value string
	}{{l.Model, s.Model}, {l.Effort, s.Effort}, {l.Mode, s.Mode}, {l.Instructions, s.Instructions}} {
		if o.value != "" && o.words != nil {
			out = append(out, fill(o.words, o.value)...)
		}
	}
	return out
}

func fill(words []string, value string) []string {
	put := strings.NewReplacer("{value}", value, "{toml}", quoteTOML(value))
	out := slices.Clone(words)
	for i, w := range out {
		out[i] = put.Replace(w)
	}
	return out
}

// quoteTOML writes a basic string of TOML, which every JSON string is.
func quoteTOML(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic("harness: a string did not marshal: " + err.Error())
	}
	return string(b)
}

type launchTable struct {
	Program      []string          `toml:"program"`
	Resume       []string          `toml:"resume"`
	Pin          []string          `toml:"pin"`
	Model        []string          `toml:"model"`
	Effort       []string          `toml:"effort"`
	Mode         []string          `toml:"mode"`
	Instructions []string          `toml:"instructions"`
	Modes        []string          `toml:"modes"`
	ID           string            `toml:"id"`
	Sessions     string            `toml:"sessions"`
	Kept         map[string]string `toml:"on_resume"`
}

func (t *launchTable) launch(c *compiler) Launch {
	if len(t.Program) == 0 {
		c.fail("launch.program is required")
	}
	for key, v := range t.Kept {
		if !slices.Contains([]string{Kept, Reverts, Frozen, Unproved}, v) {
			c.fail("launch.on_resume.%s: %q is unknown", key, v)
		}
	}
	c.pattern("launch.id", t.ID)
	return Launch{
		Program: t.Program, Resume: t.Resume, Pin: t.Pin,
		Model: t.Model, Effort: t.Effort, Mode: t.Mode, Instructions: t.Instructions,
		Modes: t.Modes, ID: t.ID, Sessions: t.Sessions, Kept: t.Kept,
	}
}
