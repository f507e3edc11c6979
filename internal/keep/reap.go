package keep

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// reapUntil takes note of every child that ends: the programs that the keeper
// started and the orphans that came to it as their subreaper. It is the only
// place that waits for children.
func (k *keeper) reapUntil(done <-chan struct{}, ended <-chan os.Signal) {
	for {
		select {
		case <-ended:
			k.reap()
		case <-done:
			return
		}
	}
}

// reap waits for all children that have ended. forking is held, so that a
// program that ends at once is not reaped before its terminal is known, and
// nobody signals a pid that is being given back.
func (k *keeper) reap() {
	k.forking.Lock()
	defer k.forking.Unlock()
	for {
		var ws unix.WaitStatus
		pid, err := unix.Wait4(-1, &ws, unix.WNOHANG, nil)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil || pid <= 0 {
			break
		}
		k.reaped(pid, statusOf(ws))
	}
	k.undertaker.poke()
}

func (k *keeper) reaped(pid int, s ExitStatus) {
	t := k.leave(pid)
	if t == nil {
		k.log.Debug("Orphan ended", "pid", pid)
		return
	}
	t.exit(s)
	t.log.Info("Program ended", "pid", pid, "status", s.String())
	k.tell(frame{kind: kindExit, payload: encodeExit(Exit{ID: t.id, Status: s})})
}

func statusOf(ws unix.WaitStatus) ExitStatus {
	if ws.Signaled() {
		return ExitStatus{Signal: syscall.Signal(ws.Signal())}
	}
	return ExitStatus{Code: ws.ExitStatus()}
}
