package cli

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWhichBrowserShowsThePage(t *testing.T) {
	const url = "http://127.0.0.1:4000/login?code=x"
	mac := "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
	tests := []struct {
		name, goos string
		root       bool
		env        map[string]string
		programs   map[string]string
		want       []string
	}{
		{"a Chromium", "linux", false, map[string]string{"DISPLAY": ":0"}, map[string]string{"google-chrome": "/bin/gc", "chromium": "/bin/c", "xdg-open": "/bin/x"}, []string{"/bin/c", "--app=" + url}},
		{"on Wayland", "linux", false, map[string]string{"WAYLAND_DISPLAY": "w"}, map[string]string{"google-chrome": "/bin/gc"}, []string{"/bin/gc", "--app=" + url}},
		{"no Chromium", "linux", false, map[string]string{"DISPLAY": ":0"}, map[string]string{"xdg-open": "/bin/x"}, []string{"/bin/x", url}},
		{"root cannot run Chromium", "linux", true, map[string]string{"DISPLAY": ":0"}, map[string]string{"chromium": "/bin/c", "xdg-open": "/bin/x"}, []string{"/bin/x", url}},
		{"nothing", "linux", false, map[string]string{"DISPLAY": ":0"}, nil, nil},
		{"no display", "linux", false, nil, map[string]string{"chromium": "/bin/c"}, nil},
		{"over SSH", "linux", false, map[string]string{"DISPLAY": ":0", "SSH_CONNECTION": "1"}, map[string]string{"chromium": "/bin/c"}, nil},
		{"macOS", "darwin", false, nil, map[string]string{mac: mac, "open": "/usr/bin/open"}, []string{mac, "--app=" + url}},
		{"macOS without a Chromium", "darwin", false, nil, map[string]string{"open": "/usr/bin/open"}, []string{"/usr/bin/open", url}},
		{"macOS over SSH", "darwin", false, map[string]string{"SSH_TTY": "/dev/ttys1"}, map[string]string{"open": "/usr/bin/open"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := browser(desktop{
				goos: test.goos, root: test.root,
				getenv: func(name string) string { return test.env[name] },
				find: func(program string) (string, bool) {
					path, ok := test.programs[program]
					return path, ok
				},
			}, url)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("with %v (-want +got)\n%s", slices.Sorted(maps.Keys(test.programs)), diff)
			}
		})
	}
}
