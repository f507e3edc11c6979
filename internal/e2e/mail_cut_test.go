package e2e

import (
	"testing"

	"junto/internal/api"
)

// "A mail that a killed daemon left in the composer is sent off, also where the
// agent takes Enter as an escape code only."
func TestAMailThatWasCutShortIsSentOffByTheKeyThatCounts(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "slow-digest:2s,kitty:13")
	planner := d.seats["planner"]
	planner.begin("junto msg send --prompt reviewer hello")
	n := planner.nth
	d.until("it is pasted", func() bool { return len(d.entries(d.logs["reviewer"], "paste")) == 1 })
	d.kill9()
	planner.end(n)
	d.call("canvas.play", map[string]any{"canvas": "main"}, nil)
	d.gets("reviewer", "mail from planner\nhello")
	var sent api.MsgSendOut
	d.works("planner", "msg send reviewer next", &sent)
	d.gets("reviewer", "mail from planner — next — junto msg read "+sent.MessageID)
	if got := d.submitted(d.logs["reviewer"]); len(got) != 2 {
		t.Errorf("the agent got %q", got)
	}
}
