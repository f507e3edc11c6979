package repo

import (
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"junto/internal/api"
)

func TestAPathIsSpeltSoThatItComesBack(t *testing.T) {
	for path, want := range map[string]string{
		"a b.txt":     "a b.txt",
		`say "hi"`:    `say "hi"`,
		`"all"`:       `"\"all\""`,
		"caf\xe9.txt": `"caf\351.txt"`,
		"\xff\\":      `"\377\\"`,
		"two\nlines":  "two\nlines",
	} {
		if got := spell(path); got != want {
			t.Errorf("%q is spelt %s, not %s", path, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		path := string(rapid.SliceOf(rapid.Byte()).Draw(t, "path"))
		text := spell(path)
		if !utf8.ValidString(text) {
			t.Fatalf("%q is spelt %q, which is no UTF-8", path, text)
		}
		if got, err := unspell(text); err != nil || got != path {
			t.Fatalf("%q came back as %q, %v", path, got, err)
		}
	})
}

func TestWhatNobodySpeltIsRefused(t *testing.T) {
	for _, text := range []string{`"`, `"open`, `"\9"`, `"\400"`, `"\`} {
		if got, err := unspell(text); err == nil {
			t.Errorf("%s was taken for %q", text, got)
		}
	}
}

func TestAFileWhoseNameIsNoTextIsListedAndShown(t *testing.T) {
	dir := project(t, "a", "1\n")
	if err := os.WriteFile(filepath.Join(dir, "caf\xe9"), []byte("x\n"), 0o600); err != nil {
		t.Skip("this file system takes no such name:", err)
	}
	write(t, dir, `"all"`, "y\n")
	want := []string{`untracked "\"all\"" +1 -0`, `untracked "caf\351" +1 -0`}
	if diff := cmp.Diff(want, show(changes(t, Query{Dir: dir}).Uncommitted)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, path := range []string{`"\"all\""`, `"caf\351"`} {
		text, err := Patch(t.Context(), FileQuery{Query: Query{Dir: dir}, Layer: api.LayerUncommitted, Path: path})
		if err != nil || text.Path != path || text.New == "" {
			t.Errorf("%s: %+v, %v", path, text, err)
		}
	}
}
