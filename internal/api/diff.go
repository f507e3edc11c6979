package api

import "junto/internal/fault"

// Limits of what is told of changes.
const (
	// MaxDiffFiles is how many files of a layer are listed: far more than anybody
	// reviews, and with all their names still one answer.
	MaxDiffFiles = 5000
	// MaxPatch is a patch that is shown at once, MaxFullPatch one that is asked
	// for in full: an answer that fits a frame, were each tenth byte escaped.
	MaxPatch     = 512 << 10
	MaxFullPatch = 4 << 20
	// MaxDiffText is how large a file may be for its whole text to come with its
	// patch.
	MaxDiffText = 512 << 10
	// MaxComments is how many comments go in one message, and MaxComment how long
	// each and the lines that it quotes may be.
	MaxComments = 200
	MaxComment  = 8 << 10
)

// The layers of a branch's changes.
const (
	LayerCommitted   = "committed"   // since the branch left its base
	LayerUncommitted = "uncommitted" // in the worktree, untracked files included
)

// DiffIn asks for the changes of a branch: of the one that a terminal is on, or
// of what a worktree has checked out.
type DiffIn struct {
	Terminal         int    `json:"terminal,omitempty"`
	Worktree         string `json:"worktree,omitempty"`
	Base             string `json:"base,omitempty"` // a branch or commit; empty: chosen
	IgnoreWhitespace bool   `json:"ignore_whitespace,omitempty"`
}

// Diff is the changes of a branch, without their text.
type Diff struct {
	Worktree string    `json:"worktree"`
	Branch   string    `json:"branch,omitempty"` // empty: the head is detached
	Head     string    `json:"head,omitempty"`   // empty: there is no commit yet
	Base     *DiffBase `json:"base,omitempty"`
	NoBase   string    `json:"no_base,omitempty"` // why there is no base
	// The layers; a layer that git could not read has its error.
	Committed   DiffLayer `json:"committed"`
	Uncommitted DiffLayer `json:"uncommitted"`
	// Revision changes with anything of the above.
	Revision string `json:"revision"`
}

// DiffBase is what a branch is compared with.
type DiffBase struct {
	Ref       string `json:"ref"`  // in full, to ask for it again
	Name      string `json:"name"` // as people say it
	Why       string `json:"why"`  // upstream, default branch of origin, …
	Commit    string `json:"commit"`
	Date      string `json:"date"`       // RFC 3339: of its last commit
	MergeBase string `json:"merge_base"` // where the branch left it; empty: nowhere
	Ahead     int    `json:"ahead"`      // commits that only the branch has
	Behind    int    `json:"behind"`     // commits that only the base has
}

// DiffLayer is one layer's files, by path.
type DiffLayer struct {
	Files   []DiffFile   `json:"files"`
	Total   int          `json:"total"` // more than the files when there are too many
	Added   int          `json:"added"` // lines
	Deleted int          `json:"deleted"`
	Error   *fault.Fault `json:"error,omitempty"`
}

// DiffFile is a changed file. Status is added, modified, deleted, renamed, type
// (a file became a link, or the like), untracked or conflict. A path with bytes
// that are no UTF-8, or that begins with a quotation mark, is quoted as git does.
type DiffFile struct {
	Path      string `json:"path"`
	From      string `json:"from,omitempty"` // of a renamed file
	Status    string `json:"status"`
	Added     int    `json:"added"`
	Deleted   int    `json:"deleted"`
	Mode      string `json:"mode,omitempty"`      // "100644 100755", when it changed
	Binary    bool   `json:"binary,omitempty"`    // no lines to count
	Submodule bool   `json:"submodule,omitempty"` // or another repository within
	Large     bool   `json:"large,omitempty"`     // its lines are not counted, or too many to show at once
}

// DiffBasesIn asks what the branch can be compared with.
type DiffBasesIn struct {
	Worktree string `json:"worktree"`
}

// DiffRevisionOut is the revision of changes, which is cheap to ask for.
type DiffRevisionOut struct {
	Revision string `json:"revision"`
}

// DiffFileIn asks for the patch of one file of a layer.
type DiffFileIn struct {
	Worktree         string `json:"worktree"`
	Layer            string `json:"layer"`
	Path             string `json:"path"`
	From             string `json:"from,omitempty"` // of a renamed file
	Base             string `json:"base,omitempty"`
	IgnoreWhitespace bool   `json:"ignore_whitespace,omitempty"`
	Full             bool   `json:"full,omitempty"` // although it is large
}

// DiffText is the patch of one file, as git prints it. Old and New are the whole
// texts where both are small enough; a side that does not exist is empty.
type DiffText struct {
	Path     string `json:"path"`
	Patch    string `json:"patch"`
	Old      string `json:"old,omitempty"`
	New      string `json:"new,omitempty"`
	Whole    bool   `json:"whole"`               // Old and New are given
	Binary   bool   `json:"binary,omitempty"`    // there is no patch
	Large    bool   `json:"large,omitempty"`     // there is no patch: ask for it in full
	TooLarge bool   `json:"too_large,omitempty"` // there is none even in full
	Lossy    bool   `json:"lossy,omitempty"`     // bytes that are no UTF-8 were replaced
	Media    string `json:"media,omitempty"`     // of an image
	OldImage []byte `json:"old_image,omitempty"`
	NewImage []byte `json:"new_image,omitempty"`
}

// DiffCommentIn sends comments on changed lines to the agent in a terminal, as
// one message.
type DiffCommentIn struct {
	Terminal int           `json:"terminal"`
	Text     string        `json:"text,omitempty"` // said before the comments
	Comments []DiffComment `json:"comments"`
}

// DiffComment is a comment on lines of a file; on the file when Line is 0.
type DiffComment struct {
	Path  string `json:"path"`
	Line  int    `json:"line,omitempty"`
	To    int    `json:"to,omitempty"`    // the last line, when there are several
	Old   bool   `json:"old,omitempty"`   // the lines are of the old text
	Quote string `json:"quote,omitempty"` // the lines
	Text  string `json:"text"`
}

var diffCommands = []Command{
	{Name: "diff.get", Summary: "the changed files of a branch", Access: Operator, In: DiffIn{}, Out: Diff{}, Examples: []string{`{"terminal":7}`, `{"worktree":"/src/web","base":"origin/main","ignore_whitespace":true}`}},
	{Name: "diff.revision", Summary: "a text that changes when the changes of the branch do", Access: Operator, In: DiffIn{}, Out: DiffRevisionOut{}, Examples: []string{`{"worktree":"/src/web"}`}},
	{Name: "diff.bases", Summary: "what the branch can be compared with, the latest first", Access: Operator, In: DiffBasesIn{}, Out: []DiffBase{}, Examples: []string{`{"worktree":"/src/web"}`}},
	{Name: "diff.file", Summary: "the patch of one file", Access: Operator, In: DiffFileIn{}, Out: DiffText{}, Examples: []string{`{"worktree":"/src/web","layer":"committed","path":"main.go"}`}},
	{Name: "diff.comment", Summary: "sends comments on lines to the agent in the terminal", Access: Operator, In: DiffCommentIn{}, Out: SendOut{}, Examples: []string{`{"terminal":7,"comments":[{"path":"main.go","line":12,"quote":"x := 1","text":"Why?"}]}`}},
}
