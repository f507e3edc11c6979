package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// writerHome in the environment makes the test binary the writer that is killed.
const writerHome = "JUNTO_TEST_WRITER_HOME"

// writeUntilKilled adds messages, replies and desk documents, and prints a line
// for each once its write has returned.
func writeUntilKilled(home string) int {
	ctx := context.Background()
	s, err := Open(ctx, home, quiet)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	run, err := s.EnterRun(ctx, "k", noon)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	d, err := s.NewDesk(ctx, []byte(`1`), noon)
	for err == nil {
		var id int
		if id, _, err = s.AddMessage(ctx, run.ID, Message{Time: noon, Kind: "info", Text: "x"}, 1<<30); err != nil {
			break
		}
		fmt.Println("message", run.ID, id)
		reply := MessageChange{Reply: &Reply{Time: noon, Text: fmt.Sprint(id)}}
		if err = s.ChangeMessage(ctx, run.ID, id, reply, 50); err != nil {
			break
		}
		fmt.Println("reply", run.ID, id)
		d.Revision++
		if err = s.SaveDesk(ctx, d.Generation, d.Revision, fmt.Appendf(nil, "%d", d.Revision), noon); err == nil {
			fmt.Println("desk", d.Generation, d.Revision)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// TestNothingAcknowledgedIsLostByKill kills a writer at random moments and then
// looks for every write that it had reported.
func TestNothingAcknowledgedIsLostByKill(t *testing.T) {
	home := t.TempDir()
	var said [][3]string
	rounds := 15
	if testing.Short() {
		rounds = 3
	}
	for range rounds {
		said = append(said, killAfter(t, home, 1+rand.IntN(60))...)
	}
	s := open(t, home)
	must(t, s.Check(t.Context()))
	run, err := s.EnterRun(t.Context(), "k", noon)
	must(t, err)
	all, err := s.Messages(t.Context(), run.ID)
	must(t, err)
	have := map[[3]string]bool{}
	for _, m := range all {
		have[[3]string{"message", fmt.Sprint(run.ID), fmt.Sprint(m.ID)}] = true
		if len(m.Replies) == 1 && m.Replies[0].Text == fmt.Sprint(m.ID) {
			have[[3]string{"reply", fmt.Sprint(run.ID), fmt.Sprint(m.ID)}] = true
		}
	}
	checkDesks(t, s, said)
	messages := 0
	for _, line := range said {
		if line[0] == "desk" {
			continue
		}
		messages++
		if !have[line] {
			t.Errorf("%v was acknowledged and is gone", line)
		}
	}
	t.Logf("%d rounds, %d acknowledged messages and replies, %d messages kept", rounds, messages, len(all))
}

func checkDesks(t *testing.T, s *Store, said [][3]string) {
	t.Helper()
	desks, err := s.Desks(t.Context())
	must(t, err)
	have := map[string]int{}
	for _, d := range desks {
		have[fmt.Sprint(d.Generation)] = d.Revision
		if string(d.Doc) != fmt.Sprint(d.Revision) {
			t.Errorf("generation %d has revision %d and the document %s", d.Generation, d.Revision, d.Doc)
		}
	}
	for _, line := range said {
		var revision int
		if _, err := fmt.Sscan(line[2], &revision); err != nil {
			t.Fatal(err)
		}
		if kept, ok := have[line[1]]; ok && line[0] == "desk" && kept < revision {
			t.Errorf("%v was acknowledged, the stored revision is %d", line, kept)
		}
	}
}

// killAfter runs a writer, kills it after some lines, and returns all that it
// had printed by then.
func killAfter(t *testing.T, home string, lines int) (said [][3]string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), writerHome+"="+home)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	lineOf := bufio.NewScanner(out)
	for lineOf.Scan() {
		words := strings.Fields(lineOf.Text())
		if len(words) != 3 {
			break // cut off by the kill
		}
		said = append(said, [3]string(words))
		if len(said) == lines {
			must(t, c.Process.Kill())
		}
	}
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() == 1 {
		t.Fatalf("the writer ended by itself: %v", err)
	}
	return said
}
