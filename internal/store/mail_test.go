package store

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"junto/internal/mail"
)

func seatOf(node string) mail.Address { return mail.Address{Canvas: "c", Node: node} }

func letter(from, to, text string) mail.Mail {
	sender := mail.Sender{Address: seatOf(from), Name: "local:" + from, Generation: 2, Edge: "e1"}
	return mail.Accept("", sender, seatOf(to), mail.Draft{Kind: mail.Notice, Text: text}, "", nil, noon)
}

func post(t *testing.T, s *Store, m mail.Mail) mail.Mail {
	t.Helper()
	stored, fresh, err := s.AddMail(t.Context(), m)
	must(t, err)
	if !fresh {
		t.Fatalf("mail %s was there before", stored.ID)
	}
	return stored
}

func mailIDs(mails []mail.Mail) []string {
	all := []string{}
	for _, m := range mails {
		all = append(all, m.ID)
	}
	return all
}

func TestMailIsKeptWhole(t *testing.T) {
	home := t.TempDir()
	s := open(t, home)
	want := letter("a", "b", "Ü\nline")
	want.Draft.Subject, want.Draft.Refs, want.Draft.InReplyTo = "s", []mail.Ref{{Kind: "url", URL: "u"}}, "000007"
	want.Chain, want.Key = 3, "k"
	got := post(t, s, want)
	want.ID = got.ID
	must(t, s.Close())
	s = open(t, home)
	got, err := s.Mail(t.Context(), want.ID)
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, id := range []string{"", "x", "0", "-1", "99"} {
		if _, err := s.Mail(t.Context(), id); !errors.Is(err, ErrNotFound) {
			t.Errorf("mail %q: %v", id, err)
		}
	}
}

func TestASendThatIsRepeatedIsOneMail(t *testing.T) {
	s := open(t, t.TempDir())
	m := letter("a", "b", "once")
	m.Key = "k"
	first := post(t, s, m)
	m.Draft.Text = "twice"
	again, fresh, err := s.AddMail(t.Context(), m)
	must(t, err)
	if fresh || again.ID != first.ID || again.Draft.Text != "once" {
		t.Errorf("the same key gave %+v, fresh %v", again, fresh)
	}
	m.From.Node = "c" // a key is its sender's own
	post(t, s, m)
	post(t, s, letter("a", "b", "no key"))
	post(t, s, letter("a", "b", "no key"))
}

func TestAMailboxIsListedAndCountedByOneRule(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	for i := range 5 {
		post(t, s, letter("a", "b", fmt.Sprint(i)))
	}
	post(t, s, letter("b", "a", "other way"))
	page, err := s.Mailbox(ctx, seatOf("b"), MailPage{Limit: 2})
	must(t, err)
	next, err := s.Mailbox(ctx, seatOf("b"), MailPage{Before: page[1].ID, Limit: 10})
	must(t, err)
	if diff := cmp.Diff([]string{"000005", "000004", "000003", "000002", "000001"}, append(mailIDs(page), mailIDs(next)...)); diff != "" {
		t.Error(diff)
	}
	read := func(m mail.Mail) (mail.Mail, error) { return m.ReadBy(seatOf("b"), 1, "listed", noon) }
	_, err = s.ChangeMails(ctx, mailIDs(page), read)
	must(t, err)
	if _, err := s.ChangeMails(ctx, []string{"000003", "000006"}, read); err == nil {
		t.Error("another's mail was read")
	}
	if n, err := s.UnreadMail(ctx, seatOf("b")); n != 3 || err != nil {
		t.Errorf("%d are unread (%v)", n, err)
	}
	ended, err := s.EndQueue(ctx, seatOf("b"), "its seat was deleted", noon)
	must(t, err)
	if diff := cmp.Diff([]string{"000001", "000002", "000003"}, mailIDs(ended)); diff != "" {
		t.Errorf("ended: %s", diff)
	}
	page, err = s.Mailbox(ctx, seatOf("b"), MailPage{Limit: 10})
	must(t, err)
	if n, err := s.UnreadMail(ctx, seatOf("b")); n != 0 || len(page) != 2 || err != nil {
		t.Errorf("after the end: %d unread, %v listed, %v", n, mailIDs(page), err)
	}
	sent, err := s.SentMail(ctx, seatOf("a"), "b", MailPage{Limit: 10})
	must(t, err)
	if len(sent) != 5 || sent[4].State() != mail.Ended {
		t.Errorf("the sender sees %+v", sent)
	}
}

func TestTypingGoesStageByStage(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	m := post(t, s, letter("a", "b", "hello"))
	begin := func(m mail.Mail) (mail.Mail, error) { return m.Begin(1, noon) }
	_, err := s.ChangeMail(ctx, m.ID, begin)
	must(t, err)
	if _, err := s.ChangeMail(ctx, m.ID, begin); err == nil {
		t.Error("begun twice")
	}
	cut, err := s.CutShort(ctx)
	must(t, err)
	if len(cut) != 1 || cut[0].ID != m.ID {
		t.Fatalf("cut short: %v", mailIDs(cut))
	}
	_, err = s.ChangeMail(ctx, m.ID, func(m mail.Mail) (mail.Mail, error) { return m.NotTyped(), nil })
	must(t, err)
	seats, err := s.SeatsWithMail(ctx)
	must(t, err)
	waiting, newest, err := s.MailHeads(ctx, seatOf("b"))
	must(t, err)
	if len(seats) != 1 || seats[0] != seatOf("b") || len(waiting) != 1 || newest != m.ID {
		t.Errorf("seats %v, waiting %v", seats, mailIDs(waiting))
	}
	_, err = s.ChangeMail(ctx, m.ID, func(m mail.Mail) (mail.Mail, error) { return m.TypedNow(1, "taken", noon), nil })
	must(t, err)
	passed, err := s.PassedMail(ctx, "c", noon.Add(-time.Second))
	must(t, err)
	want := []mail.Passed{{From: seatOf("a"), To: seatOf("b"), At: noon}}
	if diff := cmp.Diff(want, passed); diff != "" {
		t.Error(diff)
	}
	if passed, err = s.PassedMail(ctx, "c", noon.Add(time.Second)); err != nil || len(passed) > 0 {
		t.Errorf("passed later: %v, %v", passed, err)
	}
}

// The newest page of a mailbox of 10 000.
func BenchmarkMailboxPage(b *testing.B) {
	s := fullMailbox(b, 10_000)
	for b.Loop() {
		if page, err := s.Mailbox(b.Context(), seatOf("b"), MailPage{Limit: 50}); err != nil || len(page) != 50 {
			b.Fatal(err)
		}
	}
}

// A durable send from one of 24 clients.
func BenchmarkAddMail(b *testing.B) {
	s := fullMailbox(b, 1)
	b.SetParallelism(12)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, _, err := s.AddMail(b.Context(), letter("a", "b", "some text")); err != nil {
				b.Error(err)
			}
		}
	})
}

func fullMailbox(b *testing.B, n int) *Store {
	b.Helper()
	s, err := Open(b.Context(), b.TempDir(), quiet)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	for range n {
		if _, _, err := s.AddMail(b.Context(), letter("a", "b", "some text")); err != nil {
			b.Fatal(err)
		}
	}
	return s
}
