package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"junto/internal/api"
	"junto/internal/client"
	"junto/internal/fault"
)

// proberEnv in the environment makes the test binary a prober: a program in a
// seat that waits for another seat, and looks at it again and again, until it may
// not any more. It holds the work socket's folder.
const proberEnv = "JUNTO_TEST_PROBER"

// probed is what a prober saw of its edge's end, in Unix nanoseconds.
type probed struct {
	Passed  int64 // when it made the last call that was not refused
	Refused int64 // when it was told of the first that was
	Woken   int64 // when its wait ended
}

// steady is how many calls a prober makes before it says that it is ready: its
// wait is under way by then.
const steady = 20

func prober() int {
	out, err := probe(os.Getenv(proberEnv))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		return 1
	}
	return 0
}

func probe(work string) (out probed, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	token, err := os.ReadFile(filepath.Join(work, "token"))
	if err != nil {
		return out, err
	}
	var lines [2]*client.Client
	for i := range lines {
		if lines[i], err = client.DialToken(ctx, filepath.Join(work, "control.sock"), strings.TrimSpace(string(token))); err != nil {
			return out, err
		}
		defer lines[i].Close()
	}
	woken := make(chan error, 1)
	go func() {
		err := lines[0].Call(ctx, "seat.wait", api.SeatWaitIn{Target: "reviewer", Until: "attention", TimeoutMS: 50_000}, nil)
		out.Woken = time.Now().UnixNano()
		woken <- err
	}()
	for n := 1; ; n++ {
		asked := time.Now().UnixNano()
		err := lines[1].Call(ctx, "seat.read", api.SeatReadIn{Target: "reviewer", Lines: 1}, nil)
		out.Refused = time.Now().UnixNano()
		if fault.Is(err, fault.Scope) {
			break
		}
		if err != nil {
			return out, err
		}
		out.Passed = asked
		if n == steady {
			fmt.Println("ready")
		}
	}
	if err := <-woken; !fault.Is(err, fault.Scope) {
		return out, fmt.Errorf("the wait ended with %w", err)
	}
	return out, nil
}

// cut is when the operator deleted an edge, and what the prober saw of it.
type cut struct {
	asked, answered time.Time
	probed
}

// cutEdge deletes the edge while a prober looks along it, and takes the deletion
// back.
func (d *desk) cutEdge(operator *client.Client) cut {
	d.t.Helper()
	self, err := os.Executable()
	if err != nil {
		d.t.Fatal(err)
	}
	planner := d.seats["planner"]
	planner.begin(fmt.Sprintf("%s='%s' exec %s", proberEnv, filepath.Join(d.home, "work"), self))
	n := planner.nth
	d.until("it looks along the edge", func() bool {
		b, err := os.ReadFile(filepath.Join(planner.dir, fmt.Sprintf("%d.out", n)))
		return err == nil && strings.Contains(string(b), "ready")
	})
	op, err := json.Marshal(map[string]any{"op": "delete_edge", "id": d.edge})
	if err != nil {
		d.t.Fatal(err)
	}
	c := cut{asked: time.Now()}
	edit := api.CanvasEditIn{Canvas: d.at.Canvas, Rev: d.at.Rev, Ops: []json.RawMessage{op}}
	if err := operator.Call(d.t.Context(), "canvas.edit", edit, &d.at); err != nil {
		d.t.Fatal(err)
	}
	c.answered = time.Now()
	r := planner.end(n)
	if _, text, ok := strings.Cut(r.stdout, "ready\n"); !ok || r.status != 0 || json.Unmarshal([]byte(text), &c.probed) != nil {
		d.t.Fatalf("the prober: status %d, %q, %q", r.status, r.stdout, r.stderr)
	}
	if err := operator.Call(d.t.Context(), "canvas.undo", api.CanvasStepIn{Canvas: d.at.Canvas}, &d.at); err != nil {
		d.t.Fatal(err)
	}
	return c
}

func (d *desk) operator() *client.Client {
	d.t.Helper()
	c, err := client.Dial(d.t.Context(), filepath.Join(d.home, "jun.sock"))
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(c.Close)
	return c
}

// "I delete a line: from that moment no call passes along it, and who waits along
// it is told, though nothing else happens."
func TestADeletedEdgeEndsWhatRunsAlongIt(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "normal")
	operator := d.operator()
	for range 5 {
		if c := d.cutEdge(operator); c.Passed > c.answered.UnixNano() {
			t.Error("a call that was made after the deletion was answered still passed")
		}
	}
}

func BenchmarkEdgeDeletion(b *testing.B) {
	d := newDesk(b, "normal")
	operator := d.operator()
	var answered, refused, woken []time.Duration
	for b.Loop() {
		c := d.cutEdge(operator)
		from := c.asked.UnixNano()
		answered = append(answered, c.answered.Sub(c.asked))
		refused = append(refused, time.Duration(c.Refused-from))
		woken = append(woken, time.Duration(c.Woken-from))
	}
	for name, all := range map[string][]time.Duration{"answered": answered, "refused": refused, "wait-ended": woken} {
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "ms-"+name+"-p50")
		b.ReportMetric(float64(all[len(all)-1].Microseconds())/1000, "ms-"+name+"-worst")
	}
}
