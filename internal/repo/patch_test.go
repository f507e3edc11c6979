package repo

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"junto/internal/api"
	"junto/internal/fault"
)

func patch(t *testing.T, q FileQuery) api.DiffText {
	t.Helper()
	p, err := Patch(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAPatchIsGitsOwnWithBothTexts(t *testing.T) {
	dir := project(t, "kept", "1\n2\n", "gone", "1\n", "old", "1\n2\n3\n4\n5\n", "plain", "1\n2\n3\n", "link", "x\n")
	// settings of the user's that must not show
	run(t, dir, "config", "diff.noprefix", "true")
	run(t, dir, "config", "diff.external", "false")
	run(t, dir, "config", "color.ui", "always")
	run(t, dir, "switch", "-c", "work")
	run(t, dir, "rm", "gone")
	run(t, dir, "mv", "old", "new")
	write(t, dir, "new", "1\n2\n3\n4\nfive\n", "kept", "1\ntwo\n")
	commit(t, dir, "second")
	write(t, dir, "kept", "1\n2\n3\n", "fresh", "a\n", "-", "b\n")
	if err := os.Rename(filepath.Join(dir, "plain"), filepath.Join(dir, "moved")); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		q        FileQuery
		lines    []string // that are in the patch
		old, new string
	}{
		"committed": {FileQuery{Layer: api.LayerCommitted, Path: "kept"}, []string{"--- a/kept", "+++ b/kept", "-2", "+two"}, "1\n2\n", "1\ntwo\n"},
		"deleted":   {FileQuery{Layer: api.LayerCommitted, Path: "gone"}, []string{"deleted file mode 100644", "-1"}, "1\n", ""},
		"renamed": {
			FileQuery{Layer: api.LayerCommitted, Path: "new", From: "old"},
			[]string{"rename from old", "rename to new", "-5", "+five"},
			"1\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n",
		},
		"uncommitted": {FileQuery{Layer: api.LayerUncommitted, Path: "kept"}, []string{"-two", "+2", "+3"}, "1\ntwo\n", "1\n2\n3\n"},
		"untracked":   {FileQuery{Layer: api.LayerUncommitted, Path: "fresh"}, []string{"new file mode 100644", "--- /dev/null", "+++ b/fresh", "+a"}, "", "a\n"},
		"moved by mv": {FileQuery{Layer: api.LayerUncommitted, Path: "moved", From: "plain"}, nil, "1\n2\n3\n", "1\n2\n3\n"},
	} {
		t.Run(name, func(t *testing.T) {
			c.q.Dir = dir
			p := patch(t, c.q)
			have := strings.Split(p.Patch, "\n")
			for _, line := range c.lines {
				if !strings.Contains("\n"+p.Patch, "\n"+line+"\n") {
					t.Errorf("no line %q in %q", line, have)
				}
			}
			got := api.DiffText{Old: p.Old, New: p.New, Whole: p.Whole}
			if diff := cmp.Diff(api.DiffText{Old: c.old, New: c.new, Whole: true}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLargeBinaryAndBrokenTextsAreSaidToBeSo(t *testing.T) {
	const png = "\x89PNG\r\n\x1a\n\x00\x00\x00one"
	dir := project(t, "image", png, "latin", "caf\xe9\n")
	write(t, dir, "image", png+"two", "latin", "th\xe9\n", "bytes", "\x00\x01",
		"large", strings.Repeat("a line\n", api.MaxPatch/8), "vast", strings.Repeat("a line\n", api.MaxFullPatch/7))
	q := FileQuery{Query: Query{Dir: dir}, Layer: api.LayerUncommitted}
	at := func(path string, full bool) api.DiffText {
		q.Path, q.Full = path, full
		return patch(t, q)
	}
	if p := at("image", false); !p.Binary || p.Media != "image/png" || !bytes.Equal(p.OldImage, []byte(png)) || !bytes.Equal(p.NewImage, []byte(png+"two")) {
		t.Errorf("an image: got %+v", p)
	}
	if p := at("bytes", false); !p.Binary || p.Media != "" || p.Patch != "" || p.NewImage != nil {
		t.Errorf("a binary file: got %+v", p)
	}
	if p := at("latin", false); !p.Lossy || !strings.Contains(p.Patch, "+th\ufffd") || p.New != "th\ufffd\n" {
		t.Errorf("no UTF-8: got %+v", p)
	}
	if p := at("large", false); !p.Large || p.Patch != "" {
		t.Errorf("a large file: got %d bytes, %v", len(p.Patch), p.Large)
	}
	if p := at("large", true); p.Large || p.TooLarge || p.Patch == "" {
		t.Errorf("a large file in full: got %d bytes, %v", len(p.Patch), p.TooLarge)
	}
	if p := at("vast", true); !p.TooLarge || p.Patch != "" {
		t.Errorf("a vast file: got %d bytes, %v", len(p.Patch), p.TooLarge)
	}
}

func TestPathsStayWithinTheWorktree(t *testing.T) {
	dir := project(t, "a", "1\n")
	for _, path := range []string{"../a", "/etc/passwd", "x/../../a"} {
		_, err := Patch(t.Context(), FileQuery{Query: Query{Dir: dir}, Layer: api.LayerUncommitted, Path: path})
		if !fault.Is(err, fault.Input) {
			t.Errorf("%s: got %v, want an input fault", path, err)
		}
	}
	// a name that is a pattern names itself only
	write(t, dir, "*", "star\n", "b", "1\n")
	if p := patch(t, FileQuery{Query: Query{Dir: dir}, Layer: api.LayerUncommitted, Path: "*"}); !strings.Contains(p.Patch, "+star") {
		t.Errorf("got %q", p.Patch)
	}
}

func FuzzParseList(f *testing.F) {
	f.Add([]byte(":100644 100644 a b M\x00one\x00:100644 100644 a b R100\x00two\x00three\x001\t2\tone\x000\t0\t\x00two\x00three\x00"))
	f.Add([]byte(":000000 160000 0 b A\x00sub\x00-\t-\tsub\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		seen := map[string]bool{}
		for _, e := range parseList(data) {
			if e.Path == "" || e.Status == "" || seen[e.Path] {
				t.Errorf("got %+v", e)
			}
			seen[e.Path] = true
		}
	})
}
