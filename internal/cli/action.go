package cli

import (
	"context"
	"encoding/json"
)

// action is what a command does. Its kinds are types with values rather than
// functions that return functions, so that the table is laid out by the linker.
type action interface {
	do(ctx context.Context, g given, s Streams) error
}

// plain is an action of its own kind.
type plain func(context.Context, given, Streams) error

func (run plain) do(ctx context.Context, g given, s Streams) error { return run(ctx, g, s) }

// bound is an action in two halves: parse turns words into options, so that run
// has nothing left to check.
type bound[O any] struct {
	parse func(given, Streams) (O, error)
	run   func(O, context.Context, Streams) error
}

func (b bound[O]) do(ctx context.Context, g given, s Streams) error {
	o, err := b.parse(g, s)
	if err != nil {
		return err
	}
	return b.run(o, ctx, s)
}

// list is a call whose result is printed as it comes from the daemon.
type list string

func (call list) do(ctx context.Context, _ given, s Streams) error {
	var raw json.RawMessage
	if err := ask(ctx, toolSocket, string(call), nil, &raw); err != nil {
		return err
	}
	return printJSON(s.Out, raw)
}

// step is a call that has no input and prints nothing.
type step string

func (call step) do(ctx context.Context, _ given, _ Streams) error {
	return ask(ctx, toolSocket, string(call), nil, nil)
}
