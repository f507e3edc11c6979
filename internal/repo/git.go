package repo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"slices"
	"strings"
	"time"

	"junto/internal/fault"
)

const (
	// readWait is how long a small question may take: the document's few seconds.
	readWait = 5 * time.Second
	// listWait is how long a walk over a whole worktree may take: a cold disk
	// with a hundred thousand files takes some ten seconds.
	listWait = 20 * time.Second
	// killWait is how long a killed git's own helpers may hold its output open.
	killWait = time.Second

	// maxWords bounds the answer to a small question.
	maxWords = 1 << 20
	// maxListing bounds a list of files: over 300,000 of them at 100 bytes. What
	// is longer is no change that a person reviews, but a folder to be ignored.
	maxListing = 32 << 20
)

// errTooMuch says that git's answer is larger than its limit.
var errTooMuch = errors.New("the answer is too large")

// question is one run of git, which changes nothing and asks nobody.
type question struct {
	dir   string
	args  []string
	wait  time.Duration
	limit int // bytes of the answer
}

// git asks a small question, and returns the answer without its line end.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	out, err := question{dir: dir, args: args, wait: readWait, limit: maxWords}.ask(ctx)
	return strings.TrimSuffix(string(out), "\n"), err
}

// settings are put before every question. A repository's own settings may name
// programs; what an agent wrote there must not run outside its sandbox.
var settings = []string{"--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "diff.autoRefreshIndex=false"}

// ask runs git. With an error, what it has answered until then is returned too.
func (q question) ask(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, q.wait)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", append(slices.Clone(settings), q.args...)...)
	cmd.Dir = q.dir
	cmd.Env = environment(cmd.Environ())
	cmd.WaitDelay = killWait
	out, words := &bounded{limit: q.limit}, &bounded{limit: maxWords}
	cmd.Stdout, cmd.Stderr = out, words
	err := cmd.Run()
	switch {
	case out.over:
		return out.kept.Bytes(), errTooMuch
	case err != nil:
		return out.kept.Bytes(), q.failed(ctx, err, strings.TrimSpace(words.kept.String()))
	}
	return out.kept.Bytes(), nil
}

// misleading are the variables by which a git that started Jun, as from a hook,
// would have us look at its own repository.
var misleading = []string{
	"GIT_DIR=", "GIT_WORK_TREE=", "GIT_INDEX_FILE=", "GIT_PREFIX=", "GIT_COMMON_DIR=", "GIT_OBJECT_DIRECTORY=",
	"GIT_ALTERNATE_OBJECT_DIRECTORIES=", "GIT_NAMESPACE=", "GIT_EXTERNAL_DIFF=", "GIT_DIFF_OPTS=", "GIT_CONFIG_PARAMETERS=", "GIT_CONFIG_COUNT=",
}

// environment is the one that git runs in: it takes no lock that could be in an
// agent's way, and never waits for anybody's answer.
func environment(from []string) []string {
	env := slices.DeleteFunc(from, func(v string) bool {
		return slices.ContainsFunc(misleading, func(name string) bool { return strings.HasPrefix(v, name) })
	})
	return append(env, "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=true", "LC_ALL=C")
}

// failed says why git gave no answer, as a fault for whoever asked. The cause
// stays in the error's chain.
func (q question) failed(ctx context.Context, err error, words string) error {
	because := func(next string, format string, args ...any) error {
		return fmt.Errorf("%w (%w)", fault.New(fault.Refused, format, args...).Next("%s", next), err)
	}
	var missing *fs.PathError
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return because("run `git status` there to see what keeps it, then try again", "%s: git %s gave no answer within %s", q.dir, q.args[0], q.wait)
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return because("install git, then start Jun again", "git is not installed")
	case errors.As(err, &missing) && missing.Op == "chdir":
		return because("open the changes of another terminal", "%s: there is no such directory", q.dir)
	case strings.Contains(words, "not a git repository"), strings.Contains(words, "must be run in a work tree"):
		return outside(q.dir)
	case strings.Contains(words, "dubious ownership"):
		return because("if you trust it: git config --global --add safe.directory '"+q.dir+"'", "%s belongs to another user, so git does not read it", q.dir)
	}
	return because("run `git -C '"+q.dir+"' status` to see what git says there", "git %s: %s", q.args[0], firstLine(words, err))
}

// firstLine is what git said, without its own marks.
func firstLine(words string, err error) string {
	line, _, _ := strings.Cut(words, "\n")
	for _, mark := range []string{"fatal: ", "error: "} {
		line = strings.TrimPrefix(line, mark)
	}
	if line == "" {
		return err.Error()
	}
	return line
}

// endedWith reports whether git ended by itself with the status, which for some
// questions is the answer "no".
func endedWith(err error, status int) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == status
}

// bounded keeps no more than a limit, and then refuses more, which ends git. The
// buffer is not embedded: io.Copy would use its ReadFrom, which has no limit.
type bounded struct {
	kept  bytes.Buffer
	limit int
	over  bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if room := b.limit - b.kept.Len(); len(p) > room {
		b.over = true
		b.kept.Write(p[:room])
		return room, errTooMuch
	}
	return b.kept.Write(p)
}
