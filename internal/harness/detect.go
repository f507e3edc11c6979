package harness

import (
	"path"
	"slices"
	"strings"
)

// Proc is a process as Detect sees it.
type Proc struct {
	PID, PPID, PGID int
	Name            string // as the kernel calls it
	Exe             string // path of its executable
	Argv            []string
	Hint            string // JUN_AGENT in its environment
}

// Detect finds the agent among the processes of a terminal: those of its
// foreground group first, then their descendants in other groups. procs[0]
// must belong to the foreground group.
//
// A process is an agent by what it runs, never by what its arguments merely
// mention. Processes of other groups count only below a wrapper that gives its
// program a terminal or session of its own (script, a sandbox): an agent that
// was suspended under a shell is not in the foreground, and text sent there
// would run as a command.
func Detect(procs []Proc) (name string, ok bool) {
	if len(procs) == 0 {
		return "", false
	}
	tree := newTree(procs)
	for _, p := range procs {
		if p.PGID == tree.foreground {
			if t, hinted := hint(p); hinted {
				return t.Name, true
			}
		}
	}
	best, depth := "", 0
	for _, p := range procs {
		t, is := identify(p)
		if !is || !tree.inFront(p) {
			continue
		}
		if d := tree.depth(p); best == "" || d < depth {
			best, depth = t.Name, d
		}
	}
	return best, best != ""
}

// hint is the template that the process's environment names. A bare shell
// does not count: it passes the name on, it is no wrapper of an agent.
func hint(p Proc) (*Template, bool) {
	if p.Hint == "" || isBareShell(p) {
		return nil, false
	}
	return ByName(strings.ToLower(p.Hint))
}

// identify says which agent a single process is.
func identify(p Proc) (*Template, bool) {
	prog := program(p)
	for _, t := range templates {
		if t.Detection.is(p, prog) {
			return t, true
		}
	}
	return nil, false
}

// program is the name of what the process runs, without folder, login dash
// and extension.
func program(p Proc) string {
	if len(p.Argv) > 0 {
		return base(p.Argv[0])
	}
	return base(p.Exe)
}

func (d *Detection) is(p Proc, prog string) bool {
	exe := base(p.Exe)
	if isShell(exe) || isShell(prog) {
		return false
	}
	if interpreters[exe] || interpreters[prog] {
		return d.isScript(p, prog)
	}
	for _, c := range d.Commands {
		name, first, _ := strings.Cut(c, " ")
		if (prog == name || exe == name) && len(p.Argv) > 1 && p.Argv[1] == first {
			return true
		}
	}
	// A program that renames itself keeps one of the three names.
	return slices.Contains(d.Programs, prog) || slices.Contains(d.Programs, exe)
}

// isScript says whether an interpreter runs this agent: it has renamed itself
// to the agent, or its script is the agent's.
func (d *Detection) isScript(p Proc, prog string) bool {
	if slices.Contains(d.Programs, prog) || slices.Contains(d.Programs, p.Name) && !interpreters[p.Name] {
		return true
	}
	s, ok := script(p.Argv)
	if !ok {
		return false
	}
	s = strings.ReplaceAll(s, `\`, "/")
	for _, pkg := range d.Packages {
		if strings.Contains(s, "/node_modules/"+pkg+"/") || strings.HasPrefix(s, "node_modules/"+pkg+"/") {
			return true
		}
	}
	// The link that a package manager makes has no extension; a project's own
	// pi.js has one.
	return path.Ext(s) == "" && slices.Contains(d.Programs, path.Base(s))
}

// script is the first argument of an interpreter that is no option, nor the
// value of one.
func script(argv []string) (string, bool) {
	for i := 1; i < len(argv); i++ {
		a := argv[i]
		switch {
		case a == "-e", a == "-p", a == "-c", a == "--eval", a == "--print":
			return "", false
		case valueOptions[a]:
			i++
		case a == "run" && i == 1: // bun run, deno run
		case strings.HasPrefix(a, "-"):
		default:
			return a, true
		}
	}
	return "", false
}

var (
	interpreters = set("node", "nodejs", "bun", "deno", "python", "python3")
	// valueOptions of the interpreters take the next word.
	valueOptions = set("-r", "--require", "--import", "--loader", "--experimental-loader", "-C", "--conditions", "--env-file", "-W", "-X", "-m")
	shells       = set("sh", "bash", "zsh", "dash", "fish", "ksh", "mksh", "tcsh", "csh", "nu", "busybox", "ash", "pwsh", "elvish", "xonsh")
	// ptyWrappers run a program in a terminal or session of its own.
	ptyWrappers = set("script", "unbuffer", "expect", "bwrap", "firejail", "nono", "sandbox-exec", "setsid", "systemd-run", "asciinema", "ttyrec", "sudo", "su", "doas", "docker", "podman", "nsenter", "unshare")
)

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

func isShell(name string) bool { return shells[name] }

// isBareShell is true for a shell that was given nothing to run.
func isBareShell(p Proc) bool {
	if !isShell(program(p)) && !isShell(base(p.Exe)) {
		return false
	}
	for _, a := range p.Argv[min(1, len(p.Argv)):] {
		if a == "-c" || !strings.HasPrefix(a, "-") {
			return false
		}
	}
	return true
}

func base(p string) string {
	b := path.Base(strings.ReplaceAll(p, `\`, "/"))
	b = strings.TrimPrefix(b, "-")
	return strings.TrimSuffix(b, ".exe")
}

// tree is the processes by id, with the foreground group.
type tree struct {
	byPID      map[int]Proc
	foreground int
}

func newTree(procs []Proc) tree {
	t := tree{byPID: make(map[int]Proc, len(procs)), foreground: procs[0].PGID}
	for _, p := range procs {
		t.byPID[p.PID] = p
	}
	return t
}

// depth counts the ancestors of a process inside the tree.
func (t tree) depth(p Proc) int {
	n := 0
	for range len(t.byPID) { // bounded: a snapshot can hold a cycle of reused ids
		parent, ok := t.byPID[p.PPID]
		if !ok || parent.PID == p.PID {
			break
		}
		p = parent
		n++
	}
	return n
}

// inFront says whether what the process draws is what the terminal shows: it
// is in the foreground group, or below a wrapper of that group.
func (t tree) inFront(p Proc) bool {
	for range len(t.byPID) + 1 {
		if p.PGID == t.foreground {
			return true
		}
		parent, ok := t.byPID[p.PPID]
		if !ok {
			return false
		}
		if parent.PGID != p.PGID && !ptyWrappers[program(parent)] && !ptyWrappers[base(parent.Exe)] {
			return false
		}
		p = parent
	}
	return false
}
