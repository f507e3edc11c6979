package keep

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"junto/internal/fault"
	"junto/internal/proc"
)

const (
	// helloTimeout is how long a new connection may take to say hello.
	helloTimeout = 5 * time.Second

	// busyGrace is how long a new daemon waits for the connection of the one
	// before it to end: a killed process is gone before its descriptors are
	// all closed, and one that restarts itself closes them while it starts.
	busyGrace = time.Second

	// maxPage is how much of the list of terminals fits into one answer.
	maxPage = 1 << 20
)

// conn is the connection of the daemon, at the keeper.
type conn struct {
	k    *keeper
	c    *net.UnixConn
	peer proc.Process
	in   *bufio.Reader // of c
	out  *outbox
	gone chan struct{} // closed when another daemon may take the place
}

// admit looks at who connects, and serves the daemon.
func (k *keeper) admit(c *net.UnixConn) {
	defer c.Close()
	d := &conn{k: k, c: c, in: bufio.NewReader(c), out: newOutbox(), gone: make(chan struct{})}
	err := d.check()
	if err == nil {
		err = k.claim(d)
	}
	if err != nil {
		k.log.Info("Connection refused", "pid", d.peer.PID, "reason", err)
		_ = c.SetWriteDeadline(time.Now().Add(helloTimeout))
		_ = frame{kind: kindRefuse, payload: encodeFault(err, "in "+k.folder.log())}.writeTo(c)
		return
	}
	k.log.Info("Daemon connected", "pid", d.peer.PID)
	if err := d.serve(); errors.Is(err, errFrame) {
		k.log.Error("Daemon is not understood", "pid", d.peer.PID, "error", err)
	}
	k.release(d)
	k.log.Info("Daemon disconnected", "pid", d.peer.PID)
}

// check refuses everybody but this user's processes outside the terminals. The
// kernel says who it is.
func (d *conn) check() error {
	uid, err := proc.PeerUser(d.c)
	if err != nil {
		return err
	}
	if uid != os.Geteuid() {
		return fault.New(fault.Auth, "the keeper serves user %d only, and the caller is user %d", os.Geteuid(), uid)
	}
	if d.peer, err = proc.Peer(d.c); err != nil {
		return err
	}
	chain, proved := proc.Ancestors(d.peer)
	if !proved {
		return fault.New(fault.Auth, "the ancestry of process %d could not be proved", d.peer.PID).
			Next("try again")
	}
	if slices.ContainsFunc(chain[1:], func(p proc.Info) bool { return p.Process() == d.k.self }) {
		return fault.New(fault.Auth, "process %d runs in a terminal of this keeper", d.peer.PID).
			Next("start the daemon outside Jun's terminals, or give it another JUNTO_HOME")
	}
	return nil
}

// claim makes the connection the daemon's. There is one at a time: a new one
// takes the place of one whose process is gone, and else is refused.
func (k *keeper) claim(d *conn) error {
	timeout := time.NewTimer(busyGrace)
	defer timeout.Stop()
	for {
		old, err := k.tryClaim(d)
		if err != nil || old == nil {
			return err
		}
		if !proc.Alive(old.peer) {
			old.c.Close()
		}
		select {
		case <-old.gone:
		case <-k.stop:
		case <-timeout.C:
			if proc.Alive(old.peer) {
				return fault.New(fault.Conflict, "another daemon is connected: process %d", old.peer.PID).
					Next("end it first, or use another JUNTO_HOME")
			}
			timeout.Reset(busyGrace)
		}
	}
}

// tryClaim returns the connection that is in the way.
func (k *keeper) tryClaim(d *conn) (*conn, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.ending {
		return nil, fault.New(fault.Unreachable, "the keeper is ending").Next("try again")
	}
	if k.daemon != nil {
		return k.daemon, nil
	}
	k.daemon = d
	k.settleLocked()
	return nil, nil
}

// release frees the place for the next daemon.
func (k *keeper) release(d *conn) {
	k.mu.Lock()
	k.daemon = nil
	k.settleLocked()
	k.mu.Unlock()
	close(d.gone)
}

// tell sends a frame to the daemon, if there is one.
func (k *keeper) tell(f frame) {
	k.mu.Lock()
	d := k.daemon
	k.mu.Unlock()
	if d != nil {
		d.out.send(f)
	}
}

// bell rings the daemon for a terminal, if there is one.
func (k *keeper) bell(id int) {
	k.mu.Lock()
	d := k.daemon
	k.mu.Unlock()
	if d != nil {
		d.out.ring(id)
	}
}

// finish lets the connection end once everything is sent, or once it is clear
// that the daemon does not read. It fails only for one that has ended already.
func (d *conn) finish() {
	_ = d.c.SetWriteDeadline(time.Now().Add(helloTimeout))
	d.out.close()
	_ = d.c.CloseRead()
}

