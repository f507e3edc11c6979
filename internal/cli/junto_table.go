package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"junto/internal/fault"
)

// workRow is a command of `junto`. Its input is one JSON value; the plain words
// are shorthand for the members that they name.
type workRow struct {
	words   string
	call    string // what the daemon knows it as
	members []member
	needs   int // how many of the members must be there, in shorthand
	flags   []workFlag
	batch   bool // an array of inputs is taken too
	about   string
	run     func(ctx context.Context, j *junto, g *workGiven) error
}

// member is a word of the shorthand.
type member struct {
	name string
	text bool // - reads it from standard input
}

// workFlag is an option, which sets a member or concerns the call.
type workFlag struct {
	name   string
	member string // empty: it concerns the call
	kind   flagKind
	about  string
}

type flagKind int

const (
	flagOn       flagKind = iota // has no value
	flagText                     // any word
	flagNumber                   // a whole number
	flagDuration                 // 30s, or a number of milliseconds
)

// workGiven is what the words of a call say.
type workGiven struct {
	row     *workRow
	words   []string // without the options
	members map[string]any
	on      map[string]bool
	timeout time.Duration // 0: the default
	workers int           // 0: the default
}

// everyCall are the options of all commands.
var everyCall = []workFlag{
	{"timeout", "", flagDuration, "give up after so long, as 30s or in milliseconds"},
}

var batchFlag = workFlag{"concurrency", "", flagNumber, "how many of an array's inputs are under way at once (5)"}

// findWork finds the row that the words begin with: the longest.
func findWork(words []string) (*workRow, []string) {
	var found *workRow
	size := 0
	for i := range workRows {
		if n := named(workRows[i].words, words); n > size {
			found, size = &workRows[i], n
		}
	}
	return found, words[size:]
}

