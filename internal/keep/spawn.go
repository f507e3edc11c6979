package keep

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"junto/internal/fault"
	"junto/internal/proc"
)

// MarkEnv is the one variable that the keeper adds to every program's
// environment: which keeper's terminal the program was started in. It is what
// still tells, of a program that left its session and lost its parents, which
// terminal it has to end with. It grants nothing.
const MarkEnv = "JUNTO_KEPT"

// markOf names a terminal among those of all keepers.
func markOf(keeper proc.Process, id int) string {
	return fmt.Sprintf("%d.%d.%d", keeper.PID, keeper.Start, id)
}

// check refuses what cannot be started, in words that say so; exec's own answer
// to a missing directory and to a missing program is the same.
func (s Spec) check() error {
	if len(s.Argv) == 0 || s.Argv[0] == "" {
		return fault.New(fault.Input, "no program is named")
	}
	for _, text := range slices.Concat(s.Argv, s.Env, []string{s.Dir, s.IDEnv}) {
		if strings.ContainsRune(text, 0) {
			return fault.New(fault.Input, "an argument, variable or directory holds a NUL byte")
		}
	}
	if len(s.Meta) > MaxMeta {
		return fault.New(fault.Input, "the terminal's entry has %d bytes, %d are allowed", len(s.Meta), MaxMeta)
	}
	if !filepath.IsAbs(s.Dir) {
		return fault.New(fault.Input, "the directory %q is not an absolute path", s.Dir)
	}
	if info, err := os.Stat(s.Dir); err != nil || !info.IsDir() {
		return fault.New(fault.Refused, "%s: there is no such directory", s.Dir).
			Next("give an existing directory")
	}
	return checkSize(s.Cols, s.Rows)
}

// environment is the program's: as given, with the terminal's id and mark.
func (s Spec) environment(id int, mark string) []string {
	env := slices.DeleteFunc(slices.Clone(s.Env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return name == MarkEnv || name == s.IDEnv
	})
	if s.IDEnv != "" {
		env = append(env, s.IDEnv+"="+strconv.Itoa(id))
	}
	return append(env, MarkEnv+"="+mark)
}

// program finds the file to execute.
func (s Spec) program() (string, error) {
	name := s.Argv[0]
	if strings.Contains(name, "/") {
		return name, nil // as it is, from Dir
	}
	for _, v := range s.Env {
		list, ok := strings.CutPrefix(v, "PATH=")
		if !ok {
			continue
		}
		for _, dir := range filepath.SplitList(list) {
			if !filepath.IsAbs(dir) {
				continue // the current directory is no place to look for programs
			}
			file := filepath.Join(dir, name)
			if info, err := os.Stat(file); err == nil && !info.IsDir() && unix.Access(file, unix.X_OK) == nil {
				return file, nil
			}
		}
	}
	return "", fault.New(fault.Refused, "%s: there is no such program in PATH", name).
		Next("install it, or give its path")
}

// spawn starts a program in a new terminal.
func (k *keeper) spawn(s Spec) (Held, error) {
	if err := s.check(); err != nil {
		return Held{}, err
	}
	file, err := s.program()
	if err != nil {
		return Held{}, err
	}
	id, err := k.nextID()
	if err != nil {
		return Held{}, err
	}
	t := &terminal{
		id: id, log: k.log.With("terminal", id), bell: k.bell,
		room: make(chan struct{}, 1), stop: make(chan struct{}),
		state: state{cols: s.Cols, rows: s.Rows, meta: slices.Clone(s.Meta)},
	}
	if t.pty, err = openPTY(s.Cols, s.Rows); err != nil {
		return Held{}, err
	}
	if t.ring, err = createRing(k.folder.ring(id)); err != nil {
		t.pty.close()
		return Held{}, ringFault(err)
	}
	if err := k.start(t, file, s); err != nil {
		t.pty.close()
		return Held{}, errors.Join(err, t.ring.remove())
	}
	t.log.Info("Program started", "pid", t.process.PID)
	return t.held(), nil
}

// start forks and executes, and enters the terminal into the tables before the
// program's end can be noticed.
func (k *keeper) start(t *terminal, file string, s Spec) error {
	k.forking.Lock()
	defer k.forking.Unlock()
	tty := t.pty.slave.Fd()
	pid, err := syscall.ForkExec(file, s.Argv, &syscall.ProcAttr{
		Dir:   s.Dir,
		Env:   s.environment(t.id, markOf(k.self, t.id)),
		Files: []uintptr{tty, tty, tty},
		// The limit of descriptors that the keeper has raised for itself goes
		// back to what it was: the syscall package sees to that.
		Sys: &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0},
	})
	if err != nil {
		return execFault(s.Argv[0], err)
	}
	t.process = proc.Process{PID: pid}
	// It may have ended, but it is not reaped while forking is held.
	if info, err := proc.Stat(pid); err == nil {
		t.process = info.Process()
	}
	if err := k.enter(t); err != nil {
		_ = syscall.Kill(-pid, syscall.SIGKILL) // it leads a group of its own
		return err
	}
	t.workers.Go(t.read)
	return nil
}

func execFault(name string, err error) error {
	switch {
	case errors.Is(err, unix.ENOENT):
		return fault.New(fault.Refused, "%s: there is no such program", name).Next("install it, or give its path")
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.ENOEXEC):
		return fault.New(fault.Refused, "%s: it cannot be executed: %v", name, err).Next("give a program's path")
	case errors.Is(err, unix.E2BIG):
		return fault.New(fault.Refused, "%s: its arguments and environment are too long", name).
			Next("give long texts in a file")
	case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.ENOMEM):
		return fault.New(fault.Refused, "%s: the system has no processes or memory left: %v", name, err).
			Next("close terminals, here or in other programs")
	}
	return fmt.Errorf("start %s: %w", name, err)
}

func ringFault(err error) error {
	switch {
	case errors.Is(err, unix.ENOSPC), errors.Is(err, unix.EDQUOT):
		return fault.New(fault.Refused, "the disk has no space for another terminal").Next("make space")
	case errors.Is(err, unix.EMFILE), errors.Is(err, unix.ENFILE):
		return ptyFault(err)
	}
	return err
}
