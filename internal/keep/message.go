package keep

import (
	"fmt"
	"syscall"

	"junto/internal/fault"
	"junto/internal/proc"
)

// Version of the protocol and of the ring's layout. A daemon speaks Version and
// the one before.
const (
	Version    = 1
	oldVersion = max(Version-1, 1)
)

type kind byte

// Kinds of frames. Numbers are never used again for something else.
const (
	kindHello  kind = 1 // both ways, once: who speaks which version
	kindRefuse kind = 2 // the keeper, instead of hello: a fault
	kindAnswer kind = 3 // the keeper: done, with what was asked for
	kindFault  kind = 4 // the keeper: not done, and why
	kindBell   kind = 5 // the keeper: this ring has more, or has closed
	kindExit   kind = 6 // the keeper: this terminal's program has ended

	kindList   kind = 16
	kindSpawn  kind = 17
	kindMeta   kind = 18
	kindWrite  kind = 19
	kindResize kind = 20
	kindEnd    kind = 21
	kindSignal kind = 22
	kindForget kind = 23
	kindKnock  kind = 24 // the daemon: there is room in this ring again
	kindQuit   kind = 25
)

const (
	// MaxUnit is the largest unit of input: the 1 MiB that a send may have, and
	// some for what frames it.
	MaxUnit = 1<<20 + 64<<10
	// MaxMeta is the largest entry that is kept with a terminal: an entry is a
	// few names and paths.
	MaxMeta = 64 << 10
)

// Spec says what to start in a terminal.
type Spec struct {
	// Argv is the program and its arguments. A name without a slash is looked
	// up in the PATH of Env.
	Argv []string
	// Env is the program's whole environment, but for what IDEnv adds and the
	// keeper's own mark (MarkEnv).
	Env []string
	// IDEnv, if not empty, names the variable that gets the terminal's id.
	IDEnv string
	// Dir is where the program starts. There is no fallback when it is missing.
	Dir        string
	Cols, Rows int
	// Meta is kept with the terminal from its first moment on.
	Meta []byte
}

// Held is a terminal that the keeper holds.
type Held struct {
	ID      int
	Process proc.Process
	// TTY is the device of the terminal, as proc.Info.TTY has it.
	TTY        uint64
	Cols, Rows int
	Meta       []byte
	// Exited: the first process has ended, with Status. Others that it left
	// behind may still run; End ends them.
	Exited bool
	Status ExitStatus
}

// ExitStatus is how a program ended: by a signal, or with a code.
type ExitStatus struct {
	Code   int
	Signal syscall.Signal // 0: it ended by itself
}

func (s ExitStatus) String() string {
	if s.Signal != 0 {
		return fmt.Sprintf("signal %d (%s)", int(s.Signal), s.Signal)
	}
	return fmt.Sprintf("status %d", s.Code)
}

// Exit says that a terminal's program has ended. Its last output may still be
// on its way into the ring: Ring.Wait tells when that is over.
type Exit struct {
	ID     int
	Status ExitStatus
}

// hello is the first frame of each side.
type hello struct {
	version uint64
	keeper  proc.Process // zero in the daemon's
}

func (h hello) encode() []byte {
	var e encoder
	e.number(h.version)
	e.int(h.keeper.PID)
	e.number(uint64(h.keeper.Start))
	return e.b
}

func decodeHello(b []byte) (hello, error) {
	d := decoder{b: b}
	h := hello{version: d.number(), keeper: proc.Process{PID: d.int(), Start: proc.StartKey(d.number())}}
	return h, d.end()
}

func (s Spec) encode() []byte {
	var e encoder
	e.list(s.Argv)
	e.list(s.Env)
	e.text(s.IDEnv)
	e.text(s.Dir)
	e.int(s.Cols)
	e.int(s.Rows)
	e.bytes(s.Meta)
	return e.b
}

func decodeSpec(b []byte) (Spec, error) {
	d := decoder{b: b}
	s := Spec{
		Argv: d.list(), Env: d.list(), IDEnv: d.text(), Dir: d.text(),
		Cols: d.int(), Rows: d.int(), Meta: d.bytes(),
	}
	return s, d.end()
}

func (h Held) appendTo(e *encoder) {
	e.int(h.ID)
	e.int(h.Process.PID)
	e.number(uint64(h.Process.Start))
	e.number(h.TTY)
	e.int(h.Cols)
	e.int(h.Rows)
	e.bytes(h.Meta)
	e.bool(h.Exited)
	h.Status.appendTo(e)
}

func decodeHeld(d *decoder) Held {
	return Held{
		ID:      d.int(),
		Process: proc.Process{PID: d.int(), Start: proc.StartKey(d.number())},
		TTY:     d.number(),
		Cols:    d.int(), Rows: d.int(),
		Meta:   d.bytes(),
		Exited: d.bool(),
		Status: decodeStatus(d),
	}
}

func (s ExitStatus) appendTo(e *encoder) {
	e.int(s.Code)
	e.int(int(s.Signal))
}

func decodeStatus(d *decoder) ExitStatus {
	return ExitStatus{Code: d.int(), Signal: syscall.Signal(d.int())}
}

// encodeFault carries a fault across the socket; an error that is none becomes
// an internal one that shows the id under which the keeper logged the cause.
func encodeFault(err error, id string) []byte {
	f := fault.From(err, id)
	var e encoder
	e.text(string(f.Type))
	e.text(f.Message)
	e.bool(f.Retryable)
	e.text(f.NextStep)
	return e.b
}

func decodeFault(b []byte) error {
	d := decoder{b: b}
	f := &fault.Fault{Type: fault.Type(d.text()), Message: d.text(), Retryable: d.bool(), NextStep: d.text()}
	if err := d.end(); err != nil {
		return err
	}
	return f
}

// encodeInts and decodeInts are the payloads that are only ids and numbers.
func encodeInts(v ...int) []byte {
	var e encoder
	for _, n := range v {
		e.int(n)
	}
	return e.b
}

func decodeInts(b []byte, v ...*int) error {
	d := decoder{b: b}
	for _, n := range v {
		*n = d.int()
	}
	return d.end()
}

func encodeExit(x Exit) []byte {
	var e encoder
	e.int(x.ID)
	x.Status.appendTo(&e)
	return e.b
}

func decodeExit(b []byte) (Exit, error) {
	d := decoder{b: b}
	x := Exit{ID: d.int(), Status: decodeStatus(&d)}
	return x, d.end()
}
