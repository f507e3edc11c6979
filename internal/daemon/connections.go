package daemon

import (
	"context"
	"slices"
	"time"

	"junto/internal/board"
	"junto/internal/mail"
	"junto/internal/physics"
)

// connectionsPause gathers what the operator draws in a row: seats are told what
// has come of it, once, and nothing where it was taken back.
const connectionsPause = 2 * time.Second

// edgesOf is what a seat may do along its edges: the ports of each peer.
type edgesOf map[string]physics.Ports

// reachOf is what each seat of a canvas may do.
func reachOf(s *board.State) map[string]edgesOf {
	all := make(map[string]edgesOf)
	for _, n := range s.Document().Nodes() {
		if physics.RoleOf(n) != physics.Actor {
			continue
		}
		own := make(edgesOf)
		for _, p := range s.World.Peers(n.ID) {
			own[p.Node.ID] = p.Grants
		}
		all[n.ID] = own
	}
	return all
}

// tellConnections tells running seats when their connections change. Agents ask
// what they may do when they begin, and would not ask again by themselves.
//
// While a seat is paused it is told nothing, since it could do nothing with it;
// it is told when it plays again. A seat without a process is not told: what
// starts in it asks for itself.
func (d *Daemon) tellConnections(ctx context.Context) error {
	for ctx.Err() == nil {
		drawings := d.board.Subscribe()
		known := make(map[string]map[string]edgesOf) // what each canvas' seats were told, or found when they began
		for _, s := range d.board.List() {
			known[s.Canvas()] = reachOf(s)
		}
		// News of seats alone leave the lines as they were.
		lines := func(c board.Change) (string, bool) { return c.Canvas, !c.Seats }
		gather(ctx, drawings.C, connectionsPause, lines, func(canvas string) {
			s, err := d.board.Get(canvas)
			if err != nil {
				delete(known, canvas)
				return
			}
			known[canvas] = d.tellReach(ctx, s, known[canvas])
		})
		drawings.Close()
	}
	return ctx.Err()
}

// tellReach tells the seats of a canvas what has changed since they were told
// last, and returns what each knows now.
func (d *Daemon) tellReach(ctx context.Context, s *board.State, before map[string]edgesOf) map[string]edgesOf {
	now := reachOf(s)
	for node, can := range now {
		could, ok := before[node]
		gained, lost := d.compared(s, could, can)
		if len(gained)+len(lost) == 0 || !ok {
			continue
		}
		if _, _, running := d.seatTerminal(s.Canvas(), node); !running {
			continue
		}
		if s.Bound(node).PausedBy != "" {
			now[node] = could
			continue
		}
		to := mail.Address{Canvas: s.Canvas(), Node: node}
		if err := d.mail.Tell(ctx, to, mail.Notice, mail.ConnectionsChanged(gained, lost), ""); err != nil && ctx.Err() == nil {
			d.o.Log.Error("A seat was not told of its connections", "canvas", s.Name, "node", node, "error", err)
		}
	}
	return now
}

// compared names the peers that can be reached now, or otherwise, and those that
// cannot any more.
func (d *Daemon) compared(s *board.State, could, can edgesOf) (gained, lost []string) {
	for node, ports := range can {
		if ports != could[node] {
			gained = append(gained, d.seatName(mail.Address{Canvas: s.Canvas(), Node: node}))
		}
	}
	for node := range could {
		if _, ok := can[node]; !ok {
			lost = append(lost, d.seatName(mail.Address{Canvas: s.Canvas(), Node: node}))
		}
	}
	slices.Sort(gained)
	slices.Sort(lost)
	return gained, lost
}
