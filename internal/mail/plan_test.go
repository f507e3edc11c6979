package mail

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestMailIsTypedAtOnceButForItsReasons(t *testing.T) {
	m := mail("01A")
	for _, c := range []struct {
		name string
		r    Recipient
		want Reason
	}{
		{"whatever the agent is doing", Recipient{Up: true}, ""},
		{"its seat is not running", Recipient{}, NotRunning},
		{"the program is still starting", Recipient{Up: true, Starting: true}, Starting},
		{"a dialog is up", Recipient{Up: true, Dialog: true}, Dialog},
		{"the operator has a draft", Recipient{Up: true, Draft: true}, OwnDraft},
	} {
		p := Next([]Mail{m}, c.r, nil, at(1))
		if (p.Type != nil) != (c.want == "") || p.Holds["01A"].Reason != c.want {
			t.Errorf("%s: typed %v, held for %q", c.name, p.Type != nil, p.Holds["01A"].Reason)
		}
		if !p.Wake.IsZero() {
			t.Errorf("%s: wakes at %s, though only news can help", c.name, p.Wake)
		}
	}
}

func TestTheOldestGoesFirstAndOneAtATime(t *testing.T) {
	queue := []Mail{mail("01C"), mail("01A"), mail("01B")}
	var order []string
	for range queue {
		p := Next(queue, up, nil, at(1))
		i := slices.IndexFunc(queue, func(m Mail) bool { return m.ID == p.Type.ID })
		begun, err := queue[i].Begin(4, at(1))
		if err != nil {
			t.Fatal(err)
		}
		queue[i] = begun
		if again := Next(queue, up, nil, at(1)); again.Type != nil {
			t.Fatal("two are typed at once")
		}
		queue[i] = begun.TypedNow(4, "x", at(2))
		order = append(order, p.Type.ID)
	}
	if got := strings.Join(order, " "); got != "01A 01B 01C" {
		t.Errorf("typed in the order %s", got)
	}
}

func TestThanksWithoutEndAreBraked(t *testing.T) {
	var passed []Passed
	for i := range PairLimit {
		from, to := planner.Address, builder.Address
		if i%2 == 1 {
			from, to = to, from
		}
		passed = append(passed, Passed{from, to, at(i)})
	}
	m := mail("01A")
	p := Next([]Mail{m}, up, passed, at(20))
	held := p.Holds["01A"]
	if p.Type != nil || held.Reason != RateCap || !held.Until.Equal(at(60)) || !p.Wake.Equal(at(60)) {
		t.Fatalf("planned %+v", p)
	}
	if held.Cap != "10 mails in 60 s between two seats" {
		t.Errorf("the cap is %q", held.Cap)
	}
	want := "Mail from planner to builder is held until 12:01:00 UTC: the cap is 10 mails in 60 s between two seats. Let it go on now, or remove the edge?"
	if got := AskOperator(m, "builder", held); got != want {
		t.Errorf("the operator reads %q", got)
	}
	if p := Next([]Mail{m}, up, passed, at(60)); p.Type == nil {
		t.Error("it is held after the time that it names")
	}
	if p := Next([]Mail{m.Release(at(21))}, up, passed, at(21)); p.Type == nil {
		t.Error("the operator let it go on, and it is held")
	}
	other := m
	other.ID, other.From.Node = "01B", "n3"
	if p := Next([]Mail{m, other}, up, passed, at(20)); p.Type == nil || p.Type.ID != "01B" {
		t.Error("a brake holds the mail of others")
	}
}

func TestASeatThatMailsItselfIsBrakedSooner(t *testing.T) {
	m := mail("01A")
	m.To = m.From.Address
	var passed []Passed
	for i := range SelfLimit {
		passed = append(passed, Passed{m.To, m.To, at(i)})
	}
	if held, braked := Brake(m, passed, at(5)); !braked || held.Cap != "3 mails in 60 s to oneself" || !held.Until.Equal(at(60)) {
		t.Errorf("got %+v", held)
	}
}

