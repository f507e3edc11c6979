package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"junto/internal/mail"
)

// MailPage says which part of a list of mails is wanted: at most Limit, older
// than the mail Before when that is not empty.
type MailPage struct {
	Before string
	Limit  int
}

// before is the number that the page's ids are below.
func (p MailPage) before() (int64, error) {
	if p.Before == "" {
		return 1<<63 - 1, nil
	}
	return mailNumber(p.Before)
}

// mailID is a mail's number as an id: ids of one length sort by time.
func mailID(n int64) string { return fmt.Sprintf("%06d", n) }

// mailNumber is the number of an id. An id that is none is of no mail.
func mailNumber(id string) (int64, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n < 1 {
		return 0, ErrNotFound
	}
	return n, nil
}

func scanMail(row scanner) (mail.Mail, error) {
	var n int64
	var doc []byte
	if err := row.Scan(&n, &doc); err != nil {
		return mail.Mail{}, found(err)
	}
	m := mail.Mail{}
	if err := json.Unmarshal(doc, &m); err != nil {
		return m, fmt.Errorf("mail %d: %w", n, err)
	}
	m.ID = mailID(n)
	return m, nil
}

// mailRow is what is searched for, as it follows from the mail.
type mailRow struct {
	listed, unread, waits, typing bool
	typed                         int64
	lane                          mail.Lane
	doc                           string
}

func rowOf(m mail.Mail) (mailRow, error) {
	m.ID = "" // it is the row's
	doc, err := json.Marshal(m)
	state := m.State()
	r := mailRow{
		listed: state != mail.Ended, unread: state != mail.Ended && m.Life.Read == nil,
		waits: state == mail.Accepted, typing: state == mail.Typing || state == mail.Typed,
		lane: m.Lane(), doc: string(doc),
	}
	if m.Life.Typed != nil {
		r.typed = stamp(m.Life.Typed.At)
	}
	return r, err
}

// AddMail stores a mail and gives it its id. When its sender has used its key
// before, nothing is stored, and the mail of then is returned. Written with
// FULL: whoever was told that a mail is sent does not send it again.
func (s *Store) AddMail(ctx context.Context, m mail.Mail) (stored mail.Mail, fresh bool, err error) {
	r, err := rowOf(m)
	if err != nil {
		return m, false, err
	}
	err = s.updateFull(ctx, "add a mail", func(ctx context.Context, tx querier) (err error) {
		stored, err = addMail(ctx, tx, m, r)
		if fresh = err == nil; !errors.Is(err, ErrNotFound) {
			return err
		}
		const before = "SELECT id, doc FROM mails WHERE canvas = ? AND from_node = ? AND key = ?"
		stored, err = scanMail(tx.QueryRowContext(ctx, before, m.To.Canvas, m.From.Node, m.Key))
		return err
	})
	return stored, fresh, err
}

// addMail stores a mail; ErrNotFound when its key was used before.
func addMail(ctx context.Context, tx querier, m mail.Mail, r mailRow) (mail.Mail, error) {
	const add = `INSERT INTO mails (canvas, from_node, to_node, key, listed, unread, waits, typing, typed, lane, doc)
		VALUES (?, ?, ?, nullif(?, ''), ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (canvas, from_node, key) WHERE key IS NOT NULL DO NOTHING RETURNING id, doc`
	return scanMail(tx.QueryRowContext(ctx, add, m.To.Canvas, m.From.Node, m.To.Node, m.Key,
		r.listed, r.unread, r.waits, r.typing, r.typed, r.lane, r.doc))
}

// ChangeMail changes one mail, whole: nothing else changes it meanwhile.
func (s *Store) ChangeMail(ctx context.Context, id string, change func(mail.Mail) (mail.Mail, error)) (m mail.Mail, err error) {
	n, err := mailNumber(id)
	if err != nil {
		return m, err
	}
	err = s.update(ctx, "change a mail", func(ctx context.Context, tx querier) error {
		m, err = changeMail(ctx, tx, n, change)
		return err
	})
	return m, err
}

func changeMail(ctx context.Context, tx querier, n int64, change func(mail.Mail) (mail.Mail, error)) (mail.Mail, error) {
	m, err := scanMail(tx.QueryRowContext(ctx, "SELECT id, doc FROM mails WHERE id = ?", n))
	if err != nil {
		return m, err
	}
	if m, err = change(m); err != nil {
		return m, err
	}
	r, err := rowOf(m)
	if err != nil {
		return m, err
	}
	const set = "UPDATE mails SET listed = ?, unread = ?, waits = ?, typing = ?, typed = ?, lane = ?, doc = ? WHERE id = ?"
	_, err = tx.ExecContext(ctx, set, r.listed, r.unread, r.waits, r.typing, r.typed, r.lane, r.doc, n)
	return m, err
}

// ChangeMails changes several mails, all or none.
func (s *Store) ChangeMails(ctx context.Context, ids []string, change func(mail.Mail) (mail.Mail, error)) (all []mail.Mail, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = s.update(ctx, "change mails", func(ctx context.Context, tx querier) error {
		all = all[:0]
		for _, id := range ids {
			n, err := mailNumber(id)
			if err != nil {
				return err
			}
			m, err := changeMail(ctx, tx, n, change)
			if err != nil {
				return err
			}
			all = append(all, m)
		}
		return nil
	})
	return all, err
}

// Mail is one mail.
func (s *Store) Mail(ctx context.Context, id string) (mail.Mail, error) {
	n, err := mailNumber(id)
	if err != nil {
		return mail.Mail{}, err
	}
	return scanMail(s.read.QueryRowContext(ctx, "SELECT id, doc FROM mails WHERE id = ?", n))
}

// MailByKey is the mail that a seat sent under a key.
func (s *Store) MailByKey(ctx context.Context, from mail.Address, key string) (mail.Mail, error) {
	const one = "SELECT id, doc FROM mails WHERE canvas = ? AND from_node = ? AND key = ?"
	return scanMail(s.read.QueryRowContext(ctx, one, from.Canvas, from.Node, key))
}

// Mailbox lists a seat's mail, the newest first.
func (s *Store) Mailbox(ctx context.Context, of mail.Address, p MailPage) ([]mail.Mail, error) {
	const list = "SELECT id, doc FROM mails WHERE canvas = ? AND to_node = ? AND listed AND id < ? ORDER BY id DESC LIMIT ?"
	before, err := p.before()
	if err != nil {
		return nil, err
	}
	rows, err := s.read.QueryContext(ctx, list, of.Canvas, of.Node, before, p.Limit)
	return collect(rows, err, scanMail)
}

// UnreadMail counts the unread mail in a seat's mailbox.
func (s *Store) UnreadMail(ctx context.Context, of mail.Address) (n int, err error) {
	const count = "SELECT count(*) FROM mails WHERE canvas = ? AND to_node = ? AND unread"
	err = s.read.QueryRowContext(ctx, count, of.Canvas, of.Node).Scan(&n)
	return n, err
}

// SentMail lists what a seat sent, to one node or to all, the newest first.
func (s *Store) SentMail(ctx context.Context, from mail.Address, to string, p MailPage) ([]mail.Mail, error) {
	const list = `SELECT id, doc FROM mails
		WHERE canvas = ?1 AND from_node = ?2 AND (?3 = '' OR to_node = ?3) AND id < ?4 ORDER BY id DESC LIMIT ?5`
	before, err := p.before()
	if err != nil {
		return nil, err
	}
	rows, err := s.read.QueryContext(ctx, list, from.Canvas, from.Node, to, before, p.Limit)
	return collect(rows, err, scanMail)
}
