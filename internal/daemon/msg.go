package daemon

import (
	"context"
	"time"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/mail"
	"junto/internal/mailroom"
)

// handleMail answers what seats do with their mail.
func (d *Daemon) handleMail(gate *Dispatcher) {
	reach(gate, "msg.send", func(ctx context.Context, c api.Caller, node string, in api.MsgSendIn) (api.MsgSendOut, error) {
		return d.sendMail(ctx, c, node, mail.Notice, in)
	})
	reach(gate, "msg.prompt", func(ctx context.Context, c api.Caller, node string, in api.MsgSendIn) (api.MsgSendOut, error) {
		return d.sendMail(ctx, c, node, mail.Prompt, in)
	})
	reach(gate, "msg.list", d.listMail)
	handle(gate, "msg.read", func(ctx context.Context, c api.Caller, in api.MsgReadIn) (api.MsgReadOut, error) {
		m, err := d.mail.Read(ctx, reader(c), in.MessageID)
		if err != nil {
			return api.MsgReadOut{}, err
		}
		return api.MsgReadOut{Message: d.enclosedMail(m)}, nil
	})
	reach(gate, "msg.reply", d.replyMail)
	handle(gate, "msg.react", func(ctx context.Context, c api.Caller, in api.MsgReactIn) (api.MsgReactOut, error) {
		if in.Reaction == "" {
			in.Reaction = mail.DefaultReaction
		}
		m, err := d.mail.React(ctx, reader(c), in.MessageID, in.Reaction)
		return api.MsgReactOut{MessageID: m.ID, Reaction: in.Reaction}, err
	})
	handle(gate, "msg.sent", d.sentMail)
	handle(gate, "mail.release", func(ctx context.Context, _ api.Caller, in api.MsgReleaseIn) (api.MsgReleaseOut, error) {
		s, err := d.board.Get(in.Canvas)
		if err != nil {
			return api.MsgReleaseOut{}, err
		}
		n, err := d.mail.Release(ctx, s.Canvas(), in.MessageID)
		return api.MsgReleaseOut{Released: n}, err
	})
}

func seatAddress(s *api.SeatRef) mail.Address { return mail.Address{Canvas: s.Canvas, Node: s.Node} }

func reader(c api.Caller) mailroom.Reader {
	return mailroom.Reader{Address: seatAddress(c.Seat), Generation: uint64(c.Seat.Generation)}
}

// sender is who sends mail to a node: what the kernel and the canvas say, and
// nothing that the caller does.
func (d *Daemon) sender(c api.Caller, to string) mail.Sender {
	s := mail.Sender{Address: seatAddress(c.Seat), Name: d.seatName(seatAddress(c.Seat)), Generation: uint64(c.Seat.Generation)}
	for _, p := range d.board.Peers(*c.Seat) {
		if p.Node.ID == to {
			s.Edge = p.Edge.ID
		}
	}
	if t, err := d.host.Get(c.Terminal); err == nil && t.Meta().Seat != nil {
		s.Harness = t.Meta().Seat.Harness
	}
	return s
}

// seatName is what a seat's card is called.
func (d *Daemon) seatName(a mail.Address) string {
	if s, err := d.board.Get(a.Canvas); err == nil {
		if n, ok := s.Document().Node(a.Node); ok {
			return n.Title()
		}
	}
	return a.Node
}

func (d *Daemon) sendMail(ctx context.Context, c api.Caller, node string, k mail.Kind, in api.MsgSendIn) (api.MsgSendOut, error) {
	if node == "" {
		return api.MsgSendOut{}, fault.New(fault.Input, "target: is empty").Next("`junto capabilities` lists the nodes that you are connected to")
	}
	draft := mail.Draft{Kind: k, Subject: in.Subject, Text: in.Text, Refs: mailRefs(in.Refs)}
	return d.post(ctx, c, node, draft, in.Key)
}

func (d *Daemon) post(ctx context.Context, c api.Caller, node string, draft mail.Draft, key string) (api.MsgSendOut, error) {
	to := mail.Address{Canvas: c.Seat.Canvas, Node: node}
	sent, err := d.mail.Send(ctx, d.sender(c, node), to, draft, key)
	if err != nil {
		return api.MsgSendOut{}, err
	}
	out := api.MsgSendOut{
		MessageID: sent.Mail.ID, Target: node, Delivery: string(sent.Mail.Delivery()), Reason: sent.Reason,
		Disposition: "applied", InReplyTo: sent.Mail.Draft.InReplyTo,
	}
	if sent.Duplicate {
		out.Disposition = "duplicate"
	}
	return out, nil
}

