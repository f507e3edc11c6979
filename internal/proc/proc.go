// Package proc knows the process table and who is at the other end of a unix
// socket, as the kernel tells it: parents, sessions, controlling terminals,
// foreground groups, arguments, directories, and the start keys that pin a pid
// against reuse. It is written for Linux and macOS.
//
// It leaves to its users what any of that means: which process is a terminal's,
// which program is an agent, and who may do what.
package proc

import (
	"errors"
	"fmt"
	"net"
)

// ErrGone means that there is no such process (any more). The caller treats
// whatever it knew about the process as over.
var ErrGone = errors.New("there is no such process")

// StartKey is a process's start time in the kernel's own unit: clock ticks
// since boot on Linux, microseconds since 1970 on macOS. A pid is reused, but
// not within one unit, so a pid and its start key name one process for as long
// as the machine is up.
type StartKey uint64

// Process names one process, as a pid alone cannot.
type Process struct {
	PID   int
	Start StartKey
}

// Info is what the process table says about one process at one moment.
type Info struct {
	PID, PPID, PGID, SID int
	// TTY is the device of the controlling terminal, 0 when there is none. It
	// compares equal to the device number that stat gives for the tty's file.
	TTY uint64
	// Foreground is the foreground process group of that terminal; 0 or less
	// when there is none.
	Foreground int
	Start      StartKey
	// Name is the short name of the program, which the program can change.
	Name string
	// UID is the effective user.
	UID int
	// Zombie: the process has ended and waits for its parent to take note.
	Zombie bool
}

// Process returns the name of the process that the Info is about.
func (i Info) Process() Process { return Process{PID: i.PID, Start: i.Start} }

// Alive reports whether the process still runs. One that has ended, but that
// its parent has not waited for, does not.
func Alive(p Process) bool {
	info, err := Stat(p.PID)
	return err == nil && info.Start == p.Start && !info.Zombie
}

const (
	// maxAncestors bounds a walk to the root: no real chain is nearly as long,
	// and a walk that raced with reuse of pids must end.
	maxAncestors = 512
	// maxWalks is how often a walk that raced with an ending parent is begun
	// again. An ending parent is rare, so a few are plenty.
	maxWalks = 8
)

// Ancestors returns the process and its ancestors, the process first, up to the
// root of its pid namespace. It reports false when the chain could not be
// proved: the process is gone, its pid now names another one, or its parents
// kept changing while they were looked at. What is returned then must not be
// taken as anybody's ancestry.
func Ancestors(p Process) ([]Info, bool) {
	return AncestorsTo(p, func(Info) bool { return false })
}

// AncestorsTo climbs as Ancestors does, but no further than the first process
// that found accepts.
//
// The proof: whoever has the pid of a parent that ended, and was read too late,
// began after that, and so after the child. A real parent, and a reaper that
// took its place, began before. A parent that is there but cannot be seen
// belongs to another user (/proc mounted with hidepid) and ends the chain:
// whoever can act through such a process, usually root's, is beyond what an
// ancestry can guard.
func AncestorsTo(p Process, found func(Info) bool) ([]Info, bool) {
	for range maxWalks {
		chain, again := walk(p, found)
		if !again {
			return chain, len(chain) > 0
		}
	}
	return nil, false
}

// walk climbs once. again means that a parent ended on the way.
func walk(p Process, found func(Info) bool) (chain []Info, again bool) {
	child, err := Stat(p.PID)
	if err != nil || child.Start != p.Start {
		return nil, false
	}
	chain = append(chain, child)
	for child.PPID > 0 && !found(child) {
		if len(chain) == maxAncestors {
			return nil, false
		}
		parent, hidden := Stat(child.PPID)
		if hidden != nil {
			// Only now is it known whether it is hidden, or has ended.
			now, err := Stat(child.PID)
			ended := err != nil || now.Start != child.Start || now.PPID != child.PPID
			return chain, ended
		}
		if parent.Start > child.Start {
			return nil, true
		}
		chain = append(chain, parent)
		child = parent
	}
	return chain, false
}

// Peer returns the process that connected the socket (for the connecting side:
// the one that listens), pinned against reuse of its pid where the kernel lends
// a hand: the process is the one that had the socket's credentials, and it
// lived while its start key was read. ErrGone when it has ended.
func Peer(c *net.UnixConn) (Process, error) {
	var p Process
	err := withFD(c, func(fd int) (err error) {
		p, err = peer(fd)
		return err
	})
	return p, err
}

// PeerUser returns the effective user of the process that connected the socket.
func PeerUser(c *net.UnixConn) (int, error) {
	uid := -1
	err := withFD(c, func(fd int) (err error) {
		uid, err = peerUser(fd)
		return err
	})
	return uid, err
}

// withFD lends the socket's descriptor without taking it out of the poller.
func withFD(c *net.UnixConn, f func(fd int) error) error {
	raw, err := c.SyscallConn()
	if err != nil {
		return fmt.Errorf("reach the socket: %w", err)
	}
	var inner error
	if err := raw.Control(func(fd uintptr) { inner = f(int(fd)) }); err != nil {
		return fmt.Errorf("reach the socket: %w", err)
	}
	return inner
}
