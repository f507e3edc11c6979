// Command jund is Jun's daemon, and the programs that belong to it: the keeper
// of the terminals, the runner of a loop, and what `jun` itself does not link.
// Users call jun, which finds jund beside itself.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"

	"junto/internal/attach"
	"junto/internal/daemon"
	"junto/internal/demoagent"
	"junto/internal/fault"
	"junto/internal/keep"
	"junto/internal/loop"
	"junto/internal/server"
	"junto/web"
)

// version is set by the linker.
var version = "dev"

const usage = `jund is the daemon behind jun; call jun instead.

  jund serve [--home DIR]       the daemon (jun serve becomes this)
  jund keep --home DIR          the keeper of the terminals
  jund loop --every D -- CMD    the program in a loop's terminal
  jund attach SOCKET ID         jun attach
  jund explain-cast …           jun explain --cast
  jund demo-agent …             jun demo-agent
`

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(os.Stderr, usage)
		return fault.ExitUsage
	}
	switch rest := args[1:]; args[0] {
	case "serve":
		return withHome(rest, serve)
	case "keep":
		return withHome(rest, keepTerminals)
	case "loop":
		return loop.Main(rest, os.Stdout, os.Stderr)
	case "attach":
		return attachTo(rest)
	case "explain-cast":
		return explainCast(rest, os.Stdout, os.Stderr)
	case "demo-agent":
		return demoagent.Run(rest, os.Stdin, os.Stdout, os.Stderr)
	case "--version":
		fmt.Println(version)
		return fault.ExitDone
	default:
		fmt.Fprint(os.Stderr, usage)
		return fault.ExitUsage
	}
}

// attachTo shows a terminal of the Jun at a socket.
func attachTo(args []string) int {
	if len(args) != 2 {
		fmt.Fprint(os.Stderr, usage)
		return fault.ExitUsage
	}
	id, err := strconv.Atoi(args[1])
	if err != nil {
		fmt.Fprint(os.Stderr, usage)
		return fault.ExitUsage
	}
	return report("jun", attach.Run(context.Background(), args[0], id, os.Stdin, os.Stdout, os.Stderr))
}

// withHome reads --home, whose default is what jun uses.
func withHome(args []string, do func(home string) error) int {
	var home string
	switch {
	case len(args) == 2 && args[0] == "--home":
		home = args[1]
	case len(args) == 0:
		dir, err := daemon.Home()
		if err != nil {
			return report("jund", err)
		}
		home = dir
	default:
		fmt.Fprint(os.Stderr, usage)
		return fault.ExitUsage
	}
	home, err := filepath.Abs(home)
	if err != nil {
		return report("jund", err)
	}
	return report("jund", do(home))
}

// report ends a program, by the name that the user called.
func report(as string, err error) int {
	if err == nil {
		return fault.ExitDone
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", as, err)
	if f, ok := fault.As(err); ok && f.NextStep != "" {
		fmt.Fprintln(os.Stderr, "hint:", f.NextStep)
	}
	return fault.ExitStatus(err)
}

// serve runs the daemon until it is told to end. A restart replaces this
// process by the program that is at its path now.
func serve(home string) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the daemon's own program: %w", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	err = daemon.Run(ctx, daemon.Options{
		Home:    home,
		Version: version,
		Self:    self,
		Log:     log,
		Serve:   func(ctx context.Context, d *daemon.Daemon) error { return listen(ctx, d, log) },
	})
	if errors.Is(err, daemon.ErrRestart) {
		return syscall.Exec(self, []string{self, "serve", "--home", home}, os.Environ())
	}
	return err
}

// listen answers the CLIs and the page.
func listen(ctx context.Context, d *daemon.Daemon, log *slog.Logger) error {
	page, built := web.Files()
	if !built {
		page = nil
	}
	return server.Run(ctx, server.Options{
		Socket: d.Socket(), Work: d.WorkDir(), Ports: d.Ports(), Listening: d.Listening,
		Dispatch: d.Gate(), Caller: d.Caller,
		Logins: d.Logins(), Windows: d.Windows(), Terminals: d.Terminals(),
		Files: page, Log: log,
	})
}

// keepTerminals runs the keeper. A SIGTERM, as a shutdown sends, ends the
// programs in stages instead of hanging up on them.
func keepTerminals(home string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	return keep.Serve(ctx, home, slog.New(slog.NewTextHandler(os.Stderr, nil)))
}
