package vt

import (
	"strings"
	"testing"
)

func TestTabs(t *testing.T) {
	runBehaviours(t, []behaviour{
		{name: "stops are every eight columns", in: "\tX", screen: "        X"},
		{name: "the last stop is the last column", in: "\t\tX", screen: "         X", cursor: "9,0 pending"},
		{name: "HTS sets one and TBC clears it", in: "\x1b[4G\x1bH\r\tX\x1b[4G\x1b[g\r\tY", screen: "   X    Y"},
		{name: "TBC 3 clears all", in: "\x1b[3g\tX", screen: "         X"},
		{name: "CHT goes several on", in: "\x1b[3G\x1bH\r\x1b[2IX", screen: "        X"},
		{name: "CBT goes back", in: "\x1b[10G\x1b[ZX\x1b[2ZY", screen: "Y       X"},
		{name: "RIS brings the stops back", in: "\x1b[3g\x1bc\tX", screen: "        X"},
	})
}

func TestWrapping(t *testing.T) {
	runBehaviours(t, []behaviour{
		{name: "the last column does not wrap yet", in: "0123456789", screen: "0123456789", cursor: "9,0 pending"},
		{name: "the next character wraps", in: "0123456789a", screen: "0123456789|a", cursor: "1,1"},
		{name: "CRLF at the end makes no blank row", in: "0123456789\r\na", screen: "0123456789|a"},
		{name: "without autowrap the last column is overwritten", in: "\x1b[?7l0123456789ab", screen: "012345678b"},
		{name: "a wide character that does not fit wraps whole", in: "012345678中", screen: "012345678|中", cursor: "2,1"},
		{name: "without autowrap a wide character that does not fit is dropped", in: "\x1b[?7l012345678中", screen: "012345678"},
		{name: "at the bottom right it scrolls", in: "\x1b[5;1H0123456789a", screen: "|||0123456789|a"},
		{name: "wrapping in the last row below a region stays in it", in: "\x1b[1;3r\x1b[5;1H0123456789ab", screen: "||||ab23456789"},
	})
}

func TestWideCharactersAndClusters(t *testing.T) {
	runBehaviours(t, []behaviour{
		{name: "overwriting the left half blanks the right", in: "中\x1b[1GX", screen: "X", cursor: "1,0"},
		{name: "overwriting the right half blanks the left", in: "中\x1b[2GX", screen: " X"},
		{name: "a wide one over two halves blanks both neighbours", in: "中中\x1b[2G文", screen: " 文"},
		{name: "a mark joins the character before it", in: "e\u0301x", screen: "e\u0301x", cursor: "2,0"},
		{name: "a mark joins after the last column", in: "012345678e\u0301x", screen: "012345678e\u0301|x"},
		{name: "a mark joins after a sequence", in: "e\x1b[1m\u0301x", screen: "e\u0301x", cursor: "2,0"},
		{name: "a mark at the start of a row stands on a space", in: "\u0301x", screen: " \u0301x", cursor: "2,0"},
		{name: "an emoji sequence is one cluster", in: "👩\u200d💻x", screen: "👩\u200d💻x", cursor: "3,0"},
		{name: "a family is one cluster", in: "👨\u200d👩\u200d👧\u200d👦x", screen: "👨\u200d👩\u200d👧\u200d👦x", cursor: "3,0"},
		{name: "a skin tone joins", in: "👍🏽x", screen: "👍🏽x", cursor: "3,0"},
		{name: "a flag is one cluster", in: "🇯🇵漢字", screen: "🇯🇵漢字", cursor: "6,0"},
		{name: "two flags are two", in: "🇩🇪🇯🇵x", screen: "🇩🇪🇯🇵x", cursor: "5,0"},
		{name: "VS16 widens", in: "⚠\ufe0fx", screen: "⚠\ufe0fx", cursor: "3,0"},
		{name: "VS16 at the edge takes the character to the next row", in: "012345678⚠\ufe0fx", screen: "012345678|⚠\ufe0fx", cursor: "3,1"},
		{name: "a keycap is wide", in: "1\ufe0f\u20e3x", screen: "1\ufe0f\u20e3x", cursor: "3,0"},
		{name: "a sequence is not joined across a control", in: "👩\u200d\x1b[m💻", screen: "👩\u200d💻", cursor: "4,0"},
		{name: "conjoining Hangul is one cluster", in: "\u1112\u1161\u11abx", screen: "\u1112\u1161\u11abx", cursor: "3,0"},
		{name: "C1 controls in UTF-8 are ignored", in: "a\u009b31mb", screen: "a31mb"},
		{name: "DEL is ignored", in: "a\x7fb", screen: "ab"},
		{name: "invalid UTF-8 is shown as such", in: "a\xffb\xc3(", screen: "a\ufffdb\ufffd("},
		{name: "a surrogate in UTF-8 is invalid", in: "\xed\xa0\x80", screen: "\ufffd\ufffd\ufffd"},
	})
}

