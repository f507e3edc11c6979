package keep

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"junto/internal/fault"
)

// pty is a pair of a terminal's ends. The master is in the runtime's poller, so
// that a terminal costs no thread, a read or write can be given up, and one
// that cannot go on takes no CPU; its controls go through SyscallConn, for Fd
// would put it back into blocking mode.
//
// The keeper holds the slave too: as long as it does, a master without programs
// reads as empty and not as broken, so output ends in one way only, with the
// first process, whatever that process did with its descriptors before.
type pty struct {
	master *os.File
	raw    syscall.RawConn
	slave  *os.File
	tty    uint64
}

// spareDescriptors are kept free of terminals, so that a daemon can still
// connect, and a ring be made, when terminals have taken all others.
const spareDescriptors = 24

// openPTY opens a pair of the size.
func openPTY(cols, rows int) (*pty, error) {
	master, err := openMaster()
	if err != nil {
		return nil, ptyFault(err)
	}
	// Descriptors are given out lowest first, so a high one means a full table.
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err == nil && uint64(master)+spareDescriptors >= limit.Cur {
		unix.Close(master)
		return nil, ptyFault(unix.EMFILE)
	}
	slave, err := openSlave(master)
	if err != nil {
		unix.Close(master)
		return nil, ptyFault(err)
	}
	p := &pty{master: os.NewFile(uintptr(master), "pty"), slave: os.NewFile(uintptr(slave), "tty")}
	if err := p.init(cols, rows); err != nil {
		p.close()
		return nil, fmt.Errorf("set up a terminal: %w", err)
	}
	return p, nil
}

func (p *pty) init(cols, rows int) error {
	raw, err := p.master.SyscallConn()
	if err != nil {
		return err
	}
	p.raw = raw
	slave := int(p.slave.Fd())
	var st unix.Stat_t
	if err := unix.Fstat(slave, &st); err != nil {
		return err
	}
	p.tty = uint64(uint32(st.Rdev))
	modes, err := unix.IoctlGetTermios(slave, getTermios)
	if err != nil {
		return err
	}
	modes.Iflag |= unix.IUTF8 // an erase takes a whole character
	if err := unix.IoctlSetTermios(slave, setTermios, modes); err != nil {
		return err
	}
	return p.resize(cols, rows)
}

// resize sets the size; the kernel tells the foreground programs.
func (p *pty) resize(cols, rows int) error {
	return p.control(func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(cols), Row: uint16(rows)})
	})
}

// foreground returns the terminal's foreground process group, 0 for none.
func (p *pty) foreground() (int, error) {
	var group int
	err := p.control(func(fd int) (err error) {
		group, err = unix.IoctlGetInt(fd, unix.TIOCGPGRP)
		return err
	})
	return group, err
}

func (p *pty) control(f func(fd int) error) error {
	var inner error
	if err := p.raw.Control(func(fd uintptr) { inner = f(int(fd)) }); err != nil {
		return err
	}
	return inner
}

func (p *pty) close() {
	// Neither holds anything that closing could fail to write.
	p.master.Close()
	p.slave.Close()
}

// ptyFault says what a system means that has no more terminals to give.
func ptyFault(err error) error {
	switch {
	case errors.Is(err, unix.EMFILE), errors.Is(err, unix.ENFILE):
		return fault.New(fault.Refused, "no file descriptors are left for another terminal").
			Next("close terminals, or raise the limit (ulimit -n) and start Jun again")
	case errors.Is(err, unix.ENOSPC), errors.Is(err, unix.EAGAIN), errors.Is(err, unix.ENXIO):
		return fault.New(fault.Refused, "the system has no terminals left to give").
			Next("close terminals, here or in other programs")
	}
	return fmt.Errorf("open a terminal: %w", err)
}
