package store

import (
	"context"
	"time"

	"junto/internal/mail"
)

// SeatsWithMail are the seats that have mail to be typed.
func (s *Store) SeatsWithMail(ctx context.Context) ([]mail.Address, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT DISTINCT canvas, to_node FROM mails WHERE waits")
	return collect(rows, err, func(row scanner) (a mail.Address, err error) {
		err = row.Scan(&a.Canvas, &a.Node)
		return a, err
	})
}

// MailHeads is the oldest mail of each line that is still to be typed into a
// seat, oldest first, and the newest mail that waited by then; none when nothing
// waits. It costs as much as there are senders, however long their lines.
func (s *Store) MailHeads(ctx context.Context, to mail.Address) (heads []mail.Mail, newest string, err error) {
	const last = "SELECT coalesce(max(id), 0) FROM mails WHERE canvas = ? AND to_node = ? AND waits"
	var n int64
	if err := s.read.QueryRowContext(ctx, last, to.Canvas, to.Node).Scan(&n); err != nil || n == 0 {
		return nil, "", err
	}
	// From each sender to the next one by the index, and then into their lanes.
	const list = `WITH RECURSIVE senders (node) AS (
			SELECT min(from_node) FROM mails WHERE canvas = ?1 AND to_node = ?2 AND waits
			UNION ALL
			SELECT (SELECT min(from_node) FROM mails WHERE canvas = ?1 AND to_node = ?2 AND waits AND from_node > node)
			FROM senders WHERE node IS NOT NULL)
		SELECT id, doc FROM senders, (VALUES (0), (1), (2)) AS lanes, mails WHERE id = (
			SELECT min(id) FROM mails
			WHERE canvas = ?1 AND to_node = ?2 AND waits AND from_node = senders.node AND lane = lanes.column1)
		ORDER BY id`
	rows, err := s.read.QueryContext(ctx, list, to.Canvas, to.Node)
	heads, err = collect(rows, err, scanMail)
	return heads, mailID(n), err
}

// MailAhead counts what is typed before a mail in its own line, up to a limit.
func (s *Store) MailAhead(ctx context.Context, m mail.Mail, limit int) (n int, err error) {
	const count = `SELECT count(*) FROM (SELECT 1 FROM mails
		WHERE canvas = ? AND to_node = ? AND from_node = ? AND lane = ? AND id < ? AND waits LIMIT ?)`
	number, err := mailNumber(m.ID)
	if err != nil {
		return 0, err
	}
	err = s.read.QueryRowContext(ctx, count, m.To.Canvas, m.To.Node, m.From.Node, m.Lane(), number, limit).Scan(&n)
	return n, err
}

// MailInLine is the ids of the oldest mail that waits in a seat's line, none of
// it newer than the mail named.
func (s *Store) MailInLine(ctx context.Context, to mail.Address, l mail.Line, newest string, limit int) ([]string, error) {
	const list = `SELECT id FROM mails
		WHERE canvas = ? AND to_node = ? AND from_node = ? AND lane = ? AND id <= ? AND waits ORDER BY id LIMIT ?`
	last, err := mailNumber(newest)
	if err != nil {
		return nil, nil // nothing waits
	}
	rows, err := s.read.QueryContext(ctx, list, to.Canvas, to.Node, l.From, l.Lane, last, limit)
	return collect(rows, err, func(row scanner) (string, error) {
		var n int64
		err := row.Scan(&n)
		return mailID(n), err
	})
}

// CutShort is the mail whose typing was begun, and of which it is not known that
// it was sent off.
func (s *Store) CutShort(ctx context.Context) ([]mail.Mail, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT id, doc FROM mails WHERE typing ORDER BY id")
	return collect(rows, err, scanMail)
}

// PassedMail is what was typed on a canvas since a time.
func (s *Store) PassedMail(ctx context.Context, canvas string, since time.Time) ([]mail.Passed, error) {
	const list = "SELECT from_node, to_node, typed FROM mails WHERE canvas = ? AND typed >= ? ORDER BY typed"
	rows, err := s.read.QueryContext(ctx, list, canvas, max(stamp(since), 1))
	return collect(rows, err, func(row scanner) (p mail.Passed, err error) {
		var at int64
		p.From.Canvas, p.To.Canvas = canvas, canvas
		err = row.Scan(&p.From.Node, &p.To.Node, &at)
		p.At = fromStamp(at)
		return p, err
	})
}

// EndQueue ends the mail that waits for a seat, and returns what it ended.
func (s *Store) EndQueue(ctx context.Context, to mail.Address, why string, now time.Time) (ended []mail.Mail, err error) {
	err = s.update(ctx, "end a seat's mail", func(ctx context.Context, tx querier) error {
		const list = "SELECT id FROM mails WHERE canvas = ? AND to_node = ? AND (waits OR typing) ORDER BY id"
		rows, err := tx.QueryContext(ctx, list, to.Canvas, to.Node)
		ids, err := collect(rows, err, scanID)
		if err != nil {
			return err
		}
		for _, id := range ids {
			m, err := changeMail(ctx, tx, int64(id), func(m mail.Mail) (mail.Mail, error) { return m.End(why, now), nil })
			if err != nil {
				return err
			}
			if m.Life.Ended != nil {
				ended = append(ended, m)
			}
		}
		return nil
	})
	return ended, err
}

// MailCount is how much mail a seat has.
type MailCount struct {
	Waiting int       // still to be typed
	First   string    // the id of the first of it
	Line    mail.Line // that the first is in
	Unread  int       // in its mailbox
}

// MailCounts counts the mail of a canvas' seats, by node. Seats without any are
// left out.
func (s *Store) MailCounts(ctx context.Context, canvas string) (map[string]MailCount, error) {
	// Beside min, the other columns are of the row that it found.
	const count = `SELECT to_node, count(*), min(id), from_node, lane, 0 FROM mails WHERE canvas = ?1 AND waits GROUP BY to_node
		UNION ALL SELECT to_node, 0, 0, '', 0, count(*) FROM mails WHERE canvas = ?1 AND unread GROUP BY to_node`
	type row struct {
		node                   string
		waiting, first, unread int64
		line                   mail.Line
	}
	rows, err := s.read.QueryContext(ctx, count, canvas)
	all, err := collect(rows, err, func(from scanner) (r row, err error) {
		return r, from.Scan(&r.node, &r.waiting, &r.first, &r.line.From, &r.line.Lane, &r.unread)
	})
	counts := make(map[string]MailCount)
	for _, r := range all {
		c := counts[r.node]
		if r.waiting > 0 {
			c.Waiting, c.First, c.Line = int(r.waiting), mailID(r.first), r.line
		} else {
			c.Unread = int(r.unread)
		}
		counts[r.node] = c
	}
	return counts, err
}
