package demoagent

import (
	"fmt"
	"strings"
	"time"
)

// Input is one thing that happens to the agent. Zero fields did not happen; an
// Input with only Now is a look at the clock.
type Input struct {
	Now        time.Time
	Bytes      []byte // what the terminal sent
	Cols, Rows int    // a new size
	Tool       *ToolResult
	Signal     int // a signal that ends it
}

// Tool is a command for /bin/sh. ID tells its result from that of an earlier one
// that was interrupted and ended late.
type Tool struct {
	ID      int
	Command string
}

// ToolResult is what came of a Tool.
type ToolResult struct {
	ID     int
	Text   string
	Status int
}

// Output is what the shell around the agent has to do after a step, in the order
// of the fields: a log line is there before the screen shows what it says.
type Output struct {
	Log   []Record
	Write []byte
	Run   *Tool // to start; its ToolResult is a later input
	Kill  bool  // end the command that runs
	Exit  *Exit
}

// Exit ends the program.
type Exit struct{ Status int }

// Config is what the command line chose.
type Config struct {
	Modes Modes
	Work  time.Duration // how long a plain answer takes
	// Session is the id that it was given, or was told to go on with. There is
	// nothing in a session of an agent that is none.
	Session string
	Resumed bool
}

// Agent is the whole behaviour. It is not safe for concurrent use.
type Agent struct {
	Config
	state        State
	now, started time.Time
	in           decoder
	box          composer
	keys         keyboard
	over         overlay
	labour
	talk  talk
	face  face
	paint painter
	out   Output
}

// labour is what the agent has to do and to wait for.
type labour struct {
	turn  *turn       // nil: none
	queue []string    // messages that wait for the turn to end
	tasks []time.Time // when each background task ends
	tools int         // commands run so far
}

// overlay is what takes the keys in place of the composer.
type overlay struct {
	menu       *menu
	transcript bool
	left       bool
}

// New makes an agent for a terminal of that size and returns what it does first.
func New(c Config, pid, cols, rows int, now time.Time) (*Agent, Output) {
	m := c.Modes
	a := &Agent{Config: c, now: now, started: now, state: Starting}
	a.in.brackets = !m.Has(NoBrackets)
	a.box.vim = m.Has(VimNormal)
	a.box.normal = a.box.vim
	a.face.modes = m
	a.paint = newPainter(m, cols, rows)
	a.over.transcript = m.Has(Transcript)
	switch {
	case m.Has(MenuUp):
		a.over.menu = trustMenu()
	case m.Has(Rewind):
		a.over.menu = rewindMenu()
	}
	if m.Has(Draft) {
		a.box.normal = false
		a.box.typeText(m.Words(Draft))
		a.box.normal = a.box.vim
	}
	a.talk.add("Demo agent: a coding agent that is none. Try: slow 5, tool ls, ask, long 50, error, bg 5, exit", "")
	if c.Resumed {
		a.talk.add("Resumed session "+c.Session, "")
	}
	a.record(Record{Event: EventStart, Modes: m.String(), PID: pid, Cols: cols, Rows: rows, Session: c.Session, Resumed: c.Resumed})
	a.write(a.paint.setup(m))
	if m.Has(ProgramStatus) {
		a.write(statusQuery)
	}
	return a, a.settle()
}

// Step is the agent's whole life: what happened goes in, what to do comes out.
func (a *Agent) Step(in Input) Output {
	a.now = in.Now
	if in.Cols > 0 && in.Rows > 0 {
		a.paint.cols, a.paint.rows = in.Cols, in.Rows
		a.record(Record{Event: EventResize, Cols: in.Cols, Rows: in.Rows})
	}
	if in.Tool != nil {
		a.toolEnded(*in.Tool)
	}
	if in.Signal != 0 {
		a.leave(128+in.Signal, fmt.Sprintf("signal %d", in.Signal))
	}
	for _, t := range a.typed(in.Bytes) {
		if !a.over.left {
			a.handle(t)
		}
	}
	a.advance()
	return a.settle()
}

// typed decodes what came in, after what nothing followed in time.
func (a *Agent) typed(chunk []byte) []typed {
	all := a.in.expire(a.now)
	if len(chunk) > 0 {
		all = append(all, a.in.feed(chunk, a.now)...)
	}
	return all
}

