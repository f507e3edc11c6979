package keep

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func isEOF(err error) bool { return errors.Is(err, io.EOF) }

func TestOutputArrivesWhole(t *testing.T) {
	c, _ := begin(t)
	_, r := spawn(t, c, "seq 1 200000")
	var want bytes.Buffer
	for i := 1; i <= 200000; i++ {
		fmt.Fprintf(&want, "%d\r\n", i)
	}
	if got := readAll(t, r); !bytes.Equal(got, want.Bytes()) {
		t.Errorf("got %d bytes, want %d", len(got), want.Len())
	}
}

func TestStatusOfExit(t *testing.T) {
	c, _ := begin(t)
	for _, test := range []struct {
		script string
		want   ExitStatus
	}{
		{"exit 0", ExitStatus{}},
		{"exit 7", ExitStatus{Code: 7}},
		{"kill -9 $$", ExitStatus{Signal: 9}},
	} {
		held, _ := spawn(t, c, test.script)
		if diff := cmp.Diff(test.want, waitExit(t, c, held.ID)); diff != "" {
			t.Errorf("%s: %s", test.script, diff)
		}
	}
}

func TestInputIsEchoed(t *testing.T) {
	c, _ := begin(t)
	held, r := spawn(t, c, "cat")
	if err := c.Write(t.Context(), held.ID, []byte("hello\r"), 0); err != nil {
		t.Fatal(err)
	}
	if got, want := string(readUntil(t, r, "hello\r\nhello\r\n")), "hello\r\nhello\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
