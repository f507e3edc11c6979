package api

import (
	"errors"
	"reflect"
	"strconv"
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
		return fault.New(fault.Input, "input: %s", explain(err))
	}
	if path := missing(jsontext.Value(data), reflect.TypeOf(out).Elem(), ""); path != "" {
		return fault.New(fault.Input, "input: %s is missing", path)
	}
	return nil
}

// explain says in a caller's words what is wrong with an input, and where.
func explain(err error) string {
	syntax, isSyntax := errors.AsType[*jsontext.SyntacticError](err)
	semantic, isSemantic := errors.AsType[*json.SemanticError](err)
	switch {
	case isSyntax && errors.Is(err, jsontext.ErrDuplicateName):
		return dotted(syntax.JSONPointer) + " is given twice"
	case isSemantic && errors.Is(err, json.ErrUnknownName):
		return "there is no member " + dotted(semantic.JSONPointer)
	case isSemantic && semantic.GoType != nil && semantic.Err == nil:
		return strings.TrimPrefix(dotted(semantic.JSONPointer)+" must be ", " ") + kindName(semantic.GoType)
	}
	return plain(err)
}

// dotted is a place as the faults of this package write it: refs[0].kind.
func dotted(at jsontext.Pointer) string {
	path := ""
	for token := range at.Tokens() {
		if _, err := strconv.Atoi(token); err == nil {
			path += "[" + token + "]"
			continue
		}
		path = strings.TrimPrefix(path+"."+token, ".")
	}
	return path
}

// kindName says what a value of a type is read from.
func kindName(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Float32, reflect.Float64:
		return "a number"
	default:
		return "a whole number"
	}
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
