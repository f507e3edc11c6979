package canvas

import (
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Op is an action as a call carries it: an object whose op names it, with its
// arguments beside that. Those of set_node and set_edge, but for the id, are
// the patch.
//
//	{"op":"add_node","node":{…}}            {"op":"set_node","id":"n1","text":"hi","color":null}
//	{"op":"move_node","id":"n1","x":1,"y":2} {"op":"order_node","id":"n1","at":0}
//	{"op":"delete_node","id":"n1"}          {"op":"add_edge","from":"n1","to":"n2","verb":"messages"}
//	{"op":"set_edge","id":"e1","label":"x"} {"op":"delete_edge","id":"e1"}
type Op struct{ Do Action }

// UnmarshalJSONFrom reads an action strictly.
func (o *Op) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	data, err := dec.ReadValue()
	if err != nil {
		return err
	}
	do, err := decodeOp(data)
	o.Do = do
	return err
}

func decodeOp(data jsontext.Value) (Action, error) {
	members := map[string]jsontext.Value{}
	if data.Kind() != '{' {
		return nil, path("").wrong("an operation must be an object")
	}
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, explain(err, "")
	}
	var op string
	if json.Unmarshal(members["op"], &op) != nil {
		op = ""
	}
	delete(members, "op")
	for _, known := range ops {
		if known.name == op {
			return known.read(members)
		}
	}
	return nil, path("/op").wrong("must be one of %s", strings.Join(opNames(), ", "))
}

// ops are the actions as they are written.
var ops = []struct {
	name string
	zero Action
	read func(members map[string]jsontext.Value) (Action, error)
}{
	{"add_node", AddNode{}, action[AddNode]("node")},
	{"set_node", SetNode{}, patch(func(id string, p jsontext.Value) Action { return SetNode{id, p} })},
	{"move_node", MoveNode{}, action[MoveNode]("id", "x", "y")},
	{"order_node", OrderNode{}, action[OrderNode]("id", "at")},
	{"delete_node", DeleteNode{}, action[DeleteNode]("id")},
	{"add_edge", AddEdge{}, action[AddEdge]("from", "to")},
	{"set_edge", SetEdge{}, patch(func(id string, p jsontext.Value) Action { return SetEdge{id, p} })},
	{"delete_edge", DeleteEdge{}, action[DeleteEdge]("id")},
}

func opNames() []string {
	var all []string
	for _, o := range ops {
		all = append(all, o.name)
	}
	return all
}

// action decodes an action that has these members at least.
func action[A Action](required ...string) func(map[string]jsontext.Value) (Action, error) {
	return func(members map[string]jsontext.Value) (Action, error) {
		for _, name := range required {
			if _, ok := members[name]; !ok {
				return nil, path("").in(name).wrong("is missing")
			}
		}
		var a A
		err := strict(object(members), &a, "")
		return a, err
	}
}

func patch(of func(id string, patch jsontext.Value) Action) func(map[string]jsontext.Value) (Action, error) {
	return func(members map[string]jsontext.Value) (Action, error) {
		var id string
		if json.Unmarshal(members["id"], &id) != nil || id == "" {
			return nil, path("/id").wrong("is missing")
		}
		delete(members, "id")
		return of(id, object(members)), nil
	}
}

// MarshalJSONTo writes the action as UnmarshalJSONFrom reads it.
func (o Op) MarshalJSONTo(enc *jsontext.Encoder) error {
	name, args := "", any(o.Do)
	for _, known := range ops {
		if reflect.TypeOf(o.Do) == reflect.TypeOf(known.zero) {
			name = known.name
		}
	}
	switch a := o.Do.(type) {
	case SetNode:
		args = withID(a.ID, a.Patch)
	case SetEdge:
		args = withID(a.ID, a.Patch)
	}
	data, err := json.Marshal(args)
	if err != nil {
		return err
	}
	head := `{"op":"` + name + `"`
	if rest := strings.TrimPrefix(string(data), "{"); rest != "}" {
		return enc.WriteValue(jsontext.Value(head + "," + rest))
	}
	return enc.WriteValue(jsontext.Value(head + "}"))
}

func withID(id string, patch jsontext.Value) jsontext.Value {
	members := membersOf(patch)
	quoted, _ := jsontext.AppendQuote(nil, id)
	members["id"] = quoted
	return object(members)
}

// patched is a node or edge, as JSON, with a merge patch applied.
func patched[T any](item *T, patch jsontext.Value) (jsontext.Value, error) {
	data, err := json.Marshal(item)
	if err != nil {
		return nil, err
	}
	if patch.Kind() != '{' || !patch.IsValid() {
		return nil, path("").wrong("a patch must be an object")
	}
	return merge(data, patch), nil
}

// merge applies a JSON merge patch (RFC 7396).
func merge(target, patch jsontext.Value) jsontext.Value {
	if patch.Kind() != '{' {
		return patch
	}
	members := membersOf(target)
	for name, v := range membersOf(patch) {
		if v.Kind() == 'n' {
			delete(members, name)
			continue
		}
		members[name] = merge(members[name], v)
	}
	return object(members)
}

// membersOf is empty for what is not an object.
func membersOf(v jsontext.Value) map[string]jsontext.Value {
	members := map[string]jsontext.Value{}
	if v.Kind() == '{' {
		_ = json.Unmarshal(v, &members) // it is valid JSON: it was read or checked
	}
	return members
}

func object(members map[string]jsontext.Value) jsontext.Value {
	data, err := json.Marshal(members, json.Deterministic(true))
	if err != nil {
		panic("canvas: members that were read cannot be written: " + err.Error())
	}
	return data
}

func names(patch jsontext.Value, name string) bool {
	_, ok := membersOf(patch)[name]
	return ok
}
