package term

import (
	"bytes"

	"pgregory.net/rapid"
)

// pieces are what random streams are made of: whole and broken sequences.
var pieces = []string{
	"plain text ", "\r\n", "\n", "\t", "漢字", "é", "🤖", "⚪",
	"\x1b[31m", "\x1b[0m", "\x1b[1;3H", "\x1b[2J", "\x1b[K", "\x1b[A", "\x1b[2L", "\x1b[38:2::10:20:30m",
	"\x1b[?25l", "\x1b[?25h", "\x1b[?2004h", "\x1b[?2004l", "\x1b[3;10r", "\x1b[r", "\x1b7", "\x1b8", "\x1bM",
	"\x1b]2;a title\x07", "\x1b]0;✳ other\x1b\\", "\x1b]8;;http://x\x1b\\", "\x1b]8;;\x1b\\",
	"\x1bP+q544e\x1b\\", "\x1b_ignored\x1b\\", "\x1b(0", "\x1b(B", "\x1b[\n1m", "\x1b[3\r4m", "\x1b]2;cut\x18",
	"\x1b[", "\x1b", "\x1b]", "\xff", "\x1b[1\x1b[32m", "\x1b[5n", "\x1b[c",
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
