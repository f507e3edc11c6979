// Package feed knows the messages to the operator: who may say how much, what a
// message is about, replies, and what is unread. It keeps them in a store, so
// they are there after a restart of the daemon, until Jun quits.
//
// It leaves to its caller who may send, and what a link's resource is: it asks
// for that through Links.
package feed

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/store"
	"junto/internal/workspace"
)

// Links knows the resources that messages link to.
type Links interface {
	// ProjectOf is the name of the project that the resource belongs to, empty
	// when it is in none; a fault when the resource does not exist, or when it is
	// diff: of a terminal in no worktree.
	ProjectOf(ctx context.Context, r workspace.Resource) (string, error)
}

// Change is news of messages, as whole new values.
type Change struct {
	Changed []api.PageMessage // new ones, and those that changed
	Gone    []int             // the ids of those that are no longer kept
	Order   []int             // the ids of all messages, the top one first
}

// Options are what a feed is built with.
type Options struct {
	Store   *store.Store
	Run     int // messages and their ids belong to this run of Jun
	Links   Links
	Publish func(Change) // called in the order of the changes; must not block
	Now     func() time.Time
	Zone    *time.Location // of the times that are shown; the operator's
	Log     *slog.Logger
}

// Feed is the messages of one run.
type Feed struct {
	o  Options
	mu sync.Mutex // orders each write with its publication
}

// New makes the feed of a run.
func New(o Options) *Feed { return &Feed{o: o} }

// Send shows a message to the operator and returns its id. A relative path in
// the link starts from dir.
func (f *Feed) Send(ctx context.Context, in api.MessageIn, dir string) (int, error) {
	d, err := parseDraft(in, dir)
	if err != nil {
		return 0, err
	}
	m := store.Message{Time: f.o.Now(), Kind: d.kind, Title: d.title, Text: d.text}
	if !d.link.IsZero() {
		m.Link = d.link.String()
		if m.Project, err = f.o.Links.ProjectOf(ctx, d.link); err != nil {
			return 0, err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	id, dropped, err := f.o.Store.AddMessage(ctx, f.o.Run, m, api.MaxMessages)
	if err != nil {
		return 0, err
	}
	f.publishLocked(ctx, []int{id}, dropped)
	return id, nil
}

// Update changes a message's kind, adds a reply, or both.
func (f *Feed) Update(ctx context.Context, in api.MessageUpdateIn) error {
	c, err := parseChange(in)
	if err != nil {
		return err
	}
	if c.Reply != nil {
		c.Reply.Time = f.o.Now()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	err = f.o.Store.ChangeMessage(ctx, f.o.Run, in.ID, c, api.MaxMessageReplies)
	if errors.Is(err, store.ErrNotFound) {
		return f.missing(ctx, in.ID)
	}
	if err != nil {
		return err
	}
	f.publishLocked(ctx, []int{in.ID}, nil)
	return nil
}

func (f *Feed) missing(ctx context.Context, id int) error {
	last, err := f.o.Store.LastMessageID(ctx, f.o.Run)
	if err != nil {
		return err
	}
	if id >= 1 && id <= last {
		return fault.New(fault.StaleNodeRef, "message %d is no longer kept: Jun keeps the last %d", id, api.MaxMessages).
			Next("send a new message")
	}
	return fault.New(fault.UnknownTarget, "message %d does not exist", id).Next("`jun tool message` lists the messages")
}

// List is the messages as `jun tool message` lists them, the latest first.
func (f *Feed) List(ctx context.Context) ([]api.Message, error) {
	all, err := f.o.Store.Messages(ctx, f.o.Run)
	if err != nil {
		return nil, err
	}
	list := make([]api.Message, len(all))
	for i, m := range all {
		list[i] = f.shown(m)
	}
	return list, nil
}

// Page is the messages as the page shows them, the latest first.
func (f *Feed) Page(ctx context.Context) ([]api.PageMessage, error) {
	all, err := f.o.Store.Messages(ctx, f.o.Run)
	if err != nil {
		return nil, err
	}
	list := make([]api.PageMessage, len(all))
	for i, m := range all {
		list[i] = api.PageMessage{Message: f.shown(m), Unread: m.Unread}
	}
	return list, nil
}

// Read marks messages as read, all of them when there are no ids.
func (f *Feed) Read(ctx context.Context, in api.MessageReadIn) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	changed, err := f.o.Store.ReadMessages(ctx, f.o.Run, in.IDs)
	if err != nil || len(changed) == 0 {
		return err
	}
	f.publishLocked(ctx, changed, nil)
	return nil
}

// publishLocked tells of messages as they are stored now. The write is done: a
// caller who has gone must not keep the pages from hearing of it, and when the
// messages cannot be read, the pages get them with the next change.
func (f *Feed) publishLocked(ctx context.Context, changed, gone []int) {
	if f.o.Publish == nil {
		return
	}
	c, err := f.change(context.WithoutCancel(ctx), changed)
	if err != nil {
		f.o.Log.Error("messages changed and could not be told", "err", err)
		return
	}
	c.Gone = gone
	f.o.Publish(c)
}

func (f *Feed) change(ctx context.Context, changed []int) (Change, error) {
	var c Change
	for _, id := range changed {
		m, err := f.o.Store.Message(ctx, f.o.Run, id)
		if err != nil {
			return Change{}, fmt.Errorf("message %d: %w", id, err)
		}
		c.Changed = append(c.Changed, api.PageMessage{Message: f.shown(m), Unread: m.Unread})
	}
	order, err := f.o.Store.MessageOrder(ctx, f.o.Run)
	c.Order = order
	return c, err
}

// shown is a message as it is shown: times to the second, in the operator's
// zone.
func (f *Feed) shown(m store.Message) api.Message {
	shown := api.Message{
		ID: m.ID, Time: f.time(m.Time), Kind: m.Kind, Title: m.Title, Text: m.Text, Project: m.Project, Link: m.Link,
	}
	for _, r := range m.Replies {
		shown.Replies = append(shown.Replies, api.Reply{Time: f.time(r.Time), Text: r.Text})
	}
	return shown
}

func (f *Feed) time(t time.Time) string { return t.In(f.o.Zone).Format(time.RFC3339) }
