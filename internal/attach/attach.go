// Package attach is the program that `jun attach` becomes: it shows a terminal of
// Jun's in the terminal that it runs in, and types into it what is typed there.
//
// It leaves the modes and keys of the terminal that it runs in to package outer,
// and all about the shown one to the daemon.
package attach

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"junto/internal/attach/outer"
	"junto/internal/client"
	"junto/internal/fault"
)

// errDetached ends an attachment at the person's wish.
var errDetached = errors.New("detached")

// Run shows the terminal with the id, of the Jun at the socket, until it ends, the
// person detaches, or a signal comes. What became of it is told to errs.
func Run(ctx context.Context, socket string, id int, in, out *os.File, errs io.Writer) error {
	if !outer.IsTerminal(in) || !outer.IsTerminal(out) {
		return fault.New(fault.Refused, "attach: standard input and output are not a terminal").Next("to read its text: jun tool screen %d", id)
	}
	a := attachment{id: id, in: in, out: out}
	err := a.connect(ctx, socket)
	if err == nil {
		err = a.show(ctx, errs)
	}
	switch {
	case err == nil:
		_, err = fmt.Fprintf(errs, "jun: terminal %d ended\n", id)
	case errors.Is(err, errDetached):
		_, err = fmt.Fprintf(errs, "jun: detached from terminal %d; it goes on\n", id)
	}
	return err
}

// attachment is one run of `jun attach`. Output and input have a connection
// each: a stream takes all of the one that it is on.
type attachment struct {
	id      int
	in, out *os.File
	output  *client.Client
	input   *client.Client
	term    *outer.Terminal
	filter  outer.Filter
	entered bool
}

func (a *attachment) connect(ctx context.Context, socket string) (err error) {
	if a.output, err = client.Dial(ctx, socket); err != nil {
		return err
	}
	if a.input, err = client.Dial(ctx, socket); err != nil {
		a.output.Close()
	}
	return err
}

// show runs until the terminal ends, the person detaches, or a signal comes. The
// outer terminal is put back in any case.
func (a *attachment) show(ctx context.Context, errs io.Writer) (err error) {
	defer a.output.Close()
	defer a.input.Close()
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	_, _ = fmt.Fprintf(errs, "jun: attached to terminal %d; %s detaches\n", a.id, outer.DetachKey)
	if a.term, err = outer.Open(a.in); err != nil {
		return err
	}
	defer func() {
		if a.entered {
			_, _ = a.out.WriteString(outer.Leave) // the outer terminal may be gone
		}
		err = errors.Join(err, a.term.Close())
	}()
	cols, rows, err := a.term.Size()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	typing := make(chan struct{})
	go func() {
		defer close(typing)
		cancel(a.typed(ctx))
	}()
	size := attachInput{ID: a.id, Cols: cols, Rows: rows}
	err = a.output.Stream(ctx, "terminal.attach", size, func(event json.RawMessage) error { return a.draw(event, rows) })
	if ctx.Err() != nil {
		err = context.Cause(ctx) // a detachment, a signal, or keys that could not be typed
	}
	cancel(nil)
	<-typing
	return err
}

type attachInput struct {
	ID   int `json:"id"`
	Cols int `json:"cols"`
	Rows int `json:"rows"`
}

// draw writes a piece of output to the outer terminal.
func (a *attachment) draw(event json.RawMessage, rows int) error {
	var e struct {
		Snapshot bool   `json:"snapshot"`
		Data     []byte `json:"data"`
	}
	if err := json.Unmarshal(event, &e); err != nil {
		return fault.New(fault.Protocol, "attach: %v", err)
	}
	if !a.entered {
		a.entered = true
		if _, err := a.out.WriteString(outer.Enter(rows)); err != nil {
			return err
		}
	} else if e.Snapshot {
		a.filter = outer.Filter{}
		if _, err := a.out.WriteString(outer.Fresh); err != nil {
			return err
		}
	}
	_, err := a.out.Write(a.filter.Next(e.Data))
	return err
}

// typed carries keys and sizes to the daemon until it fails or the person
// detaches.
func (a *attachment) typed(ctx context.Context) error {
	resized := make(chan os.Signal, 1)
	signal.Notify(resized, syscall.SIGWINCH)
	defer signal.Stop(resized)
	keys := make(chan []byte)
	go a.read(ctx, keys)
	var detach outer.Keys
	flush := time.NewTimer(0)
	defer flush.Stop()
	for {
		if due := detach.Due(); !due.IsZero() {
			flush.Reset(time.Until(due))
		}
		var pass []byte
		var done bool
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-resized:
			if err := a.resize(ctx); err != nil {
				return err
			}
		case <-flush.C:
			pass = detach.Flush()
		case typed, ok := <-keys:
			if !ok {
				return errDetached // the outer terminal is gone
			}
			pass, done = detach.Read(typed, time.Now())
		}
		if len(pass) > 0 {
			if err := a.input.Call(ctx, "terminal.type", typeInput{a.id, pass}, nil); err != nil {
				return err
			}
		}
		if done {
			return errDetached
		}
	}
}

type typeInput struct {
	ID   int    `json:"id"`
	Data []byte `json:"data"`
}

// read hands on what is typed, until the outer terminal is gone. A blocked read
// ends with the program.
func (a *attachment) read(ctx context.Context, keys chan<- []byte) {
	defer close(keys)
	for {
		buf := make([]byte, 32<<10) // a paste in few pieces
		n, err := a.in.Read(buf)
		if n > 0 {
			select {
			case keys <- buf[:n]:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (a *attachment) resize(ctx context.Context) error {
	cols, rows, err := a.term.Size()
	if err != nil {
		return err
	}
	return a.input.Call(ctx, "terminal.resize", attachInput{a.id, cols, rows}, nil)
}
