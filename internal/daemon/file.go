package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"junto/internal/api"
	"junto/internal/content"
	"junto/internal/fault"
)

// handleFiles answers what concerns files that are shown.
func (d *Daemon) handleFiles(gate *Dispatcher) {
	handle(gate, "file.get", d.getFile)
}

// getFile reads a file for a tab.
func (d *Daemon) getFile(_ context.Context, _ api.Caller, in api.FileIn) (api.File, error) {
	path := in.Path
	if rest, ok := strings.CutPrefix(path, "~/"); ok && d.userHome != "" {
		path = filepath.Join(d.userHome, rest)
	}
	if !filepath.IsAbs(path) {
		return api.File{}, fault.New(fault.Input, "%q is no absolute path", in.Path).Next("give the path from /")
	}
	return readFile(filepath.Clean(path))
}

// readFile reads a regular file, and nothing else: what is read from a device or
// a FIFO is gone from it, or never comes.
func readFile(path string) (api.File, error) {
	file := api.File{Path: path, Name: filepath.Base(path), Language: content.Language(filepath.Base(path))}
	if to, err := filepath.EvalSymlinks(path); err == nil && to != path {
		file.Target = to
	}
	if err := regular(os.Stat(path)); err != nil {
		return file, unreadable(path, err)
	}
	// What it is may change before it is open: then opening must not wait.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return file, unreadable(path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err := regular(info, err); err != nil {
		return file, unreadable(path, err)
	}
	file.Size, file.Modified = info.Size(), info.ModTime().Format(time.RFC3339Nano)
	// Sizes may be wrong, as in /proc, or grow: what is read is bounded by itself.
	data, err := io.ReadAll(io.LimitReader(f, api.MaxImage+1))
	if err != nil {
		return file, unreadable(path, err)
	}
	fill(&file, data)
	return file, nil
}

var errNotRegular = errors.New("not a regular file")

func regular(info fs.FileInfo, err error) error {
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %s", errNotRegular, info.Mode().Type())
	}
	return err
}

// unreadable says why a file cannot be shown.
func unreadable(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(fault.UnknownTarget, "there is no file %s", path).Next("check the path; it may have been moved or deleted")
	case errors.Is(err, fs.ErrPermission):
		return fault.New(fault.Refused, "%s: you may not read it", path).Next("look at its permissions with `ls -l`")
	case errors.Is(err, errNotRegular):
		return fault.New(fault.Refused, "%s is a folder, a device or a pipe", path).Next("open a file")
	}
	return fault.New(fault.Refused, "%s cannot be read: %s", path, err).Next("try `cat` in a terminal")
}

// fill puts a file's content where it belongs: a text that is too long is cut
// after a line.
func fill(file *api.File, data []byte) {
	file.Media = content.ImageType(data)
	if file.Media != "" || content.Binary(data) {
		file.Binary = true
		if file.TooLarge = len(data) > api.MaxImage; file.Media != "" && !file.TooLarge {
			file.Image = data
		}
		return
	}
	if len(data) > api.MaxFileText {
		file.TooLarge = true
		data = data[:api.MaxFileText]
		if end := bytes.LastIndexByte(data, '\n'); end > 0 {
			data = data[:end+1]
		}
	}
	file.Lines = content.Lines(data)
	file.Text, file.Lossy = content.Text(data)
	if strings.EqualFold(filepath.Ext(file.Name), ".svg") && !file.TooLarge {
		file.Media = "image/svg+xml" // shown from its text
	}
}
