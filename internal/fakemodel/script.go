package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// plan is what the server answers.
type plan struct {
	side   bool
	pieces []piece // a text, as it is streamed
	wait   time.Duration
	call   *call
	status int  // an HTTP error instead
	cut    bool // the connection breaks after the pieces
}

// piece is a part of a text and the pause after it.
type piece struct {
	text  string
	pause time.Duration
}

// call is a tool call.
type call struct {
	name, namespace string
	arguments       string // JSON
	input           string // of a custom tool, which takes text
}

func (p plan) text() string {
	var b strings.Builder
	for _, piece := range p.pieces {
		b.WriteString(piece.text)
	}
	return b.String()
}

// String says what is planned, for the events.
func (p plan) String() string {
	switch {
	case p.status != 0:
		return fmt.Sprintf("status %d", p.status)
	case p.call != nil:
		return "tool " + p.call.name
	}
	return fmt.Sprintf("text of %d bytes", len(p.text()))
}

func say(text string) plan { return plan{pieces: []piece{{text: text}}} }

// Paces of a streamed answer.
const (
	wordPause = 250 * time.Millisecond
	dropPause = 100 * time.Millisecond
	linePause = 15 * time.Millisecond
	pageful   = 4
)

// latency is the pause before every answer to a turn. No model is quicker, and an
// agent that works for a millisecond is one that nobody sees working.
const latency = 300 * time.Millisecond

// Caps on what a script may ask for.
const (
	maxSeconds = 3600
	maxLines   = 100_000
)

// scripted finds the line that decides.
var scripted = regexp.MustCompile(`(?m)^[ \t>]*(slow|think|long|tool|twice|edit|ask|plan|error|drop|bye|bg)\b[ \t]*([^\n]*)$`)

// sideText begins a user text that the agent wrote for an errand of its own.
var sideText = regexp.MustCompile(`(?m)^\[?SUGGESTION MODE|Pending tool call to classify|^Managed memory has TWO directories`)

// decide plans the answer. tries counts the requests with the same last user
// text, this one included; file is what an edit writes.
func decide(c conversation, tries int, file string) plan {
	if len(c.tools) == 0 || sideText.MatchString(c.lastUser) {
		p := say(errand(c))
		p.side = true
		return p
	}
	p := turn(c, tries, file)
	if p.status == 0 {
		p.wait += latency
	}
	return p
}

// turn plans the answer to what the user wrote, or to a tool's result.
func turn(c conversation, tries int, file string) plan {
	var word, rest string
	if m := scripted.FindStringSubmatch(c.lastUser); m != nil {
		word, rest = m[1], strings.TrimSpace(m[2])
	}
	if c.toolRuns > 0 && word != "error" {
		return afterTool(c, word)
	}
	switch word {
	case "slow":
		return words(int(4*number(rest, 0, 20, maxSeconds)), wordPause)
	case "think":
		p := say("ok")
		p.wait = time.Duration(number(rest, 0, 8, maxSeconds) * float64(time.Second))
		return p
	case "long":
		return lines(int(number(rest, 0, 300, maxLines)))
	case "tool":
		return shell(c, orElse(rest, "echo hi"), false)
	case "twice":
		return shell(c, "echo first", false)
	case "bg":
		return shell(c, orElse(rest, "sleep 12"), true)
	case "edit":
		return edit(c, file)
	case "ask":
		return useTool(c, "question", askTools, nil)
	case "plan":
		return useTool(c, "plan", planTools, map[string]any{"plan": "1. Say hi\n2. Stop"})
	case "error":
		if tries <= int(number(rest, 1, 2, 1000)) {
			return plan{status: int(number(rest, 0, http.StatusInternalServerError, 599))}
		}
		return say("ok after errors")
	case "drop":
		p := words(int(number(rest, 0, 2, maxSeconds)*float64(time.Second/dropPause)), dropPause)
		p.cut = true
		return p
	case "bye":
		return plan{}
	}
	return say("ok")
}

func afterTool(c conversation, word string) plan {
	switch {
	case !c.toolEnded:
		return say("ok, noted")
	case word == "twice" && c.toolRuns < 2:
		return shell(c, "echo second", false)
	case word == "":
		return say("ok after tool")
	}
	result := strings.Split(strings.TrimSpace(c.toolResult), "\n")
	last := result[len(result)-1]
	return say("done: " + last[:min(len(last), 60)])
}

