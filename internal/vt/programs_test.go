package vt

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// program is a random but valid use of a terminal, in pieces.
type program struct {
	rng        *rand.Rand
	cols, rows int
	ops        [][]byte
}

func randomProgram(seed uint64) *program {
	p := &program{rng: rand.New(rand.NewPCG(seed, 0))}
	p.cols = p.pick(10, 20, 40)
	p.rows = p.pick(4, 6, 10)
	for range 5 + p.rng.IntN(60) {
		p.ops = append(p.ops, []byte(p.op()))
	}
	return p
}

func (p *program) pick(n ...int) int { return n[p.rng.IntN(len(n))] }

func (p *program) one(s ...string) string { return s[p.rng.IntN(len(s))] }

// csi returns a control sequence with a small random parameter.
func (p *program) csi(finals string) string {
	f := finals[p.rng.IntN(len(finals))]
	if p.rng.IntN(3) == 0 {
		return fmt.Sprintf("\x1b[%c", f)
	}
	return fmt.Sprintf("\x1b[%d%c", p.rng.IntN(6), f)
}

// op returns one operation. It avoids what xterm.js is known to do otherwise:
// relative moves in origin mode, the cursor's row and the character sets across DECRC, wide
// characters at the edge without autowrap, marks at the start of a row.
func (p *program) op() string {
	switch p.rng.IntN(16) {
	case 0, 1, 2, 3:
		return p.text()
	case 4:
		return p.one("\r", "\n", "\r\n", "\b", "\t", "\x1bD", "\x1bE", "\x1bM", "\r\n\r\n")
	case 5:
		return fmt.Sprintf("\x1b[%d;%dH", 1+p.rng.IntN(p.rows+1), 1+p.rng.IntN(p.cols+1))
	case 6:
		return p.csi("ABCDEFGd`aeIZ")
	case 7:
		return fmt.Sprintf("\x1b[%d%c", p.rng.IntN(3), "JK"[p.rng.IntN(2)])
	case 8:
		return p.csi("X@P")
	case 9:
		return p.csi("LMST")
	case 10:
		top := 1 + p.rng.IntN(p.rows-1)
		return p.one("\x1b[r", fmt.Sprintf("\x1b[%d;%dr", top, top+1+p.rng.IntN(p.rows-top)))
	case 11, 12:
		return p.graphics()
	case 13:
		return p.one("\x1b7\x1b[H\x1b[42mab\x1b8", "\x1b[s\x1b[2;2Hx\x1b[u", "\x1bH", "\x1b[g", "\x1b(0lqx\x1b(B", "\x1b)0\x0elqx\x0f", "\x1b(K[]\x1b(B")
	case 14:
		return p.one("\x1b[?1049h\x1b[31mX\x1b[m\x1b[?1049l", "\x1b[?47h", "\x1b[?47l", "\x1b[4h", "\x1b[4l", "\x1b[?7labcdefghijklmnop\x1b[?7h",
			"\x1b[?25l", "\x1b[?25h", "\x1b[?1h", "\x1b[20h", "\x1b[20l", "\x1b[?2004h", "\x1b[?45h")
	default:
		return p.one("x\x1b[3b", "é\x1b[2b", "中\x1b[2b", "\x1b[!p", "\x1b#8", "\x1b[3J", "\x1b[1\"q", "\x1b[0\"q", "\x1b[?J", "\x1b[?1K",
			"\x1b]8;id=1;http://a.b\x1b\\link\x1b]8;;\x1b\\", "\x1b[?25h\x1bc", "b\x1b[m\u0301")
	}
}

func (p *program) text() string {
	s := ""
	for range 1 + p.rng.IntN(12) {
		switch p.rng.IntN(8) {
		case 0:
			s += p.one("中", "文", "한", "あ", "é", "─", "✻", "ｱ")
		case 1:
			s += p.one("😀", "⚠️", "👩‍💻", "🇩🇪", "👍🏽", "1️⃣", "e\u0301", "⚠", "❤️‍🔥", "a\u0301\u0302", "x\u200d", "🏽", "🇯", "x\ufe0f")
		default:
			s += string(rune('a' + p.rng.IntN(26)))
		}
	}
	return s
}

func (p *program) graphics() string {
	return p.one("\x1b[m", "\x1b[1m", "\x1b[2m", "\x1b[3m", "\x1b[4m", "\x1b[7m", "\x1b[9m", "\x1b[53m", "\x1b[22m", "\x1b[24m", "\x1b[27m",
		"\x1b[31m", "\x1b[42m", "\x1b[97m", "\x1b[104m", "\x1b[38;5;100m", "\x1b[48;5;200m", "\x1b[38;2;1;2;3m", "\x1b[48:2::4:5:6m",
		"\x1b[4:3m", "\x1b[21m", "\x1b[58:5:3m", "\x1b[59m", "\x1b[39m", "\x1b[49m", "\x1b[0;44m")
}

// knownToDiffer are sequences which, while the cursor is beyond the last column,
// erase that column in xterm and here, but not in xterm.js.
var knownToDiffer = []string{"\x1b[0J", "\x1b[0K", "\x1b[?J"}

func TestRandomProgramsLookAsInXterm(t *testing.T) {
	o := startOracle(t)
	failed := 0
	for seed := range uint64(600) {
		p := randomProgram(seed)
		size := &oracleSize{p.cols, p.rows}
		term := New(Options{Cols: p.cols, Rows: p.rows})
		var got []string
		for i, op := range p.ops {
			if term.Cursor().Pending && slices.Contains(knownToDiffer, string(op)) {
				op = append([]byte{'\r'}, op...)
				p.ops[i] = op
			}
			term.Write(op)
			got = append(got, describe(term, ""))
		}
		o.send(t, oracleRequest{Open: size, Write: p.ops, Each: true, Dump: true})
		for i, want := range o.receive(t) {
			if want != got[i] {
				t.Errorf("program %d (%dx%d) differs after %q, which follows %q", seed, p.cols, p.rows, p.ops[i], p.ops[max(i-4, 0):i])
				sameState(t, want, got[i])
				failed++
				break
			}
		}
		if failed > 10 {
			break
		}
	}
}

// TestSnapshotsOfRandomProgramsInXterm writes snapshots into a fresh xterm.js.
func TestSnapshotsOfRandomProgramsInXterm(t *testing.T) {
	o := startOracle(t)
	for seed := range uint64(300) {
		p := randomProgram(seed)
		term := New(Options{Cols: p.cols, Rows: p.rows})
		for _, op := range p.ops {
			term.Write(op)
		}
		snapshot := term.Snapshot()
		got := o.ask(t, oracleRequest{Open: &oracleSize{p.cols, p.rows}, Write: [][]byte{snapshot}, Dump: true, Parts: "h"})
		if !sameState(t, describe(term, "h"), got[0]) {
			t.Fatalf("program %d (%dx%d): %q\nsnapshot: %q", seed, p.cols, p.rows, p.ops, snapshot)
		}
	}
}
