package mailroom

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"junto/internal/compose"
	"junto/internal/fault"
	"junto/internal/mail"
	"junto/internal/store"
	"junto/internal/term"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var quiet = slog.New(slog.DiscardHandler)

// desk is a room with seats that are made of nothing.
type desk struct {
	t     *testing.T
	home  string
	store *store.Store
	room  *Room

	mu    sync.Mutex
	seats map[mail.Address]*typewriter
	asks  []string
	seen  mail.Seen
	enter []string
	now   time.Time
}

// typewriter is a seat's terminal that keeps what is typed.
type typewriter struct {
	mu       sync.Mutex
	typed    []string
	hold     chan struct{} // not nil: the gate holds every text until it is closed
	starting bool
	die      bool // between the first byte and the last
	stuck    chan struct{}
}

func (w *typewriter) Type(ctx context.Context, text string, o term.TypeOptions) (compose.Outcome, error) {
	w.mu.Lock()
	hold := w.hold
	w.mu.Unlock()
	if hold != nil {
		o.Receipt(term.Held, "a dialog is open")
		select {
		case <-hold:
		case <-ctx.Done():
			return compose.Outcome{}, ctx.Err()
		}
	}
	if err := o.Begin(); err != nil {
		return compose.Outcome{}, err
	}
	if w.stuck != nil {
		close(w.stuck)
		<-ctx.Done()
		return compose.Outcome{}, ctx.Err()
	}
	if w.die {
		w.die = false
		return compose.Outcome{}, fault.New(fault.Refused, "its program has ended")
	}
	w.mu.Lock()
	w.typed = append(w.typed, text)
	w.mu.Unlock()
	o.Receipt(term.Typed, "taken")
	o.Receipt(term.Submitted, "the composer emptied")
	return compose.Outcome{Typed: true, Submitted: true, Evidence: []string{"the composer emptied"}}, nil
}

func (w *typewriter) all() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string{}, w.typed...)
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, home: t.TempDir(), seats: make(map[mail.Address]*typewriter), seen: mail.SeenNowhere, now: time.Now()}
	d.open()
	t.Cleanup(d.close)
	return d
}

func (d *desk) open() {
	d.t.Helper()
	var err error
	if d.store, err = store.Open(context.Background(), d.home, quiet); err != nil {
		d.t.Fatal(err)
	}
	d.room, err = Open(context.Background(), Options{
		Store: d.store, Now: d.clock, Log: quiet,
		Occupant: func(a mail.Address) *Occupant {
			d.mu.Lock()
			defer d.mu.Unlock()
			w := d.seats[a]
			if w == nil {
				return nil
			}
			return &Occupant{Terminal: w, Generation: 1, Starting: w.starting}
		},
		Name: func(a mail.Address) string { return "local:" + a.Node },
		Find: func(mail.Address, mail.Mail) mail.Seen { return d.seen },
		PressEnter: func(a mail.Address) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.enter = append(d.enter, a.Node)
		},
		Ask: func(_ context.Context, _ mail.Mail, text string) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.asks = append(d.asks, text)
		},
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) close() {
	d.room.Close()
	if err := d.store.Close(); err != nil {
		d.t.Error(err)
	}
}

func (d *desk) clock() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

func at(node string) mail.Address { return mail.Address{Canvas: "c1", Node: node} }

func from(node string) mail.Sender {
	return mail.Sender{Address: at(node), Name: "local:" + node, Generation: 1, Edge: "e1"}
}

// up gives a seat a terminal.
func (d *desk) up(node string) *typewriter {
	w := &typewriter{}
	d.mu.Lock()
	d.seats[at(node)] = w
	d.mu.Unlock()
	d.room.Wake(at(node))
	return w
}

func (d *desk) send(a, b string, k mail.Kind, text, key string) Sent {
	d.t.Helper()
	s, err := d.room.Send(d.t.Context(), from(a), at(b), mail.Draft{Kind: k, Text: text}, key)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// until waits for what other goroutines bring about.
func (d *desk) until(what string, ok func() bool) {
	d.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			d.t.Fatalf("waited in vain: %s", what)
		}
	}
}

func (d *desk) state(id string) mail.State {
	d.t.Helper()
	m, err := d.store.Mail(d.t.Context(), id)
	if err != nil {
		d.t.Fatal(err)
	}
	return m.State()
}

