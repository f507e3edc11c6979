package keep

import (
	"bytes"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TIOCGETA
	setTermios = unix.TIOCSETA

	// ttyNameSize is how many bytes TIOCPTYGNAME fills.
	ttyNameSize = 128
)

// openMaster opens a new, granted, unlocked, non-blocking master.
func openMaster() (int, error) {
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, err
	}
	for _, request := range []uint{unix.TIOCPTYGRANT, unix.TIOCPTYUNLK} {
		if err := unix.IoctlSetInt(fd, request, 0); err != nil {
			unix.Close(fd)
			return -1, err
		}
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

// openSlave opens the other end of the master by its name.
func openSlave(master int) (int, error) {
	var name [ttyNameSize]byte
	// x/sys has no function for an ioctl that fills a buffer of this size.
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(master), unix.TIOCPTYGNAME, uintptr(unsafe.Pointer(&name[0])))
	if errno != 0 {
		return -1, errno
	}
	path, _, _ := bytes.Cut(name[:], []byte{0})
	return unix.Open(string(path), unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
}