// errand answers a side request.
func errand(c conversation) string {
	switch {
	case strings.Contains(c.raw, `"title"`) && (strings.Contains(c.raw, "json_schema") || strings.Contains(c.raw, `"format"`)):
		return `{"title":"Fake title","branch":"fake-branch"}`
	case strings.Contains(strings.ToLower(c.raw), "title"):
		return "Fake title"
	}
	return "ok"
}

// Tools by the names that agents give them.
var (
	shellTools = []string{"Bash", "bash", "exec_command", "shell_command", "shell", "run_shell_command", "local_shell", "execute_command"}
	writeTools = []string{"Write", "write", "write_file", "create", "write_to_file"}
	askTools   = []string{"AskUserQuestion", "ask_user_question", "ask_user", "request_user_input", "question"}
	planTools  = []string{"ExitPlanMode", "exit_plan_mode"}
)

func (c conversation) find(names []string) (tool, bool) {
	for _, name := range names {
		if i := slices.IndexFunc(c.tools, func(t tool) bool { return t.name == name }); i >= 0 {
			return c.tools[i], true
		}
	}
	return tool{}, false
}

// useTool calls the first tool that the agent offers, or says which it does.
func useTool(c conversation, what string, names []string, wanted map[string]any) plan {
	t, ok := c.find(names)
	if !ok {
		var offered []string
		for _, t := range c.tools {
			offered = append(offered, t.name)
		}
		return say(fmt.Sprintf("no %s tool among: %s", what, strings.Join(offered, ", ")))
	}
	arguments, err := json.Marshal(fill(t.schema, wanted))
	if err != nil {
		return say("the tool's schema has no JSON: " + err.Error())
	}
	return plan{call: &call{name: t.name, namespace: t.namespace, arguments: string(arguments)}}
}

// shell calls the shell tool so that the agent asks its user first.
func shell(c conversation, command string, background bool) plan {
	wanted := map[string]any{"command": command, "cmd": command}
	if background {
		wanted["run_in_background"], wanted["is_background"] = true, true
	}
	if t, ok := c.find(shellTools); ok {
		switch {
		case t.schema.has("sandbox_permissions"):
			wanted["sandbox_permissions"], wanted["justification"] = "require_escalated", "May I say hi?"
		case t.schema.has("with_escalated_permissions"):
			wanted["with_escalated_permissions"], wanted["justification"] = true, "May I say hi?"
		}
	}
	return useTool(c, "shell", shellTools, wanted)
}

func edit(c conversation, file string) plan {
	const text = "hello\nworld\n"
	if i := slices.IndexFunc(c.tools, func(t tool) bool { return t.name == "apply_patch" && t.custom }); i >= 0 {
		patch := "*** Begin Patch\n*** Add File: " + file + "\n+hello\n+world\n*** End Patch\n"
		return plan{call: &call{name: "apply_patch", namespace: c.tools[i].namespace, input: patch}}
	}
	return useTool(c, "writing", writeTools, map[string]any{
		"file_path": file, "path": file, "filePath": file, "content": text, "file_text": text, "contents": text,
	})
}

// number reads the i-th word as a number, or takes the usual one.
func number(rest string, i int, usual, most float64) float64 {
	all := strings.Fields(rest)
	if i >= len(all) {
		return usual
	}
	n, err := strconv.ParseFloat(all[i], 64)
	if err != nil || !(n >= 0) {
		return usual
	}
	return min(n, most)
}

func words(n int, pause time.Duration) plan {
	var p plan
	for i := range n {
		p.pieces = append(p.pieces, piece{fmt.Sprintf("word%d ", i+1), pause})
	}
	return p
}

func lines(n int) plan {
	var p plan
	for from := 1; from <= n; from += pageful {
		var b strings.Builder
		for i := from; i < from+pageful && i <= n; i++ {
			fmt.Fprintf(&b, "%d. This is line %d of a long answer.\n", i, i)
		}
		p.pieces = append(p.pieces, piece{b.String(), linePause})
	}
	return p
}

func orElse(s, usual string) string {
	if s == "" {
		return usual
	}
	return s
}
