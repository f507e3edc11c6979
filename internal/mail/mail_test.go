package mail

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"junto/internal/fault"
)

var (
	noon     = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	planner  = Sender{Address: Address{"checkout", "n1"}, Name: "planner", Generation: 1, Harness: "claude", Edge: "e1"}
	builder  = Sender{Address: Address{"checkout", "n2"}, Name: "builder", Generation: 4, Harness: "codex", Edge: "e1"}
	up       = Recipient{Up: true}
	question = Draft{Kind: Notice, Text: "auth refactor is up, please review src/auth"}
)

func at(seconds int) time.Time { return noon.Add(time.Duration(seconds) * time.Second) }

func mail(id string) Mail {
	return Accept(id, planner, builder.Address, question, "", nil, noon)
}

func states(m Mail) (all []State) {
	for _, r := range m.Receipts() {
		all = append(all, r.State)
	}
	return all
}

func TestAMailIsAcceptedTypedSubmittedAndRead(t *testing.T) {
	m := mail("01A")
	if m.State() != Accepted || m.Delivery() != Waiting {
		t.Fatalf("%s, %s", m.State(), m.Delivery())
	}
	m, err := m.Begin(4, at(1))
	if err != nil || m.State() != Typing || m.Delivery() != Waiting {
		t.Fatalf("what is being typed is %s, %v", m.Delivery(), err)
	}
	m = m.TypedNow(4, "the box shows it", at(2))
	if m.State() != Typed || m.Delivery() != Delivered {
		t.Fatalf("%s, %s", m.State(), m.Delivery())
	}
	m = m.SubmittedNow(4, "the box emptied", at(3))
	m, err = m.ReadBy(builder.Address, 4, "msg read", at(9))
	if err != nil {
		t.Fatal(err)
	}
	want := []Receipt{
		{Accepted, noon, "stored"},
		{Typed, at(2), "the box shows it"},
		{Submitted, at(3), "the box emptied"},
		{Read, at(9), "msg read"},
	}
	if diff := cmp.Diff(want, m.Receipts()); diff != "" {
		t.Error(diff)
	}
	again, err := m.TypedNow(5, "x", at(20)).SubmittedNow(5, "x", at(20)).ReadBy(builder.Address, 5, "x", at(20))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m, again); diff != "" {
		t.Errorf("a stamp was set twice:\n%s", diff)
	}
}

func TestOnlyTheRecipientReads(t *testing.T) {
	m := mail("01A")
	if _, err := m.ReadBy(planner.Address, 1, "x", noon); !fault.Is(err, fault.Scope) {
		t.Errorf("its sender read it: %v", err)
	}
	if _, err := m.ReadBy(Address{"other", "n2"}, 1, "x", noon); !fault.Is(err, fault.Scope) {
		t.Errorf("a node of another canvas read it: %v", err)
	}
	if _, err := m.React(planner.Address, "", noon); !fault.Is(err, fault.Scope) {
		t.Errorf("its sender reacted: %v", err)
	}
}

func TestWhatWasReadBeforeItWasTypedNeedsNoNotice(t *testing.T) {
	m, err := mail("01A").ReadBy(builder.Address, 4, "msg list", at(1))
	if err != nil {
		t.Fatal(err)
	}
	if p := Next([]Mail{m}, up, nil, at(2)); p.Type != nil || len(p.Holds) != 0 {
		t.Errorf("planned %+v", p)
	}
	if m.Delivery() != Delivered {
		t.Error("what was read counts as waiting")
	}
	if _, err := m.Begin(4, at(2)); !fault.Is(err, fault.Conflict) {
		t.Errorf("typed all the same: %v", err)
	}
}

func TestReactingTypesNothing(t *testing.T) {
	m := mail("01A")
	m, err := m.React(builder.Address, "", at(1))
	if err != nil {
		t.Fatal(err)
	}
	m, err = m.React(builder.Address, "ack", at(2))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Reaction{{at(1), "ack"}}, m.Life.Reactions); diff != "" {
		t.Error(diff)
	}
	if m.State() != Accepted {
		t.Errorf("a reaction made it %s", m.State())
	}
	if _, err := m.React(builder.Address, "two\nlines", at(2)); !fault.Is(err, fault.Input) {
		t.Errorf("got %v", err)
	}
}

func TestAReplyMarksItsParentReadAndCarriesTheChain(t *testing.T) {
	parent := mail("01A")
	answer := Draft{Kind: Notice, Text: "done", InReplyTo: "01A"}
	read, err := parent.Reply(builder.Address, 4, planner.Address, answer, at(5))
	if err != nil || read.State() != Read {
		t.Fatalf("%s, %v", read.State(), err)
	}
	reply := Accept("01B", builder, planner.Address, answer, "", &read, at(5))
	if reply.Chain != 2 {
		t.Errorf("the chain is %d long", reply.Chain)
	}
	if _, err := parent.Reply(builder.Address, 4, Address{"checkout", "n3"}, answer, at(5)); !fault.Is(err, fault.Input) {
		t.Errorf("answered to somebody else: %v", err)
	}
	if _, err := parent.Reply(Address{"checkout", "n3"}, 1, planner.Address, answer, at(5)); !fault.Is(err, fault.Scope) {
		t.Errorf("somebody else answered: %v", err)
	}
	if _, err := parent.Reply(builder.Address, 4, planner.Address, question, at(5)); !fault.Is(err, fault.Input) {
		t.Errorf("answered another mail: %v", err)
	}
}

