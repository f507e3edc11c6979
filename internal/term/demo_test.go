package term

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"junto/internal/demoagent"
	"junto/internal/harness"
	"junto/internal/status"
)

// demo is the fake agent behind a fake ring and keeper, so that it lives in a
// synctest bubble.
type demo struct {
	*Terminal
	ring   *fakeRing
	keeper *fakeKeeper

	mu     sync.Mutex
	log    []demoagent.Record // guarded by mu
	status status.Status      // guarded by mu
}

// startDemo opens a terminal in which the fake agent runs, in some modes.
func startDemo(t *testing.T, modes string) *demo {
	t.Helper()
	m, err := demoagent.ParseModes(modes)
	if err != nil {
		t.Fatal(err)
	}
	d := &demo{ring: newRing(0), status: status.Unknown}
	d.keeper = newKeeper(d.ring)
	in := make(chan []byte, 1<<16)
	d.keeper.program = func(b []byte) { in <- bytes.Clone(b) }
	template, ok := harness.ByName("demo")
	if !ok {
		t.Fatal("no template for the demo agent")
	}
	d.Terminal = open(t, d.ring, d.keeper, func(o *Options) {
		o.Template = func() *harness.Template { return template }
		o.Status = d.told
	})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		d.live(ctx, demoagent.Config{Modes: m, Work: 200 * time.Millisecond}, in)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	return d
}

// live is the agent's life: what Run does with a PTY.
func (d *demo) live(ctx context.Context, c demoagent.Config, in <-chan []byte) {
	agent, out := demoagent.New(c, 1, 80, 24, time.Now())
	for {
		d.carryOut(out)
		if out.Exit != nil {
			d.ring.end()
			return
		}
		var due <-chan time.Time
		if next := agent.Next(); !next.IsZero() {
			due = time.After(time.Until(next))
		}
		var b []byte
		select {
		case b = <-in:
		case <-due:
		case <-ctx.Done():
			return
		}
		out = agent.Step(demoagent.Input{Now: time.Now(), Bytes: b})
	}
}

func (d *demo) carryOut(out demoagent.Output) {
	d.mu.Lock()
	d.log = append(d.log, out.Log...)
	for _, r := range out.Log {
		switch r.State {
		case demoagent.Idle:
			d.status = status.Idle
		case demoagent.Working:
			d.status = status.Working
		case demoagent.Waiting:
			d.status = status.Waiting
		}
	}
	d.mu.Unlock()
	d.ring.put(out.Write)
}

func (d *demo) told() status.Status {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.status
}

// records are the texts of the agent's log records of a kind.
func (d *demo) records(e demoagent.Event) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var texts []string
	for _, r := range d.log {
		if r.Event == e {
			texts = append(texts, r.Text)
		}
	}
	return texts
}

func (d *demo) submitted() []string { return d.records(demoagent.EventSubmit) }

// receipts collects the stages of one send.
type receipts struct {
	mu     sync.Mutex
	stages []string
}

func (r *receipts) add(stage, _ string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stages = append(r.stages, stage)
}

func (r *receipts) has(stage string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Contains(r.stages, stage)
}
