package api

import (
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"junto/internal/fault"
)

// Decode reads one JSON object strictly into out: unknown and duplicate names,
// names of another case, missing names, a wrong type and trailing text are all
// faults that name the path. A field may be missing only when its tag says
// omitempty or omitzero.
func Decode(data []byte, out any) error {
	if len(data) == 0 {
		data = []byte("{}")
	}
	if err := json.Unmarshal(data, out, json.RejectUnknownMembers(true)); err != nil {
		if f, ok := fault.As(err); ok { // a type of ours that decodes itself has said it better
			return f
		}
		return fault.New(fault.Input, "input: %s", plain(err))
	}
	if path := missing(jsontext.Value(data), reflect.TypeOf(out).Elem(), ""); path != "" {
		return fault.New(fault.Input, "input: %s is missing", path)
	}
	return nil
}

// plain takes the library's name out of its error text.
func plain(err error) string {
	s := err.Error()
	s = strings.TrimPrefix(s, "json: ")
	return strings.TrimPrefix(s, "jsontext: ")
}

// missing returns the path of the first required member that an object of the
// type lacks, or nothing.
func missing(v jsontext.Value, t reflect.Type, at string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Kind() == reflect.Struct && v.Kind() == '{':
		return missingIn(v, t, at)
	case t.Kind() == reflect.Slice && v.Kind() == '[':
		var items []jsontext.Value
		if json.Unmarshal(v, &items) != nil {
			return ""
		}
		for _, item := range items {
			if path := missing(item, t.Elem(), at+"[]"); path != "" {
				return path
			}
		}
	}
	return ""
}

func missingIn(v jsontext.Value, t reflect.Type, at string) string {
	var members map[string]jsontext.Value
	if json.Unmarshal(v, &members) != nil {
		return ""
	}
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		member, ok := members[name]
		path := strings.TrimPrefix(at+"."+name, ".")
		if !ok {
			if strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero") {
				continue
			}
			return path
		}
		if inner := missing(member, t.Field(i).Type, path); inner != "" {
			return inner
		}
	}
	return ""
}
