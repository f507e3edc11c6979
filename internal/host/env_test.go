package host_test

import (
	"slices"
	"strings"
	"testing"

	"junto/internal/host"
)

// "An agent that I start in Junto behaves as in a terminal of its own, wherever I
// started Junto from."
func TestATerminalIsToldOfNoOtherTerminal(t *testing.T) {
	tests := []struct {
		name string
		base []string
		want []string // of the daemon's own environment, what is left
	}{
		{"from a plain shell", []string{"HOME=/home/me", "LANG=C.UTF-8", "OLDPWD=/", "SHLVL=2"}, []string{"HOME=/home/me", "LANG=C.UTF-8"}},
		{"from tmux in kitty", []string{"TMUX=/tmp/tmux,1,0", "TMUX_PANE=%1", "KITTY_WINDOW_ID=3", "TERM=tmux-256color", "EDITOR=vi"}, []string{"EDITOR=vi"}},
		{"from an editor's terminal", []string{"TERM_PROGRAM=vscode", "TERM_PROGRAM_VERSION=1", "COLUMNS=80", "LINES=24"}, nil},
		{"from Claude Code", []string{"CLAUDECODE=1", "CLAUDE_CODE_CHILD_SESSION=1", "CLAUDE_CONFIG_DIR=/c", "PAGER=less"}, []string{"CLAUDE_CONFIG_DIR=/c", "PAGER=less"}},
		{"from Codex, which sets pagers of its own", []string{"CODEX_THREAD_ID=1", "CODEX_HOME=/c", "PAGER=cat", "NO_COLOR=1"}, []string{"CODEX_HOME=/c"}},
		{"from a terminal of Jun", []string{"JUN_TERMINAL=7", "JUN_API=/old", "JUNTO_TOKEN=x", "A=JUN_"}, []string{"A=JUN_"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			env := host.Environment{Base: test.base, Socket: "/new/jun.sock", Bin: "/opt/jun"}.For("/work")
			ours := []string{"TERM=xterm-256color", "COLORTERM=truecolor", "TERM_PROGRAM=junto", "PWD=/work", "JUN_API=/new/jun.sock", "JUN_BIN=/opt/jun"}
			if want := append(slices.Clone(test.want), ours...); !slices.Equal(env, want) {
				t.Errorf("environment:\n got %q\nwant %q", env, want)
			}
		})
	}
}

// "My agent in a seat finds junto, and nobody else's."
func TestASeatFindsItsOwnCLIFirst(t *testing.T) {
	e := host.Environment{Base: []string{"PATH=/usr/bin:/bin"}, Bin: "/opt/junto/bin/jun", Home: "/home/me/.junto"}
	env := e.ForSeat(host.Occupant{AgentKey: "builder", Node: "n1"})
	for _, want := range []string{
		"PATH=/opt/junto/bin:/usr/bin:/bin", "JUNTO_HOME=/home/me/.junto", "JUNTO_CLI=/opt/junto/bin/junto",
		"JUNTO_SEAT=builder", "JUNTO_NODE_REF=n1",
	} {
		if !slices.Contains(env, want) {
			t.Errorf("no %s in %q", want, env)
		}
	}
	for _, v := range (host.Environment{Bin: "/opt/junto/bin/jun"}).ForSeat(host.Occupant{}) {
		if path, ok := strings.CutPrefix(v, "PATH="); ok && path != "/opt/junto/bin" {
			t.Errorf("without a PATH the seat's is %q", path)
		}
	}
}

// "A new terminal opens my shell, and some shell where I have set none."
func TestTheShellIsTheUsers(t *testing.T) {
	if got := (host.Environment{Base: []string{"SHELL=/bin/fish"}}).Shell(); got != "/bin/fish" {
		t.Errorf("shell is %s", got)
	}
	for _, base := range [][]string{nil, {"SHELL="}} {
		if got := (host.Environment{Base: base}).Shell(); !strings.HasPrefix(got, "/bin/") {
			t.Errorf("with %q the shell is %q", base, got)
		}
	}
}
