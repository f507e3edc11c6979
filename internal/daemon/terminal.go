package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/host"
	"junto/internal/repo"
	"junto/internal/status"
	"junto/internal/workspace"
)

func (d *Daemon) handleTerminals(gate *Dispatcher) {
	handle(gate, "terminal.list", func(context.Context, api.Caller, api.None) ([]api.TerminalView, error) {
		return d.views(), nil
	})
	handle(gate, "terminal.new", d.newTerminal)
	handle(gate, "terminal.end", d.endTerminal)
	stream(gate, "terminal.attach", d.attachTerminal)
	handle(gate, "terminal.type", d.typeKeys)
	handle(gate, "terminal.resize", d.resizeTerminal)
	handle(gate, "terminal.explain", d.explain)
}

// views are the running terminals as the page shows them.
func (d *Daemon) views() []api.TerminalView {
	views := []api.TerminalView{}
	for _, t := range d.host.List() {
		views = append(views, d.view(t))
	}
	return views
}

func (d *Daemon) view(t *host.Terminal) api.TerminalView {
	meta := t.Meta()
	cols, rows := t.Size()
	v := api.TerminalView{
		ID: t.ID, Project: projectName(meta), Dir: t.Dir(), Title: title(t),
		Loop: meta.Kind == host.Loop, Running: true, Cols: cols, Rows: rows, PID: t.Process.PID,
	}
	if o := meta.Seat; o != nil {
		v.Canvas, v.Node = o.Canvas, o.Node
	}
	agent := d.watch.Agent(t.ID)
	if agent.Name != "" {
		v.Agent, v.Status, v.Because = agent.Name, string(agent.Status), agent.Because
		v.Since = agent.Since.Format(time.RFC3339)
		v.Branch = repo.Branch(v.Dir)
	}
	v.Progress = d.notices.Progress(t.ID)
	v.Line = line(t.Text(lookLines), agent.Status)
	return v
}

// line is what a card shows of a screen: the question that an agent waits with,
// else the last line that says something.
func line(lines []string, s status.Status) string {
	if s == status.Waiting {
		for i := len(lines) - 1; i >= 0; i-- {
			if text := framed(lines[i]); strings.HasSuffix(text, "?") {
				return text
			}
		}
	}
	return lastLine(lines)
}

// framed is a line's text without the frame that is drawn around it.
func framed(line string) string {
	return strings.TrimSpace(strings.Trim(line, "─━═│┃╭╮╰╯┌┐└┘ \t"))
}

// lookLines is how far up a card looks for a line to show.
const lookLines = 20

// lastLine is the last line of text that says something.
func lastLine(lines []string) string {
	for i := len(lines) - 1; i >= 0; i-- {
		if text := framed(lines[i]); strings.ContainsFunc(text, isWord) {
			return text
		}
	}
	return ""
}

// isMark reports whether agents put the character in front of a title to show
// their state, which Jun shows itself: braille frames, stars, half moons.
func isMark(r rune) bool {
	return r >= 0x2800 && r <= 0x28ff || strings.ContainsRune(" ✳✻✽✶✢·◐◑◒◓✦◇✋\ufe0e\ufe0f", r)
}

func isWord(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r > 0x2fff
}

func projectName(m host.Meta) string {
	if m.Project == "" {
		return workspace.Global
	}
	return m.Project
}

// title is what a tab shows: what the program set, without the marks that agents
// animate in front of it; else which seat it is, what was started in it, or the
// directory's name.
func title(t *host.Terminal) string {
	if set := strings.TrimLeftFunc(t.Title(), isMark); set != "" {
		return strings.TrimSpace(set)
	}
	switch meta := t.Meta(); {
	case meta.Seat != nil && meta.Seat.AgentKey != "":
		return meta.Seat.AgentKey
	case meta.Command != "":
		return meta.Command
	}
	return filepath.Base(t.Dir())
}

// newTerminal starts a terminal for the operator.
func (d *Daemon) newTerminal(ctx context.Context, c api.Caller, in api.NewTerminalIn) (api.IDOut, error) {
	layout := d.desk.Layout()
	var project workspace.Project
	if in.Project != "" {
		var err error
		if project, err = layout.ProjectNamed(in.Project); err != nil {
			return api.IDOut{}, err
		}
		if in.Dir == "" {
			in.Dir = project.Dir
		}
	}
	dir, err := d.directory(in.Dir, c)
	if err != nil {
		return api.IDOut{}, err
	}
	if in.Project == "" {
		project = layout.ProjectAt(dir)
	}
	t, err := d.host.Start(ctx, host.Spec{Project: stored(project.Name), Dir: dir, Command: in.Command, Cols: in.Cols, Rows: in.Rows})
	if err != nil {
		return api.IDOut{}, err
	}
	return api.IDOut{ID: t.ID}, nil
}

