package canvas

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"junto/internal/fault"
)

// note is a node with more members, for a table of documents.
func note(more string) string {
	return `{"nodes":[{"id":"n","type":"text","x":0,"y":0,"width":10,"height":10,"text":"hi"` + more + `}]}`
}

func group(more string) string {
	return `{"nodes":[{"id":"g","type":"group","x":0,"y":0,"width":10,"height":10` + more + `}]}`
}

func ether(body string) string { return note(`,"ether":{` + body + `}`) }

func TestAWrongDocumentIsRefusedWithThePlaceThatIsWrong(t *testing.T) {
	for _, c := range []struct{ name, doc, at, says string }{
		{"nothing", ``, "", "not JSON"},
		{"cut off", `{"nodes":[`, "/nodes", "not JSON"},
		{"another value", `[]`, "", "must be an object"},
		{"text after the end", `{"nodes":[]} x`, "", "after the end"},
		{"a second document", `{}{}`, "", "after the end"},
		{"an unknown field", note(`,"z":1`), "/nodes/0/z", "not a field"},
		{"an unknown field at the top", `{"meta":{}}`, "/meta", "not a field"},
		{"wrong case", `{"Nodes":[]}`, "/Nodes", "not a field"},
		{"wrong case inside", ether(`"Entity":{"kind":"agent"}`), "/nodes/0/ether/Entity", "not a field"},
		{"a field given twice", `{"nodes":[{"id":"a","id":"b"}]}`, "/nodes/0/id", "twice"},
		{"null for a list", `{"nodes":null}`, "/nodes", "null"},
		{"null for a color", note(`,"color":null`), "/nodes/0/color", "null"},
		{"null for ether", note(`,"ether":null`), "/nodes/0/ether", "null"},
		{"no type", `{"nodes":[{"id":"n","x":0,"y":0,"width":1,"height":1}]}`, "/nodes/0/type", "must be text"},
		{"another type", `{"nodes":[{"id":"n","type":"image","x":0,"y":0,"width":1,"height":1}]}`, "/nodes/0/type", "must be text"},
		{"no text", `{"nodes":[{"id":"n","type":"text","x":0,"y":0,"width":1,"height":1}]}`, "/nodes/0/text", "missing"},
		{"no place", `{"nodes":[{"id":"n","type":"text","text":"","y":0,"width":1,"height":1}]}`, "/nodes/0/x", "missing"},
		{"no id", `{"nodes":[{"type":"text","text":"","x":0,"y":0,"width":1,"height":1}]}`, "/nodes/0/id", "missing"},
		{"half a pixel", `{"nodes":[{"id":"n","type":"text","text":"","x":0.5,"y":0,"width":1,"height":1}]}`, "/nodes/0/x", "whole number"},
		{"a number as a string", `{"nodes":[{"id":"n","type":"text","text":"","x":"0","y":0,"width":1,"height":1}]}`, "/nodes/0/x", "whole number"},
		{"no width", `{"nodes":[{"id":"n","type":"text","text":"","x":0,"y":0,"width":0,"height":1}]}`, "/nodes/0/width", "from 1"},
		{"far away", `{"nodes":[{"id":"n","type":"text","text":"","x":9000000,"y":0,"width":1,"height":1}]}`, "/nodes/0/x", "from -8000000"},
		{"beyond any number", `{"nodes":[{"id":"n","type":"text","text":"","x":99999999999999999999,"y":0,"width":1,"height":1}]}`, "/nodes/0/x", "whole number"},
		{"a field of another type", note(`,"url":"x"`), "/nodes/0/url", "text node has no such field"},
		{"a color by name", note(`,"color":"red"`), "/nodes/0/color", "#RRGGBB"},
		{"preset 7", note(`,"color":"7"`), "/nodes/0/color", "#RRGGBB"},
		{"a subpath without #", `{"nodes":[{"id":"f","type":"file","file":"a","subpath":"b","x":0,"y":0,"width":1,"height":1}]}`, "/nodes/0/subpath", "begin with #"},
		{"another background style", group(`,"backgroundStyle":"tile"`), "/nodes/0/backgroundStyle", "cover"},
		{"an entity without a kind", ether(`"entity":{"name":"x"}`), "/nodes/0/ether/entity/kind", "missing"},
		{"a flag that there is not", ether(`"flags":["urgent"]`), "/nodes/0/ether/flags/0", "blocker"},
		{"a flag twice", ether(`"flags":["parked","parked"]`), "/nodes/0/ether/flags", "twice"},
		{"a terminal without a binding", ether(`"terminal":{"harness":"claude"}`), "/nodes/0/ether/terminal/bindingId", "missing"},
		{"another onDelete", ether(`"terminal":{"bindingId":"b","onDelete":"kill"}`), "/nodes/0/ether/terminal/onDelete", "detach"},
		{"an unknown harness", ether(`"terminal":{"bindingId":"b","harness":"clod"}`), "/nodes/0/ether/terminal/harness", "one of"},
		{"a terminal with a harness", ether(`"entity":{"kind":"terminal"},"terminal":{"bindingId":"b","harness":"claude"}`), "/nodes/0/ether/terminal/harness", "an agent does"},
		{"a launch of another kind", ether(`"terminal":{"bindingId":"b","launch":{"kind":"ssh"}}`), "/nodes/0/ether/terminal/launch/kind", "shell"},
		{"an argument that is no string", ether(`"terminal":{"bindingId":"b","launch":{"kind":"command","argv":["a",1]}}`), "/nodes/0/ether/terminal/launch/argv/1", "a string"},
		{"a variable with =", ether(`"terminal":{"bindingId":"b","launch":{"kind":"command","env":{"A=B":"c"}}}`), "/nodes/0/ether/terminal/launch/env", "A=B"},
		{"git without a folder", ether(`"git":{}`), "/nodes/0/ether/git/cwd", "missing"},
		{"git in a relative folder", ether(`"git":{"cwd":"src"}`), "/nodes/0/ether/git/cwd", "absolute"},
		{"a region that is no group", ether(`"region":{"hold":true}`), "/nodes/0/ether/region", "only a group"},
		{"a relative default path", group(`,"ether":{"region":{"defaults":{"paths":{"local":"x"}}}}`), "/nodes/0/ether/region/defaults/paths/local", "absolute"},
		{"a host with a space", ether(`"host":"my mac"`), "/nodes/0/ether/host", "letters"},
		{"what is kept at run time", ether(`"messages":[]`), "/nodes/0/ether/messages", "not a field"},
		{"tasks at run time", ether(`"tasks":{"items":[{}]}`), "/nodes/0/ether/tasks/items", "while the app runs"},
		{"a name of two lines", ether(`"entity":{"kind":"agent","name":"a\nb"}`), "/nodes/0/ether/entity/name", "control characters"},
		{"no such node", `{"edges":[{"id":"e","fromNode":"a","toNode":"b"}]}`, "/edges/0/fromNode", `no node "a"`},
		{"an edge with a mask", `{"edges":[{"id":"e","fromNode":"a","toNode":"b","ether":{"verb":"messages","mask":[]}}]}`, "/edges/0/ether/mask", "not a field"},
		{"an edge with an empty ether", `{"edges":[{"id":"e","fromNode":"a","toNode":"b","ether":{}}]}`, "/edges/0/ether/verb", "missing"},
		{"another side", `{"edges":[{"id":"e","fromNode":"a","toNode":"b","toSide":"up"}]}`, "/edges/0/toSide", "top"},
		{"two nodes of one id", `{"nodes":[` + node("a") + `,` + node("a") + `]}`, "/nodes/1/id", "already the id of /nodes/0"},
		{"two edges of one id", `{"nodes":[` + node("a") + `,` + node("b") + `],"edges":[` + edge("e") + `,` + edge("e") + `]}`, "/edges/1/id", "already the id of /edges/0"},
		{"one binding twice", `{"nodes":[` + bound("a", "B") + `,` + bound("b", "B") + `]}`, "/nodes/1/ether/terminal/bindingId", "already binds /nodes/0"},
		{"bytes that are no text", "{\"nodes\":[{\"id\":\"\xff\"}]}", "/nodes/0/id", "UTF-8"},
		{"a page of a pointer", `{"a/b~":1}`, "/a~1b~0", "not a field"},
		{"too deep", ether(`"watch":` + strings.Repeat("[", 40) + strings.Repeat("]", 40)), "/nodes/0/ether/watch", "nested"},
		{"too much text", note(`,"ether":{"git":{"cwd":"/` + strings.Repeat("x", MaxString) + `"}}`), "/nodes/0/ether/git/cwd", "more than"},
		{"too large", strings.Repeat(" ", MaxBytes+1), "", "more than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Decode([]byte(c.doc))
			f, ok := fault.As(err)
			if !ok || f.Type != fault.Input {
				t.Fatalf("got %v, want an InputError", err)
			}
			want := "canvas: "
			if c.at != "" {
				want += c.at
			}
			if !strings.HasPrefix(f.Message, want) || !strings.Contains(f.Message, c.says) {
				t.Errorf("says %q, want %q and %q", f.Message, want, c.says)
			}
			if f.NextStep == "" {
				t.Error("no next step")
			}
		})
	}
}

