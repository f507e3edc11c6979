package client

import (
	"os"
	"syscall"
	"time"
)

// connectTimeout bounds the wait for a daemon whose queue of connections is
// full. One that runs accepts at once.
const connectTimeout = 5 * time.Second

// connect opens the stream by system calls: package net would more than double
// the cost of a call, by its own start-up and by the poller's.
func connect(socket string) (*os.File, error) {
	syscall.ForkLock.RLock()
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	patience := syscall.NsecToTimeval(int64(connectTimeout))
	if err := syscall.SetsockoptTimeval(fd, syscall.SOL_SOCKET, syscall.SO_SNDTIMEO, &patience); err != nil {
		return nil, closeAfter(fd, os.NewSyscallError("setsockopt", err))
	}
	if err := dial(fd, socket); err != nil {
		return nil, closeAfter(fd, os.NewSyscallError("connect", err))
	}
	// From here on a write may take as long as the daemon needs.
	if err := syscall.SetsockoptTimeval(fd, syscall.SOL_SOCKET, syscall.SO_SNDTIMEO, &syscall.Timeval{}); err != nil {
		return nil, closeAfter(fd, os.NewSyscallError("setsockopt", err))
	}
	return os.NewFile(uintptr(fd), socket), nil
}

func dial(fd int, socket string) error {
	for {
		err := syscall.Connect(fd, &syscall.SockaddrUnix{Name: socket})
		if err == syscall.EINTR { // the runtime's own signals; nothing has been queued yet
			continue
		}
		return err
	}
}

func closeAfter(fd int, err error) error {
	_ = syscall.Close(fd) // the first error is the one to tell
	return err
}

// hangUp ends the connection and wakes who reads or writes. It fails only when
// there is nothing left to end.
func hangUp(conn *os.File) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) { _ = syscall.Shutdown(int(fd), syscall.SHUT_RDWR) })
}
