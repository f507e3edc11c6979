// Package outer knows the terminal that `jun attach` runs in: its modes and
// size, what to take out of the output that is replayed to it, which keys
// detach, and how to leave it as it was found.
//
// It leaves the calls to package attach, and the attached terminal's screen to the
// daemon.
package outer

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Terminal is an outer terminal in raw mode.
type Terminal struct {
	fd    int
	saved unix.Termios
}

// IsTerminal reports whether a file is a terminal.
func IsTerminal(f *os.File) bool {
	_, err := unix.IoctlGetTermios(int(f.Fd()), getTermios)
	return err == nil
}

// Open puts the terminal of a file into raw mode: every key comes as it is
// pressed, and none is a signal.
func Open(f *os.File) (*Terminal, error) {
	t := &Terminal{fd: int(f.Fd())}
	saved, err := unix.IoctlGetTermios(t.fd, getTermios)
	if err != nil {
		return nil, fmt.Errorf("the terminal's modes: %w", err)
	}
	t.saved = *saved
	raw := *saved
	raw.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
	raw.Oflag &^= unix.OPOST
	raw.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
	raw.Cflag &^= unix.CSIZE | unix.PARENB
	raw.Cflag |= unix.CS8
	raw.Cc[unix.VMIN], raw.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(t.fd, setTermios, &raw); err != nil {
		return nil, fmt.Errorf("raw mode: %w", err)
	}
	return t, nil
}

// Close gives the terminal its modes back.
func (t *Terminal) Close() error {
	if err := unix.IoctlSetTermios(t.fd, setTermios, &t.saved); err != nil {
		return fmt.Errorf("the terminal's modes: %w", err)
	}
	return nil
}

// Size returns the terminal's columns and rows.
func (t *Terminal) Size() (cols, rows int, err error) {
	size, err := unix.IoctlGetWinsize(t.fd, unix.TIOCGWINSZ)
	if err != nil {
		return 0, 0, fmt.Errorf("the terminal's size: %w", err)
	}
	return int(size.Col), int(size.Row), nil
}
