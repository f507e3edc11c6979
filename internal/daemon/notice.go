package daemon

import (
	"context"
	"sync"
	"time"

	"junto/internal/api"
	"junto/internal/host"
	"junto/internal/vt"
	"junto/internal/watch"
)

// keptNotices is how many notices a window that connects again can ask for.
const keptNotices = 50

// notices own what was told the operator at once, and what programs may still
// have told. They decide by the rules of noticerule.go.
type notices struct {
	started time.Time

	mu     sync.Mutex
	heard  map[int]*heard // guarded by mu
	latest []api.Notice   // guarded by mu
	last   int            // guarded by mu: the id of the last notice
}

func newNotices(now time.Time) *notices {
	return &notices{started: now, heard: make(map[int]*heard)}
}

// of does something with what is remembered of a terminal.
func (n *notices) of(terminal int, do func(h *heard) bool) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	h := n.heard[terminal]
	if h == nil {
		h = &heard{}
		n.heard[terminal] = h
	}
	return do(h)
}

// forget drops what is remembered of a terminal that ended.
func (n *notices) forget(terminal int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.heard, terminal)
}

// progress is how far a terminal's program says that it is; nil when it says
// nothing.
func (n *notices) progress(terminal int) *api.Progress {
	n.mu.Lock()
	defer n.mu.Unlock()
	if h := n.heard[terminal]; h != nil {
		return h.progress
	}
	return nil
}

// add numbers a notice and keeps it.
func (n *notices) add(notice api.Notice) api.Notice {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.last++
	notice.ID = n.last
	n.latest = append(n.latest, notice)
	n.latest = n.latest[max(0, len(n.latest)-keptNotices):]
	return notice
}

func (n *notices) list() []api.Notice {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]api.Notice{}, n.latest...)
}

// noticeEvent tells a notice in one window, the one that the operator is in.
type noticeEvent struct {
	Kind   string     `json:"kind"` // notice
	Window string     `json:"window"`
	Notice api.Notice `json:"notice"`
}

func (d *Daemon) handleNotices(gate *Dispatcher) {
	handle(gate, "notice.list", func(context.Context, api.Caller, api.None) ([]api.Notice, error) {
		return d.notices.list(), nil
	})
}

// noticeEvents tells what a terminal's program asks to be told. Progress is told
// once for all events that were seen at once, which is some ten times a second.
func (d *Daemon) noticeEvents(t *host.Terminal, events []vt.Event, now time.Time) {
	moved := false
	for _, e := range events {
		if p, ok := progressOf(e); ok {
			moved = d.notices.of(t.ID, func(h *heard) bool { return h.takeProgress(p) }) || moved
		}
		reason, title, text := "", "", ""
		switch e.Kind {
		case vt.EventBell:
			reason = reasonBell
		case vt.EventNotify:
			var ok bool
			if title, text, ok = programNotice(e); ok {
				reason = reasonProgram
			}
		default: // no notice
		}
		if reason == "" || !d.notices.of(t.ID, func(h *heard) bool { return h.takeProgram(title+"\n"+text, now) }) {
			continue
		}
		d.tellNotice(t, reason, title, text, now)
	}
	if moved {
		d.tellTerminal(t)
	}
}

// noticeChange tells that an agent needs the operator, or has finished.
func (d *Daemon) noticeChange(t *host.Terminal, c watch.Change, now time.Time) {
	reason := changeReason(c)
	if reason == "" || now.Sub(d.notices.started) < settling {
		return
	}
	if d.notices.of(t.ID, func(h *heard) bool { return h.takeStatus(now) }) {
		d.tellNotice(t, reason, "", lastLine(t.Text(lookLines)), now)
	}
}

// tellNotice tells a notice in the active window, unless the operator has the
// terminal before their eyes. With no window open it can be asked for later.
func (d *Daemon) tellNotice(t *host.Terminal, reason, heading, text string, now time.Time) {
	if d.desk.Watching(t.ID) {
		return
	}
	if heading == "" {
		heading = title(t)
	}
	notice := d.notices.add(api.Notice{
		Time: now.Format(time.RFC3339), Terminal: t.ID, Project: projectName(t.Meta()), Agent: d.watch.Agent(t.ID).Name,
		Reason: reason, Title: cleanNotice(heading), Text: cleanNotice(text),
	})
	if window := d.desk.Active(); window != "" {
		d.news.Publish(noticeEvent{Kind: "notice", Window: window, Notice: notice})
	}
}
