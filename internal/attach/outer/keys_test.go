package outer

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

const detachKey = "\x1c"

func TestDetachKeys(t *testing.T) {
	tests := []struct {
		name   string
		typed  []string // separate reads
		want   string   // what the program gets, but for what is still held
		detach bool
	}{
		{"keys pass", []string{"ls -l\r", "\x1b[A", "\x1bOA", "é"}, "ls -l\r\x1b[A\x1bOAé", false},
		{"twice", []string{"a\x1c\x1cb"}, "a", true},
		{"twice in two reads", []string{"\x1c", "\x1c"}, "", true},
		{"in kitty's encoding", []string{"\x1b[92;5u", "\x1b[92;5:1u"}, "", true},
		{"with releases between", []string{"\x1b[92;5u\x1b[92;5:3u\x1b[57442;5:3u", "\x1b[57442;5u\x1b[92;5u"}, "", true},
		{"in xterm's encoding", []string{"\x1b[27;5;92~\x1b[27;5;92~"}, "", true},
		{"with a key between", []string{"\x1cx\x1c"}, "\x1cx", false},
		{"with an arrow between", []string{"\x1c\x1b[A\x1c"}, "\x1c\x1b[A", false},
		{"once", []string{"\x1c"}, "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var k Keys
			var got []byte
			var detach bool
			for _, typed := range test.typed {
				pass, done := k.Read([]byte(typed), time.Unix(0, 0))
				got = append(got, pass...)
				detach = detach || done
			}
			if string(got) != test.want || detach != test.detach {
				t.Errorf("got %q, detached %v; want %q, %v", got, detach, test.want, test.detach)
			}
		})
	}
}

func TestOnePressGoesOnAfterAWhile(t *testing.T) {
	var k Keys
	start := time.Unix(0, 0)
	if !k.Due().IsZero() {
		t.Error("something is due before any key")
	}
	k.Read([]byte(detachKey), start)
	if got := k.Due(); got != start.Add(secondPress) {
		t.Errorf("due at %v", got)
	}
	if got := string(k.Flush()); got != detachKey {
		t.Errorf("flushed %q", got)
	}
	if !k.Due().IsZero() || len(k.Flush()) > 0 {
		t.Error("it is flushed twice")
	}
	// Two presses too far apart are two keys of the program's.
	k.Read([]byte(detachKey), start)
	pass, done := k.Read([]byte(detachKey), start.Add(secondPress+1))
	if string(pass) != detachKey || done {
		t.Errorf("late: passed %q, detached %v", pass, done)
	}
}

// What is typed without the key arrives as it is, however it is cut.
func FuzzKeys(f *testing.F) {
	f.Add([]byte("ls\x1b[A\x1c"), 3)
	f.Add([]byte("\x1b[200~text\x1b[201~"), 7)
	f.Fuzz(func(t *testing.T, typed []byte, n int) {
		n = min(max(n, 0), len(typed))
		var k Keys
		var got []byte
		for _, part := range [][]byte{typed[:n], typed[n:]} {
			pass, done := k.Read(part, time.Unix(0, 0))
			got = append(got, pass...)
			if done {
				if strings.Count(string(typed), "\x1c")+strings.Count(string(typed), "92") < 2 {
					t.Fatalf("%q detached", typed)
				}
				return
			}
		}
		if got = append(got, k.Flush()...); !bytes.Equal(got, typed) {
			t.Fatalf("%q became %q", typed, got)
		}
	})
}
