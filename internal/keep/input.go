package keep

import "junto/internal/fault"

// maxQueue is how much input may wait for a program that does not read: a few
// of the largest units. More than that is not typing.
const maxQueue = 4 << 20

// unit is a piece of input that is written as one.
type unit struct {
	data []byte
	done func(error) // called once, when the PTY has taken all or never will
}

// queue is the input that the PTY has not taken yet.
type queue struct {
	units   []unit
	bytes   int  // of the units, and of the one that is being written
	writing bool // a writer runs
}

// write takes a unit on, or refuses it whole. replied is recorded now and not
// when the PTY has taken it: from now on the unit is written, even if no daemon
// is there to see it.
func (t *terminal) write(u unit, replied uint64) error {
	if len(u.data) > MaxUnit {
		return fault.New(fault.Input, "terminal %d: a unit of input has %d bytes, %d are allowed", t.id, len(u.data), MaxUnit).
			Next("send it in parts")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.state.exited {
		return fault.New(fault.Refused, "terminal %d: its program has ended", t.id).
			Next("start another one")
	}
	if t.input.bytes+len(u.data) > maxQueue {
		f := fault.New(fault.Refused, "terminal %d: its program does not read, and %d bytes wait for it", t.id, t.input.bytes).
			Next("look at the terminal: its program may be stopped")
		f.Retryable = true
		return f
	}
	raise(&t.ring.h.replied, replied)
	t.input.units = append(t.input.units, u)
	t.input.bytes += len(u.data)
	if !t.input.writing {
		t.input.writing = true
		t.workers.Go(t.writeQueue)
	}
	return nil
}

// writeQueue writes until the queue is empty. Where the PTY is full the poller
// waits for it. The units come one after the other out of one goroutine, so
// nothing comes between the bytes of one.
func (t *terminal) writeQueue() {
	for {
		u, ok := t.nextUnit()
		if !ok {
			return
		}
		_, err := t.pty.master.Write(u.data)
		t.mu.Lock()
		t.input.bytes -= len(u.data)
		t.mu.Unlock()
		if err != nil {
			err = t.hidden(err)
		}
		u.done(err)
	}
}

func (t *terminal) nextUnit() (unit, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	q := &t.input
	if len(q.units) == 0 {
		q.units, q.writing = nil, false
		return unit{}, false
	}
	u := q.units[0]
	q.units[0] = unit{} // let go of the bytes
	q.units = q.units[1:]
	return u, true
}
