//go:build agents

package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"junto/internal/api"
)

var sessionID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// A session that was begun within an agent is the one that is resumed later.
func TestTheSessionOfRealAgentsIsProved(t *testing.T) {
	for name, anew := range map[string]string{"claude": "/clear", "codex": "/new", "pi": "/new"} {
		t.Run(name, func(t *testing.T) {
			r := launch(t, name)
			turn := func() {
				mark := r.model.Mark()
				r.tell("slow 6")
				r.waitFor(r.id, "working")
				r.event(mark, "answer", ended)
				r.waitFor(r.id, "idle")
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
			r.waitFor(r.id, "idle")
			turn()
			r.jun("call", "terminal.end", fmt.Sprintf(`{"id":%d,"force":true}`, r.id))
			var e api.Ended
			r.until("it has ended", func() bool {
				var all []api.Ended
				r.call("ended.list", struct{}{}, &all)
				i := slices.IndexFunc(all, func(e api.Ended) bool { return e.ID == r.id })
				if i >= 0 {
					e = all[i]
				}
				return i >= 0
			})
			if e.Agent != name || !e.Resumable || !sessionID.MatchString(e.Session) {
				t.Errorf("got %+v", e)
			}
		})
	}
}
