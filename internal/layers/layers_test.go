// Package layers tests the house rules that a reader could otherwise only hope
// for: imports go down, rules have no effects, one package touches each outside
// thing, files and functions stay short, every package says what it knows.
package layers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const root = "../.."

// layer of each package; an import may only go to a lower one, or to a package
// of the same layer that `beside` lists.
var layer = map[string]int{
	"internal/fault": 0,

	"internal/vt": 1, "internal/harness": 1, "internal/status": 1, "internal/compose": 1,
	"internal/canvas": 1, "internal/physics": 1, "internal/seat": 1, "internal/mail": 1, "internal/workspace": 1,
	"internal/content": 1,

	"internal/api": 2,

	"internal/term": 3, "internal/store": 3, "internal/hub": 3, "internal/proc": 3, "internal/keep": 3, "internal/repo": 3, "internal/session": 3,

	"internal/host": 4, "internal/board": 4, "internal/watch": 4, "internal/mailroom": 4, "internal/outbox": 4, "internal/desk": 4, "internal/feed": 4, "internal/notice": 4,

	"internal/daemon": 5, "internal/client": 5,
	"internal/server": 6, "internal/cli": 6,

	// programs of their own, that no service imports
	"internal/loop": 1, "internal/demoagent": 1, "internal/fakemodel": 1,
	"internal/attach": 6, "internal/attach/outer": 1,
	"internal/client/clienttest": 6, "internal/ptytest": 1, "internal/vt/widthgen": 7,
	"web": 1,

	"cmd/jun": 7, "cmd/junto": 7, "cmd/jund": 7, "cmd/gen": 7,
}

// beside lists the imports within a layer, each with its reason.
var beside = map[string]string{
	"internal/harness internal/vt":      "a screen is read from the emulator's cells",
	"internal/status internal/harness":  "evidence is read by a harness's rules",
	"internal/status internal/vt":       "events are the emulator's",
	"internal/compose internal/harness": "a composer is read by a harness's rules",
	"internal/compose internal/status":  "a unit of typing ends when the agent is seen to start",
	"internal/compose internal/vt":      "screens are the emulator's",
	"internal/physics internal/canvas":  "a World is compiled from a document",
	"internal/session internal/proc":    "an agent's process says where its sessions are",
	"internal/keep internal/proc":       "the keeper pins its programs by start key",
	"internal/term internal/keep":       "a terminal reads the keeper's ring",
	"internal/term internal/hub":        "viewers are woken as listeners are",
}

// rules are the packages without effects: they get the time passed in.
var rules = []string{"fault", "content", "vt", "harness", "status", "compose", "canvas", "physics", "seat", "mail", "workspace"}

// effects are imports that a rule may not have.
var effects = []string{"os", "net", "sync", "context", "database/sql", "os/exec", "io/fs", "syscall", "log/slog", "net/http"}

// only lists who may import what reaches an outside thing.
var only = map[string][]string{
	"modernc.org/sqlite":         {"internal/store"},
	"database/sql":               {"internal/store"},
	"github.com/coder/websocket": {"internal/server"},
	"net/http":                   {"internal/server", "internal/fakemodel"},
}

const (
	maxFile     = 400 // lines: a file that a reader can hold in mind
	maxFunction = 60  // lines: a function that fits a screen
)

type file struct {
	name, pkg string
	ast       *ast.File
}

func TestImportsGoDown(t *testing.T) {
	for _, f := range sources(t) {
		from, known := layer[f.pkg]
		if !known {
			t.Errorf("%s: package %s has no layer; add it to the table", f.name, f.pkg)
			continue
		}
		for _, imp := range f.imports() {
			to, ours := strings.CutPrefix(imp, "junto/")
			if !ours {
				continue
			}
			if depth, ok := layer[to]; !ok {
				t.Errorf("%s: imports %s, which has no layer", f.name, to)
			} else if depth > from || depth == from && beside[f.pkg+" "+to] == "" {
				t.Errorf("%s: imports %s: not downward, and not among the reasons in `beside`", f.name, to)
			}
		}
	}
}

func TestOutsideThingsAreTouchedInOnePlace(t *testing.T) {
	for _, f := range sources(t) {
		for _, imp := range f.imports() {
			if who, ok := only[imp]; ok && !slices.Contains(who, f.pkg) {
				t.Errorf("%s: imports %s, which is for %s", f.name, imp, strings.Join(who, " and "))
			}
		}
	}
}

func TestRulesHaveNoEffects(t *testing.T) {
	for _, f := range sources(t) {
		if !slices.Contains(rules, path.Base(f.pkg)) {
			continue
		}
		for _, imp := range f.imports() {
			if slices.Contains(effects, imp) {
				t.Errorf("%s: a rules package imports %s", f.name, imp)
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s: a rules package starts a goroutine", f.name)
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains([]string{"Now", "Since", "Until", "After", "Sleep", "Tick", "NewTimer"}, n.Sel.Name) {
					t.Errorf("%s: a rules package asks time.%s", f.name, n.Sel.Name)
				}
			}
			return true
		})
	}
}

func TestFilesAndFunctionsAreShort(t *testing.T) {
	for _, f := range sources(t) {
		if ast.IsGenerated(f.ast) {
			continue
		}
		if n := f.line(f.ast.FileEnd); n > maxFile {
			t.Errorf("%s: %d lines, more than %d: split it by subject", f.name, n, maxFile)
		}
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if n := f.line(fn.End()) - f.line(fn.Pos()) + 1; n > maxFunction {
					t.Errorf("%s: %s has %d lines, more than %d", f.name, fn.Name.Name, n, maxFunction)
				}
			}
		}
	}
}

func TestEveryPackageSaysOnceWhatItKnows(t *testing.T) {
	comments := make(map[string][]string)
	for _, f := range sources(t) {
		comments[f.pkg] = append(comments[f.pkg], nil...)
		if f.ast.Doc != nil {
			comments[f.pkg] = append(comments[f.pkg], f.name)
		}
	}
	for pkg, files := range comments {
		if len(files) != 1 {
			t.Errorf("%s: %d package comments %v, want one", pkg, len(files), files)
		}
	}
}

var fset = token.NewFileSet()

// sources parses every file of the product that is not a test.
func sources(t *testing.T) []file {
	t.Helper()
	var files []file
	for _, top := range []string{"cmd", "internal", "web"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata") {
				return fs.SkipDir
			}
			if d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
				return nil
			}
			parsed, err := parser.ParseFile(fset, p, nil, parser.ParseComments)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, p)
			files = append(files, file{name: name, pkg: filepath.ToSlash(filepath.Dir(name)), ast: parsed})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(files) == 0 {
		t.Fatal("no sources found")
	}
	return files
}

func (f file) imports() []string {
	var all []string
	for _, imp := range f.ast.Imports {
		if p, err := strconv.Unquote(imp.Path.Value); err == nil {
			all = append(all, p)
		}
	}
	return all
}

func (f file) line(p token.Pos) int { return fset.Position(p).Line }
