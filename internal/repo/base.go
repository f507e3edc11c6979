package repo

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"junto/internal/api"
	"junto/internal/fault"
)

const (
	heads  = "refs/heads/"
	origin = "refs/remotes/origin/"
)

// Why a base was chosen.
const (
	whyUpstream = "upstream of the branch"
	whyDefault  = "default branch of origin"
	whyLocal    = "local branch: there is no upstream and no origin"
	whyChosen   = "chosen"
)

// ref is a branch, here or at a remote, as it was last fetched.
type ref struct {
	name     string // in full
	commit   string
	date     time.Time
	target   string // the ref that it stands for, as origin/HEAD does
	upstream string // in full
}

// short is a ref's name as people say it.
func short(name string) string {
	for _, prefix := range []string{heads, "refs/remotes/", "refs/tags/"} {
		if s, ok := strings.CutPrefix(name, prefix); ok {
			return s
		}
	}
	return name
}

const refFormat = "--format=%(refname)%00%(objectname)%00%(committerdate:unix)%00%(symref)%00%(upstream)"

// refs reads the refs that the arguments of for-each-ref select.
func refs(ctx context.Context, dir string, args ...string) ([]ref, error) {
	out, err := git(ctx, dir, append([]string{"for-each-ref", refFormat}, args...)...)
	if err != nil {
		return nil, err
	}
	var all []ref
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\x00")
		if len(f) != 5 {
			return nil, fmt.Errorf("git for-each-ref answered %q", line)
		}
		seconds, err := strconv.ParseInt(f[2], 10, 64)
		if err != nil {
			continue // it is no branch: what it names has no committer
		}
		all = append(all, ref{name: f[0], commit: f[1], date: time.Unix(seconds, 0), target: f[3], upstream: f[4]})
	}
	return all, nil
}

// point is where a worktree is: its head, and what that is compared with.
type point struct {
	dir    string // the worktree
	branch string // empty for a detached head
	head   string // empty before the first commit
	base   *api.DiffBase
	noBase string // why there is none
}

// locate finds a worktree's head, and its base: the one that is asked for, else
// the one that fits best.
func locate(ctx context.Context, dir, asked string) (point, error) {
	tree, err := At(ctx, dir)
	if err != nil {
		return point{}, err
	}
	p := point{dir: tree.Path, branch: tree.Branch}
	if p.head, err = git(ctx, p.dir, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"); err != nil && !endedWith(err, 1) {
		return point{}, err
	}
	if p.head == "" {
		p.noBase = "there is no commit yet"
		return p, nil
	}
	chosen, err := p.choose(ctx, asked)
	switch {
	case err != nil:
		return point{}, err
	case chosen.name == "":
		p.noBase = "the branch has no upstream, and there is no origin, main or master to compare it with"
		return p, nil
	}
	base, err := p.measure(ctx, chosen)
	if err != nil {
		return point{}, err
	}
	if p.base = &base; base.MergeBase == "" {
		p.noBase = fmt.Sprintf("the branch and %s have no commit in common", base.Name)
	}
	return p, nil
}

// choice is a base, and why it would be one.
type choice struct {
	ref
	why string
}

// choose picks the base: the one that is asked for, else the one that fits best.
func (p point) choose(ctx context.Context, asked string) (choice, error) {
	if asked != "" {
		r, err := p.resolve(ctx, asked)
		return choice{r, whyChosen}, err
	}
	fit, err := p.fitting(ctx)
	if err != nil || len(fit) == 0 {
		return choice{}, err
	}
	return fit[0], nil
}

