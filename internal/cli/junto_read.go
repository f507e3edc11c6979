package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"junto/internal/fault"
)

// callDoc shows what there is about a command, whose words need no quotes.
func callDoc(ctx context.Context, j *junto, g *workGiven) error {
	if len(g.words) > 0 && !strings.HasPrefix(g.words[0], "{") {
		g.words = []string{strings.Join(g.words, " ")}
		if g.on["prompt"] {
			g.words[0] += " --prompt"
			g.on["prompt"] = false // it is part of the name, and not this call's
		}
	}
	return callOne(ctx, j, g)
}

// docs prints the reference as the text that it is.
func docs(ctx context.Context, j *junto, g *workGiven) error {
	if len(g.words) > 0 && g.words[0] == "node" {
		g.words = g.words[1:]
	}
	input, err := g.input(j.s.In)
	if err != nil {
		return err
	}
	data, err := callWork(ctx, g.row.call, input, g.patience(input))
	if err != nil {
		return err
	}
	var out struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(data, &out); err != nil {
		return fmt.Errorf("read the reference: %w", err)
	}
	_, err = io.WriteString(j.s.Out, out.Text)
	return err
}

// check is one finding of doctor.
type check struct {
	Name    string `json:"name"`
	OK      bool   `json:"ok"`
	Details string `json:"details"`
}

// doctor looks at what can be seen from here, and asks the daemon for the rest.
func doctor(ctx context.Context, j *junto, g *workGiven) error {
	dir, err := workFolder()
	if err != nil {
		return err
	}
	out := struct {
		CLI      string          `json:"cli"`              // this program's version
		Protocol int             `json:"protocol_version"` // the daemon's; 0 when there is no answer
		Status   string          `json:"status"`
		Checks   []check         `json:"checks"`
		Live     json.RawMessage `json:"live,omitempty"`
	}{CLI: version(), Status: "ok"}
	out.Checks = []check{
		private("work.folder", dir, os.ModeDir|0o700),
		private("work.socket", filepath.Join(dir, "control.sock"), os.ModeSocket|0o600),
		private("work.token", filepath.Join(dir, "token"), 0o600),
	}
	live, err := callWork(ctx, g.row.call, nil, g.patience(nil))
	answer := check{Name: "live", OK: err == nil, Details: "Junto answers"}
	if err != nil {
		answer.Details = err.Error()
		if f, ok := fault.As(err); ok {
			answer.Details = fmt.Sprintf("%s: %s; %s", f.Type, f.Message, f.NextStep)
		}
	}
	out.Live, out.Checks = live, append(out.Checks, answer)
	var said struct {
		Status   string `json:"status"`
		Protocol int    `json:"protocol_version"`
	}
	_ = json.Unmarshal(live, &said) // nothing, when there was no answer
	out.Protocol = said.Protocol
	for _, c := range out.Checks {
		if !c.OK || said.Status != "ok" {
			out.Status = "attention_required"
		}
	}
	return j.say(out)
}

// private checks that a file is what it should be, and this user's alone.
func private(name, path string, want os.FileMode) check {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return check{name, false, err.Error()}
	case info.Mode() != want:
		return check{name, false, fmt.Sprintf("%s is %s, not %s", path, info.Mode(), want)}
	}
	return check{name, true, path}
}

// canvasList prints the canvases for the operator.
func canvasList(ctx context.Context, j *junto, g *workGiven) error {
	var raw json.RawMessage
	if err := ask(ctx, operatorSocket, g.row.call, nil, &raw); err != nil {
		return err
	}
	if g.on["json"] {
		return j.say(raw)
	}
	var all []struct {
		Canvas  string `json:"canvas"`
		Name    string `json:"name"`
		Nodes   int    `json:"nodes"`
		Edges   int    `json:"edges"`
		Playing bool   `json:"playing"`
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		return fmt.Errorf("read the canvases: %w", err)
	}
	for _, c := range all {
		state := "paused"
		if c.Playing {
			state = "playing"
		}
		if _, err := fmt.Fprintf(j.s.Out, "%s\t%s\t%d nodes\t%d edges\t%s\n", c.Canvas, c.Name, c.Nodes, c.Edges, state); err != nil {
			return err
		}
	}
	return nil
}

