package store

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"junto/internal/fault"
)

// Send is a text that a program sent to the agent in a terminal.
type Send struct {
	ID       int64
	Key      string
	Terminal int
	SendDoc
}

// SendDoc is what is known of such a text.
type SendDoc struct {
	Text     string        `json:"text,omitempty"` // until it has ended
	Digest   string        `json:"digest"`         // names what was sent, after the text is gone
	Cautious bool          `json:"cautious,omitempty"`
	Begun    bool          `json:"begun,omitempty"` // its first byte may have been written
	Receipts []SendReceipt `json:"receipts,omitempty"`
	Ended    bool          `json:"ended,omitempty"`
	Fault    *fault.Fault  `json:"fault,omitempty"` // why it was not typed, or is not known to be
}

// SendReceipt is a stage that a text has reached, and what proves it.
type SendReceipt struct {
	At    time.Time `json:"at"`
	Stage string    `json:"stage"`
	Fact  string    `json:"fact,omitempty"`
}

// KeptSends is how many texts that have ended are kept, for senders that ask
// again: far more than are under way at once.
const KeptSends = 1000

func scanSend(row scanner) (Send, error) {
	var s Send
	var doc []byte
	if err := row.Scan(&s.ID, &s.Key, &s.Terminal, &doc); err != nil {
		return s, found(err)
	}
	return s, json.Unmarshal(doc, &s.SendDoc)
}

const sendColumns = "id, key, terminal, doc"

// AddSend stores a text of a run and gives it its id. When its key was used
// before, nothing is stored, and the text of then is returned.
func (s *Store) AddSend(ctx context.Context, run int, send Send) (stored Send, fresh bool, err error) {
	doc, err := json.Marshal(send.SendDoc)
	if err != nil {
		return send, false, err
	}
	err = s.update(ctx, "add a text to send", func(ctx context.Context, tx querier) (err error) {
		const add = "INSERT INTO sends (run, key, terminal, open, doc) VALUES (?, ?, ?, 1, ?) ON CONFLICT DO NOTHING RETURNING " + sendColumns
		stored, err = scanSend(tx.QueryRowContext(ctx, add, run, send.Key, send.Terminal, string(doc)))
		if errors.Is(err, ErrNotFound) {
			stored, err = sendByKey(ctx, tx, run, send.Key)
			return err
		}
		fresh = err == nil
		if err == nil {
			_, err = tx.ExecContext(ctx, "DELETE FROM sends WHERE run = ? AND id <= ? AND NOT open", run, stored.ID-KeptSends)
		}
		return err
	})
	return stored, fresh, err
}

func sendByKey(ctx context.Context, q querier, run int, key string) (Send, error) {
	const one = "SELECT " + sendColumns + " FROM sends WHERE run = ? AND key = ?"
	return scanSend(q.QueryRowContext(ctx, one, run, key))
}

// SendByKey is the text that was sent under a key. ErrNotFound when there is
// none, or not any more.
func (s *Store) SendByKey(ctx context.Context, run int, key string) (Send, error) {
	return sendByKey(ctx, s.read, run, key)
}

// SaveSend notes what is known of a text by now.
func (s *Store) SaveSend(ctx context.Context, id int64, d SendDoc) error {
	doc, err := json.Marshal(d)
	if err != nil {
		return err
	}
	return s.update(ctx, "note what became of a text", func(ctx context.Context, tx querier) error {
		_, err := tx.ExecContext(ctx, "UPDATE sends SET open = ?, doc = ? WHERE id = ?", !d.Ended, string(doc), id)
		return err
	})
}

// OpenSends are the texts of a run of which it is not known how they ended, in
// the order of their acceptance.
func (s *Store) OpenSends(ctx context.Context, run int) ([]Send, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+sendColumns+" FROM sends WHERE run = ? AND open ORDER BY id", run)
	return collect(rows, err, scanSend)
}