// parse takes the words after a command apart.
func (r *workRow) parse(words []string) (*workGiven, error) {
	g := &workGiven{row: r, members: make(map[string]any), on: make(map[string]bool)}
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "--" {
			g.words = append(g.words, words[i+1:]...)
			break
		}
		if !looksLikeOption(word) {
			g.words = append(g.words, word)
			continue
		}
		name, value, joined := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		if name == "help" || word == "-h" {
			return nil, errHelp
		}
		f, ok := r.flag(name)
		switch {
		case !ok:
			return nil, r.usage("unknown option %q", word)
		case f.kind == flagOn && joined:
			return nil, r.usage("--%s has no value", name)
		case f.kind != flagOn && !joined:
			if i++; i == len(words) {
				return nil, r.usage("--%s needs a value", name)
			}
			value = words[i]
		}
		if err := g.set(f, value); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func (r *workRow) allFlags() []workFlag {
	all := slices.Clone(r.flags)
	for _, f := range everyCall {
		if !slices.ContainsFunc(r.flags, func(own workFlag) bool { return own.name == f.name }) {
			all = append(all, f)
		}
	}
	if r.batch {
		all = append(all, batchFlag)
	}
	return all
}

func (r *workRow) flag(name string) (workFlag, bool) {
	for _, f := range r.allFlags() {
		if f.name == name {
			return f, true
		}
	}
	return workFlag{}, false
}

func (g *workGiven) set(f workFlag, value string) error {
	var v any = value
	switch f.kind {
	case flagOn:
		v = true
		g.on[f.name] = true
	case flagNumber:
		n, err := strconv.Atoi(value)
		if err != nil {
			return g.row.usage("--%s is a number, not %q", f.name, value)
		}
		v = n
	case flagDuration:
		d, err := parsePatience(value)
		if err != nil {
			return g.row.usage("--%s is a time like 30s, or milliseconds, not %q", f.name, value)
		}
		v = int(d.Milliseconds())
		if f.name == "timeout" {
			g.timeout = d
		}
	case flagText:
	}
	switch {
	case f.member != "":
		g.members[f.member] = v
	case f.name == batchFlag.name:
		if g.workers = v.(int); g.workers < 1 {
			return g.row.usage("--concurrency is at least 1")
		}
	}
	return nil
}

// parsePatience reads 30s, or a number of milliseconds.
func parsePatience(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if n, plain := strconv.Atoi(s); plain == nil {
		d, err = time.Duration(n)*time.Millisecond, nil
	}
	if err == nil && d < time.Millisecond {
		err = fmt.Errorf("too short: %s", s)
	}
	return d, err
}

func (r *workRow) usage(format string, args ...any) error {
	return fault.New(fault.Usage, r.words+": "+format, args...).Next("see: junto %s --help", r.words)
}

// workRows is the table of `junto`, in the order of the help. Like that of `jun`,
// it is data that the linker lays out.
var workRows = []workRow{
	{words: "ping", call: "ping", about: "Whether Junto answers", run: callOne},
	{words: "doctor", call: "doctor", about: "Whether all is as it should be between this caller and Junto", run: doctor},
	{words: "capabilities", call: "capabilities", about: "What this seat may do now, by its edges", run: callOne},
	{words: "onboard", call: "onboard", about: "Who this seat is, where, and what it may do: read it first", run: callOne},
	{words: "rulings", call: "rulings", about: "The rules of the regions around this seat", run: callOne},
	{
		words: "msg send", call: "msg.send", members: []member{{"target", false}, {"text", true}}, needs: 2, batch: true,
		flags: []workFlag{{"prompt", "", flagOn, "type the full text, not a line that names it"}, subjectFlag, keyFlag},
		about: "Mails a seat", run: callOne,
	},
	{
		words: "msg list", call: "msg.list", members: []member{{"target", false}},
		flags: []workFlag{limitFlag, beforeFlag}, about: "A mailbox, the newest mail first; one's own is then read", run: callOne,
	},
	{words: "msg read", call: "msg.read", members: []member{{"messageId", false}}, needs: 1, batch: true, about: "One mail of one's own mailbox", run: callOne},
	{
		words: "msg reply", call: "msg.reply", members: []member{{"inReplyTo", false}, {"text", true}}, needs: 2, batch: true,
		flags: []workFlag{subjectFlag, keyFlag}, about: "Answers a mail", run: callOne,
	},
	{
		words: "msg react", call: "msg.react", members: []member{{"messageId", false}, {"reaction", false}}, needs: 1, batch: true,
		about: "Acknowledges a mail without a reply", run: callOne,
	},
	{
		words: "msg sent", call: "msg.sent", members: []member{{"target", false}},
		flags: []workFlag{limitFlag, beforeFlag}, about: "What was sent, and whether it was typed and read", run: callOne,
	},
	{
		words: "seat wait", call: "seat.wait", members: []member{{"target", false}},
		flags: []workFlag{
			{"any", "any", flagOn, "any peer"},
			{"until", "until", flagText, "idle, working, attention or gone"},
			{"timeout", "timeoutMs", flagDuration, "how long to wait at most, as 30s or in milliseconds (60s)"},
		},
		about: "Waits until a peer is in a state", run: callOne,
	},
	{
		words: "seat read", call: "seat.read", members: []member{{"target", false}},
		flags: []workFlag{
			{"lines", "lines", flagNumber, "1 to 2000 (40)"},
			{"since", "since", flagNumber, "the seq of an earlier read"},
			{"since-generation", "sinceGeneration", flagNumber, "its generation"},
			{"follow", "follow", flagOn, "wait for something new"},
			{"max-seconds", "maxSeconds", flagNumber, "how long at most (30)"},
		},
		about: "Reads a peer's terminal", run: callOne,
	},
	{words: "schema", call: "schema", members: []member{{"command", false}}, flags: []workFlag{promptNameFlag}, about: "The commands, or the shape of one's input", run: callDoc},
	{words: "examples", call: "examples", members: []member{{"command", false}}, flags: []workFlag{promptNameFlag}, about: "Calls that can be run, or those of one command", run: callDoc},
	{words: "schema list", call: "schema", about: "The commands", run: callOne},
	{
		words: "schema show", call: "schema", members: []member{{"command", false}}, needs: 1,
		flags: []workFlag{promptNameFlag}, about: "The shape of a command's input", run: callDoc,
	},
	{words: "examples list", call: "examples", about: "Calls that can be run", run: callOne},
	{
		words: "examples show", call: "examples", members: []member{{"command", false}}, needs: 1,
		flags: []workFlag{promptNameFlag}, about: "Calls of one command", run: callDoc,
	},
	{words: "docs", call: "docs", members: []member{{"node", false}}, about: "The reference; docs node <kind> for one kind of node", run: docs},
	{
		words: "why", call: "why", members: []member{{"from", false}, {"to", false}, {"port", false}}, needs: 2,
		flags: []workFlag{{"canvas", "canvas", flagText, "outside of seats: on which canvas"}},
		about: "Why a call from one node to another is admitted or not", run: callOne,
	},
	{words: "canvas ls", call: "canvas.list", flags: []workFlag{{"json", "", flagOn, "as JSON"}}, about: "The canvases (for the operator)", run: canvasList},
	{words: "digest", call: "canvas.export", members: []member{{"canvas", false}}, needs: 1, about: "A canvas as text (for the operator)", run: digest},
	{words: "render", call: "canvas.export", members: []member{{"canvas", false}}, needs: 1, about: "A canvas as SVG (for the operator)", run: render},
}

// Options that several commands have.
var (
	subjectFlag    = workFlag{"subject", "subject", flagText, "a line for lists"}
	keyFlag        = workFlag{"key", "key", flagText, "your own name for the mail: sent again under it, it is one mail"}
	limitFlag      = workFlag{"limit", "limit", flagNumber, "at most so many (50)"}
	beforeFlag     = workFlag{"before", "before", flagText, "only what is older than that mail"}
	promptNameFlag = workFlag{"prompt", "", flagOn, "msg send --prompt"}
)
