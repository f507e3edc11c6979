package demoagent

import (
	"strings"
	"time"
	"unicode/utf8"
)

// leaveWindow is how soon the second Ctrl-C must follow to leave.
const leaveWindow = time.Second

// keyboard is what the agent remembers of the keys.
type keyboard struct {
	burst   burst
	dropped int       // Enters that were dropped
	armed   time.Time // until then a Ctrl-C leaves
}

// handle takes one thing that was typed. It is logged first, with a note when it
// had no effect or not the usual one.
func (a *Agent) handle(t typed) {
	at := len(a.out.Log)
	switch t.kind {
	case typedOSC:
		a.record(Record{Event: EventReply, Text: t.text})
		a.face.answered(t.text)
		return
	case typedPaste:
		a.record(Record{Event: EventPaste, Text: t.text})
	case typedText, typedKey:
		a.record(Record{Event: EventKey, Text: t.text})
	}
	note := ""
	switch {
	case a.now.Before(a.splashEnd()):
		note = "ignored: the splash is up"
	case a.over.menu != nil:
		note = a.toMenu(t)
	case a.over.transcript:
		note = a.toTranscript(t)
	default:
		note = a.toComposer(t)
	}
	a.out.Log[at].Note = note
}

func (a *Agent) toMenu(t typed) string {
	m := a.over.menu
	first, rest := t, ""
	if t.kind == typedText {
		_, size := utf8.DecodeRuneInString(t.text)
		first.text, rest = t.text[:size], t.text[size:]
	}
	picked, decided, out := m.key(first)
	switch {
	case decided:
		a.record(Record{Event: EventAnswer, Text: m.options[picked]})
		a.over.menu = nil
		a.answer(m, picked)
	case out:
		a.record(Record{Event: EventAnswer, Text: "cancelled"})
		a.over.menu = nil
		a.cancel(m)
	case t.kind == typedPaste:
		return "ignored: a menu is up"
	case rest == "":
		return ""
	}
	if rest != "" {
		a.handleRest(rest)
	}
	return ""
}

// handleRest goes on with the characters after one that a menu took.
func (a *Agent) handleRest(rest string) {
	t := typed{kind: typedText, text: rest}
	switch {
	case a.over.left:
	case a.over.menu != nil:
		a.toMenu(t)
	case a.over.transcript:
		a.toTranscript(t)
	default:
		a.toComposer(t)
	}
}

// answer carries out the option picked.
func (a *Agent) answer(m *menu, picked int) {
	switch m.purpose {
	case forTrust:
		if picked == 1 {
			a.leave(1, "not trusted")
		}
	case forPermission, forQuestion:
		if m.purpose == forPermission && picked == 1 {
			a.interrupt()
			return
		}
		a.turn.next = a.now.Add(a.turn.beats[0].after)
	case forRewind, forModel:
	}
}

// cancel is Esc in a menu: a permission denied, a question not answered, a
// look-alike closed.
func (a *Agent) cancel(m *menu) {
	switch m.purpose {
	case forTrust:
		a.leave(1, "not trusted")
	case forPermission, forQuestion:
		a.interrupt()
	case forRewind, forModel:
	}
}

func (a *Agent) toTranscript(t typed) string {
	if t.kind == typedKey && (t.text == keyCtrlO || t.text == keyEscape || t.text == keyCtrlC) || t.kind == typedText && t.text == "q" {
		a.over.transcript = false
		return ""
	}
	return "ignored: the transcript is up"
}

func (a *Agent) toComposer(t typed) string {
	switch {
	case t.kind == typedPaste:
		var ready time.Time
		if a.Modes.Has(SlowDigest) {
			ready = a.now.Add(a.Modes.Span(SlowDigest))
		}
		a.box.paste(t.text, ready)
		return ""
	case t.kind == typedText:
		a.keys.burst.key(t.text, a.now)
		a.box.typeText(t.text)
		return ""
	}
	switch t.text {
	case keyEnter:
		return a.enter(t)
	case keyNewline:
		a.box.typeText("\n")
	case keyBackspace:
		a.box.backspace()
	case keyCtrlU:
		a.box.clear()
	case keyCtrlO:
		a.over.transcript = true
	case keyEscape:
		return a.escape()
	case keyCtrlC:
		a.ctrlC()
	case keyCtrlD:
		if a.box.empty() {
			a.leave(0, "Ctrl-D")
		}
	default:
		return "ignored"
	}
	return ""
}

// kittyAllKeys is the keyboard flag that sends every key as an escape code.
const kittyAllKeys = 8

// enter submits, or does what the modes make of it. The note says which.
func (a *Agent) enter(t typed) string {
	m := a.Modes
	switch {
	case m.Number(Kitty)&kittyAllKeys != 0 && !t.kept:
		return "ignored: under these keyboard flags a plain CR is no key"
	case a.keys.dropped < m.Number(DropEnter):
		a.keys.dropped++
		return "dropped"
	case m.Has(LateEnter) && a.now.Before(a.started.Add(m.Span(LateEnter))):
		return "lost: still starting"
	case m.Has(PasteBurst) && a.keys.burst.holds(a.now):
		a.keys.burst.last = a.now
		a.box.typeText("\n")
		return "a newline: it came within a burst"
	case strings.TrimSpace(a.box.text()) == "":
		return "ignored: nothing to send"
	case !a.box.digesting(a.now).IsZero():
		return "ignored: a paste is not digested"
	}
	a.submit()
	return ""
}

func (a *Agent) submit() {
	slash := a.box.slash()
	if a.Modes.Has(LateSlash) && a.now.Before(a.started.Add(a.Modes.Span(LateSlash))) {
		slash = ""
	}
	text := a.box.take()
	a.box.normal = a.box.vim && a.Modes.Has(VimNormal)
	r := a.record(Record{Event: EventSubmit, Text: text})
	switch {
	case slash != "":
		r.Note = "command"
		a.command(slash)
	case a.turn != nil:
		r.Note = "queued"
		a.queue = append(a.queue, text)
	default:
		a.begin(text)
	}
}

// slashCommand is a row of the menu that a typed slash opens.
type slashCommand struct{ name, help string }

var slashCommands = [...]slashCommand{
	{"/clear", "clear the conversation"},
	{"/exit", "leave"},
	{"/help", "say what it can do"},
	{"/model", "select a model"},
	{"/rewind", "go back to an earlier message"},
	{"/transcript", "show the whole conversation"},
}

func (a *Agent) command(slash string) {
	name, _, _ := strings.Cut(slash, " ")
	switch name {
	case "/clear":
		a.talk = talk{}
		a.talk.add("(cleared)", "")
	case "/exit":
		a.leave(0, "/exit")
	case "/help":
		for _, c := range slashCommands {
			a.talk.add("  " + c.name + "  " + c.help)
		}
	case "/model":
		a.over.menu = modelMenu()
	case "/rewind":
		a.over.menu = rewindMenu()
	case "/transcript":
		a.over.transcript = true
	default:
		a.talk.add("Unknown command: "+name, "")
	}
}

func (a *Agent) escape() string {
	switch {
	case a.box.vim && !a.box.normal:
		a.box.normal = true
	case a.turn != nil:
		a.interrupt()
	default:
		return "ignored"
	}
	return ""
}

// ctrlC interrupts a turn, clears a draft, and leaves the second time.
func (a *Agent) ctrlC() {
	switch {
	case a.turn != nil:
		a.interrupt()
	case !a.box.empty():
		a.box.clear()
	case a.now.Before(a.keys.armed):
		a.leave(0, "Ctrl-C twice")
		return
	}
	a.keys.armed = a.now.Add(leaveWindow)
}
