package seat

import "time"

// Glance is what a card shows of its seat at a glance.
type Glance string

const (
	Empty           Glance = "empty"            // nothing ever ran here
	Gone            Glance = "gone"             // what ran here has ended
	Parked          Glance = "parked"           // the operator put it aside
	ActivityBlocked Glance = "activity_blocked" // blocked by the operator, or by what it does
	NeedsAttention  Glance = "attention"        // it waits for the operator
	Stalled         Glance = "stalled"          // it was not heard of for very long
	Working         Glance = "working"
	Idle            Glance = "idle"
	// Unknown: it runs, and nothing tells what it is doing. It is not one of the
	// states of a seat that can be read, and is never shown as idle.
	Unknown Glance = "unknown"
)

// Values are all glances.
func (Glance) Values() []string {
	return []string{
		string(Empty), string(Gone), string(Parked), string(ActivityBlocked), string(NeedsAttention),
		string(Stalled), string(Working), string(Idle), string(Unknown),
	}
}

// Activity is what the harness is seen to do.
type Activity string

const (
	ActivityUnknown   Activity = ""
	ActivityIdle      Activity = "idle"
	ActivityWorking   Activity = "working"
	ActivityAttention Activity = "attention"
	ActivityBlockedBy Activity = "blocked"
)

// StallAfter is how long a seat may stay silent before it counts as stalled:
// an agent that waits over a night is no news.
const StallAfter = 24 * time.Hour

// Evidence is what a glance is derived from. What is not known stays zero and
// decides nothing.
type Evidence struct {
	Occupied  bool
	Activity  Activity
	LastSeen  time.Time // when the occupant, or the last one, was last heard of
	Blocker   bool      // the operator's flags
	Parked    bool
	Attention bool
}

// GlanceOf derives what a card shows. The first that holds wins.
func GlanceOf(e Evidence, now time.Time) Glance {
	switch {
	case !e.Occupied && e.LastSeen.IsZero():
		return Empty
	case !e.Occupied:
		return Gone
	case e.Parked:
		return Parked
	case e.Blocker || e.Activity == ActivityBlockedBy:
		return ActivityBlocked
	case e.Attention || e.Activity == ActivityAttention:
		return NeedsAttention
	case !e.LastSeen.IsZero() && now.Sub(e.LastSeen) > StallAfter:
		return Stalled
	case e.Activity == ActivityWorking:
		return Working
	case e.Activity == ActivityIdle:
		return Idle
	}
	return Unknown
}
