package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	"junto/internal/fault"
)

// pageRow is the program itself.
var pageRows = []command{{
	words: "",
	parts: []part{
		{kind: optional, name: "dir", about: "a folder to open as a project; write ./tool for one named like a command"},
		{kind: toggle, name: "version", about: "print the version"},
	},
	prints: "Opens Jun, at that project; starts Jun when it does not run",
	notes: `It opens a window of a Chromium browser, or else the default browser. Over SSH, or
without a display, it prints a link that logs in once.`,
	run: bound[pageOptions]{parsePage, pageOptions.run},
}}

type pageOptions struct {
	Dir     string `json:"dir,omitempty"`
	version bool
}

func parsePage(g given, _ Streams) (o pageOptions, err error) {
	if o.version = g.has("version"); o.version {
		return o, nil
	}
	o.Dir, err = projectFolder(g)
	return o, err
}

// projectFolder reads an optional folder, which must exist.
func projectFolder(g given) (string, error) {
	if len(g.args) == 0 {
		return "", nil
	}
	dir, err := absolute(g.args[0])
	if err != nil {
		return "", err
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return "", fault.New(fault.UnknownTarget, "%s: no such folder", g.args[0]).Next("make it first: mkdir -p %s", g.args[0])
	case !info.IsDir():
		return "", fault.New(fault.UnknownTarget, "%s is no folder", g.args[0]).Next("open the folder that it is in")
	}
	return dir, nil
}

func (o pageOptions) run(ctx context.Context, s Streams) error {
	if o.version {
		return printVersion(s.Out, "jun")
	}
	if err := ensureDaemon(ctx, s.Err); err != nil {
		return err
	}
	url, err := loginURL(ctx, o.Dir)
	if err != nil {
		return err
	}
	argv := browser(thisDesktop(), url)
	if argv == nil {
		_, err := fmt.Fprintln(s.Out, url)
		return err
	}
	if err := launch(argv); err != nil {
		_, _ = fmt.Fprintf(s.Err, "jun: %s: %v\n", argv[0], err)
		_, err := fmt.Fprintln(s.Out, url)
		return err
	}
	_, err = fmt.Fprintln(s.Err, "jun: opened in the browser; should no window show: jun url")
	return err
}

// ensureDaemon starts a daemon when none answers.
func ensureDaemon(ctx context.Context, w io.Writer) error {
	dir, err := home()
	if err != nil {
		return err
	}
	c, err := dial(ctx, homeSocket)
	if err == nil {
		c.Close()
		return nil
	}
	if f, ok := fault.As(err); !ok || f.Type != fault.Unreachable || !f.Retryable {
		return err
	}
	return startDaemon(ctx, dir, w)
}

type urlInput struct {
	Dir string `json:"dir,omitempty"`
}

func loginURL(ctx context.Context, dir string) (string, error) {
	var result struct {
		URL string `json:"url"`
	}
	err := ask(ctx, homeSocket, "daemon.url", urlInput{dir}, &result)
	return result.URL, err
}
