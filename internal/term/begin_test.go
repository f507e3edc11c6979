package term

import (
	"errors"
	"testing"
	"testing/synctest"
)

func TestBeginComesBeforeTheFirstByte(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDemo(t, "normal")
		synctest.Wait()
		gone := errors.New("read meanwhile")
		out, err := send(t, d, "not this", TypeOptions{Begin: func() error { return gone }})
		if !errors.Is(err, gone) || out.Typed || out.Submitted {
			t.Errorf("outcome %+v, %v, want %v", out, err, gone)
		}
		begun := 0
		out, err = send(t, d, "but this", TypeOptions{Begin: func() error {
			if begun++; len(d.submitted()) > 0 {
				t.Error("begun after the text")
			}
			return nil
		}})
		if err != nil || !out.Submitted || begun != 1 {
			t.Errorf("outcome %+v, %v, begun %d times", out, err, begun)
		}
		if got := d.submitted(); len(got) != 1 || got[0] != "but this" {
			t.Errorf("the agent took %q", got)
		}
		shut(t, d.Terminal)
	})
}
