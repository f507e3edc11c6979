package daemon

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"junto/internal/api"
	"junto/internal/board"
	"junto/internal/fault"
	"junto/internal/hub"
	"junto/internal/mail"
	"junto/internal/physics"
	"junto/internal/status"
	"junto/internal/watch"
)

// handlePeers answers what seats look at along edges.
func (d *Daemon) handlePeers(gate *Dispatcher) {
	reach(gate, "seat.wait", d.waitForPeer)
	reach(gate, "seat.read", d.readPeer)
}

// What a peer can be waited for to be.
const (
	peerIdle      = "idle"
	peerWorking   = "working"
	peerAttention = "attention"
	peerGone      = "gone"
)

// peerState is what a seat is seen to do now.
func (d *Daemon) peerState(canvas, node string) api.SeatWaitOut {
	out := api.SeatWaitOut{Target: node, State: peerGone, Confidence: "high", Reason: "no process is in the seat"}
	id, generation, ok := d.seatTerminal(canvas, node)
	if !ok {
		if card, err := d.board.Card(canvas, node); err == nil {
			held := d.board.Occupancy(card.Identity.Binding)
			out.Generation = int(held.Last)
			if !held.LastSeen.IsZero() {
				out.At = held.LastSeen.Format(time.RFC3339)
			}
		}
		return out
	}
	agent := d.watch.Agent(id)
	out.Generation, out.State, out.Reason = generation, string(agent.Status), agent.Because
	switch agent.Status {
	case status.Waiting:
		out.State = peerAttention
	case status.Idle, status.Working:
	case status.Unknown:
		out.Confidence = "low"
	default:
		out.State, out.Confidence, out.Reason = string(status.Unknown), "low", "no agent is seen in it yet"
	}
	if !agent.Since.IsZero() {
		out.At = agent.Since.Format(time.RFC3339)
	}
	return out
}

// looking follows all that can change what a seat sees of its peers.
type looking struct {
	agents   *hub.Subscription[watch.Change]
	drawings *hub.Subscription[board.Change]
}

func (d *Daemon) look() looking {
	_, agents := d.watch.Subscribe()
	return looking{agents, d.board.Subscribe()}
}

func (l looking) close() {
	l.agents.Close()
	l.drawings.Close()
}

