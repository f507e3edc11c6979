package keep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"junto/internal/fault"
	"junto/internal/proc"
)

const (
	// idleGrace is how long a keeper without terminals waits for a daemon
	// before it ends: longer than a daemon takes to start again.
	idleGrace = 30 * time.Second

	// acceptPause is waited after an accept that failed, for instance because
	// the whole system is out of descriptors: the failure would come back at
	// once.
	acceptPause = 100 * time.Millisecond
)

// keeper is the keeper's whole state.
type keeper struct {
	folder     folder
	self       proc.Process
	log        *slog.Logger
	undertaker *undertaker
	stop       chan struct{}  // closed when the keeper ends
	over       chan struct{}  // of size one: Quit is done, or nobody needs the keeper
	tasks      sync.WaitGroup // all goroutines but the terminals' own

	// forking is held while a program is started and while children are
	// reaped. It may be held when mu is taken, never the other way round.
	forking sync.Mutex

	mu    sync.Mutex
	table // guarded by mu
}

// table is what the keeper holds.
type table struct {
	terminals map[int]*terminal
	byPID     map[int]*terminal // by the first process, until it is reaped
	lastID    int
	daemon    *conn // nil: none is connected
	ending    bool  // no more terminals, no more daemons
	idle      *time.Timer
}

// Serve is the keeper: it holds the home's terminals until Quit, until nobody
// needs it any more, or until ctx is done, which ends all programs.
func Serve(ctx context.Context, home string, log *slog.Logger) error {
	dir := folderOf(home)
	if err := dir.make(); err != nil {
		return err
	}
	lock, err := dir.take()
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := dir.clear(); err != nil {
		return err
	}
	if proc.SupportsSubreaper() {
		if err := proc.BecomeSubreaper(); err != nil {
			return err
		}
	}
	info, err := proc.Stat(os.Getpid())
	if err != nil {
		return fmt.Errorf("look at the keeper itself: %w", err)
	}
	listener, err := listen(dir)
	if err != nil {
		return err
	}
	return newKeeper(dir, info.Process(), log).serve(ctx, listener)
}

func listen(dir folder) (*net.UnixListener, error) {
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: dir.socket(), Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("listen at the keeper's socket: %w", err)
	}
	if err := os.Chmod(dir.socket(), 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("close the keeper's socket to others: %w", err), listener.Close())
	}
	return listener, nil
}

func newKeeper(dir folder, self proc.Process, log *slog.Logger) *keeper {
	k := &keeper{
		folder: dir, self: self, log: log,
		stop: make(chan struct{}), over: make(chan struct{}, 1),
		table: table{terminals: make(map[int]*terminal), byPID: make(map[int]*terminal)},
	}
	k.undertaker = newUndertaker(self, &k.forking, log)
	k.idle = time.AfterFunc(idleGrace, k.endIdle)
	return k
}

// serve runs until the keeper is over.
func (k *keeper) serve(ctx context.Context, listener *net.UnixListener) error {
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, unix.SIGCHLD)
	defer signal.Stop(ended)
	// Nobody looks at this channel: the signals are caught to be not ignored.
	unseen := make(chan os.Signal, 1)
	signal.Notify(unseen, terminalSignals()...)
	defer signal.Stop(unseen)

	k.tasks.Go(func() { k.reapUntil(k.stop, ended) })
	k.tasks.Go(func() { k.undertaker.run(k.stop) })
	k.tasks.Go(func() { k.accept(listener) })
	k.log.Info("Keeper serves", "pid", k.self.PID, "version", Version)

	select {
	case <-ctx.Done():
		k.quit()
	case <-k.over:
	}
	return k.close(listener)
}

// terminalSignals are those that mean something to a program in a terminal. A
// keeper that was started with one of them ignored (by nohup, or in the
// background of a script) would hand that on, and Ctrl-C would do nothing in
// every terminal; what is caught here has its usual meaning there.
func terminalSignals() []os.Signal {
	return []os.Signal{
		unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGPIPE,
		unix.SIGTSTP, unix.SIGTTIN, unix.SIGTTOU, unix.SIGWINCH,
	}
}

// close ends everything. The programs are gone already, or nobody can end them.
func (k *keeper) close(listener *net.UnixListener) error {
	k.mu.Lock()
	k.ending = true
	k.idle.Stop()
	daemon := k.daemon
	terminals := slices.Collect(maps.Values(k.terminals))
	clear(k.terminals)
	k.mu.Unlock()
	var failed []error
	for _, t := range terminals {
		failed = append(failed, t.forget())
	}
	close(k.stop)
	failed = append(failed, listener.Close()) // removes the socket's file
	if daemon != nil {
		daemon.finish()
	}
	k.tasks.Wait()
	k.log.Info("Keeper ends", "pid", k.self.PID)
	return errors.Join(failed...)
}

