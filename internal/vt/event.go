package vt

// EventKind says what an Event is.
type EventKind uint8

const (
	// EventTitle: the title changed to Text.
	EventTitle EventKind = iota + 1
	// EventCwd: the program says that its working directory is Text (OSC 7).
	EventCwd
	// EventBell: BEL.
	EventBell
	// EventNotify: a notification, with Title and Body (OSC 9, 99, 777).
	EventNotify
	// EventProgress: State and, where there is one, Value in percent (OSC 9;4).
	EventProgress
	// EventMark: a semantic prompt mark (OSC 133); Text is its body, as "A" or "D;0".
	EventMark
	// EventClipboard: the program wrote Text to the clipboard (OSC 52).
	EventClipboard
	// EventProgramStatus: a report of the Program Status Protocol (OSC 7501);
	// Text is its body, not yet parsed.
	EventProgramStatus
)

// Progress states of OSC 9;4.
const (
	ProgressNone = iota
	ProgressNormal
	ProgressError
	ProgressIndeterminate
	ProgressPaused
)

// Event is something that the program said beside its screen.
type Event struct {
	Kind  EventKind
	Text  string
	Title string // of a notification
	Body  string // of a notification
	State int    // of a progress report
	Value int    // of a progress report
}

const (
	// maxEvents and maxEventBytes, of text, bound the events that nobody has
	// taken yet; the oldest go. Any one event fits.
	maxEvents     = 512
	maxEventBytes = 4 << 20
	// maxReplies bounds the answers that nobody has taken yet, so that a
	// program which asks and never reads costs nothing. Later answers go.
	maxReplies = 64 << 10
	// maxText bounds titles, notifications and paths.
	maxText = 4 << 10
)

// outbox holds what the terminal has to say and nobody has taken yet.
type outbox struct {
	replies    []byte
	events     []Event
	eventBytes int
	generation uint64
}

// event adds an event. A bell or title directly after another of its kind
// replaces it: only the last counts, and programs send many.
func (o *outbox) event(e Event) {
	if n := len(o.events); n > 0 && o.events[n-1].Kind == e.Kind &&
		(e.Kind == EventBell || e.Kind == EventTitle || e.Kind == EventCwd) {
		o.eventBytes += e.size() - o.events[n-1].size()
		o.events[n-1] = e
		return
	}
	o.events = append(o.events, e)
	o.eventBytes += e.size()
	for len(o.events) > maxEvents || o.eventBytes > maxEventBytes {
		o.eventBytes -= o.events[0].size()
		o.events[0] = Event{}
		o.events = o.events[1:]
	}
}

// size counts the bytes of an event's texts.
func (e *Event) size() int { return len(e.Text) + len(e.Title) + len(e.Body) }

// TakeEvents returns the events since the last call, in order.
func (t *Terminal) TakeEvents() []Event {
	e := t.out.events
	t.out.events, t.out.eventBytes = nil, 0
	return e
}

// TakeReplies returns the answers to queries since the last call, for the
// program to read.
func (t *Terminal) TakeReplies() []byte {
	r := t.out.replies
	t.out.replies = nil
	return r
}
