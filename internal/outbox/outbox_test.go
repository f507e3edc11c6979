package outbox

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"junto/internal/compose"
	"junto/internal/fault"
	"junto/internal/store"
	"junto/internal/term"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var quiet = slog.New(slog.DiscardHandler)

// desk is an outbox with one terminal that is made of nothing.
type desk struct {
	t    *testing.T
	home string
	s    *store.Store
	box  *Outbox

	mu      sync.Mutex
	typed   []string
	hold    chan struct{} // not nil: the gate holds every text until it is closed
	stuck   chan struct{} // not nil: closed when a text is stuck after its first byte
	agent   bool
	stands  bool // the text stands in the composer
	presses int
}

func (d *desk) Type(ctx context.Context, text string, o term.TypeOptions) (compose.Outcome, error) {
	o.Receipt(term.Accepted, "")
	d.mu.Lock()
	hold := d.hold
	d.mu.Unlock()
	if hold != nil {
		o.Receipt(term.Held, "the operator has an unsent draft")
		select {
		case <-hold:
		case <-ctx.Done():
			return compose.Outcome{}, ctx.Err()
		}
	}
	if err := o.Begin(); err != nil {
		return compose.Outcome{}, err
	}
	if d.stuck != nil {
		close(d.stuck)
		<-ctx.Done()
		return compose.Outcome{}, ctx.Err()
	}
	d.mu.Lock()
	d.typed = append(d.typed, text)
	d.mu.Unlock()
	o.Receipt(term.Typed, "taken")
	o.Receipt(term.Submitted, "the composer emptied")
	return compose.Outcome{Typed: true, Submitted: true, Evidence: []string{"the composer emptied"}}, nil
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, home: t.TempDir(), agent: true}
	d.open()
	t.Cleanup(d.close)
	return d
}

// with runs f while nothing of the desk changes.
func (d *desk) with(f func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f()
}

func (d *desk) open() {
	d.t.Helper()
	ctx := context.Background()
	var err error
	if d.s, err = store.Open(ctx, d.home, quiet); err != nil {
		d.t.Fatal(err)
	}
	run, err := d.s.EnterRun(ctx, "k", time.Now())
	if err != nil {
		d.t.Fatal(err)
	}
	d.box, err = Open(ctx, Options{
		Store: d.s, Run: run.ID, Now: time.Now, Log: quiet,
		Terminal: func(id int) Terminal {
			if id != 7 {
				return nil
			}
			return d
		},
		Agent:  func(int) bool { d.mu.Lock(); defer d.mu.Unlock(); return d.agent },
		Stands: func(int, string) bool { d.mu.Lock(); defer d.mu.Unlock(); return d.stands },
		PressEnter: func(int) {
			d.with(func() { d.presses, d.stands = d.presses+1, false })
		},
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) close() {
	d.box.Close()
	if err := d.s.Close(); err != nil {
		d.t.Error(err)
	}
}

func (d *desk) send(key, text string) *Text {
	d.t.Helper()
	t, err := d.box.Send(d.t.Context(), Draft{Key: key, Terminal: 7, Text: text})
	if err != nil {
		d.t.Fatal(err)
	}
	return t
}

// comes waits until a text has come to what is asked for.
func (d *desk) comes(t *Text, what string, ok func(store.SendDoc) bool) store.SendDoc {
	d.t.Helper()
	deadline := time.After(30 * time.Second)
	for {
		doc, more := t.Look()
		if ok(doc) {
			return doc
		}
		select {
		case <-more:
		case <-deadline:
			d.t.Fatalf("waited in vain: %s; it is %+v", what, doc)
		}
	}
}

func ended(d store.SendDoc) bool { return d.Ended }

func stages(d store.SendDoc) string {
	var all []string
	for _, r := range d.Receipts {
		all = append(all, r.Stage)
	}
	return strings.Join(all, " ")
}

// "What I sent while you wrote a draft is typed when you are done, however often
// Jun is restarted meanwhile; asked again under its key, it is typed once."
func TestAHeldTextOutlivesTheDaemon(t *testing.T) {
	for name, end := range map[string]func(d *desk){
		"restarted": func(d *desk) { d.close() },
		"killed": func(d *desk) {
			d.box.end() // no time for anything
			d.close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.hold = make(chan struct{})
			first := d.send("k", "hello")
			d.send("k2", "world")
			d.comes(first, "it is held", func(doc store.SendDoc) bool { return stages(doc) == "accepted held" })
			for range 2 {
				end(d)
				d.open()
			}
			again := d.send("k", "hello")
			close(d.hold)
			if doc := d.comes(again, "it is typed", ended); doc.Fault != nil || !strings.HasSuffix(stages(doc), "typed submitted") || doc.Text != "" {
				t.Errorf("it came to %+v", doc)
			}
			d.comes(d.send("k2", "world"), "the next is typed", ended)
			if !slices.Equal(d.typed, []string{"hello", "world"}) {
				t.Errorf("typed %q", d.typed)
			}
		})
	}
}

// "A text that Jun was typing when it was killed is never typed again: it is
// sent off where it stands, or I am told that nobody knows."
func TestATextThatWasCutShortIsNeverTypedAgain(t *testing.T) {
	for name, stands := range map[string]bool{"in the composer": true, "nowhere": false} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.stuck = make(chan struct{})
			d.send("k", "hello")
			<-d.stuck
			d.box.end()
			d.close()
			d.stuck, d.stands = nil, stands
			d.open()
			doc := d.comes(d.send("k", "hello"), "it is known", ended)
			if len(d.typed) > 0 {
				t.Errorf("typed again: %q", d.typed)
			}
			if stands && (doc.Fault != nil || d.presses != 1 || !strings.HasSuffix(stages(doc), "typed submitted")) {
				t.Errorf("%d presses, %+v", d.presses, doc)
			}
			if !stands && (!fault.Is(doc.Fault, fault.Refused) || !strings.Contains(doc.Fault.Message, "not known") || d.presses > 0) {
				t.Errorf("%d presses, %+v", d.presses, doc)
			}
		})
	}
}

