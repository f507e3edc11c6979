package seat

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"junto/internal/fault"
)

var planner = Identity{Canvas: "checkout", Node: "n1", Binding: "b1", Agent: "local:planner", Harness: "claude"}

func TestASeatIsTakenBoundStoppedAndVacated(t *testing.T) {
	var s Seat
	s, take, err := s.Create(planner)
	if err != nil || take != Spawn || s.Now.Generation != 1 || s.Now.Phase != Starting {
		t.Fatalf("%+v %s %v", s.Now, take, err)
	}
	first := Process{PID: 100, Start: 1}
	if s, err = s.Bind(1, first); err != nil || s.Now.Phase != Running || !s.Holds(first) {
		t.Fatalf("%+v %v", s.Now, err)
	}
	if s.Holds(Process{PID: 100, Start: 2}) {
		t.Error("a pid that was used again is taken for the occupant")
	}
	if _, err := s.Bind(1, Process{PID: 101, Start: 3}); !fault.Is(err, fault.Conflict) {
		t.Errorf("bound to another process: %v", err)
	}
	if s, err = s.Stop(1); err != nil || s.Vacant() || !s.Holds(first) {
		t.Error("a stopping incumbent is a vacancy")
	}
	if _, err := s.Occupy(planner); !fault.Is(err, fault.Refused) {
		t.Errorf("occupied twice: %v", err)
	}
	if _, take, err := s.Create(planner); err != nil || take != Keep {
		t.Errorf("its own actor is not let in: %s, %v", take, err)
	}
	s = s.Vacate(1)
	if !s.Vacant() {
		t.Error("an exited process still occupies")
	}
	s, _, err = s.Create(planner)
	if err != nil || s.Now.Generation != 2 {
		t.Fatalf("the next generation is %+v, %v", s.Now, err)
	}
	if s = s.Vacate(1); s.Vacant() {
		t.Error("news of the first generation vacated the second")
	}
	if _, err := s.Stop(1); !fault.Is(err, fault.Conflict) {
		t.Errorf("the first generation was stopped: %v", err)
	}
}

func TestAnotherActorIsASeatIdentityConflict(t *testing.T) {
	var s Seat
	s, _, err := s.Create(planner)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Identity){
		"canvas":  func(id *Identity) { id.Canvas = "x" },
		"node":    func(id *Identity) { id.Node = "x" },
		"binding": func(id *Identity) { id.Binding = "x" },
		"agent":   func(id *Identity) { id.Agent = "x" },
		"harness": func(id *Identity) { id.Harness = "x" },
	} {
		other := planner
		change(&other)
		_, _, created := s.Create(other)
		_, occupied := s.Occupy(other)
		for _, err := range []error{created, occupied, s.Activate(other, 1)} {
			f, ok := fault.As(err)
			if !ok || f.Type != fault.Conflict || !strings.Contains(f.Message, "seat-identity conflict") || !strings.Contains(f.Message, "its "+name+" is") {
				t.Errorf("another %s: got %v", name, err)
			}
		}
	}
	if err := s.Activate(planner, 1); err != nil {
		t.Errorf("its own actor: %v", err)
	}
	if err := s.Activate(planner, 2); !fault.Is(err, fault.Conflict) {
		t.Errorf("another generation: %v", err)
	}
	if err := (Seat{}).Activate(planner, 1); !fault.Is(err, fault.Refused) {
		t.Errorf("a vacant seat: %v", err)
	}
	if _, err := (Seat{}).Occupy(Identity{Canvas: "c"}); !fault.Is(err, fault.Refused) {
		t.Errorf("an incomplete actor: %v", err)
	}
}

