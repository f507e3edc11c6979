package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The scenarios in testdata are stories, one behaviour each, a step a line:
//
//	== name as a sentence
//	terminal 3 web claude       a terminal that runs: project, agent, busy
//	branch 3 /src/web main      what it is on; `branch 3` is in no worktree
//	file /src/web/go.mod        a file that is there
//	user <act>                  an act of the operator in this window
//	other <act>                 … in another window
//	3 open diff:7 --in Review   what the program in terminal 3 asks for
//	end 3 [keep]                a terminal ends
//	restart 2                   Jun starts anew, as run 2
//	… -> text                   the step is refused, or prints this
//	shows web/Main >[terminal:3 *file:/x]
//
// In `shows`, > marks the pane with the focus and * the tab that is shown; row
// splits are written (a | b), column splits (a / b).
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split("\n"+string(text), "\n== ")[1:] {
			name, steps, _ := strings.Cut(part, "\n")
			t.Run(name, func(t *testing.T) {
				s := newStory()
				for i, line := range strings.Split(steps, "\n") {
					line, _, _ = strings.Cut(line, "#")
					if line = strings.TrimSpace(line); line == "" {
						continue
					}
					if err := s.step(line); err != nil {
						t.Fatalf("%s: step %d: %s\n%v", filepath.Base(file), i+1, line, err)
					}
				}
			})
		}
	}
}

type story struct {
	layout   Layout
	views    map[string]View
	facts    Facts
	branches map[int]*Branch
	files    map[string]bool
}

func newStory() *story {
	l := New(1)
	return &story{
		layout: l, views: map[string]View{"user": NewView(l), "other": NewView(l)},
		facts: Facts{Terminals: map[int]Terminal{}}, branches: map[int]*Branch{}, files: map[string]bool{},
	}
}

func (s *story) state(who string) State { return State{Layout: s.layout, View: s.views[who]} }

func (s *story) put(who string, next State) {
	s.layout = next.Layout
	for other, v := range s.views {
		s.views[other] = v.Settle(s.layout)
	}
	s.views[who] = next.View
}

func (s *story) step(line string) error {
	line, want, told := strings.Cut(line, " -> ")
	if !told {
		line = strings.TrimSuffix(line, " ->")
	}
	w := strings.Fields(line)
	said, err := s.run(w, strings.TrimSpace(strings.TrimPrefix(line, w[0])))
	if err != nil {
		said = err.Error()
	}
	if said != want {
		return fmt.Errorf("said %q, want %q", said, want)
	}
	if w[0] == "shows" || w[0] == "with" {
		return nil
	}
	if err := s.layout.Validate(); err != nil {
		return err
	}
	return nil
}

func (s *story) run(w []string, rest string) (string, error) {
	switch w[0] {
	case "terminal":
		t := Terminal{Project: w[2]}
		if len(w) > 3 && w[3] != "busy" {
			t.Agent = w[3]
		}
		t.Busy = w[len(w)-1] == "busy"
		s.facts.Terminals[number(w[1])] = t
	case "branch":
		if s.branches[number(w[1])] = nil; len(w) > 2 {
			s.branches[number(w[1])] = &Branch{Worktree: w[2], Name: w[3]}
		}
	case "file":
		s.files[w[1]] = true
	case "end":
		s.end(number(w[1]), len(w) > 2)
	case "restart":
		s.restart(number(w[1]))
	case "shows":
		return "", same(s.picture("user"), rest)
	case "other-shows":
		return "", same(s.picture("other"), rest)
	case "with":
		return "", same(strconv.Itoa(s.views["user"].With()), rest)
	case "user", "other":
		return s.operator(w[0], w[1:])
	default:
		return s.program(number(w[0]), w[1:])
	}
	return "", nil
}

func same(got, want string) error {
	if got != want {
		return fmt.Errorf("got  %s\nwant %s", got, want)
	}
	return nil
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

func (s *story) end(id int, keep bool) {
	delete(s.facts.Terminals, id)
	s.layout = s.layout.TerminalEnded(id, keep)
	for who, v := range s.views {
		s.views[who] = v.WithoutTerminals(func(have int) bool { return have != id }).Settle(s.layout)
	}
}

func (s *story) restart(run int) {
	same := s.layout.Run == run
	runs := func(id int) bool { _, ok := s.facts.Terminals[id]; return ok && same }
	s.layout = s.layout.Adopt(run, runs)
	for who, v := range s.views {
		s.views[who] = v.Check(s.layout, runs)
	}
}

// lookup fills in what is known of the target.
func (s *story) lookup(t Target) Facts {
	f := s.facts
	f.Branch, f.File = s.branches[t.Terminal()], s.files[t.Path()]
	return f
}

func (s *story) openRequest(w []string) (OpenRequest, error) {
	in, peek := "", false
	for i := 1; i < len(w); i++ {
		switch w[i] {
		case "--peek":
			peek = true
		case "--in":
			i++
			in = w[i]
		}
	}
	return ParseOpen(w[0], "/src/web", in, peek)
}

func (s *story) program(caller int, w []string) (pending string, err error) {
	next := s.state("user")
	switch w[0] {
	case "open":
		r, err := s.openRequest(w[1:])
		if err != nil {
			return "", err
		}
		if next, err = Open(next, caller, r, s.lookup(r.Target())); err != nil {
			return "", err
		}
	case "close":
		r, err := ParseClose(w[1], "/src/web")
		if err != nil {
			return "", err
		}
		if next, pending, err = Close(next, caller, r, s.lookup(r.Target())); err != nil {
			return "", err
		}
	case "back":
		next, err = Back(next, caller)
	case "forward":
		next, err = Forward(next, caller)
	default:
		return "", fmt.Errorf("a program cannot %s", w[0])
	}
	if err == nil {
		s.put("user", next)
	}
	return pending, err
}

func (s *story) operator(who string, w []string) (string, error) {
	if w[0] == "show" {
		r, err := s.openRequest(w[1:])
		if err != nil {
			return "", err
		}
		next, err := Show(s.state(who), r, s.lookup(r.Target()))
		if err == nil {
			s.put(who, next)
		}
		return "", err
	}
	next, effects, err := Do(s.state(who), s.act(who, w), s.facts)
	if err != nil {
		return "", err
	}
	s.put(who, next)
	var told []string
	for _, e := range effects {
		told = append(told, fmt.Sprintf("%T%+v", e, e))
	}
	return strings.Join(told, " "), nil
}
