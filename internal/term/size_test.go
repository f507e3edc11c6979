package term

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestWhoOwnsTheSize(t *testing.T) {
	type do struct {
		what       string // resize, type, focus, hide
		window     string
		cols, rows int
	}
	for name, c := range map[string]struct {
		do   []do
		want []size
	}{
		"the first that asks owns it": {
			[]do{{"resize", "desk", 160, 40}, {"resize", "phone", 65, 35}}, []size{{160, 40}},
		},
		"a window that types takes it over": {
			[]do{{"resize", "desk", 160, 40}, {"resize", "phone", 65, 35}, {"type", "phone", 0, 0}, {"resize", "desk", 170, 40}},
			[]size{{160, 40}, {65, 35}},
		},
		"and gives it back to the next that types": {
			[]do{{"resize", "desk", 160, 40}, {"resize", "phone", 65, 35}, {"type", "phone", 0, 0}, {"type", "desk", 0, 0}},
			[]size{{160, 40}, {65, 35}, {160, 40}},
		},
		"a focus report is no typing": {
			[]do{{"resize", "desk", 160, 40}, {"resize", "phone", 65, 35}, {"focus", "phone", 0, 0}}, []size{{160, 40}},
		},
		"hidden and tiny windows count for nothing": {
			[]do{{"resize", "desk", 160, 40}, {"resize", "desk", 0, 0}, {"resize", "desk", 1, 40}, {"resize", "desk", 160, 1}},
			[]size{{160, 40}},
		},
		"with no window left the size stays": {
			[]do{{"resize", "desk", 160, 40}, {"hide", "desk", 0, 0}}, []size{{160, 40}},
		},
		"after the owner left the next that asks owns it": {
			[]do{{"resize", "desk", 160, 40}, {"hide", "desk", 0, 0}, {"resize", "phone", 65, 35}},
			[]size{{160, 40}, {65, 35}},
		},
		"a window that types before it says its size": {
			[]do{{"resize", "desk", 160, 40}, {"type", "phone", 0, 0}, {"resize", "desk", 150, 40}, {"resize", "phone", 65, 35}},
			[]size{{160, 40}, {65, 35}},
		},
		"keys from no window change nothing": {
			[]do{{"resize", "desk", 160, 40}, {"type", "", 0, 0}, {"resize", "desk", 150, 40}}, []size{{160, 40}, {150, 40}},
		},
		"what is larger than any screen is cut": {
			[]do{{"resize", "desk", 1 << 20, 1 << 20}}, []size{{maxCols, maxRows}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ring := newRing(0)
				keeper := newKeeper(ring)
				term := open(t, ring, keeper, nil)
				for _, d := range c.do {
					switch d.what {
					case "resize":
						term.Resize(d.window, d.cols, d.rows)
					case "type":
						press(t, term, d.window, "x")
					case "focus":
						press(t, term, d.window, "\x1b[I")
					case "hide":
						term.Hide(d.window)
					}
					time.Sleep(2 * resizeSettle)
				}
				synctest.Wait()
				if diff := cmp.Diff(c.want, keeper.told(), cmp.AllowUnexported(size{})); diff != "" {
					t.Error(diff)
				}
				shut(t, term)
			})
		})
	}
}

func TestADraggedEdgeIsOneResize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring := newRing(0)
		keeper := newKeeper(ring)
		term := open(t, ring, keeper, nil)
		for cols := 160; cols >= 60; cols-- {
			term.Resize("w", cols, 40)
			time.Sleep(time.Second / 60)
		}
		last := time.Now()
		for len(keeper.told()) == 0 {
			time.Sleep(time.Millisecond)
		}
		if waited := time.Since(last); waited < resizeSettle-time.Second/60 {
			t.Errorf("told after %v", waited)
		}
		time.Sleep(time.Hour)
		if diff := cmp.Diff([]size{{60, 40}}, keeper.told(), cmp.AllowUnexported(size{})); diff != "" {
			t.Error(diff)
		}
		shut(t, term)
	})
}

func TestANewSizeIsInTheCheckpointBeforeTheProgramKnowsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "checkpoint")
		ring := newRing(0)
		keeper := newKeeper(ring)
		term := open(t, ring, keeper, func(o *Options) { o.Checkpoint = file })
		ring.put([]byte("text"))
		synctest.Wait()
		term.Resize("w", 100, 50)
		time.Sleep(2 * resizeSettle)
		synctest.Wait()
		c, err := ReadCheckpoint(file)
		if err != nil || c.Cols != 100 || c.Rows != 50 || c.Offset != 4 {
			t.Errorf("checkpoint %d×%d at %d, %v", c.Cols, c.Rows, c.Offset, err)
		}
		shut(t, term)
	})
}

func TestThePTYsOwnSizeIsTheTrueOne(t *testing.T) {
	file := filepath.Join(t.TempDir(), "checkpoint")
	if err := (Checkpoint{Cols: 100, Rows: 50}).write(file); err != nil {
		t.Fatal(err)
	}
	ring := newRing(0)
	term := open(t, ring, newKeeper(ring), func(o *Options) { o.Checkpoint, o.Cols, o.Rows = file, 120, 40 })
	if cols, rows := term.Size(); cols != 120 || rows != 40 {
		t.Errorf("%d×%d", cols, rows)
	}
}
