package demoagent

import "golang.org/x/sys/unix"

// Usual size of a terminal that tells none.
const (
	usualCols = 80
	usualRows = 24
)

// makeRaw switches the terminal to raw mode and returns what it was before.
func makeRaw(fd int) (*unix.Termios, error) {
	saved, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return nil, err
	}
	raw := *saved
	raw.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
	raw.Oflag &^= unix.OPOST
	raw.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
	raw.Cflag &^= unix.CSIZE | unix.PARENB
	raw.Cflag |= unix.CS8
	raw.Cc[unix.VMIN], raw.Cc[unix.VTIME] = 1, 0
	return saved, unix.IoctlSetTermios(fd, setTermios, &raw)
}

func restore(fd int, saved *unix.Termios) error { return unix.IoctlSetTermios(fd, setTermios, saved) }

// size is the terminal's size.
func size(fd int) (cols, rows int) {
	ws, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
	if err != nil || ws.Col == 0 || ws.Row == 0 {
		return usualCols, usualRows
	}
	return int(ws.Col), int(ws.Row)
}