// "Text for an agent that has gone is no command for its shell."
func TestATextIsNotTypedWhereNoAgentIsAnyMore(t *testing.T) {
	d := newDesk(t)
	d.hold = make(chan struct{})
	text := d.send("k", "rm -rf /")
	d.comes(text, "it is held", func(doc store.SendDoc) bool { return stages(doc) == "accepted held" })
	d.with(func() { d.agent = false })
	close(d.hold)
	if doc := d.comes(text, "it is refused", ended); !fault.Is(doc.Fault, fault.Refused) || len(d.typed) > 0 {
		t.Errorf("typed %q, %+v", d.typed, doc)
	}
}

func TestAKeyIsOfOneText(t *testing.T) {
	d := newDesk(t)
	d.comes(d.send("k", "hello"), "it is typed", ended)
	if _, err := d.box.Send(t.Context(), Draft{Key: "k", Terminal: 7, Text: "other"}); !fault.Is(err, fault.Conflict) {
		t.Errorf("another text under the key: %v", err)
	}
	if text, err := d.box.Find(t.Context(), Draft{Key: "new", Terminal: 7}); text != nil || err != nil {
		t.Errorf("a key that was never used: %v, %v", text, err)
	}
	if doc := d.comes(d.send("k", "hello"), "it is known", ended); stages(doc) != "accepted typed submitted" || len(d.typed) != 1 {
		t.Errorf("typed %q, %+v", d.typed, doc)
	}
	gone, err := d.box.Send(t.Context(), Draft{Terminal: 8, Text: "to nobody"})
	if err != nil {
		t.Fatal(err)
	}
	if doc := d.comes(gone, "it is refused", ended); doc.Fault == nil {
		t.Errorf("to a terminal that is gone: %+v", doc)
	}
}

func TestOldTextsAreForgotten(t *testing.T) {
	d := newDesk(t)
	for i := range store.KeptSends + 2 {
		d.comes(d.send(fmt.Sprint(i), "x"), "it is typed", ended)
	}
	for key, want := range map[string]bool{"0": false, fmt.Sprint(store.KeptSends + 1): true} {
		text, err := d.box.Find(t.Context(), Draft{Key: key, Terminal: 7, Text: "x"})
		if err != nil || (text != nil) != want {
			t.Errorf("text %s: %v, %v", key, text, err)
		}
	}
}
