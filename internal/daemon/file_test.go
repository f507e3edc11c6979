package daemon

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"junto/internal/api"
	"junto/internal/fault"
)

func TestAFileIsShownByWhatItHolds(t *testing.T) {
	dir := t.TempDir()
	const png = "\x89PNG\r\n\x1a\n\x00\x00"
	long := strings.Repeat("a line\n", api.MaxFileText/7+2)
	for name, c := range map[string]struct {
		data  string
		check func(f api.File) bool
	}{
		"main.go":   {"package main\n\nfunc x", func(f api.File) bool { return f.Language == "go" && f.Lines == 3 && f.Text == "package main\n\nfunc x" }},
		"Makefile":  {"all:\n", func(f api.File) bool { return f.Language == "make" && f.Lines == 1 }},
		"empty":     {"", func(f api.File) bool { return f.Language == "text" && f.Lines == 0 && !f.Binary && !f.TooLarge }},
		"latin.txt": {"caf\xe9\n", func(f api.File) bool { return f.Lossy && f.Text == "caf\ufffd\n" }},
		"data.bin":  {"a\x00b", func(f api.File) bool { return f.Binary && f.Text == "" && f.Image == nil }},
		"no-name":   {png, func(f api.File) bool { return f.Binary && f.Media == "image/png" && string(f.Image) == png }},
		"a.svg":     {"<svg/>", func(f api.File) bool { return f.Media == "image/svg+xml" && f.Text == "<svg/>" }},
		"long.log": {long, func(f api.File) bool {
			return f.TooLarge && strings.HasSuffix(f.Text, "a line\n") && len(f.Text) <= api.MaxFileText && f.Size == int64(len(long))
		}},
		"huge.jpg":   {"\xff\xd8\xff" + strings.Repeat("x", api.MaxImage), func(f api.File) bool { return f.TooLarge && f.Image == nil && f.Media == "image/jpeg" }},
		"faked.png":  {"text\n", func(f api.File) bool { return f.Media == "" && f.Text == "text\n" }},
		"one-line.x": {strings.Repeat("x", api.MaxFileText+1), func(f api.File) bool { return f.TooLarge && len(f.Text) == api.MaxFileText }},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte(c.data), 0o644); err != nil {
				t.Fatal(err)
			}
			f, err := readFile(path)
			if err != nil || f.Name != name || f.Modified == "" || !c.check(f) {
				f.Text, f.Image = f.Text[:min(len(f.Text), 40)], bytes.Clone(f.Image[:min(len(f.Image), 40)])
				t.Errorf("got %+v, %v", f, err)
			}
		})
	}
}

func TestALinkIsFollowedAndSaidToBeOne(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	to, link := filepath.Join(dir, "to.go"), filepath.Join(dir, "link")
	if err := os.WriteFile(to, []byte("text\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, link); err != nil {
		t.Fatal(err)
	}
	if f, err := readFile(link); err != nil || f.Target != to || f.Text != "text\n" {
		t.Errorf("got %+v, %v", f, err)
	}
}

func TestWhatIsNoFileIsRefusedAtOnce(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	loop := filepath.Join(dir, "loop")
	if err := os.Symlink(loop, loop); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, dir, "/dev/zero", "/dev/tty", loop, filepath.Join(dir, "none")} {
		_, err := readFile(path)
		if f, ok := fault.As(err); !ok || f.NextStep == "" || !strings.Contains(f.Message, path) {
			t.Errorf("%s: got %v, want a fault that names it and a next step", path, err)
		}
	}
}
