package keep

import (
	"log/slog"
	"sync"
	"syscall"
	"time"

	"junto/internal/proc"
)

const (
	// hangupGrace is how long a session may take to end by the hang-up alone,
	// which agents and shells handle best, before it is asked in plain words.
	hangupGrace = 500 * time.Millisecond
	// termGrace is how long programs may take to save their work after that.
	// Five seconds is what the loop runner gives its commands too.
	termGrace = 5 * time.Second
	// killGrace is how long a killed process may take to be gone. One that
	// sleeps in the kernel, on a dead network disk for instance, cannot die.
	killGrace = 3 * time.Second
	// endTick is how often processes that are ending are looked at, besides
	// whenever a child ends. Not every process is the keeper's child.
	endTick = 100 * time.Millisecond
)

// undertaker ends terminals: all processes that belong to one, in stages. One
// goroutine serves all endings, so that a hundred cost one look at the process
// table at a time.
//
//	SIGHUP to those on a tty, SIGTERM to the rest ─▶ SIGTERM to all ─▶ SIGKILL to all, until none is left
//
// Each signal comes with SIGCONT, for a stopped process would not see it.
type undertaker struct {
	log *slog.Logger
	// forking is held while processes are found and signalled: a child of the
	// keeper that has ended then keeps its pid until it is reaped.
	forking *sync.Mutex
	self    proc.Process

	orders chan *ending
	wake   chan struct{} // of size one
}

// ending is one terminal on its way out, or everything that the keeper has.
type ending struct {
	belongs func(all []proc.Info) []proc.Info
	began   time.Time
	told    map[proc.Process]syscall.Signal
	done    chan struct{}
}

func newUndertaker(self proc.Process, forking *sync.Mutex, log *slog.Logger) *undertaker {
	return &undertaker{
		log: log, forking: forking, self: self,
		orders: make(chan *ending), wake: make(chan struct{}, 1),
	}
}

// poke makes the undertaker look again: a child has ended.
func (u *undertaker) poke() {
	select {
	case u.wake <- struct{}{}:
	default:
	}
}

// end ends processes and returns when they are gone, or when the keeper ends.
func (u *undertaker) end(e *ending, stop <-chan struct{}) {
	e.told, e.done = make(map[proc.Process]syscall.Signal), make(chan struct{})
	select {
	case u.orders <- e:
	case <-stop:
		return
	}
	select {
	case <-e.done:
	case <-stop:
	}
}

// run serves endings until stop is closed.
func (u *undertaker) run(stop <-chan struct{}) {
	var endings []*ending
	tick := time.NewTicker(endTick)
	defer tick.Stop()
	for {
		var next <-chan time.Time
		if len(endings) > 0 {
			next = tick.C
		}
		select {
		case e := <-u.orders:
			e.began = time.Now()
			endings = append(endings, e)
		case <-u.wake:
		case <-next:
		case <-stop:
			return
		}
		endings = u.look(endings)
	}
}

// look signals what is left of each ending, and returns those that go on.
func (u *undertaker) look(endings []*ending) []*ending {
	if len(endings) == 0 {
		return nil
	}
	u.forking.Lock()
	defer u.forking.Unlock()
	all, err := proc.Relatives(u.self.PID)
	if err != nil {
		u.log.Error("Processes cannot be listed", "error", err)
		return endings
	}
	var rest []*ending
	for _, e := range endings {
		left := e.belongs(all)
		since := time.Since(e.began)
		if len(left) > 0 && since < hangupGrace+termGrace+killGrace {
			e.signal(left, since)
			rest = append(rest, e)
			continue
		}
		for _, p := range left {
			u.log.Error("Process cannot be ended", "pid", p.PID)
		}
		close(e.done)
	}
	return rest
}

// signal sends each process the signal of the stage, once; SIGKILL every time,
// for a process could have forked in between.
func (e *ending) signal(left []proc.Info, since time.Duration) {
	for _, p := range left {
		if p.Zombie {
			continue
		}
		sig := stage(p, since)
		if e.told[p.Process()] == sig && sig != syscall.SIGKILL {
			continue
		}
		e.told[p.Process()] = sig
		// Fails only for a process that is gone, or that has become another
		// user's; the next look tells which.
		_ = syscall.Kill(p.PID, sig)
		_ = syscall.Kill(p.PID, syscall.SIGCONT)
	}
}

func stage(p proc.Info, since time.Duration) syscall.Signal {
	switch {
	case since >= hangupGrace+termGrace:
		return syscall.SIGKILL
	case since >= hangupGrace || p.TTY == 0:
		return syscall.SIGTERM
	default:
		return syscall.SIGHUP
	}
}

// processes picks a terminal's processes out of the keeper's: its first one and
// its session, those on its tty, orphans with its mark, and every descendant of
// one of these.
func (t *terminal) processes(keeper proc.Process, all []proc.Info) []proc.Info {
	mine := t.own(keeper, all)
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			if mine[p.PPID] && !mine[p.PID] && p.PID != keeper.PID {
				mine[p.PID], grown = true, true
			}
		}
	}
	var left []proc.Info
	for _, p := range all {
		if mine[p.PID] {
			left = append(left, p)
		}
	}
	return left
}

// own picks the processes that are a terminal's whatever their parents are.
func (t *terminal) own(keeper proc.Process, all []proc.Info) map[int]bool {
	t.mu.Lock()
	exited := t.state.exited
	t.mu.Unlock()
	// Once the first process is reaped, its pid may lead another session, and
	// the number of its tty may be another terminal's.
	reused := false
	for _, p := range all {
		reused = reused || p.PID == t.process.PID && p.Start != t.process.Start
	}
	mark := markOf(keeper, t.id)
	mine := make(map[int]bool)
	for _, p := range all {
		if p.PID == keeper.PID {
			continue
		}
		mine[p.PID] = p.SID == t.process.PID && !reused ||
			p.TTY == t.pty.tty && !exited ||
			p.TTY == 0 && (p.PPID == keeper.PID || p.PPID == 1) && marked(p, mark)
	}
	return mine
}

// marked reports whether a process was started with the mark.
func marked(p proc.Info, mark string) bool {
	got, ok := proc.Env(p.PID, MarkEnv)
	return ok && got == mark
}
