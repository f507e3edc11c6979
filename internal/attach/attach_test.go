package attach

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"junto/internal/api"
	"junto/internal/attach/outer"
	"junto/internal/client/clienttest"
	"junto/internal/fault"
	"junto/internal/ptytest"
)

// person is somebody at a terminal in which jun runs.
type person struct {
	t      *testing.T
	master *os.File
	slave  *os.File
	before unix.Termios
	status chan int
	reader sync.WaitGroup

	mu      sync.Mutex // guards screen and errs
	changed *sync.Cond
	screen  bytes.Buffer
	errs    bytes.Buffer
}

// Write takes what jun writes to standard error.
func (p *person) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.changed.Broadcast()
	return p.errs.Write(text)
}

// sit attaches to terminal 3 in a terminal of its own.
func sit(t *testing.T, in *inner) *person {
	t.Helper()
	master, slave, err := ptytest.Open()
	if err != nil {
		t.Fatal(err)
	}
	p := &person{t: t, master: master, slave: slave, status: make(chan int, 1)}
	p.changed = sync.NewCond(&p.mu)
	p.resize(80, 24)
	p.before = p.modes()
	p.reader.Go(p.read)
	go func() {
		err := Run(context.Background(), in.socket, 3, slave, slave, p)
		if err != nil {
			fmt.Fprintln(p, err)
		}
		p.status <- fault.ExitStatus(err)
	}()
	t.Cleanup(func() {
		_, _ = master.WriteString("\n") // ends jun's last read
		slave.Close()
		p.reader.Wait()
		master.Close()
	})
	return p
}

func (p *person) read() {
	buf := make([]byte, 4096)
	for {
		n, err := p.master.Read(buf)
		p.mu.Lock()
		p.screen.Write(buf[:n])
		p.mu.Unlock()
		p.changed.Broadcast()
		if err != nil {
			return
		}
	}
}

// see waits until the screen, or standard error, has a text.
func (p *person) see(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !strings.Contains(p.screen.String()+p.errs.String(), text) {
		p.changed.Wait()
	}
}

func (p *person) typ(text string) {
	p.t.Helper()
	if _, err := p.master.WriteString(text); err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) resize(cols, rows uint16) {
	p.t.Helper()
	if err := ptytest.Resize(p.slave, cols, rows); err != nil {
		p.t.Fatal(err)
	}
}

func (p *person) modes() unix.Termios {
	p.t.Helper()
	modes, err := ptytest.Modes(p.slave)
	if err != nil {
		p.t.Fatal(err)
	}
	return modes
}

// ends waits for jun's end.
func (p *person) ends(want int) {
	p.t.Helper()
	if got := <-p.status; got != want {
		p.t.Errorf("jun ended with %d, want %d: %s", got, want, p.errs.String())
	}
	if diff := cmp.Diff(p.before, p.modes()); diff != "" {
		p.t.Errorf("the terminal's modes changed (-before +after)\n%s", diff)
	}
}

// inner is a Jun with one terminal, number 3.
type inner struct {
	socket string
	server *clienttest.Server
	calls  chan string
	output chan api.AttachEvent // closed: the terminal ends
}

func serveInner(t *testing.T) *inner {
	t.Helper()
	home, err := os.MkdirTemp("", "jun")
	if err != nil {
		t.Fatal(err)
	}
	in := &inner{socket: filepath.Join(home, "s"), calls: make(chan string, 100), output: make(chan api.AttachEvent, 10)}
	gone := make(chan struct{})
	in.server, err = clienttest.Listen(in.socket, func(call string, input json.RawMessage, emit func(any) error) (any, error) {
		in.calls <- call + " " + string(input)
		if call != "terminal.attach" {
			return nil, nil
		}
		for {
			select {
			case e, ok := <-in.output:
				if !ok {
					return nil, nil
				}
				if err := emit(e); err != nil {
					return nil, err
				}
			case <-gone:
				return nil, clienttest.ErrHangUp
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		close(gone)
		in.server.Close()
		os.RemoveAll(home)
	})
	return in
}

func (in *inner) wants(t *testing.T, call string) {
	t.Helper()
	if got := <-in.calls; got != call {
		t.Errorf("got %s, want %s", got, call)
	}
}

func TestAttachAndDetach(t *testing.T) {
	in := serveInner(t)
	p := sit(t, in)
	in.wants(t, `terminal.attach {"id":3,"cols":80,"rows":24}`)
	p.see(`attached to terminal 3; Ctrl-\ twice detaches`)

	in.output <- api.AttachEvent{Snapshot: true, Data: []byte("\x1b[?1000h$ hello")}
	p.see("$ hello")
	in.output <- api.AttachEvent{Data: []byte("\x1b[6n\x1b]11;?\x07 world \x1b")}
	in.output <- api.AttachEvent{Data: []byte("[31mred")}
	p.see("world \x1b[31mred") // no questions, and a sequence in two pieces

	p.typ("ls\r\x03")
	in.wants(t, `terminal.type {"id":3,"data":"bHMNAw=="}`)
	p.typ("\x1c")
	in.wants(t, `terminal.type {"id":3,"data":"HA=="}`) // a single one goes on after a while

	p.resize(100, 30)
	if err := syscall.Kill(os.Getpid(), syscall.SIGWINCH); err != nil {
		t.Fatal(err)
	}
	in.wants(t, `terminal.resize {"id":3,"cols":100,"rows":30}`)

	p.typ("\x1c\x1c")
	p.see("detached from terminal 3; it goes on")
	p.see(outer.Leave)
	p.ends(fault.ExitDone)
}

func TestAttachUntilTheTerminalEnds(t *testing.T) {
	in := serveInner(t)
	p := sit(t, in)
	in.output <- api.AttachEvent{Snapshot: true, Data: []byte("bye")}
	close(in.output)
	p.see("terminal 3 ended")
	p.see("bye" + outer.Leave)
	p.ends(fault.ExitDone)
}

func TestAttachUntilTheDaemonIsGone(t *testing.T) {
	in := serveInner(t)
	p := sit(t, in)
	in.output <- api.AttachEvent{Snapshot: true, Data: []byte("here")}
	p.see("here")
	go in.server.Close()
	p.see("ended the connection")
	p.see("here" + outer.Leave)
	p.ends(fault.ExitRefused)
}

func TestAttachUntilASignal(t *testing.T) {
	in := serveInner(t)
	p := sit(t, in)
	in.output <- api.AttachEvent{Snapshot: true, Data: []byte("here")}
	p.see("here")
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	p.see("here" + outer.Leave)
	p.see("terminated signal received")
	p.ends(fault.ExitRefused)
}

func TestASecondSnapshotBeginsAfresh(t *testing.T) {
	in := serveInner(t)
	p := sit(t, in)
	in.output <- api.AttachEvent{Snapshot: true, Data: []byte("one\x1b]0;cut off")}
	in.output <- api.AttachEvent{Snapshot: true, Data: []byte("two")}
	p.see("one" + outer.Fresh + "two")
	p.typ("\x1c\x1c")
	p.ends(fault.ExitDone)
}

func TestAttachNeedsATerminal(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	err = Run(t.Context(), serveInner(t).socket, 3, null, null, io.Discard)
	if !fault.Is(err, fault.Refused) || !strings.Contains(err.Error(), "are not a terminal") {
		t.Errorf("got %v", err)
	}
}
