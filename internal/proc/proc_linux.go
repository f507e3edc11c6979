package proc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

const (
	// maxStat is more than any stat line has: 52 fields of at most 20 digits.
	maxStat = 2048
	// maxStrings is how much of a process's arguments or environment is read.
	// The kernel allows megabytes; nobody looks for a program behind more.
	maxStrings = 256 << 10
	// maxChildren is how much of one list of children is read: some 30,000 pids.
	maxChildren = 256 << 10
)

// Stat returns what the process table says about a process.
func Stat(pid int) (Info, error) {
	info, _, err := stat(pid)
	return info, err
}

// stat also returns the number of threads.
func stat(pid int) (Info, int, error) {
	if pid <= 0 {
		return Info{}, 0, ErrGone
	}
	// Calls on a socket wait for this, a few times each: the system calls alone
	// take a third of what package os adds to them.
	fd, err := unix.Open(path(pid, "stat"), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return Info{}, 0, gone(err)
	}
	defer unix.Close(fd)
	var buf [maxStat]byte
	n, err := unix.Read(fd, buf[:])
	if err != nil {
		return Info{}, 0, gone(err)
	}
	info, threads, err := parseStat(buf[:n])
	if err != nil {
		return Info{}, 0, err
	}
	// The files of a process belong to its effective user.
	var owner unix.Stat_t
	if err := unix.Fstat(fd, &owner); err != nil {
		return Info{}, 0, gone(err)
	}
	info.UID = int(owner.Uid)
	return info, threads, nil
}

// Argv returns the arguments that the process shows. A program can change them;
// one that sets a title has a single, long one. A zombie has none, and neither
// has a program at the very moment in which it is executed.
func Argv(pid int) ([]string, error) {
	text, err := read(path(pid, "cmdline"), maxStrings)
	if err != nil {
		return nil, gone(err)
	}
	text = bytes.TrimRight(text, "\x00")
	if len(text) == 0 {
		return nil, nil
	}
	return strings.Split(string(text), "\x00"), nil
}

// Env returns a variable of the environment that the process was started with.
func Env(pid int, name string) (string, bool) {
	text, err := read(path(pid, "environ"), maxStrings)
	if err != nil {
		return "", false
	}
	for entry := range bytes.SplitSeq(text, []byte{0}) {
		if value, ok := bytes.CutPrefix(entry, []byte(name+"=")); ok {
			return string(value), true
		}
	}
	return "", false
}

// Cwd returns the process's directory; one that was removed keeps its path.
func Cwd(pid int) (string, error) { return link(pid, "cwd") }

// Exe returns the path of the process's program; one that was replaced keeps
// its path, as after every upgrade of an agent that runs.
func Exe(pid int) (string, error) { return link(pid, "exe") }

func link(pid int, name string) (string, error) {
	target, err := os.Readlink(path(pid, name))
	if err != nil {
		return "", gone(err)
	}
	return strings.TrimSuffix(target, " (deleted)"), nil
}

// Descendants returns the children of a process and theirs, parents first,
// without the process itself. It reads only that tree, never the whole table.
// A process that starts or ends meanwhile may or may not be among them.
func Descendants(root int) ([]Info, error) {
	_, threads, err := stat(root)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(childrenFile(root, root)); err != nil {
		// Kernels without CONFIG_PROC_CHILDREN have no lists of children.
		return descendantsByScan(root)
	}
	var all []Info
	pids := children(root, threads)
	seen := map[int]bool{root: true}
	for len(pids) > 0 {
		pid := pids[0]
		pids = pids[1:]
		if seen[pid] {
			continue
		}
		seen[pid] = true
		info, threads, err := stat(pid)
		if err != nil {
			continue
		}
		all = append(all, info)
		pids = append(pids, children(pid, threads)...)
	}
	return all, nil
}

// children lists the children of a process. The kernel keeps them by the thread
// that forked them.
func children(pid, threads int) []int {
	if threads <= 1 {
		return childrenOf(pid, pid)
	}
	tasks, err := os.ReadDir(path(pid, "task"))
	if err != nil {
		return nil
	}
	var all []int
	for _, task := range tasks {
		if tid, err := strconv.Atoi(task.Name()); err == nil {
			all = append(all, childrenOf(pid, tid)...)
		}
	}
	return all
}

func childrenOf(pid, tid int) []int {
	text, err := read(childrenFile(pid, tid), maxChildren)
	if err != nil {
		return nil
	}
	var pids []int
	for field := range bytes.FieldsSeq(text) {
		if child, err := strconv.Atoi(string(field)); err == nil {
			pids = append(pids, child)
		}
	}
	return pids
}

func childrenFile(pid, tid int) string {
	return path(pid, "task/"+strconv.Itoa(tid)+"/children")
}

// descendantsByScan finds the tree in the whole table.
func descendantsByScan(root int) ([]Info, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, fmt.Errorf("list the processes: %w", err)
	}
	var table []Info
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if info, err := Stat(pid); err == nil {
			table = append(table, info)
		}
	}
	return below(root, table), nil
}

// Relatives returns every process that may stem from the root: on Linux its
// descendants, for a root that is a subreaper loses none.
func Relatives(root int) ([]Info, error) { return Descendants(root) }

// BecomeSubreaper makes the process the new parent of every descendant whose
// own parent ends, in place of init.
func BecomeSubreaper() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("become the subreaper: %w", err)
	}
	return nil
}

// SupportsSubreaper reports whether the system has subreapers.
func SupportsSubreaper() bool { return true }

func path(pid int, name string) string { return "/proc/" + strconv.Itoa(pid) + "/" + name }

// read reads at most limit bytes of a file whose size the kernel does not tell.
func read(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}

// gone turns the errors of a process that is not there into ErrGone: its files
// cannot be opened, or, once opened, cannot be read.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ESRCH) {
		return ErrGone
	}
	return fmt.Errorf("look at a process: %w", err)
}
