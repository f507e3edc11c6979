package vt

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// corpusBytes is how much of each corpus is made: enough that the scrollback
// fills and turns over.
const corpusBytes = 4 << 20

// corpus is one kind of output, of which pieces are appended until there is
// enough.
type corpus struct {
	name  string
	piece func(b *bytes.Buffer, r *rand.Rand, i int)
}

// corpora are what programs print: logs, numbers, very long lines, few and many
// styles, wide characters, a full-screen program, an inline one that rewrites
// its last rows, and scrolling regions.
var corpora = []corpus{
	{"ascii", func(b *bytes.Buffer, r *rand.Rand, _ int) {
		fmt.Fprintf(b, "2026-11-30T12:%02d:%02d.%03d %s\r\n", r.IntN(60), r.IntN(60), r.IntN(1000), prose(r, 20+r.IntN(80)))
	}},
	{"seq", func(b *bytes.Buffer, _ *rand.Rand, i int) { fmt.Fprintf(b, "%d\r\n", i+1) }},
	{"long", func(b *bytes.Buffer, r *rand.Rand, _ int) { b.WriteString(prose(r, 10_000) + "\r\n") }},
	{"sgr", writeFewStyles},
	{"sgrmany", writeManyStyles},
	{"cjk", writeWide},
	{"tui", writeFullScreen},
	{"ink", writeInline},
	{"region", writeRegions},
}

// make returns the corpus, the same each time.
func (c corpus) make() []byte {
	var b bytes.Buffer
	r := rand.New(rand.NewPCG(42, 0))
	for i := 0; b.Len() < corpusBytes; i++ {
		c.piece(&b, r, i)
	}
	return b.Bytes()
}

var vocabulary = strings.Fields("the quick brown fox jumps over lazy dog error warning info debug func return " +
	"package import main if err nil struct interface goroutine channel select mutex read write open close file " +
	"socket terminal screen buffer cursor agent tokens thinking running tool bash grep edit diff patch commit " +
	"branch merge test pass fail build deploy server client request response")

func word(r *rand.Rand) string { return vocabulary[r.IntN(len(vocabulary))] }

// prose returns n bytes of words.
func prose(r *rand.Rand, n int) string {
	var s strings.Builder
	for s.Len() < n {
		s.WriteString(word(r) + " ")
	}
	return s.String()[:n]
}

func writeFewStyles(b *bytes.Buffer, r *rand.Rand, _ int) {
	for range 10 {
		k := r.IntN(16)
		switch r.IntN(6) {
		case 0, 1:
			fmt.Fprintf(b, "\x1b[38;5;%dm", k*13+20)
		case 2, 3:
			fmt.Fprintf(b, "\x1b[38;2;%d;%d;128m", k*16, 255-k*16)
		case 4:
			fmt.Fprintf(b, "\x1b[1;%dm", 30+k%8)
		default:
			fmt.Fprintf(b, "\x1b[48;5;%dm", 232+k%8)
		}
		b.WriteString(word(r) + "\x1b[0m ")
	}
	b.WriteString("\r\n")
}

func writeManyStyles(b *bytes.Buffer, r *rand.Rand, _ int) {
	for range 10 {
		switch w := word(r); r.IntN(5) {
		case 0:
			fmt.Fprintf(b, "\x1b[38;5;%dm%s\x1b[0m ", r.IntN(256), w)
		case 1:
			fmt.Fprintf(b, "\x1b[38;2;%d;%d;%dm%s\x1b[39m ", r.IntN(8)*32, r.IntN(8)*32, r.IntN(8)*32, w)
		case 2:
			fmt.Fprintf(b, "\x1b[1;%dm%s\x1b[22;39m ", 30+r.IntN(8), w)
		case 3:
			fmt.Fprintf(b, "\x1b[48;5;%d;%dm%s\x1b[m ", r.IntN(256), 30+r.IntN(8), w)
		default:
			fmt.Fprintf(b, "\x1b[3;4m%s\x1b[23;24m ", w)
		}
	}
	b.WriteString("\r\n")
}

var signs = []string{
	"😀", "🚀", "✅", "⚠️", "👩‍💻", "🇩🇪", "👍🏽", "❤️", "é", "ñ", "🧑‍🤝‍🧑", "⏺", "✻", "…", "─", "│", "╭", "❯",
}

