package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"junto/internal/client"
	"junto/internal/fault"
)

const (
	// startTimeout is when a daemon that was started is given up: it may have
	// to migrate its database and to rebuild hundreds of screens first.
	startTimeout = 30 * time.Second
	// endTimeout is when a daemon that quits is given up. Its programs have
	// five seconds to end before they are killed.
	endTimeout = 30 * time.Second
	// startPoll is how often its socket is looked for. Nothing announces it.
	startPoll = 10 * time.Millisecond
	// logTail is how much of a failed daemon's log is shown.
	logTail = 10
)

// findJund finds the daemon's program: it is installed beside this one.
func findJund() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", fault.New(fault.Refused, "cannot find this program's own folder: %v", err)
	}
	places := []string{filepath.Dir(self)}
	if real, err := filepath.EvalSymlinks(self); err == nil && filepath.Dir(real) != places[0] {
		places = append(places, filepath.Dir(real))
	}
	for _, dir := range places {
		jund := filepath.Join(dir, "jund")
		if info, err := os.Stat(jund); err == nil && !info.IsDir() {
			return jund, nil
		}
	}
	f := fault.New(fault.Refused, "jund, the daemon's program, is not in %s", strings.Join(places, " or "))
	return "", f.Next("install jun and jund in one folder")
}

// becomeJund replaces this program by the daemon's, so that the caller sees one
// process.
func becomeJund(args ...string) error {
	jund, err := findJund()
	if err != nil {
		return err
	}
	err = syscall.Exec(jund, append([]string{jund}, args...), os.Environ())
	return fault.New(fault.Refused, "cannot run %s: %v", jund, err)
}

// startDaemon starts a daemon that outlives this program and its terminal, and
// waits until it answers. When it does not, the end of its log goes to w.
func startDaemon(ctx context.Context, dir string, w io.Writer) error {
	jund, err := findJund()
	if err != nil {
		return err
	}
	log, err := openLog(dir)
	if err != nil {
		return fault.New(fault.Refused, "cannot write the daemon's log: %v", err).Next("see whether %s can be written", dir)
	}
	defer log.Close()
	begin, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return fault.New(fault.Refused, "cannot write the daemon's log: %v", err)
	}
	process, err := detach([]string{jund, "serve", "--home", dir}, dir, log)
	if err != nil {
		return fault.New(fault.Refused, "cannot start %s: %v", jund, err)
	}
	ended := make(chan string, 1)
	go func() { ended <- howEnded(process.Wait()) }() // ends with the daemon, or with this program
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if err := awaitDaemon(ctx, filepath.Join(dir, "jun.sock"), ended); err != nil {
		for _, line := range lastLines(log.Name(), begin, logTail) {
			_, _ = io.WriteString(w, "jund: "+oneLine(line)+"\n") // the error follows in any case
		}
		f := fault.New(fault.Unreachable, "the daemon did not start: %v", err)
		return f.Next("see %s, or run it in the foreground: jun serve", log.Name())
	}
	return nil
}

// detach starts a program that outlives this one and its terminal. Package
// os/exec would do it too, and cost every call a few per cent at start-up.
func detach(argv []string, dir string, out *os.File) (*os.Process, error) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, err
	}
	defer null.Close()
	return os.StartProcess(argv[0], argv, &os.ProcAttr{
		Dir:   dir,
		Files: []*os.File{null, out, out},
		Sys:   &syscall.SysProcAttr{Setsid: true},
	})
}

func howEnded(state *os.ProcessState, err error) string {
	if err != nil {
		return err.Error()
	}
	return state.String()
}

func openLog(dir string) (*os.File, error) {
	folder := filepath.Join(dir, "log")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	return os.OpenFile(filepath.Join(folder, "jund.log"), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
}

// awaitDaemon waits until the socket answers. A daemon that ends is no failure
// yet: two programs may have started one at once, and the other one serves.
func awaitDaemon(ctx context.Context, socket string, ended <-chan string) error {
	tick := time.NewTicker(startPoll)
	defer tick.Stop()
	for {
		c, err := client.Dial(ctx, socket)
		if err == nil {
			c.Close()
			return nil
		}
		if !fault.Is(err, fault.Unreachable) {
			return err
		}
		select {
		case how := <-ended:
			if c, err := client.Dial(ctx, socket); err == nil {
				c.Close()
				return nil
			}
			return errors.New(how)
		case <-ctx.Done():
			return errors.New("it does not answer")
		case <-tick.C:
		}
	}
}

// maxTail bounds what is read of a log to find its last lines.
const maxTail = 16 << 10

// lastLines returns the last n lines that a file has after an offset.
func lastLines(path string, begin int64, n int) []string {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	begin = max(begin, info.Size()-maxTail)
	text, err := io.ReadAll(io.NewSectionReader(f, begin, maxTail))
	if err != nil {
		return nil
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if lines[0] == "" {
		return nil
	}
	return lines[max(0, len(lines)-n):]
}
