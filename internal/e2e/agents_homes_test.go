//go:build agents

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// harness is how a real agent is set up and driven.
type harness struct {
	program string
	args    []string
	env     map[string]string
	files   map[string]string // of its home
	tool    string            // the prompt that leads to a permission prompt
	ran     string            // what the tool's result has in it
	approve string            // the key that says yes
}

// setting is where an agent runs and what it talks to.
type setting struct {
	t       *testing.T
	home    string // the agent's
	project string // its folder
	model   string // the server's URL
}

// harnesses prepare each agent so that it starts without a question: trusted
// folder, no onboarding, no updates, the fake server as its model.
var harnesses = map[string]func(setting) harness{"claude": claude, "codex": codex, "pi": pi}

func claude(s setting) harness {
	return harness{
		program: claudeRelease.program(install(s.t, claudeRelease)),
		args:    []string{"--permission-mode", "manual"},
		env: map[string]string{
			"ANTHROPIC_BASE_URL":                       s.model,
			"ANTHROPIC_AUTH_TOKEN":                     "dummy", // an API key would make it ask whether to use it
			"DISABLE_AUTOUPDATER":                      "1",
			"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
		},
		files: map[string]string{".claude.json": encode(s.t, map[string]any{
			"hasCompletedOnboarding": true, "theme": "dark",
			"projects": map[string]any{s.project: map[string]any{"hasTrustDialogAccepted": true}},
		})},
		tool: "tool touch made.txt; echo tool-ran", ran: "tool-ran", approve: "1",
	}
}

func codex(s setting) harness {
	return harness{
		program: codexRelease.program(install(s.t, codexRelease)),
		args:    []string{"--no-daemon"},
		files: map[string]string{".codex/config.toml": fmt.Sprintf(`model = "gpt-5.4"
model_provider = "fake"
check_for_update_on_startup = false
[model_providers.fake]
name = "Fake"
base_url = "%s/v1"
wire_api = "responses"
[projects.%q]
trust_level = "trusted"
`, s.model, s.project)},
		tool: "tool touch made.txt; echo tool-ran", ran: "tool-ran", approve: "y",
	}
}

// pi has no approvals of its own: an extension from its examples adds one for
// dangerous commands.
func pi(s setting) harness {
	dir := install(s.t, piRelease)
	gate := filepath.Join(dir, "node_modules", "@earendil-works", "pi-coding-agent", "examples", "extensions", "permission-gate.ts")
	return harness{
		program: piRelease.program(dir),
		args:    []string{"-e", gate},
		env:     map[string]string{"PI_OFFLINE": "1"},
		files: map[string]string{
			".pi/agent/models.json": encode(s.t, map[string]any{"providers": map[string]any{"fake": map[string]any{
				"baseUrl": s.model + "/v1", "apiKey": "dummy", "api": "openai-completions",
				"models": []any{map[string]any{
					"id": "fake-model", "name": "Fake Model", "reasoning": true, "input": []string{"text"}, "contextWindow": 200000, "maxTokens": 8192,
					"cost": map[string]any{"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
				}},
			}}}),
			".pi/agent/settings.json": encode(s.t, map[string]any{"defaultProvider": "fake", "defaultModel": "fake-model"}),
		},
		tool: "tool touch made.txt; rm -rf nothing; echo tool-ran", ran: "tool-ran", approve: "\r",
	}
}

func encode(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// launcher writes the agent's home and a script that starts it there, and
// returns the command line for its terminal.
func (h harness) launcher(s setting, node string) string {
	s.t.Helper()
	for name, text := range h.files {
		write(s.t, filepath.Join(s.home, filepath.FromSlash(name)), text)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "export HOME=%s\nexport PATH=%s:$PATH\n", quote(s.home), quote(node))
	for name, value := range h.env {
		fmt.Fprintf(&b, "export %s=%s\n", name, quote(value))
	}
	fmt.Fprintf(&b, "cd %s\nexec %s", quote(s.project), quote(h.program))
	for _, a := range h.args {
		b.WriteString(" " + quote(a))
	}
	script := filepath.Join(s.home, "start.sh")
	write(s.t, script, b.String()+"\n")
	return "exec sh " + script
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