func (k *keeper) accept(listener *net.UnixListener) {
	for {
		c, err := listener.AcceptUnix()
		switch {
		case err == nil:
			k.tasks.Go(func() { k.admit(c) })
		case errors.Is(err, net.ErrClosed):
			return
		default:
			k.log.Error("Connection cannot be accepted", "error", err)
			select {
			case <-time.After(acceptPause):
			case <-k.stop:
				return
			}
		}
	}
}

// nextID gives out ids, each once, or refuses because the keeper is ending.
func (k *keeper) nextID() (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.ending {
		return 0, errEnding()
	}
	k.lastID++
	return k.lastID, nil
}

func errEnding() error {
	return fault.New(fault.Refused, "all terminals are being ended").Next("start Jun again")
}

// enter makes a started terminal known. It fails when the keeper has begun to
// end since the terminal got its id.
func (k *keeper) enter(t *terminal) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.ending {
		return errEnding()
	}
	k.terminals[t.id] = t
	k.byPID[t.process.PID] = t
	k.settleLocked()
	return nil
}

// leave forgets a first process that was reaped; nil when the pid was none.
func (k *keeper) leave(pid int) *terminal {
	k.mu.Lock()
	defer k.mu.Unlock()
	t := k.byPID[pid]
	delete(k.byPID, pid)
	return t
}

func (k *keeper) terminal(id int) (*terminal, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if t, ok := k.terminals[id]; ok {
		return t, nil
	}
	return nil, fault.New(fault.UnknownTarget, "terminal %d: there is no such terminal", id).
		Next("list the terminals")
}

// list returns the terminals after an id, by id.
func (k *keeper) list(after int) []Held {
	k.mu.Lock()
	var terminals []*terminal
	for id, t := range k.terminals {
		if id > after {
			terminals = append(terminals, t)
		}
	}
	k.mu.Unlock()
	held := make([]Held, 0, len(terminals))
	for _, t := range terminals {
		held = append(held, t.held())
	}
	slices.SortFunc(held, func(a, b Held) int { return a.ID - b.ID })
	return held
}

// forget drops a terminal whose program has ended.
func (k *keeper) forget(id int) error {
	t, err := k.terminal(id)
	if err != nil {
		return err
	}
	if !t.held().Exited {
		return fault.New(fault.Refused, "terminal %d: its program still runs", id).Next("end it first")
	}
	k.mu.Lock()
	_, here := k.terminals[id]
	delete(k.terminals, id)
	k.settleLocked()
	k.mu.Unlock()
	if !here {
		return nil // another call was faster
	}
	return t.forget()
}

// end ends all processes of a terminal.
func (k *keeper) end(id int) error {
	t, err := k.terminal(id)
	if err != nil {
		return err
	}
	t.log.Info("Terminal is ended")
	k.undertaker.end(&ending{belongs: func(all []proc.Info) []proc.Info {
		return t.processes(k.self, all)
	}}, k.stop)
	return nil
}

// signal signals the foreground programs of a terminal.
func (k *keeper) signal(id int, sig syscall.Signal) error {
	t, err := k.terminal(id)
	if err != nil {
		return err
	}
	k.forking.Lock() // the first process is not reaped in between
	defer k.forking.Unlock()
	if t.held().Exited {
		return t.hidden(os.ErrClosed)
	}
	group, err := t.pty.foreground()
	if err != nil || group <= 1 {
		group = t.process.PID
	}
	if err := syscall.Kill(-group, sig); err != nil && !errors.Is(err, unix.ESRCH) {
		return fmt.Errorf("signal terminal %d: %w", id, err)
	}
	return nil
}

// quit ends all programs; no more are started.
func (k *keeper) quit() {
	k.mu.Lock()
	k.ending = true
	k.mu.Unlock()
	k.log.Info("All terminals are ended")
	k.undertaker.end(&ending{belongs: k.everything}, k.stop)
}

// everything is all that the keeper's programs left: the keeper's descendants,
// and where orphans leave it, what can be attributed to one of its terminals.
func (k *keeper) everything(all []proc.Info) []proc.Info {
	if proc.SupportsSubreaper() {
		return all
	}
	k.mu.Lock()
	terminals := slices.Collect(maps.Values(k.terminals))
	k.mu.Unlock()
	seen := make(map[int]bool)
	var left []proc.Info
	for _, t := range terminals {
		for _, p := range t.processes(k.self, all) {
			if !seen[p.PID] {
				seen[p.PID] = true
				left = append(left, p)
			}
		}
	}
	return left
}

// settleLocked lets the idle time run while there is neither a terminal nor a
// daemon.
func (k *keeper) settleLocked() {
	if len(k.terminals) == 0 && k.daemon == nil && !k.ending {
		k.idle.Reset(idleGrace)
	} else {
		k.idle.Stop()
	}
}

// endIdle ends the keeper if still nobody needs it.
func (k *keeper) endIdle() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.terminals) == 0 && k.daemon == nil {
		k.ending = true
		k.finishLocked()
	}
}

// finishLocked makes serve return.
func (k *keeper) finishLocked() {
	select {
	case k.over <- struct{}{}:
	default:
	}
}
