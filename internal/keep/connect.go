package keep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"junto/internal/fault"
)

const (
	// startTimeout is how long a keeper may take to answer at its socket, on a
	// machine that is busy with starting everything else.
	startTimeout = 15 * time.Second
	// dialPause is waited between two looks at the socket of a keeper that is
	// starting, which takes some 10 ms.
	dialPause = 5 * time.Millisecond
	// loserGrace is how long a keeper that was started at the same time as ours,
	// and was faster, may take until it listens.
	loserGrace = time.Second
	// maxLog is how large the keeper's log may be when a keeper starts; a
	// larger one is begun anew. A keeper writes a few lines a terminal.
	maxLog = 4 << 20
)

// Options say which keeper to use.
type Options struct {
	Home string
	// Keeper is the command that starts one when none answers; without it only
	// a running one is used.
	Keeper []string
	Log    *slog.Logger
}

// Connect connects the daemon with the keeper of its home, and starts one when
// none runs. There can be one connection at a time.
func Connect(ctx context.Context, o Options) (*Client, error) {
	dir := folderOf(o.Home)
	if err := dir.make(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	var (
		started <-chan struct{}  // closed when the keeper that this call started has ended
		ended   <-chan struct{}  // the same, until that is noticed
		late    <-chan time.Time // fires when no other keeper has appeared since
	)
	for {
		client, err := dir.open(ctx, o)
		switch {
		case err == nil:
			client.started = started
			client.begin()
			return client, nil
		case nobodyListens(err) && started == nil:
			if started, err = start(o, dir); err != nil {
				return nil, err
			}
			ended = started
		case !nobodyListens(err) && !fault.Is(err, fault.Unreachable):
			return nil, err
		}
		select {
		case <-time.After(dialPause):
		case <-ended:
			ended, late = nil, time.After(loserGrace)
		case <-late:
			return nil, unreachable(dir, err)
		case <-ctx.Done():
			return nil, unreachable(dir, ctx.Err())
		}
	}
}

func nobodyListens(err error) bool {
	return errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ECONNREFUSED)
}

func unreachable(dir folder, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return fault.New(fault.Unreachable, "the keeper does not answer at %s: %v", dir.socket(), err).
		Next("look at %s", dir.log())
}

// open connects with a keeper that runs and exchanges hellos.
func (d folder) open(ctx context.Context, o Options) (*Client, error) {
	var dialer net.Dialer
	c, err := dialer.DialContext(ctx, "unix", d.socket())
	if err != nil {
		if nobodyListens(err) {
			return nil, err
		}
		return nil, unreachable(d, err)
	}
	client := newClient(d, o.Log, c.(*net.UnixConn))
	stop := context.AfterFunc(ctx, func() { c.Close() })
	err = client.greet()
	if !stop() {
		err = unreachable(d, context.Cause(ctx))
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return client, nil
}

// start starts a keeper that outlives this process: in a session of its own, in
// no directory that anybody may want to unmount, and with its words in a log.
// If another one is faster, this one ends by itself. The channel is closed when
// it has ended and is waited for.
func start(o Options, dir folder) (<-chan struct{}, error) {
	if len(o.Keeper) == 0 {
		return nil, fault.New(fault.Unreachable, "no keeper runs for %s", o.Home).Next("start Jun with `jun`")
	}
	log, err := openLog(dir)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := exec.Command(o.Keeper[0], o.Keeper[1:]...) //nolint:noctx // it outlives this program
	cmd.Dir = "/"
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the keeper: %w", err)
	}
	o.Log.Info("Keeper started", "pid", cmd.Process.Pid)
	ended := make(chan struct{})
	// It lasts as long as the keeper, which is the only thing it can wait for:
	// without it the keeper, once ended, would stay in the table as a zombie.
	go func() {
		defer close(ended)
		if err := cmd.Wait(); err != nil {
			o.Log.Error("Keeper ended", "error", err)
		}
	}()
	return ended, nil
}

func openLog(dir folder) (*os.File, error) {
	flags := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	if info, err := os.Stat(dir.log()); err == nil && info.Size() > maxLog {
		flags |= os.O_TRUNC
	}
	f, err := os.OpenFile(dir.log(), flags, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the keeper's log: %w", err)
	}
	return f, nil
}

func (c *Client) greet() error {
	f, err := readFrame(c.link.in)
	if err != nil {
		return unreachable(c.folder, err)
	}
	switch f.kind {
	case kindRefuse:
		return decodeFault(f.payload)
	case kindHello:
	default:
		return fmt.Errorf("%w: the keeper does not say hello", errFrame)
	}
	h, err := decodeHello(f.payload)
	if err != nil {
		return err
	}
	if h.version < oldVersion || h.version > Version {
		return fault.New(fault.Protocol, "the keeper that runs speaks version %d, and this daemon %d and %d", h.version, oldVersion, Version).
			Next("use the version of Jun that started it, or end all terminals with its `jun quit`")
	}
	c.keeper = h.keeper
	if err := (frame{kind: kindHello, payload: hello{version: h.version}.encode()}).writeTo(c.link.c); err != nil {
		return unreachable(c.folder, err)
	}
	return nil
}
