package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// desktop is what decides how a page can be shown.
type desktop struct {
	goos   string
	root   bool
	getenv func(string) string
	find   func(program string) (path string, ok bool)
}

func thisDesktop() desktop {
	return desktop{goos: runtime.GOOS, root: os.Geteuid() == 0, getenv: os.Getenv, find: lookPath}
}

// Browsers that can show a page in a window of its own, as an app.
var (
	linuxBrowsers = [...]string{
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
		"microsoft-edge", "microsoft-edge-stable", "brave-browser", "vivaldi",
	}
	darwinBrowsers = [...]string{
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
		"/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
	}
)

// browser is what to run to show a page, or nil when it cannot be shown here:
// over SSH the screen is elsewhere.
func browser(d desktop, url string) []string {
	if d.getenv("SSH_CONNECTION") != "" || d.getenv("SSH_TTY") != "" {
		return nil
	}
	candidates, fallback := darwinBrowsers[:], "open"
	if d.goos != "darwin" {
		if d.getenv("DISPLAY") == "" && d.getenv("WAYLAND_DISPLAY") == "" {
			return nil
		}
		candidates, fallback = linuxBrowsers[:], "xdg-open"
	}
	if d.root {
		candidates = nil // Chromium refuses to run as root
	}
	for _, name := range candidates {
		if path, ok := d.find(name); ok {
			return []string{path, "--app=" + url}
		}
	}
	if path, ok := d.find(fallback); ok {
		return []string{path, url}
	}
	return nil
}

// lookPath finds a program as a shell does.
func lookPath(program string) (string, bool) {
	places := filepath.SplitList(os.Getenv("PATH"))
	if strings.ContainsRune(program, '/') {
		places = []string{""}
	}
	for _, dir := range places {
		path := filepath.Join(dir, program)
		info, err := os.Stat(path)
		if err == nil && !info.IsDir() && info.Mode()&0o111 != 0 && filepath.IsAbs(path) {
			return path, true
		}
	}
	return "", false
}

// launch starts a browser, whose words belong on nobody's screen.
func launch(argv []string) error {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	process, err := detach(argv, "", null)
	if err != nil {
		return err
	}
	return process.Release()
}
