package status

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"junto/internal/fault"
	"junto/internal/harness"
	"junto/internal/vt"
)

// Line is one change of state in a recording.
type Line struct {
	T       float64 `json:"t"`
	Agent   string  `json:"agent"`
	Status  Status  `json:"status"`
	Because string  `json:"because"`
}

const (
	// maxLine bounds a line of a recording: the largest measured output event
	// is under 1 MiB, of which every byte can be escaped to six.
	maxLine = 16 << 20
	// maxSeconds bounds the times of a recording, a year.
	maxSeconds = 366 * 24 * 3600
	// Sizes of a recording's terminal.
	minSize, maxSize = 1, 1000
)

// Replay reads an asciicast v2 recording through the same emulator and reducer
// that live terminals use, and returns one line per change of state. The agent
// is found from the recording when none is given.
func Replay(cast io.Reader, agent string) ([]Line, error) {
	var out []Line
	err := replay(cast, agent, func(at float64, s State) {
		if n := len(out); n > 0 && out[n-1].Agent == s.Agent && out[n-1].Status == s.Status {
			return
		}
		out = append(out, Line{T: at, Agent: s.Agent, Status: s.Status, Because: s.Because})
	})
	return out, err
}

// header is the first line of a recording.
type header struct {
	Version int    `json:"version"`
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Command string `json:"command"`
	Title   string `json:"title"`
}

// replay calls each with every step's state.
func replay(cast io.Reader, agent string, each func(at float64, s State)) error {
	sc := bufio.NewScanner(cast)
	sc.Buffer(nil, maxLine)
	h, err := readHeader(sc)
	if err != nil {
		return err
	}
	if agent == "" {
		agent = agentOf(h)
	}
	p := player{term: vt.New(vt.Options{Cols: h.Width, Rows: h.Height}), agent: agent, each: each}
	for n := 2; sc.Scan(); n++ {
		line := strings.TrimSpace(sc.Text())
		if line == "" {
			continue
		}
		if err := p.play([]byte(line)); err != nil {
			return badCast("line %d: %v", n, err)
		}
	}
	if err := sc.Err(); err != nil {
		return fmt.Errorf("read the recording: %w", err)
	}
	return nil
}

func badCast(format string, args ...any) error {
	return fault.New(fault.Input, "the recording does not decode: "+format, args...).
		Next("give an asciicast v2 file, as asciinema rec --format asciicast-v2 writes it")
}

func readHeader(sc *bufio.Scanner) (header, error) {
	var h header
	if !sc.Scan() {
		if err := sc.Err(); err != nil {
			return h, fmt.Errorf("read the recording: %w", err)
		}
		return h, badCast("it is empty")
	}
	if err := json.Unmarshal(sc.Bytes(), &h); err != nil {
		return h, badCast("line 1: %v", err)
	}
	if h.Version != 2 {
		return h, badCast("version %d", h.Version)
	}
	if h.Width < minSize || h.Width > maxSize || h.Height < minSize || h.Height > maxSize {
		return h, badCast("a terminal of %d×%d", h.Width, h.Height)
	}
	return h, nil
}

// agentOf finds the agent that a recording's header names: by its command as a
// live process would be found, else by the first word of its title.
func agentOf(h header) string {
	if argv := strings.Fields(h.Command); len(argv) > 0 {
		if name, ok := harness.Detect([]harness.Proc{{Argv: argv}}); ok {
			return name
		}
	}
	word, _, _ := strings.Cut(strings.TrimSpace(h.Title), " ")
	for word != "" {
		if t, ok := harness.ByName(strings.ToLower(word)); ok {
			return t.Name
		}
		i := strings.LastIndexAny(word, "-_:")
		if i < 0 {
			break
		}
		word = word[:i]
	}
	return ""
}

// player plays events into a terminal and steps the state as a daemon would.
type player struct {
	term  *vt.Terminal
	agent string
	each  func(at float64, s State)
	state State
	now   time.Duration // into the recording
	held  []vt.Event    // events before the agent was known

	hands     Hands
	submitted bool // since the last step
}

func (p *player) play(line []byte) error {
	var e [3]json.RawMessage
	var kind, data string
	if err := json.Unmarshal(line, &e); err != nil {
		return err
	}
	var at float64
	if err := json.Unmarshal(e[0], &at); err != nil {
		return fmt.Errorf("time: %w", err)
	}
	if err := json.Unmarshal(e[1], &kind); err != nil {
		return fmt.Errorf("kind: %w", err)
	}
	if math.IsNaN(at) || at < 0 || at > maxSeconds {
		return fmt.Errorf("time %v", at)
	}
	if kind != "o" && kind != "r" && kind != "i" {
		return nil
	}
	if err := json.Unmarshal(e[2], &data); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	now := max(p.now, time.Duration(at*float64(time.Second)))
	p.until(now)
	p.now = now
	switch kind {
	case "r":
		return p.resize(data)
	case "i":
		p.input(data)
	default:
		p.term.Write([]byte(data))
		p.term.TakeReplies()
		p.step(true)
	}
	return nil
}

// input plays what was sent to the program.
func (p *player) input(data string) {
	var submitted bool
	if p.hands, submitted = p.hands.Take([]byte(data)); submitted {
		p.submitted = true
		p.step(false)
	}
}

func (p *player) resize(size string) error {
	var cols, rows int
	if n, err := fmt.Sscanf(size, "%dx%d", &cols, &rows); err != nil || n != 2 ||
		cols < minSize || cols > maxSize || rows < minSize || rows > maxSize {
		return fmt.Errorf("size %q", size)
	}
	p.term.Resize(cols, rows)
	p.step(true)
	return nil
}

// until steps at the times that the state itself asks for, up to a time.
func (p *player) until(now time.Duration) {
	for {
		due := p.state.Next()
		if due.IsZero() || due.After(zero.Add(now)) {
			return
		}
		p.now = max(p.now, due.Sub(zero))
		p.step(false)
	}
}

func (p *player) step(output bool) {
	events := p.term.TakeEvents()
	if p.agent == "" {
		p.held = append(p.held, events...)
		p.agent = agentFrom(p.held, p.term.Title())
		if p.agent == "" {
			return
		}
		events, p.held = p.held, nil
	}
	p.state = p.state.Step(Input{
		Now: zero.Add(p.now), Agent: p.agent, Title: p.term.Title(), Events: events,
		Screen: harness.Look(p.term), Output: output, Submitted: p.submitted,
	})
	p.submitted = false
	p.each(p.now.Seconds(), p.state)
}

// agentFrom finds the agent by what it says of itself.
func agentFrom(events []vt.Event, title string) string {
	for _, e := range events {
		if e.Kind != vt.EventProgramStatus {
			continue
		}
		r, ok := parseReport(e.Text)
		for _, t := range harness.All() {
			for _, app := range t.Program.Apps {
				if ok && app == r.app {
					return t.Name
				}
			}
		}
	}
	for _, t := range harness.All() {
		for _, re := range t.Detection.Titles {
			if re.MatchString(title) {
				return t.Name
			}
		}
	}
	return ""
}

// zero stands for the start of a recording: the reducer wants a time.Time, and
// only differences matter.
var zero = time.Unix(0, 0)
