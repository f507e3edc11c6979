package keep

import (
	"bytes"
	"errors"
	"io"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"junto/internal/fault"
	"junto/internal/proc"
)

func TestFramesArriveAsTheyWereSent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOf(rapid.Custom(func(t *rapid.T) frame {
			return frame{
				kind:    kind(rapid.Byte().Draw(t, "kind")),
				number:  rapid.Uint32().Draw(t, "number"),
				payload: append([]byte{}, rapid.SliceOf(rapid.Byte()).Draw(t, "payload")...),
			}
		})).Draw(t, "frames")
		var wire []byte
		for _, f := range want {
			wire = f.appendTo(wire)
		}
		r := bytes.NewReader(wire)
		for _, f := range want {
			got, err := readFrame(r)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(f, got, cmp.AllowUnexported(frame{})); diff != "" {
				t.Fatal(diff)
			}
		}
		if _, err := readFrame(r); !errors.Is(err, io.EOF) {
			t.Fatalf("after the last frame: %v", err)
		}
		if len(wire) == 0 {
			return
		}
		cut := rapid.IntRange(0, len(wire)-1).Draw(t, "cut")
		r = bytes.NewReader(wire[:cut])
		var err error
		for err == nil {
			_, err = readFrame(r)
		}
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("a cut frame: %v", err)
		}
	})
}

func drawHeld(t *rapid.T) Held {
	return Held{
		ID:      rapid.Int().Draw(t, "id"),
		Process: proc.Process{PID: rapid.Int().Draw(t, "pid"), Start: proc.StartKey(rapid.Uint64().Draw(t, "start"))},
		TTY:     rapid.Uint64().Draw(t, "tty"),
		Cols:    rapid.Int().Draw(t, "cols"), Rows: rapid.Int().Draw(t, "rows"),
		Meta:   rapid.SliceOf(rapid.Byte()).Draw(t, "meta"),
		Exited: rapid.Bool().Draw(t, "exited"),
		Status: ExitStatus{Code: rapid.Int().Draw(t, "code"), Signal: syscall.Signal(rapid.IntRange(0, 64).Draw(t, "signal"))},
	}
}

func TestPayloadsArriveAsTheyWereSent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })
		spec := Spec{
			Argv: rapid.SliceOf(text).Draw(t, "argv"), Env: rapid.SliceOf(text).Draw(t, "env"),
			IDEnv: text.Draw(t, "idenv"), Dir: text.Draw(t, "dir"),
			Cols: rapid.Int().Draw(t, "cols"), Rows: rapid.Int().Draw(t, "rows"),
			Meta: rapid.SliceOf(rapid.Byte()).Draw(t, "meta"),
		}
		got, err := decodeSpec(spec.encode())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(spec, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		var e encoder
		want := []Held{drawHeld(t), drawHeld(t)}
		for _, h := range want {
			h.appendTo(&e)
		}
		d := decoder{b: e.b}
		held := []Held{decodeHeld(&d), decodeHeld(&d)}
		if err := d.end(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, held, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestFaultsArriveAsTheyWereSent(t *testing.T) {
	want := fault.New(fault.Refused, "terminal %d: no", 3).Next("try %s", "that")
	want.Retryable = true
	got := decodeFault(encodeFault(want, "id"))
	if diff := cmp.Diff(error(want), got); diff != "" {
		t.Error(diff)
	}
	if got := decodeFault(encodeFault(io.ErrNoProgress, "id")); !fault.Is(got, fault.Internal) {
		t.Errorf("an error that is no fault: %v", got)
	}
}

// FuzzFrames reads whatever comes as frames, and every payload as everything
// that it could be.
func FuzzFrames(f *testing.F) {
	f.Add(frame{kind: kindSpawn, number: 1, payload: Spec{Argv: []string{"sh"}, Env: []string{"A=b"}, Dir: "/", Cols: 80, Rows: 24}.encode()}.appendTo(nil))
	f.Add(frame{kind: kindFault, number: 2, payload: encodeFault(fault.New(fault.Input, "no"), "")}.appendTo(nil))
	f.Add(frame{kind: kindHello, payload: hello{version: Version}.encode()}.appendTo(nil))
	f.Add(frame{kind: kindResize, payload: encodeInts(1, 80, 24)}.appendTo(nil))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bytes.NewReader(b)
		for {
			fr, err := readFrame(r)
			if err != nil {
				return
			}
			if !bytes.Contains(b, fr.payload) {
				t.Fatal("a payload that was not sent")
			}
			if h, err := decodeHello(fr.payload); err == nil {
				if again, err := decodeHello(h.encode()); err != nil || again != h {
					t.Fatalf("%+v is read as %+v, %v", h, again, err)
				}
			}
			if s, err := decodeSpec(fr.payload); err == nil {
				again, err := decodeSpec(s.encode())
				if diff := cmp.Diff(s, again, cmpopts.EquateEmpty()); err != nil || diff != "" {
					t.Fatal(err, diff)
				}
			}
			if x, err := decodeExit(fr.payload); err == nil {
				if again, err := decodeExit(encodeExit(x)); err != nil || again != x {
					t.Fatalf("%+v is read as %+v, %v", x, again, err)
				}
			}
			d := decoder{b: fr.payload}
			for d.err == nil && len(d.b) > 0 {
				decodeHeld(&d)
			}
			_ = decodeFault(fr.payload)
		}
	})
}