func TestMailIsTypedOnceAndCalledWhatItIs(t *testing.T) {
	d := newDesk(t)
	w := d.up("b")
	notice := d.send("a", "b", mail.Notice, "please review src/auth", "")
	prompt := d.send("a", "b", mail.Prompt, "Review\nsrc/auth", "")
	for _, s := range []Sent{notice, prompt} {
		if s.Mail.Delivery() != mail.Delivered || s.Reason != "" {
			t.Errorf("sent: %s, %q", s.Mail.Delivery(), s.Reason)
		}
	}
	want := []string{
		"mail from local:a — please review src/auth — junto msg read " + notice.Mail.ID,
		"mail from local:a\nReview\nsrc/auth",
	}
	if diff := cmp.Diff(want, w.all()); diff != "" {
		t.Error(diff)
	}
	d.until("it is submitted", func() bool { return d.state(prompt.Mail.ID) == mail.Submitted })
}

func TestMailWaitsForItsSeat(t *testing.T) {
	d := newDesk(t)
	var want []string
	for i := range 3 {
		s := d.send("a", "b", mail.Notice, fmt.Sprint(i), "")
		if s.Mail.Delivery() != mail.Waiting || s.Reason != "the seat is not running" {
			t.Errorf("sent: %s, %q", s.Mail.Delivery(), s.Reason)
		}
		want = append(want, fmt.Sprintf("mail from local:a — %d — junto msg read %s", i, s.Mail.ID))
	}
	d.close() // and over the end of the daemon
	d.open()
	w := d.up("b")
	d.until("all is typed", func() bool { return len(w.all()) == len(want) })
	if diff := cmp.Diff(want, w.all()); diff != "" {
		t.Error(diff)
	}
}

func TestWhatHoldsTheSeatHoldsItsMail(t *testing.T) {
	d := newDesk(t)
	w := d.up("b")
	w.mu.Lock()
	w.hold = make(chan struct{})
	w.mu.Unlock()
	s := d.send("a", "b", mail.Prompt, "x", "")
	if s.Mail.Delivery() != mail.Waiting || s.Reason != "a dialog is open" {
		t.Errorf("sent: %s, %q", s.Mail.Delivery(), s.Reason)
	}
	d.close() // a mail that is only held is in no doubt
	d.open()
	d.until("held again", func() bool { return d.room.Reason(s.Mail) == "a dialog is open" })
	close(w.hold)
	d.until("it is typed", func() bool { return d.state(s.Mail.ID) == mail.Submitted })
	if got := w.all(); len(got) != 1 || got[0] != "mail from local:a\nx" {
		t.Errorf("typed %q", got)
	}
}

func TestMailThatWasReadIsNotTyped(t *testing.T) {
	d := newDesk(t)
	w := d.up("b")
	w.mu.Lock()
	w.hold = make(chan struct{})
	w.mu.Unlock()
	s := d.send("a", "b", mail.Prompt, "x", "")
	p, err := d.room.List(t.Context(), Reader{at("b"), 1}, Ask{Limit: 10, Bytes: 1 << 20})
	if err != nil || len(p.Mails) != 1 || p.Unread != 1 || p.Mails[0].State() != mail.Read {
		t.Fatalf("listed %+v, %v", p, err)
	}
	close(w.hold)
	last := d.send("a", "b", mail.Prompt, "y", "")
	d.until("the next is typed", func() bool { return d.state(last.Mail.ID) == mail.Submitted })
	if got := w.all(); len(got) != 1 || !strings.HasSuffix(got[0], "y") {
		t.Errorf("typed %q", got)
	}
	if got := d.state(s.Mail.ID); got != mail.Read {
		t.Errorf("the first is %s", got)
	}
}

