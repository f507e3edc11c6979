package e2e

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	"junto/internal/api"
)

// "A daemon that dies in the middle of typing never has a prompt typed twice."
//
// The keeper is stopped, so that the daemon, which has noted that it begins,
// waits for its bytes to be taken. Then it is killed, and the keeper goes on:
// the prompt is typed, and nobody has noted it.
func TestNoPromptIsTypedTwice(t *testing.T) {
	t.Parallel()
	const rounds = 2
	for name, mode := range map[string]string{
		"an agent that shows it":               "normal",
		"an agent that shows it moments later": "slow-digest:5s",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, mode)
			for round := range rounds {
				d.diesInDoubt(round)
			}
			got := d.submitted(d.logs["reviewer"])
			for round := range rounds {
				if want := fmt.Sprintf("mail from planner\nprompt %d", round); got[round] != want || len(got) != rounds {
					t.Fatalf("the agent got %q, want each prompt once", got)
				}
			}
		})
	}
}

// diesInDoubt sends a prompt, kills the daemon between the note that it begins
// and the one that it is typed, and waits until the next one has delivered it.
func (d *desk) diesInDoubt(round int) {
	d.t.Helper()
	keeper := d.keeper()
	if err := syscall.Kill(keeper, syscall.SIGSTOP); err != nil {
		d.t.Fatal(err)
	}
	going := func() {
		if err := syscall.Kill(keeper, syscall.SIGCONT); err != nil {
			d.t.Error(err)
		}
	}
	defer going() // also when what follows fails
	planner := d.seats["planner"]
	planner.begin(fmt.Sprintf("junto msg send --prompt reviewer 'prompt %d' --key p%d --timeout 9s", round, round))
	n := planner.nth
	d.until("it is begun", func() bool {
		last := d.lastSent("planner")
		return last.Text == fmt.Sprintf("prompt %d", round) && last.Reason == "it is being typed"
	})
	if err := d.daemon.Process.Kill(); err != nil {
		d.t.Fatal(err)
	}
	d.daemon.Wait()
	if got := len(d.entries(d.logs["reviewer"], "paste")); got != len(d.submitted(d.logs["reviewer"])) {
		d.t.Errorf("%d texts were typed before the kill", got)
	}
	going()
	planner.end(n)
	d.until("it is typed all the same", func() bool {
		return strings.Contains(d.typedInto("reviewer"), fmt.Sprintf("prompt %d", round))
	})
	d.world.start()
	d.call("canvas.play", map[string]any{"canvas": "main"}, nil)
	d.until("it is delivered", func() bool { return d.lastSent("planner").Delivery == "delivered" })
	d.until("the agent takes it", func() bool {
		return strings.Contains(strings.Join(d.submitted(d.logs["reviewer"]), "\n"), fmt.Sprintf("mail from planner\nprompt %d", round))
	})
	d.glance("main", "reviewer", "idle")
}

// lastSent is the last mail that a seat sent.
func (d *desk) lastSent(node string) api.Mail {
	d.t.Helper()
	var out api.MsgSentOut
	d.works(node, "msg sent --limit 1", &out)
	if len(out.Items) == 0 {
		return api.Mail{}
	}
	return out.Items[0]
}

// typedInto is all that was pasted into a seat's agent.
func (d *desk) typedInto(node string) string {
	d.t.Helper()
	var all []string
	for _, e := range d.entries(d.logs[node], "paste") {
		all = append(all, e.Text)
	}
	return strings.Join(all, "\n")
}
