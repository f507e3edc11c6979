package outer

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"junto/internal/vt"
)

// questions are what terminals answer, or report by themselves once asked to.
var questions = map[string]string{
	"DA1":                    "\x1b[c",
	"DA1 with parameter":     "\x1b[0c",
	"DA2":                    "\x1b[>c",
	"DA3":                    "\x1b[=0c",
	"DECID":                  "\x1bZ",
	"status":                 "\x1b[5n",
	"cursor position":        "\x1b[6n",
	"DECXCPR":                "\x1b[?6n",
	"colour scheme":          "\x1b[?996n",
	"mode":                   "\x1b[4$p",
	"private mode":           "\x1b[?2026$p",
	"XTVERSION":              "\x1b[>0q",
	"kitty keyboard":         "\x1b[?u",
	"key options":            "\x1b[?4m",
	"size in pixels":         "\x1b[14t",
	"size in cells":          "\x1b[18t",
	"title":                  "\x1b[21t",
	"resize":                 "\x1b[8;10;10t",
	"move":                   "\x1b[3;0;0t",
	"hex titles":             "\x1b[>1t",
	"DECREQTPARM":            "\x1b[x",
	"DECRQPSR":               "\x1b[1$w",
	"checksum":               "\x1b[1;1;1;1;1;1*y",
	"self test":              "\x1b[2;1y",
	"graphics":               "\x1b[?1;1;0S",
	"reported colours":       "\x1b[#R",
	"reported attributes":    "\x1b[1;1;1;1#|",
	"preferred supplemental": "\x1b[&u",
	"displayed extent":       "\x1b[\"v",
	"locator":                "\x1b[1'|",
	"locator reports":        "\x1b[1;2'z",
	"printer":                "\x1b[5i",
	"colour reports":         "\x1b[?2031h",
	"size reports":           "\x1b[?25;02048h",
	"answer-back":            "\x05",
	"8 bit answers":          "\x1b G",
	"no UTF-8":               "\x1b%@",
	"DECRQSS":                "\x1bP$qm\x1b\\",
	"XTGETTCAP":              "\x1bP+q544e\x1b\\",
	"picture":                "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\",
	"palette":                "\x1b]4;1;?\x07",
	"foreground":             "\x1b]10;?\x1b\\",
	"background":             "\x1b]11;?\x07",
	"both":                   "\x1b]10;#fff;?\x07",
	"kitty colours":          "\x1b]21;foreground=?\x1b\\",
	"clipboard":              "\x1b]52;c;?\x07",
	"font":                   "\x1b]50;?\x07",
	"program status":         "\x1b]7501;?\x1b\\",
	"pointer":                "\x1b]22;?__current__\x1b\\",
	"notification":           "\x1b]99;i=1:p=?;\x1b\\",
	"iTerm2":                 "\x1b]1337;ReportCellSize\x07",
	"C1 CSI":                 "\u009bc",
	"C1 OSC, C1 ST":          "\u009d11;?\u009c",
	"C1 DCS":                 "\u0090$qm\u009c",
	"C1 DECID":               "\u009a",
	"across controls":        "\x1b[\x00\x7f6n",
}

func TestQuestionsAreTakenOut(t *testing.T) {
	for name, q := range questions {
		var f Filter
		got := string(f.Next([]byte("before" + q + "after")))
		if strings.ReplaceAll(got, "\x00", "") != "beforeafter" {
			t.Errorf("%s: %q became %q", name, q, got)
		}
	}
}

func TestWhatDrawsPasses(t *testing.T) {
	for _, out := range []string{
		"plain text, snøfall, 日本, 👩‍👩‍👧\r\n\t\b\a\x0e\x0f",
		"\x1b7\x1b8\x1b=\x1b>\x1bc\x1bM\x1b(0\x1b)B\x1b#8",
		"\x1b[H\x1b[2J\x1b[1;5r\x1b[1;31;48:2::1:2:3m\x1b[m\x1b[3b\x1b[2 q\x1b[!p\x1b[1\"q\x1b['}",
		"\x1b[?25l\x1b[?1049h\x1b[?1000;1006h\x1b[?2004h\x1b[?2026h\x1b[?2026l\x1b[?1004h",
		"\x1b[>1u\x1b[<u\x1b[=1;1u\x1b[u\x1b[s\x1b[>4;2m",
		"\x1b[22;0t\x1b[23;0t",
		"\x1b]0;What now?\x1b\\\x1b]2;?\x1b\\\x1b]7;file:///?\x1b\\\x1b]8;;http://x/?a=?\x1b\\x\x1b]8;;\x1b\\",
		"\x1b]9;4;1;50\x1b\\\x1b]777;notify;Done?;really?\x1b\\\x1b]133;D;0\x1b\\",
		"\x1b]4;1;#fff\x1b\\\x1b]11;#000\x1b\\\x1b]104\x1b\\\x1b]52;c;aGk=\x1b\\",
	} {
		var f Filter
		if got := string(f.Next([]byte(out))); got != out {
			t.Errorf("%q became %q", out, got)
		}
	}
}

