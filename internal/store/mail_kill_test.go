package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"

	"junto/internal/mail"
)

// mailerHome in the environment makes the test binary a daemon of sorts, which
// stores mail for several senders until it is killed; mailerRound is the round.
const (
	mailerHome  = "JUNTO_TEST_MAILER_HOME"
	mailerRound = "JUNTO_TEST_MAILER_ROUND"
	mailers     = 8
)

// keyed is the mail that a sender sends under a key.
func keyed(key string) mail.Mail {
	m := letter("a", "b", "the text of "+key)
	m.Key = key
	return m
}

// mailKey is the key of a sender's n-th mail of a round.
func mailKey(round string, sender, n int) string { return fmt.Sprintf("%s/%d/%d", round, sender, n) }

// mailUntilKilled prints a line for each mail once it is stored.
func mailUntilKilled(home string) int {
	s, err := Open(context.Background(), home, quiet)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	var all sync.WaitGroup
	for sender := range mailers {
		all.Go(func() {
			for n := 0; ; n++ {
				m, _, err := s.AddMail(context.Background(), keyed(mailKey(os.Getenv(mailerRound), sender, n)))
				if err != nil {
					fmt.Fprintln(os.Stderr, err)
					return
				}
				fmt.Printf("%s %d %d\n", m.ID, sender, n)
				typed := func(m mail.Mail) (mail.Mail, error) { return m.TypedNow(1, "taken", noon), nil }
				if _, err := s.ChangeMail(context.Background(), m.ID, typed); err != nil {
					fmt.Fprintln(os.Stderr, err)
					return
				}
			}
		})
	}
	all.Wait()
	return 1
}

// "Kill it whenever you like: mail that I was told is sent is there, once; and
// when I was told nothing, sending it again makes it one mail."
func TestNoAcknowledgedMailIsLostByKill(t *testing.T) {
	home := t.TempDir()
	kills := 200
	if testing.Short() {
		kills = 20
	}
	said := make(map[string]string) // key → id
	var doubtful []string           // keys of which nothing was said
	for round := range kills {
		last := killMailer(t, home, fmt.Sprint(round), 1+rand.IntN(16), said)
		for sender, n := range last {
			doubtful = append(doubtful, mailKey(fmt.Sprint(round), sender, n+1))
		}
	}
	s := open(t, home)
	must(t, s.Check(t.Context()))
	kept := make(map[string]int)
	for before := ""; ; {
		page, err := s.SentMail(t.Context(), seatOf("a"), "b", MailPage{Before: before, Limit: 500})
		must(t, err)
		if len(page) == 0 {
			break
		}
		for _, m := range page {
			kept[m.Key]++
			if m.Draft.Text != keyed(m.Key).Draft.Text {
				t.Errorf("mail %s has the text %q", m.ID, m.Draft.Text)
			}
		}
		before = page[len(page)-1].ID
	}
	stored := 0
	for _, key := range doubtful {
		stored += kept[key]
	}
	again := sendAgain(t, s, append(slices.Collect(maps.Keys(said)), doubtful...))
	for key, id := range said {
		if a := again[key]; a.fresh || a.id != id || kept[key] != 1 {
			t.Errorf("mail %s was acknowledged: kept %d times, sent again it is %+v", id, kept[key], a)
		}
	}
	for _, key := range doubtful {
		if a := again[key]; a.fresh != (kept[key] == 0) || kept[key] > 1 {
			t.Errorf("key %s: kept %d times, sent again it is %+v", key, kept[key], a)
		}
	}
	t.Logf("%d kills, %d mails acknowledged, %d in doubt of which %d were stored", kills, len(said), len(doubtful), stored)
}

// resent is what a key gave that was sent again.
type resent struct {
	id    string
	fresh bool
}

func sendAgain(t *testing.T, s *Store, keys []string) map[string]resent {
	t.Helper()
	all := make([]resent, len(keys))
	var senders sync.WaitGroup
	for first := range maxBatch {
		senders.Go(func() {
			for i := first; i < len(keys); i += maxBatch {
				m, fresh, err := s.AddMail(t.Context(), keyed(keys[i]))
				if err != nil {
					t.Error(err)
				}
				all[i] = resent{m.ID, fresh}
			}
		})
	}
	senders.Wait()
	byKey := make(map[string]resent)
	for i, key := range keys {
		byKey[key] = all[i]
	}
	return byKey
}

// killMailer runs a mailer and kills it after some lines. It notes what was
// acknowledged, and returns how far each sender came.
func killMailer(t *testing.T, home, round string, lines int, said map[string]string) map[int]int {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), mailerHome+"="+home, mailerRound+"="+round)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	last := make(map[int]int)
	for sender := range mailers {
		last[sender] = -1
	}
	lineOf := bufio.NewScanner(out)
	for n := 1; lineOf.Scan(); n++ {
		var id string
		var sender, nth int
		if _, err := fmt.Sscan(lineOf.Text(), &id, &sender, &nth); err != nil {
			break // cut off by the kill
		}
		said[mailKey(round, sender, nth)] = id
		last[sender] = max(last[sender], nth)
		if n == lines {
			must(t, c.Process.Kill())
		}
	}
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() == 1 {
		t.Fatalf("the mailer ended by itself: %v", err)
	}
	return last
}
