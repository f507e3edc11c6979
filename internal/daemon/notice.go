package daemon

import (
	"context"
	"time"

	"junto/internal/api"
	"junto/internal/host"
	"junto/internal/notice"
	"junto/internal/vt"
	"junto/internal/watch"
)

// noticeEvent tells a notice in one window, the one that the operator is in.
type noticeEvent struct {
	Kind   string     `json:"kind"` // notice
	Window string     `json:"window"`
	Notice api.Notice `json:"notice"`
}

func (d *Daemon) handleNotices(gate *Dispatcher) {
	handle(gate, "notice.list", func(context.Context, api.Caller, api.None) ([]api.Notice, error) {
		return d.notices.Latest(), nil
	})
}

// noticeEvents tells what a terminal's program asks to be told, and its progress
// once for all events that were seen at once, which is some ten times a second.
func (d *Daemon) noticeEvents(t *host.Terminal, events []vt.Event, now time.Time) {
	told, moved := d.notices.Take(t.ID, events, now)
	for _, r := range told {
		d.tellNotice(t, r, now)
	}
	if moved {
		d.tellTerminal(t)
	}
}

// noticeChange tells that an agent needs the operator, or has finished.
func (d *Daemon) noticeChange(t *host.Terminal, c watch.Change, now time.Time) {
	from, to := notice.Agent{Name: c.From.Name, Status: c.From.Status}, notice.Agent{Name: c.To.Name, Status: c.To.Status}
	if reason := d.notices.Change(t.ID, from, to, now); reason != "" {
		d.tellNotice(t, notice.Request{Reason: reason, Text: notice.Clean(lastLine(t.Text(lookLines)))}, now)
	}
}

// tellNotice tells a notice in the active window, unless the operator has the
// terminal before their eyes. With no window open it can be asked for later.
func (d *Daemon) tellNotice(t *host.Terminal, r notice.Request, now time.Time) {
	if d.desk.Watching(t.ID) {
		return
	}
	if r.Title == "" {
		r.Title = notice.Clean(title(t))
	}
	n := d.notices.Add(api.Notice{
		Time: now.Format(time.RFC3339), Terminal: t.ID, Project: projectName(t.Meta()), Agent: d.watch.Agent(t.ID).Name,
		Reason: r.Reason, Title: r.Title, Text: r.Text,
	})
	if window := d.desk.Active(); window != "" {
		d.news.Publish(noticeEvent{Kind: "notice", Window: window, Notice: n})
	}
}
