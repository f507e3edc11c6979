package vt

import (
	"strings"
	"testing"
)

// replyCases are queries to a terminal of 10 columns and 5 rows, and its answers.
var replyCases = []struct{ name, in, want string }{
	{"DA1", "\x1b[c", "\x1b[?62;22;52c"},
	{"DA1 with a parameter of zero", "\x1b[0c", "\x1b[?62;22;52c"},
	{"DA2", "\x1b[>c", "\x1b[>1;277;0c"},
	{"DA3", "\x1b[=c", "\x1bP!|00000000\x1b\\"},
	{"XTVERSION", "\x1b[>q", "\x1bP>|junto 1\x1b\\"},
	{"DSR", "\x1b[5n", "\x1b[0n"},
	{"CPR", "\x1b[3;4H\x1b[6n", "\x1b[3;4R"},
	{"CPR in origin mode", "\x1b[2;4r\x1b[?6h\x1b[2;3H\x1b[6n", "\x1b[2;3R"},
	{"DECXCPR", "\x1b[3;4H\x1b[?6n", "\x1b[?3;4R"},
	{"DECRQM of a mode that is set", "\x1b[?2004h\x1b[?2004$p", "\x1b[?2004;1$y"},
	{
		"DECRQM of one that is not", "\x1b[?2026$p\x1b[?1016$p\x1b[?2027$p\x1b[?2031$p",
		"\x1b[?2026;2$y\x1b[?1016;2$y\x1b[?2027;2$y\x1b[?2031;2$y",
	},
	{"DECRQM of autowrap and the cursor", "\x1b[?7$p\x1b[?25l\x1b[?25$p", "\x1b[?7;1$y\x1b[?25;2$y"},
	{"DECRQM of an unknown one", "\x1b[?69$p", "\x1b[?69;0$y"},
	{"DECRQM of the screen", "\x1b[?1049h\x1b[?1049$p", "\x1b[?1049;1$y"},
	{"DECRQM of an ANSI mode", "\x1b[4h\x1b[4$p\x1b[20$p\x1b[9$p", "\x1b[4;1$y\x1b[20;2$y\x1b[9;0$y"},
	{"size in pixels", "\x1b[14t\x1b[16t", "\x1b[4;90;90t\x1b[6;18;9t"},
	{"size in cells", "\x1b[18t\x1b[19t", "\x1b[8;5;10t\x1b[9;5;10t"},
	{"the title is not told", "\x1b]0;evil\a\x1b[21t", ""},
	{"kitty keyboard", "\x1b[?u\x1b[>5u\x1b[?u\x1b[<u\x1b[?u", "\x1b[?0u\x1b[?5u\x1b[?0u"},
	{"XTMODKEYS", "\x1b[>4;2m\x1b[?4m", "\x1b[>4;2m"},
	{"theme", "\x1b[?996n", "\x1b[?997;1n"},
	{"foreground", "\x1b]10;?\a", "\x1b]10;rgb:d4d4/d4d4/d4d4\a"},
	{"background, ended by ST", "\x1b]11;?\x1b\\", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"},
	{"cursor colour", "\x1b]12;?\a", "\x1b]12;rgb:d4d4/d4d4/d4d4\a"},
	{"several dynamic colours", "\x1b]10;?;?\a", "\x1b]10;rgb:d4d4/d4d4/d4d4\a\x1b]11;rgb:1e1e/1e1e/1e1e\a"},
	{"a colour that was set", "\x1b]11;#ffffff\a\x1b]11;?\a", "\x1b]11;rgb:ffff/ffff/ffff\a"},
	{"a colour that was set and reset", "\x1b]11;#fff\a\x1b]111\a\x1b]11;?\a", "\x1b]11;rgb:1e1e/1e1e/1e1e\a"},
	{"palette", "\x1b]4;1;?;232;?\a", "\x1b]4;1;rgb:cccc/0000/0000\a\x1b]4;232;rgb:0808/0808/0808\a"},
	{
		"palette set and reset", "\x1b]4;1;rgb:1/22/333\a\x1b]4;1;?\a\x1b]104;1\a\x1b]4;1;?\a",
		"\x1b]4;1;rgb:1111/2222/3333\a\x1b]4;1;rgb:cccc/0000/0000\a",
	},
	{"the clipboard is not told", "\x1b]52;c;?\a", ""},
	{"program status", "\x1b]7501;?\x1b\\", "\x1b]7501;?\x1b\\"},
	{"program status, ended by BEL", "\x1b]7501;?\a", "\x1b]7501;?\a"},
	{"what notifications may have", "\x1b]99;i=7:p=?;\x1b\\", "\x1b]99;i=7:p=?;p=title,body\x1b\\"},
	{"XTGETTCAP", "\x1bP+q544e\x1b\\", "\x1bP1+r544e=787465726D2D323536636F6C6F72\x1b\\"},
	{"XTGETTCAP of several, one unknown", "\x1bP+q524742;7878\x1b\\", "\x1bP1+r524742=382F382F38\x1b\\\x1bP0+r7878\x1b\\"},
	{"XTGETTCAP of a flag", "\x1bP+q5463\x1b\\", "\x1bP1+r5463\x1b\\"},
	{"DECRQSS of the margins", "\x1b[2;4r\x1bP$qr\x1b\\", "\x1bP1$r2;4r\x1b\\"},
	{"DECRQSS of the style", "\x1b[1;31;4:3m\x1bP$qm\x1b\\", "\x1bP1$r0;1;4:3;31m\x1b\\"},
	{"DECRQSS of the cursor", "\x1b[4 q\x1bP$q q\x1b\\", "\x1bP1$r4 q\x1b\\"},
	{"DECRQSS of protection", "\x1b[1\"q\x1bP$q\"q\x1b\\", "\x1bP1$r1\"q\x1b\\"},
	{"DECRQSS of what is not known", "\x1bP$qx\x1b\\", "\x1bP0$r\x1b\\"},
	{"kitty graphics are not there", "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c", "\x1b[?62;22;52c"},
}

func TestReplies(t *testing.T) {
	for _, c := range replyCases {
		t.Run(c.name, func(t *testing.T) {
			whole := New(Options{Cols: 10, Rows: 5})
			whole.Write([]byte(c.in))
			if got := string(whole.TakeReplies()); got != c.want {
				t.Errorf("replies are %q, want %q", got, c.want)
			}
			split := New(Options{Cols: 10, Rows: 5})
			for i := range len(c.in) {
				split.Write([]byte(c.in[i : i+1]))
			}
			if got := string(split.TakeReplies()); got != c.want {
				t.Errorf("byte by byte, replies are %q, want %q", got, c.want)
			}
			if text := strings.Join(screenText(whole), ""); text != "" {
				t.Errorf("the query showed %q", text)
			}
		})
	}
}

func TestRepliesAreBounded(t *testing.T) {
	term := New(Options{})
	term.Write([]byte(strings.Repeat("\x1b[c", 1_000_000)))
	if n := len(term.TakeReplies()); n > maxReplies {
		t.Errorf("%d bytes of replies are kept, want at most %d", n, maxReplies)
	}
	term.Write([]byte("\x1b[5n"))
	if got := string(term.TakeReplies()); got != "\x1b[0n" {
		t.Errorf("after they were taken, the reply is %q", got)
	}
}

func TestThemeChangeIsReportedWhenAskedFor(t *testing.T) {
	term := New(Options{})
	light := Colors{Foreground: RGB(0, 0, 0), Background: RGB(255, 255, 255)}
	term.SetColors(light)
	if got := term.TakeReplies(); got != nil {
		t.Errorf("without being asked, it reports %q", got)
	}
	term.Write([]byte("\x1b[?2031h"))
	term.SetColors(light)
	if got := string(term.TakeReplies()); got != "\x1b[?997;2n" {
		t.Errorf("it reports %q, want a light theme", got)
	}
	term.Write([]byte("\x1b]10;?\a"))
	if got := string(term.TakeReplies()); got != "\x1b]10;rgb:0000/0000/0000\a" {
		t.Errorf("the foreground is told as %q", got)
	}
}
