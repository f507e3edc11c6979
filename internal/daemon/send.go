package daemon

import (
	"context"
	"time"

	"junto/internal/api"
	"junto/internal/compose"
	"junto/internal/fault"
	"junto/internal/hub"
	"junto/internal/outbox"
	"junto/internal/physics"
	"junto/internal/status"
	"junto/internal/store"
	"junto/internal/term"
	"junto/internal/watch"
)

// startWait is how long `send` waits for the agent to work, once the text is
// sent: the document's five seconds.
const startWait = 5 * time.Second

// openSends takes up the texts that the last daemon left. The terminals are
// there by now.
func (d *Daemon) openSends(ctx context.Context) (err error) {
	d.sends, err = outbox.Open(ctx, outbox.Options{
		Store: d.store, Run: d.run.ID, Now: time.Now, Log: d.o.Log,
		Terminal: func(id int) outbox.Terminal {
			if t, err := d.host.Get(id); err == nil {
				return t
			}
			return nil
		},
		Agent:      func(id int) bool { return d.watch.Agent(id).Name != "" },
		Stands:     d.standsIn,
		PressEnter: d.pressEnter,
	})
	return err
}

// standsIn reports whether a text stands in the composer of a terminal's agent.
func (d *Daemon) standsIn(id int, text string) bool {
	t, err := d.host.Get(id)
	if err != nil {
		return false
	}
	template, _ := d.agentIn(id)
	return template != nil && stands(compose.Read(template, t.Look()), text)
}

// stands reports whether a composer holds a text, or what an agent shows in the
// place of it.
func stands(box compose.Reading, text string) bool {
	return box.State == compose.Draft && (squeezed(box.Text) == squeezed(text) || box.Chip && standsFor(box.Text, text))
}

// pressEnter sends what stands in a terminal's composer.
func (d *Daemon) pressEnter(id int) {
	t, err := d.host.Get(id)
	if err == nil {
		err = t.Enter(d.life)
	}
	if err != nil {
		d.o.Log.Error("Enter was not pressed", "terminal", id, "error", err)
	}
}

// send submits a text to the agent in a terminal. The text is typed even when
// the caller does not wait for the end of it. Under a key that was used before,
// it is told what became of the text of then.
func (d *Daemon) send(ctx context.Context, c api.Caller, in api.SendIn) (api.SendOut, error) {
	draft := outbox.Draft{Key: in.Key, Terminal: in.ID, Text: in.Text, Cautious: in.UnlessWaiting}
	agents, news := d.watch.Subscribe()
	defer news.Close()
	text, err := d.sentBefore(ctx, draft)
	if err == nil && text == nil {
		if err = d.maySend(c, in, agents[in.ID]); err == nil {
			text, err = d.sends.Send(ctx, draft)
		}
	}
	if err != nil {
		return api.SendOut{}, err
	}
	s := &sending{id: in.ID, text: text, news: news, working: agents[in.ID].Status == status.Working}
	return s.wait(ctx)
}

func (d *Daemon) sentBefore(ctx context.Context, draft outbox.Draft) (*outbox.Text, error) {
	if draft.Key == "" {
		return nil, nil //nolint:nilnil // without a key it was not
	}
	return d.sends.Find(ctx, draft)
}

// maySend refuses what cannot be sent to a terminal now.
func (d *Daemon) maySend(c api.Caller, in api.SendIn, agent watch.Agent) error {
	if _, err := d.reached(c, in.ID, physics.MsgPrompt); err != nil {
		return err
	}
	switch {
	case len(in.Text) > api.MaxText:
		return fault.New(fault.Input, "the text has %d bytes, more than %d", len(in.Text), api.MaxText).
			Next("write it into a file and send the file's name")
	case agent.Name == "":
		return fault.New(fault.Refused, "terminal %d: no agent runs in it", in.ID).
			Next("text there would run as a command; list the agents with `jun tool terminals`")
	case in.UnlessWaiting && agent.Status == status.Waiting:
		return fault.New(fault.Refused, "terminal %d: %s waits for an answer", in.ID, agent.Name).
			Next("look at the question with `jun tool screen %d`, and leave the answer to the user", in.ID)
	}
	return nil
}

// sending follows one text until it is known what to answer.
type sending struct {
	id   int
	text *outbox.Text
	news *hub.Subscription[watch.Change]

	working bool // the agent works now
	started bool // it was seen to work, or to ask, after the text was typed
}

// wait follows the text until the agent works, or startWait has passed since the
// text was sent. A text that is held is answered for after startWait too: it is
// typed as soon as it is safe.
func (s *sending) wait(ctx context.Context) (api.SendOut, error) {
	timer := time.NewTimer(startWait)
	defer timer.Stop()
	typed := false
	for {
		doc, more := s.text.Look()
		out := sendOut(doc.Receipts)
		if doc.Fault != nil {
			return out, doc.Fault
		}
		if now := out.Stage == term.Typed || out.Stage == term.Submitted; now && !typed {
			typed = true
			timer.Reset(startWait)
			s.started = s.working // it took the text while at work: its harness queues or steers it
		}
		if out.Started = s.started; doc.Ended && s.started {
			return out, nil
		}
		select {
		case <-ctx.Done():
			return out, ctx.Err()
		case <-timer.C:
			return out, nil
		case <-more:
		case c, ok := <-s.news.C:
			if !ok {
				return out, fault.New(fault.Unreachable, "Jun ends").Next("send it again under the same key: it is not typed twice")
			}
			if c.ID == s.id {
				s.working = c.To.Status == status.Working
				s.started = s.started || s.typedBy() && (s.working || c.To.Status == status.Waiting)
			}
		}
	}
}

// typedBy reports whether the text is typed by now: what was told of it comes
// before a change of the agent's status.
func (s *sending) typedBy() bool {
	doc, _ := s.text.Look()
	stage := sendOut(doc.Receipts).Stage
	return stage == term.Typed || stage == term.Submitted
}

// sendOut is what a text's receipts come to.
func sendOut(receipts []store.SendReceipt) api.SendOut {
	out := api.SendOut{Evidence: []api.Evidence{}}
	for _, r := range receipts {
		out.Evidence = append(out.Evidence, api.Evidence{Time: r.At.Format(time.RFC3339Nano), Stage: r.Stage, Fact: r.Fact})
		if r.Stage == term.Held {
			out.Held = r.Fact
			continue
		}
		out.Stage, out.Held = r.Stage, ""
	}
	return out
}
