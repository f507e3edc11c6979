package daemon

import (
	"context"
	"time"

	"junto/internal/api"
	"junto/internal/board"
	"junto/internal/canvas"
	"junto/internal/host"
	"junto/internal/physics"
	"junto/internal/seat"
	"junto/internal/status"
	"junto/internal/watch"
)

// seatViews are the seats of a canvas, and its plain terminals, as they are now.
func (d *Daemon) seatViews(s *board.State) []api.SeatView {
	all := []api.SeatView{}
	running := d.host.Seats()
	mails, err := d.mail.Counts(context.Background(), s.Canvas())
	if err != nil {
		d.o.Log.Error("Mail cannot be counted", "canvas", s.Name, "error", err)
	}
	for _, n := range s.Document().Nodes() {
		if physics.RoleOf(n) == physics.Actor || n.Kind() == canvas.KindTerminal {
			v := d.seatView(s, n, running)
			v.Mail = api.SeatMail(mails[n.ID])
			all = append(all, v)
		}
	}
	return all
}

func (d *Daemon) seatView(s *board.State, n *canvas.Node, running map[string]*host.Terminal) api.SeatView {
	v := api.SeatView{Node: n.ID, Name: n.Name()}
	evidence := seat.Evidence{Parked: n.Has(canvas.Parked), Attention: n.Has(canvas.Attention)}
	if physics.RoleOf(n) == physics.Actor { // nothing else is paused or blocked
		bound := s.Bound(n.ID)
		v.Paused, v.Blocked = bound.PausedBy != "", bound.Blocked
		evidence.Blocker = v.Blocked
	}
	if t := n.Terminal(); t != nil {
		v.Binding, v.Harness = t.BindingID, t.Harness
		held := d.board.Occupancy(t.BindingID)
		v.Occupied, v.Generation, v.Session = !held.Vacant(), int(held.Last), held.Session
		evidence.Occupied, evidence.LastSeen = v.Occupied, held.LastSeen
		if r := running[t.BindingID]; r != nil && v.Occupied {
			agent := d.watch.Agent(r.ID)
			evidence.Activity, evidence.LastSeen = activity(agent), lastHeard(agent)
			v.Terminal, v.Because, v.Line = r.ID, agent.Because, line(r.Text(lookLines), agent.Status)
			if !agent.Since.IsZero() {
				v.Since = agent.Since.Format(time.RFC3339)
			}
		}
	}
	v.Delivers = seat.Card{Name: v.Name, Binding: v.Binding, Harness: v.Harness}.Deliverable()
	v.Glance = seat.GlanceOf(evidence, time.Now())
	return v
}

// activity is what the status loop sees an agent do, in a seat's words.
func activity(a watch.Agent) seat.Activity {
	switch a.Status {
	case status.Idle:
		return seat.ActivityIdle
	case status.Working:
		return seat.ActivityWorking
	case status.Waiting:
		return seat.ActivityAttention
	case status.Unknown:
	}
	return seat.ActivityUnknown
}

// lastHeard is when an agent was last heard of: since it rests, if it does. Of one
// that works, no such time is kept, and none is invented.
func lastHeard(a watch.Agent) time.Time {
	if a.Status == status.Idle {
		return a.Since
	}
	return time.Time{}
}
