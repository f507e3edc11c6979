package term

import (
	"context"
	"errors"
	"sync"
)

// maxAnswers caps the answers that wait for a program that asks but does not
// read. No real program has more than some hundred bytes on the way.
const maxAnswers = 64 << 10

// answers are what the program asked the terminal and has not been told yet.
type answers struct {
	mu sync.Mutex
	// Guarded by mu.
	pending  []byte
	upto     uint64 // the output in which they were asked ends here
	busy     bool   // a goroutine sends them
	dropping bool   // some were dropped since all were sent
}

// answer hands answers to the keeper without waiting for it. They do not go
// through the gate: a program may wait for one before it shows a paste.
func (t *Terminal) answer(b []byte, upto uint64) {
	a := &t.answers
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.pending)+len(b) > maxAnswers {
		if !a.dropping {
			t.o.Log.Warn("Answers to the program's queries are dropped: it asks but does not read", "cap", maxAnswers)
		}
		a.dropping = true
		return
	}
	a.pending = append(a.pending, b...)
	a.upto = upto
	if !a.busy {
		a.busy = t.tasks.run(t.sendAnswers)
	}
}

// sendAnswers writes what waits, and ends when nothing does.
func (t *Terminal) sendAnswers(ctx context.Context) {
	a := &t.answers
	for {
		a.mu.Lock()
		b, upto := a.pending, a.upto
		a.pending = nil
		if len(b) == 0 {
			a.busy, a.dropping = false, false
			a.mu.Unlock()
			return
		}
		a.mu.Unlock()
		if err := t.o.Keeper.Write(ctx, t.o.ID, b, upto); err != nil && !errors.Is(err, context.Canceled) {
			t.o.Log.Warn("An answer to the program's query was not written", "error", err)
		}
	}
}
