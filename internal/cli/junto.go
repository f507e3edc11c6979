package cli

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"

	"junto/internal/fault"
)

// Junto runs `junto` with the words after its name, and returns the exit status.
//
// What it prints is JSON, for agents to read: what a command gives on standard
// output, what went wrong on standard error. What is a text by itself (docs, a
// digest, help) is printed as it is.
func Junto(ctx context.Context, words []string, s Streams) int {
	j := &junto{s: s}
	err := j.run(ctx, words)
	if err == nil || errors.Is(err, errSaid) {
		return j.status
	}
	j.complain(err)
	return fault.ExitRefused // 2 says that a group of commands is disabled
}

// errSaid ends a command that has printed what went wrong.
var errSaid = errors.New("printed already")

// junto is one call of the program.
type junto struct {
	s       Streams
	command string // as it was found, for what is printed
	status  int
}

// said is what a command that worked prints.
type said struct {
	OK      bool   `json:"ok"`
	Command string `json:"command"`
	Data    any    `json:"data"`
}

// failed is what one prints that did not.
type failed struct {
	OK      bool         `json:"ok"`
	Command string       `json:"command,omitempty"`
	Error   *fault.Fault `json:"error"`
}

// say prints what a command gives. What comes from the daemon is passed on
// without being taken apart, which would cost more than the rest of the call.
func (j *junto) say(data any) error {
	raw, ok := data.(json.RawMessage)
	if !ok {
		return printLine(j.s.Out, said{true, j.command, data})
	}
	line := make([]byte, 0, len(raw)+len(j.command)+64)
	line = append(append(line, `{"ok":true,"command":"`...), j.command...)
	line = append(append(line, `","data":`...), raw...)
	_, err := j.s.Out.Write(append(line, "}\n"...))
	return err
}

func (j *junto) complain(err error) {
	f, ok := fault.As(err)
	if !ok {
		f = fault.New(fault.Internal, "%v", err).Next("run `junto doctor`")
	}
	f = f.ForAgents()
	if f.Type == fault.Unreachable && f.Retryable && os.Getenv("JUNTO_SEAT") != "" {
		f = f.Next("wait, then run `junto onboard`; if that does not help: %s", f.NextStep)
	}
	_ = printLine(j.s.Err, failed{false, j.command, f}) // there is nowhere left to say that this failed
}

// printLine prints a value as one line of JSON.
func printLine(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

func (j *junto) run(ctx context.Context, words []string) error {
	if len(words) == 0 {
		return j.help(nil)
	}
	if words[0] == "help" || isHelp(words[0]) {
		return j.help(words[1:])
	}
	if words[0] == "--version" {
		return printVersion(j.s.Out, "junto")
	}
	row, rest := findWork(words)
	if row == nil && len(words) == 2 && isHelp(words[1]) {
		return j.help(words[:1])
	}
	if row == nil {
		return j.unknown(words)
	}
	j.command = row.words
	g, err := row.parse(rest)
	if errors.Is(err, errHelp) {
		_, err := io.WriteString(j.s.Out, row.help())
		return err
	}
	if err != nil {
		return err
	}
	return row.run(ctx, j, g)
}

// unknown is the error of words that are no command.
func (j *junto) unknown(words []string) error {
	for _, group := range compiledOut {
		if words[0] == group {
			j.status = fault.ExitUsage
			_, err := io.WriteString(j.s.Err, "junto "+group+": disabled in this build\n")
			return errors.Join(err, errSaid)
		}
	}
	var known []string
	for _, r := range workRows {
		known = append(known, r.words)
	}
	if len(words) == 1 && len(workGroup(words)) > 0 {
		return fault.New(fault.Usage, "%s: a command is missing", words[0]).Next("see: junto help %s", words[0])
	}
	tried := strings.Join(words[:min(len(words), 2)], " ")
	f := fault.New(fault.Usage, "there is no command %q", tried)
	if near := nearest(tried, known); near != "" {
		return f.Next("did you mean: junto %s", near)
	}
	if near := nearest(words[0], known); near != "" {
		return f.Next("did you mean: junto %s", near)
	}
	return f.Next("see: junto help")
}

// compiledOut are the groups of commands of kinds that this build leaves out.
var compiledOut = []string{
	"task", "requests", "request", "artifacts", "artifact", "board", "pad", "sheet", "page", "browser", "cron", "relay", "signal",
	"escalate", "blocked", "feedback", "preamble", "verdict",
}
