package fakemodel

import (
	"path"
	"slices"
	"strings"
)

// schema is a tool's JSON schema, as decoded JSON.
type schema map[string]any

// filler makes arguments that fit a schema: the wanted values where their names
// occur, else something plausible.
type filler struct {
	root   schema
	wanted map[string]any
}

// fill makes the arguments of a tool's call.
func fill(s schema, wanted map[string]any) any {
	return filler{root: s, wanted: wanted}.at(s, "", 0, 0)
}

// maxDepth ends a schema that refers to itself.
const maxDepth = 16

func (f filler) at(s schema, name string, index, depth int) any {
	s = f.resolve(s)
	kind := s.kind()
	if v, ok := f.wanted[name]; ok && name != "" {
		if text, isText := v.(string); isText && kind == "array" { // a command as words
			return []any{"bash", "-lc", text}
		}
		return v
	}
	if v, ok := s["const"]; ok {
		return v
	}
	if all, ok := s["enum"].([]any); ok && len(all) > 0 {
		return all[0]
	}
	if depth == maxDepth {
		return nil
	}
	if alternative, ok := s.alternative(); ok {
		return f.at(alternative, name, index, depth+1)
	}
	switch kind {
	case "object":
		return f.object(s, index, depth)
	case "array":
		return f.array(s, name, depth)
	case "boolean":
		return false
	case "number", "integer":
		return s.number()
	}
	return word(name, index)
}

// object fills the required properties, those that are wanted, and the choices
// of a question, which a question is pointless without.
func (f filler) object(s schema, index, depth int) any {
	out := map[string]any{}
	properties, _ := s["properties"].(map[string]any)
	required, someRequired := s["required"].([]any)
	for name, p := range properties {
		_, wanted := f.wanted[name]
		if !someRequired || wanted || name == "options" || name == "choices" || slices.Contains(required, any(name)) {
			sub, _ := p.(map[string]any)
			out[name] = f.at(sub, name, index, depth+1)
		}
	}
	return out
}

func (f filler) array(s schema, name string, depth int) any {
	n := 1
	if least, ok := s["minItems"].(float64); ok {
		n = max(n, min(int(least), 10))
	}
	if name == "options" || name == "choices" {
		n = 2
	}
	items, _ := s["items"].(map[string]any)
	out := make([]any, 0, n)
	for i := range n {
		out = append(out, f.at(items, strings.TrimSuffix(name, "s"), i, depth+1))
	}
	return out
}

// resolve follows a reference to a definition of the root.
func (f filler) resolve(s schema) schema {
	ref, ok := s["$ref"].(string)
	if !ok {
		return s
	}
	for _, where := range []string{"$defs", "definitions"} {
		if definitions, ok := f.root[where].(map[string]any); ok {
			if d, ok := definitions[path.Base(ref)].(map[string]any); ok {
				return d
			}
		}
	}
	return schema{}
}

// kind is the schema's type, the first that is not null.
func (s schema) kind() string {
	switch t := s["type"].(type) {
	case string:
		return strings.ToLower(t)
	case []any:
		for _, one := range t {
			if name, ok := one.(string); ok && name != "null" {
				return strings.ToLower(name)
			}
		}
	}
	if _, ok := s["properties"]; ok {
		return "object"
	}
	return "string"
}

// alternative is the first choice of anyOf or oneOf that is not null.
func (s schema) alternative() (schema, bool) {
	for _, word := range []string{"anyOf", "oneOf"} {
		choices, _ := s[word].([]any)
		for _, c := range choices {
			if sub, ok := c.(map[string]any); ok && schema(sub).kind() != "null" {
				return sub, true
			}
		}
	}
	return nil, false
}

func (s schema) number() any {
	for _, word := range []string{"minimum", "default"} {
		if n, ok := s[word].(float64); ok {
			return n
		}
	}
	return 1
}

func (s schema) has(property string) bool {
	properties, _ := s["properties"].(map[string]any)
	_, ok := properties[property]
	return ok
}

// word is a plausible text for a property of that name.
func word(name string, index int) string {
	name = strings.ToLower(name)
	contains := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(name, w) })
	}
	switch {
	case contains("option", "choice", "label", "value", "title"):
		return [...]string{"Red", "Blue", "Green", "Black"}[index%4]
	case contains("header"):
		return "Color"
	case contains("question", "prompt", "message"):
		return "Which color do you want?"
	case strings.HasSuffix(name, "id"):
		return "color"
	case contains("desc", "reason", "justif", "intent", "summary"):
		return "Say hi"
	}
	return "x"
}
