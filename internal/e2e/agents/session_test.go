//go:build agents

package agents

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// endedTerminal is a terminal that has ended, as the page has it.
type endedTerminal struct {
	ID        int
	Agent     string
	Session   string
	Resumable bool
	Why       string
}

func (w *world) ended(id int) (found endedTerminal, ok bool) {
	w.t.Helper()
	var all []endedTerminal
	if err := json.Unmarshal([]byte(w.jun("call", "ended.list", "{}")), &all); err != nil {
		w.t.Fatal(err)
	}
	for _, e := range all {
		if e.ID == id {
			return e, true
		}
	}
	return endedTerminal{}, false
}

var sessionID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// A session that was begun within an agent is the one that is resumed later.
func TestTheSessionOfRealAgentsIsProved(t *testing.T) {
	for name, anew := range map[string]string{"claude": "/clear", "codex": "/new", "pi": "/new"} {
		t.Run(name, func(t *testing.T) {
			r := launch(t, name)
			turn := func() {
				mark := r.model.Mark()
				r.send(r.id, "slow 6")
				r.is(r.id, "working")
				r.event(mark, "answer", ended)
				r.is(r.id, "idle")
			}
			turn()
			r.keys(anew)
			r.until("the command is typed", func() bool {
				return strings.Contains(r.jun("tool", "screen", strconv.Itoa(r.id)), anew)
			})
			time.Sleep(time.Second) // the agents' lists of commands take keys only after a while
			r.keys("\r")
			r.until("the session is anew", func() bool {
				return !strings.Contains(r.jun("tool", "screen", "--lines", "12", strconv.Itoa(r.id)), "slow 6")
			})
			r.is(r.id, "idle")
			turn()
			r.jun("call", "terminal.end", fmt.Sprintf(`{"id":%d,"force":true}`, r.id))
			r.until("it has ended", func() bool { _, ok := r.ended(r.id); return ok })
			e, _ := r.ended(r.id)
			if e.Agent != name || !e.Resumable || !sessionID.MatchString(e.Session) {
				t.Errorf("got %+v", e)
			}
		})
	}
}
