// Package daemon builds the services, joins them, and answers every call: one
// gate (dispatch.go), and a file of handlers for each noun. It is the only
// place that knows all services; it has no lock and keeps no state of its own.
package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"junto/internal/api"
	"junto/internal/board"
	"junto/internal/desk"
	"junto/internal/fault"
	"junto/internal/feed"
	"junto/internal/harness"
	"junto/internal/host"
	"junto/internal/hub"
	"junto/internal/keep"
	"junto/internal/mailroom"
	"junto/internal/notice"
	"junto/internal/outbox"
	"junto/internal/proc"
	"junto/internal/session"
	"junto/internal/status"
	"junto/internal/store"
	"junto/internal/watch"
)

// ErrRestart is what Run returns when the daemon is to be started anew.
var ErrRestart = errors.New("the daemon is to be started anew")

// errQuit ends the daemon with everything in it.
var errQuit = errors.New("jun quits")

// Options are a daemon's surroundings.
type Options struct {
	Home    string
	Version string
	Self    string // this program, which is also the keeper and the loops' runner
	Log     *slog.Logger
	// Serve opens the listeners and answers at them until ctx ends. It is called
	// last of all, when everything is there to answer.
	Serve func(ctx context.Context, d *Daemon) error
}

// Daemon is the services, joined.
type Daemon struct {
	o        Options
	config   Config
	userHome string
	run      store.Run
	started  time.Time
	port     int

	keeper  *keep.Client
	store   *store.Store
	host    *host.Host
	watch   *watch.Watch
	board   *board.Board
	desk    *desk.Desk
	feed    *feed.Feed
	mail    *mailroom.Room
	sends   *outbox.Outbox
	news    hub.Hub[any]    // what every window is told
	seated  hub.Hub[string] // the canvases whose seats have news
	notices *notice.Notices
	proofs  *session.Proofs
	gits    chan struct{} // a slot for each question of git's under way

	life context.Context // the daemon's
	stop context.CancelCauseFunc
}

// socketName is JUN_API, beside the configuration file.
const socketName = "jun.sock"

// Run serves a home until ctx ends, or until it is told to quit or to restart.
// The terminals outlive it, unless it quits.
func Run(ctx context.Context, o Options) error {
	if err := os.MkdirAll(o.Home, 0o700); err != nil {
		return fmt.Errorf("make the home folder: %w", err)
	}
	config, err := readConfig(o.Home)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	d := &Daemon{o: o, config: config, started: time.Now(), life: ctx, stop: stop, gits: make(chan struct{}, maxGits)}
	d.notices = notice.New(d.started)
	d.userHome, _ = os.UserHomeDir() // without one, the page names directories
	if err := d.open(ctx); err != nil {
		return errors.Join(err, d.close())
	}
	err = d.serve(ctx)
	why := context.Cause(ctx)
	if closing := d.shut(why); closing != nil {
		o.Log.Error("Closing failed", "error", closing)
	}
	switch {
	case errors.Is(why, ErrRestart):
		return ErrRestart
	case errors.Is(why, errQuit), errors.Is(err, context.Canceled):
		return nil
	}
	return err
}

// open builds the services, each on those below it. The store takes the home's
// lock, so whatever comes after it has the home for itself.
func (d *Daemon) open(ctx context.Context) (err error) {
	if d.store, err = store.Open(ctx, d.o.Home, d.o.Log); err != nil {
		return err
	}
	d.keeper, err = keep.Connect(ctx, keep.Options{
		Home: d.o.Home, Keeper: []string{d.o.Self, "keep", "--home", d.o.Home}, Log: d.o.Log,
	})
	if err != nil {
		return err
	}
	process := d.keeper.Keeper()
	if d.run, err = d.store.EnterRun(ctx, fmt.Sprintf("%d:%d", process.PID, process.Start), time.Now()); err != nil {
		return err
	}
	if err := d.keepLeftovers(ctx); err != nil {
		return err
	}
	d.board, err = board.Open(ctx, board.Options{Store: d.store, Now: time.Now, Log: d.o.Log, Stop: d.stopSeats})
	if err != nil {
		return err
	}
	d.watch = watch.New(source{d})
	d.host, err = host.Open(ctx, host.Options{
		Keeper: d.keeper, Process: process, Screens: d.screens(d.run.ID),
		Env:        host.Environment{Base: os.Environ(), Socket: d.Socket(), Bin: filepath.Join(filepath.Dir(d.o.Self), "jun"), Home: d.o.Home},
		Scrollback: d.config.ScrollbackMiB << 20, ScrollbackLines: d.config.ScrollbackLines,
		Agent: d.agentIn, Output: d.watch.Mark, Changed: d.terminalsChanged, Ended: d.terminalEnded,
		Log: d.o.Log,
	})
	if err != nil {
		return err
	}
	d.adoptSeats()
	d.proofs = d.openProofs()
	d.desk, err = desk.Open(ctx, desk.Options{
		Store: d.store, Run: d.run.ID, World: world{d}, Now: time.Now, Log: d.o.Log,
		Publish: func(w desk.Window) { d.news.Publish(windowEvent(w)) },
	})
	if err != nil {
		return err
	}
	d.feed = feed.New(feed.Options{
		Store: d.store, Run: d.run.ID, Links: world{d}, Now: time.Now, Zone: time.Local, Log: d.o.Log,
		Publish: d.messagesChanged,
	})
	if err := d.openSends(ctx); err != nil {
		return err
	}
	return d.openMail(ctx)
}

// agentIn is the agent in a terminal, for typing.
func (d *Daemon) agentIn(id int) (*harness.Template, status.Status) {
	state := d.watch.State(id)
	t, _ := harness.ByName(state.Agent)
	return t, state.Status
}