// fitting are the bases that fit, the best first: the branch's upstream, then
// origin's default branch, else the local main or master. A local main comes
// last, as it is often stale.
func (p point) fitting(ctx context.Context) ([]choice, error) {
	own := heads + p.branch
	candidates := []string{origin + "HEAD", origin + "main", origin + "master", heads + "main", heads + "master"}
	args := candidates
	if p.branch != "" {
		args = append([]string{own}, candidates...)
	}
	found, err := refs(ctx, p.dir, args...)
	if err != nil {
		return nil, err
	}
	named := make(map[string]ref)
	for _, r := range found {
		named[r.name] = r
	}
	var fit []choice
	if up := named[own].upstream; up != "" {
		at, err := refs(ctx, p.dir, up)
		if err != nil {
			return nil, err
		}
		// gone when it was deleted at the remote and pruned here: the next one serves
		if len(at) > 0 && at[0].name == up {
			fit = append(fit, choice{at[0], whyUpstream})
		}
	}
	for _, name := range candidates {
		r, ok := named[name]
		if !ok || name == own {
			continue
		}
		if r.target != "" {
			r.name = r.target
		}
		why := whyDefault
		if strings.HasPrefix(name, heads) {
			why = whyLocal
		}
		if len(fit) == 0 || fit[0].name != r.name {
			fit = append(fit, choice{r, why})
		}
		break
	}
	return fit, nil
}

// resolve finds the commit that a person names.
func (p point) resolve(ctx context.Context, asked string) (ref, error) {
	unknown := fault.New(fault.Input, "%q is no branch or commit of %s", asked, p.dir).Next("take one of those that diff.bases lists")
	if strings.HasPrefix(asked, "-") || strings.ContainsFunc(asked, func(r rune) bool { return r < ' ' }) {
		return ref{}, unknown // git would take it for an option
	}
	out, err := git(ctx, p.dir, "log", "-1", "--no-show-signature", "--format=%H %ct", asked, "--")
	if endedWith(err, 128) {
		return ref{}, unknown
	}
	if err != nil {
		return ref{}, err
	}
	commit, date, _ := strings.Cut(out, " ")
	seconds, err := strconv.ParseInt(date, 10, 64)
	if err != nil {
		return ref{}, unknown // a range that is empty
	}
	return ref{name: asked, commit: commit, date: time.Unix(seconds, 0)}, nil
}

// measure compares the head with its base.
func (p point) measure(ctx context.Context, r choice) (api.DiffBase, error) {
	b := api.DiffBase{Ref: r.name, Name: short(r.name), Why: r.why, Commit: r.commit, Date: r.date.Format(time.RFC3339)}
	var err error
	if b.MergeBase, err = git(ctx, p.dir, "merge-base", r.commit, p.head); err != nil && !endedWith(err, 1) {
		return b, err
	}
	counts, err := git(ctx, p.dir, "rev-list", "--left-right", "--count", r.commit+"..."+p.head)
	if err != nil {
		return b, err
	}
	if _, err := fmt.Sscan(counts, &b.Behind, &b.Ahead); err != nil {
		return b, fmt.Errorf("git rev-list answered %q: %w", counts, err)
	}
	return b, nil
}

// maxBases is how many branches are offered as a base: the latest of them.
const maxBases = 200

// Bases lists what the branch of a worktree can be compared with, the latest
// first; those that fit say why. How far each is ahead is not counted.
func Bases(ctx context.Context, dir string) ([]api.DiffBase, error) {
	p, err := locate(ctx, dir, "")
	if err != nil {
		return nil, err
	}
	fit, err := p.fitting(ctx)
	if err != nil {
		return nil, err
	}
	found, err := refs(ctx, p.dir, "--sort=-committerdate", "--count="+strconv.Itoa(maxBases), heads, "refs/remotes")
	if err != nil {
		return nil, err
	}
	all := []api.DiffBase{}
	for _, r := range found {
		if r.target != "" || r.name == heads+p.branch {
			continue
		}
		b := api.DiffBase{Ref: r.name, Name: short(r.name), Commit: r.commit, Date: r.date.Format(time.RFC3339)}
		if i := slices.IndexFunc(fit, func(c choice) bool { return c.name == r.name }); i >= 0 {
			b.Why = fit[i].why
		}
		all = append(all, b)
	}
	return all, nil
}
