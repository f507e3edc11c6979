package outer

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"junto/internal/vt"
)

// Real agents ask a lot; without their questions they draw the same screen, and
// nothing answers.
func TestRecordingsDrawTheSameScreen(t *testing.T) {
	files, err := filepath.Glob("../../vt/testdata/casts/*.cast.gz")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	asked := 0
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			cols, rows, output := recording(t, path)
			all := vt.New(vt.Options{Cols: cols, Rows: rows})
			passed := vt.New(vt.Options{Cols: cols, Rows: rows})
			var f Filter
			for _, out := range output {
				all.Write(out)
				asked += len(all.TakeReplies())
				passed.Write(f.Next(out))
				if got := passed.TakeReplies(); len(got) > 0 {
					t.Fatalf("%q passed, and is answered by %q", f.Next(out), got)
				}
			}
			for y := range rows {
				for x := range cols {
					if got, want := passed.Cell(x, y), all.Cell(x, y); got != want {
						t.Fatalf("column %d of row %d is %+v, want %+v", x, y, got, want)
					}
				}
			}
			if passed.Cursor() != all.Cursor() || passed.Title() != all.Title() {
				t.Error("the cursor or the title differs")
			}
		})
	}
	if asked == 0 {
		t.Error("no recording asks anything")
	}
}

func recording(t *testing.T, path string) (cols, rows int, output [][]byte) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 64<<20)
	lines.Scan()
	var head struct{ Width, Height int }
	if err := json.Unmarshal(lines.Bytes(), &head); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		var event [3]any
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil {
			t.Fatal(err)
		}
		if text, ok := event[2].(string); ok && event[1] == "o" {
			output = append(output, []byte(text))
		}
	}
	return head.Width, head.Height, output
}
