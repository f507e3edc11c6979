package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"junto/internal/api"
	"junto/internal/canvas"
	"junto/internal/fault"
	"junto/internal/physics"
)

// handleDocs answers how to call Junto. All of it follows from the tables that
// the program runs by.
func handleDocs(gate *Dispatcher) {
	handle(gate, "schema", func(_ context.Context, _ api.Caller, in api.DocIn) ([]api.CommandSchema, error) {
		commands, err := workCommands(in.Command)
		all := []api.CommandSchema{}
		for _, c := range commands {
			all = append(all, commandSchema(c, in.Command != ""))
		}
		return all, err
	})
	handle(gate, "examples", func(_ context.Context, _ api.Caller, in api.DocIn) ([]api.CommandExample, error) {
		commands, err := workCommands(in.Command)
		all := []api.CommandExample{}
		for _, c := range commands {
			all = append(all, commandExamples(c)...)
		}
		return all, err
	})
	handle(gate, "docs", func(_ context.Context, _ api.Caller, in api.ReferenceIn) (api.ReferenceOut, error) {
		if in.Node == "" {
			return api.ReferenceOut{Text: reference()}, nil
		}
		text, err := nodeReference(in.Node)
		return api.ReferenceOut{Text: text}, err
	})
}

// workTable is the part of the table that junto's agents call.
func workTable() []api.Command {
	var all []api.Command
	for _, c := range api.Commands() {
		if c.ForWork() {
			all = append(all, c)
		}
	}
	return all
}

// workCommands finds a command by its words or its name; without, all of them.
func workCommands(name string) ([]api.Command, error) {
	if name == "" {
		return workTable(), nil
	}
	words := strings.Join(strings.Fields(strings.TrimPrefix(name, "junto ")), " ")
	for _, c := range workTable() {
		if c.Name == words || c.Words() == words {
			return []api.Command{c}, nil
		}
	}
	return nil, fault.New(fault.Input, "command: there is no command %q", name).Next("`junto schema list` lists them")
}

func commandSchema(c api.Command, whole bool) api.CommandSchema {
	s := api.CommandSchema{
		Command: "junto " + c.Words(), Call: c.Name, Description: c.Summary, AcceptsBatch: c.Batch, Port: c.Port,
		InputModes: []string{"inline", "@file", "stdin"},
	}
	if whole {
		s.Schema, s.Output = api.Schema(c.In), api.Schema(c.Out)
	}
	return s
}

func commandExamples(c api.Command) []api.CommandExample {
	inputs := c.Examples
	if len(inputs) == 0 {
		inputs = []string{"{}"}
	}
	var all []api.CommandExample
	for _, in := range inputs {
		shell := "junto " + c.Words()
		if in != "{}" {
			shell += " " + shellQuoted(in)
		}
		all = append(all, api.CommandExample{Command: c.Words(), Input: json.RawMessage(in), Shell: shell})
	}
	return all
}

// reference is all of it in one text.
func reference() string {
	var b strings.Builder
	b.WriteString(referenceHead)
	writeConcepts(&b)
	b.WriteString("## Nodes\n\n| kind | role | offers | is |\n|---|---|---|---|\n")
	for _, k := range physics.Kinds() {
		if k.Built {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Kind, k.Role, ports(k.Offers), k.Is)
		}
	}
	b.WriteString("\nAny other kind is geography: it is shown, and does nothing.\n\n")
	writeDepth(&b)
	b.WriteString("## Edges\n\n| from | verb | to | opens, both ways | is |\n|---|---|---|---|---|\n")
	for _, r := range physics.Rules() {
		fmt.Fprintf(&b, "| `%s` | `%s` | `%s` | %s | %s |\n", r.From, r.Verb, r.To, ports(r.Forward), r.Sentence)
	}
	b.WriteString("\nEvery other pair is refused when it is drawn.\n\n## Commands\n\n")
	for _, c := range workTable() {
		writeCommand(&b, c)
	}
	b.WriteString("## Errors\n\n| type | means |\n|---|---|\n")
	for _, e := range errorFamily {
		fmt.Fprintf(&b, "| `%s` | %s |\n", e.typ, e.means)
	}
	b.WriteString(referenceTail)
	return b.String()
}

