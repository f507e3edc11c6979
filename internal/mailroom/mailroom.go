// Package mailroom owns the mail that is under way: it stores what seats send,
// types it into its recipients' terminals, and tells senders what became of it.
// A seat with mail to be typed has a postman, who leaves when there is nothing
// left to do.
//
//	Send ─▶ store ─▶ postman ─▶ the terminal's typing gate ─▶ agent
//	          ▲         │ receipts
//	          └─────────┘
//
// What a mail may hold, when it waits and what is typed for it are rules of
// package mail. Whether a seat may mail another, which terminal a seat's process
// runs in, and who the sender is, the caller knows.
package mailroom

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"junto/internal/compose"
	"junto/internal/mail"
	"junto/internal/store"
	"junto/internal/term"
)

const (
	// deliverWait is how long a send waits to be delivered before it answers
	// `waiting`: a text that is typed at once takes half a second.
	deliverWait = 5 * time.Second
	// queueAhead is how many mails may be ahead of one that is waited for. With
	// more it would not be typed within deliverWait.
	queueAhead = 4
	// releaseAtOnce is how many mails are let go on in one transaction: more
	// would keep the other writers waiting.
	releaseAtOnce = 200
	// closeGrace is how long Close waits for a mail that is being typed; most
	// take half a second.
	closeGrace = 2 * time.Second
	// askAgain is how long the operator is not told again of the same loop.
	askAgain = 10 * time.Minute
)

// Terminal is where a seat's process runs.
type Terminal interface {
	Type(ctx context.Context, text string, o term.TypeOptions) (compose.Outcome, error)
}

// Occupant is the process of a seat as it is now.
type Occupant struct {
	Terminal   Terminal
	Generation uint64
	Starting   bool // its agent is not seen yet
}

// Options are a mailroom's surroundings.
type Options struct {
	Store *store.Store
	Now   func() time.Time
	Log   *slog.Logger
	// Occupant finds who is in a seat; nil when nobody is.
	Occupant func(mail.Address) *Occupant
	// Name is what a seat's card is called.
	Name func(mail.Address) string
	// Find looks for a mail whose typing was cut short in the seat's terminal.
	Find func(mail.Address, mail.Mail) mail.Seen
	// PressEnter sends what stands in the seat's composer.
	PressEnter func(mail.Address)
	// Ask tells the operator of a brake. It must not block for long.
	Ask func(ctx context.Context, m mail.Mail, text string)
	// Changed is told of each mail that came further. It must not block.
	Changed func(mail.Mail)
}

// Room owns the mail that is under way.
type Room struct {
	o Options

	life     context.Context // of the postmen
	end      context.CancelFunc
	closing  chan struct{} // closed when nothing new is to be typed
	shut     sync.Once
	postmen  sync.WaitGroup
	mu       sync.Mutex
	at       map[mail.Address]*postman    // guarded by mu
	plans    map[mail.Address]planned     // guarded by mu: what a postman has last seen of a seat's queue
	gate     map[string]string            // guarded by mu: why the terminal's gate holds a mail
	asked    map[string]time.Time         // guarded by mu: when the operator was told of a loop
	awaiting map[string][]follower        // guarded by mu: who waits for news of a mail
	closed   bool                         // guarded by mu
	cut      map[mail.Address][]mail.Mail // guarded by mu: what the last daemon's end cut short
}

// postman carries the mail of one seat.
type postman struct {
	to   mail.Address
	wake chan struct{} // of size one: something may have changed
}

// planned is why a seat's mail waits, as of its postman's last look.
type planned struct {
	holds  map[mail.Line]mail.Held
	newest string // the newest mail that waited then
}

// follower waits for news of a mail.
type follower struct {
	to   mail.Address
	news chan struct{} // of size one
}

// Open takes up the mail that is under way. What a daemon's end cut short is
// looked for, and typed as a notice where it cannot be found.
func Open(ctx context.Context, o Options) (*Room, error) {
	r := &Room{
		o: o, closing: make(chan struct{}), at: make(map[mail.Address]*postman), plans: make(map[mail.Address]planned),
		cut: make(map[mail.Address][]mail.Mail), gate: make(map[string]string), asked: make(map[string]time.Time), awaiting: make(map[string][]follower),
	}
	r.life, r.end = context.WithCancel(context.Background())
	cut, err := o.Store.CutShort(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range cut {
		r.cut[m.To] = append(r.cut[m.To], m)
	}
	for a := range r.cut {
		r.Wake(a)
	}
	seats, err := o.Store.SeatsWithMail(ctx)
	if err != nil {
		return nil, err
	}
	for _, a := range seats {
		r.Wake(a)
	}
	return r, nil
}

// Wake says that a seat may have mail that can be typed now: its process came up,
// its agent is seen, or there is new mail. It never waits.
func (r *Room) Wake(a mail.Address) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	if p := r.at[a]; p != nil {
		signal(p.wake)
		return
	}
	p := &postman{to: a, wake: make(chan struct{}, 1)}
	r.at[a] = p
	r.postmen.Go(func() { r.carry(p) })
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// leave ends a postman's work, unless he was woken meanwhile.
func (r *Room) leave(p *postman) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-p.wake:
		return false
	default:
	}
	delete(r.at, p.to)
	return true
}

// Close lets mail that is being typed come to its end for a moment, and then
// lets go of it. What was not begun is typed by the next daemon.
func (r *Room) Close() {
	r.shut.Do(func() {
		r.mu.Lock()
		r.closed = true
		r.mu.Unlock()
		close(r.closing)
		grace := time.AfterFunc(closeGrace, r.end)
		r.postmen.Wait()
		grace.Stop()
		r.end()
	})
}

// news tells whoever waits for a mail that it came further, or that it is held.
func (r *Room) news(m mail.Mail) {
	r.mu.Lock()
	for _, f := range r.awaiting[m.ID] {
		signal(f.news)
	}
	r.mu.Unlock()
	if r.o.Changed != nil {
		r.o.Changed(m)
	}
}

// follow gives a channel that is told of a mail's news until it is let go.
func (r *Room) follow(m mail.Mail) (news chan struct{}, letGo func()) {
	news = make(chan struct{}, 1)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.awaiting[m.ID] = append(r.awaiting[m.ID], follower{m.To, news})
	return news, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		left := slices.DeleteFunc(r.awaiting[m.ID], func(f follower) bool { return f.news == news })
		if r.awaiting[m.ID] = left; len(left) == 0 {
			delete(r.awaiting, m.ID)
		}
	}
}
