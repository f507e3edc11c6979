package ptytest

import (
	"bytes"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Open returns both ends of a new terminal.
func Open() (master, slave *os.File, err error) {
	master, err = os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	var name [128]byte
	for _, call := range []struct {
		request uint
		arg     uintptr
	}{{unix.TIOCPTYGRANT, 0}, {unix.TIOCPTYUNLK, 0}, {unix.TIOCPTYGNAME, uintptr(unsafe.Pointer(&name[0]))}} {
		if _, _, errno := unix.Syscall(unix.SYS_IOCTL, master.Fd(), uintptr(call.request), call.arg); errno != 0 {
			return nil, nil, errno
		}
	}
	path, _, _ := bytes.Cut(name[:], []byte{0})
	slave, err = os.OpenFile(string(path), os.O_RDWR|unix.O_NOCTTY, 0)
	return master, slave, err
}

const getTermios = unix.TIOCGETA
