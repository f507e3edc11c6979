package keep

import "sync"

// exits hands the ends of programs to whoever wants them, without making the
// receiver wait.
type exits struct {
	out  chan Exit
	news chan struct{} // of size one: there are some

	mu   sync.Mutex
	list []Exit // guarded by mu; not handed on yet
}

func newExits() *exits {
	return &exits{out: make(chan Exit), news: make(chan struct{}, 1)}
}

func (e *exits) add(x Exit) {
	e.mu.Lock()
	e.list = append(e.list, x)
	e.mu.Unlock()
	select {
	case e.news <- struct{}{}:
	default:
	}
}

func (e *exits) take() []Exit {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := e.list
	e.list = nil
	return list
}

// handOn runs until lost is closed and everything is handed on, or until
// closing is closed.
func (e *exits) handOn(lost, closing <-chan struct{}) {
	defer close(e.out)
	for last := false; !last; {
		select {
		case <-e.news:
		case <-lost:
			last = true
		}
		for _, x := range e.take() {
			select {
			case e.out <- x:
			case <-closing:
				return
			}
		}
	}
}