// serve runs until something ends.
func (d *Daemon) serve(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return d.watch.Run(ctx) })
	group.Go(func() error { return d.host.Run(ctx) })
	group.Go(func() error { return d.tellWatched(ctx) })
	group.Go(func() error { return d.proveSessions(ctx) })
	drawings := d.board.Subscribe() // before anybody can change a canvas
	group.Go(func() error { return d.tellCanvases(ctx, drawings) })
	group.Go(func() error { return d.tellSeated(ctx) })
	group.Go(func() error { return d.carryMail(ctx) })
	group.Go(func() error { return d.tellConnections(ctx) })
	group.Go(func() error { return d.o.Serve(ctx, d) })
	stop := context.AfterFunc(ctx, d.news.Close) // windows leave when there is no more news
	defer stop()
	return group.Wait()
}

// Gate is what answers every call.
func (d *Daemon) Gate() *Dispatcher {
	gate := newDispatcher(d.board, d.o.Log)
	d.handleTerminals(gate)
	d.handleTools(gate)
	d.handleView(gate)
	d.handleMessages(gate)
	d.handleWorkspace(gate)
	d.handleCanvases(gate)
	d.handleSeats(gate)
	d.handleWork(gate)
	d.handleMail(gate)
	d.handlePeers(gate)
	d.handleDiffs(gate)
	d.handleFiles(gate)
	d.handleNotices(gate)
	d.handleEnded(gate)
	d.handleSessions(gate)
	d.handleLifecycle(gate)
	return gate
}

// Caller tells where the process at the other end of the socket runs.
func (d *Daemon) Caller(peer proc.Process) api.Caller { return d.host.Caller(peer) }

// Socket is where the CLIs' socket belongs: JUN_API.
func (d *Daemon) Socket() string { return filepath.Join(d.o.Home, socketName) }

// WorkDir is the folder of the agents' work socket and its token.
func (d *Daemon) WorkDir() string { return filepath.Join(d.o.Home, "work") }

// Ports are the ports that are wished for the page: the operator's, and the one
// that it had last, so that open pages find it again after a restart.
func (d *Daemon) Ports() []int {
	var ports []int
	if d.config.Port != 0 {
		ports = append(ports, d.config.Port)
	}
	if last, err := os.ReadFile(d.portFile()); err == nil {
		if port, err := strconv.Atoi(string(last)); err == nil && port > 0 && port <= maxPort {
			ports = append(ports, port)
		}
	}
	return ports
}

func (d *Daemon) portFile() string { return filepath.Join(d.o.Home, "state", "port") }

// Listening notes the port that the page got, before anybody can ask for it.
func (d *Daemon) Listening(port int) {
	d.port = port
	if err := os.WriteFile(d.portFile(), []byte(strconv.Itoa(port)), 0o600); err != nil {
		d.o.Log.Error("Port cannot be remembered", "error", err)
	}
	d.o.Log.Info("Jun runs", "home", d.o.Home, "port", port, "run", d.run.ID, "terminals", len(d.host.List()))
}

// shut lets go of everything, and ends the programs when Jun quits.
func (d *Daemon) shut(why error) error {
	ctx := context.Background()
	err := d.desk.Shut(ctx) // before the first terminal ends, for their tabs
	d.sends.Close()         // while the terminals can still take what is begun
	d.mail.Close()
	d.host.Close()
	d.board.Close()
	if errors.Is(why, errQuit) {
		err = errors.Join(err, d.keeper.Quit(ctx), d.store.EndRun(ctx, time.Now()))
	}
	return errors.Join(err, d.close())
}

// close lets go of what the daemon holds of the outside.
func (d *Daemon) close() error {
	var err error
	if d.keeper != nil {
		err = d.keeper.Close()
	}
	if d.store != nil {
		err = errors.Join(err, d.store.Close())
	}
	return err
}

// handleLifecycle answers what concerns the daemon itself.
func (d *Daemon) handleLifecycle(gate *Dispatcher) {
	handle(gate, "daemon.status", func(context.Context, api.Caller, api.None) (api.Status, error) {
		s := api.Status{
			Version: d.o.Version, PID: os.Getpid(), Keeper: d.keeper.Keeper().PID, Home: d.o.Home, URL: d.address("/"),
			Started: d.started.Format(time.RFC3339), Windows: d.desk.Windows(),
		}
		for _, t := range d.host.List() {
			s.Terminals++
			if d.watch.Agent(t.ID).Name != "" {
				s.Agents++
			}
		}
		return s, nil
	})
	handle(gate, "daemon.url", d.loginLink)
	handle(gate, "daemon.restart", func(context.Context, api.Caller, api.None) (api.None, error) {
		d.endSoon(ErrRestart)
		return api.None{}, nil
	})
	handle(gate, "daemon.quit", d.quit)
}

// answerWait lets an answer reach its caller before the daemon ends.
const answerWait = 50 * time.Millisecond

func (d *Daemon) endSoon(why error) { time.AfterFunc(answerWait, func() { d.stop(why) }) }

// quit ends Jun, but not while agents work, unless that is wanted.
func (d *Daemon) quit(_ context.Context, _ api.Caller, in api.QuitIn) (api.None, error) {
	working := 0
	for _, t := range d.host.List() {
		if s := d.watch.Agent(t.ID).Status; s == status.Working || s == status.Waiting {
			working++
		}
	}
	if working > 0 && !in.Force {
		return api.None{}, fault.New(fault.Refused, "%d agents work or wait for an answer", working).
			Next("quit all the same with `jun quit --force`")
	}
	d.endSoon(errQuit)
	return api.None{}, nil
}

func (d *Daemon) address(path string) string {
	return fmt.Sprintf("http://127.0.0.1:%d%s", d.port, path)
}
