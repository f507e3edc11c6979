package daemon

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"

	"junto/internal/api"
	"junto/internal/board"
	"junto/internal/fault"
	"junto/internal/harness"
	"junto/internal/host"
	"junto/internal/mail"
	"junto/internal/seat"
)

// handleSeats answers the operator's acts on what runs in seats.
func (d *Daemon) handleSeats(gate *Dispatcher) {
	handle(gate, "seat.start", func(ctx context.Context, _ api.Caller, in api.SeatStartIn) (api.SeatOut, error) {
		return d.takeSeat(ctx, in, (*launch).start)
	})
	handle(gate, "seat.resume", func(ctx context.Context, _ api.Caller, in api.SeatStartIn) (api.SeatOut, error) {
		return d.takeSeat(ctx, in, (*launch).resume)
	})
	handle(gate, "seat.stop", d.stopSeat)
}

// launch is how a seat's agent is started.
type launch struct {
	card     board.Card
	template *harness.Template
	held     board.Occupancy // the seat before

	argv, env    []string
	session, dir string
	own          bool // the card's own command is started
	resumed      bool
}

// takeSeat starts an agent in a vacant seat. A seat that its own actor occupies
// stays as it is, and is told.
func (d *Daemon) takeSeat(ctx context.Context, in api.SeatStartIn, plan func(*launch) error) (api.SeatOut, error) {
	card, err := d.board.Card(in.Canvas, in.Node)
	if err != nil {
		return api.SeatOut{}, err
	}
	if on := hostOf(card); on != seat.Local {
		return api.SeatOut{}, fault.New(fault.Refused, "%s belongs to the host %q; only seats of %q are started here", seatOf(card.Identity), on, seat.Local).
			Next("start it there, or make a card for this host")
	}
	l := &launch{card: card, held: d.board.Occupancy(card.Identity.Binding)}
	if l.template, err = d.templateOf(card.Identity); err != nil {
		return api.SeatOut{}, err
	}
	if l.held.Vacant() {
		if err := d.plan(l, plan); err != nil {
			return api.SeatOut{}, err
		}
	}
	occupant, take, err := d.board.Occupy(ctx, card.Identity, board.Launch{Session: l.session, Dir: l.dir})
	if err != nil {
		return api.SeatOut{}, err
	}
	out := api.SeatOut{Canvas: card.Identity.Canvas, Node: in.Node, Generation: int(occupant.Generation)}
	if take == seat.Keep {
		out.Terminal, _, _ = d.seatTerminal(out.Canvas, in.Node)
		return out, nil
	}
	if out.Terminal, err = d.spawnSeat(ctx, l, occupant, in); err != nil {
		return out, err
	}
	out.Started = true
	return out, d.brief(ctx, l, occupant.Generation)
}

// brief tells an agent of its seat that takes no instructions with its arguments.
// It is typed as mail is: once the agent is seen to be there, and ahead of all
// mail. A card's own command is started as it is written, and told nothing.
func (d *Daemon) brief(ctx context.Context, l *launch, g seat.Generation) error {
	id := l.card.Identity
	if err := d.mail.Withdraw(ctx, mail.Address{Canvas: id.Canvas, Node: id.Node}); err != nil {
		return err
	}
	if id.Raw() || l.own || l.template.Launch.Instructs(l.resumed) {
		return nil
	}
	to := mail.Address{Canvas: id.Canvas, Node: id.Node}
	key := fmt.Sprintf("seat %s generation %d", id.Binding, g)
	if l.resumed {
		return d.mail.Tell(ctx, to, mail.Notice, seat.Orientation(id, g), key)
	}
	return d.mail.Tell(ctx, to, mail.Prompt, l.settings().Instructions, key)
}

// hostOf is the host that a card's programs run on.
func hostOf(card board.Card) string {
	if name, err := seat.ParseName(card.Identity.Agent); err == nil {
		return name.Host
	}
	if on := card.Node.Ether.Host; on != "" {
		return on
	}
	return seat.Local
}

// templateOf says how a card's program is started; that of a plain terminal is
// the user's shell.
func (d *Daemon) templateOf(id seat.Identity) (*harness.Template, error) {
	if id.Raw() {
		return &harness.Template{Name: "a plain terminal", Launch: harness.Launch{Program: []string{d.host.Shell()}}}, nil
	}
	t, ok := harness.ByName(id.Harness)
	if !ok {
		return nil, fault.New(fault.Refused, "this Junto cannot start %s", id.Harness).Next("choose another harness for the card")
	}
	return t, nil
}

// plan says where the agent starts, with what, and how.
func (d *Daemon) plan(l *launch, how func(*launch) error) error {
	card := l.card.Node.Terminal().Launch
	l.dir = d.userHome
	if card != nil {
		if card.Cwd != "" {
			l.dir = card.Cwd
		}
		for _, name := range slices.Sorted(maps.Keys(card.Env)) {
			l.env = append(l.env, name+"="+card.Env[name])
		}
	}
	if err := how(l); err != nil {
		return err
	}
	if card != nil && card.Kind == "harness" {
		l.argv = append(l.argv, arguments(card.Argv, l.template.Launch.Program)...)
	}
	// jun is a client that becomes the daemon's own program for this: the agent
	// is to be the terminal's first process from the start.
	if l.argv[0] == "jun" {
		l.argv[0] = d.o.Self
	}
	return nil
}

// arguments are the card's own words behind the harness' program, which may be
// written out in front of them.
func arguments(argv, program []string) []string {
	if len(argv) >= len(program) && slices.Equal(argv[:len(program)], program) {
		return argv[len(program):]
	}
	return argv
}