func node(id string) string {
	return fmt.Sprintf(`{"id":%q,"type":"text","x":0,"y":0,"width":10,"height":10,"text":""}`, id)
}

func bound(id, binding string) string {
	return fmt.Sprintf(`{"id":%q,"type":"text","x":0,"y":0,"width":10,"height":10,"text":"","ether":{"terminal":{"bindingId":%q}}}`, id, binding)
}

func edge(id string) string { return fmt.Sprintf(`{"id":%q,"fromNode":"a","toNode":"b"}`, id) }

func TestWhatADocumentMayHold(t *testing.T) {
	for name, doc := range map[string]string{
		"nothing":                     `{}`,
		"no edges":                    `{"nodes":[]}`,
		"a plain line":                `{"nodes":[` + node("a") + `,` + node("b") + `],"edges":[` + edge("e") + `]}`,
		"a verb that is not built":    `{"nodes":[` + node("a") + `,` + node("b") + `],"edges":[{"id":"e","fromNode":"a","toNode":"b","ether":{"verb":"feeds"}}]}`,
		"a loop":                      `{"nodes":[` + node("a") + `],"edges":[{"id":"e","fromNode":"a","toNode":"a"}]}`,
		"a kind that nobody knows":    ether(`"entity":{"kind":"weather"}`),
		"a kind that is not built":    ether(`"entity":{"kind":"task"},"tasks":{"items":[],"rules":null}`),
		"an agent that is a group":    group(`,"ether":{"entity":{"kind":"agent"}}`),
		"an agent that is incomplete": ether(`"entity":{"kind":"agent"}`),
		"an overseer":                 ether(`"overseer":true`),
		"the end of the line":         note("") + "\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Decode([]byte(doc))
			if err != nil {
				t.Fatal(err)
			}
			once := d.Encode()
			again, err := Decode(once)
			if err != nil {
				t.Fatalf("what was written cannot be read: %v\n%s", err, once)
			}
			if !bytes.Equal(again.Encode(), once) {
				t.Errorf("written twice, not the same:\n%s\n%s", once, again.Encode())
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	data, err := os.ReadFile("testdata/checkout.canvas")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(note(`,"color":"#00ff00"`)))
	f.Add([]byte(group(`,"ether":{"region":{"contract":{"rules":[null,1e999]}}}`)))
	f.Add([]byte(`{"nodes":[` + node("a") + `,` + node("b") + `],"edges":[` + edge("e") + `]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(data)
		if err != nil {
			if !fault.Is(err, fault.Input) {
				t.Fatalf("not an InputError: %v", err)
			}
			return
		}
		once := d.Encode()
		again, err := Decode(once)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if !bytes.Equal(again.Encode(), once) {
			t.Fatal("writing is not stable")
		}
		if err := checkJSONCanvas(stripped(once)); err != nil {
			t.Fatalf("without ether it is no JSON Canvas: %v", err)
		}
	})
}
