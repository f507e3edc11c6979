package vt

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestPrintableASCII(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		p := make([]byte, rng.IntN(20))
		for i := range p {
			p[i] = byte(0x20 + rng.IntN(0x5f))
			if rng.IntN(8) == 0 {
				p[i] = byte(rng.IntN(256))
			}
		}
		want := 0
		for want < len(p) && p[want] >= 0x20 && p[want] < 0x7f {
			want++
		}
		if got := printableASCII(p, 0); got != want {
			t.Fatalf("printableASCII(%q) = %d, want %d", p, got, want)
		}
	}
}

func TestParametersBeyondTheLastAreDropped(t *testing.T) {
	term := New(Options{Cols: 10, Rows: 2})
	term.Write([]byte("\x1b[" + strings.Repeat("0;", maxParams-1) + "1;3;4"))
	if !restores(t, term, []byte(";9mx")) {
		t.Fatal("a snapshot within the sequence")
	}
	if got := term.Cell(0, 0).Style.Attr; got != Bold {
		t.Errorf("the attributes are %b, want only those of the parameter number %d", got, maxParams)
	}
}
