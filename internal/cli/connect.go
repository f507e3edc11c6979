package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"time"

	"junto/internal/client"
	"junto/internal/fault"
)

// answerTimeout is when a daemon that does not answer is given up. The longest
// wait that the document allows for is a few seconds for a repository.
const answerTimeout = 30 * time.Second

// toolSocket is the socket of the Jun that runs the caller's terminal. The
// tools try no other, so that they never act on a Jun that the caller is not
// in.
func toolSocket() (string, error) {
	if socket := os.Getenv("JUN_API"); socket != "" {
		return socket, nil
	}
	f := fault.New(fault.Unreachable, "JUN_API is not set: it is the socket of the Jun that runs a terminal, and Jun sets it in each of its terminals")
	f.Retryable = false
	return "", f.Next("run the command in one of Jun's terminals; outside, to read only: JUN_API=~/.junto/jun.sock")
}

// home is the folder with the configuration, the sockets and the state.
func home() (string, error) {
	if dir := os.Getenv("JUNTO_HOME"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserHomeDir()
	if err != nil {
		return "", fault.New(fault.Refused, "no home folder: neither JUNTO_HOME nor HOME is set").Next("set JUNTO_HOME")
	}
	return filepath.Join(dir, ".junto"), nil
}

// homeSocket is the socket of the Jun of the user's own folder.
func homeSocket() (string, error) {
	dir, err := home()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "jun.sock"), nil
}

// ask makes one call at the socket and decodes its result.
func ask(ctx context.Context, socket func() (string, error), name string, input, result any) error {
	c, err := dial(ctx, socket)
	if err != nil {
		return err
	}
	defer c.Close()
	c.Patience(answerTimeout)
	return c.Call(ctx, name, input, result)
}

func dial(ctx context.Context, socket func() (string, error)) (*client.Client, error) {
	path, err := socket()
	if err != nil {
		return nil, err
	}
	return client.Dial(ctx, path)
}

// printJSON prints a value with the indentation of the document.
func printJSON(w io.Writer, raw json.RawMessage) error {
	var text bytes.Buffer
	text.Grow(2 * len(raw)) // enough for most
	if err := json.Indent(&text, raw, "", "  "); err != nil {
		return fault.New(fault.Protocol, "the answer is not JSON: %v", err)
	}
	text.WriteByte('\n')
	_, err := w.Write(text.Bytes())
	return err
}
