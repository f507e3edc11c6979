package daemon

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"reflect"

	"junto/internal/api"
	"junto/internal/fault"
)

// emit sends one event of a command that streams.
type emit func(event any) error

// handler answers one command; in is the decoded input.
type handler func(ctx context.Context, c api.Caller, in any, emit emit) (any, error)

// Dispatcher is the one gate that every call passes, whatever its transport:
// the command is known, the caller may make it, its input decodes; then its
// handler runs. No handler checks permissions of its own.
type Dispatcher struct {
	commands map[string]api.Command
	handlers map[string]handler
	log      *slog.Logger
}

func newDispatcher(log *slog.Logger) *Dispatcher {
	d := &Dispatcher{commands: make(map[string]api.Command), handlers: make(map[string]handler), log: log}
	for _, c := range api.Commands() {
		d.commands[c.Name] = c
	}
	return d
}

// handle registers the handler of a command. The types must be the table's.
func handle[In, Out any](d *Dispatcher, name string, do func(ctx context.Context, c api.Caller, in In) (Out, error)) {
	d.register(name, reflect.TypeFor[In](), func(ctx context.Context, c api.Caller, in any, _ emit) (any, error) {
		return do(ctx, c, *in.(*In))
	})
}

// stream registers the handler of a command that answers with events.
func stream[In any](d *Dispatcher, name string, do func(ctx context.Context, c api.Caller, in In, emit emit) error) {
	d.register(name, reflect.TypeFor[In](), func(ctx context.Context, c api.Caller, in any, emit emit) (any, error) {
		return nil, do(ctx, c, *in.(*In), emit)
	})
}

func (d *Dispatcher) register(name string, in reflect.Type, h handler) {
	c, ok := d.commands[name]
	if !ok {
		panic("daemon: a handler for a command that is not in the table: " + name)
	}
	if want := inputType(c); want != in {
		panic(fmt.Sprintf("daemon: %s takes %v by the table, but its handler takes %v", name, want, in))
	}
	d.handlers[name] = h
}

func inputType(c api.Command) reflect.Type {
	if c.In == nil {
		return reflect.TypeFor[api.None]()
	}
	return reflect.TypeOf(c.In)
}

// Do takes a call through the gate.
func (d *Dispatcher) Do(ctx context.Context, c api.Caller, name string, input []byte, emit func(any) error) (any, error) {
	command, ok := d.commands[name]
	if !ok {
		return nil, fault.New(fault.Protocol, "%q is no command of this Jun", name).
			Next("jun and the daemon may be of different versions: run `jun restart`")
	}
	if err := admit(c, command); err != nil {
		d.log.Info("Call refused", "command", name, "caller", c.PID, "terminal", c.Terminal, "reason", err)
		return nil, err
	}
	in := reflect.New(inputType(command)).Interface()
	if err := api.Decode(input, in); err != nil {
		return nil, err
	}
	result, err := d.handlers[name](ctx, c, in, emit)
	if err != nil {
		if _, ok := fault.As(err); ok || ctx.Err() != nil {
			return nil, err
		}
		id := faultID()
		d.log.Error("Command failed", "command", name, "id", id, "error", err)
		return nil, fault.From(err, id)
	}
	return result, nil
}

// admit decides whether a caller may make a call.
//
//	             read   terminal                          operator
//	in terminal  yes    yes                               no
//	outside      yes    no: "caller is not a terminal …"  yes
//	page         yes    yes                               yes
//	orphan       no     no                                no
func admit(c api.Caller, command api.Command) error {
	switch {
	case c.Kind == api.Orphan:
		return fault.New(fault.Auth, "the caller runs in a terminal of this Jun, but which one cannot be proved").
			Next("call from a process that is still in its terminal: not through setsid, a double fork or a service")
	case command.Access == api.Terminal && c.Kind == api.Outside:
		return fault.New(fault.Refused, "caller is not a terminal of this Jun").
			Next("run it in one of Jun's terminals; outside them only the commands that read work")
	case command.Access == api.Operator && c.Kind == api.InTerminal:
		return fault.New(fault.Auth, "%s is for the operator, outside Jun's terminals", command.Name).
			Next("in a terminal of Jun's, use `\"$JUN_BIN\" tool help`")
	}
	return nil
}

// faultID names a fault of ours in the answer and in the log alike.
func faultID() string {
	var b [4]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