func TestALongChainOfRepliesWaitsForTheOperator(t *testing.T) {
	m := mail("01A")
	n := 0
	for range 3 * ChainLimit {
		if _, braked := Brake(m, nil, at(n)); braked {
			break
		}
		n++
		from, to := builder, planner.Address
		if n%2 == 0 {
			from, to = planner, builder.Address
		}
		m = Accept(fmt.Sprintf("%03d", n), from, to, Draft{Kind: Notice, Text: "thanks", InReplyTo: m.ID}, "", &m, at(n))
	}
	if n != ChainLimit {
		t.Fatalf("braked after %d replies, want %d", n, ChainLimit)
	}
	held, _ := Brake(m, nil, at(n))
	if held.Reason != ChainCap || !held.Until.IsZero() || held.Cap != "24 replies in a row" {
		t.Errorf("got %+v", held)
	}
	if got := AskOperator(m, "planner", held); !strings.Contains(got, "25 times in a row") || !strings.Contains(got, "until you let it go on") {
		t.Errorf("the operator reads %q", got)
	}
	released := m.Release(at(n + 1))
	if _, braked := Brake(released, nil, at(n+1)); braked {
		t.Error("let go on, and held")
	}
	if next := Accept("z", planner, builder.Address, question, "", &released, at(n+2)); next.Chain != 1 {
		t.Errorf("the chain goes on at %d", next.Chain)
	}
}

// TestNothingIsLostAndNothingIsTypedTwice drives a queue through pauses, crashes
// and a recipient that comes and goes.
func TestNothingIsLostAndNothingIsTypedTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := noon
		var queue []Mail
		var passed []Passed
		prompts := map[string]int{} // how often a prompt's own text was typed
		flag := rapid.Bool()
		for i := range rapid.IntRange(1, 60).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 8).Draw(t, "seconds")) * time.Second)
			switch rapid.IntRange(0, 3).Draw(t, "step") {
			case 0:
				d := Draft{Kind: rapid.SampledFrom([]Kind{Notice, Prompt}).Draw(t, "kind"), Text: "x"}
				queue = append(queue, Accept(fmt.Sprintf("%03d", i), planner, builder.Address, d, "", nil, now))
				continue
			case 1:
				if len(queue) > 0 {
					k := rapid.IntRange(0, len(queue)-1).Draw(t, "read")
					queue[k], _ = queue[k].ReadBy(builder.Address, 1, "list", now)
				}
				continue
			}
			r := Recipient{flag.Draw(t, "up"), flag.Draw(t, "starting"), flag.Draw(t, "dialog"), flag.Draw(t, "draft")}
			p := Next(queue, r, passed, now)
			checkPlan(t, queue, r, p)
			if p.Type == nil {
				continue
			}
			k := slices.IndexFunc(queue, func(m Mail) bool { return m.ID == p.Type.ID })
			m, err := queue[k].Begin(1, now)
			if err != nil {
				t.Fatal(err)
			}
			if m.Draft.Kind == Prompt && !m.Life.AsNotice {
				prompts[m.ID]++
			}
			passed = append(passed, Passed{m.From.Address, m.To, now})
			if flag.Draw(t, "crash") {
				m, _ = m.Recover(rapid.SampledFrom([]Seen{SeenSubmitted, SeenInBox, SeenNowhere}).Draw(t, "seen"), 2, now)
			} else {
				m = m.SubmittedNow(1, "emptied", now)
			}
			queue[k] = m
		}
		for id, n := range prompts {
			if n > 1 {
				t.Fatalf("prompt %s was typed %d times", id, n)
			}
		}
		now = now.Add(time.Hour)
		for range queue {
			if p := Next(queue, up, nil, now); p.Type != nil {
				k := slices.IndexFunc(queue, func(m Mail) bool { return m.ID == p.Type.ID })
				queue[k] = queue[k].SubmittedNow(3, "emptied", now)
			}
		}
		for _, m := range queue {
			if m.Delivery() != Delivered {
				t.Fatalf("mail %s was lost: %s", m.ID, m.State())
			}
		}
	})
}

// checkPlan: every waiting mail is typed next, held with a reason, or behind one
// that is typed next.
func checkPlan(t *rapid.T, queue []Mail, r Recipient, p Plan) {
	free := r.Up && !r.Starting && !r.Dialog && !r.Draft
	if p.Type != nil && !free {
		t.Fatalf("typed into %+v", r)
	}
	for _, m := range queue {
		held, isHeld := p.Holds[m.ID]
		switch {
		case !m.Waits():
			if isHeld {
				t.Fatalf("%s is %s and held", m.ID, m.State())
			}
		case isHeld:
			if held.Reason == "" || (held.Reason == RateCap) != (held.Cap != "") || (held.Reason == RateCap) != !held.Until.IsZero() {
				t.Fatalf("held for %+v", held)
			}
		case p.Type == nil:
			t.Fatalf("%s waits for nothing", m.ID)
		case m.ID < p.Type.ID:
			t.Fatalf("%s is typed before %s", p.Type.ID, m.ID)
		}
	}
}
