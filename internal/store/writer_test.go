package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"junto/internal/mail"
)

// "What I sent is there whatever became of what others sent at the same moment."
func TestAWriteThatFailsTakesOnlyItselfBack(t *testing.T) {
	s := open(t, t.TempDir())
	add := func(text string, then error) func(context.Context, querier) error {
		return func(ctx context.Context, tx querier) error {
			r, err := rowOf(letter("a", "b", text))
			if err == nil {
				_, err = addMail(ctx, tx, letter("a", "b", text), r)
			}
			return errors.Join(err, then)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	refused := errors.New("refused")
	var batch []*write
	for i, one := range []struct {
		ctx  context.Context
		then error
	}{{t.Context(), nil}, {t.Context(), refused}, {gone, nil}, {t.Context(), nil}} {
		batch = append(batch, &write{ctx: one.ctx, do: add(fmt.Sprint(i), one.then), done: make(chan struct{})})
	}
	s.writer.commit(batch)
	for i, want := range []error{nil, refused, context.Canceled, nil} {
		<-batch[i].done
		if !errors.Is(batch[i].err, want) {
			t.Errorf("write %d: %v, want %v", i, batch[i].err, want)
		}
	}
	kept, err := s.Mailbox(t.Context(), seatOf("b"), MailPage{Limit: 10})
	must(t, err)
	if len(kept) != 2 || kept[0].Draft.Text != "3" || kept[1].Draft.Text != "0" {
		t.Errorf("kept %+v", kept)
	}
}

// "Many programs send under one key at once: it is one mail."
func TestOneKeyFromManyAtOnceIsOneMail(t *testing.T) {
	s := open(t, t.TempDir())
	var all sync.WaitGroup
	ids := make([]string, 2*maxBatch)
	for i := range ids {
		all.Go(func() {
			m := letter("a", "b", "once")
			m.Key = fmt.Sprint(i % 4)
			stored, _, err := s.AddMail(t.Context(), m)
			if err != nil {
				t.Error(err)
			}
			ids[i] = stored.ID
		})
	}
	all.Wait()
	for i, id := range ids {
		if id != ids[i%4] {
			t.Errorf("key %d gave mails %s and %s", i%4, ids[i%4], id)
		}
	}
	kept, err := s.Mailbox(t.Context(), seatOf("b"), MailPage{Limit: 10})
	must(t, err)
	if len(kept) != 4 {
		t.Errorf("kept %d mails, want 4", len(kept))
	}
}

func TestAClosedDatabaseRefusesWrites(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Close())
	if _, _, err := s.AddMail(t.Context(), letter("a", "b", "late")); !errors.Is(err, errClosed) {
		t.Errorf("after the end: %v", err)
	}
}

// A write that another one ends is told so, and not taken for done.
func TestAnErrorOfTheTransactionIsToldToAllInIt(t *testing.T) {
	s := open(t, t.TempDir())
	var stored mail.Mail
	first := &write{ctx: t.Context(), done: make(chan struct{}), do: func(ctx context.Context, tx querier) error {
		r, err := rowOf(letter("a", "b", "first"))
		if err == nil {
			stored, err = addMail(ctx, tx, letter("a", "b", "first"), r)
		}
		return err
	}}
	second := &write{ctx: t.Context(), done: make(chan struct{}), do: func(ctx context.Context, tx querier) error {
		_, err := tx.ExecContext(ctx, "ROLLBACK") // as a full disk does
		return err
	}}
	s.writer.commit([]*write{first, second})
	if first.err == nil || second.err == nil {
		t.Errorf("told %v and %v", first.err, second.err)
	}
	if _, err := s.Mail(t.Context(), stored.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("mail %s: %v", stored.ID, err)
	}
	post(t, s, letter("a", "b", "the next one"))
}