func writeWide(b *bytes.Buffer, r *rand.Rand, _ int) {
	for range 20 + r.IntN(60) {
		switch {
		case r.IntN(10) == 0:
			b.WriteString(signs[r.IntN(len(signs))])
		case r.IntN(12) == 0:
			b.WriteString(" " + word(r) + " ")
		default:
			b.WriteRune(rune(0x4e00 + r.IntN(0x5000)))
		}
	}
	b.WriteString("\r\n")
}

func writeFullScreen(b *bytes.Buffer, r *rand.Rand, i int) {
	if i == 0 {
		b.WriteString("\x1b[?1049h\x1b[?2004h\x1b[?1002h\x1b[?1006h")
	}
	b.WriteString("\x1b[?2026h\x1b[?25l\x1b[H")
	for y := 1; y <= 50; y++ {
		fmt.Fprintf(b, "\x1b[%d;1H\x1b[2K", y)
		switch {
		case y == 1 || y == 46 || y == 49:
			b.WriteString("\x1b[38;2;136;136;136m╭" + strings.Repeat("─", 198) + "╮\x1b[0m")
		case y == 47:
			fmt.Fprintf(b, "\x1b[38;5;%dm✻\x1b[0m \x1b[1mThinking…\x1b[22m \x1b[2m(%ds · ↑ %d tokens · esc to interrupt)\x1b[22m",
				100+r.IntN(100), r.IntN(100), r.IntN(9999))
		case r.IntN(3) == 0:
			fmt.Fprintf(b, "  \x1b[32m+ %4d\x1b[39m  \x1b[48;2;2;40;0m%s\x1b[K\x1b[0m", y, prose(r, 40+r.IntN(100)))
		default:
			fmt.Fprintf(b, "⏺ \x1b[1m%s\x1b[22m(%s) \x1b[38;5;244m%s\x1b[0m", word(r), prose(r, 10+r.IntN(20)), prose(r, 10+r.IntN(80)))
		}
	}
	b.WriteString("\x1b[48;3H\x1b[?25h\x1b[?2026l")
}

func writeInline(b *bytes.Buffer, r *rand.Rand, i int) {
	b.WriteString("\x1b[?2026h")
	if i > 0 {
		b.WriteString(strings.Repeat("\x1b[2K\x1b[1A", 8))
	}
	b.WriteString("\x1b[2K\x1b[G")
	if r.IntN(3) == 0 {
		fmt.Fprintf(b, "\x1b[38;5;231m⏺\x1b[39m %s\r\n", prose(r, 60+r.IntN(180)))
	}
	rule := strings.Repeat("─", 150)
	fmt.Fprintf(b, "\x1b[38;5;174m✻ %s…\x1b[39m \x1b[38;5;246m(%ds · %d tokens)\x1b[39m\r\n\r\n", word(r), r.IntN(100), r.IntN(9999))
	fmt.Fprintf(b, "\x1b[38;5;244m╭%s╮\x1b[39m\r\n", rule)
	fmt.Fprintf(b, "\x1b[38;5;244m│\x1b[39m > %-147s\x1b[38;5;244m│\x1b[39m\r\n", prose(r, 5+r.IntN(60)))
	fmt.Fprintf(b, "\x1b[38;5;244m╰%s╯\x1b[39m\r\n  \x1b[38;5;246m? for shortcuts\x1b[39m\r\n\r\n\r\n\x1b[?2026l", rule)
}

func writeRegions(b *bytes.Buffer, r *rand.Rand, _ int) {
	b.WriteString("\x1b[5;45r\x1b[45;1H")
	for range 30 {
		b.WriteString(prose(r, 30+r.IntN(100)) + "\r\n")
	}
	b.WriteString("\x1b[5;1H")
	for range 10 {
		b.WriteString("\x1bM" + prose(r, 30+r.IntN(60)) + "\r")
	}
	fmt.Fprintf(b, "\x1b[20;1H\x1b[3L%s\x1b[10;1H\x1b[2M\x1b[2S\x1b[1T\x1b[15;20H\x1b[5@%s\x1b[4P\x1b[8X\x1b[r",
		prose(r, 80), prose(r, 20))
}