// Next is when the agent wants a step though nothing happened; zero for never.
func (a *Agent) Next() time.Time {
	var next time.Time
	want := func(t time.Time) {
		if t.After(a.now) && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	want(a.in.due())
	want(a.splashEnd())
	want(a.box.digesting(a.now))
	want(a.keys.armed)
	for _, t := range a.tasks {
		want(t)
	}
	if t := a.turn; t != nil && !t.running && a.state == Working {
		want(t.next)
	}
	for _, pace := range a.paces() {
		want(a.started.Add(a.now.Sub(a.started).Truncate(pace) + pace))
	}
	return next
}

// paces are the animations that run now.
func (a *Agent) paces() []time.Duration {
	var paces []time.Duration
	if a.state == Working || a.state == Idle && a.Modes.Has(IdleAnimation) || a.state == Starting {
		paces = append(paces, framePace)
	}
	if a.state == Waiting && a.Modes.Has(Spinner) {
		paces = append(paces, blinkPace)
	}
	if a.Modes.Has(Contradictory) {
		paces = append(paces, contradictionPace)
	}
	return paces
}

func (a *Agent) splashEnd() time.Time {
	if !a.Modes.Has(Splash) {
		return time.Time{}
	}
	return a.started.Add(a.Modes.Span(Splash))
}

// truth is the state that follows from everything else.
func (a *Agent) truth() State {
	switch {
	case a.over.left:
		return Exited
	case a.now.Before(a.splashEnd()):
		return Starting
	case a.over.menu != nil && a.over.menu.asks():
		return Waiting
	case a.turn != nil:
		return Working
	}
	return Idle
}

// settle ends a step: the state it led to is logged once, then shown.
func (a *Agent) settle() Output {
	if s := a.truth(); s != a.state {
		a.state = s
		a.record(Record{Event: EventState})
	}
	if !a.over.left {
		a.write(a.face.show(a.looks()))
		a.write(a.paint.draw(a.view()))
	}
	out := a.out
	a.out = Output{}
	return out
}

func (a *Agent) write(b []byte) { a.out.Write = append(a.out.Write, b...) }

func (a *Agent) record(r Record) *Record {
	r.Time, r.State = a.now.UTC(), a.state
	if r.Event == EventPaste || r.Event == EventSubmit || r.Event == EventTool {
		r.Bytes, r.SHA256 = len(r.Text), sum(r.Text)
	}
	a.out.Log = append(a.out.Log, r)
	return &a.out.Log[len(a.out.Log)-1]
}

// advance plays what has become due.
func (a *Agent) advance() {
	for t := a.turn; t != nil && !t.running && !a.asked() && !a.over.left && !a.now.Before(t.next); t = a.turn {
		a.play(t)
	}
	left := a.tasks[:0]
	for _, end := range a.tasks {
		if a.now.Before(end) {
			left = append(left, end)
		} else if a.turn == nil && !a.over.left {
			a.begin("the background task has ended")
		}
	}
	a.tasks = left
}

func (a *Agent) asked() bool { return a.over.menu != nil && a.over.menu.asks() }

// begin starts a turn for a message.
func (a *Agent) begin(text string) {
	a.talk.quote(text)
	a.face.failed = false
	beats := script(text, a.Work, a.Modes)
	a.turn = &turn{started: a.now, beats: beats, next: a.now.Add(beats[0].after)}
}

// play does the next beat of the turn and sets when the one after it is due.
func (a *Agent) play(t *turn) {
	b := t.beats[0]
	t.beats = t.beats[1:]
	if len(t.beats) > 0 {
		t.next = t.next.Add(t.beats[0].after)
	}
	a.talk.say(b.words)
	if b.lines != nil {
		a.talk.add(b.lines...)
	}
	switch {
	case b.ask != nil:
		a.over.menu = b.ask
		a.over.transcript = false
	case b.run != "":
		t.command, t.running = b.run, true
		a.tools++
		a.out.Run = &Tool{ID: a.tools, Command: b.run}
	case b.crash:
		a.over.left, a.state = true, Exited
		a.out.Exit = &Exit{Status: crashStatus}
		a.record(Record{Event: EventExit, Text: "crash", Status: &a.out.Exit.Status})
	case b.leave:
		a.leave(leaveStatus(b.how), "left")
	case b.end:
		a.finish(b.how, b.behind)
	}
}

// crashStatus is what a crash ends with; no other end has it.
const crashStatus = 70

func leaveStatus(how outcome) int {
	if how == failed {
		return 1
	}
	return 0
}

// finish ends the turn; a queued message starts the next one at once, with no
// idle between.
func (a *Agent) finish(how outcome, behind time.Duration) {
	took := a.now.Sub(a.turn.started).Truncate(time.Second)
	a.talk.flush()
	if a.Modes.Has(StaleInterrupt) {
		a.talk.add("✻ Working… (2s · esc to interrupt)", "  is what I say while I work.", "  I do not work now.", "")
	}
	if how == interrupted {
		a.talk.add("  ⎿ Interrupted", "")
	} else {
		a.talk.add(fmt.Sprintf("✻ Worked for %s", took), "")
	}
	a.turn = nil
	a.face.failed = how == failed
	a.face.turned = how == done
	if behind > 0 {
		a.tasks = append(a.tasks, a.now.Add(behind))
	}
	if len(a.queue) > 0 {
		next := a.queue[0]
		a.queue = a.queue[1:]
		a.begin(next)
	}
}

func (a *Agent) interrupt() {
	if a.turn.running {
		a.out.Kill = true
	}
	a.over.menu = nil
	a.finish(interrupted, 0)
}

// toolEnded goes on with the turn. A result that comes after an interrupt is
// only logged.
func (a *Agent) toolEnded(r ToolResult) {
	a.record(Record{Event: EventTool, Text: r.Text, Status: &r.Status})
	if a.turn == nil || !a.turn.running || r.ID != a.tools {
		return
	}
	lines := strings.Split(strings.TrimRight(r.Text, "\n"), "\n")
	a.talk.add(tail(lines, 20)...)
	a.talk.say("done: " + lines[len(lines)-1])
	a.turn.running = false
	a.turn.next = a.now
}

// leave ends the program in good order: the terminal is as it was before.
func (a *Agent) leave(status int, why string) {
	if a.over.left {
		return
	}
	if a.turn != nil && a.turn.running {
		a.out.Kill = true
	}
	a.over.left, a.state = true, Exited
	a.write(a.face.leave())
	a.write(a.paint.leave(a.Modes))
	a.out.Exit = &Exit{Status: status}
	a.record(Record{Event: EventExit, Text: why, Status: &a.out.Exit.Status})
}
