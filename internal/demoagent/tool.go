package demoagent

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
)

// keptOutput bounds what is kept of a command's output.
const keptOutput = 64 << 10

// runTool runs an approved command as agents do: in a shell, without a terminal
// to read from, in a process group of its own that an interrupt ends.
func (s *shell) runTool(ctx context.Context, t Tool) {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", t.Command)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	text, err := cmd.CombinedOutput()
	r := ToolResult{ID: t.ID, Text: string(text[:min(len(text), keptOutput)])}
	var ended *exec.ExitError
	switch {
	case errors.As(err, &ended):
		r.Status = ended.ExitCode()
	case err != nil:
		r.Status, r.Text = -1, err.Error()
	}
	s.tools <- r
}