func writeCommand(b *strings.Builder, c api.Command) {
	fmt.Fprintf(b, "### junto %s\n\n%s.", c.Words(), strings.ToUpper(c.Summary[:1])+c.Summary[1:])
	if c.Port != "" {
		fmt.Fprintf(b, " Needs an edge that opens `%s`.", c.Port)
	}
	if c.Batch {
		b.WriteString(" Takes an array too.")
	}
	if c.Open {
		b.WriteString(" Answers a paused or blocked seat.")
	}
	b.WriteString("\n\n")
	for _, e := range commandExamples(c) {
		b.WriteString("    " + e.Shell + "\n")
	}
	b.WriteString("\n")
}

func ports(p physics.Ports) string {
	var all []string
	for _, port := range p.List() {
		all = append(all, "`"+string(port)+"`")
	}
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all, ", ")
}

// nodeReference is all about one kind of node.
func nodeReference(kind string) (string, error) {
	k := physics.KindOf(canvas.Kind(kind))
	known := false
	for _, other := range physics.Kinds() {
		known = known || other.Kind == k.Kind
	}
	if !known {
		return "", fault.New(fault.Input, "node: there is no kind %q in the catalog", kind).Next("`junto docs` lists them")
	}
	if !k.Built {
		return "", fault.New(fault.Scope, "%s is disabled in this build", kind).Next("`junto docs` lists what this build has")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s. Role: %s. Offers: %s.\n", k.Kind, strings.ToUpper(k.Is[:1])+k.Is[1:], k.Role, ports(k.Offers))
	fmt.Fprintf(&b, "\n%s\n", depth[k.Kind])
	for _, r := range physics.Rules() {
		if r.From == k.Kind || r.To == k.Kind {
			fmt.Fprintf(&b, "\n`%s` —`%s`→ `%s`: %s. From its source it opens %s; back, %s.\n", r.From, r.Verb, r.To, r.Sentence, ports(r.Forward), ports(r.Back))
		}
	}
	if k.Role == physics.Actor {
		b.WriteString("\n")
		for _, c := range workTable() {
			if c.Port != "" {
				fmt.Fprintf(&b, "- `junto %s` (`%s`): %s\n", c.Words(), c.Port, c.Summary)
			}
		}
	}
	return b.String(), nil
}

// errorFamily is what an agent can meet.
var errorFamily = []struct {
	typ   fault.Type
	means string
}{
	{fault.Scope, "not connected: the fix is an edge, which the operator draws"},
	{fault.Input, "the input did not decode: `junto schema show <command>` prints the shape"},
	{fault.Unreachable, "Junto does not run, or cannot be reached: wait, then `junto onboard`"},
	{fault.Paused, "wait for the operator to press play, then `junto onboard`"},
	{fault.Blocked, "this seat is blocked: stop and wait"},
	{fault.UnknownTarget, "there is no such node or mail, or nothing runs in the seat to be read"},
	{fault.StaleNodeRef, "this seat's card is deleted: stop"},
	{fault.Auth, "the caller is not who may do this: it has to run in a seat"},
	{fault.Protocol, "the two programs do not understand each other; or a wait's time ran out, and then it is retryable"},
	{fault.Internal, "a fault of Junto's own; its log has the cause"},
}

const referenceHead = `# Junto

Agents are seats on a canvas that the operator draws. An edge between two seats is the only way from one to the other; its verb decides
what it opens, and deleting it takes that back at once. Nothing reaches further than one edge. Lying in a region with others shows them,
and opens nothing.

Each command takes one JSON value (inline, @file, or - for standard input) and prints JSON: {"ok":true,"command":…,"data":…} on standard
output, or {"ok":false,"command":…,"error":{"type":…,"message":…,"retryable":…,"next_step":…}} on standard error with exit status 1.
Commands that take a batch accept an array, and --concurrency N. --timeout MS bounds any call. Text with quotes, dollars or backticks is
safest in a file or a heredoc:

    junto msg send @mail.json
    junto msg send - <<'JSON'
    {"target":"reviewer","text":"it's ` + "`done`" + `"}
    JSON

`

const referenceTail = `
Retry only what is retryable, at most twice.
`
