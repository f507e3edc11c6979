package daemon

import (
	"context"
	"fmt"
	"strings"
	"time"

	"junto/internal/api"
	"junto/internal/board"
	"junto/internal/compose"
	"junto/internal/harness"
	"junto/internal/host"
	"junto/internal/mail"
	"junto/internal/mailroom"
	"junto/internal/physics"
	"junto/internal/status"
	"junto/internal/watch"
)

// openMail takes up the mail that is under way. The terminals are there by now.
func (d *Daemon) openMail(ctx context.Context) (err error) {
	d.mail, err = mailroom.Open(ctx, mailroom.Options{
		Store: d.store, Now: time.Now, Log: d.o.Log,
		Occupant: d.occupant, Name: d.seatName, Find: d.findMail,
		PressEnter: func(a mail.Address) {
			if t := d.terminalOf(a); t != nil {
				d.pressEnter(t.ID)
			}
		},
		Ask:     d.askOfLoop,
		Changed: func(m mail.Mail) { d.tellSeats(m.To.Canvas) },
	})
	return err
}

// terminalOf is the terminal that a seat's process runs in; nil for none.
func (d *Daemon) terminalOf(a mail.Address) *host.Terminal {
	id, _, ok := d.seatTerminal(a.Canvas, a.Node)
	if !ok {
		return nil
	}
	t, err := d.host.Get(id)
	if err != nil {
		return nil
	}
	return t
}

// startingLimit is how long an agent whose state is not known counts as
// starting: the slowest one measured took 90 s on a busy machine.
const startingLimit = 2 * time.Minute

// occupant is who is in a seat, for its mail. An agent shows what takes text
// some moments before it really does, so its mail waits until it is seen to be
// in one of its states.
func (d *Daemon) occupant(a mail.Address) *mailroom.Occupant {
	t := d.terminalOf(a)
	if t == nil {
		return nil
	}
	state := d.watch.State(t.ID)
	o := &mailroom.Occupant{Terminal: t, Generation: uint64(t.Meta().Seat.Generation)}
	unknown := state.Status == status.Unknown && time.Since(state.Since) < startingLimit
	o.Starting = state.Agent == "" || unknown
	return o
}

// findLines is how far up a terminal is searched for a mail.
const findLines = 500

// findMail looks for a mail that may have been typed before the last daemon
// ended. A prompt cannot be told from another of the same words, so only what
// stands in the composer is taken for found.
func (d *Daemon) findMail(a mail.Address, m mail.Mail) mail.Seen {
	t := d.terminalOf(a)
	begun := m.Life.Typing
	if begun == nil {
		begun = m.Life.Typed
	}
	if t == nil || begun == nil || uint64(t.Meta().Seat.Generation) != begun.Generation {
		return mail.SeenNowhere
	}
	template, ok := harness.ByName(t.Meta().Seat.Harness)
	if !ok {
		return mail.SeenNowhere
	}
	box := compose.Read(template, t.Look())
	if stands(box, m.TypedText()) {
		return mail.SeenInBox
	}
	if m.Draft.Kind == mail.Notice && box.State == compose.Empty && strings.Contains(squeezed(strings.Join(t.Text(findLines), "")), squeezed(m.TypedText())) {
		return mail.SeenSubmitted
	}
	return mail.SeenNowhere
}

// standsFor reports whether what an agent shows in the place of a long paste can
// be that of a text: it counts the lines.
func standsFor(chip, text string) bool {
	return strings.Contains(chip, fmt.Sprintf("+%d lines", strings.Count(text, "\n")))
}

// squeezed is a text without what a screen adds and takes: spaces and line ends.
func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

// askOfLoop tells the operator that a brake holds mail.
func (d *Daemon) askOfLoop(ctx context.Context, m mail.Mail, text string) {
	in := api.MessageIn{Title: "Mail is held", Kind: "ask", Text: text + fmt.Sprintf("\n\nTo let it go on: jun call mail.release '{\"canvas\":%q}'", m.To.Canvas)}
	if t := d.terminalOf(m.From.Address); t != nil {
		in.Link = fmt.Sprintf("terminal:%d", t.ID)
	}
	if _, err := d.feed.Send(ctx, in, ""); err != nil {
		d.o.Log.Error("The operator was not told of held mail", "mail", m.ID, "error", err)
	}
}

// carryMail wakes the mail of seats whose agents change, and ends that of seats
// that are deleted.
func (d *Daemon) carryMail(ctx context.Context) error {
	cards := make(map[string][]string) // the agents' nodes that were last seen, by canvas
	for ctx.Err() == nil {
		agents, changes := d.watch.Subscribe()
		drawings := d.board.Subscribe()
		for _, s := range d.board.List() {
			d.endMailOfGone(ctx, cards, s)
		}
		for id := range agents {
			d.wakeMail(id)
		}
		d.passMail(ctx, cards, changes.C, drawings.C)
		changes.Close()
		drawings.Close()
	}
	return ctx.Err()
}

func (d *Daemon) passMail(ctx context.Context, cards map[string][]string, changes <-chan watch.Change, drawings <-chan board.Change) {
	for {
		select {
		case <-ctx.Done():
			return
		case c, ok := <-changes:
			if !ok {
				return
			}
			d.wakeMail(c.ID)
		case c, ok := <-drawings:
			if !ok {
				return
			}
			if s, err := d.board.Get(c.Canvas); err == nil && !c.Seats {
				d.endMailOfGone(ctx, cards, s)
			} else if c.Deleted {
				d.endMailOf(ctx, c.Canvas, cards[c.Canvas], "the canvas was deleted")
				delete(cards, c.Canvas)
			}
		}
	}
}

// wakeMail has the mail of a terminal's seat looked at.
func (d *Daemon) wakeMail(id int) {
	if t, err := d.host.Get(id); err == nil && t.Meta().Seat.Acts() {
		d.mail.Wake(mail.Address{Canvas: t.Meta().Seat.Canvas, Node: t.Meta().Seat.Node})
	}
}

// endMailOfGone ends the mail of the cards that are no more.
func (d *Daemon) endMailOfGone(ctx context.Context, cards map[string][]string, s *board.State) {
	var gone, now []string
	for _, node := range cards[s.Canvas()] {
		if _, ok := s.Document().Node(node); !ok {
			gone = append(gone, node)
		}
	}
	for _, n := range s.Document().Nodes() {
		if physics.RoleOf(n) == physics.Actor {
			now = append(now, n.ID)
		}
	}
	cards[s.Canvas()] = now
	d.endMailOf(ctx, s.Canvas(), gone, "the seat was deleted")
}

func (d *Daemon) endMailOf(ctx context.Context, canvas string, nodes []string, why string) {
	for _, node := range nodes {
		if err := d.mail.EndSeat(ctx, mail.Address{Canvas: canvas, Node: node}, why); err != nil && ctx.Err() == nil {
			d.o.Log.Error("A deleted seat's mail was not ended", "canvas", canvas, "node", node, "error", err)
		}
	}
}
