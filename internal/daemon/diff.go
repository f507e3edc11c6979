package daemon

import (
	"context"
	"fmt"
	"strings"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/repo"
)

// handleDiffs answers what concerns the changes of branches.
func (d *Daemon) handleDiffs(gate *Dispatcher) {
	handle(gate, "diff.get", func(ctx context.Context, _ api.Caller, in api.DiffIn) (api.Diff, error) {
		return inTurn(ctx, d.gits, func() (api.Diff, error) {
			q, err := d.changesOf(in)
			if err != nil {
				return api.Diff{}, err
			}
			return repo.Changes(ctx, q)
		})
	})
	handle(gate, "diff.revision", func(ctx context.Context, _ api.Caller, in api.DiffIn) (api.DiffRevisionOut, error) {
		return inTurn(ctx, d.gits, func() (api.DiffRevisionOut, error) {
			q, err := d.changesOf(in)
			if err != nil {
				return api.DiffRevisionOut{}, err
			}
			revision, err := repo.Revision(ctx, q)
			return api.DiffRevisionOut{Revision: revision}, err
		})
	})
	handle(gate, "diff.bases", func(ctx context.Context, _ api.Caller, in api.DiffBasesIn) ([]api.DiffBase, error) {
		return inTurn(ctx, d.gits, func() ([]api.DiffBase, error) { return repo.Bases(ctx, in.Worktree) })
	})
	handle(gate, "diff.file", func(ctx context.Context, _ api.Caller, in api.DiffFileIn) (api.DiffText, error) {
		return inTurn(ctx, d.gits, func() (api.DiffText, error) {
			q := repo.Query{Dir: in.Worktree, Base: in.Base, IgnoreSpace: in.IgnoreWhitespace}
			return repo.Patch(ctx, repo.FileQuery{Query: q, Layer: in.Layer, Path: in.Path, From: in.From, Full: in.Full})
		})
	})
	handle(gate, "diff.comment", func(ctx context.Context, c api.Caller, in api.DiffCommentIn) (api.SendOut, error) {
		text, err := reviewText(in)
		if err != nil {
			return api.SendOut{}, err
		}
		return d.send(ctx, c, api.SendIn{ID: in.Terminal, Text: text})
	})
}

// maxGits is how many questions about changes are asked of git at once: pages
// that refresh must not take the processors from the agents.
const maxGits = 4

// inTurn does work when one of the slots is free.
func inTurn[T any](ctx context.Context, slots chan struct{}, work func() (T, error)) (T, error) {
	select {
	case slots <- struct{}{}:
		defer func() { <-slots }()
		return work()
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// changesOf finds the worktree whose changes are meant.
func (d *Daemon) changesOf(in api.DiffIn) (repo.Query, error) {
	q := repo.Query{Dir: in.Worktree, Base: in.Base, IgnoreSpace: in.IgnoreWhitespace}
	if (in.Terminal == 0) == (in.Worktree == "") {
		return q, fault.New(fault.Input, "which changes is not said").Next(`give either "terminal" or "worktree"`)
	}
	if in.Worktree == "" {
		t, err := d.host.Get(in.Terminal)
		if err != nil {
			return q, err
		}
		q.Dir = t.Dir()
	}
	return q, nil
}

// reviewText is the one message that an agent gets for all comments, in the
// order in which they were given.
func reviewText(in api.DiffCommentIn) (string, error) {
	if len(in.Comments) == 0 || len(in.Comments) > api.MaxComments {
		return "", fault.New(fault.Input, "there are %d comments, not between 1 and %d", len(in.Comments), api.MaxComments).
			Next("comment on a line first, or send them in parts")
	}
	var b strings.Builder
	if text := strings.TrimSpace(in.Text); text != "" {
		b.WriteString(text + "\n\n")
	} else {
		b.WriteString("Review comments on your changes:\n\n")
	}
	for i, c := range in.Comments {
		text := strings.TrimSpace(c.Text)
		if text == "" || len(c.Text) > api.MaxComment || len(c.Quote) > api.MaxComment {
			return "", fault.New(fault.Input, "comment %d is empty, or longer than %d bytes", i+1, api.MaxComment).Next("write it anew, in short")
		}
		fmt.Fprintf(&b, "%d. %s\n", i+1, place(c))
		if quote := strings.TrimRight(c.Quote, "\n"); quote != "" {
			b.WriteString("> " + strings.ReplaceAll(quote, "\n", "\n> ") + "\n")
		}
		b.WriteString(text + "\n\n")
	}
	return strings.TrimRight(b.String(), "\n"), nil
}

// place is where a comment belongs, as agents and editors write it.
func place(c api.DiffComment) string {
	where := c.Path
	if c.Line > 0 {
		where += fmt.Sprintf(":%d", c.Line)
	}
	if c.Line > 0 && c.To > c.Line {
		where += fmt.Sprintf("-%d", c.To)
	}
	if c.Old {
		where += " (as it was before)"
	}
	return where
}
