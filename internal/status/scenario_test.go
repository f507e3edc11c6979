package status

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"junto/internal/harness"
	"junto/internal/vt"
)

// TestScenarios plays the files of testdata/scenarios, one behaviour each. A
// file has lines of "time verb argument"; lines that begin with | belong to the
// verb above them.
//
//	agent NAME      runs from now on
//	screen          draws the | lines on a cleared screen
//	above           draws the | lines above what is there
//	write TEXT      writes TEXT, a quoted string, to the terminal
//	title TEXT      sets the title
//	report BODY     sends an OSC 7501
//	keys TEXT       writes TEXT, a quoted string, to the program
//	gone            its process ends
//	want STATUS     what is judged
//	told STATUS     what others are told
//	because TEXT    what the reason contains
//	changes N       how often the told status has changed so far
//
// Between the lines the state is stepped whenever it asks to be.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/scenarios/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			p := &play{t: t, term: vt.New(vt.Options{Cols: 72, Rows: 20})}
			p.run(string(b))
		})
	}
}

// play is a scenario under way.
type play struct {
	t       *testing.T
	line    int
	term    *vt.Terminal
	agent   string
	now     time.Duration
	state   State
	hands   Hands
	told    Status
	changes int
}

func (p *play) run(script string) {
	lines := strings.Split(script, "\n")
	for i := 0; i < len(lines); i++ {
		p.line = i + 1
		text := strings.TrimSpace(lines[i])
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		at, rest, _ := strings.Cut(text, " ")
		sec, err := strconv.ParseFloat(at, 64)
		if err != nil {
			p.fatal("time %q", at)
		}
		verb, arg, _ := strings.Cut(rest, " ")
		var block []string
		for i+1 < len(lines) && strings.HasPrefix(lines[i+1], "|") {
			i++
			block = append(block, strings.TrimPrefix(strings.TrimPrefix(lines[i], "|"), " "))
		}
		p.until(time.Duration(sec * float64(time.Second)))
		p.do(verb, arg, block)
	}
}

func (p *play) fatal(format string, args ...any) {
	p.t.Helper()
	p.t.Fatalf("line %d: %s", p.line, fmt.Sprintf(format, args...))
}

// until steps at the times that the state asks for.
func (p *play) until(now time.Duration) {
	for n := 0; ; n++ {
		due := p.state.Next()
		if due.IsZero() || due.After(zero.Add(now)) {
			break
		}
		if p.now = max(p.now, due.Sub(zero)); n > 100 {
			p.fatal("the state asks for a step over and over")
		}
		p.step(Input{})
	}
	p.now = now
}

func (p *play) step(in Input) {
	in.Now, in.Agent = zero.Add(p.now), p.agent
	in.Title, in.Events, in.Screen = p.term.Title(), p.term.TakeEvents(), harness.Look(p.term)
	p.state = p.state.Step(in)
	if _, told := p.state.Told(); told != p.told {
		p.told = told
		p.changes++
	}
}

func (p *play) write(s string) {
	p.term.Write([]byte(s))
	p.step(Input{Output: true})
}

func (p *play) do(verb, arg string, block []string) {
	p.t.Helper()
	switch verb {
	case "agent":
		p.agent = arg
		p.step(Input{})
	case "screen":
		p.write("\x1b[2J\x1b[H" + strings.Join(block, "\r\n"))
	case "write":
		p.write(p.unquote(arg))
	case "title":
		p.write("\x1b]0;" + arg + "\x07")
	case "report":
		p.write("\x1b]7501;" + arg + "\x1b\\")
	case "keys":
		var in Input
		p.hands, in.Submitted = p.hands.Take([]byte(p.unquote(arg)))
		p.step(in)
	case "gone":
		p.step(Input{Gone: true})
	case "want":
		if string(p.state.Status) != arg {
			p.fatal("judged %s (%s), want %s", p.state.Status, p.state.Because, arg)
		}
	case "told":
		if string(p.told) != arg {
			p.fatal("told %s (judged %s: %s), want %s", p.told, p.state.Status, p.state.Because, arg)
		}
	case "because":
		if !strings.Contains(p.state.Because, arg) {
			p.fatal("because %s, want %q in it", p.state.Because, arg)
		}
	case "changes":
		if strconv.Itoa(p.changes) != arg {
			p.fatal("told %d changes, want %s", p.changes, arg)
		}
	default:
		p.fatal("verb %q", verb)
	}
}

func (p *play) unquote(arg string) string {
	s, err := strconv.Unquote(arg)
	if err != nil {
		p.fatal("%s is no quoted string", arg)
	}
	return s
}