// next waits for something to have changed, or for the timer; then due is true.
// Whoever fell behind has only missed that something changed.
func (l looking) next(ctx context.Context, timer <-chan time.Time) (due bool, err error) {
	ok := true
	select {
	case _, ok = <-l.agents.C:
	case _, ok = <-l.drawings.C:
	case <-timer:
		return true, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
	if !ok {
		return false, fault.New(fault.Unreachable, "Junto ends, or the caller fell too far behind").Next("wait again")
	}
	return false, nil
}

// waitForPeer waits until a peer is in a state. Whether the caller may is asked
// anew at each change, so a removed edge ends it at once.
func (d *Daemon) waitForPeer(ctx context.Context, c api.Caller, node string, in api.SeatWaitIn) (api.SeatWaitOut, error) {
	timeout, err := checkWait(in)
	if err != nil {
		return api.SeatWaitOut{}, err
	}
	l := d.look() // before the first look, so that nothing is missed
	defer l.close()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	for {
		peers, err := d.waitedFor(c, node)
		if err != nil {
			return api.SeatWaitOut{}, err
		}
		var last api.SeatWaitOut
		for _, p := range peers {
			if last = d.peerState(c.Seat.Canvas, p); last.State == in.Until {
				return last, nil
			}
		}
		due, err := l.next(ctx, timer.C)
		if err != nil {
			return api.SeatWaitOut{}, err
		}
		if due {
			return api.SeatWaitOut{}, late(in, timeout, last)
		}
	}
}

func checkWait(in api.SeatWaitIn) (time.Duration, error) {
	states := []string{peerIdle, peerWorking, peerAttention, peerGone}
	switch {
	case in.Any == (in.Target != ""):
		return 0, fault.New(fault.Input, "target: give one, or any:true").Next("`junto schema show seat wait` prints the shape")
	case !slices.Contains(states, in.Until):
		return 0, fault.New(fault.Input, "until: is %q, not %s", in.Until, strings.Join(states, ", ")).Next("`junto schema show seat wait` prints the shape")
	case in.TimeoutMS < 0 || in.TimeoutMS > api.SeatWaitMax:
		return 0, fault.New(fault.Input, "timeoutMs: is %d, not between 1 and %d", in.TimeoutMS, api.SeatWaitMax).Next("wait again for longer")
	case in.TimeoutMS == 0:
		in.TimeoutMS = api.SeatWaitDefault
	}
	return time.Duration(in.TimeoutMS) * time.Millisecond, nil
}

// waitedFor are the peers that a wait is for: the one, or all that an edge lets
// be waited for now.
func (d *Daemon) waitedFor(c api.Caller, node string) ([]string, error) {
	if node != "" {
		_, err := d.board.Admit(*c.Seat, node, string(physics.SeatWait))
		return []string{node}, err
	}
	s, err := d.board.Of(*c.Seat)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, p := range s.World.Peers(c.Seat.Node) {
		if p.Grants.Has(physics.SeatWait) {
			all = append(all, p.Node.ID)
		}
	}
	if len(all) == 0 {
		return nil, fault.New(fault.Scope, "no edge connects %q to a seat that it could wait for", c.Seat.Node).
			Next("ask the operator for an edge: %s %s another agent", c.Seat.Node, physics.Messages)
	}
	return all, nil
}

// late is the error of a wait that was in vain: of a time that ran out, as when no
// answer comes. Unlike most of its type it may be tried again.
func late(in api.SeatWaitIn, timeout time.Duration, last api.SeatWaitOut) error {
	f := fault.New(fault.Protocol, "no peer was %s within %s", in.Until, timeout)
	if !in.Any {
		f = fault.New(fault.Protocol, "%s was not %s within %s: it is %s (%s)", last.Target, in.Until, timeout, last.State, last.Reason)
	}
	f.Retryable = true
	return f.Next("wait again, or look at it: junto seat read %s", last.Target)
}

// readPeer reads a peer's terminal, at once or after something changed in it.
func (d *Daemon) readPeer(ctx context.Context, c api.Caller, node string, in api.SeatReadIn) (api.SeatReadOut, error) {
	if err := checkRead(&in, node); err != nil {
		return api.SeatReadOut{}, err
	}
	stopped := "not-following"
	if in.Follow {
		var err error
		if stopped, err = d.followPeer(ctx, c, node, in); err != nil {
			return api.SeatReadOut{}, err
		}
	}
	t := d.terminalOf(mail.Address{Canvas: c.Seat.Canvas, Node: node})
	if t == nil {
		f := fault.New(fault.UnknownTarget, "%s has no process, and so no screen", node)
		f.Retryable = true
		return api.SeatReadOut{}, f.Next("wait until it runs: junto seat wait %s --until idle", node)
	}
	state := d.peerState(c.Seat.Canvas, node)
	out := api.SeatReadOut{
		Target: node, State: state.State, Reason: state.Reason, Generation: state.Generation, Seq: t.Generation(), Stopped: stopped,
		Replaced: in.SinceGeneration != nil && *in.SinceGeneration != state.Generation,
	}
	lines := t.Text(in.Lines)
	size := 0
	for i, line := range slices.Backward(lines) {
		if size += len(line) + 1; size > api.SeatReadBytes {
			lines, out.Truncated = lines[i+1:], true
			break
		}
	}
	text := strings.Join(lines, "\n")
	out.LineCount, out.Bytes = len(lines), len(text)
	edge := ""
	for _, p := range d.board.Peers(*c.Seat) {
		if p.Node.ID == node {
			edge = p.Edge.ID
		}
	}
	source := mail.Source{What: "screen", Name: d.seatName(mail.Address{Canvas: c.Seat.Canvas, Node: node}), Node: node, Edge: edge}
	out.Text = mail.Enclose(source, text)
	return out, nil
}

func checkRead(in *api.SeatReadIn, node string) error {
	if in.Lines == 0 {
		in.Lines = api.SeatReadDefault
	}
	if in.MaxSeconds == 0 {
		in.MaxSeconds = api.SeatFollowDefault
	}
	bad := func(format string, args ...any) error {
		return fault.New(fault.Input, format, args...).Next("`junto schema show seat read` prints the shape")
	}
	switch {
	case node == "":
		return bad("target: is empty")
	case in.Lines < 1 || in.Lines > api.SeatReadMax:
		return bad("lines: is %d, not between 1 and %d", in.Lines, api.SeatReadMax)
	case (in.Since == nil) != (in.SinceGeneration == nil):
		return bad("since: comes with sinceGeneration, both of one read")
	case in.MaxSeconds < 1 || in.MaxSeconds > api.SeatFollowMax:
		return bad("maxSeconds: is %d, not between 1 and %d", in.MaxSeconds, api.SeatFollowMax)
	}
	return nil
}

// followEvery is how often a followed terminal is looked at: soon enough for a
// reader, who then reads a screen and not a frame.
const followEvery = 100 * time.Millisecond

// followPeer waits until a peer's terminal shows something new, and says what
// ended the wait. A removed edge ends it with an error.
func (d *Daemon) followPeer(ctx context.Context, c api.Caller, node string, in api.SeatReadIn) (string, error) {
	l := d.look()
	defer l.close()
	end := time.NewTimer(time.Duration(in.MaxSeconds) * time.Second)
	defer end.Stop()
	ticker := time.NewTicker(followEvery)
	defer ticker.Stop()
	a := mail.Address{Canvas: c.Seat.Canvas, Node: node}
	generation, seq := 0, uint64(0)
	if t := d.terminalOf(a); t != nil {
		generation, seq = t.Meta().Seat.Generation, t.Generation()
	}
	if in.Since != nil {
		generation, seq = *in.SinceGeneration, *in.Since
	}
	for {
		if _, err := d.board.Admit(*c.Seat, node, string(physics.SeatRead)); err != nil {
			return "", err
		}
		if t := d.terminalOf(a); t != nil {
			switch {
			case t.Meta().Seat.Generation != generation:
				return "replaced", nil
			case t.Generation() != seq:
				return "advanced", nil
			}
		}
		select {
		case <-end.C:
			return "duration", nil
		default:
		}
		if _, err := l.next(ctx, ticker.C); err != nil {
			return "", fmt.Errorf("follow %s: %w", node, err)
		}
	}
}
