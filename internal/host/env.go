package host

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Environment is what every terminal gets: the daemon's own environment without
// what would mislead a program in it, and Jun's variables.
type Environment struct {
	Base   []string // NAME=value, usually os.Environ()
	Socket string   // JUN_API
	Bin    string   // JUN_BIN
	Home   string   // JUNTO_HOME
}

// TermName is the terminal type that Jun's emulator is: xterm with 256 colours.
const TermName = "xterm-256color"

// misleading are the prefixes of variables that tell a program in a terminal
// about another terminal, or about the agent in whose terminal the daemon was
// started. A Claude Code that finds CLAUDE_CODE_CHILD_SESSION, for instance,
// saves no transcript, so it could not be resumed.
var misleading = []string{
	"CLAUDE", "CODEX_", "PI_", "AI_AGENT=", "COPILOT_MULTIPLEXER=", "GEMINI_CLI=", "QWEN_CODE=", "OPENCODE",
	"TMUX", "STY=", "ZELLIJ", "KITTY_", "WEZTERM_", "GHOSTTY_", "ITERM_", "ALACRITTY_", "VTE_VERSION=", "WT_SESSION=", "WINDOWID=",
	"TERM=", "TERM_PROGRAM", "TERMCAP=", "COLORTERM=", "COLUMNS=", "LINES=", "OLDPWD=", "PWD=", "SHLVL=",
	"JUN_", "JUNTO_TOKEN",
}

// keepDespite are the variables that a user sets for the agents themselves.
var keepDespite = []string{"CLAUDE_CONFIG_DIR=", "CODEX_HOME=", "CLAUDE_CODE_USE_", "PI_OFFLINE="}

// agentsOwn are set by Codex for the commands that it runs; they are dropped
// only when the daemon was started by it, for a user may want them too.
var agentsOwn = []string{"NO_COLOR=", "PAGER=", "GIT_PAGER=", "GH_PAGER="}

// For returns the environment of a terminal whose variables Jun sets, except
// JUN_TERMINAL, whose value only the keeper knows.
func (e Environment) For(dir string) []string {
	inCodex := hasPrefixAmong(e.Base, "CODEX_THREAD_ID=")
	env := make([]string, 0, len(e.Base)+8)
	for _, v := range e.Base {
		if (startsWithAny(v, misleading) && !startsWithAny(v, keepDespite)) || (inCodex && startsWithAny(v, agentsOwn)) {
			continue
		}
		env = append(env, v)
	}
	return append(env,
		"TERM="+TermName,
		"COLORTERM=truecolor",
		"TERM_PROGRAM=junto",
		"PWD="+dir,
		"JUN_API="+e.Socket,
		"JUN_BIN="+e.Bin,
	)
}

// ForSeat is what a seat's terminal gets beside that: the agents' CLI is found
// first, and finds this home. Who the seat is, it is never told by these: the
// daemon asks the kernel.
func (e Environment) ForSeat(o Occupant) []string {
	path := filepath.Dir(e.Bin)
	for _, v := range e.Base {
		if old, ok := strings.CutPrefix(v, "PATH="); ok && old != "" {
			path += string(os.PathListSeparator) + old
		}
	}
	return []string{
		"PATH=" + path, "JUNTO_HOME=" + e.Home, "JUNTO_CLI=" + filepath.Join(filepath.Dir(e.Bin), "junto"),
		"JUNTO_SEAT=" + o.AgentKey, "JUNTO_NODE_REF=" + o.Node,
	}
}

// with sets variables in an environment, in the place of those of their names.
func with(env, more []string) []string {
	for _, v := range more {
		name, _, _ := strings.Cut(v, "=")
		env = slices.DeleteFunc(env, func(old string) bool { return strings.HasPrefix(old, name+"=") })
		env = append(env, v)
	}
	return env
}

// Shell is the user's shell.
func (e Environment) Shell() string {
	for _, v := range e.Base {
		if path, ok := strings.CutPrefix(v, "SHELL="); ok && path != "" {
			return path
		}
	}
	for _, path := range []string{"/bin/bash", "/bin/zsh"} {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return "/bin/sh"
}

// Shell is the user's shell.
func (h *Host) Shell() string { return h.o.Env.Shell() }

func startsWithAny(v string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(v, p) {
			return true
		}
	}
	return false
}

func hasPrefixAmong(env []string, prefix string) bool {
	for _, v := range env {
		if strings.HasPrefix(v, prefix) {
			return true
		}
	}
	return false
}
