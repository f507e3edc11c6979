package term

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"junto/internal/vt"
)

// pieces are what random streams are made of: whole and broken sequences.
var pieces = []string{
	"plain text ", "\r\n", "\n", "\t", "漢字", "é", "🤖", "⚪",
	"\x1b[31m", "\x1b[0m", "\x1b[1;3H", "\x1b[2J", "\x1b[K", "\x1b[A", "\x1b[2L", "\x1b[38:2::10:20:30m",
	"\x1b[?25l", "\x1b[?25h", "\x1b[?2004h", "\x1b[?2004l", "\x1b[3;10r", "\x1b[r", "\x1b7", "\x1b8", "\x1bM",
	"\x1b]2;a title\x07", "\x1b]0;✳ other\x1b\\", "\x1b]8;;http://x\x1b\\", "\x1b]8;;\x1b\\",
	"\x1bP+q544e\x1b\\", "\x1b_ignored\x1b\\", "\x1b(0", "\x1b(B", "\x1b[\n1m", "\x1b[3\r4m", "\x1b]2;cut\x18",
	"\x1b[", "\x1b", "\x1b]", "\xe6\xbc", "\xff", "\x1b[1\x1b[32m", "\x1b[5n", "\x1b[c",
	"\x1b[?2026h", "\x1b[?2026l", "\x1b[?1049h", "\x1b[?1049l",
}

func stream(t *rapid.T, label string) []byte {
	return []byte(bytes.Join(rapid.Custom(func(t *rapid.T) [][]byte {
		var all [][]byte
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(pieces)-1), 0, 60).Draw(t, "pieces") {
			all = append(all, []byte(pieces[i]))
		}
		return all
	}).Draw(t, label), nil))
}

func TestTheTailIsWhatASnapshotDoesNotHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := stream(t, "stream")
		cut := rapid.IntRange(0, len(all)).Draw(t, "cut")
		whole := vt.New(vt.Options{Cols: 40, Rows: 10})
		var end tail
		for rest := all[:cut]; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "piece")
			whole.Write(rest[:n])
			end.feed(rest[:n])
			rest = rest[n:]
		}
		again := vt.New(vt.Options{Cols: 40, Rows: 10})
		again.Write(append(whole.Snapshot(), end.bytes()...))
		again.Write(all[cut:])
		whole.Write(all[cut:])
		if got, want := again.Snapshot(), whole.Snapshot(); !bytes.Equal(got, want) {
			t.Fatalf("cut at %d of %q, tail %q\ngot  %q\nwant %q", cut, all, end.bytes(), got, want)
		}
	})
}

func TestTailsByHand(t *testing.T) {
	for in, want := range map[string]string{
		"":                      "",
		"text":                  "",
		"text\x1b":              "\x1b",
		"\x1b[31":               "\x1b[31",
		"\x1b[31m":              "",
		"\x1b[3\n1":             "\x1b[31",
		"\x1b[31\x18":           "",
		"\x1b]2;tit":            "\x1b]2;tit",
		"\x1b]2;title\x1b":      "\x1b",
		"\x1b]2;title\x1b\\":    "",
		"\x1b]2;title\x07":      "",
		"\x1bPq\x07":            "\x1bPq",
		"\x1b(":                 "\x1b(",
		"\x1b(B":                "",
		"a\x1b[1mb\xe6":         "\xe6",
		"\xe6\xbc":              "\xe6\xbc",
		"漢":                     "",
		"\xff\xff":              "",
		"\xf0\x9f\xa4":          "\xf0\x9f\xa4",
		"\x1b]2;✳ in \xe2\x9c":  "\x1b]2;✳ in \xe2\x9c",
		"\x1b[1\x1b[2":          "\x1b[2",
		"\x1b[1m text \x1b[2;3": "\x1b[2;3",
	} {
		var at tail
		at.feed([]byte(in))
		var by tail
		for i := range len(in) {
			by.feed([]byte(in)[i : i+1])
		}
		if string(at.bytes()) != want || string(by.bytes()) != want {
			t.Errorf("%q: at once %q, by bytes %q, want %q", in, at.bytes(), by.bytes(), want)
		}
	}
}

func FuzzTail(f *testing.F) {
	for _, p := range pieces {
		f.Add([]byte(p), 1)
	}
	f.Fuzz(func(t *testing.T, b []byte, cut int) {
		cut = min(max(cut, 0), len(b))
		var at, by tail
		at.feed(b)
		by.feed(b[:cut])
		by.feed(b[cut:])
		if !bytes.Equal(at.bytes(), by.bytes()) {
			t.Errorf("%q cut at %d: %q and %q", b, cut, at.bytes(), by.bytes())
		}
	})
}
