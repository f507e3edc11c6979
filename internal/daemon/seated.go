package daemon

import (
	"context"
	"time"

	"junto/internal/api"
	"junto/internal/host"
)

// seatedPause gathers what changes in a canvas' seats, so that a burst of mail,
// or many agents that start together, are told to windows a few times and not
// hundreds. It is too short to be seen.
const seatedPause = 50 * time.Millisecond

// tellSeats says that a canvas' seats have news: what runs in them, what that
// does, or their mail. It never waits.
func (d *Daemon) tellSeats(canvas string) { d.seated.Publish(canvas) }

// tellSeat says that the seat has news that a terminal is of.
func (d *Daemon) tellSeat(t *host.Terminal) {
	if o := t.Meta().Seat; o != nil {
		d.tellSeats(o.Canvas)
	}
}

// tellSeated tells windows the seats that have news.
func (d *Daemon) tellSeated(ctx context.Context) error {
	for ctx.Err() == nil {
		news := d.seated.Subscribe()
		for _, s := range d.board.List() {
			d.publishSeats(s.Canvas())
		}
		gather(ctx, news.C, seatedPause, func(canvas string) (string, bool) { return canvas, true }, d.publishSeats)
		news.Close()
	}
	return ctx.Err()
}

// publishSeats tells a canvas' seats as they are when a window takes the news.
func (d *Daemon) publishSeats(canvas string) {
	s, err := d.board.Get(canvas)
	if err != nil {
		return // deleted in between: that is told on its own
	}
	d.news.Publish(lately(func() any {
		now, err := d.board.Get(canvas)
		if err != nil {
			now = s
		}
		return api.SeatsEvent{Kind: "seats", Canvas: canvas, Seats: d.seatViews(now)}
	}))
}