// replyMail answers a mail. Without a target it goes to the mail's sender, along
// an edge as any other.
func (d *Daemon) replyMail(ctx context.Context, c api.Caller, node string, in api.MsgReplyIn) (api.MsgSendOut, error) {
	if node == "" {
		parent, err := d.mail.Mail(ctx, in.InReplyTo)
		if err != nil {
			return api.MsgSendOut{}, err
		}
		if parent.To != seatAddress(c.Seat) {
			return api.MsgSendOut{}, fault.New(fault.Scope, "mail %s is not in this seat's mailbox", parent.ID).Next("`junto msg list` lists your mail")
		}
		if parent.From.IsJunto() {
			return api.MsgSendOut{}, fault.New(fault.Input, "inReplyTo: mail %s is Junto's own, and nobody reads an answer", parent.ID).Next("do what it says")
		}
		if node, err = d.board.Admit(*c.Seat, parent.From.Node, "msg.send"); err != nil {
			return api.MsgSendOut{}, err
		}
	}
	draft := mail.Draft{Kind: mail.Notice, Subject: in.Subject, Text: in.Text, Refs: mailRefs(in.Refs), InReplyTo: in.InReplyTo}
	return d.post(ctx, c, node, draft, in.Key)
}

func mailRefs(refs []api.MailRef) []mail.Ref {
	var all []mail.Ref
	for _, r := range refs {
		all = append(all, mail.Ref(r))
	}
	return all
}

// asked reads which part of a list is wanted.
func asked(limit int, before string) (mailroom.Ask, error) {
	if limit == 0 {
		limit = api.MailPage
	}
	if limit < 1 || limit > api.MaxMailPage {
		return mailroom.Ask{}, fault.New(fault.Input, "limit: is %d, not between 1 and %d", limit, api.MaxMailPage).Next("list the older ones with before")
	}
	return mailroom.Ask{Before: before, Limit: limit, Bytes: api.MailPageBytes}, nil
}

// listMail lists the caller's mailbox, or that of the node that an edge leads to.
func (d *Daemon) listMail(ctx context.Context, c api.Caller, node string, in api.MsgListIn) (api.MsgListOut, error) {
	ask, err := asked(in.Limit, in.Before)
	if err != nil {
		return api.MsgListOut{}, err
	}
	var page mailroom.Page
	if node == "" {
		node = c.Seat.Node
		page, err = d.mail.List(ctx, reader(c), ask)
	} else {
		page, err = d.mail.Look(ctx, mail.Address{Canvas: c.Seat.Canvas, Node: node}, ask)
	}
	if err != nil {
		return api.MsgListOut{}, err
	}
	out := api.MsgListOut{Target: node, Items: []api.Mail{}, Unread: page.Unread, Older: page.Older}
	for _, m := range page.Mails {
		out.Items = append(out.Items, d.enclosedMail(m))
	}
	return out, nil
}

// sentMail lists what the caller sent, with receipts.
func (d *Daemon) sentMail(ctx context.Context, c api.Caller, in api.MsgSentIn) (api.MsgSentOut, error) {
	ask, err := asked(in.Limit, in.Before)
	if err != nil {
		return api.MsgSentOut{}, err
	}
	to := in.Target
	if to != "" {
		// A node that is no more has mail that was sent to it all the same.
		s, err := d.board.Of(*c.Seat)
		if err != nil {
			return api.MsgSentOut{}, err
		}
		if node, err := s.World.Resolve(c.Seat.Node, to); err == nil {
			to = node
		}
	}
	page, err := d.mail.Outbox(ctx, seatAddress(c.Seat), to, ask)
	if err != nil {
		return api.MsgSentOut{}, err
	}
	out := api.MsgSentOut{Items: []api.Mail{}, Older: page.Older}
	now := time.Now()
	for _, m := range page.Mails {
		item := d.mailItem(m)
		for _, r := range m.Receipts() {
			item.Receipts = append(item.Receipts, api.Evidence{Time: r.At.Format(time.RFC3339Nano), Stage: string(r.State), Fact: r.Evidence})
		}
		if m.Delivery() == mail.Waiting {
			item.Age = now.Sub(m.Life.Accepted).Round(time.Second).String()
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}

// mailItem is a mail as calls have it.
func (d *Daemon) mailItem(m mail.Mail) api.Mail {
	item := api.Mail{
		MessageID: m.ID, From: m.From.Node, FromName: m.From.Name, Generation: int(m.From.Generation), To: m.To.Node,
		Kind: string(m.Draft.Kind), Subject: m.Draft.Subject, Text: m.Draft.Text, InReplyTo: m.Draft.InReplyTo,
		Sent: m.Life.Accepted.Format(time.RFC3339), Delivery: string(m.Delivery()), Reason: d.mail.Reason(m),
	}
	for _, r := range m.Draft.Refs {
		item.Refs = append(item.Refs, api.MailRef(r))
	}
	if m.Life.Read != nil {
		item.Read = m.Life.Read.At.Format(time.RFC3339)
	}
	for _, r := range m.Life.Reactions {
		item.Reactions = append(item.Reactions, api.MailReaction{Reaction: r.Reaction, Time: r.At.Format(time.RFC3339)})
	}
	return item
}

// enclosedMail is a mail as another seat than its sender reads it.
func (d *Daemon) enclosedMail(m mail.Mail) api.Mail {
	item := d.mailItem(m)
	if m.From.IsJunto() {
		return item // it is nobody's word but ours
	}
	item.Text = mail.Enclose(mail.Source{What: "mail", ID: m.ID, Name: m.From.Name, Node: m.From.Node, Edge: m.From.Edge}, item.Text)
	return item
}
