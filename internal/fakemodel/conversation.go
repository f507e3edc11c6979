package fakemodel

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// api is one of the protocols.
type api string

const (
	messages    api = "messages"    // Anthropic
	responses   api = "responses"   // OpenAI Responses
	completions api = "completions" // OpenAI Chat Completions
)

// tool is a tool that the agent offers.
type tool struct {
	name, namespace string
	schema          schema
	custom          bool // takes free text, not JSON
}

// conversation is what a request says, whatever its protocol.
type conversation struct {
	api        api
	model      string
	stream     bool
	tools      []tool
	lastUser   string // the last text of the user's own
	users      int    // how many there are
	news       int    // texts since the last answer
	toolRuns   int    // results of tools since the last user text
	toolResult string // the last one
	toolEnded  bool   // it came since the last answer
	raw        string // the whole body
}

// entry is a turn of the conversation.
type entry struct {
	who  speaker
	text string
}

type speaker int

const (
	user speaker = iota
	agent
	toolOutput
)

// request holds the fields of the three protocols that matter here.
type request struct {
	Model    string          `json:"model"`
	Stream   bool            `json:"stream"`
	Messages []message       `json:"messages"`
	Input    json.RawMessage `json:"input"`
	Tools    []offered       `json:"tools"`
}

type message struct {
	Type    string          `json:"type"`
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
	Output  json.RawMessage `json:"output"`
}

// offered is a tool as any of the protocols writes it.
type offered struct {
	Type        string    `json:"type"`
	Name        string    `json:"name"`
	InputSchema schema    `json:"input_schema"` // Messages
	Parameters  schema    `json:"parameters"`   // Responses
	Function    *offered  `json:"function"`     // Chat Completions
	Tools       []offered `json:"tools"`        // a Responses namespace
}

// part is a piece of a message's content.
type part struct {
	Type    string          `json:"type"`
	Text    string          `json:"text"`
	Content json.RawMessage `json:"content"`
}

// read takes a request apart.
func read(a api, body []byte) (conversation, error) {
	var r request
	if err := json.Unmarshal(body, &r); err != nil {
		return conversation{}, fmt.Errorf("decode the request: %w", err)
	}
	c := conversation{api: a, model: r.Model, stream: r.Stream, raw: string(body)}
	for _, o := range r.Tools {
		c.tools = append(c.tools, toolsOf(o, "")...)
	}
	var entries []entry
	switch a {
	case messages:
		entries = messagesEntries(r.Messages)
	case responses:
		entries = responsesEntries(r.Input)
	case completions:
		entries = completionsEntries(r.Messages)
	}
	c.summarise(entries)
	return c, nil
}

func toolsOf(o offered, namespace string) []tool {
	switch {
	case o.Function != nil:
		return toolsOf(*o.Function, "")
	case o.Type == "namespace":
		var all []tool
		for _, inner := range o.Tools {
			all = append(all, toolsOf(inner, o.Name)...)
		}
		return all
	}
	t := tool{name: o.Name, namespace: namespace, schema: o.Parameters, custom: o.Type == "custom"}
	if t.name == "" {
		t.name = o.Type
	}
	if o.InputSchema != nil {
		t.schema = o.InputSchema
	}
	return []tool{t}
}

// messagesEntries reads Anthropic's messages: each part is an entry of its own,
// because agents put their reminders beside what the user wrote.
func messagesEntries(all []message) []entry {
	var out []entry
	for _, m := range all {
		if m.Role == "system" || m.Role == "developer" {
			continue
		}
		for _, p := range parts(m.Content) {
			switch {
			case p.Type == "tool_result":
				out = append(out, entry{toolOutput, plainText(p.Content)})
			case m.Role == "user" && p.Type == "text":
				out = appendUser(out, p.Text)
			case m.Role != "user":
				out = append(out, entry{agent, p.Text})
			}
		}
	}
	return out
}

// injected begins a user message that the agent wrote itself.
var injected = regexp.MustCompile(`^# AGENTS\.md|^<[a-z_]+>`)

func responsesEntries(input json.RawMessage) []entry {
	var text string
	if json.Unmarshal(input, &text) == nil {
		return appendUser(nil, text)
	}
	var items []message
	if json.Unmarshal(input, &items) != nil {
		return nil
	}
	var out []entry
	for _, m := range items {
		switch {
		case strings.HasSuffix(m.Type, "_output"):
			out = append(out, entry{toolOutput, plainText(m.Output)})
		case m.Role == "developer", m.Role == "system":
		case m.Role == "user":
			if t := withoutReminders(plainText(m.Content)); !injected.MatchString(t) {
				out = appendUser(out, t)
			}
		default:
			out = append(out, entry{agent, plainText(m.Content)})
		}
	}
	return out
}

func completionsEntries(all []message) []entry {
	var out []entry
	for _, m := range all {
		switch m.Role {
		case "tool":
			out = append(out, entry{toolOutput, plainText(m.Content)})
		case "user":
			out = appendUser(out, plainText(m.Content))
		case "assistant":
			out = append(out, entry{agent, plainText(m.Content)})
		}
	}
	return out
}

func appendUser(out []entry, text string) []entry {
	if text = withoutReminders(text); text == "" {
		return out
	}
	if m := pasted.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	return append(out, entry{user, text})
}

// pasted is a message that is all one paste, in the element that Claude Code puts
// around one when its telemetry is off.
var pasted = regexp.MustCompile(`(?s)^<pasted_content id="[^"]*">\n(.*)\n</pasted_content[^>]*>$`)

// parts are the pieces of a content, which may be a bare string.
func parts(content json.RawMessage) []part {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return []part{{Type: "text", Text: text}}
	}
	var all []part
	if json.Unmarshal(content, &all) != nil {
		return nil
	}
	return all
}

func plainText(content json.RawMessage) string {
	var all []string
	for _, p := range parts(content) {
		if p.Text != "" {
			all = append(all, p.Text)
		}
	}
	return strings.Join(all, "\n")
}

// reminders are elements that agents add to what the user wrote.
var reminders = regexp.MustCompile(`^(system-reminder|current_datetime|reminder|context|environment_context|session_context|` +
	`system_notification|user_instructions|INSTRUCTIONS|local-command-[a-z]+|command-[a-z]+)>`)

// withoutReminders returns what the user wrote: without such elements and
// without space around it.
func withoutReminders(text string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '<')
		if i < 0 {
			break
		}
		name := reminders.FindStringSubmatch(text[i+1:])
		end := -1
		if name != nil {
			end = strings.Index(text[i:], "</"+name[1]+">")
		}
		if end < 0 {
			b.WriteString(text[:i+1])
			text = text[i+1:]
			continue
		}
		b.WriteString(text[:i])
		text = text[i+end+len(name[1])+len("</>"):]
	}
	b.WriteString(text)
	return strings.TrimSpace(b.String())
}

// summarise says what the conversation's end asks for.
func (c *conversation) summarise(all []entry) {
	for _, e := range all {
		switch e.who {
		case user:
			c.users++
			c.news++
			c.lastUser, c.toolRuns = e.text, 0
		case toolOutput:
			c.toolRuns++
			c.toolResult, c.toolEnded = e.text, true
		case agent:
			c.news, c.toolEnded = 0, false
		}
	}
}