// stored is a project as terminals remember it: Global is none.
func stored(project string) string {
	if project == workspace.Global {
		return ""
	}
	return project
}

// directory makes a directory absolute, from where the caller is.
func (d *Daemon) directory(asked string, c api.Caller) (string, error) {
	if filepath.IsAbs(asked) {
		return filepath.Clean(asked), nil
	}
	from := c.Dir
	if from == "" && c.Kind == api.Page {
		from = d.userHome
	}
	if from == "" {
		return "", fault.New(fault.Refused, "the caller's current directory cannot be read").Next("give an absolute path with --dir")
	}
	return filepath.Join(from, asked), nil
}

// endTerminal ends a terminal, but not one in which something runs unless that
// is wanted.
func (d *Daemon) endTerminal(ctx context.Context, _ api.Caller, in api.EndTerminalIn) (api.None, error) {
	t, err := d.host.Get(in.ID)
	if err != nil {
		return api.None{}, err
	}
	if !in.Force && t.Busy() {
		return api.None{}, fault.New(fault.Refused, "terminal %d: %s runs in it", in.ID, d.what(in.ID)).
			Next("end that first, or end the terminal with \"force\":true")
	}
	return api.None{}, d.host.End(ctx, in.ID)
}

func (d *Daemon) what(id int) string {
	if agent := d.watch.Agent(id); agent.Name != "" {
		return agent.Name
	}
	return "a program"
}

// attachChunk bounds one event of an attached terminal, so that a snapshot with
// much scrollback fits the socket's frames.
const attachChunk = 256 << 10

// attachTerminal streams a terminal's screen and then its output. A window of
// its own owns the size that the caller has.
func (d *Daemon) attachTerminal(ctx context.Context, c api.Caller, in api.AttachIn, emit emit) error {
	t, err := d.host.Get(in.ID)
	if err != nil {
		return err
	}
	window := attachedWindow(c)
	t.Resize(window, in.Cols, in.Rows)
	defer t.Hide(window)
	viewer := t.Attach(ctx, 0, false)
	defer viewer.Close()
	for {
		f, err := viewer.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for data, first := f.Data, true; first || len(data) > 0; first = false {
			n := min(len(data), attachChunk)
			part := api.AttachEvent{Snapshot: f.Snapshot && first, More: n < len(data), Data: data[:n]}
			if err := emit(part); err != nil {
				return err
			}
			data = data[n:]
		}
		viewer.Ack(f.Offset)
	}
}

// attachedWindow names the window that a terminal attached elsewhere counts as.
func attachedWindow(c api.Caller) string {
	if c.Window != "" {
		return c.Window
	}
	return fmt.Sprintf("attached by %d", c.PID)
}

func (d *Daemon) typeKeys(ctx context.Context, c api.Caller, in api.TypeIn) (api.None, error) {
	t, err := d.host.Get(in.ID)
	if err != nil {
		return api.None{}, err
	}
	return api.None{}, t.Input(ctx, attachedWindow(c), in.Data)
}

func (d *Daemon) resizeTerminal(_ context.Context, c api.Caller, in api.ResizeIn) (api.None, error) {
	t, err := d.host.Get(in.ID)
	if err != nil {
		return api.None{}, err
	}
	t.Resize(attachedWindow(c), in.Cols, in.Rows)
	return api.None{}, nil
}

// explain shows the evidence behind an agent's status.
func (d *Daemon) explain(_ context.Context, _ api.Caller, in api.ExplainIn) (api.Explanation, error) {
	t, err := d.host.Get(in.ID)
	if err != nil {
		return api.Explanation{}, err
	}
	state := d.watch.State(in.ID)
	_, told := state.Told()
	e := api.Explanation{
		ID: in.ID, Agent: state.Agent, Status: string(state.Status), Told: string(told), Because: state.Because,
		Title: t.Title(), Program: []string{}, Bottom: []string{},
	}
	if e.Agent == "" {
		e.Status, e.Because = string(status.Unknown), "no agent runs in the foreground"
	} else {
		e.Since = state.Since.Format(time.RFC3339)
	}
	for _, p := range t.Foreground() {
		e.Program = append(e.Program, fmt.Sprintf("%d %s", p.PID, strings.Join(p.Argv, " ")))
	}
	for _, l := range t.Look().Lines {
		e.Bottom = append(e.Bottom, strings.TrimRight(l.Text, " "))
	}
	for len(e.Bottom) > 0 && e.Bottom[len(e.Bottom)-1] == "" {
		e.Bottom = e.Bottom[:len(e.Bottom)-1]
	}
	e.Bottom = e.Bottom[max(0, len(e.Bottom)-lookLines):]
	return e, nil
}
