package cli_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"junto/internal/client/clienttest"
	"junto/internal/fault"
)

func TestMain(m *testing.M) {
	testscript.Main(programs{m}, map[string]func(){
		"jund":    func() { os.Exit(fakeJund(os.Args[1:])) },
		"sandbox": func() { os.Exit(sandbox(os.Args[1:])) },
	})
}

// programs are the tests, run with the real jun and junto beside the fake jund.
type programs struct{ m *testing.M }

func (p programs) Run() int {
	jund, err := exec.LookPath("jund")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	cmd := exec.Command("go", "build", "-o", filepath.Dir(jund)+"/", "junto/cmd/jun", "junto/cmd/junto")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		return 1
	}
	return p.m.Run()
}

// TestScripts runs testdata/*.txtar: each command of jun against a daemon whose
// answers the script gives. Inputs are held to the shapes of package api, and
// written to the file calls.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			home, err := os.MkdirTemp("", "jun") // a socket's path has to be short
			if err != nil {
				return err
			}
			env.Defer(func() { os.RemoveAll(home) })
			env.Setenv("JUNTO_HOME", home)
			env.Setenv("CALLS", filepath.Join(env.WorkDir, "calls"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"daemon": daemon, "status": status},
	})
}

// daemon FILE serves $JUNTO_HOME/jun.sock and its work socket with the answers of a file until it is
// told to quit or the script ends, and lets jun tool find it.
func daemon(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: daemon file")
	}
	answers, err := readAnswers(ts.ReadFile(args[0]))
	ts.Check(err)
	socket := filepath.Join(ts.Getenv("JUNTO_HOME"), "jun.sock")
	quitting := make(chan struct{})
	quit := sync.OnceFunc(func() { close(quitting) })
	handler := answers.handler(ts.Getenv("CALLS"), quit)
	s, err := clienttest.Listen(socket, handler)
	ts.Check(err)
	work, err := clienttest.ListenWork(filepath.Join(ts.Getenv("JUNTO_HOME"), "work"), handler)
	ts.Check(err)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		<-quitting
		s.Finish()
	}()
	ts.Defer(func() {
		s.Close()
		work.Close()
		quit()
		<-ended
	})
	ts.Setenv("JUN_API", socket)
}

// status N COMMAND... runs a command that must end with that exit status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		_, got, _ = strings.Cut(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("%s ended with status %s (%v), want %s", args[1], got, err, args[0])
	}
}

// answers are what a daemon says to each call, in lines of the form
//
//	name result JSON
//	name event JSON
//	name error Type: message | next step
//	name hangup
//
// A call with several lines gets them all, in order.
type answers map[string][]answer

type answer struct{ kind, text string }

func readAnswers(text string) (answers, error) {
	all := answers{}
	for line := range strings.Lines(text) {
		fields := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if len(fields) < 2 {
			continue
		}
		all[fields[0]] = append(all[fields[0]], answer{fields[1], strings.Join(fields[2:], "")})
	}
	if len(all) == 0 {
		return nil, errors.New("no answers")
	}
	return all, nil
}

// handler answers as the lines say, and logs each call to a file.
func (a answers) handler(log string, quit func()) clienttest.Handler {
	var mu sync.Mutex
	return func(call string, input json.RawMessage, emit func(any) error) (any, error) {
		mu.Lock()
		err := appendLine(log, strings.TrimSpace(call+" "+string(input)))
		mu.Unlock()
		if err != nil {
			return nil, err
		}
		if call == "daemon.quit" && quit != nil {
			defer quit()
		}
		lines, ok := a[call]
		if !ok {
			return nil, fault.New(fault.Protocol, "the script has no answer to %s", call)
		}
		return say(lines, emit)
	}
}

func say(lines []answer, emit func(any) error) (any, error) {
	for _, l := range lines {
		switch l.kind {
		case "result":
			return json.RawMessage(l.text), nil
		case "event":
			if err := emit(json.RawMessage(l.text)); err != nil {
				return nil, err
			}
		case "error":
			typ, rest, _ := strings.Cut(l.text, ": ")
			message, next, _ := strings.Cut(rest, " | ")
			return nil, fault.New(fault.Type(typ), "%s", message).Next("%s", next)
		case "hangup":
			return nil, clienttest.ErrHangUp
		}
	}
	return nil, nil
}

func appendLine(path, line string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(line + "\n")
	return errors.Join(err, f.Close())
}

// sandbox runs a program as an agent's sandbox does.
func sandbox(words []string) int {
	path, err := exec.LookPath(words[0])
	if err == nil {
		err = inSandbox(append([]string{path}, words[1:]...))
	}
	fmt.Fprintln(os.Stderr, "sandbox:", err)
	return 125
}

// fakeJund is the program beside jun: it says what it was called with, and
// serves where $FAKE_DAEMON names a file with answers.
func fakeJund(args []string) int {
	fmt.Println("jund", strings.Join(args, " "))
	file := os.Getenv("FAKE_DAEMON")
	if file == "" || len(args) == 0 || args[0] != "serve" {
		fmt.Fprintln(os.Stderr, "jund: there is nothing to do")
		return 3
	}
	text, err := os.ReadFile(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, "jund:", err)
		return 1
	}
	all, err := readAnswers(string(text))
	if err != nil {
		fmt.Fprintln(os.Stderr, "jund:", err)
		return 1
	}
	quit := make(chan struct{})
	home := os.Getenv("JUNTO_HOME")
	if len(args) == 3 && args[1] == "--home" {
		home = args[2]
	}
	s, err := clienttest.Listen(filepath.Join(home, "jun.sock"), all.handler(os.Getenv("CALLS"), sync.OnceFunc(func() { close(quit) })))
	if err != nil {
		fmt.Fprintln(os.Stderr, "jund:", err)
		return 1
	}
	<-quit
	s.Finish()
	return 0
}
