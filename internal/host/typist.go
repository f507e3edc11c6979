package host

import (
	"context"

	"junto/internal/term"
)

// typist is the way into a terminal's PTY. It follows what is typed, by people
// and machines alike, to tell when a message is submitted.
type typist struct {
	term.Writer
	t *Terminal
}

// Write types bytes. Answers to the program's queries are not typed by anybody.
func (y typist) Write(ctx context.Context, id int, b []byte, replied uint64) error {
	if err := y.Writer.Write(ctx, id, b, replied); err != nil || replied > 0 {
		return err
	}
	y.t.mu.Lock()
	defer y.t.mu.Unlock()
	hands, submitted := y.t.hands.Take(b)
	y.t.hands, y.t.submitted = hands, y.t.submitted || submitted
	return nil
}

// Submitted reports whether a message was submitted to the program since it was
// last asked.
func (t *Terminal) Submitted() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	submitted := t.submitted
	t.submitted = false
	return submitted
}
