package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"junto/internal/api"
)

// batchOut is what junto prints for an array of sends.
type batchOut struct {
	Total     int `json:"total"`
	Successes int `json:"success_count"`
	Results   []struct {
		Data api.MsgSendOut `json:"data"`
	} `json:"results"`
}

// sendAll sends many mails from the planner, 24 at a time, and waits for the
// answers.
func (d *desk) sendAll(n int) batchOut {
	d.t.Helper()
	mails := make([]api.MsgSendIn, n)
	for i := range mails {
		mails[i] = api.MsgSendIn{Target: "reviewer", Text: fmt.Sprintf("mail %d", i), Key: fmt.Sprintf("key %d", i)}
	}
	text, err := json.Marshal(mails)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.seats["planner"].dir, "mails.json"), text, 0o600); err != nil {
		d.t.Fatal(err)
	}
	var out batchOut
	start := time.Now()
	d.works("planner", "msg send @mails.json --concurrency 24 --timeout 50s", &out)
	took := time.Since(start)
	d.t.Logf("%d sends in %v: %.0f a second", n, took.Round(time.Millisecond), float64(n)/took.Seconds())
	return out
}

// "A burst of mail to a seat that is not up is stored, all of it and in order;
// its mailbox stays quick, and the brake keeps it from filling the screen."
func TestABurstOfMail(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "normal")
	d.call("seat.stop", map[string]any{"canvas": "main", "node": "reviewer"}, nil)
	n := 3000
	if testing.Short() {
		n = 300
	}
	out := d.sendAll(n)
	ids := make(map[string]bool)
	for _, r := range out.Results {
		ids[r.Data.MessageID] = true
	}
	if out.Successes != n || len(ids) != n {
		t.Fatalf("%d of %d were sent, %d mails", out.Successes, n, len(ids))
	}
	again := d.sendAll(n)
	for _, r := range again.Results {
		if !ids[r.Data.MessageID] || r.Data.Disposition != "duplicate" {
			t.Fatalf("sent again, it is %+v", r.Data)
		}
	}
	d.start("reviewer")
	d.until("the brake holds", func() bool { return len(d.submitted(d.logs["reviewer"])) == 10 })
	start := time.Now()
	var list api.MsgListOut
	d.works("reviewer", "msg list", &list)
	t.Logf("the newest page of %d, as a whole program: %v", n, time.Since(start).Round(time.Millisecond))
	if len(list.Items) != 50 || list.Unread != n || list.Older == "" {
		t.Errorf("listed %d of %d unread, older %q", len(list.Items), list.Unread, list.Older)
	}
	d.until("the operator is asked", func() bool {
		var messages []api.Message
		d.call("message.list", struct{}{}, &messages)
		return len(messages) == 1 && messages[0].Kind == "ask"
	})
}
