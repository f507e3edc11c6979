package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"junto/internal/client"
	"junto/internal/fault"
)

const (
	// waitGrace is how much longer than a wait itself its answer may take.
	waitGrace = 10 * time.Second
	// defaultWait and defaultFollow are what a wait and a follow last without a
	// word about it.
	defaultWait   = 60 * time.Second
	defaultFollow = 30 * time.Second
	// defaultWorkers is how many inputs of a batch are under way at once.
	defaultWorkers = 5
	// maxWorkers is as many clients as it makes sense to be.
	maxWorkers = 64
)

// callOne makes the call of a row: once, or for each input of an array.
func callOne(ctx context.Context, j *junto, g *workGiven) error {
	input, err := g.input(j.s.In)
	if err != nil {
		return err
	}
	call := g.row.call
	if g.on["prompt"] {
		call = "msg.prompt"
	}
	if len(input) > 0 && input[0] == '[' {
		return j.batch(ctx, g, call, input)
	}
	data, err := callWork(ctx, call, input, g.patience(input))
	if err != nil {
		return g.told(err)
	}
	return j.say(data)
}

// told is an error with what to do about it.
func (g *workGiven) told(err error) error {
	if f, ok := fault.As(err); ok && f.NextStep == "" && f.Type == fault.Input {
		return f.Next("junto schema show %s", g.row.words)
	}
	return err
}

// input is the JSON that the words stand for.
func (g *workGiven) input(stdin io.Reader) (json.RawMessage, error) {
	var input json.RawMessage
	first := ""
	if len(g.words) > 0 {
		first = g.words[0]
	}
	switch {
	case first == "":
		return g.shorthand(stdin)
	case first == "-" || first == "@-":
		text, err := readAll(stdin)
		if err != nil {
			return nil, err
		}
		input = text
	case first[0] == '@':
		f, err := os.Open(first[1:])
		if err != nil {
			return nil, fault.New(fault.Input, "input: %v", err).Next("give the name of a file that can be read after the @")
		}
		defer f.Close()
		if input, err = readAll(f); err != nil {
			return nil, err
		}
	case first[0] == '{' || first[0] == '[':
		input = json.RawMessage(first)
	default:
		return g.shorthand(stdin)
	}
	if len(g.words) > 1 {
		return nil, g.row.usage("%q comes after the input", g.words[1])
	}
	return g.checked(bytes.TrimSpace(input))
}

// checked sees to it that an input is a value of JSON that the command takes.
// What is in it, the daemon checks.
func (g *workGiven) checked(input json.RawMessage) (json.RawMessage, error) {
	next := fmt.Sprintf("junto schema show %s", g.row.words)
	switch {
	case len(input) == 0:
		return nil, fault.New(fault.Input, "input: is empty").Next("%s", next)
	case !json.Valid(input):
		return nil, fault.New(fault.Input, "input: is not JSON").Next("%s", next)
	case input[0] == '[' && !g.row.batch:
		return nil, fault.New(fault.Input, "input: %s takes one object, no array", g.row.words).Next("%s", next)
	case input[0] != '[' && input[0] != '{':
		return nil, fault.New(fault.Input, "input: is no object").Next("%s", next)
	case len(g.members) == 0:
		return input, nil
	case input[0] == '[':
		return nil, g.row.usage("options that set a member do not go with an array")
	}
	// The members go before those of the object, so that one that is there twice
	// is still seen to be.
	more, err := json.Marshal(g.members)
	if err != nil {
		return nil, fmt.Errorf("encode the options: %w", err)
	}
	rest := bytes.TrimSpace(input[1:])
	if len(rest) > 1 {
		more = append(more[:len(more)-1], ',')
	} else {
		more = more[:len(more)-1]
	}
	return append(more, rest...), nil
}

// shorthand makes the input of plain words.
func (g *workGiven) shorthand(stdin io.Reader) (json.RawMessage, error) {
	r := g.row
	if len(g.words) > len(r.members) {
		return nil, r.usage("%q is one word too many; quote a text", g.words[len(r.members)])
	}
	if len(g.words) < r.needs {
		return nil, r.usage("%s is missing", r.members[len(g.words)].name)
	}
	for i, word := range g.words {
		m := r.members[i]
		if _, twice := g.members[m.name]; twice {
			return nil, r.usage("%s is given twice", m.name)
		}
		if m.text && word == "-" {
			text, err := readAll(stdin)
			if err != nil {
				return nil, err
			}
			word = strings.TrimRight(string(text), "\r\n")
		}
		g.members[m.name] = word
	}
	if len(g.members) == 0 {
		return nil, nil
	}
	return json.Marshal(g.members)
}

func readAll(r io.Reader) ([]byte, error) {
	all, err := io.ReadAll(io.LimitReader(r, client.MaxFrame+1))
	if err != nil {
		return nil, fmt.Errorf("read the input: %w", err)
	}
	if len(all) > client.MaxFrame {
		return nil, fault.New(fault.Input, "input: longer than %s", size(client.MaxFrame)).Next("send less at once")
	}
	return all, nil
}

