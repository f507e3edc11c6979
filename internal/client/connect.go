package client

import (
	"bytes"
	"errors"
	"os"
	"syscall"
	"time"
)

// sendTimeout bounds the wait for a daemon that accepts no connection, or reads
// no request: as long as the daemon itself waits for a client that reads no
// answer. One that runs does either at once.
const sendTimeout = 10 * time.Second

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
	if err := setTimeout(fd, syscall.SO_SNDTIMEO, sendTimeout); err != nil {
		return nil, closeAfter(fd, err)
	}
	if err := again(func() error { return syscall.Connect(fd, &syscall.SockaddrUnix{Name: socket}) }); err != nil {
		return nil, closeAfter(fd, os.NewSyscallError("connect", err))
	}
	return os.NewFile(uintptr(fd), socket), nil
}

// setTimeout bounds the waits of a kind on a socket; 0 is without end. Reads and
// writes that take longer end with EAGAIN.
func setTimeout(fd, kind int, d time.Duration) error {
	limit := syscall.NsecToTimeval(int64(d))
	return os.NewSyscallError("setsockopt", syscall.SetsockoptTimeval(fd, syscall.SOL_SOCKET, kind, &limit))
}

// maxToken is more than a token has.
const maxToken = 256

// Token reads the token in a file. Package os would open it for the poller too,
// which costs more than the reading.
func Token(path string) (string, error) {
	var fd, n int
	err := again(func() (err error) {
		fd, err = syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		return err
	})
	if err != nil {
		return "", &os.PathError{Op: "open", Path: path, Err: err}
	}
	defer syscall.Close(fd)
	text := make([]byte, maxToken)
	err = again(func() (err error) {
		n, err = syscall.Read(fd, text)
		return err
	})
	if err != nil {
		return "", &os.PathError{Op: "read", Path: path, Err: err}
	}
	return string(bytes.TrimSpace(text[:n])), nil
}

// again makes a system call until no signal interrupts it: the runtime sends
// itself some.
func again(call func() error) error {
	for {
		if err := call(); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

func closeAfter(fd int, err error) error {
	_ = syscall.Close(fd) // the first error is the one to tell
	return err
}

// hangUp ends the connection and wakes who reads or writes. It fails only when
// there is nothing left to end.
func hangUp(conn *os.File) {
	_ = control(conn, func(fd int) error { return syscall.Shutdown(fd, syscall.SHUT_RDWR) })
}

// control calls f with the connection's descriptor, which stays open meanwhile.
func control(conn *os.File, f func(fd int) error) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) { failed = f(int(fd)) })
	return errors.Join(err, failed)
}