// serve answers requests until the connection ends. It returns why: killing the
// daemon may cut a frame off, which is not worth a word, but errFrame is.
func (d *conn) serve() error {
	var sender sync.WaitGroup
	sender.Go(func() {
		d.out.run(d.c)
		d.c.Close()
	})
	defer sender.Wait()
	defer d.out.close()
	d.out.send(frame{kind: kindHello, payload: hello{version: Version, keeper: d.k.self}.encode()})
	if err := d.greet(); err != nil {
		return err
	}
	// The last daemon may have taken a mark of a full ring and died before it
	// knocked.
	d.k.knockAll()
	for {
		f, err := readFrame(d.in)
		if err != nil {
			return err
		}
		d.handle(f)
	}
}

func (d *conn) greet() error {
	if err := d.c.SetReadDeadline(time.Now().Add(helloTimeout)); err != nil {
		return err
	}
	f, err := readFrame(d.in)
	if err != nil {
		return err
	}
	h, err := decodeHello(f.payload)
	if err != nil || f.kind != kindHello || h.version != Version {
		return fmt.Errorf("%w: the daemon does not say hello in version %d", errFrame, Version)
	}
	return d.c.SetReadDeadline(time.Time{})
}

func (k *keeper) knockAll() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, t := range k.terminals {
		t.knock()
	}
}

// handle answers one request, or starts what will.
func (d *conn) handle(f frame) {
	switch f.kind {
	case kindKnock:
		var id int
		if decodeInts(f.payload, &id) == nil {
			if t, err := d.k.terminal(id); err == nil {
				t.knock()
			}
		}
	case kindWrite:
		d.write(f)
	case kindSpawn, kindEnd, kindForget, kindQuit:
		// A slow disk or a program that takes its time to end must not hold up
		// what is typed elsewhere. It goes on when the daemon is gone.
		d.k.tasks.Go(func() { d.answer(f) })
	default:
		d.answer(f)
	}
}

func (d *conn) answer(f frame) {
	payload, err := d.do(f)
	d.reply(f, payload, err)
	if f.kind == kindQuit && err == nil {
		d.k.mu.Lock()
		d.k.finishLocked()
		d.k.mu.Unlock()
	}
}

func (d *conn) reply(f frame, payload []byte, err error) {
	if err == nil {
		d.out.send(frame{kind: kindAnswer, number: f.number, payload: payload})
		return
	}
	if _, ours := fault.As(err); !ours {
		d.k.log.Error("Request failed", "kind", f.kind, "number", f.number, "error", err)
	}
	id := fmt.Sprintf("%d in %s", f.number, d.k.folder.log())
	d.out.send(frame{kind: kindFault, number: f.number, payload: encodeFault(err, id)})
}

// do carries a request out.
func (d *conn) do(f frame) ([]byte, error) {
	var id, a, b int
	switch f.kind {
	case kindList:
		if err := decodeInts(f.payload, &id); err != nil {
			return nil, err
		}
		return encodePage(d.k.list(id)), nil
	case kindSpawn:
		s, err := decodeSpec(f.payload)
		if err != nil {
			return nil, err
		}
		held, err := d.k.spawn(s)
		if err != nil {
			return nil, err
		}
		var e encoder
		held.appendTo(&e)
		return e.b, nil
	case kindMeta:
		p := decoder{b: f.payload}
		id, meta := p.int(), p.bytes()
		if err := p.end(); err != nil {
			return nil, err
		}
		return nil, d.k.with(id, func(t *terminal) error { return t.setMeta(meta) })
	case kindResize:
		if err := decodeInts(f.payload, &id, &a, &b); err != nil {
			return nil, err
		}
		return nil, d.k.with(id, func(t *terminal) error { return t.resize(a, b) })
	case kindEnd:
		if err := decodeInts(f.payload, &id); err != nil {
			return nil, err
		}
		return nil, d.k.end(id)
	case kindSignal:
		if err := decodeInts(f.payload, &id, &a); err != nil {
			return nil, err
		}
		return nil, d.k.signal(id, syscall.Signal(a))
	case kindForget:
		if err := decodeInts(f.payload, &id); err != nil {
			return nil, err
		}
		return nil, d.k.forget(id)
	case kindQuit:
		d.k.quit()
		return nil, nil
	}
	return nil, fault.New(fault.Protocol, "the keeper knows no request %d", f.kind).
		Next("run `jun quit`, then start Jun again")
}

func (k *keeper) with(id int, f func(*terminal) error) error {
	t, err := k.terminal(id)
	if err != nil {
		return err
	}
	return f(t)
}

// write takes a unit of input on; the answer comes when the PTY has taken it.
func (d *conn) write(f frame) {
	p := decoder{b: f.payload}
	id, replied := p.int(), p.number()
	u := unit{data: p.rest(), done: func(err error) { d.reply(f, nil, err) }}
	err := p.end()
	if err == nil {
		err = d.k.with(id, func(t *terminal) error { return t.write(u, replied) })
	}
	if err != nil {
		d.reply(f, nil, err)
	}
}

// encodePage is as much of a list as one answer takes; the daemon asks on from
// the last id until a page is empty.
func encodePage(held []Held) []byte {
	var e encoder
	for _, h := range held {
		if len(e.b) > maxPage {
			break
		}
		h.appendTo(&e)
	}
	return e.b
}
