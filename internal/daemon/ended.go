package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/harness"
	"junto/internal/host"
	"junto/internal/store"
)

// handleEnded answers what concerns terminals that have ended.
func (d *Daemon) handleEnded(gate *Dispatcher) {
	handle(gate, "ended.list", d.listEnded)
	handle(gate, "ended.get", d.getEnded)
	handle(gate, "ended.start", d.startEnded)
	handle(gate, "ended.resume", d.resumeEnded)
	handle(gate, "ended.forget", func(ctx context.Context, _ api.Caller, in api.EndedIn) (api.None, error) {
		return api.None{}, endedFault(in, d.store.ForgetEnded(ctx, in.Run, in.ID))
	})
}

func (d *Daemon) listEnded(ctx context.Context, _ api.Caller, _ api.None) ([]api.Ended, error) {
	stored, err := d.store.EndedTerminals(ctx)
	if err != nil {
		return nil, err
	}
	all := []api.Ended{}
	taken := make(map[string]bool) // sessions that went on in a later terminal
	for _, e := range stored {
		key := e.Agent + " " + e.Session
		all = append(all, endedView(e, taken[key]))
		taken[key] = true
	}
	return all, nil
}

// endedView is an ended terminal as the page shows it. The store decides again
// when its session is taken.
func endedView(e store.Ended, later bool) api.Ended {
	v := api.Ended{
		Run: e.Run, ID: e.ID, Ended: e.Ended.Format(time.RFC3339), Title: e.Title, Project: projectName(host.Meta{Project: e.Project}),
		Dir: e.Dir, Agent: e.Agent, Exit: e.Exit, Cols: e.Cols, Rows: e.Rows, Session: e.Session,
	}
	switch {
	case e.Agent == "":
		v.Why = "no agent ran in it"
	case e.Session == "":
		v.Why = "it is not proved which session its agent had"
	case later || !e.Taken.IsZero():
		v.Why = "its session was taken up already"
	default:
		v.Resumable = true
	}
	return v
}

func (d *Daemon) getEnded(ctx context.Context, _ api.Caller, in api.EndedIn) (api.EndedScreen, error) {
	e, screen, err := d.store.EndedTerminal(ctx, in.Run, in.ID)
	if err != nil {
		return api.EndedScreen{}, endedFault(in, err)
	}
	return api.EndedScreen{Ended: endedView(e, false), Screen: screen}, nil
}

func endedFault(in api.EndedIn, err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return fault.New(fault.UnknownTarget, "terminal %d of run %d: no such terminal has ended", in.ID, in.Run).
			Next("list them with ended.list; the oldest are dropped")
	}
	return err
}

// startEnded starts a new shell where the terminal was.
func (d *Daemon) startEnded(ctx context.Context, _ api.Caller, in api.EndedIn) (api.IDOut, error) {
	e, _, err := d.store.EndedTerminal(ctx, in.Run, in.ID)
	if err != nil {
		return api.IDOut{}, endedFault(in, err)
	}
	return d.startAgain(ctx, e, "")
}

// startAgain starts a terminal where an ended one was.
func (d *Daemon) startAgain(ctx context.Context, e store.Ended, command string) (api.IDOut, error) {
	if info, err := os.Stat(e.Dir); err != nil || !info.IsDir() {
		return api.IDOut{}, fault.New(fault.Refused, "%s: the directory of the terminal is gone", e.Dir).
			Next("start a new terminal in another one")
	}
	t, err := d.host.Start(ctx, host.Spec{Project: e.Project, Dir: e.Dir, Command: command, Cols: e.Cols, Rows: e.Rows})
	if err != nil {
		return api.IDOut{}, err
	}
	return api.IDOut{ID: t.ID}, nil
}

// resumeEnded takes up the agent's session in a new terminal: only a session
// that is proved, and only once.
func (d *Daemon) resumeEnded(ctx context.Context, _ api.Caller, in api.EndedIn) (api.IDOut, error) {
	e, _, err := d.store.EndedTerminal(ctx, in.Run, in.ID)
	if err != nil {
		return api.IDOut{}, endedFault(in, err)
	}
	command, err := resumeCommand(e)
	if err != nil {
		return api.IDOut{}, err
	}
	if _, err := d.store.TakeSession(ctx, in.Run, in.ID, time.Now()); err != nil {
		if errors.Is(err, store.ErrTaken) {
			err = fault.New(fault.Refused, "terminal %d: %s", in.ID, err).Next("look for its agent among the running terminals")
		}
		return api.IDOut{}, endedFault(in, err)
	}
	out, err := d.startAgain(ctx, e, command)
	if err != nil {
		return out, errors.Join(err, d.store.ReleaseSession(context.WithoutCancel(ctx), in.Run, in.ID))
	}
	return out, nil
}

// resumeCommand is the command line that resumes an ended terminal's agent.
func resumeCommand(e store.Ended) (string, error) {
	t, ok := harness.ByName(e.Agent)
	if !ok || e.Session == "" {
		return "", fault.New(fault.Refused, "terminal %d: %s", e.ID, endedView(e, false).Why).Next("start a new shell there, and resume by hand")
	}
	argv, ok := t.Launch.Continue(harness.Settings{}, e.Session)
	if !ok {
		return "", fault.New(fault.Refused, "%s cannot resume a session", e.Agent).Next("start a new shell there")
	}
	for i, word := range argv {
		argv[i] = quoteWord(word)
	}
	return strings.Join(argv, " "), nil
}

// quoteWord writes a word so that every shell takes it as it is.
func quoteWord(word string) string {
	plain := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("-_./=:", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return fmt.Sprintf("'%s'", strings.ReplaceAll(word, "'", `'\''`))
}
