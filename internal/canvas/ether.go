package canvas

import (
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Ether gives a node a product identity. Its fields are in the order in which
// they are written.
type Ether struct {
	Entity   *Entity   `json:"entity,omitzero"`
	Flags    []Flag    `json:"flags,omitempty"`
	Terminal *Terminal `json:"terminal,omitzero"`
	Git      *Git      `json:"git,omitzero"`
	Region   *Region   `json:"region,omitzero"`
	Host     string    `json:"host,omitzero"`     // where its programs run; empty: here
	Overseer bool      `json:"overseer,omitzero"` // decodes, and grants nothing
	CompiledOut
}

// CompiledOut is what kinds that this build does not have keep on a node. It is
// carried from reading to writing and means nothing here. What such kinds keep
// at run time (messages, artifacts, board, pad) was never part of a document.
type CompiledOut struct {
	Tasks    jsontext.Value `json:"tasks,omitzero"`
	Requests jsontext.Value `json:"requests,omitzero"`
	Sheet    jsontext.Value `json:"sheet,omitzero"`
	Watch    jsontext.Value `json:"watch,omitzero"`
	Timer    jsontext.Value `json:"timer,omitzero"`
	Browser  jsontext.Value `json:"browser,omitzero"`
}

func (c *CompiledOut) values() map[string]*jsontext.Value {
	return map[string]*jsontext.Value{
		"tasks": &c.Tasks, "requests": &c.Requests, "sheet": &c.Sheet,
		"watch": &c.Watch, "timer": &c.Timer, "browser": &c.Browser,
	}
}

// Entity is the product identity of a node.
type Entity struct {
	Kind Kind   `json:"kind"`
	Name string `json:"name,omitzero"` // <host>:<profile> for managed entities
}

// Flag is a mark that the operator puts on a node.
type Flag string

const (
	// Blocker stops a seat: it may ask what it may do, and nothing else.
	Blocker Flag = "blocker"
	// Parked puts a node aside.
	Parked Flag = "parked"
	// Attention asks the operator to look.
	Attention Flag = "attention"
)

// flagOrder is the order in which flags are written.
var flagOrder = []Flag{Blocker, Parked, Attention}

// Terminal binds a node to a managed terminal.
type Terminal struct {
	BindingID string   `json:"bindingId"`
	Label     string   `json:"label,omitzero"`
	OnDelete  OnDelete `json:"onDelete,omitzero"`
	Launch    *Launch  `json:"launch,omitzero"`
	Harness   string   `json:"harness,omitzero"`
	SessionID string   `json:"sessionId,omitzero"`
}

// OnDelete is what becomes of the process when its card is deleted.
type OnDelete string

const (
	// Detach leaves the process alive. It is what an absent onDelete means.
	Detach OnDelete = "detach"
	// KillSession stops the process first; the card stays when that fails.
	KillSession OnDelete = "kill-session"
)

// WhenDeleted is what becomes of the process, with the default filled in.
func (t *Terminal) WhenDeleted() OnDelete {
	if t == nil || t.OnDelete == "" {
		return Detach
	}
	return t.OnDelete
}

// Launch is what a deliberate start runs; until then it is inert.
type Launch struct {
	Kind string            `json:"kind"` // shell, command or harness
	Argv []string          `json:"argv,omitempty"`
	Cwd  string            `json:"cwd,omitzero"`
	Env  map[string]string `json:"env,omitempty"`
}

// Git is the folder that a git card shows. What git says about it is never
// stored.
type Git struct {
	Cwd string `json:"cwd"`
}

// Region is what a group node says to what lies in it.
type Region struct {
	Hold        bool           `json:"hold,omitzero"` // dragging it takes what is in it along
	Instruction string         `json:"instruction,omitzero"`
	Defaults    *Defaults      `json:"defaults,omitzero"`
	Contract    jsontext.Value `json:"contract,omitzero"` // of a kind that is compiled out
}

// Defaults are stamped on nodes that are created in the region.
type Defaults struct {
	Paths map[string]string `json:"paths,omitempty"` // host → absolute folder
	Page  string            `json:"page,omitzero"`
}

// harnesses are the agent programs that a document may name: those that this
// build can start, and those that others can. Starting one that is not
// installed is refused when it is tried.
var harnesses = []string{
	"agy", "amp", "claude", "codex", "copilot", "cursor", "demo", "devin", "fx", "gemini", "grok", "hermes",
	"kimi", "muse", "omp", "opencode", "pi", "prime-agent", "qwen",
}

// clone copies the ether as deeply as normalise changes it.
func (e *Ether) clone() *Ether {
	if e == nil {
		return nil
	}
	c := *e
	c.Flags = slices.Clone(e.Flags)
	for _, v := range c.values() {
		*v = slices.Clone(*v)
	}
	if e.Region != nil {
		r := *e.Region
		r.Contract = slices.Clone(r.Contract)
		c.Region = &r
	}
	return &c
}

// copied is the ether of a duplicate: another seat, that was granted nothing.
func (e *Ether) copied(mint func() string) *Ether {
	c := e.clone()
	if c == nil {
		return nil
	}
	c.Overseer = false
	if t := e.Terminal; t != nil {
		fresh := *t
		fresh.BindingID, fresh.SessionID = mint(), ""
		if t.Launch != nil {
			launch := *t.Launch
			launch.Env = maps.Clone(launch.Env)
			fresh.Launch = &launch
		}
		c.Terminal = &fresh
	}
	return c
}