func TestRepeating(t *testing.T) {
	runBehaviours(t, []behaviour{
		{name: "REP repeats the last character", in: "a\x1b[3b", screen: "aaaa"},
		{name: "REP wraps", in: "ab\x1b[9b", screen: "abbbbbbbbb|b"},
		{name: "REP repeats a cluster", in: "⚠\ufe0f\x1b[2bx", screen: "⚠\ufe0f⚠\ufe0f⚠\ufe0fx"},
		{name: "REP after a sequence repeats nothing", in: "a\x1b[m\x1b[3b", screen: "a"},
		{name: "REP before anything repeats nothing", in: "\x1b[3b", screen: ""},
		{
			name: "a billion repeats fill the screen once", in: "x\x1b[1000000000bY", kept: "xxxxxxxxxx",
			screen: strings.Repeat("xxxxxxxxxx|", 4) + "xY",
		},
	})
}

func TestCharacterSets(t *testing.T) {
	runBehaviours(t, []behaviour{
		{name: "line drawing in G0", in: "\x1b(0lqk\x1b(Bq", screen: "┌─┐q"},
		{name: "SO and SI change between G0 and G1", in: "\x1b)0a\x0eq\x0fq", screen: "a─q"},
		{name: "LS2 and LS3 use G2 and G3", in: "\x1b*0\x1b+A\x1bnq\x1bo#\x0f#", screen: "─£#"},
		{name: "the British set has a pound sign", in: "\x1b(A#\x1b(B#", screen: "£#"},
		{name: "the German set has umlauts", in: "\x1b(K[\\]{|}~", screen: "ÄÖÜäöüß"},
		{name: "an unknown set is ASCII", in: "\x1b(?q#", screen: "q#"},
		{name: "a set maps ASCII only", in: "\x1b(0é中q", screen: "é中─"},
		{name: "DECSTR goes back to ASCII", in: "\x1b(0\x1b[!pq", screen: "q"},
	})
}

func TestSequencesThatMeanNothing(t *testing.T) {
	runBehaviours(t, []behaviour{
		{name: "unknown CSI", in: "\x1b[5y\x1b[?999h\x1b[>7tok", screen: "ok"},
		{name: "a malformed CSI is read to its end", in: "\x1b[1?5Hok", screen: "ok"},
		{name: "two intermediates", in: "\x1b[1 !pok\x1b%%Gok", screen: "okok"},
		{name: "CAN and SUB end a sequence", in: "\x1b[3\x18a\x1b]0;x\x1ab", screen: "ab"},
		{name: "ESC begins another one", in: "\x1b[3\x1b[2Cx", screen: "  x"},
		{name: "a control inside of one is obeyed", in: "ab\x1b[\r2Cx", screen: "abx"},
		{name: "sixels", in: "\x1bPq#0;2;0;0;0~~\x1b\\ok", screen: "ok"},
		{name: "kitty graphics", in: "\x1b_Ga=q,i=1;AAAA\x1b\\ok", screen: "ok"},
		{name: "PM and SOS", in: "\x1b^x\x1b\\\x1bXy\x1b\\ok", screen: "ok"},
		{name: "a string does not end at 0x9c", in: "\x1b]0;✳ title\aok", screen: "ok"},
		{name: "more parameters than there may be", in: "\x1b[" + strings.Repeat("1;", 100) + "5Hok", screen: "ok"},
		{name: "huge parameters", in: "\x1b[99999999999999999999;4294967297Hx", screen: "-", cursor: "9,4 pending"},
	})
}