// TestNothingReplacesAnOccupant: whatever happens to a seat, its occupant stays
// until it is vacated by its own generation, and generations only grow.
func TestNothingReplacesAnOccupant(t *testing.T) {
	ids := []Identity{planner, {Canvas: "checkout", Node: "n1", Binding: "b1", Agent: "local:other", Harness: "claude"}}
	rapid.Check(t, func(t *rapid.T) {
		var s Seat
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			was := s
			id := rapid.SampledFrom(ids).Draw(t, "id")
			g := Generation(rapid.IntRange(0, 4).Draw(t, "generation"))
			vacated := false
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				s, _, _ = s.Create(id)
			case 1:
				s, _ = s.Occupy(id)
			case 2:
				s, _ = s.Bind(g, Process{rapid.IntRange(1, 2).Draw(t, "pid"), 7})
			case 3:
				s, _ = s.Stop(g)
			case 4:
				_ = s.Activate(id, g)
			case 5:
				s, vacated = s.Vacate(g), was.Now != nil && was.Now.Generation == g
			}
			if s.Last < was.Last {
				t.Fatal("a generation came back")
			}
			if was.Now == nil {
				continue
			}
			if vacated != (s.Now == nil) {
				t.Fatalf("vacant: %v", s.Now == nil)
			}
			if s.Now != nil && (s.Now.Identity != was.Now.Identity || s.Now.Generation != was.Now.Generation ||
				was.Now.Process != (Process{}) && s.Now.Process != was.Now.Process) {
				t.Fatalf("%+v was replaced by %+v", was.Now, s.Now)
			}
		}
	})
}

func TestDeletingACard(t *testing.T) {
	var vacant Seat
	held, _, err := vacant.Create(planner)
	if err != nil {
		t.Fatal(err)
	}
	stopping, err := held.Stop(1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		seat Seat
		kill bool
		want Removal
	}{
		{"by default the process lives on", held, false, Leave},
		{"asked to, it is stopped first", held, true, StopFirst},
		{"one that is stopping is waited for", stopping, true, StopFirst},
		{"a vacant seat has nothing to stop", vacant, true, Leave},
	} {
		if got := c.seat.Delete(c.kill); got != c.want {
			t.Errorf("%s: got %s", c.name, got)
		}
	}
}

func TestNames(t *testing.T) {
	n, err := ParseName("local:planner")
	if err != nil || !n.IsLocal() || n.Profile != "planner" || n.String() != "local:planner" {
		t.Errorf("got %+v, %v", n, err)
	}
	if n, err := ParseName("build-7:code reviewer"); err != nil || n.IsLocal() {
		t.Errorf("got %+v, %v", n, err)
	}
	for _, s := range []string{"", "planner", ":planner", "local:", "a:b:c", " local:planner", "my mac:planner", "local:a\nb"} {
		if _, err := ParseName(s); !fault.Is(err, fault.Input) {
			t.Errorf("%q: got %v", s, err)
		}
	}
}

func TestADeliverableSeatHasAllThree(t *testing.T) {
	whole := Card{"local:planner", "b1", "claude"}
	if !whole.Deliverable() || whole.Undeliverable("n1") != nil {
		t.Error("a whole card is not deliverable")
	}
	for want, c := range map[string]Card{
		"entity.name":              {"", "b1", "claude"},
		"ether.terminal.bindingId": {"local:planner", "", "claude"},
		"ether.terminal.harness":   {"local:planner", "b1", ""},
	} {
		f, ok := fault.As(c.Undeliverable("n1"))
		if c.Deliverable() || !ok || !strings.Contains(f.Message, want) || f.NextStep == "" {
			t.Errorf("without %s: %v", want, f)
		}
	}
}

