// Package session knows where agent CLIs keep their sessions, and finds out which
// one a running agent is in, when that can be proved.
//
// The proof: the session's file was written in the turn that has just ended, and
// either the agent itself names the session beside its pid, or holds the file
// open, or no other session of its directory was written in that turn. Whatever
// leaves a choice proves nothing: a wrong session would be resumed in place of
// the right one.
//
// It keeps what was proved of each terminal, over restarts too. It leaves to its
// users when a turn has ended, and what to do with a session.
package session

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"junto/internal/proc"
)

// Question is about the agent in a terminal, at the end of a turn.
type Question struct {
	Agent    string // the harness's name
	Programs []int  // the pids in the terminal's foreground
	Began    time.Time
}

// provers know each agent's ways.
var provers = map[string]func(agent process, began time.Time) string{"claude": claude, "codex": codex, "pi": pi}

// Session is a session that was proved.
type Session struct {
	ID  string
	Dir string // where the agent runs: some resume only there
}

// Prove finds the agent's session; ok is false when it is not proved.
func Prove(q Question) (found Session, ok bool) {
	prove, ok := provers[q.Agent]
	if !ok {
		return Session{}, false
	}
	for _, pid := range q.Programs {
		a, ok := look(pid)
		if !ok {
			continue
		}
		id := prove(a, q.Began)
		switch {
		case id == "":
		case found.ID != "" && id != found.ID:
			return Session{}, false
		default:
			found = Session{ID: id, Dir: a.dir}
		}
	}
	return found, found.ID != ""
}

// process is what has to be known of an agent's process.
type process struct {
	proc.Process
	home string
	dir  string // its current directory
}

func look(pid int) (process, bool) {
	info, err := proc.Stat(pid)
	if err != nil {
		return process{}, false
	}
	home, ok := proc.Env(pid, "HOME")
	dir, err := proc.Cwd(pid)
	return process{Process: info.Process(), home: home, dir: dir}, ok && err == nil
}

// folder is where an agent keeps its things: what its variable says, else in the
// home directory.
func (p process) folder(variable, name string) string {
	if dir, ok := proc.Env(p.PID, variable); ok && dir != "" {
		return dir
	}
	return filepath.Join(p.home, name)
}

// uuid is what the three of them name a session with.
var uuid = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

// idOf is the session that a file is named after.
func idOf(path string) string {
	return uuid.FindString(strings.TrimSuffix(filepath.Base(path), ".jsonl"))
}

// written keeps the sessions' files that were written since.
func written(files []string, since time.Time) []string {
	return slices.DeleteFunc(slices.Clone(files), func(path string) bool {
		info, err := os.Stat(path)
		return err != nil || !info.Mode().IsRegular() || info.ModTime().Before(since) || idOf(path) == ""
	})
}

// glob lists files; a pattern of ours is never malformed, but for what a home's
// own name does to it, and then there are none.
func glob(parts ...string) []string {
	files, err := filepath.Glob(filepath.Join(parts...))
	if err != nil {
		return nil
	}
	return files
}

// only is the session of the one file; empty when there are none or several.
func only(files []string) string {
	if len(files) != 1 {
		return ""
	}
	return idOf(files[0])
}

// maxHead bounds the first line of a session's file: Codex's has its
// instructions in it.
const maxHead = 1 << 20

// head reads the first line of a session's file.
func head(path string, out any) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxHead)
	return lines.Scan() && json.Unmarshal(lines.Bytes(), out) == nil
}

// claude writes sessions/<pid>.json with the session that it is in, and each
// session into projects/<directory>/<id>.jsonl. The file of a process that has
// ended stays, so its start must be the process's; and Claudes before 2.1.300 or
// so did not note a /clear, so the session must have been written in the turn.
func claude(p process, began time.Time) string {
	dir := p.folder("CLAUDE_CONFIG_DIR", ".claude")
	var own struct {
		PID     int    `json:"pid"`
		Session string `json:"sessionId"`
		Start   string `json:"procStart"`
	}
	if !head(filepath.Join(dir, "sessions", strconv.Itoa(p.PID)+".json"), &own) || own.PID != p.PID {
		return ""
	}
	if start, err := strconv.ParseUint(own.Start, 10, 64); err == nil && pinnedStart && proc.StartKey(start) != p.Start {
		return ""
	}
	if uuid.FindString(own.Session) != own.Session {
		return ""
	}
	return only(written(glob(dir, "projects", "*", own.Session+".jsonl"), began))
}

// codex writes sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl and holds
// it open; so do the agents that it starts itself, whose source is another one.
func codex(p process, began time.Time) string {
	files, known := openFiles(p.PID)
	if !known {
		for _, day := range []time.Time{began.AddDate(0, 0, -1), began, began.AddDate(0, 0, 1)} {
			files = append(files, glob(p.folder("CODEX_HOME", ".codex"), "sessions", day.Format("2006/01/02"), "rollout-*.jsonl")...)
		}
	}
	return only(slices.DeleteFunc(written(distinct(files), began), func(path string) bool {
		var first struct {
			Payload struct {
				Dir    string `json:"cwd"`
				Source any    `json:"source"`
			} `json:"payload"`
		}
		return !strings.HasPrefix(filepath.Base(path), "rollout-") || !head(path, &first) ||
			first.Payload.Dir != p.dir || first.Payload.Source != "cli"
	}))
}

func distinct(files []string) []string {
	slices.Sort(files)
	return slices.Compact(files)
}

// pi writes sessions/--<directory>--/<time>_<id>.jsonl, and says nowhere which
// is whose.
func pi(p process, began time.Time) string {
	dir := p.folder("PI_CODING_AGENT_DIR", filepath.Join(".pi", "agent"))
	name := "--" + strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(strings.TrimPrefix(p.dir, "/")) + "--"
	return only(slices.DeleteFunc(written(glob(dir, "sessions", name, "*.jsonl"), began), func(path string) bool {
		var first struct {
			Dir string `json:"cwd"`
		}
		return !head(path, &first) || first.Dir != p.dir
	}))
}
