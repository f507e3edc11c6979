// Package ptytest gives tests a terminal to run programs in, plainer than the
// keeper's: nothing reads it but the test.
package ptytest

import (
	"os"

	"golang.org/x/sys/unix"
)

// Modes are the modes that a terminal is in.
func Modes(slave *os.File) (unix.Termios, error) {
	modes, err := unix.IoctlGetTermios(int(slave.Fd()), getTermios)
	if err != nil {
		return unix.Termios{}, os.NewSyscallError("tcgetattr", err)
	}
	return *modes, nil
}

// Resize gives a terminal a size, by either end. Programs in it are told by a signal.
func Resize(terminal *os.File, cols, rows uint16) error {
	size := unix.Winsize{Col: cols, Row: rows}
	return os.NewSyscallError("tcsetwinsize", unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, &size))
}
