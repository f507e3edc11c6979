package e2e

import (
	"bytes"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"junto/internal/ptytest"
)

// "I see a terminal of Jun's in the terminal that I am in, and type there."
func TestAttachFromAnotherTerminal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.new("cat")
	there := func(text string) func() bool {
		return func() bool { return strings.Contains(w.jun("tool", "screen", strconv.Itoa(id)), text) }
	}
	w.until("the command is typed", there("cat\n"))
	master, slave, err := ptytest.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	var here buffer
	reader := sync.WaitGroup{}
	reader.Go(func() { _, _ = io.Copy(&here, master) }) // until the terminal has no user any more
	defer reader.Wait()
	if err := ptytest.Resize(slave, 80, 24); err != nil {
		t.Fatal(err)
	}
	jun := exec.Command(filepath.Join(bin, "jun"), "attach", strconv.Itoa(id))
	jun.Env, jun.SysProcAttr = w.env(), &syscall.SysProcAttr{Setsid: true, Setctty: true}
	jun.Stdin, jun.Stdout, jun.Stderr = slave, slave, slave
	err = jun.Start()
	slave.Close()
	if err != nil {
		t.Fatal(err)
	}
	w.until("it shows here", here.has("cat"))
	if _, err := master.WriteString("hello\r"); err != nil {
		t.Fatal(err)
	}
	w.until("what is typed here arrives there", there("hello\nhello\n"))
	if _, err := master.WriteString("\x1c\x1c"); err != nil {
		t.Fatal(err)
	}
	w.until("it is detached", here.has("jun: detached from terminal "+strconv.Itoa(id)))
	if err := jun.Wait(); err != nil {
		t.Errorf("jun attach: %v", err)
	}
	out, err := w.program("jun", "attach", strconv.Itoa(id))
	if err == nil || !strings.HasPrefix(out, "jun: attach: ") || !strings.Contains(out, "\nhint: ") {
		t.Errorf("without a terminal: %v, %q", err, out)
	}
}

// buffer is what a program prints, to be read meanwhile.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) has(text string) func() bool {
	return func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		return strings.Contains(b.text.String(), text)
	}
}
