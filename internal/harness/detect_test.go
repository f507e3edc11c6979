package harness

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// ps makes processes from lines of "pid ppid pgid exe: argv…"; the process is
// named as its executable, as most are.
func ps(lines ...string) []Proc {
	var out []Proc
	for i, l := range lines {
		head, argv, _ := strings.Cut(l, ": ")
		exe := head[strings.LastIndex(head, " ")+1:]
		p := Proc{PID: 10 + i, PPID: 9 + i, PGID: 10, Name: base(exe), Exe: exe, Argv: strings.Fields(argv)}
		if strings.HasPrefix(head, "bg ") {
			p.PGID = p.PID
		}
		out = append(out, p)
	}
	return out
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name  string
		procs []Proc
		want  string
	}{
		{"nothing runs", nil, ""},
		{"a shell at its prompt", ps("/usr/bin/bash: -bash"), ""},
		{"the program itself", ps("/opt/claude: claude --resume x"), "claude"},
		{"a path to it", ps("/opt/codex: /opt/codex --no-daemon"), "codex"},
		{"a version as its executable", ps("/home/u/.local/share/claude/versions/2.1.332: claude"), "claude"},
		{"a Windows-like suffix", ps("/opt/claude.exe: ./claude.exe"), "claude"},
		{"under a shell script", ps("/bin/sh: sh /usr/local/bin/start", "/opt/claude: claude"), "claude"},
		{"under sh -c", ps("/bin/dash: sh -c claude", "/opt/claude: claude"), "claude"},
		{"node runs its package", ps("/usr/bin/node: node /usr/lib/node_modules/@google/gemini-cli/dist/index.js"), "gemini"},
		{"node with options", ps("/usr/bin/node: node --max-old-space-size=4096 -r /x/hook.js /p/node_modules/@qwen-code/qwen-code/cli.js"), "qwen"},
		{"node runs the link of a package manager", ps("/usr/bin/node: node /usr/local/bin/pi --model x"), "pi"},
		{"node renamed itself", ps("/usr/bin/node: pi"), "pi"},
		{"the older package", ps("/usr/bin/node: node /l/node_modules/@mariozechner/pi-coding-agent/dist/cli.js"), "pi"},
		{"npx runs it", ps("/usr/bin/node: npm exec @openai/codex", "/bin/sh: sh -c codex", "/usr/bin/node: node /c/node_modules/.bin/codex", "/c/vendor/codex: /c/vendor/codex"), "codex"},
		{"npx still installs", ps("/usr/bin/node: npm exec @openai/codex"), ""},
		{"bun runs it", ps("/usr/bin/bun: bun run /l/node_modules/opencode-ai/bin/opencode"), "opencode"},
		{"timeout and nice before it", ps("/usr/bin/timeout: timeout 1h nice kimi", "/usr/bin/kimi: kimi"), "kimi"},
		{"our own", ps("/opt/jun: jun demo-agent --mode normal"), "demo"},
		{"our own program with another command", ps("/opt/jun: jun tool terminals"), ""},
		{"an editor of a file named so", ps("/usr/bin/vim: vim claude"), ""},
		{"cat of the program", ps("/usr/bin/cat: cat /usr/bin/codex"), ""},
		{"a search for the word", ps("/usr/bin/grep: grep -r claude ."), ""},
		{"echo in a shell", ps("/bin/sh: sh -c echo claude codex"), ""},
		{"a script of the project", ps("/usr/bin/node: node pi.js"), ""},
		{"an argument of a script", ps("/usr/bin/node: node build.js claude"), ""},
		{"code on the command line", ps("/usr/bin/node: node -e claude"), ""},
		{"a folder that has its name", ps("/usr/bin/node: node /home/u/claude/server.js"), ""},
		{"an agent that runs another", ps("/opt/claude: claude", "/bin/sh: sh -c codex exec x", "/opt/codex: codex exec x"), "claude"},
		{"an agent in a pipe", ps("/opt/claude: claude -p hi", "/usr/bin/tee: tee log"), "claude"},
		{"suspended under the shell", ps("/usr/bin/bash: bash", "bg /opt/claude: claude"), ""},
		{"in the background of an editor", ps("/usr/bin/vim: vim", "bg /opt/claude: claude"), ""},
		{"in a terminal of script", ps("/usr/bin/script: script -q out.log claude", "bg /opt/claude: claude"), "claude"},
		{"in a sandbox", ps("/usr/bin/bwrap: bwrap --ro-bind / / claude", "bg /opt/claude: claude"), "claude"},
		{"a job of a shell in script", ps("/usr/bin/script: script out.log", "bg /usr/bin/bash: bash", "bg /opt/claude: claude"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := Detect(c.procs); got != c.want || ok != (c.want != "") {
				t.Errorf("got %q, %v, want %q", got, ok, c.want)
			}
		})
	}
}

func TestDetectByHint(t *testing.T) {
	wrapper := ps("/usr/bin/ssh: ssh host")
	wrapper[0].Hint = "Codex"
	if got, _ := Detect(wrapper); got != "codex" {
		t.Errorf("a wrapper with a hint is %q", got)
	}
	shell := ps("/usr/bin/zsh: -zsh")
	shell[0].Hint = "codex"
	if got, ok := Detect(shell); ok {
		t.Errorf("a bare shell with a hint is %q: text sent there would run as a command", got)
	}
	job := ps("/usr/bin/zsh: -zsh", "bg /usr/bin/ssh: ssh host")
	job[1].Hint = "codex"
	if got, ok := Detect(job); ok {
		t.Errorf("a hint in the background is %q", got)
	}
	unknown := ps("/usr/bin/ssh: ssh host")
	unknown[0].Hint = "nobody"
	if got, ok := Detect(unknown); ok {
		t.Errorf("an unknown hint is %q", got)
	}
}

// TestDetectEndsOnAnyTree: a snapshot of processes can hold cycles, since ids
// are reused while it is taken.
func TestDetectEndsOnAnyTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var procs []Proc
		for range rapid.IntRange(0, 12).Draw(t, "n") {
			procs = append(procs, Proc{
				PID: rapid.IntRange(1, 8).Draw(t, "pid"), PPID: rapid.IntRange(0, 8).Draw(t, "ppid"),
				PGID: rapid.IntRange(1, 3).Draw(t, "pgid"), Exe: rapid.SampledFrom([]string{"", "node", "/bin/sh", "/opt/claude", "script"}).Draw(t, "exe"),
				Argv: rapid.SliceOfN(rapid.SampledFrom([]string{"claude", "-r", "x", "", "node_modules/@openai/codex/x.js"}), 0, 4).Draw(t, "argv"),
			})
		}
		name, ok := Detect(procs)
		if _, known := ByName(name); ok != known {
			t.Fatalf("found %q, %v", name, ok)
		}
	})
}
