package client

import (
	"context"
	"errors"
	"os"
	"syscall"

	"junto/internal/fault"
)

// sandboxSetting is what lets a command in Codex's sandbox reach a socket.
const sandboxSetting = "network_access = true under [sandbox_workspace_write] in ~/.codex/config.toml"

// dialFault says why a daemon cannot be reached, and what to do.
func dialFault(socket string, err error) error {
	switch {
	case errors.Is(err, syscall.ENOENT), errors.Is(err, syscall.ENOTDIR):
		return fault.New(fault.Unreachable, "no Jun runs: there is no socket %s", socket).Next("start it with: jun serve")
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.ECONNRESET):
		return fault.New(fault.Unreachable, "no Jun runs: nothing answers at %s", socket).Next("start it with: jun serve")
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.ETIMEDOUT):
		return fault.New(fault.Unreachable, "the Jun at %s does not accept connections", socket).Next("look at its log, or start it anew with: jun restart")
	case errors.Is(err, syscall.EPERM), errors.Is(err, syscall.EACCES):
		return blockedFault(socket, err)
	case errors.Is(err, syscall.EINVAL), errors.Is(err, syscall.ENAMETOOLONG):
		f := fault.New(fault.Unreachable, "the path of the socket is too long for the system: %s", socket)
		f.Retryable = false
		return f.Next("set JUNTO_HOME to a shorter path")
	}
	f := fault.New(fault.Unreachable, "cannot reach Jun at %s: %v", socket, err)
	return f.Next("see what is there with: ls -l %s", socket)
}

// blockedFault is for a socket that may not be reached, whoever forbids it.
// Trying again cannot help, and nothing is wrong with Jun.
func blockedFault(socket string, err error) error {
	if info, statErr := os.Stat(socket); statErr == nil {
		if owner, ok := info.Sys().(*syscall.Stat_t); ok && int(owner.Uid) != os.Getuid() {
			f := fault.New(fault.Auth, "the Jun at %s is another user's (uid %d)", socket, owner.Uid)
			return f.Next("only that user can reach it; set JUNTO_HOME to a folder of your own")
		}
	}
	f := fault.New(fault.Unreachable, "%s blocks the socket %s (%v)", sandboxName(), socket, err)
	f.Retryable = false
	return f.Next("run the command outside the sandbox; in Codex: approve that, or set %s", sandboxSetting)
}

// sandboxName says which sandbox the caller is in, where it tells so itself.
func sandboxName() string {
	if os.Getenv("CODEX_SANDBOX") != "" || os.Getenv("CODEX_SANDBOX_NETWORK_DISABLED") != "" {
		return "the sandbox of Codex"
	}
	return "a sandbox"
}

// gone is for a connection that ended, or was silent, before the answer.
func (c *Client) gone(err error) error {
	switch {
	case errors.Is(err, errTooLong):
		return c.confused("a line of more than %d bytes", MaxFrame)
	case errors.Is(err, syscall.EAGAIN):
		c.broken = c.silent()
		return c.broken
	}
	f := fault.New(fault.Unreachable, "the Jun at %s ended the connection", c.socket)
	c.broken = f.Next("see whether it runs with: jun status")
	return c.broken
}

// confused is for an answer that is none.
func (c *Client) confused(format string, args ...any) error {
	f := fault.New(fault.Protocol, "cannot understand the Jun at "+c.socket+": "+format, args...)
	c.broken = f.Next("this program and the daemon differ in version: jun restart")
	return c.broken
}

// late is for a call that the caller's context ended.
func (c *Client) late(ctx context.Context) error {
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return ctx.Err()
	}
	return c.silent()
}

// silent is for an answer that does not come.
func (c *Client) silent() error {
	f := fault.New(fault.Unreachable, "the Jun at %s did not answer in time", c.socket)
	return f.Next("see whether it runs with: jun status")
}
