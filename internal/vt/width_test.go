package vt

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"
	"unicode/utf8"
)

func TestWidthByCluster(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 1, "abc": 3, "é": 1, "e\u0301": 1, "\x07a\x1b": 1,
		"中": 2, "中文字": 6, "ｱ": 1, "Ａ": 2, "한": 2, "\u1112\u1161\u11ab": 2, "あ": 2,
		"⚡": 2, "🤖": 2, "✅": 2, "⏳": 2, "⚪": 2, "❌": 2, "😀": 2,
		"⚠": 1, "⚠️": 2, "❤": 1, "❤️": 2, "❤️‍🔥": 2, "☝🏽": 2,
		"👩‍💻": 2, "👨‍👩‍👧‍👦": 2, "🧑‍🤝‍🧑": 2, "👍🏽": 2, "1️⃣": 2, "#️⃣": 2, "1": 1,
		"🇩🇪": 2, "🇩": 1, "🇩🇪🇯🇵": 4, "🏴󠁧󠁢󠁥󠁮󠁧󠁿": 2,
		"─│╭": 3, "⣿": 1, "\ue0b0": 1, "⏺": 1, "✻": 1, "❯": 1, "…": 1, "\u00ad": 1, "\u200b": 0,
		"कि": 1, "กำ": 2,
	} {
		if got := Width(text); got != want {
			t.Errorf("Width(%q) = %d, want %d", text, got, want)
		}
	}
}

// TestWidthsAreTheSameInThePage compares the table of every code point, and the
// rules over random sequences of those that have some.
func TestWidthsAreTheSameInThePage(t *testing.T) {
	o := startOracle(t)
	table := o.ask(t, oracleRequest{Table: true})[0]
	for r := range rune(utf8.MaxRune + 1) {
		if got := propertyOf(r).width(); got != table[r]-'0' {
			t.Fatalf("U+%04X is %d wide, in the page %c", r, got, table[r])
		}
	}
	var texts []string
	rng := rand.New(rand.NewPCG(1, 1))
	for range 5_000 {
		text := ""
		for range 1 + rng.IntN(6) {
			text += string(interesting[rng.IntN(len(interesting))])
		}
		texts = append(texts, text)
	}
	for i, want := range o.ask(t, oracleRequest{Widths: texts}) {
		if got := fmt.Sprint(Width(texts[i])); got != want {
			t.Fatalf("Width(%q) = %s, in the page %s", texts[i], got, want)
		}
	}
}

// interesting has characters of each class.
var interesting = []rune("aé1#*中한ｱ─✻⚠❤⚡🤖☝🏽🏿🇩🇪\u0301\u200d\ufe0e\ufe0f\u20e3👩💻🔥❤️ािक\u00ad\u1161")

// TestBulkWidths checks the shortcuts that next takes against the table.
func TestBulkWidths(t *testing.T) {
	for r := rune(0x20); r <= utf8.MaxRune; r++ {
		for _, before := range []clusterState{{}, {afterText, 1}, {afterJoiner, 2}, {afterRegional, 1}} {
			want, wantJoins := before.nextRare(r)
			got, joins := before.next(r)
			if got != want || joins != wantJoins {
				t.Fatalf("U+%04X after %v: %v %t, want %v %t", r, before, got, joins, want, wantJoins)
			}
		}
	}
}

// TestPageHasTheSameTable reads the page's generated file; it needs no node.
func TestPageHasTheSameTable(t *testing.T) {
	page, err := os.ReadFile("../../web/src/lib/terminal/widths.gen.ts")
	if err != nil {
		t.Fatal(err)
	}
	var got []propertyRange
	for _, m := range regexp.MustCompile(`\[(0x[0-9a-f]+), (0x[0-9a-f]+), (\d+)\]`).FindAllStringSubmatch(string(page), -1) {
		var r propertyRange
		if _, err := fmt.Sscan(m[1]+" "+m[2]+" "+m[3], &r.first, &r.last, &r.property); err != nil {
			t.Fatalf("%q: %v", m[0], err)
		}
		got = append(got, r)
	}
	if !slices.Equal(got, propertyRanges) {
		t.Errorf("the page has another table of %d ranges, not of %d: run go generate ./internal/vt", len(got), len(propertyRanges))
	}
}
