package workspace

import (
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"junto/internal/fault"
)

func TestParseTarget(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"terminal:7", "terminal:7"},
		{"diff:7", "diff:7"},
		{"file:a/../b", "file:/home/u/b"},
		{"file:/etc//hosts", "file:/etc/hosts"},
		{"file:with spaces:and colons", "file:/home/u/with spaces:and colons"},
		{"project: web ", "project:web"},
		{"perspective:Review of v2", "perspective:Review of v2"},
		{"peek", "peek"},
		{"", ""},
		{"peek:", ""},
		{"Peek", ""},
		{"terminal", ""},
		{"terminal:", ""},
		{"terminal:-1", ""},
		{"terminal:+1", ""},
		{"terminal: 1", ""},
		{"terminal:1.5", ""},
		{"terminal:99999999999", ""},
		{"file:", ""},
		{"file:a\x00b", ""},
		{"file:" + strings.Repeat("a", MaxPath), ""},
		{"project:", ""},
		{"project:a\tb", ""},
		{"perspective:\u202eevil", ""},
		{"perspective:a\u2028b", ""},
		{"project:" + strings.Repeat("n", MaxName+1), ""},
		{"ended:1.2", ""},
		{"panel:agents", ""},
		{"https://x", ""},
	} {
		got, err := ParseTarget(c.text, "/home/u")
		if c.want == "" {
			f, ok := fault.As(err)
			if !ok || f.Type != fault.Usage || f.NextStep == "" {
				t.Errorf("%q: got %q and %v, want a usage fault with a next step", c.text, got, err)
			}
			continue
		}
		if err != nil || got.String() != c.want {
			t.Errorf("%q: got %q (%v), want %q", c.text, got, err, c.want)
		}
	}
	if _, err := ParseTarget("file:x", ""); err == nil {
		t.Error("a relative path was accepted without a directory")
	}
}

func TestContentIsStrict(t *testing.T) {
	for text, ok := range map[string]bool{
		"terminal:7": true, "ended:3.7": true, "diff:/src/web": true, "file:/a": true, "panel:agents": true, "panel:canvas": true, "canvas:01JD": true, "canvas:": false, "canvas: a": false,
		"terminal:07": false, "ended:3": false, "ended:3.7.1": false, "diff:7": false, "diff:src": false, "file:a": false,
		"file:/a/": false, "panel:nothing": false, "project:web": false, "peek": false, "": false,
	} {
		var c Content
		err := json.Unmarshal([]byte(`"`+text+`"`), &c)
		if (err == nil) != ok || ok && c.String() != text {
			t.Errorf("%q: got %q, %v", text, c, err)
		}
	}
}

func TestLayoutIsDecodedStrictly(t *testing.T) {
	good := mustJSON(t, New(1))
	for _, c := range []struct{ name, from, to string }{
		{"unknown member", `"run":1`, `"run":1,"x":1`},
		{"no run", `"run":1`, `"run":0`},
		{"an id twice", `"id":4,"content"`, `"id":3,"content"`},
		{"an id never given", `"last_id":5`, `"last_id":4`},
		{"focus on nothing", `"focus":3`, `"focus":9`},
		{"a shown tab that is not there", `"shown":4`, `"shown":9`},
		{"a content twice", `panel:messages`, `panel:agents`},
		{"Global renamed", `"name":"Global"`, `"name":"global"`},
		{"current perspective is not there", `"current":2`, `"current":9`},
		{"current project is not there", `"current":1`, `"current":9`},
		{"neither pane nor split", `"root":{"pane":`, `"root":{"other":`},
		{"no projects", `"projects":[`, `"projects":[],"y":[`},
	} {
		if !strings.Contains(good, c.from) {
			t.Fatalf("%s: %s is not in %s", c.name, c.from, good)
		}
		var l Layout
		err := json.Unmarshal([]byte(strings.Replace(good, c.from, c.to, 1)), &l, json.RejectUnknownMembers(true))
		if err == nil {
			err = l.Validate()
		}
		if err == nil {
			t.Errorf("%s was accepted", c.name)
		}
	}
	if err := (Layout{}).Validate(); err == nil {
		t.Error("an empty layout was accepted")
	}
}

func TestProjectAt(t *testing.T) {
	s := State{Layout: New(1)}
	s.View = NewView(s.Layout)
	for _, dir := range []string{"/src/web", "/src", "/src/web/deep"} {
		var err error
		if s, _, err = Do(s, AddProject{Dir: dir}, Facts{}); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{
		"/src/web": "web", "/src/web/x": "web", "/src/web/deep/er": "deep", "/src/webx": "src", "/other": Global, "": Global,
	} {
		if got := s.Layout.ProjectAt(dir).Name; got != want {
			t.Errorf("%q is in %s, want %s", dir, got, want)
		}
	}
}

func FuzzParseTarget(f *testing.F) {
	for _, s := range []string{"terminal:7", "diff:1", "file:../x", "file:/a//b", "project:Web", "perspective: R ", "peek", "a:b", ":", "file:\xff"} {
		f.Add(s, "/home/u")
	}
	f.Fuzz(func(t *testing.T, text, dir string) {
		target, err := ParseTarget(text, dir)
		if err != nil {
			if x, ok := fault.As(err); !ok || x.Type != fault.Usage || !target.IsZero() || len(x.Message) > 600 {
				t.Fatalf("%q: %v, %q", text, err, target)
			}
			return
		}
		again, err := ParseTarget(target.String(), "")
		if err != nil || again != target {
			t.Fatalf("%q reads as %q, that as %q (%v)", text, target, again, err)
		}
		if !utf8.ValidString(target.String()) {
			t.Fatalf("%q is no text", target)
		}
		if p := target.Path(); p != "" && (!path.IsAbs(p) || path.Clean(p) != p) {
			t.Fatalf("%q has the path %q", text, p)
		}
		if n := target.Name(); strings.ContainsAny(n, "\n\r\t") || strings.TrimSpace(n) != n {
			t.Fatalf("%q has the name %q", text, n)
		}
	})
}

func FuzzContent(f *testing.F) {
	for _, s := range []string{"terminal:7", "ended:1.2", "diff:/x", "file:/a b", "panel:messages", "ended:1.02"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var c Content
		if c.UnmarshalText([]byte(text)) == nil && c.String() != text {
			t.Fatalf("%q reads as %q", text, c)
		}
	})
}
