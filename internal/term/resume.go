package term

import "time"

const (
	// FindWait is how long a text whose typing was cut short is looked for: on a
	// busy machine agents show what was pasted many seconds later. What comes later
	// still stands in the composer, where the gate types nothing over it.
	FindWait = 10 * time.Second
	// findEvery is how often it is looked for.
	findEvery = 100 * time.Millisecond
	// pressAgain and maxPresses are when, and how often, Enter is pressed: as
	// often as for a text that was not cut short.
	pressAgain = 2 * time.Second
	maxPresses = 4
)

// Await waits for a condition, for a time at most or until closing is closed, and
// reports whether it came.
func Await(limit time.Duration, closing <-chan struct{}, ok func() bool) bool {
	end := time.NewTimer(limit)
	defer end.Stop()
	ticker := time.NewTicker(findEvery)
	defer ticker.Stop()
	for !ok() {
		select {
		case <-ticker.C:
		case <-end.C:
			return false
		case <-closing:
			return false
		}
	}
	return true
}

// SendOff presses Enter until a text that was cut short does not stand in the
// composer any more, and reports whether it came to that: agents ignore an Enter
// while they take a paste in.
func SendOff(closing <-chan struct{}, press func(), stands func() bool) bool {
	for range maxPresses {
		press()
		if Await(pressAgain, closing, func() bool { return !stands() }) {
			return true
		}
		select {
		case <-closing:
			return false
		default:
		}
	}
	return false
}
