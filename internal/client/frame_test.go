package client

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseFrame(t *testing.T) {
	tests := []struct{ line, event, result, err string }{
		{line: `{"id":7,"result":[1,{"a":"}"}]}`, result: `[1,{"a":"}"}]`},
		{line: ` { "id" : 7 , "event" : {"a":[1,2]} } `, event: `{"a":[1,2]}`},
		{line: `{"id":7,"error":{"type":"x"}}`, err: `{"type":"x"}`},
		{line: `{"id":7,"result":null}`, result: `null`},
		{line: `{"id":7,"result":12}`, result: `12`},
		{line: `{"result":"\"}\\","id":7}`, result: `"\"}\\"`},
		{line: `{"id":7,"new":{"x":[]},"result":true}`, result: `true`},
	}
	for _, test := range tests {
		f, err := parseFrame([]byte(test.line))
		if err != nil {
			t.Errorf("%s: %v", test.line, err)
			continue
		}
		got := [...]string{string(f.event), string(f.result), string(f.err)}
		if diff := cmp.Diff([...]string{test.event, test.result, test.err}, got); diff != "" || f.id != 7 {
			t.Errorf("%s: id %d, (-want +got)\n%s", test.line, f.id, diff)
		}
	}
}

// A value comes out of a frame byte for byte, whatever it is.
func FuzzAFrameKeepsItsValue(f *testing.F) {
	for _, value := range []string{`{}`, `[1,"\"",{"a":null}]`, `-1.5e3`, `"\\"`, `"}"`, ` [ ] `, `true`} {
		f.Add(uint64(1), value, "new")
	}
	f.Fuzz(func(t *testing.T, id uint64, value, other string) {
		if !json.Valid([]byte(value)) {
			t.Skip()
		}
		other = strings.ReplaceAll(strings.ReplaceAll(other, `\`, ""), `"`, "")
		line := fmt.Sprintf(`{"x%s":%s,"id":%d,"result":%s}`, other, value, id, value)
		got, err := parseFrame([]byte(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if got.id != id || string(got.result) != strings.Trim(value, " \t\r\n") || got.event != nil || got.err != nil {
			t.Fatalf("%s: got %d, %s", line, got.id, got.result)
		}
	})
}

func FuzzParseFrame(f *testing.F) {
	for _, line := range []string{`{"id":1,"event":{}}`, `{`, `{"`, `{"a`, `{"a\`, `{"id":1,"result":[}`, `{"id":1,"result":]}`} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		got, err := parseFrame(line)
		if err == nil && got.event == nil && got.result == nil && got.err == nil {
			t.Fatal("a frame without content")
		}
	})
}
