package store

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"junto/internal/mail"
)

// "However much of one sender's mail waits, the next sender's is seen."
func TestAQueueIsSeenByTheHeadsOfItsLines(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	for i := range 300 {
		post(t, s, letter("a", "b", fmt.Sprint(i)))
	}
	long := letter("a", "b", "at the end of a long chain")
	long.Chain = mail.ChainLimit + 1
	long = post(t, s, long)
	post(t, s, letter("a", "c", "for another seat"))
	later := []mail.Mail{long, post(t, s, letter("z", "b", "of another sender")), post(t, s, letter("m", "b", "of a third"))}
	free, err := s.ChangeMail(ctx, "000200", func(m mail.Mail) (mail.Mail, error) { return m.Release(noon), nil })
	must(t, err)
	heads, newest, err := s.MailHeads(ctx, seatOf("b"))
	must(t, err)
	want := append([]string{"000001", free.ID}, mailIDs(later)...)
	if diff := cmp.Diff(want, mailIDs(heads)); diff != "" || newest != later[2].ID {
		t.Errorf("newest %s, heads (-want +got)\n%s", newest, diff)
	}
	last, err := s.Mail(ctx, "000300")
	must(t, err)
	if n, err := s.MailAhead(ctx, last, 5); n != 5 || err != nil {
		t.Errorf("%d ahead of the 300th (%v), want 5", n, err)
	}
	if n, err := s.MailAhead(ctx, later[1], 5); n != 0 || err != nil {
		t.Errorf("%d ahead of another sender's first (%v), want 0", n, err)
	}
	ids, err := s.MailInLine(ctx, seatOf("b"), last.Line(), last.ID, 500)
	must(t, err)
	if len(ids) != 299 || ids[0] != "000001" || ids[298] != "000300" {
		t.Errorf("%d mails in the line", len(ids))
	}
	if heads, newest, err := s.MailHeads(ctx, seatOf("nobody")); len(heads) > 0 || newest != "" || err != nil {
		t.Errorf("an empty queue has %v, %q, %v", mailIDs(heads), newest, err)
	}
}

// The look at a queue of 10 000.
func BenchmarkMailHeads(b *testing.B) {
	s := fullMailbox(b, 10_000)
	for b.Loop() {
		if heads, _, err := s.MailHeads(b.Context(), seatOf("b")); err != nil || len(heads) != 1 {
			b.Fatal(err)
		}
	}
}