// start is a new session, under an id of ours where the harness takes one.
func (l *launch) start() error {
	if card := l.card.Node.Terminal().Launch; card != nil && card.Kind == "command" && len(card.Argv) > 0 {
		l.argv, l.own = slices.Clone(card.Argv), true
		return nil
	}
	if l.template.Launch.Pin != nil {
		l.session = uuid()
	}
	l.argv, _ = l.template.Launch.Start(l.settings(), l.session)
	return nil
}

// resume is the seat's last session, where it was. A fresh one is never started
// in its place.
func (l *launch) resume() error {
	l.session, l.resumed = l.held.Session, true
	if l.session == "" {
		l.session = l.card.Node.Terminal().SessionID
	}
	if l.session == "" {
		return fault.New(fault.Refused, "%s has no session that is known", seatOf(l.card.Identity)).Next("start it anew with seat.start")
	}
	var ok bool
	if l.argv, ok = l.template.Launch.Continue(l.settings(), l.session); !ok {
		return fault.New(fault.Refused, "%s cannot resume a session", l.template.Name).Next("start it anew with seat.start")
	}
	if l.held.Dir != "" {
		l.dir = l.held.Dir
	}
	return nil
}

// settings are what the agent is told of its seat, where its harness takes
// instructions at a start.
func (l *launch) settings() harness.Settings {
	doc := l.card.Canvas.Document()
	return harness.Settings{Instructions: seat.Briefing(l.card.Identity, doc.Instruction(l.card.Node.ID))}
}

// uuid is a random id in the form that harnesses take.
func uuid() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80 // version 4, RFC 9562
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// spawnSeat starts the process of a generation that was taken for it.
func (d *Daemon) spawnSeat(ctx context.Context, l *launch, o seat.Occupant, in api.SeatStartIn) (terminal int, err error) {
	id := l.card.Identity
	t, err := d.host.StartSeat(ctx, host.SeatSpec{
		Occupant: host.Occupant{
			Canvas: id.Canvas, Node: id.Node, Binding: id.Binding, Harness: id.Harness, AgentKey: id.Agent,
			Generation: int(o.Generation), Session: l.session,
		},
		Dir: l.dir, Argv: l.argv, Env: l.env, Cols: in.Cols, Rows: in.Rows,
	})
	if err != nil {
		d.board.Vacate(context.WithoutCancel(ctx), id, o.Generation)
		return 0, err
	}
	process := seat.Process{PID: t.Process.PID, Start: uint64(t.Process.Start)}
	if err := d.board.Bind(id, o.Generation, process); err != nil {
		return 0, fault.New(fault.Refused, "%s: %s ended at once", seatOf(id), id.Harness).
			Next("start it in a terminal to see what it says: jun new %s", id.Harness)
	}
	return t.ID, nil
}

// stopSeat ends what runs in a seat.
func (d *Daemon) stopSeat(ctx context.Context, _ api.Caller, in api.SeatIn) (api.None, error) {
	card, err := d.board.Card(in.Canvas, in.Node)
	if err != nil {
		return api.None{}, err
	}
	if d.board.Occupancy(card.Identity.Binding).Vacant() {
		return api.None{}, fault.New(fault.Refused, "%s is vacant: nothing runs in it", seatOf(card.Identity)).Next("start it with seat.start")
	}
	return api.None{}, d.stopSeats(ctx, []string{card.Identity.Binding})
}

// stopSeats ends what runs in seats, and returns when it has ended.
func (d *Daemon) stopSeats(ctx context.Context, bindings []string) error {
	running := d.host.Seats()
	for _, binding := range bindings {
		held := d.board.Occupancy(binding).Now
		t := running[binding]
		if held == nil || t == nil {
			continue
		}
		if err := d.board.Stop(held.Identity, held.Generation); err != nil {
			return err
		}
		if err := d.host.EndAndWait(ctx, t.ID); err != nil && !fault.Is(err, fault.UnknownTarget) {
			return fmt.Errorf("end terminal %d: %w", t.ID, err)
		}
	}
	return nil
}

// adoptSeats takes up the occupants that outlived the daemon.
func (d *Daemon) adoptSeats() {
	for _, t := range d.host.Seats() {
		o := t.Meta().Seat
		d.board.Adopt(seat.Occupant{
			Identity: identity(o), Generation: seat.Generation(o.Generation), Phase: seat.Running,
			Process: seat.Process{PID: t.Process.PID, Start: uint64(t.Process.Start)},
		})
	}
}

func identity(o *host.Occupant) seat.Identity {
	return seat.Identity{Canvas: o.Canvas, Node: o.Node, Binding: o.Binding, Agent: o.AgentKey, Harness: o.Harness}
}

// vacate notes that a seat's process has ended; o is nil for other terminals.
func (d *Daemon) vacate(ctx context.Context, o *host.Occupant) {
	if o != nil {
		d.board.Vacate(ctx, identity(o), seat.Generation(o.Generation))
	}
}

// seatTerminal finds the terminal that the seat of a node runs in.
func (d *Daemon) seatTerminal(canvas, node string) (terminal, generation int, ok bool) {
	card, err := d.board.Card(canvas, node)
	if err != nil {
		return 0, 0, false
	}
	t := d.host.OfBinding(card.Identity.Binding)
	if t == nil {
		return 0, 0, false
	}
	return t.ID, t.Meta().Seat.Generation, true
}
