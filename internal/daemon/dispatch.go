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
	"junto/internal/seat"
)

// emit sends one event of a command that streams.
type emit func(event any) error

// call is a call that passed the gate.
type call struct {
	caller api.Caller
	in     any    // decoded
	target string // the node that the caller reaches along an edge; empty: none was named
	emit   emit
}

// handler answers one command.
type handler func(ctx context.Context, c call) (any, error)

// lawOfCanvases is what the canvases say about a call of a seat.
type lawOfCanvases interface {
	// Bound refuses what a seat may not do now: it is paused or blocked, or its
	// card is gone.
	Bound(api.SeatRef, seat.Class) error
	// Admit resolves the node that a seat names, if an edge grants the port there.
	Admit(caller api.SeatRef, target, port string) (node string, err error)
}

// Dispatcher is the one gate that every call passes, whatever its transport:
// the command is known, the caller may make it, a seat may act now, the input
// decodes, an edge grants what is asked of another seat; then its handler runs.
// No handler checks permissions of its own.
type Dispatcher struct {
	commands map[string]api.Command
	handlers map[string]handler
	law      lawOfCanvases
	log      *slog.Logger
}

func newDispatcher(law lawOfCanvases, log *slog.Logger) *Dispatcher {
	d := &Dispatcher{commands: make(map[string]api.Command), handlers: make(map[string]handler), law: law, log: log}
	for _, c := range api.Commands() {
		d.commands[c.Name] = c
	}
	return d
}

// handle registers the handler of a command. The types must be the table's.
func handle[In, Out any](d *Dispatcher, name string, do func(ctx context.Context, c api.Caller, in In) (Out, error)) {
	d.register(name, reflect.TypeFor[In](), func(ctx context.Context, c call) (any, error) {
		return do(ctx, c.caller, *c.in.(*In))
	})
}

// reach registers the handler of a command with a port: it gets the node that
// the edge leads to, or nothing when the input named none.
func reach[In, Out any](d *Dispatcher, name string, do func(ctx context.Context, c api.Caller, node string, in In) (Out, error)) {
	d.register(name, reflect.TypeFor[In](), func(ctx context.Context, c call) (any, error) {
		return do(ctx, c.caller, c.target, *c.in.(*In))
	})
}

// stream registers the handler of a command that answers with events.
func stream[In any](d *Dispatcher, name string, do func(ctx context.Context, c api.Caller, in In, emit emit) error) {
	d.register(name, reflect.TypeFor[In](), func(ctx context.Context, c call) (any, error) {
		return nil, do(ctx, c.caller, *c.in.(*In), c.emit)
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
	command, do := d.commands[name], d.handlers[name]
	if do == nil {
		return nil, fault.New(fault.Protocol, "%q is no command of this Jun", name).
			Next("jun and the daemon may be of different versions: run `jun restart`")
	}
	admitted, err := d.pass(c, command, input)
	if err != nil {
		d.log.Info("Call refused", "command", name, "caller", c.PID, "terminal", c.Terminal, "reason", err)
		return nil, err
	}
	admitted.emit = emit
	result, err := do(ctx, admitted)
	if err != nil {
		if f, ok := fault.As(err); ok && command.ForWork() {
			return nil, f.ForAgents()
		} else if ok {
			return nil, err
		}
		if ctx.Err() != nil { // the caller has gone, or the daemon ends
			return nil, fault.New(fault.Unreachable, "Jun ends, or the call was given up").Next("try again")
		}
		id := faultID()
		d.log.Error("Command failed", "command", name, "id", id, "error", err)
		return nil, fault.From(err, id)
	}
	return result, nil
}

// pass takes a call of a known command through the rest of the gate.
func (d *Dispatcher) pass(c api.Caller, command api.Command, input []byte) (call, error) {
	if err := admit(c, command); err != nil {
		return call{}, err
	}
	if c.Kind == api.InSeat {
		if err := d.law.Bound(*c.Seat, classOf(command)); err != nil {
			return call{}, err
		}
	}
	in := reflect.New(inputType(command)).Interface()
	if err := api.Decode(input, in); err != nil {
		return call{}, err
	}
	passed := call{caller: c, in: in}
	if named, ok := in.(api.Targeted); ok && command.Port != "" && c.Kind == api.InSeat && named.TargetRef() != "" {
		node, err := d.law.Admit(*c.Seat, named.TargetRef(), command.Port)
		if err != nil {
			return call{}, err
		}
		passed.target = node
	}
	return passed, nil
}

// classOf is what kind of thing a seat asks for with a command.
func classOf(command api.Command) seat.Class {
	if command.Open {
		return seat.Open
	}
	return seat.ClassOf(command.Name)
}

// admit decides whether a caller may make a call.
//
//	             read   terminal   project        operator   seat               work
//	in terminal  yes    yes        yes            no         no: "not a seat"   no
//	in seat      yes    yes        no: no edge …  no         yes                yes
//	outside      yes    no         no             yes        no                 yes
//	page         yes    yes        yes            yes        no                 no
//	orphan       no     no         no             no         no                 no
func admit(c api.Caller, command api.Command) error {
	switch {
	case c.Kind == api.Orphan:
		return fault.New(fault.Auth, "the caller runs in a terminal of this Jun, but which one cannot be proved").
			Next("call from a process that is still in its terminal: not through setsid, a double fork or a service")
	case command.ForWork() && !c.Work:
		return fault.New(fault.Protocol, "%s is answered at the work socket only", command.Name).Next("call it with junto")
	case !command.ForWork() && c.Work:
		return fault.New(fault.Protocol, "%s is not answered at the work socket", command.Name).Next("call it with jun")
	case command.Access == api.Seat && c.Kind != api.InSeat,
		command.Access == api.Work && c.Kind != api.InSeat && c.Kind != api.Outside:
		return fault.New(fault.Auth, "the caller is not a seat of a canvas").
			Next("run it in the terminal of an agent's seat; `junto docs` says what works elsewhere")
	case (command.Access == api.Terminal || command.Access == api.Project) && c.Kind == api.Outside:
		return fault.New(fault.Refused, "caller is not a terminal of this Jun").
			Next("run it in one of Jun's terminals; outside them only the commands that read work")
	case command.Access == api.Project && c.Kind == api.InSeat:
		return notForSeats(command.Name)
	case command.Access == api.Operator && (c.Kind == api.InTerminal || c.Kind == api.InSeat):
		return fault.New(fault.Auth, "%s is for the operator, outside Jun's terminals", command.Name).
			Next("in a terminal of Jun's, use `\"$JUN_BIN\" tool help`")
	}
	return nil
}

// notForSeats refuses what a seat would gain without an edge.
func notForSeats(command string) error {
	if command == "tool.send" {
		return fault.New(fault.Refused, "a seat reaches other agents along edges only, and by mail").
			Next(`junto msg send --prompt '{"target":"…","text":"…"}'`)
	}
	return fault.New(fault.Refused, "%s is not for seats: a seat gains nothing that no edge gives it", command).
		Next("`junto capabilities` lists what this seat may do")
}

// faultID names a fault of ours in the answer and in the log alike.
func faultID() string {
	var b [4]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