func TestGlances(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	long := now.Add(-StallAfter - time.Second)
	for _, c := range []struct {
		name string
		e    Evidence
		want Glance
	}{
		{"nothing ever ran", Evidence{}, Empty},
		{"flags do not fill a seat", Evidence{Parked: true, Blocker: true, Attention: true}, Empty},
		{"it has ended", Evidence{LastSeen: now}, Gone},
		{"it ended long ago", Evidence{LastSeen: long, Parked: true}, Gone},
		{"parked above all", Evidence{Occupied: true, Parked: true, Blocker: true, Attention: true, Activity: ActivityBlockedBy, LastSeen: long}, Parked},
		{"blocked by the operator", Evidence{Occupied: true, Blocker: true, Attention: true, Activity: ActivityAttention}, ActivityBlocked},
		{"blocked by what it does", Evidence{Occupied: true, Attention: true, Activity: ActivityBlockedBy}, ActivityBlocked},
		{"the operator should look", Evidence{Occupied: true, Attention: true, Activity: ActivityWorking, LastSeen: long}, NeedsAttention},
		{"a dialog waits", Evidence{Occupied: true, Activity: ActivityAttention, LastSeen: long}, NeedsAttention},
		{"silent for more than a day", Evidence{Occupied: true, Activity: ActivityWorking, LastSeen: long}, Stalled},
		{"silent for just a day", Evidence{Occupied: true, Activity: ActivityWorking, LastSeen: now.Add(-StallAfter)}, Working},
		{"when it was seen is not known", Evidence{Occupied: true, Activity: ActivityWorking}, Working},
		{"idle", Evidence{Occupied: true, Activity: ActivityIdle, LastSeen: now}, Idle},
		{"what is not known is not idle", Evidence{Occupied: true, LastSeen: now}, Unknown},
	} {
		if got := GlanceOf(c.e, now); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestPlayAndPause(t *testing.T) {
	regions := []string{"outer", "inner"}
	paused := func(p Pause, want string) {
		t.Helper()
		if by, is := p.Paused("n1", regions); by != want || is != (want != "") {
			t.Errorf("paused by %q, want %q", by, want)
		}
	}
	var p Pause
	paused(p, "canvas")
	p = p.Play()
	paused(p, "")
	p = p.SetRegion("outer", true).SetRegion("outer", true)
	paused(p, "region outer")
	p = p.SetNode("n1", true)
	paused(p, "node")
	p = p.SetNode("n2", true).SetNode("n1", false)
	paused(p, "region outer")
	again := p.Launched()
	paused(again, "canvas")
	paused(again.Play(), "region outer") // what was paused on it stays so
	if !again.EverPlayed {
		t.Error("the first play is asked for twice")
	}
	paused(p.SetRegion("outer", false), "")
	paused(p.SetRegion("outer", false).Halt(), "canvas")
	if len(p.Nodes) != 1 || p.Nodes[0] != "n2" {
		t.Errorf("paused nodes are %v", p.Nodes)
	}
}

func TestWhatASeatMayDoWhilePausedAndBlocked(t *testing.T) {
	for command, want := range map[string][3]fault.Type{ // playing, paused, blocked
		"ping":          {"", "", ""},
		"doctor":        {"", "", ""},
		"capabilities":  {"", "", ""},
		"onboard":       {"", "", ""},
		"rulings":       {"", "", ""},
		"schema":        {"", "", ""},
		"why":           {"", "", ""},
		"seat.wait":     {"", "", fault.Blocked},
		"seat.read":     {"", "", fault.Blocked},
		"msg.send":      {"", fault.Paused, fault.Blocked},
		"msg.list":      {"", fault.Paused, fault.Blocked},
		"msg.read":      {"", fault.Paused, fault.Blocked},
		"msg.reply":     {"", fault.Paused, fault.Blocked},
		"msg.react":     {"", fault.Paused, fault.Blocked},
		"msg.sent":      {"", fault.Paused, fault.Blocked},
		"tool.open":     {"", fault.Paused, fault.Blocked},
		"never.defined": {"", fault.Paused, fault.Blocked},
	} {
		for i, b := range []Bound{{}, {PausedBy: "canvas"}, {Blocked: true}} {
			err := b.Allow(ClassOf(command))
			f, refused := fault.As(err)
			if refused != (want[i] != "") || refused && (f.Type != want[i] || f.NextStep == "") {
				t.Errorf("%s while %+v: got %v, want %q", command, b, err, want[i])
			}
		}
	}
	if err := (Bound{PausedBy: "canvas", Blocked: true}).Allow(Mail); !fault.Is(err, fault.Blocked) {
		t.Errorf("paused and blocked: %v", err)
	}
}
