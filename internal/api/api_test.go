package api

import (
	"reflect"
	"strings"
	"testing"

	"junto/internal/fault"
)

func TestEveryExampleDecodesStrictly(t *testing.T) {
	for _, c := range Commands() {
		if c.In == nil {
			if len(c.Examples) > 0 {
				t.Errorf("%s takes no input, but has examples", c.Name)
			}
			continue
		}
		if len(c.Examples) == 0 {
			if reflect.TypeOf(c.In).NumField() > 0 {
				t.Errorf("%s takes input, but has no example", c.Name)
			}
		}
		for _, e := range c.Examples {
			if err := Decode([]byte(e), reflect.New(reflect.TypeOf(c.In)).Interface()); err != nil {
				t.Errorf("%s: example %s: %v", c.Name, e, err)
			}
		}
	}
}

func TestEveryCommandIsThereOnce(t *testing.T) {
	seen := make(map[string]bool)
	for _, c := range Commands() {
		if seen[c.Name] || c.Summary == "" {
			t.Errorf("%s is there twice, or has no summary", c.Name)
		}
		seen[c.Name] = true
	}
}

func TestInputIsDecodedStrictly(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"an unknown member":          {`{"target":"peek","colour":"red"}`, "colour"},
		"a member twice":             {`{"target":"peek","target":"peek"}`, "target"},
		"a member of another case":   {`{"TARGET":"peek"}`, "TARGET"},
		"text after the object":      {`{"target":"peek"} x`, "x"},
		"a missing member":           {`{"in":"Review"}`, "target is missing"},
		"no object":                  {`"peek"`, "input"},
		"a number for a text":        {`{"target":7}`, "target"},
		"a lone surrogate":           {`{"target":"\ud800"}`, "input"},
		"nothing, where target must": {``, "target is missing"},
	} {
		var in OpenIn
		err := Decode([]byte(c.in), &in)
		if !fault.Is(err, fault.Input) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an input error that names %q", name, err, c.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, c := range Commands() {
		for _, e := range c.Examples {
			f.Add([]byte(e))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, c := range Commands() {
			if c.In != nil {
				err := Decode(data, reflect.New(reflect.TypeOf(c.In)).Interface())
				if err != nil && !fault.Is(err, fault.Input) {
					t.Errorf("%s: %v is no input error", c.Name, err)
				}
			}
		}
	})
}
