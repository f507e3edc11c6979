package cli

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// desktop is what decides how a page can be shown.
type desktop struct {
	goos   string
	root   bool
	getenv func(string) string
	find   func(program string) (string, error)
}

func thisDesktop() desktop {
	return desktop{goos: runtime.GOOS, root: os.Geteuid() == 0, getenv: os.Getenv, find: exec.LookPath}
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
		if path, err := d.find(name); err == nil {
			return []string{path, "--app=" + url}
		}
	}
	if path, err := d.find(fallback); err == nil {
		return []string{path, url}
	}
	return nil
}

// launch starts a program that outlives this one and its terminal.
func launch(argv []string) error {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}
