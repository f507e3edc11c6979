package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func login(t *testing.T, s *Store, now time.Time) string {
	t.Helper()
	code, err := s.NewLoginCode(t.Context(), now)
	must(t, err)
	cookie, err := s.RedeemLoginCode(t.Context(), code, "a browser", now)
	must(t, err)
	return cookie
}

func TestACodeLogsInOnce(t *testing.T) {
	s := open(t, t.TempDir())
	code, err := s.NewLoginCode(t.Context(), noon)
	must(t, err)
	var won atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			_, err := s.RedeemLoginCode(t.Context(), code, "x", noon)
			switch {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, ErrNotFound):
				t.Error(err)
			}
		})
	}
	all.Wait()
	if won.Load() != 1 {
		t.Errorf("%d of 8 logged in with one code", won.Load())
	}
	late, err := s.NewLoginCode(t.Context(), noon)
	must(t, err)
	if _, err := s.RedeemLoginCode(t.Context(), late, "x", noon.Add(CodeLife)); !errors.Is(err, ErrNotFound) {
		t.Errorf("an old code: got %v, want ErrNotFound", err)
	}
	if _, err := s.RedeemLoginCode(t.Context(), "", "x", noon); !errors.Is(err, ErrNotFound) {
		t.Errorf("no code: got %v, want ErrNotFound", err)
	}
}

func TestSessions(t *testing.T) {
	s := open(t, t.TempDir())
	cookie := login(t, s, noon)
	use := func(at time.Time) error {
		_, err := s.UseSession(t.Context(), cookie, at)
		return err
	}
	must(t, use(noon))
	must(t, use(noon.Add(SessionLife-time.Second)))
	must(t, use(noon.Add(SessionLife+time.Hour))) // used in between
	list, err := s.Sessions(t.Context(), noon.Add(SessionLife+time.Hour))
	must(t, err)
	if len(list) != 1 || list[0].Label != "a browser" || !list[0].Created.Equal(noon) || !list[0].LastUsed.Equal(noon.Add(SessionLife+time.Hour)) {
		t.Errorf("sessions: %+v", list)
	}
	if err := use(noon.Add(3 * SessionLife)); !errors.Is(err, ErrNotFound) {
		t.Errorf("a session unused for long: got %v, want ErrNotFound", err)
	}
	must(t, s.RevokeSession(t.Context(), list[0].ID, noon))
	if err := use(noon.Add(SessionLife)); !errors.Is(err, ErrNotFound) {
		t.Errorf("a revoked session: got %v, want ErrNotFound", err)
	}
	if err := s.RevokeSession(t.Context(), list[0].ID, noon); !errors.Is(err, ErrNotFound) {
		t.Errorf("revoking twice: got %v, want ErrNotFound", err)
	}
}

func TestRevokeAll(t *testing.T) {
	s := open(t, t.TempDir())
	a, b := login(t, s, noon), login(t, s, noon)
	code, err := s.NewLoginCode(t.Context(), noon)
	must(t, err)
	must(t, s.RevokeSessions(t.Context(), noon))
	for _, cookie := range []string{a, b} {
		if _, err := s.UseSession(t.Context(), cookie, noon); !errors.Is(err, ErrNotFound) {
			t.Errorf("got %v, want ErrNotFound", err)
		}
	}
	if _, err := s.RedeemLoginCode(t.Context(), code, "x", noon); !errors.Is(err, ErrNotFound) {
		t.Errorf("a code from before: got %v, want ErrNotFound", err)
	}
}

func TestLoginsAreBoundedAndNeverStoredPlain(t *testing.T) {
	home := t.TempDir()
	s := open(t, home)
	var cookies, codes []string
	for i := range maxSessions + 5 {
		at := noon.Add(time.Duration(i) * time.Second)
		cookies = append(cookies, login(t, s, at))
		code, err := s.NewLoginCode(t.Context(), at)
		must(t, err)
		codes = append(codes, code)
	}
	end := noon.Add(200 * time.Second)
	list, err := s.Sessions(t.Context(), end)
	must(t, err)
	if len(list) != maxSessions {
		t.Errorf("%d sessions are kept, want %d", len(list), maxSessions)
	}
	if _, err := s.UseSession(t.Context(), cookies[0], end); !errors.Is(err, ErrNotFound) {
		t.Errorf("the oldest session: got %v, want ErrNotFound", err)
	}
	if _, err := s.UseSession(t.Context(), cookies[len(cookies)-1], end); err != nil {
		t.Errorf("the latest session: %v", err)
	}
	var n int
	must(t, s.read.QueryRowContext(t.Context(), "SELECT count(*) FROM login_codes").Scan(&n))
	if n > maxCodes {
		t.Errorf("%d codes are kept", n)
	}
	for _, name := range []string{"junto.db", "junto.db-wal"} {
		data, err := os.ReadFile(filepath.Join(home, "state", name))
		must(t, err)
		for i, secret := range append(cookies, codes...) {
			if strings.Contains(string(data), secret) {
				t.Fatalf("secret %d is in %s", i, name)
			}
		}
	}
}
