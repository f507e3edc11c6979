package daemon

import (
	"fmt"
	"strings"

	"junto/internal/canvas"
	"junto/internal/mail"
	"junto/internal/physics"
	"junto/internal/seat"
)

// concept is a word of Junto's, and what it means.
type concept struct{ word, means string }

// concepts are what a reader has to know before the tables say anything.
var concepts = []concept{
	{"canvas", "a JSON Canvas 1.0 document that the operator draws, with one more key, ether, on nodes and edges. Agents read it and never write it"},
	{"node", "a thing on the canvas. Its kind decides its role, which is never authored: an actor holds a live process and an inbox, geography is shown and neither acts nor is acted upon"},
	{"edge", "a line between two nodes. Its verb is the one authored fact on it; what it opens follows from the verb and the kinds at its ends, both ways. Colour, sides and label say nothing"},
	{"port", "one thing that an edge lets one end do to the other. A call needs the port in what the edge grants and in what the target offers"},
	{"admission", "the order in which a call is checked: both nodes exist; an edge connects them; an actor asks of no geography; the edge opens the port. The first that fails refuses the call. `junto why <from> <to>` shows it"},
	{"region", "a frame. What lies in it with its whole rectangle is its member; members see each other, and that opens no port. Its instruction holds for all its members"},
	{"seat", "the durable binding between an agent's card and a process. A seat is vacant or occupied; each process in it is another generation. Mail is for the seat, not for the generation"},
	{"identity", "which process runs in which seat, as the kernel proves it. A command says nothing of who calls it, and need not"},
	{"play", "a canvas acts only while it plays; every start of Junto is paused. Paused, a seat sends and reads no mail; what was sent before still reaches it, and no process is touched"},
	{"block", "the operator's flag on a card. A blocked seat may ask what it may do, and nothing else"},
	{"mail", "a durable message from seat to seat. A notice types one line that names the mail; a prompt types the full text. It is typed whatever the agent does, but not over a dialog, a draft or a start: then it waits. The sender need not do it again"},
}

// glances are what a card shows of its seat.
var glances = []struct {
	glance seat.Glance
	means  string
}{
	{seat.Empty, "nothing ever ran in it"},
	{seat.Idle, "it is at rest and takes input"},
	{seat.Working, "it is at work"},
	{seat.NeedsAttention, "it waits for the operator, or the operator flagged it so"},
	{seat.ActivityBlocked, "the operator blocked it"},
	{seat.Stalled, "nothing was heard of it for a day"},
	{seat.Parked, "the operator put it aside"},
	{seat.Gone, "what ran in it has ended"},
	{seat.Unknown, "it runs, and nothing tells what it does; never read it as idle"},
}

// deliveries are what a sender reads of a mail.
var deliveries = []struct {
	delivery mail.Delivery
	means    string
}{
	{mail.Delivered, "typed into the seat, or read there"},
	{mail.Waiting, "stored, and typed as soon as the seat is up and it is safe; reason says what it waits for"},
	{mail.NotComing, "the seat was deleted before"},
}

// depth is what the reference says of a kind beyond the catalog.
var depth = map[canvas.Kind]string{
	canvas.KindAgent: "It is a deliverable seat with all of entity.name, ether.terminal.bindingId and ether.terminal.harness. entity.name is its identity,\n" +
		"as `<host>:<profile>`: `local:planner`. ether.terminal.launch says with what it starts, once the operator starts it; onDelete says whether\n" +
		"its process is left alone when the card goes (detach, the default) or ended first (kill-session).",
	canvas.KindTerminal: "A shell, or the command of ether.terminal.launch, that the operator starts and types into. It holds no harness. A program in it is no\n" +
		"seat: junto refuses it.",
	canvas.KindNote:   "A text node without an entity. Its first line is its title.",
	canvas.KindLabel:  "A text node that is drawn without a card around it.",
	canvas.KindGit:    "ether.git.cwd names a folder; its branch and changes are read when they are shown, and never stored.",
	canvas.KindRegion: "Every group node, whatever kind it carries. ether.region has the instruction that its members read with `junto onboard`, the contract that\n`junto rulings` prints, and the folders that new cards in it start in.",
	canvas.KindFile:   "A JSON Canvas file node.",
	canvas.KindLink:   "A JSON Canvas link node.",
}

func writeConcepts(b *strings.Builder) {
	b.WriteString("## Concepts\n\n")
	for _, c := range concepts {
		fmt.Fprintf(b, "- **%s**: %s.\n", c.word, c.means)
	}
	b.WriteString("\nA seat shows one of these:\n\n| state | means |\n|---|---|\n")
	for _, g := range glances {
		fmt.Fprintf(b, "| `%s` | %s |\n", g.glance, g.means)
	}
	b.WriteString("\nA mail's delivery is one of these:\n\n| delivery | means |\n|---|---|\n")
	for _, d := range deliveries {
		fmt.Fprintf(b, "| `%s` | %s |\n", d.delivery, d.means)
	}
	b.WriteString("\n")
}

// writeDepth is each kind that this build has, on its own.
func writeDepth(b *strings.Builder) {
	for _, k := range physics.Kinds() {
		if k.Built {
			fmt.Fprintf(b, "### %s\n\n%s\n\n", k.Kind, depth[k.Kind])
		}
	}
}
