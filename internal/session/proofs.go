package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// goneGrace is how long after its agent has gone a terminal may end and still
// count as the agent's: ending a terminal ends the agent in it first.
const goneGrace = 10 * time.Second

// Proof is the session that a terminal's agent was proved to be in at the end of
// its last turn; the zero Proof is none.
type Proof struct {
	Agent   string    `json:"agent"`
	Session string    `json:"session"`
	Dir     string    `json:"dir"` // where the agent ran
	gone    time.Time // when the agent left the terminal; zero while it is there
}

// Proofs own the terminals' proofs. Each is also in a file, for when the machine
// goes down.
type Proofs struct {
	file func(terminal int) string

	mu sync.Mutex
	of map[int]Proof // guarded by mu
}

// Read reads the proof that an earlier daemon left in a file. One that is not
// there, or that was half written when the machine went down, proves nothing.
func Read(file string) Proof {
	var p Proof
	data, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(data, &p) != nil {
		return Proof{}
	}
	return p
}

// Open takes up the proofs of the terminals that run.
func Open(file func(terminal int) string, running []int) *Proofs {
	all := &Proofs{file: file, of: make(map[int]Proof)}
	for _, id := range running {
		if p := Read(file(id)); p.Session != "" {
			all.of[id] = p
		}
	}
	return all
}

// Of is the proof of a terminal whose agent is still there.
func (a *Proofs) Of(terminal int) Proof {
	a.mu.Lock()
	defer a.mu.Unlock()
	if p := a.of[terminal]; p.gone.IsZero() {
		return p
	}
	return Proof{}
}

// Set notes a proof; one without a session takes the last one back.
func (a *Proofs) Set(terminal int, p Proof) error {
	a.mu.Lock()
	before := a.of[terminal]
	if p.Session == "" {
		delete(a.of, terminal)
	} else {
		a.of[terminal] = p
	}
	a.mu.Unlock()
	switch {
	case before == p:
		return nil
	case p.Session == "":
		return remove(a.file(terminal))
	}
	data, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("encode a proof: %w", err)
	}
	return os.WriteFile(a.file(terminal), data, 0o600)
}

// Leave notes that a terminal's agent has gone.
func (a *Proofs) Leave(terminal int, now time.Time) error {
	a.mu.Lock()
	if p, ok := a.of[terminal]; ok {
		p.gone = now
		a.of[terminal] = p
	}
	a.mu.Unlock()
	return remove(a.file(terminal))
}

// Take returns the proof of a terminal that has ended, and forgets it.
func (a *Proofs) Take(terminal int, now time.Time) (Proof, error) {
	a.mu.Lock()
	p := a.of[terminal]
	delete(a.of, terminal)
	a.mu.Unlock()
	if !p.gone.IsZero() && now.Sub(p.gone) > goneGrace {
		p = Proof{}
	}
	return p, remove(a.file(terminal))
}

func remove(file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
