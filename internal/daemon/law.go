package daemon

import (
	"junto/internal/api"
	"junto/internal/fault"
)

// law is what the canvases say, for the gate.
type law struct{}

func (law) Bound(api.SeatRef) error { return nil }

func (law) Admit(_ api.SeatRef, target, _ string) (string, error) {
	return "", fault.New(fault.UnknownTarget, "there is no node %q", target)
}
