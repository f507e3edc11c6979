package proc

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What <sys/proc.h> and <sys/proc_info.h> call these; x/sys does not have them.
const (
	stateZombie = 5 // SZOMB

	sysProcInfo      = 336 // SYS_proc_info, which libproc wraps
	procCallPIDInfo  = 2   // PROC_INFO_CALL_PIDINFO
	procVnodePath    = 9   // PROC_PIDVNODEPATHINFO
	procPath         = 11  // PROC_PIDPATHINFO
	maxProcPath      = 4 * 1024
	vnodeInfoSize    = 152                                 // struct vnode_info, before vip_path
	vnodePathSize    = 1024                                // MAXPATHLEN
	vnodePathInfoLen = 2 * (vnodeInfoSize + vnodePathSize) // struct proc_vnodepathinfo: directory, root
)

// Stat returns what the process table says about a process.
func Stat(pid int) (Info, error) {
	if pid <= 0 {
		return Info{}, ErrGone
	}
	k, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		// A pid that is not there gives an answer of no bytes, which x/sys
		// calls EIO.
		if errors.Is(err, unix.EIO) || errors.Is(err, unix.ESRCH) {
			return Info{}, ErrGone
		}
		return Info{}, fmt.Errorf("look at process %d: %w", pid, err)
	}
	if int(k.Proc.P_pid) != pid {
		return Info{}, ErrGone
	}
	return fromKernel(k), nil
}

func fromKernel(k *unix.KinfoProc) Info {
	name, _, _ := bytes.Cut(k.Proc.P_comm[:], []byte{0})
	info := Info{
		PID:        int(k.Proc.P_pid),
		PPID:       int(k.Eproc.Ppid),
		PGID:       int(k.Eproc.Pgid),
		Foreground: int(k.Eproc.Tpgid),
		Start:      StartKey(k.Proc.P_starttime.Sec*1_000_000 + int64(k.Proc.P_starttime.Usec)),
		Name:       string(name),
		UID:        int(k.Eproc.Ucred.Uid),
		Zombie:     k.Proc.P_stat == stateZombie,
	}
	if k.Eproc.Tdev != -1 { // NODEV
		info.TTY = uint64(uint32(k.Eproc.Tdev))
	}
	// The table holds the session as a kernel address only.
	if sid, err := unix.Getsid(info.PID); err == nil {
		info.SID = sid
	}
	return info
}

// Argv returns the arguments that the process was started with. A zombie has
// none.
func Argv(pid int) ([]string, error) {
	argv, _, err := shown(pid)
	return argv, err
}

// Env returns a variable of the environment that the process was started with.
func Env(pid int, name string) (string, bool) {
	_, env, err := shown(pid)
	if err != nil {
		return "", false
	}
	for _, entry := range env {
		if len(entry) > len(name) && entry[len(name)] == '=' && entry[:len(name)] == name {
			return entry[len(name)+1:], true
		}
	}
	return "", false
}

// shown returns the arguments and the environment of one of this user's
// processes.
func shown(pid int) (argv, env []string, err error) {
	text, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil {
		if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ESRCH) {
			return nil, nil, ErrGone
		}
		return nil, nil, fmt.Errorf("look at the arguments of process %d: %w", pid, err)
	}
	argv, env = parseArgs(text)
	return argv, env, nil
}

// Cwd returns the process's directory.
func Cwd(pid int) (string, error) {
	var buf [vnodePathInfoLen]byte
	if err := procInfo(pid, procVnodePath, buf[:]); err != nil {
		return "", err
	}
	return text(buf[vnodeInfoSize : vnodeInfoSize+vnodePathSize]), nil
}

// Exe returns the path of the process's program.
func Exe(pid int) (string, error) {
	var buf [maxProcPath]byte
	if err := procInfo(pid, procPath, buf[:]); err != nil {
		return "", err
	}
	return text(buf[:]), nil
}

// procInfo makes the system call that libproc wraps; libproc itself is not to
// be had without cgo.
func procInfo(pid, flavor int, buf []byte) error {
	_, _, errno := syscall.Syscall6(sysProcInfo, procCallPIDInfo, uintptr(pid), uintptr(flavor), 0,
		uintptr(unsafe.Pointer(&buf[0])), uintptr(len(buf)))
	switch errno {
	case 0:
		return nil
	case unix.ESRCH:
		return ErrGone
	default:
		return fmt.Errorf("look at process %d: %w", pid, errno)
	}
}

func text(b []byte) string {
	before, _, _ := bytes.Cut(b, []byte{0})
	return string(before)
}

// Descendants returns the children of a process and theirs, parents first,
// without the process itself. macOS keeps no lists of children, so this user's
// part of the table is read.
func Descendants(root int) ([]Info, error) {
	if _, err := Stat(root); err != nil {
		return nil, err
	}
	table, err := mine()
	if err != nil {
		return nil, err
	}
	return below(root, table), nil
}

// Relatives returns every process that may stem from the root: on macOS all of
// this user's, for an orphan leaves the tree and only its session, terminal or
// environment still tells where it came from.
func Relatives(root int) ([]Info, error) {
	if _, err := Stat(root); err != nil {
		return nil, err
	}
	return mine()
}

func mine() ([]Info, error) {
	table, err := unix.SysctlKinfoProcSlice("kern.proc.uid", os.Geteuid())
	if err != nil {
		return nil, fmt.Errorf("list the processes: %w", err)
	}
	all := make([]Info, 0, len(table))
	for i := range table {
		all = append(all, fromKernel(&table[i]))
	}
	return all, nil
}

// BecomeSubreaper fails: macOS has no subreapers.
func BecomeSubreaper() error { return errors.ErrUnsupported }

// SupportsSubreaper reports whether the system has subreapers.
func SupportsSubreaper() bool { return false }

// peer reads the pid of the socket's other end and its start key.
func peer(fd int) (Process, error) {
	pid, err := unix.GetsockoptInt(fd, unix.SOL_LOCAL, unix.LOCAL_PEERPID)
	if err != nil {
		if errors.Is(err, unix.ENOTCONN) {
			return Process{}, ErrGone
		}
		return Process{}, fmt.Errorf("ask the socket for its peer: %w", err)
	}
	info, err := Stat(pid)
	if err != nil {
		return Process{}, err
	}
	return info.Process(), nil
}

func peerUser(fd int) (int, error) {
	cred, err := unix.GetsockoptXucred(fd, unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	if err != nil {
		return -1, fmt.Errorf("ask the socket for its peer: %w", err)
	}
	return int(cred.Uid), nil
}