// A daemon that dies in the middle of typing leaves it in doubt whether the
// program has the text.
func TestInDoubtANoticeIsTypedAndNeverAPromptTwice(t *testing.T) {
	for seen, want := range map[mail.Seen][]string{
		mail.SeenNowhere:   {"mail from local:a — do it — junto msg read 000001"},
		mail.SeenInBox:     nil,
		mail.SeenSubmitted: nil,
	} {
		t.Run(string(seen), func(t *testing.T) {
			d := newDesk(t)
			w := d.up("b")
			w.stuck = make(chan struct{})
			done := make(chan struct{})
			go func() {
				defer close(done)
				d.room.Send(context.Background(), from("a"), at("b"), mail.Draft{Kind: mail.Prompt, Text: "do it"}, "") // the daemon dies
			}()
			<-w.stuck
			d.room.end() // no time for the stages
			d.close()
			<-done
			d.seen = seen
			w.stuck = nil
			d.open()
			if want != nil {
				d.until("it is typed", func() bool { return len(w.all()) > 0 })
			}
			if diff := cmp.Diff(want, w.all(), cmp.Transformer("nil", func(s []string) string { return strings.Join(s, "|") })); diff != "" {
				t.Error(diff)
			}
			pressed := func() bool {
				d.mu.Lock()
				defer d.mu.Unlock()
				return len(d.enter) > 0
			}
			if seen == mail.SeenInBox {
				d.until("Enter is pressed", pressed)
			} else if pressed() {
				t.Error("Enter was pressed")
			}
		})
	}
}

func TestATypingThatFailedIsTriedAgain(t *testing.T) {
	d := newDesk(t)
	w := d.up("b")
	w.die = true
	s := d.send("a", "b", mail.Notice, "x", "")
	if s.Mail.Delivery() != mail.Delivered {
		t.Errorf("sent: %s, %q", s.Mail.Delivery(), s.Reason)
	}
	if len(w.all()) != 1 {
		t.Errorf("typed %q", w.all())
	}
}

func TestASendThatIsRepeatedIsTypedOnce(t *testing.T) {
	d := newDesk(t)
	w := d.up("b")
	first, again := d.send("a", "b", mail.Notice, "x", "k"), d.send("a", "b", mail.Notice, "x", "k")
	if first.Mail.ID != again.Mail.ID || !again.Duplicate || again.Mail.Delivery() != mail.Delivered || len(w.all()) != 1 {
		t.Errorf("first %+v, again %+v, typed %q", first, again, w.all())
	}
	_, err := d.room.Send(t.Context(), from("a"), at("b"), mail.Draft{Kind: mail.Notice, Text: "y"}, "k")
	if !fault.Is(err, fault.Conflict) {
		t.Errorf("another mail under the key: %v", err)
	}
}

func TestALoopIsBrakedAndTheOperatorIsAskedOnce(t *testing.T) {
	d := newDesk(t)
	a, b := d.up("a"), d.up("b")
	var last Sent
	for i := range mail.PairLimit + 2 {
		to := [2]string{"a", "b"}
		last = d.send(to[i%2], to[(i+1)%2], mail.Notice, "thank you", "")
	}
	if last.Mail.Delivery() != mail.Waiting || !strings.Contains(last.Reason, "10 mails in 60 s between two seats") {
		t.Errorf("the last is %s, %q", last.Mail.Delivery(), last.Reason)
	}
	if n := len(a.all()) + len(b.all()); n != mail.PairLimit {
		t.Errorf("%d were typed", n)
	}
	if other := d.send("z", "b", mail.Notice, "hello", ""); other.Mail.Delivery() != mail.Delivered {
		t.Errorf("another pair's mail is %s, %q", other.Mail.Delivery(), other.Reason)
	}
	d.mu.Lock()
	if len(d.asks) != 1 || !strings.Contains(d.asks[0], "the cap is 10 mails") {
		t.Errorf("asked %q", d.asks)
	}
	d.mu.Unlock()
	if n, err := d.room.Release(t.Context(), "c1", ""); n != 2 || err != nil {
		t.Errorf("%d released, %v", n, err)
	}
	d.until("they are typed", func() bool { return d.state(last.Mail.ID) == mail.Submitted })
}

