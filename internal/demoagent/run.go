package demoagent

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Exit statuses of Run beside the agent's own.
const (
	statusFailed = 1
	statusUsage  = 2
)

// Run is `jun demo-agent`. It returns the exit status.
func Run(args []string, stdin *os.File, stdout, stderr io.Writer) int {
	o, err := parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage())
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "demo-agent: %v; see `jun demo-agent --help`\n", err)
		return statusUsage
	}
	log, err := openLog(o.log)
	if err == nil && o.rawCat != "" {
		err = rawCat(o, log, stdin, stdout)
	} else if err == nil {
		var status int
		if status, err = serve(o, log, stdin, stdout); err == nil {
			return status
		}
	}
	if err != nil {
		fmt.Fprintf(stderr, "demo-agent: %v\n", err)
		return statusFailed
	}
	return 0
}

// logFile is the log, or nothing.
type logFile struct{ f *os.File }

func openLog(name string) (*logFile, error) {
	if name == "" {
		return &logFile{}, nil
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the log: %w", err)
	}
	return &logFile{f}, nil
}

// add appends a record with one write, so that a reader sees whole lines only
// and a kill loses none.
func (l *logFile) add(r Record) error {
	if l.f == nil {
		return nil
	}
	line, err := r.line()
	if err != nil {
		return fmt.Errorf("encode a log record: %w", err)
	}
	if _, err := l.f.Write(line); err != nil {
		return fmt.Errorf("write the log: %w", err)
	}
	return nil
}

// shell carries the agent's outputs out. It owns the terminal while it runs.
type shell struct {
	log    *logFile
	stdout io.Writer
	tools  chan ToolResult
	kill   context.CancelFunc // of the command that runs
}

// serve runs the agent on the terminal until it leaves.
func serve(o options, log *logFile, stdin *os.File, stdout io.Writer) (int, error) {
	saved, err := makeRaw(int(stdin.Fd()))
	if err != nil {
		return 0, fmt.Errorf("standard input is no terminal, run it in one: %w", err)
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGWINCH, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
	defer signal.Stop(signals)

	typed := make(chan []byte)
	if !o.config.Modes.Has(Stalled) {
		go read(stdin, o.config.Modes.Number(SlowReader), typed)
	}
	s := &shell{log: log, stdout: stdout, tools: make(chan ToolResult), kill: func() {}}
	defer func() { s.kill() }()

	cols, rows := size(int(stdin.Fd()))
	agent, out := New(o.config, os.Getpid(), cols, rows, time.Now())
	timer := time.NewTimer(0)
	for {
		if err := s.carryOut(out); err != nil {
			return 0, errors.Join(err, restore(int(stdin.Fd()), saved))
		}
		if out.Exit != nil {
			if out.Exit.Status == crashStatus {
				return crashStatus, nil
			}
			return out.Exit.Status, restore(int(stdin.Fd()), saved)
		}
		if next := agent.Next(); next.IsZero() {
			timer.Stop()
		} else {
			timer.Reset(time.Until(next))
		}
		out = agent.Step(s.wait(timer, typed, signals, stdin))
	}
}

// wait returns the next thing that happens.
func (s *shell) wait(timer *time.Timer, typed <-chan []byte, signals <-chan os.Signal, stdin *os.File) Input {
	select {
	case <-timer.C:
		return Input{Now: time.Now()}
	case r := <-s.tools:
		return Input{Now: time.Now(), Tool: &r}
	case b, ok := <-typed:
		if !ok { // the terminal is gone
			return Input{Now: time.Now(), Signal: int(syscall.SIGHUP)}
		}
		return Input{Now: time.Now(), Bytes: b}
	case sig := <-signals:
		if sig == syscall.SIGWINCH {
			cols, rows := size(int(stdin.Fd()))
			return Input{Now: time.Now(), Cols: cols, Rows: rows}
		}
		n, _ := sig.(syscall.Signal)
		return Input{Now: time.Now(), Signal: int(n)}
	}
}

func (s *shell) carryOut(out Output) error {
	for _, r := range out.Log {
		if err := s.log.add(r); err != nil {
			return err
		}
	}
	if len(out.Write) > 0 {
		if _, err := s.stdout.Write(out.Write); err != nil && out.Exit == nil {
			return fmt.Errorf("write to the terminal: %w", err)
		}
	}
	if out.Kill {
		s.kill()
	}
	if out.Run != nil {
		ctx, cancel := context.WithCancel(context.Background())
		s.kill = cancel
		go s.runTool(ctx, *out.Run)
	}
	return nil
}

// readChunk is what one read takes: what a terminal's line discipline hands out
// at most.
const readChunk = 4096

// read passes on what is typed; with a rate, that many bytes a second. It ends
// with the terminal, or with the process: a blocked read of a terminal cannot be
// called back.
func read(stdin *os.File, rate int, typed chan<- []byte) {
	defer close(typed)
	size, pause := readChunk, time.Duration(0)
	if rate > 0 {
		size = min(readChunk, max(1, rate/readsPerSecond))
		pause = time.Second * time.Duration(size) / time.Duration(rate)
	}
	for {
		b := make([]byte, size)
		n, err := stdin.Read(b)
		if err != nil {
			return
		}
		typed <- b[:n]
		time.Sleep(pause)
	}
}

// readsPerSecond is how finely a slow reader's rate is spread.
const readsPerSecond = 20
