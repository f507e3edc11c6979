package canvas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
)

// checkJSONCanvas holds a document against the published JSON Canvas 1.0, with
// another decoder and without this package's types.
func checkJSONCanvas(data []byte) error {
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil {
		return err
	}
	ids := map[string]bool{}
	if err := only(doc, "nodes", "edges"); err != nil {
		return err
	}
	for _, n := range list(doc["nodes"]) {
		if err := checkSpecNode(n, ids); err != nil {
			return fmt.Errorf("node %v: %w", n["id"], err)
		}
	}
	for _, e := range list(doc["edges"]) {
		if err := checkSpecEdge(e, ids); err != nil {
			return fmt.Errorf("edge %v: %w", e["id"], err)
		}
	}
	return nil
}

func checkSpecNode(n map[string]any, ids map[string]bool) error {
	id, ok := n["id"].(string)
	if !ok || ids[id] {
		return fmt.Errorf("its id is missing or taken")
	}
	ids[id] = true
	for _, name := range []string{"x", "y", "width", "height"} {
		if v, ok := n[name].(float64); !ok || v != math.Trunc(v) {
			return fmt.Errorf("%s is no integer", name)
		}
	}
	common := []string{"id", "type", "x", "y", "width", "height", "color"}
	own := map[any][]string{
		"text": {"text"}, "file": {"file", "subpath"}, "link": {"url"}, "group": {"label", "background", "backgroundStyle"},
	}[n["type"]]
	if own == nil {
		return fmt.Errorf("type %v", n["type"])
	}
	if err := only(n, append(common, own...)...); err != nil {
		return err
	}
	if n["type"] != "group" {
		if _, ok := n[own[0]].(string); !ok {
			return fmt.Errorf("%s is missing", own[0])
		}
	}
	if s, ok := n["subpath"].(string); ok && s[0] != '#' {
		return fmt.Errorf("subpath %s", s)
	}
	if s, ok := n["backgroundStyle"]; ok && !slices.Contains([]any{"cover", "ratio", "repeat"}, s) {
		return fmt.Errorf("backgroundStyle %v", s)
	}
	return checkSpecColor(n)
}

func checkSpecEdge(e map[string]any, ids map[string]bool) error {
	if err := only(e, "id", "fromNode", "fromSide", "fromEnd", "toNode", "toSide", "toEnd", "color", "label"); err != nil {
		return err
	}
	from, _ := e["fromNode"].(string)
	to, _ := e["toNode"].(string)
	if !ids[from] || !ids[to] {
		return fmt.Errorf("from %q to %q", from, to)
	}
	for name, of := range map[string][]any{
		"fromSide": {"top", "right", "bottom", "left"}, "toSide": {"top", "right", "bottom", "left"},
		"fromEnd": {"none", "arrow"}, "toEnd": {"none", "arrow"},
	} {
		if v, ok := e[name]; ok && !slices.Contains(of, v) {
			return fmt.Errorf("%s %v", name, v)
		}
	}
	return checkSpecColor(e)
}

func checkSpecColor(o map[string]any) error {
	c, ok := o["color"]
	if s, is := c.(string); ok && (!is || !regexp.MustCompile(`^([1-6]|#[0-9A-Fa-f]{6})$`).MatchString(s)) {
		return fmt.Errorf("color %v", c)
	}
	return nil
}

func only(o map[string]any, names ...string) error {
	for name := range o {
		if !slices.Contains(names, name) {
			return fmt.Errorf("there is a %s", name)
		}
	}
	return nil
}

func list(v any) []map[string]any {
	var all []map[string]any
	items, _ := v.([]any)
	for _, item := range items {
		o, _ := item.(map[string]any)
		all = append(all, o)
	}
	return all
}

// stripped takes every ether key out of a document, as another program would.
func stripped(data []byte) []byte {
	var doc map[string]any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&doc); err != nil {
		panic(err)
	}
	for _, name := range []string{"nodes", "edges"} {
		for _, o := range list(doc[name]) {
			delete(o, "ether")
		}
	}
	out, err := json.Marshal(doc)
	if err != nil {
		panic(err)
	}
	return out
}
