package proc

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// peer reads the pid of the socket's other end and its start key. The pid is
// that of the time of connecting, so it may have been reused since: a pidfd
// (Linux 6.5), which stands for the process itself, shows after the reading
// whether that process still lived. Older kernels cannot tell.
func peer(fd int) (Process, error) {
	pidfd, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_PEERPIDFD)
	switch {
	case err == nil:
		defer unix.Close(pidfd)
	case errors.Is(err, unix.ENOPROTOOPT):
		pidfd = -1
	case errors.Is(err, unix.ESRCH), errors.Is(err, unix.EINVAL):
		return Process{}, ErrGone // ended, and waited for
	default:
		return Process{}, fmt.Errorf("ask the socket for its peer: %w", err)
	}
	cred, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return Process{}, fmt.Errorf("ask the socket for its peer: %w", err)
	}
	info, err := Stat(int(cred.Pid))
	if err != nil {
		return Process{}, err
	}
	if pidfd >= 0 && ended(pidfd) {
		return Process{}, ErrGone
	}
	return info.Process(), nil
}

// ended reports whether the process of a pidfd has ended: the descriptor is
// readable from then on.
func ended(pidfd int) bool {
	for {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(pidfd), Events: unix.POLLIN}}, 0)
		if !errors.Is(err, unix.EINTR) {
			return err != nil || n > 0
		}
	}
}

func peerUser(fd int) (int, error) {
	cred, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return -1, fmt.Errorf("ask the socket for its peer: %w", err)
	}
	return int(cred.Uid), nil
}
