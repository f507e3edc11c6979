package api

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
)

// Words is the command as `junto` has it.
func (c Command) Words() string {
	if c.Name == "msg.prompt" {
		return "msg send --prompt"
	}
	return strings.ReplaceAll(c.Name, ".", " ")
}

var (
	rawMessage    = reflect.TypeFor[json.RawMessage]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

// Schema is the JSON Schema of a type of the table, complete in itself.
func Schema(v any) any {
	if v == nil {
		v = None{}
	}
	return schemaOf(reflect.TypeOf(v))
}

func schemaOf(t reflect.Type) any {
	switch {
	case t == rawMessage:
		return map[string]any{}
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return map[string]any{"type": "string", "contentEncoding": "base64"}
	case t.Kind() == reflect.String || t.Implements(textMarshaler):
		return map[string]any{"type": "string"}
	}
	switch t.Kind() {
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": schemaOf(t.Elem())}
	case reflect.Struct:
		return objectSchema(t)
	case reflect.Interface:
		return map[string]any{}
	case reflect.Float32, reflect.Float64:
		return map[string]any{"type": "number"}
	default:
		return map[string]any{"type": "integer"}
	}
}

// described is a schema with what it is about, where that is said.
func described(schema any, about string) any {
	if m, ok := schema.(map[string]any); ok && about != "" {
		m["description"] = about
	}
	return schema
}

func objectSchema(t reflect.Type) any {
	properties, required := make(map[string]any), []string{}
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		properties[name] = described(schemaOf(f.Type), f.Tag.Get("about"))
		if !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero") {
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "additionalProperties": false, "properties": properties, "required": required}
}
