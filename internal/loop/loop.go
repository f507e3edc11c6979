// Package loop is the program in a loop's terminal: it runs a command again and
// again, each run the interval after the one before ended, and shows each with
// its time and exit status. It knows nothing of the daemon: its terminal is how
// it reports (OSC 133, with the run's number) and how it is ended (Control-C,
// or the end of the terminal).
package loop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"junto/internal/fault"
)

// MinEvery is the shortest interval, as the document has it.
const MinEvery = time.Minute

// grace is how long a run may take to end once the loop was told to end.
const grace = 5 * time.Second

// ParseEvery reads an interval as the document writes it: 90s, 5m or 1h.
func ParseEvery(s string) (time.Duration, error) {
	bad := fault.New(fault.Usage, "interval %q is not written as 90s, 5m or 1h", s).Next("for instance: jun tool loop 10m make check")
	if len(s) < 2 || strings.Trim(s[:len(s)-1], "0123456789") != "" || !strings.ContainsAny(s[len(s)-1:], "smh") {
		return 0, bad
	}
	every, err := time.ParseDuration(s)
	if err != nil {
		return 0, bad
	}
	if every < MinEvery {
		return 0, fault.New(fault.Usage, "interval %s is shorter than 1m", s).Next("give 1m or more")
	}
	return every, nil
}

// Runner is one loop.
type Runner struct {
	Every   time.Duration
	Text    string // the interval as it was written
	Command string
	Shell   string
	Out     io.Writer
}

// Run runs the command until ctx ends, and then lets the run under way end.
func (r *Runner) Run(ctx context.Context) error {
	fmt.Fprintf(r.Out, "\x1b]2;%s\x1b\\", title(r.Text, r.Command))
	for n := 1; ; n++ {
		started := time.Now()
		fmt.Fprintf(r.Out, "\x1b[2m── %s · run %d · %s\x1b[0m\r\n\x1b]133;C;run=%d\x1b\\", started.Format(time.DateTime), n, r.Command, n)
		code, words := r.once(ctx)
		ended := time.Now()
		next := ended.Add(r.Every)
		fmt.Fprintf(r.Out, "\x1b]133;D;%d\x1b\\\x1b[2m── %s · took %s", code, words, ended.Sub(started).Round(time.Second))
		if ctx.Err() != nil {
			fmt.Fprint(r.Out, " · the loop ends\x1b[0m\r\n")
			return ctx.Err()
		}
		fmt.Fprintf(r.Out, " · next at %s\x1b[0m\r\n", next.Format(time.TimeOnly))
		select {
		case <-ctx.Done():
			fmt.Fprint(r.Out, "\x1b[2m── the loop ends\x1b[0m\r\n")
			return ctx.Err()
		case <-time.After(r.Every):
		}
	}
}

// once runs the command as a script would: with the login files, not the
// interactive ones. It returns the status as a shell gives it, and in words.
func (r *Runner) once(ctx context.Context) (code int, words string) {
	cmd := exec.CommandContext(ctx, r.Shell, "-l", "-c", r.Command)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = grace
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0, "exit 0"
	case errors.As(err, &exit):
		return exitStatus(exit.Sys().(syscall.WaitStatus))
	default:
		const notFound = 127
		return notFound, "cannot start: " + err.Error()
	}
}

func exitStatus(s syscall.WaitStatus) (code int, words string) {
	if s.Signaled() {
		const signalled = 128
		return signalled + int(s.Signal()), "ended by signal " + s.Signal().String()
	}
	return s.ExitStatus(), fmt.Sprintf("exit %d", s.ExitStatus())
}

// title is what the loop's tab shows. Control characters of a command must not
// end the title early.
func title(every, command string) string {
	clean := strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f {
			return ' '
		}
		return c
	}, command)
	return "every " + every + ": " + clean
}

// Main runs `loop --every D -- command` and returns its exit status.
func Main(args []string, stdout, stderr io.Writer) int {
	if len(args) != 4 || args[0] != "--every" || args[2] != "--" {
		fmt.Fprintln(stderr, "loop: want --every <interval> -- <command>")
		return fault.ExitUsage
	}
	every, err := ParseEvery(args[1])
	if err != nil {
		fmt.Fprintln(stderr, "loop:", err)
		return fault.ExitUsage
	}
	shell := os.Getenv("SHELL")
	if shell == "" {
		shell = "/bin/sh"
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	r := &Runner{Every: every, Text: args[1], Command: args[3], Shell: shell, Out: stdout}
	if err := r.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(stderr, "loop:", err)
		return fault.ExitRefused
	}
	return fault.ExitDone
}
