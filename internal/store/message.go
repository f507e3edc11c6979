package store

import (
	"context"
	"fmt"
	"time"
)

// Message is a message to the operator.
type Message struct {
	ID      int
	Time    time.Time
	Kind    string // ask, warn, done or info
	Title   string
	Text    string
	Project string
	Link    string
	Unread  bool
	Replies []Reply // the oldest first
}

// Reply is a later text below a message.
type Reply struct {
	Time time.Time
	Text string
}

// MessageChange is what an update changes: the kind when it is not empty, and a
// reply when there is one.
type MessageChange struct {
	Kind  string
	Reply *Reply
}

const messageColumns = "id, time, kind, title, text, project, link, unread"

func scanMessage(row scanner) (Message, error) {
	var m Message
	var at int64
	if err := row.Scan(&m.ID, &at, &m.Kind, &m.Title, &m.Text, &m.Project, &m.Link, &m.Unread); err != nil {
		return Message{}, found(err)
	}
	m.Time = fromStamp(at)
	return m, nil
}

// AddMessage stores a new message at the top of the run's list, gives it the
// next id, and drops what is below the first keep messages: their ids come back
// as dropped.
func (s *Store) AddMessage(ctx context.Context, run int, m Message, keep int) (id int, dropped []int, err error) {
	err = s.update(ctx, "add a message", func(ctx context.Context, tx querier) error {
		const next = "UPDATE runs SET last_message = last_message + 1, last_top = last_top + 1 WHERE id = ? RETURNING last_message, last_top"
		var top int64
		if err := tx.QueryRowContext(ctx, next, run).Scan(&id, &top); err != nil {
			return found(err)
		}
		const add = "INSERT INTO messages (run, id, time, top, kind, title, text, project, link, unread) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)"
		if _, err := tx.ExecContext(ctx, add, run, id, stamp(m.Time), top, m.Kind, m.Title, m.Text, m.Project, m.Link); err != nil {
			return err
		}
		const drop = `DELETE FROM messages WHERE run = ?1 AND top < (SELECT min(top) FROM
			(SELECT top FROM messages WHERE run = ?1 ORDER BY top DESC LIMIT ?2)) RETURNING id`
		rows, err := tx.QueryContext(ctx, drop, run, keep)
		dropped, err = collect(rows, err, scanID)
		return err
	})
	return id, dropped, err
}

func scanID(row scanner) (int, error) {
	var id int
	err := row.Scan(&id)
	return id, err
}

// ChangeMessage changes a message. A reply makes it unread and moves it to the
// top; only the last keep replies stay.
func (s *Store) ChangeMessage(ctx context.Context, run, id int, c MessageChange, keep int) error {
	return s.update(ctx, "change a message", func(ctx context.Context, tx querier) error {
		const kind = "UPDATE messages SET kind = CASE ?3 WHEN '' THEN kind ELSE ?3 END WHERE run = ?1 AND id = ?2"
		r, err := tx.ExecContext(ctx, kind, run, id, c.Kind)
		if err := changedOne(r, err); err != nil {
			return err
		}
		if c.Reply == nil {
			return nil
		}
		return addReply(ctx, tx, run, id, *c.Reply, keep)
	})
}

func addReply(ctx context.Context, tx querier, run, id int, r Reply, keep int) error {
	const add = `INSERT INTO replies (run, message, seq, time, text)
		SELECT ?1, ?2, 1 + coalesce(max(seq), 0), ?3, ?4 FROM replies WHERE run = ?1 AND message = ?2`
	if _, err := tx.ExecContext(ctx, add, run, id, stamp(r.Time), r.Text); err != nil {
		return err
	}
	const drop = `DELETE FROM replies WHERE run = ?1 AND message = ?2 AND seq <=
		(SELECT max(seq) FROM replies WHERE run = ?1 AND message = ?2) - ?3`
	if _, err := tx.ExecContext(ctx, drop, run, id, keep); err != nil {
		return err
	}
	var top int64
	const next = "UPDATE runs SET last_top = last_top + 1 WHERE id = ? RETURNING last_top"
	if err := tx.QueryRowContext(ctx, next, run).Scan(&top); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "UPDATE messages SET top = ?, unread = 1 WHERE run = ? AND id = ?", top, run, id)
	return err
}

