package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"junto/internal/client"
	"junto/internal/fault"
)

var callRows = []command{{
	words: "call",
	parts: []part{
		{kind: required, name: "command", about: "such as terminal.list"},
		{kind: optional, name: "json", about: "the input, or - for standard input, or @file"},
	},
	prints: "Makes any call that the page can make. Prints the result as JSON, and events as lines",
	run:    bound[callOptions]{parseCall, callOptions.run},
}}

type callOptions struct {
	name  string
	input json.RawMessage
}

func parseCall(g given, s Streams) (o callOptions, err error) {
	o.name = g.arg(0)
	text := g.arg(1)
	switch {
	case text == "":
		return o, nil
	case text == "-":
		o.input, err = readInput(g, s.In)
	case strings.HasPrefix(text, "@"):
		o.input, err = readFile(g, text[1:])
	default:
		o.input = json.RawMessage(text)
	}
	if err == nil && !json.Valid(o.input) {
		err = g.usage("the input is not JSON").Next(`write it as one quoted word: jun call tool.screen '{"id":3}'`)
	}
	return o, err
}

func readFile(g given, path string) (json.RawMessage, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.New(fault.UnknownTarget, "call: %v", err)
	}
	defer f.Close()
	return readInput(g, f)
}

func readInput(g given, r io.Reader) (json.RawMessage, error) {
	input, err := io.ReadAll(io.LimitReader(r, client.MaxFrame+1))
	if err != nil {
		return nil, fmt.Errorf("read the input: %w", err)
	}
	if len(input) > client.MaxFrame {
		return nil, g.usage("the input is longer than %s", size(client.MaxFrame))
	}
	return input, nil
}

// run makes the call without a limit of time: what it calls may be a stream.
func (o callOptions) run(ctx context.Context, s Streams) error {
	c, err := dial(ctx, homeSocket)
	if err != nil {
		return err
	}
	defer c.Close()
	var input any
	if o.input != nil {
		input = o.input
	}
	result, err := c.Do(ctx, o.name, input, func(event json.RawMessage) error {
		_, err := s.Out.Write(append(bytes.TrimSpace(event), '\n'))
		return err
	})
	if err != nil || isNothing(result) {
		return err
	}
	return printJSON(s.Out, result)
}

// isNothing reports whether a result has no content.
func isNothing(result json.RawMessage) bool {
	text := string(bytes.TrimSpace(result))
	return text == "" || text == "null" || text == "{}"
}
