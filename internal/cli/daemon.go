package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"junto/internal/fault"
)

var daemonRows = []command{
	{
		words:  "serve",
		prints: "Runs Jun's daemon in the foreground, until it is told to quit",
		run:    plain(runServe),
	},
	{
		words:  "status",
		parts:  []part{{kind: toggle, name: "json", about: "as JSON"}},
		prints: "How the daemon is",
		run:    bound[statusOptions]{parseStatus, statusOptions.run},
	},
	{
		words:  "url",
		parts:  []part{{kind: optional, name: "dir", about: "a folder to open as a project"}},
		prints: "Prints a link that logs in once",
		run:    bound[urlOptions]{parseURL, urlOptions.run},
	},
	{
		words:  "restart",
		prints: "Starts the daemon anew. The terminals and their programs stay. Prints nothing",
		run:    plain(runRestart),
	},
	{
		words:  "quit",
		parts:  []part{{kind: toggle, name: "force", about: "do not ask, although agents work"}},
		prints: "Ends Jun and every program in it. Asks when agents work. Prints nothing",
		run:    bound[quitOptions]{parseQuit, quitOptions.run},
	},
}

func runServe(context.Context, given, Streams) error { return becomeJund("serve") }

// daemonStatus is what `jun status` tells of a daemon.
type daemonStatus struct {
	Version   string `json:"version"`
	PID       int    `json:"pid"`
	Keeper    int    `json:"keeper"`
	Home      string `json:"home"`
	URL       string `json:"url"`
	Started   string `json:"started"`
	Terminals int    `json:"terminals"`
	Agents    int    `json:"agents"`
	Windows   int    `json:"windows"`
}

type statusOptions struct{ json bool }

func parseStatus(g given, _ Streams) (statusOptions, error) {
	return statusOptions{g.has("json")}, nil
}

func (o statusOptions) run(ctx context.Context, s Streams) error {
	var raw json.RawMessage
	if err := ask(ctx, homeSocket, "daemon.status", nil, &raw); err != nil {
		return err
	}
	if o.json {
		return printJSON(s.Out, raw)
	}
	var d daemonStatus
	if err := json.Unmarshal(raw, &d); err != nil {
		return fault.New(fault.Protocol, "the answer to status is not what it should be: %v", err)
	}
	_, err := fmt.Fprintf(s.Out, `Jun %s runs since %s
daemon     %d
keeper     %d
home       %s
page       %s
terminals  %d
agents     %d
windows    %d
`, d.Version, d.Started, d.PID, d.Keeper, d.Home, d.URL, d.Terminals, d.Agents, d.Windows)
	return err
}

type urlOptions struct{ dir string }

func parseURL(g given, _ Streams) (o urlOptions, err error) {
	o.dir, err = projectFolder(g)
	return o, err
}

func (o urlOptions) run(ctx context.Context, s Streams) error {
	url, err := loginURL(ctx, o.dir)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.Out, url)
	return err
}

// runRestart returns when the new daemon answers.
func runRestart(ctx context.Context, _ given, _ Streams) error {
	var before daemonStatus
	if err := ask(ctx, homeSocket, "daemon.status", nil, &before); err != nil {
		return err
	}
	if err := ask(ctx, homeSocket, "daemon.restart", nil, nil); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	tick := time.NewTicker(startPoll)
	defer tick.Stop()
	for {
		var now daemonStatus
		err := ask(ctx, homeSocket, "daemon.status", nil, &now)
		if err == nil && (now.Started != before.Started || now.PID != before.PID) {
			return nil
		}
		if err != nil && !fault.Is(err, fault.Unreachable) {
			return err
		}
		select {
		case <-ctx.Done():
			f := fault.New(fault.Unreachable, "the new daemon does not answer")
			return f.Next("see %s/log, or start it with: jun serve", before.Home)
		case <-tick.C:
		}
	}
}

type quitOptions struct {
	Force bool `json:"force,omitempty"`
}

func parseQuit(g given, _ Streams) (quitOptions, error) { return quitOptions{g.has("force")}, nil }

func (o quitOptions) run(ctx context.Context, s Streams) error {
	if !o.Force {
		n, err := working(ctx)
		if err != nil {
			return err
		}
		if n > 0 {
			if err := confirmQuit(s, n); err != nil {
				return err
			}
			o.Force = true
		}
	}
	if err := ask(ctx, homeSocket, "daemon.quit", o, nil); err != nil {
		return err
	}
	return awaitEnd(ctx)
}

// awaitEnd waits until nothing answers at the socket any more, so that what
// comes after quit meets no Jun that is still ending.
func awaitEnd(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, endTimeout)
	defer cancel()
	tick := time.NewTicker(startPoll)
	defer tick.Stop()
	for {
		c, err := dial(ctx, homeSocket)
		if err != nil {
			return nil
		}
		c.Close()
		select {
		case <-ctx.Done():
			return fault.New(fault.Unreachable, "Jun is still ending its programs").Next("see whether it runs with: jun status")
		case <-tick.C:
		}
	}
}

// working counts the agents that work.
func working(ctx context.Context) (int, error) {
	var terminals []struct {
		Status string `json:"status"`
	}
	if err := ask(ctx, homeSocket, "terminal.list", nil, &terminals); err != nil {
		return 0, err
	}
	n := 0
	for _, t := range terminals {
		if t.Status == "working" {
			n++
		}
	}
	return n, nil
}

// confirmQuit asks the person at the terminal. Where there is none, it refuses.
func confirmQuit(s Streams, n int) error {
	what := fmt.Sprintf("%d agents work", n)
	if n == 1 {
		what = "1 agent works"
	}
	in, ok := s.In.(*os.File)
	if !ok || !perhapsTerminal(in) {
		return fault.New(fault.Refused, "%s", what).Next("to end them with Jun: jun quit --force")
	}
	if _, err := fmt.Fprintf(s.Err, "%s. Quit Jun and end every program in it? [y/N] ", what); err != nil {
		return err
	}
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && err != io.EOF {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return fault.New(fault.Refused, "not quit").Next("to quit without a question: jun quit --force")
}

// perhapsTerminal reports whether a person may be there to answer. What is no
// terminal but looks like one, as /dev/null does, gives no answer.
func perhapsTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
