package daemon

import (
	"context"
	"errors"
	"time"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/hub"
	"junto/internal/physics"
	"junto/internal/status"
	"junto/internal/term"
	"junto/internal/watch"
)

// startWait is how long `send` waits for the agent to work, once the text is
// sent: the document's five seconds.
const startWait = 5 * time.Second

// send submits a text to the agent in a terminal. The text is typed even when
// the caller does not wait for the end of it.
func (d *Daemon) send(ctx context.Context, c api.Caller, in api.SendIn) (api.SendOut, error) {
	t, err := d.reached(c, in.ID, physics.MsgPrompt)
	if err != nil {
		return api.SendOut{}, err
	}
	if len(in.Text) > api.MaxText {
		return api.SendOut{}, fault.New(fault.Input, "the text has %d bytes, more than %d", len(in.Text), api.MaxText).
			Next("write it into a file and send the file's name")
	}
	agents, news := d.watch.Subscribe()
	defer news.Close()
	agent, ok := agents[in.ID]
	if !ok {
		return api.SendOut{}, fault.New(fault.Refused, "terminal %d: no agent runs in it", in.ID).
			Next("text there would run as a command; list the agents with `jun tool terminals`")
	}
	if in.UnlessWaiting && agent.Status == status.Waiting {
		return api.SendOut{}, fault.New(fault.Refused, "terminal %d: %s waits for an answer", in.ID, agent.Name).
			Next("look at the question with `jun tool screen %d`, and leave the answer to the user", in.ID)
	}
	s := &sending{id: in.ID, news: news, working: agent.Status == status.Working, receipts: make(chan api.Evidence, receiptBacklog), ended: make(chan error, 1)}
	d.typing.Go(func() {
		_, err := t.Type(d.life, in.Text, term.TypeOptions{Receipt: s.receipt})
		s.ended <- err
	})
	return s.wait(ctx)
}

// receiptBacklog is more than the stages of one text.
const receiptBacklog = 64

// sending follows one text until it is known what to answer.
type sending struct {
	id       int
	news     *hub.Subscription[watch.Change]
	receipts chan api.Evidence
	ended    chan error // the typing's end, nil or why it failed

	working bool // the agent works now
	started bool // it was seen to work, or to ask, after the text was typed
	out     api.SendOut
}

// receipt never blocks: the gate calls it. Of more stages than the backlog
// holds, only repeated holds are lost.
func (s *sending) receipt(stage, fact string) {
	select {
	case s.receipts <- api.Evidence{Time: time.Now().Format(time.RFC3339Nano), Stage: stage, Fact: fact}:
	default:
	}
}

// wait follows the text until the agent works, or startWait has passed since the
// text was sent. A text that is held is answered for after startWait too: it is
// typed as soon as it is safe.
func (s *sending) wait(ctx context.Context) (api.SendOut, error) {
	timer := time.NewTimer(startWait)
	defer timer.Stop()
	ended := s.ended
	for {
		select {
		case <-ctx.Done():
			return s.out, ctx.Err()
		case <-timer.C:
			return s.answer(), nil
		case e := <-s.receipts:
			s.take(e)
			if e.Stage == term.Typed {
				timer.Reset(startWait)
			}
		case c, ok := <-s.news.C:
			if !ok {
				return s.out, fault.New(fault.Unreachable, "Jun ends").Next("try again")
			}
			if c.ID == s.id {
				s.see(c.To.Status)
			}
		case err := <-ended:
			if err != nil && !errors.Is(err, context.Canceled) {
				return s.out, err
			}
			ended = nil
		}
		if ended == nil && s.started {
			return s.answer(), nil
		}
	}
}

// see takes a change of the agent's status. What was told of the text before it
// comes first.
func (s *sending) see(now status.Status) {
	s.drain()
	s.working = now == status.Working
	if s.typed() && (s.working || now == status.Waiting) {
		s.started = true
	}
}

func (s *sending) typed() bool { return s.out.Stage == term.Typed || s.out.Stage == term.Submitted }

func (s *sending) drain() {
	for {
		select {
		case e := <-s.receipts:
			s.take(e)
		default:
			return
		}
	}
}

func (s *sending) take(e api.Evidence) {
	s.out.Evidence = append(s.out.Evidence, e)
	if e.Stage == term.Held {
		s.out.Held = e.Fact
		return
	}
	s.out.Stage, s.out.Held = e.Stage, ""
	if s.typed() && s.working {
		s.started = true // it took the text while at work: its harness queues or steers it
	}
}

// answer is what is known now.
func (s *sending) answer() api.SendOut {
	s.drain()
	s.out.Started = s.started
	if s.out.Evidence == nil {
		s.out.Evidence = []api.Evidence{}
	}
	return s.out
}
