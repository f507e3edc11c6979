package canvas

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got); after reading the difference, run with -update:\n%s", name, diff)
	}
}

// checkout is a canvas with every kind of node of the official build.
func checkout(t testing.TB) Document {
	t.Helper()
	data, err := os.ReadFile("testdata/checkout.canvas")
	if err != nil {
		t.Fatal(err)
	}
	d, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func glances(node string) string {
	return map[string]string{"planner": "working", "builder": "attention", "reviewer": "idle"}[node]
}

func TestProjectionsAreTheSameToTheByte(t *testing.T) {
	d := checkout(t)
	golden(t, "checkout.canonical.canvas", d.Encode())
	golden(t, "checkout.digest.txt", d.Digest("Checkout", glances))
	live := func(node string) Live {
		l := Live{Glance: glances(node)}
		if node == "planner" {
			l.Screen = []string{"● Read(internal/checkout/cart.go)", "  └ 212 lines", "", "> "}
		}
		return l
	}
	golden(t, "checkout.svg", d.SVG(Dark, live))
	golden(t, "checkout.light.svg", d.SVG(Light, nil))
	again, err := Decode(d.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.SVG(Dark, live), d.SVG(Dark, live)) || !bytes.Equal(again.Digest("Checkout", nil), d.Digest("Checkout", nil)) {
		t.Error("the same document gave other bytes after writing and reading it")
	}
}

func TestTextInAPictureIsNoMarkup(t *testing.T) {
	evil := `</text><script>alert("x")</script>` + "\x07\u202e & <b>"
	d, err := New([]Node{
		{ID: "a", Type: Text, Rect: Rect{0, 0, 900, 90}, Text: evil},
		{ID: "b", Type: Text, Rect: Rect{0, 200, 900, 200}, Text: evil, Ether: &Ether{Entity: &Entity{Kind: "x\"><script>"}}},
		{ID: "c", Type: Link, Rect: Rect{0, 500, 900, 90}, URL: "javascript:" + evil},
		{ID: "g", Type: Group, Rect: Rect{0, 700, 900, 90}, Label: evil},
	}, []Edge{{ID: "e", FromNode: "a", ToNode: "b", Look: Look{Label: evil}}})
	if err != nil {
		t.Fatal(err)
	}
	dec := xml.NewDecoder(bytes.NewReader(d.SVG(Dark, func(string) Live { return Live{Glance: "idle", About: evil, Screen: []string{evil}} })))
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := tok.(xml.StartElement); ok && start.Name.Local == "script" {
			t.Fatal("a text became an element")
		}
	}
}

func TestAnEmptyCanvasHasProjections(t *testing.T) {
	var d Document
	if got, want := string(d.Encode()), "{\n  \"nodes\": [],\n  \"edges\": []\n}\n"; got != want {
		t.Errorf("written as %q, want %q", got, want)
	}
	if got, want := string(d.Digest("new", nil)), "canvas :: new\nnodes :: 0\nedges :: 0\n"; got != want {
		t.Errorf("digest %q, want %q", got, want)
	}
	if len(d.SVG(Dark, nil)) == 0 {
		t.Error("no picture")
	}
}

// "I can read what a card is called, however narrow it is."
func TestANarrowCardShowsItsTitle(t *testing.T) {
	for _, width := range []int{120, 160, 220, 400} {
		d, err := New([]Node{{ID: "n", Type: Text, Rect: Rect{Width: width, Height: 60}, Text: "newbie", Ether: &Ether{Entity: &Entity{Kind: KindAgent}, Flags: []Flag{Blocker}}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if svg := string(d.SVG(Dark, nil)); !strings.Contains(svg, ">newbie<") {
			t.Errorf("%d wide, it does not show its title:\n%s", width, svg)
		}
	}
}
