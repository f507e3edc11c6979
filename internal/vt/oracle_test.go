package vt

import (
	"bufio"
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const oracleDir = "../../tools/oracle"

// oracle is a running xterm.js (tools/oracle/oracle.mjs).
type oracle struct {
	in  io.Writer
	out *bufio.Reader
}

type oracleSize struct {
	Cols int `json:"cols"`
	Rows int `json:"rows"`
}

type oracleRequest struct {
	Open   *oracleSize `json:"open,omitempty"`
	Resize *oracleSize `json:"resize,omitempty"`
	Write  [][]byte    `json:"write"`
	Each   bool        `json:"each,omitempty"`
	Dump   bool        `json:"dump,omitempty"`
	Parts  string      `json:"parts,omitempty"`
	Widths []string    `json:"widths,omitempty"`
	Table  bool        `json:"table,omitempty"`
}

// startOracle starts xterm.js, or skips the test where it is not installed.
func startOracle(t *testing.T) *oracle {
	t.Helper()
	if _, err := os.Stat(filepath.Join(oracleDir, "node_modules")); err != nil {
		t.Skip("NOT COMPARED WITH XTERM.JS, which is not installed: run `npm ci --prefix tools/oracle`")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT COMPARED WITH XTERM.JS, which needs node in the PATH")
	}
	cmd := exec.Command(node, filepath.Join(oracleDir, "oracle.mjs"))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("oracle: %v", err)
		}
	})
	return &oracle{in: in, out: bufio.NewReader(out)}
}

// ask returns the states that xterm.js is in during or after a request.
func (o *oracle) ask(t *testing.T, r oracleRequest) []string {
	t.Helper()
	o.send(t, r)
	return o.receive(t)
}

func (o *oracle) send(t *testing.T, r oracleRequest) {
	t.Helper()
	line, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.in.Write(append(line, '\n')); err != nil {
		t.Fatal(err)
	}
}

// receive returns the answer to the oldest request that was not received yet.
func (o *oracle) receive(t *testing.T) []string {
	t.Helper()
	line, err := o.out.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		States []string
		Error  string
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(answer.Error, "setting 'isWrapped'") {
		return nil // ED 1 in the last cell throws in xterm.js 6.0.0
	}
	if answer.Error != "" {
		t.Fatalf("oracle: %s", answer.Error)
	}
	return answer.States
}

func digest(s string) string {
	sum := md5.Sum([]byte(s))
	return hex.EncodeToString(sum[:])
}

// describe writes a terminal's state as tools/oracle/describe.mjs does.
func describe(t *Terminal, parts string) string { return (&describer{}).describe(t, parts) }

// describer remembers how rows were described, since most of them stay as they
// are while a program goes on.
type describer struct{ known map[*row]describedRow }

type describedRow struct {
	cells []cell
	text  string
}

func (d *describer) row(t *Terminal, r *row) string {
	known, ok := d.known[r]
	if !ok || !slices.Equal(known.cells, r.text()) {
		known = describedRow{slices.Clone(r.text()), t.describeCells(r.text())}
		if d.known == nil {
			d.known = make(map[*row]describedRow)
		}
		d.known[r] = known
	}
	return known.text
}

func (d *describer) describe(t *Terminal, parts string) string {
	var b strings.Builder
	for y := range t.rows {
		b.WriteString(d.row(t, t.on.row(y)))
		b.WriteByte('\n')
	}
	c := t.Cursor()
	fmt.Fprintf(&b, "cursor %d,%d", c.X, c.Y)
	if c.Pending {
		b.WriteString(" pending")
	}
	b.WriteString("\n" + t.describeModes())
	if strings.Contains(parts, "t") {
		b.WriteString("\ntitle " + t.Title())
	}
	if strings.Contains(parts, "h") {
		for _, line := range t.describeLines() {
			b.WriteString("\n" + line)
		}
	}
	return b.String()
}

