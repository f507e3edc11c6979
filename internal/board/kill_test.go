package board

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"junto/internal/canvas"
	"junto/internal/fault"
	"junto/internal/store"
)

// editorHome in the environment makes the test binary the editor that is killed.
const editorHome = "JUNTO_TEST_EDITOR_HOME"

// editUntilKilled adds, moves and undoes, and prints what the canvas then is
// once each change was acknowledged.
func editUntilKilled(home string) int {
	ctx := context.Background()
	fail := func(err error) int {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	s, err := store.Open(ctx, home, slog.New(slog.DiscardHandler))
	if err != nil {
		return fail(err)
	}
	b, err := Open(ctx, Options{Store: s, Now: time.Now, Log: slog.Default()})
	if err != nil {
		return fail(err)
	}
	state, err := b.Get("main")
	if fault.Is(err, fault.UnknownTarget) {
		state, err = b.Create(ctx, "main", canvas.Document{})
	}
	for i := 0; err == nil; i++ {
		id := fmt.Sprintf("n%d", state.Rev)
		switch {
		case i%7 == 6:
			state, err = b.Undo(ctx, "main", state.Rev)
		case i%3 == 2 && len(state.Document().Nodes()) > 0:
			n := state.Document().Nodes()[0]
			state, err = b.Edit(ctx, "main", state.Rev, "", []canvas.Action{canvas.MoveNode{ID: n.ID, X: n.X + 1, Y: i}})
		default:
			state, err = b.Edit(ctx, "main", state.Rev, "", []canvas.Action{agent(id)})
		}
		if err == nil {
			fmt.Println(state.Rev, digest(state))
		}
	}
	return fail(err)
}

// digest tells a canvas from what it was one change before.
func digest(s *State) string {
	sum := 0
	for i, n := range s.Document().Nodes() {
		sum += (i + 1) * (n.X + 3*n.Y + len(n.ID))
	}
	return fmt.Sprintf("%d:%d", len(s.Document().Nodes()), sum)
}

var kills = flag.Int("kills", 25, "how often the editor is killed")

// TestNothingAcknowledgedIsLostByKill kills an editor at random moments, a few
// hundred acknowledged changes in all, and looks for the last one each time.
func TestNothingAcknowledgedIsLostByKill(t *testing.T) {
	home := t.TempDir()
	rounds, acknowledged := *kills, 0
	if testing.Short() {
		rounds = 3
	}
	for range rounds {
		said := killAfter(t, home, 1+rand.IntN(60))
		acknowledged += len(said)
		if len(said) == 0 {
			continue
		}
		w := openTable(t, home)
		if err := w.o.Store.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		s := w.must(w.Get("main"))
		var rev int
		var sum string
		if _, err := fmt.Sscan(said[len(said)-1], &rev, &sum); err != nil {
			t.Fatal(err)
		}
		// One more may have been written than was acknowledged.
		if s.Rev != rev && s.Rev != rev+1 || s.Rev == rev && digest(s) != sum {
			t.Fatalf("acknowledged revision %d (%s), found %d (%s)", rev, sum, s.Rev, digest(s))
		}
		w.close(w.o.Store)
	}
	t.Logf("%d rounds, %d acknowledged changes", rounds, acknowledged)
}

// killAfter runs an editor, kills it after some lines, and returns all that it
// had printed by then.
func killAfter(t *testing.T, home string, lines int) (said []string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), editorHome+"="+home)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	read := bufio.NewReader(out)
	for {
		line, err := read.ReadString('\n')
		if err != nil {
			break // the last line may be cut off by the kill
		}
		said = append(said, strings.TrimSpace(line))
		if len(said) == lines {
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() == 1 {
		t.Fatalf("the editor ended by itself: %v", err)
	}
	return said
}
