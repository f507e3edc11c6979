// Package outbox owns the texts that programs send to agents (`jun tool send`)
// and that are under way. Each is stored before anything is typed, so that a
// text that is held outlives the daemon, and a sender that lost its connection
// can ask again, under its key, what became of it.
//
//	Send ─▶ store ─▶ the terminal's typing gate ─▶ agent
//	          ▲         │ begun, typed, submitted, ended
//	          └─────────┘
//
// A text is typed at most once. One whose typing was cut short is looked for in
// the composer; where it does not stand there, its sender is told that it is not
// known whether the agent has it.
//
// Whether a program may send to a terminal, and what its agent does, the caller
// knows.
package outbox

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"junto/internal/compose"
	"junto/internal/fault"
	"junto/internal/store"
	"junto/internal/term"
)

const (
	// closeGrace is how long Close waits for a text that is being typed; most
	// take half a second.
	closeGrace = 2 * time.Second
	// maxKey holds a UUID, a hash or a line of a script's own.
	maxKey = 128
)

// Terminal is where an agent runs.
type Terminal interface {
	Type(ctx context.Context, text string, o term.TypeOptions) (compose.Outcome, error)
}

// Options are an outbox's surroundings.
type Options struct {
	Store *store.Store
	Run   int
	Now   func() time.Time
	Log   *slog.Logger
	// Terminal finds a running terminal; nil when there is none.
	Terminal func(id int) Terminal
	// Agent reports whether an agent is seen in a terminal.
	Agent func(id int) bool
	// Stands reports whether a text stands in a terminal's composer.
	Stands func(id int, text string) bool
	// PressEnter sends what stands in a terminal's composer.
	PressEnter func(id int)
}

// Outbox owns the texts that are under way.
type Outbox struct {
	o Options

	life    context.Context // of the typing
	end     context.CancelFunc
	closing chan struct{} // closed when nothing new is to be typed
	shut    sync.Once
	work    sync.WaitGroup

	mu    sync.Mutex
	under map[string]*Text // guarded by mu: what is under way, by key
}

// Text is a text that was sent.
type Text struct {
	id       int64
	key      string
	terminal int

	mu   sync.Mutex
	doc  store.SendDoc // guarded by mu
	more chan struct{} // guarded by mu: closed when the document has changed
}

func textOf(s store.Send) *Text {
	return &Text{id: s.ID, key: s.Key, terminal: s.Terminal, doc: s.SendDoc, more: make(chan struct{})}
}

// Look is what is known of the text, and a channel that is closed when more is.
func (t *Text) Look() (store.SendDoc, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.doc, t.more
}

// change notes what became known, and returns all that is known then.
func (t *Text) change(f func(*store.SendDoc)) store.SendDoc {
	t.mu.Lock()
	defer t.mu.Unlock()
	f(&t.doc)
	close(t.more)
	t.more = make(chan struct{})
	return t.doc
}

// Draft is what a sender hands in.
type Draft struct {
	Key      string // empty: a new one
	Terminal int
	Text     string
	Cautious bool // hold it while a dialog is up
}

func (d Draft) digest() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %t %s", d.Terminal, d.Cautious, d.Text))
	return hex.EncodeToString(sum[:])
}

// Open takes up the texts that the last daemon left.
func Open(ctx context.Context, o Options) (*Outbox, error) {
	b := &Outbox{o: o, closing: make(chan struct{}), under: make(map[string]*Text)}
	b.life, b.end = context.WithCancel(context.Background())
	open, err := o.Store.OpenSends(ctx, o.Run)
	if err != nil {
		return nil, err
	}
	left := make(map[int][]*Text)
	for _, s := range open {
		t := textOf(s)
		b.under[s.Key] = t
		left[s.Terminal] = append(left[s.Terminal], t)
	}
	for _, texts := range left {
		b.work.Go(func() { b.takeUp(texts) })
	}
	return b, nil
}

// Send stores a text, which from then on is not lost, and has it typed. A text
// that was sent before, under the same key, is not sent again.
func (b *Outbox) Send(ctx context.Context, d Draft) (*Text, error) {
	if d.Key == "" {
		d.Key = rand.Text()
	}
	if len(d.Key) > maxKey {
		return nil, fault.New(fault.Input, "key: has more than %d bytes", maxKey).Next("use a fresh UUID for each text")
	}
	s := store.Send{Key: d.Key, Terminal: d.Terminal, SendDoc: store.SendDoc{Text: d.Text, Digest: d.digest(), Cautious: d.Cautious}}
	s, fresh, err := b.o.Store.AddSend(ctx, b.o.Run, s)
	if err != nil {
		return nil, err
	}
	if !fresh {
		return b.again(ctx, s, d)
	}
	t := textOf(s)
	b.mu.Lock()
	b.under[t.key] = t
	b.mu.Unlock()
	b.work.Go(func() { b.typeText(t) })
	return t, nil
}

// Find is the text that was sent under a key; nil when there is none.
func (b *Outbox) Find(ctx context.Context, d Draft) (*Text, error) {
	s, err := b.o.Store.SendByKey(ctx, b.o.Run, d.Key)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil //nolint:nilnil // none is what the caller asks about
	}
	if err != nil {
		return nil, err
	}
	return b.again(ctx, s, d)
}

// again is a text whose key was used before, by the same text.
func (b *Outbox) again(ctx context.Context, s store.Send, d Draft) (*Text, error) {
	if s.Digest != d.digest() {
		return nil, fault.New(fault.Conflict, "key %q was used for another text", d.Key).Next("use a fresh key for each text")
	}
	for {
		b.mu.Lock()
		t := b.under[s.Key]
		b.mu.Unlock()
		if t != nil {
			return t, nil
		}
		// It has ended, perhaps only just now, or is about to be under way.
		var err error
		if s, err = b.o.Store.SendByKey(ctx, b.o.Run, s.Key); err != nil || s.Ended {
			return textOf(s), err
		}
		select {
		case <-time.After(time.Millisecond):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Close lets a text that is being typed come to its end for a moment, and then
// lets go of it. What was not begun is typed by the next daemon.
func (b *Outbox) Close() {
	b.shut.Do(func() {
		close(b.closing)
		grace := time.AfterFunc(closeGrace, b.end)
		b.work.Wait()
		grace.Stop()
		b.end()
	})
}
