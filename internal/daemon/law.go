package daemon

import (
	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/seat"
)

// law is what the canvases say, for the gate.
type law struct{}

func (law) Bound(api.SeatRef, seat.Class) error { return nil }

func (law) Admit(_ api.SeatRef, target, _ string) (string, error) {
	return "", fault.New(fault.UnknownTarget, "there is no node %q", target)
}
