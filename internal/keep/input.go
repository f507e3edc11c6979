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
	if t.exited {
		return fault.New(fault.Refused, "terminal %d: its program has ended", t.id).
			Next("start another one")
	}
	if t.queued+len(u.data) > maxQueue {
		f := fault.New(fault.Refused, "terminal %d: its program does not read, and %d bytes wait for it", t.id, t.queued).
			Next("look at the terminal: its program may be stopped")
		f.Retryable = true
		return f
	}
	raise(&t.ring.h.replied, replied)
	t.queue = append(t.queue, u)
	t.queued += len(u.data)
	if !t.writing {
		t.writing = true
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
		t.queued -= len(u.data)
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
	if len(t.queue) == 0 {
		t.queue, t.writing = nil, false
		return unit{}, false
	}
	u := t.queue[0]
	t.queue[0] = unit{} // let go of the bytes
	t.queue = t.queue[1:]
	return u, true
}