// describeLines describes the scrollback and the main screen.
func (t *Terminal) describeLines() []string {
	var lines []string
	mark := func(cells []cell, wrapped bool) {
		line := t.describeCells(cells)
		if wrapped {
			line += `\`
		}
		lines = append(lines, line)
	}
	for i := range t.hist.lines() {
		cells := t.unpack(nil, t.hist.line(i))
		switch {
		case t.filled(i):
			cells = append(cells, cells[len(cells)-1].emptied())
		case t.hist.line(i)[0]&packedGap == 0:
		case i+1 < t.hist.lines():
			cells = append(cells, t.unpack(nil, t.hist.line(i+1))[0].emptied())
		default:
			cells = append(cells, t.main.row(0).at(0).emptied())
		}
		mark(cells, t.hist.line(i).wrapped())
	}
	for y := range t.main.rows {
		mark(t.main.row(y).text(), t.main.row(y).wrapped)
	}
	return trimBlank(lines)
}

func (t *Terminal) describeCells(cells []cell) string {
	var b strings.Builder
	last := ""
	for _, c := range cells {
		if c&isTail != 0 {
			continue
		}
		text := string(t.appendText(nil, []cell{c}))
		if look := looks.of(t, c.style(), text == " "); look != last {
			fmt.Fprintf(&b, "{%s}", look)
			last = look
		}
		b.WriteString(text)
	}
	if last != "" && len(cells) < t.cols { // xterm.js's rows are always full
		b.WriteString("{}")
	}
	return strings.TrimRight(b.String(), " ")
}

// looks remembers how styles are described: tests describe millions of cells.
var looks = lookMemory{}

type lookKey struct {
	style style
	blank bool
}

type lookMemory map[lookKey]string

func (m lookMemory) of(t *Terminal, id uint32, blank bool) string {
	key := lookKey{t.tables.styles.value(id), blank}
	text, ok := m[key]
	if !ok {
		text = look(key.style, blank)
		m[key] = text
	}
	return text
}

// look describes a style; a blank cell shows none of what only changes the look
// of a character.
func look(s style, blank bool) string {
	var b strings.Builder
	flag := func(on bool, name string) {
		if on {
			b.WriteString(name)
		}
	}
	inverse := s.attr&Inverse != 0
	flag(!blank && s.attr&Bold != 0, "b")
	flag(!blank && s.attr&Faint != 0, "d")
	flag(!blank && s.attr&Italic != 0, "i")
	flag(!blank && s.attr&Blink != 0, "k")
	flag(!blank && s.attr&Hidden != 0, "h")
	flag(inverse, "v")
	flag(s.attr.Underline() != UnderlineNone || s.link != 0, "u") // xterm.js underlines links
	flag(s.attr&Strike != 0, "s")
	flag(s.attr&Overline != 0, "o")
	if !blank || inverse {
		b.WriteString(describeColor("f", s.fg))
	}
	return b.String() + describeColor("g", s.bg)
}

func describeColor(name string, c Color) string {
	if i, ok := c.Index(); ok {
		return fmt.Sprintf("%s%d", name, i)
	}
	if r, g, b, ok := c.Parts(); ok {
		return fmt.Sprintf("%s#%02x%02x%02x", name, r, g, b)
	}
	return ""
}

func (t *Terminal) describeModes() string {
	mouse := map[MouseMode]string{
		MouseOff: "none", MouseX10: "x10", MouseClicks: "vt200", MouseDrag: "drag", MouseMotion: "any",
	}[t.Modes().Mouse]
	code := "DEFAULT"
	if t.mode.has(modeMouseSGR) {
		code = "SGR"
	} else if t.mode.has(modeMousePixels) {
		code = "SGR_PIXELS"
	}
	line, err := json.Marshal(struct {
		Alt         bool   `json:"alt"`
		AppCursor   bool   `json:"appCursor"`
		AppKeypad   bool   `json:"appKeypad"`
		Autowrap    bool   `json:"autowrap"`
		Focus       bool   `json:"focus"`
		Hidden      bool   `json:"hidden"`
		Insert      bool   `json:"insert"`
		Mouse       string `json:"mouse"`
		MouseCode   string `json:"mouseCode"`
		Origin      bool   `json:"origin"`
		Paste       bool   `json:"paste"`
		ReverseWrap bool   `json:"reverseWrap"`
		Sync        bool   `json:"sync"`
	}{
		t.on == &t.alt, t.mode.has(modeAppCursor), t.mode.has(modeAppKeypad), t.mode.has(modeAutowrap),
		t.mode.has(modeFocus), !t.mode.has(modeCursor), t.mode.has(modeInsert), mouse, code,
		t.mode.has(modeOrigin), t.mode.has(modePaste), t.mode.has(modeReverseWrap), t.mode.has(modeSync),
	})
	if err != nil {
		panic(err)
	}
	return string(line)
}

// sameState fails the test when the terminal's state is not xterm.js's.
func sameState(t *testing.T, want, got string) bool {
	t.Helper()
	if want == got {
		return true
	}
	var b bytes.Buffer
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		line := func(l []string) string {
			if i < len(l) {
				return l[i]
			}
			return "(none)"
		}
		if line(w) != line(g) {
			fmt.Fprintf(&b, "%d\twant %q\n\tgot  %q\n", i, line(w), line(g))
		}
		if b.Len() > 4000 {
			break
		}
	}
	t.Errorf("states differ:\n%s", b.String())
	return false
}
