package store

import (
	"context"
	"log/slog"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if home := os.Getenv(writerHome); home != "" {
		os.Exit(writeUntilKilled(home))
	}
	if home := os.Getenv(mailerHome); home != "" {
		os.Exit(mailUntilKilled(home))
	}
	goleak.VerifyTestMain(m)
}

var quiet = slog.New(slog.DiscardHandler)

// noon is when the tests take place.
var noon = time.Date(2026, 11, 5, 12, 0, 0, 0, time.UTC)

func open(t *testing.T, home string) *Store {
	t.Helper()
	s, err := Open(context.Background(), home, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