func TestOneKeyIsOneMail(t *testing.T) {
	m := Accept("01A", planner, builder.Address, question, "k1", nil, noon)
	if err := m.SameSend(builder.Address, question); err != nil {
		t.Errorf("sent again: %v", err)
	}
	other := question
	other.Text += "!"
	for _, err := range []error{m.SameSend(builder.Address, other), m.SameSend(Address{"checkout", "n3"}, question)} {
		if f, ok := fault.As(err); !ok || f.Type != fault.Conflict || f.Retryable || !strings.Contains(f.Message, "01A") {
			t.Errorf("another mail under the same key: %v", err)
		}
	}
	if CheckKey("a b") != nil || CheckKey("a\nb") == nil || CheckKey(strings.Repeat("x", MaxKey+1)) == nil {
		t.Error("keys")
	}
}

func TestDeletingASeatEndsWhatWaitsForIt(t *testing.T) {
	typed := mail("01A").TypedNow(4, "x", at(1))
	typing, err := mail("01B").Begin(4, at(2))
	if err != nil {
		t.Fatal(err)
	}
	ended := EndQueue([]Mail{typed, typing, mail("01C")}, at(3))
	if len(ended) != 2 {
		t.Fatalf("%d ended", len(ended))
	}
	for _, m := range ended {
		if diff := cmp.Diff([]State{Accepted, Ended}, states(m)); diff != "" || m.Delivery() != NotComing || m.Receipts()[1].Evidence != "the seat was deleted" {
			t.Errorf("%s is %s", m.ID, m.Delivery())
		}
	}
	if p := Next(ended, up, nil, at(4)); p.Type != nil {
		t.Error("an ended mail is typed")
	}
}

func TestAfterACrash(t *testing.T) {
	for _, c := range []struct {
		name   string
		kind   Kind
		seen   Seen
		state  State
		left   Resume
		typed  string // how the text begins that is typed again
		notice bool
	}{
		{"a notice that is found submitted", Notice, SeenSubmitted, Submitted, Nothing, "", false},
		{"a prompt that is found submitted", Prompt, SeenSubmitted, Submitted, Nothing, "", false},
		{"a notice that stands in the box", Notice, SeenInBox, Typed, PressEnter, "", false},
		{"a prompt that stands in the box", Prompt, SeenInBox, Typed, PressEnter, "", false},
		{"in doubt a notice is typed again", Notice, SeenNowhere, Accepted, TypeAgain, "mail from planner — auth", false},
		{"in doubt a prompt becomes a notice", Prompt, SeenNowhere, Accepted, TypeAgain, "mail from planner — auth", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := question
			d.Kind = c.kind
			m, err := Accept("01A", planner, builder.Address, d, "", nil, noon).Begin(4, at(1))
			if err != nil {
				t.Fatal(err)
			}
			m, left := m.Recover(c.seen, 4, at(9))
			if m.State() != c.state || left != c.left || m.Life.AsNotice != c.notice {
				t.Errorf("%s, %s left, as a notice: %v", m.State(), left, m.Life.AsNotice)
			}
			if c.typed != "" && !strings.HasPrefix(m.TypedText(), c.typed) {
				t.Errorf("types %q", m.TypedText())
			}
			if after, left := m.Recover(SeenNowhere, 4, at(10)); left != Nothing || after.State() != m.State() {
				t.Error("recovered twice")
			}
		})
	}
}

func TestWhatCannotBeSent(t *testing.T) {
	for says, d := range map[string]Draft{
		"kind: must be notice or prompt": {Text: "x"},
		"text: is empty":                 {Kind: Notice, Text: " \n"},
		"are more than 1048576":          {Kind: Prompt, Text: strings.Repeat("x", MaxText+1)},
		"not UTF-8":                      {Kind: Notice, Text: "\xff"},
		"subject: must be a line":        {Kind: Notice, Text: "x", Subject: "a\nb"},
		"refs: 33 are more than 32":      {Kind: Notice, Text: "x", Refs: make([]Ref, 33)},
		"refs[1]: path: is missing":      {Kind: Notice, Text: "x", Refs: []Ref{{Kind: "commit", SHA: "a"}, {Kind: "file"}}},
		"refs[0]: kind: must be":         {Kind: Notice, Text: "x", Refs: []Ref{{Kind: "issue"}}},
		"refs[0]: line: is that":         {Kind: Notice, Text: "x", Refs: []Ref{{Kind: "url", URL: "x", Line: 1}}},
		"refs[0]: path: a url has none":  {Kind: Notice, Text: "x", Refs: []Ref{{Kind: "url", URL: "x", Path: "y"}}},
		"refs[0]: url: must be a line":   {Kind: Notice, Text: "x", Refs: []Ref{{Kind: "url", URL: "x\x1b"}}},
	} {
		f, ok := fault.As(d.Check())
		if !ok || f.Type != fault.Input || !strings.Contains(f.Message, says) || f.NextStep == "" {
			t.Errorf("got %v, want %q", f, says)
		}
	}
	ok := Draft{Kind: Prompt, Text: "x", Subject: "s", Refs: []Ref{{Kind: "file", Path: "a.go", Line: 7}, {Kind: "seat", ActorRef: "n1"}}, InReplyTo: "01A"}
	if err := ok.Check(); err != nil {
		t.Error(err)
	}
}