// operatorSocket is the socket of the operator's calls, beside the work folder.
func operatorSocket() (string, error) {
	dir, err := workFolder()
	return filepath.Join(filepath.Dir(dir), "jun.sock"), err
}

func digest(ctx context.Context, j *junto, g *workGiven) error { return export(ctx, j, g, "digest") }
func render(ctx context.Context, j *junto, g *workGiven) error { return export(ctx, j, g, "svg") }

// export prints a canvas as it is now.
func export(ctx context.Context, j *junto, g *workGiven, format string) error {
	if len(g.words) != 1 {
		return g.row.usage("give the name of one canvas")
	}
	in := map[string]any{"canvas": g.words[0], "format": format, "live": true}
	var out struct {
		Data string `json:"data"`
	}
	if err := ask(ctx, operatorSocket, g.row.call, in, &out); err != nil {
		return err
	}
	_, err := io.WriteString(j.s.Out, out.Data)
	return err
}

// help lists the commands, or says all about those that the words begin.
func (j *junto) help(words []string) error {
	var b strings.Builder
	rows := workGroup(words)
	switch {
	case len(rows) == 0:
		return j.unknown(words)
	case len(words) > 0:
		for i, r := range rows {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(r.help())
		}
	default:
		b.WriteString(juntoIntro)
		for _, r := range rows {
			fmt.Fprintf(&b, "  junto %s\n      %s.\n", r.synopsis(), r.about)
		}
		b.WriteString(juntoOutro)
	}
	_, err := io.WriteString(j.s.Out, b.String())
	return err
}

// workGroup is the commands whose names begin with the words.
func workGroup(words []string) []*workRow {
	name := strings.Join(words, " ")
	var rows []*workRow
	for i := range workRows {
		if r := &workRows[i]; name == "" || r.words == name || strings.HasPrefix(r.words, name+" ") {
			rows = append(rows, r)
		}
	}
	return rows
}

// help is all about one command that can be told without asking the daemon.
func (r *workRow) help() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  junto %s\n      %s.\n", r.synopsis(), r.about)
	var rows []field
	for _, f := range r.allFlags() {
		rows = append(rows, field{f.String(), f.about})
	}
	columns(&b, rows)
	if strings.ReplaceAll(r.call, ".", " ") == r.words {
		fmt.Fprintf(&b, "\n      junto schema show %s, junto examples show %s print more.\n", r.words, r.words)
	}
	return b.String()
}

// synopsis is how a command is written.
func (r *workRow) synopsis() string {
	s := r.words
	for i, m := range r.members {
		if i < r.needs {
			s += " <" + m.name + ">"
		} else {
			s += " [<" + m.name + ">]"
		}
	}
	for _, f := range r.flags {
		s += " [" + f.String() + "]"
	}
	return s
}

// String is how an option is written.
func (f workFlag) String() string {
	switch f.kind {
	case flagText:
		return "--" + f.name + " <" + f.name + ">"
	case flagNumber:
		return "--" + f.name + " N"
	case flagDuration:
		return "--" + f.name + " <time>"
	case flagOn:
	}
	return "--" + f.name
}

const juntoIntro = `junto: what agents on a canvas do with one another. Each command takes one JSON value
(inline, @file, or - for standard input) or plain words, and prints JSON.

`

const juntoOutro = `
Begin with junto onboard. junto docs prints the reference, junto schema show <command> the
shape of an input, junto examples show <command> calls to run. Commands that take an array
make a call for each of its inputs, --concurrency N at once.

In a sandbox: the commands connect to the Unix socket control.sock in ~/.junto/work, and read
the file token beside it. Codex blocks sockets in read-only and workspace-write: have the user
set network_access = true under [sandbox_workspace_write] in ~/.codex/config.toml.
`
