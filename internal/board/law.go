package board

import (
	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/physics"
	"junto/internal/seat"
)

// Of is the canvas of a seat, as it is now. It is refused when the seat's card
// is not on it any more: the process has outlived what it belonged to.
func (b *Board) Of(caller api.SeatRef) (*State, error) {
	s, err := b.Get(caller.Canvas)
	if err != nil {
		return nil, fault.New(fault.StaleNodeRef, "the canvas of this seat is deleted").Next("stop; the operator deleted it")
	}
	n, ok := s.Document().Node(caller.Node)
	if !ok || n.Terminal() == nil || n.Terminal().BindingID != caller.Binding || n.Name() != caller.AgentKey {
		return nil, fault.New(fault.StaleNodeRef, "node %q, that this seat belonged to, is not on the canvas any more", caller.Node).
			Next("stop; the operator deleted this seat's card")
	}
	return s, nil
}

// Bound refuses what a seat may not do now.
func (b *Board) Bound(caller api.SeatRef, class seat.Class) error {
	s, err := b.Of(caller)
	if err != nil {
		return err
	}
	return s.Bound(caller.Node).Allow(class)
}

// Admit finds the node that a seat means, if an edge lets it ask that of it.
func (b *Board) Admit(caller api.SeatRef, target, port string) (node string, err error) {
	s, err := b.Of(caller)
	if err != nil {
		return "", err
	}
	node, err = s.World.Resolve(caller.Node, target)
	if err != nil {
		return "", err
	}
	if denial := s.World.Admit(caller.Node, node, physics.Port(port)); denial != nil {
		return "", denial.Fault()
	}
	return node, nil
}

// Peers are the nodes that edges connect a seat to.
func (b *Board) Peers(caller api.SeatRef) []physics.Peer {
	s, err := b.Of(caller)
	if err != nil {
		return nil
	}
	return s.World.Peers(caller.Node)
}

// Paused reports whether a seat is paused, by whatever.
func (b *Board) Paused(caller api.SeatRef) bool {
	s, err := b.Of(caller)
	return err != nil || s.Bound(caller.Node).PausedBy != ""
}

// Blocked reports whether the operator blocked a seat.
func (b *Board) Blocked(caller api.SeatRef) bool {
	s, err := b.Of(caller)
	return err == nil && s.Bound(caller.Node).Blocked
}
