package demoagent

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"
)

// options are the words of the command line.
type options struct {
	config Config
	log    string
	rawCat string
	count  int64
}

// parse reads the command line. flag.ErrHelp means that help was asked for.
func parse(args []string) (options, error) {
	var o options
	var modes, resume string
	f := flag.NewFlagSet("demo-agent", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&modes, "mode", "", "")
	f.StringVar(&o.log, "log", "", "")
	f.DurationVar(&o.config.Work, "work", 200*time.Millisecond, "")
	f.StringVar(&o.config.Session, "session", "", "")
	f.StringVar(&resume, "resume", "", "")
	f.StringVar(&o.rawCat, "raw-cat", "", "")
	f.Int64Var(&o.count, "count", 0, "")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("unexpected word %q", f.Arg(0))
	}
	if o.config.Work < 0 {
		return o, errors.New("--work is negative")
	}
	if resume != "" {
		if o.config.Session != "" {
			return o, errors.New("--session and --resume exclude each other")
		}
		o.config.Session, o.config.Resumed = resume, true
	}
	var err error
	o.config.Modes, err = ParseModes(modes)
	return o, err
}

// usage is the help text.
func usage() string {
	var b strings.Builder
	b.WriteString(`A coding agent that is none, to try Junto and to test it.

usage: jun demo-agent [--mode MODE[,MODE…]] [--log FILE] [--work DURATION] [--session ID | --resume ID]
       jun demo-agent --raw-cat FILE [--count BYTES] [--mode MODE[,MODE…]] [--log FILE]

  --mode     its habits, see below
  --log      appends a JSON line for each thing that happens
  --work     how long a plain answer takes (200ms)
  --session  the id of the session that it begins
  --resume   the id of the session that it goes on with
  --raw-cat  no agent: writes exactly the bytes that it reads to FILE
  --count    with --raw-cat: ends after so many bytes and prints their sha256

The first word of a message decides what it does: slow [SECONDS], tool [COMMAND],
ask, long [LINES], error, bg [SECONDS], exit; anything else is answered with ok.
Keys: Enter, Ctrl-J, Backspace, Ctrl-U, Esc, Ctrl-C, Ctrl-D, Ctrl-O; / for commands.

modes:
`)
	for _, h := range habits {
		name := string(h.Mode)
		switch {
		case h.Argument != noArgument && h.Default != "":
			name += "[:" + h.Default + "]"
		case h.Argument != noArgument:
			name += "[:…]"
		}
		fmt.Fprintf(&b, "  %-22s %s\n", name, h.Help)
	}
	return b.String()
}