// Messages are the run's messages with their replies, the top one first.
func (s *Store) Messages(ctx context.Context, run int) ([]Message, error) {
	var all []Message
	err := s.view(ctx, "read the messages", func(ctx context.Context, tx querier) error {
		rows, err := tx.QueryContext(ctx, "SELECT "+messageColumns+" FROM messages WHERE run = ? ORDER BY top DESC", run)
		if all, err = collect(rows, err, scanMessage); err != nil {
			return err
		}
		at := make(map[int]*Message, len(all))
		for i := range all {
			at[all[i].ID] = &all[i]
		}
		rows, err = tx.QueryContext(ctx, "SELECT message, time, text FROM replies WHERE run = ? ORDER BY message, seq", run)
		replies, err := collect(rows, err, scanReply)
		for _, r := range replies {
			if m := at[r.message]; m != nil {
				m.Replies = append(m.Replies, r.Reply)
			}
		}
		return err
	})
	return all, err
}

// Message is one message of the run with its replies.
func (s *Store) Message(ctx context.Context, run, id int) (Message, error) {
	var m Message
	err := s.view(ctx, fmt.Sprintf("read message %d", id), func(ctx context.Context, tx querier) (err error) {
		const one = "SELECT " + messageColumns + " FROM messages WHERE run = ? AND id = ?"
		if m, err = scanMessage(tx.QueryRowContext(ctx, one, run, id)); err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx, "SELECT message, time, text FROM replies WHERE run = ? AND message = ? ORDER BY seq", run, id)
		replies, err := collect(rows, err, scanReply)
		for _, r := range replies {
			m.Replies = append(m.Replies, r.Reply)
		}
		return err
	})
	return m, err
}

type replyRow struct {
	Reply
	message int
}

func scanReply(row scanner) (replyRow, error) {
	var r replyRow
	var at int64
	err := row.Scan(&r.message, &at, &r.Text)
	r.Time = fromStamp(at)
	return r, err
}

// MessageOrder is the ids of the run's messages, the top one first.
func (s *Store) MessageOrder(ctx context.Context, run int) ([]int, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT id FROM messages WHERE run = ? ORDER BY top DESC", run)
	ids, err := collect(rows, err, scanID)
	if err != nil {
		return nil, fmt.Errorf("read the order of messages: %w", err)
	}
	return ids, nil
}

// LastMessageID is the id of the latest message of the run, which may be dropped
// by now; 0 when there was none.
func (s *Store) LastMessageID(ctx context.Context, run int) (int, error) {
	id, err := scanID(s.read.QueryRowContext(ctx, "SELECT last_message FROM runs WHERE id = ?", run))
	if err != nil {
		return 0, fmt.Errorf("read the last message's id: %w", found(err))
	}
	return id, nil
}

// ReadMessages marks messages of the run as read, all of them when there are no
// ids, and returns the ids of those that were unread.
func (s *Store) ReadMessages(ctx context.Context, run int, ids []int) (changed []int, err error) {
	err = s.update(ctx, "mark messages as read", func(ctx context.Context, tx querier) error {
		if len(ids) == 0 {
			rows, err := tx.QueryContext(ctx, "UPDATE messages SET unread = 0 WHERE run = ? AND unread = 1 RETURNING id", run)
			changed, err = collect(rows, err, scanID)
			return err
		}
		for _, id := range ids {
			rows, err := tx.QueryContext(ctx, "UPDATE messages SET unread = 0 WHERE run = ? AND id = ? AND unread = 1 RETURNING id", run, id)
			one, err := collect(rows, err, scanID)
			if err != nil {
				return err
			}
			changed = append(changed, one...)
		}
		return nil
	})
	return changed, err
}