// patience is how long an answer may take.
func (g *workGiven) patience(input json.RawMessage) time.Duration {
	if call := g.row.call; call != "seat.wait" && call != "seat.read" {
		return cmp.Or(g.timeout, answerTimeout)
	}
	var waits struct {
		TimeoutMS  int  `json:"timeoutMs"`
		Follow     bool `json:"follow"`
		MaxSeconds int  `json:"maxSeconds"`
	}
	_ = json.Unmarshal(input, &waits) // what is wrong with it, the daemon says
	switch {
	case g.row.call == "seat.wait" && waits.TimeoutMS > 0:
		return time.Duration(waits.TimeoutMS)*time.Millisecond + waitGrace
	case g.row.call == "seat.wait":
		return defaultWait + waitGrace
	case g.timeout > 0:
		return g.timeout
	case waits.Follow && waits.MaxSeconds > 0:
		return time.Duration(waits.MaxSeconds)*time.Second + waitGrace
	case waits.Follow:
		return defaultFollow + waitGrace
	}
	return answerTimeout
}

// workFolder is the folder of the work socket: of the Jun that runs this
// terminal, else of the user's own.
func workFolder() (string, error) {
	if socket := os.Getenv("JUN_API"); socket != "" {
		return filepath.Join(filepath.Dir(socket), "work"), nil
	}
	dir, err := home()
	return filepath.Join(dir, "work"), err
}

// callWork makes one call at the work socket.
func callWork(ctx context.Context, call string, input json.RawMessage, patience time.Duration) (json.RawMessage, error) {
	dir, err := workFolder()
	if err != nil {
		return nil, err
	}
	socket := filepath.Join(dir, "control.sock")
	token, err := client.Token(filepath.Join(dir, "token"))
	if err != nil {
		return nil, noToken(ctx, socket, err)
	}
	c, err := client.DialToken(ctx, socket, token)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	c.Patience(patience)
	var in any
	if len(input) > 0 {
		in = input
	}
	data, err := c.Do(ctx, call, in, func(json.RawMessage) error { return nil })
	if f, ok := fault.As(err); ok && f.Type == fault.Unreachable && sends(call, input) {
		unknown := f.Next("it may be sent: look with `junto msg sent` before you send it again; with a key of its own it can be sent again at any time")
		unknown.Retryable = false
		return nil, unknown
	}
	return data, err
}

// sends reports whether a call sends mail without a key: when its answer is lost,
// another one would be another mail.
func sends(call string, input json.RawMessage) bool {
	var keyed struct {
		Key string `json:"key"`
	}
	_ = json.Unmarshal(input, &keyed) // what is wrong with it, the daemon says
	return keyed.Key == "" && (call == "msg.send" || call == "msg.prompt" || call == "msg.reply")
}

// noToken says why there is no token: mostly because there is no Junto, which
// the socket tells better.
func noToken(ctx context.Context, socket string, err error) error {
	c, dialing := client.Dial(ctx, socket)
	if dialing != nil {
		return dialing
	}
	c.Close()
	if os.IsPermission(err) {
		return fault.New(fault.Auth, "the token cannot be read: %v", err).Next("run the command as the user who runs Junto, outside of a sandbox that hides %s", filepath.Dir(socket))
	}
	f := fault.New(fault.Unreachable, "Junto's token is missing: %v", err)
	return f.Next("start Junto anew: jun restart")
}

// outcome is what a batch comes to.
type outcome struct {
	Outcome     string   `json:"outcome"` // succeeded, partial_failure or failed
	Total       int      `json:"total"`
	Successes   int      `json:"success_count"`
	Errors      int      `json:"error_count"`
	Concurrency int      `json:"concurrency"`
	Results     []result `json:"results"` // in the order of the inputs
}

type result struct {
	Index int             `json:"index"`
	OK    bool            `json:"ok"`
	Data  json.RawMessage `json:"data,omitempty"`
	Error *fault.Fault    `json:"error,omitempty"`
}

// batch makes a call for each input of an array.
func (j *junto) batch(ctx context.Context, g *workGiven, call string, input json.RawMessage) error {
	var inputs []json.RawMessage
	if err := json.Unmarshal(input, &inputs); err != nil {
		return fmt.Errorf("read the array: %w", err)
	}
	o := outcome{Outcome: "succeeded", Total: len(inputs), Concurrency: defaultWorkers, Results: make([]result, len(inputs))}
	if g.workers > 0 {
		o.Concurrency = min(g.workers, maxWorkers)
	}
	var workers sync.WaitGroup
	places := make(chan struct{}, o.Concurrency)
	for i, in := range inputs {
		places <- struct{}{}
		workers.Go(func() {
			defer func() { <-places }()
			r := result{Index: i}
			data, err := callWork(ctx, call, in, g.patience(in))
			if err == nil {
				r.OK, r.Data = true, data
			} else {
				r.Error = fault.From(g.told(err), "in junto: "+err.Error()).ForAgents()
			}
			o.Results[i] = r
		})
	}
	workers.Wait()
	for _, r := range o.Results {
		if r.OK {
			o.Successes++
		} else {
			o.Errors++
		}
	}
	switch {
	case o.Errors > 0 && o.Successes > 0:
		o.Outcome = "partial_failure"
	case o.Errors > 0:
		o.Outcome = "failed"
	}
	if o.Errors > 0 {
		j.status = fault.ExitRefused
	}
	return j.say(o)
}
