package board

import (
	"context"
	"slices"

	"junto/internal/canvas"
	"junto/internal/fault"
	"junto/internal/physics"
	"junto/internal/seat"
	"junto/internal/store"
)

// Play lets a canvas act; with a node, lets that seat or region go on. No
// process is touched by either.
func (b *Board) Play(ctx context.Context, ref, node string) (*State, error) {
	return b.setPlay(ctx, ref, node, true)
}

// Pause is the reverse of Play.
func (b *Board) Pause(ctx context.Context, ref, node string) (*State, error) {
	return b.setPlay(ctx, ref, node, false)
}

func (b *Board) setPlay(ctx context.Context, ref, node string, play bool) (*State, error) {
	c, err := b.find(ref)
	if err != nil {
		return nil, err
	}
	if err := c.take(ctx); err != nil {
		return nil, err
	}
	defer c.give()
	next := *c.state.Load()
	switch {
	case node != "":
		p, err := pausable(&next, node)
		if err != nil {
			return nil, err
		}
		if err := b.o.Store.PauseNode(ctx, c.id, p, !play); err != nil {
			return nil, err
		}
		next.Pause = paused(next.Pause, p, !play)
	case play:
		if !next.Pause.EverPlayed {
			if err := b.o.Store.MarkPlayed(ctx, c.id); err != nil {
				return nil, err
			}
		}
		next.Pause = next.Pause.Play()
	default:
		next.Pause = next.Pause.Halt()
	}
	b.show(c, &next)
	return &next, nil
}

// pausable finds the seat or region to pause.
func pausable(s *State, node string) (store.PausedNode, error) {
	n, ok := s.Document().Node(node)
	if !ok {
		return store.PausedNode{}, unknownNode(s, node)
	}
	region := n.Type == canvas.Group
	if !region && physics.RoleOf(n) != physics.Actor {
		return store.PausedNode{}, fault.New(fault.Refused, "node %q is neither a seat nor a region", node).Next("pause the canvas, or one of its agents or regions")
	}
	return store.PausedNode{Node: node, Region: region}, nil
}

func paused(p seat.Pause, n store.PausedNode, paused bool) seat.Pause {
	if n.Region {
		return p.SetRegion(n.Node, paused)
	}
	return p.SetNode(n.Node, paused)
}

func unknownNode(s *State, node string) error {
	return fault.New(fault.UnknownTarget, "there is no node %q on canvas %q", node, s.Name).
		Next("`junto digest '%s'` lists the nodes", s.Name)
}

// PausedNodes are the seats and regions that are paused themselves.
func (s *State) PausedNodes() []string {
	all := slices.Concat(s.Pause.Nodes, s.Pause.Regions)
	slices.Sort(all)
	return all
}

// Bound is what binds a node of the canvas at the moment.
func (s *State) Bound(node string) seat.Bound {
	var regions []string
	for _, g := range s.Document().Containers(node) {
		regions = append(regions, g.ID)
	}
	by, _ := s.Pause.Paused(node, regions)
	n, ok := s.Document().Node(node)
	return seat.Bound{PausedBy: by, Blocked: ok && physics.RoleOf(n) == physics.Actor && n.Has(canvas.Blocker)}
}
