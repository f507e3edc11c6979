package client

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"junto/internal/api"
	"junto/internal/fault"
)

func TestTheFrameIsTheContracts(t *testing.T) {
	if MaxFrame != api.MaxFrame {
		t.Errorf("MaxFrame is %d, but %d in api", MaxFrame, api.MaxFrame)
	}
}

func TestWhyADaemonCannotBeReached(t *testing.T) {
	dir, err := os.MkdirTemp("", "jun")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	stale := filepath.Join(dir, "stale.sock")
	l, err := net.Listen("unix", stale)
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, socket, message, next string
		retryable                   bool
	}{
		{"no socket", filepath.Join(dir, "none.sock"), "no Jun runs: there is no socket", "jun serve", true},
		{"no folder", filepath.Join(dir, "none", "jun.sock"), "there is no socket", "jun serve", true},
		{"the socket of a Jun that ended", stale, "nothing answers at", "jun serve", true},
		{"a file in its place", file, "nothing answers at", "jun serve", true},
		{"a file as folder", filepath.Join(file, "jun.sock"), "there is no socket", "jun serve", true},
		{"too long a path", filepath.Join(dir, strings.Repeat("x", 200)), "too long", "JUNTO_HOME", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Dial(t.Context(), test.socket)
			f, ok := fault.As(err)
			if !ok || f.Type != fault.Unreachable {
				t.Fatalf("got %v, want RuntimeDown", err)
			}
			if !strings.Contains(f.Message, test.message) || !strings.Contains(f.Message, test.socket) {
				t.Errorf("message %q does not have %q and the path", f.Message, test.message)
			}
			if !strings.Contains(f.NextStep, test.next) || f.Retryable != test.retryable {
				t.Errorf("next step %q (retryable %v), want %q (%v)", f.NextStep, f.Retryable, test.next, test.retryable)
			}
		})
	}
}

// A sandbox cannot be entered in a test without rights, so its error is made.
func TestASandboxIsNamedWithItsSetting(t *testing.T) {
	for _, errno := range []syscall.Errno{syscall.EPERM, syscall.EACCES} {
		err := dialFault("/home/u/.junto/jun.sock", os.NewSyscallError("connect", errno))
		f, ok := fault.As(err)
		if !ok || f.Type != fault.Unreachable || f.Retryable {
			t.Fatalf("got %#v, want a RuntimeDown that is not worth a retry", err)
		}
		for _, part := range []string{"sandbox", "/home/u/.junto/jun.sock", "connect: " + errno.Error()} {
			if !strings.Contains(f.Message, part) {
				t.Errorf("message %q does not contain %q", f.Message, part)
			}
		}
		want := "network_access = true under [sandbox_workspace_write] in ~/.codex/config.toml"
		if !strings.Contains(f.NextStep, want) {
			t.Errorf("next step %q does not have the setting", f.NextStep)
		}
	}
	t.Setenv("CODEX_SANDBOX_NETWORK_DISABLED", "1")
	if err := dialFault("/s", syscall.EPERM); !strings.Contains(err.Error(), "sandbox of Codex") {
		t.Errorf("Codex's sandbox is not named: %v", err)
	}
}

func TestAnotherUsersSocketIsNoSandbox(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can make a file another user's")
	}
	path := filepath.Join(t.TempDir(), "jun.sock")
	if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chown(path, 12345, -1)); err != nil {
		t.Fatal(err)
	}
	err := dialFault(path, syscall.EACCES)
	if !fault.Is(err, fault.Auth) || !strings.Contains(err.Error(), "another user's (uid 12345)") {
		t.Errorf("got %v", err)
	}
}
