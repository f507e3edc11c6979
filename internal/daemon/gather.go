package daemon

import (
	"context"
	"time"
)

// gather passes each canvas on that has news, once, a pause after the first of
// them, until the news end or ctx does. canvasOf reports false for news that are
// none here.
func gather[T any](ctx context.Context, news <-chan T, pause time.Duration, canvasOf func(T) (string, bool), pass func(canvas string)) {
	timer := time.NewTimer(0)
	<-timer.C
	fresh := make(map[string]bool)
	for {
		select {
		case <-ctx.Done():
			return
		case n, ok := <-news:
			if !ok {
				return
			}
			canvas, ok := canvasOf(n)
			if !ok {
				continue
			}
			if len(fresh) == 0 {
				timer.Reset(pause)
			}
			fresh[canvas] = true
		case <-timer.C:
			for canvas := range fresh {
				pass(canvas)
			}
			clear(fresh)
		}
	}
}
