package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"time"
)

const (
	// CodeLife is how long a login link works: long enough for a browser to
	// start on a slow machine and for a person to paste it on a phone.
	CodeLife = 10 * time.Minute
	// SessionLife is how long a browser stays logged in after its last use.
	SessionLife = 30 * 24 * time.Hour
	// maxCodes and maxSessions bound the tables. The oldest go first: a script
	// that asks for links all day must not fill the disk.
	maxCodes    = 100
	maxSessions = 100
	// touchEvery is how exact the time of the last use is. Without it each HTTP
	// request would be a write.
	touchEvery = time.Minute
)

// Session is a browser that is logged in.
type Session struct {
	ID       int
	Label    string // what the browser calls itself
	Created  time.Time
	LastUsed time.Time
}

const sessionColumns = "id, label, created, last_used"

func scanSession(row scanner) (Session, error) {
	var s Session
	var created, used int64
	if err := row.Scan(&s.ID, &s.Label, &created, &used); err != nil {
		return Session{}, found(err)
	}
	s.Created, s.LastUsed = fromStamp(created), fromStamp(used)
	return s, nil
}

// hash is how a secret is stored. Secrets are random and beyond guessing, so a
// plain hash keeps them.
func hash(secret string) []byte {
	h := sha256.Sum256([]byte(secret))
	return h[:]
}

// NewLoginCode makes a code that logs in once. Only its hash is stored.
func (s *Store) NewLoginCode(ctx context.Context, now time.Time) (string, error) {
	code := rand.Text()
	err := s.update(ctx, "make a login code", func(ctx context.Context, tx querier) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM login_codes WHERE expires <= ?", stamp(now)); err != nil {
			return err
		}
		const add = "INSERT INTO login_codes (hash, created, expires) VALUES (?, ?, ?)"
		if _, err := tx.ExecContext(ctx, add, hash(code), stamp(now), stamp(now.Add(CodeLife))); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM login_codes WHERE hash NOT IN (SELECT hash FROM login_codes ORDER BY created DESC, hash LIMIT ?)", maxCodes)
		return err
	})
	return code, err
}

// RedeemLoginCode takes a code for the cookie of a new session. ErrNotFound when
// the code is wrong, was used or is too old. Written with FULL: a code that was
// used must not work again.
func (s *Store) RedeemLoginCode(ctx context.Context, code, label string, now time.Time) (cookie string, err error) {
	cookie = rand.Text()
	err = s.updateFull(ctx, "log in", func(ctx context.Context, tx querier) error {
		r, err := tx.ExecContext(ctx, "DELETE FROM login_codes WHERE hash = ? AND expires > ?", hash(code), stamp(now))
		if err := changedOne(r, err); err != nil {
			return err
		}
		const add = "INSERT INTO sessions (hash, label, created, last_used) VALUES (?, ?, ?, ?)"
		if _, err := tx.ExecContext(ctx, add, hash(cookie), label, stamp(now), stamp(now)); err != nil {
			return err
		}
		const drop = `DELETE FROM sessions WHERE revoked IS NOT NULL OR last_used <= ? OR
			id NOT IN (SELECT id FROM sessions WHERE revoked IS NULL ORDER BY last_used DESC, id DESC LIMIT ?)`
		_, err = tx.ExecContext(ctx, drop, stamp(now.Add(-SessionLife)), maxSessions)
		return err
	})
	if err != nil {
		return "", err
	}
	return cookie, nil
}

// UseSession finds the session of a cookie and notes that it is used. ErrNotFound
// when there is none that is good.
func (s *Store) UseSession(ctx context.Context, cookie string, now time.Time) (Session, error) {
	const find = "SELECT " + sessionColumns + " FROM sessions WHERE hash = ? AND revoked IS NULL AND last_used > ?"
	session, err := scanSession(s.read.QueryRowContext(ctx, find, hash(cookie), stamp(now.Add(-SessionLife))))
	if err != nil {
		return Session{}, fmt.Errorf("find the session: %w", err)
	}
	if now.Sub(session.LastUsed) < touchEvery {
		return session, nil
	}
	session.LastUsed = now.UTC()
	err = s.update(ctx, "note the session's use", func(ctx context.Context, tx querier) error {
		const touch = "UPDATE sessions SET last_used = ? WHERE id = ? AND revoked IS NULL"
		r, err := tx.ExecContext(ctx, touch, stamp(now), session.ID)
		return changedOne(r, err)
	})
	return session, err
}

// Sessions are the browsers that are logged in, the last used first.
func (s *Store) Sessions(ctx context.Context, now time.Time) ([]Session, error) {
	const list = "SELECT " + sessionColumns + " FROM sessions WHERE revoked IS NULL AND last_used > ? ORDER BY last_used DESC, id DESC"
	rows, err := s.read.QueryContext(ctx, list, stamp(now.Add(-SessionLife)))
	all, err := collect(rows, err, scanSession)
	if err != nil {
		return nil, fmt.Errorf("read the sessions: %w", err)
	}
	return all, nil
}

// RevokeSession logs a browser out. Written with FULL: it must stay out.
func (s *Store) RevokeSession(ctx context.Context, id int, now time.Time) error {
	return s.updateFull(ctx, "revoke a session", func(ctx context.Context, tx querier) error {
		r, err := tx.ExecContext(ctx, "UPDATE sessions SET revoked = ? WHERE id = ? AND revoked IS NULL", stamp(now), id)
		return changedOne(r, err)
	})
}

// RevokeSessions logs all browsers out, and makes all login links void.
func (s *Store) RevokeSessions(ctx context.Context, now time.Time) error {
	return s.updateFull(ctx, "revoke all sessions", func(ctx context.Context, tx querier) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM login_codes"); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE sessions SET revoked = ? WHERE revoked IS NULL", stamp(now))
		return err
	})
}