func TestSequencesThatAreCutOff(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b[31\x18m":                   "\x18m",
		"\x1b[31\x1b[32mx":               "\x1b[32mx",
		"\x1b]0;title\x1b[31mx":          "\x1b[31mx",
		"\x1b]0;title\x1b[6nx":           "x",
		"\x1b]0;title\x18x":              "x",
		"\x1b[1\n2H":                     "\n\x1b[12H",
		"\x1b\x1b[cx":                    "x",
		"\x1b[?1?cx":                     "x",
		"\x1b[1 2mx":                     "x",
		"\x1bP\x07tmux;\x1b\x1b[c\x1b\\": "\x1b\\",
		"\x1b]0;a\u009c\x1b[cx":          "\x1b]0;a\x1b\\x",
		"\x1b]0;a\u0085x":                "\x1bEx",
		"\u00a0\u00bf\u0085x":            "\u00a0\u00bf\x1bEx",
		"\xc2\xc2\xc2\xa0":               "\ufffd\ufffd\u00a0",
		"\xc2\x05\x9bc":                  "\ufffd\x9bc",
		"\xc2\x1b[6n\x9bc":               "\ufffd\x9bc",
	} {
		var f Filter
		if got := string(f.Next([]byte(in))); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestALongSequenceIsBounded(t *testing.T) {
	var f Filter
	f.Next([]byte("\x1b]52;c;"))
	chunk := bytes.Repeat([]byte("A"), 1<<20)
	for range 8 {
		if got := f.Next(chunk); len(got) != 0 {
			t.Fatalf("%d bytes passed", len(got))
		}
	}
	if len(f.seq) > longestSequence {
		t.Errorf("%d bytes are held", len(f.seq))
	}
	if got := string(f.Next([]byte("\x07after"))); got != "after" {
		t.Errorf("got %q", got)
	}
}

// output draws pieces of terminal output, whole and broken.
func output(t *rapid.T) []byte {
	pieces := []string{
		"text ", "日本", "\r\n", "\x1b[31m", "\x1b[2;3H", "\x1b[2J", "\x1b[?1049h", "\x1b[?1049l", "\x1b]0;title\x07", "\x1b]8;;x\x1b\\",
		"\x1b", "[", "]", "P", "\\", "?", ">", "0", ";", "c", "n", "$p", "t", "u", "q", "\x07", "\x18", "\xc2", "\x9b", "\x9d", "\x9c", "\x90", "\x05",
	}
	for _, name := range slices.Sorted(maps.Keys(questions)) { // a seed draws the same each time
		pieces = append(pieces, questions[name])
	}
	return []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "pieces"), ""))
}

// The emulator of the daemon answers nothing that the filter lets pass, however
// the output is cut into pieces; and filtering again changes nothing.
func TestNothingThatPassesIsAnswered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		out := output(t)
		var whole, pieces Filter
		pass := whole.Next(out)
		var cut []byte
		for rest := out; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "cut")
			cut = append(cut, pieces.Next(rest[:n])...)
			rest = rest[n:]
		}
		if !bytes.Equal(pass, cut) {
			t.Fatalf("%q became %q in one piece, and %q in several", out, pass, cut)
		}
		var again Filter
		if got := again.Next(pass); !bytes.Equal(got, pass) {
			t.Fatalf("%q became %q, and then %q", out, pass, got)
		}
		answers(t, pass)
	})
}

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func answers(t failer, pass []byte) {
	t.Helper()
	term := vt.New(vt.Options{Cols: 80, Rows: 24})
	term.Write(pass)
	if got := term.TakeReplies(); len(got) > 0 {
		t.Fatalf("%q is answered by %q", pass, got)
	}
}

func FuzzFilter(f *testing.F) {
	for _, q := range questions {
		f.Add([]byte("a"+q+"b"), 3)
	}
	f.Fuzz(func(t *testing.T, out []byte, n int) {
		var whole, pieces Filter
		pass := whole.Next(out)
		n = min(max(n, 0), len(out))
		cut := append(pieces.Next(out[:n]), pieces.Next(out[n:])...)
		if !bytes.Equal(pass, cut) {
			t.Fatalf("%q became %q in one piece, and %q in two", out, pass, cut)
		}
		answers(t, pass)
	})
}