// "A flood that a brake holds hides nobody else's mail, and all of it is let go
// on when I say so."
func TestAFloodHidesNobodysMail(t *testing.T) {
	d := newDesk(t)
	const flood = 450
	var last Sent
	for i := range flood {
		last = d.send("a", "b", mail.Notice, fmt.Sprint(i), "") // it is not up yet
	}
	w := d.up("b")
	d.until("the brake holds", func() bool { return strings.Contains(d.room.Reason(last.Mail), "10 mails in 60 s") })
	if got := len(w.all()); got != mail.PairLimit {
		t.Errorf("%d were typed", got)
	}
	more := d.send("a", "b", mail.Notice, "one more", "")
	if more.Mail.Delivery() != mail.Waiting || !strings.Contains(more.Reason, "10 mails in 60 s") {
		t.Errorf("one more is %s, %q", more.Mail.Delivery(), more.Reason)
	}
	if other := d.send("z", "b", mail.Notice, "hello", ""); other.Mail.Delivery() != mail.Delivered {
		t.Errorf("another sender's mail is %s, %q", other.Mail.Delivery(), other.Reason)
	}
	counts, err := d.room.Counts(t.Context(), "c1")
	if c := counts["b"]; err != nil || c.Waiting != flood+1-mail.PairLimit || !strings.Contains(c.Held, "10 mails in 60 s") {
		t.Errorf("counted %+v, %v", c, err)
	}
	if n, err := d.room.Release(t.Context(), "c1", ""); n != flood+1-mail.PairLimit || err != nil {
		t.Errorf("%d released, %v", n, err)
	}
	d.until("all are typed", func() bool { return len(w.all()) == flood+2 })
	if got := w.all(); !strings.Contains(got[len(got)-1], "one more") {
		t.Errorf("the last is %q", got[len(got)-1])
	}
}

func TestAChainOfRepliesEndsWithTheOperator(t *testing.T) {
	d := newDesk(t)
	parent := ""
	nodes := [2]string{"a", "b"}
	var last Sent
	for i := range mail.ChainLimit + 1 {
		var err error
		draft := mail.Draft{Kind: mail.Notice, Text: "and you?", InReplyTo: parent}
		if last, err = d.room.Send(t.Context(), from(nodes[i%2]), at(nodes[(i+1)%2]), draft, ""); err != nil {
			t.Fatal(err)
		}
		parent = last.Mail.ID
		d.mu.Lock()
		d.now = d.now.Add(time.Hour)
		d.mu.Unlock()
	}
	w := d.up(last.Mail.To.Node)
	d.until("it is held", func() bool { return strings.Contains(d.room.Reason(last.Mail), "until the operator") })
	if n, err := d.room.Release(t.Context(), "c1", last.Mail.ID); n != 1 || err != nil {
		t.Errorf("%d released, %v", n, err)
	}
	d.until("it is typed", func() bool { return d.state(last.Mail.ID) == mail.Submitted })
	_ = w
}

func TestADeletedSeatsMailEndsVisibly(t *testing.T) {
	d := newDesk(t)
	s := d.send("a", "b", mail.Notice, "x", "")
	if err := d.room.EndSeat(t.Context(), at("b"), "the seat was deleted"); err != nil {
		t.Fatal(err)
	}
	p, err := d.room.Outbox(t.Context(), at("a"), "", Ask{Limit: 10, Bytes: 1 << 20})
	if err != nil || len(p.Mails) != 1 || p.Mails[0].Delivery() != mail.NotComing {
		t.Fatalf("the sender sees %+v, %v", p, err)
	}
	receipts := p.Mails[0].Receipts()
	if r := receipts[len(receipts)-1]; r.State != mail.Ended || r.Evidence != "the seat was deleted" {
		t.Errorf("receipt %+v", r)
	}
	w := d.up("b")
	if _, err := d.room.Read(t.Context(), Reader{at("z"), 1}, s.Mail.ID); !fault.Is(err, fault.Scope) {
		t.Errorf("another seat reads it: %v", err)
	}
	if len(w.all()) > 0 {
		t.Errorf("typed %q", w.all())
	}
}

func TestAReplyReadsWhatItAnswers(t *testing.T) {
	d := newDesk(t)
	s := d.send("a", "b", mail.Notice, "x", "")
	reply := mail.Draft{Kind: mail.Notice, Text: "y", InReplyTo: s.Mail.ID}
	if _, err := d.room.Send(t.Context(), from("z"), at("a"), reply, ""); !fault.Is(err, fault.Scope) {
		t.Errorf("who did not get it answers: %v", err)
	}
	if got := d.state(s.Mail.ID); got != mail.Accepted {
		t.Errorf("it is %s", got)
	}
	answer, err := d.room.Send(t.Context(), from("b"), at("a"), reply, "")
	if err != nil || answer.Mail.Chain != 2 || d.state(s.Mail.ID) != mail.Read {
		t.Errorf("%+v, %v; the parent is %s", answer, err, d.state(s.Mail.ID))
	}
}
