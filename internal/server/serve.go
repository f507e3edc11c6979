package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"junto/internal/api"
	"junto/internal/proc"
)

// Options say what to serve.
type Options struct {
	Socket    string // the path of the CLIs' socket
	Work      string // the folder of the agents' work socket and its token
	Ports     []int  // the ports that are wished for the page, the first that is free
	Dispatch  Dispatcher
	Caller    func(peer proc.Process) api.Caller
	Logins    Logins
	Windows   Windows
	Terminals Terminals
	Files     fs.FS // the built page; nil when it is not built
	Log       *slog.Logger
	// Listening is told the page's port before anybody is answered.
	Listening func(port int)
}

// Run opens the listeners and answers at them until ctx ends.
func Run(ctx context.Context, o Options) error {
	page, port, err := ListenLoopback(o.Ports...)
	if err != nil {
		return err
	}
	socket, err := Listen(o.Socket)
	if err != nil {
		page.Close()
		return err
	}
	work, token, err := listenForWork(o.Work)
	if err != nil {
		page.Close()
		socket.Close()
		return err
	}
	o.Listening(port)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		s := &Socket{Dispatch: o.Dispatch, Caller: o.Caller, Log: o.Log}
		return s.Serve(ctx, socket)
	})
	group.Go(func() error {
		s := &Socket{Dispatch: o.Dispatch, Caller: atWork(o.Caller), Log: o.Log, Token: token}
		return s.Serve(ctx, work)
	})
	group.Go(func() error {
		p := &Page{
			Dispatch: o.Dispatch, Logins: o.Logins, Windows: o.Windows, Terminals: o.Terminals,
			Files: o.Files, Log: o.Log, Port: port,
		}
		return p.serve(ctx, page)
	})
	return group.Wait()
}

// The files of the work folder, which agents' sandboxes are told of by name.
const (
	controlName = "control.sock"
	tokenName   = "token"
)

// listenForWork opens the socket of the agents' work CLI. The token is there
// before anybody can connect.
func listenForWork(dir string) (*net.UnixListener, string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, "", fmt.Errorf("make the work folder: %w", err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return nil, "", fmt.Errorf("restrict the work folder to its user: %w", err)
	}
	token, err := NewToken(filepath.Join(dir, tokenName))
	if err != nil {
		return nil, "", err
	}
	l, err := Listen(filepath.Join(dir, controlName))
	return l, token, err
}

// atWork notes of callers that they call at the work socket.
func atWork(find func(proc.Process) api.Caller) func(proc.Process) api.Caller {
	return func(peer proc.Process) api.Caller {
		c := find(peer)
		c.Work = true
		return c
	}
}

const (
	// headerWait is how long a browser may take to send a request's header.
	headerWait = 10 * time.Second
	// pageGrace is how long the page's requests may take to end.
	pageGrace = 2 * time.Second
)

func (p *Page) serve(ctx context.Context, l net.Listener) error {
	s := &http.Server{
		Handler: p.Handler(), ReadHeaderTimeout: headerWait,
		BaseContext: func(net.Listener) context.Context { return ctx },
		ErrorLog:    slog.NewLogLogger(p.Log.Handler(), slog.LevelWarn),
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		grace, cancel := context.WithTimeout(context.Background(), pageGrace)
		defer cancel()
		if s.Shutdown(grace) != nil {
			s.Close() //nolint:errcheck // it is ending
		}
	})
	err := s.Serve(l)
	if !stop() {
		<-ended
	}
	if !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the page: %w", err)
	}
	return ctx.Err()
}
