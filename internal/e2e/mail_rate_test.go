package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"junto/internal/api"
	"junto/internal/client"
)

// mailerEnv in the environment makes the test binary a mailer: a program in a
// seat that sends mail from many clients at once. It holds the mailer's orders.
const mailerEnv = "JUNTO_TEST_MAILER"

// orders are what a mailer is to do.
type orders struct {
	Work    string // the folder of the work socket
	Target  string
	Prefix  string // of texts and keys
	Clients int
	Mails   int  // of all clients together
	Keep    bool // a client keeps its connection; else each mail has its own
}

// told is what a mailer says of its work.
type told struct {
	IDs      []string // of the mails; empty for one that was not acknowledged
	Took     time.Duration
	P50, P99 time.Duration // from the call, its connecting included, to the answer
	Failed   string        // why it ended before all was sent
}

// mailer carries the orders out, and prints what came of it.
func mailer() int {
	var o orders
	if err := json.Unmarshal([]byte(os.Getenv(mailerEnv)), &o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	token, err := os.ReadFile(filepath.Join(o.Work, "token"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	out := o.send(strings.TrimSpace(string(token)))
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		return 1
	}
	return 0
}

func (o orders) send(token string) told {
	ids, took := make([]string, o.Mails), make([]time.Duration, o.Mails)
	failed := make(chan error, o.Clients)
	var clients sync.WaitGroup
	start := time.Now()
	for first := range o.Clients {
		clients.Go(func() {
			l := line{o: o, token: token}
			defer l.hangUp()
			for i := first; i < o.Mails; i += o.Clients {
				began := time.Now()
				id, err := l.mail(i)
				if err != nil {
					failed <- err
					return
				}
				ids[i], took[i] = id, time.Since(began)
			}
		})
	}
	clients.Wait()
	out := told{IDs: ids, Took: time.Since(start)}
	select {
	case err := <-failed:
		out.Failed = err.Error()
	default:
	}
	slices.Sort(took)
	out.P50, out.P99 = took[len(took)/2], took[len(took)*99/100]
	return out
}

// line is one client's way to the daemon.
type line struct {
	o     orders
	token string
	conn  *client.Client
}

func (l *line) hangUp() {
	if l.conn != nil {
		l.conn.Close()
		l.conn = nil
	}
}

// mail sends one mail and returns its id.
func (l *line) mail(i int) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if l.conn == nil {
		conn, err := client.DialToken(ctx, filepath.Join(l.o.Work, "control.sock"), l.token)
		if err != nil {
			return "", err
		}
		l.conn = conn
	}
	text := fmt.Sprintf("%s mail %d: please look at what changed", l.o.Prefix, i)
	var out api.MsgSendOut
	err := l.conn.Call(ctx, "msg.send", api.MsgSendIn{Target: l.o.Target, Text: text, Key: fmt.Sprintf("%s %d", l.o.Prefix, i)}, &out)
	if !l.o.Keep {
		l.hangUp()
	}
	return out.MessageID, err
}

// orderMail has a seat send mail, and checks that each is a mail of its own.
func (d *desk) orderMail(from string, o orders) told {
	d.t.Helper()
	out := d.mailed(from, d.beginMail(from, o))
	ids := slices.Clone(out.IDs)
	slices.Sort(ids)
	if got := len(slices.Compact(ids)); out.Failed != "" || got != o.Mails || ids[0] == "" {
		d.t.Fatalf("%d mails are %d; %s", o.Mails, got, out.Failed)
	}
	return out
}

// beginMail starts a mailer in a seat, and returns the command's number.
func (d *desk) beginMail(from string, o orders) int {
	d.t.Helper()
	o.Work = filepath.Join(d.home, "work")
	text, err := json.Marshal(o)
	if err != nil {
		d.t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		d.t.Fatal(err)
	}
	d.seats[from].begin(fmt.Sprintf("%s='%s' exec %s", mailerEnv, text, self))
	return d.seats[from].nth
}

// mailed is what a mailer said at its end.
func (d *desk) mailed(from string, n int) (out told) {
	d.t.Helper()
	r := d.seats[from].end(n)
	if err := json.Unmarshal([]byte(r.stdout), &out); err != nil || r.status != 0 {
		d.t.Fatalf("the mailer: status %d, %q, %q", r.status, r.stdout, r.stderr)
	}
	return out
}

// "Twenty-four programs mail at once, and none waits for long."
func BenchmarkMails(b *testing.B) {
	for _, up := range []bool{false, true} {
		for _, keep := range []bool{false, true} {
			b.Run(fmt.Sprintf("up=%v/keep=%v", up, keep), func(b *testing.B) {
				d := newDesk(b, "normal")
				if !up {
					d.call("seat.stop", map[string]any{"canvas": "main", "node": "reviewer"}, nil)
				}
				const mails = 3000
				n := 0
				best := told{Took: time.Hour}
				before := cpuTicks(b, d.daemon.Process.Pid)
				for b.Loop() {
					n++
					out := d.orderMail("planner", orders{Target: "reviewer", Prefix: fmt.Sprint(n), Clients: 24, Mails: mails, Keep: keep})
					if out.Took < best.Took {
						best = out
					}
				}
				const tick = 10 // ms
				cpu := float64(cpuTicks(b, d.daemon.Process.Pid)-before) * tick * 1000 / float64(n*mails)
				b.ReportMetric(mails/best.Took.Seconds(), "mails/s")
				b.ReportMetric(float64(best.P50.Microseconds())/1000, "ms-p50")
				b.ReportMetric(float64(best.P99.Microseconds())/1000, "ms-p99")
				b.ReportMetric(cpu, "µs-daemon-CPU/mail")
			})
		}
	}
}
