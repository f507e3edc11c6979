package api

// Limits of a file that is shown.
const (
	// MaxFileText is how much of a text is read: more than a page can show
	// smoothly, and it fits a frame.
	MaxFileText = 4 << 20
	// MaxImage is the largest image: in base64 it just fits a frame.
	MaxImage = 5 << 20
	// MaxDiffImage bounds each side of a changed image: two of them fit a frame.
	MaxDiffImage = 2 << 20
)

// FileIn asks for a file, by its absolute path or one from the home directory.
type FileIn struct {
	Path string `json:"path"`
}

// File is a file as a tab shows it, read at once.
type File struct {
	Path     string `json:"path"`
	Name     string `json:"name"`
	Target   string `json:"target,omitempty"` // where its links lead, when there are some
	Size     int64  `json:"size"`
	Modified string `json:"modified"` // RFC 3339
	Language string `json:"language"` // by its name; "text" when none is known
	Text     string `json:"text,omitempty"`
	Lines    int    `json:"lines"`
	Binary   bool   `json:"binary,omitempty"`    // there is no text
	TooLarge bool   `json:"too_large,omitempty"` // the text is only its beginning, or the image is not given
	Lossy    bool   `json:"lossy,omitempty"`     // bytes that are no UTF-8 were replaced
	Media    string `json:"media,omitempty"`     // image/png, …
	Image    []byte `json:"image,omitempty"`
}

var fileCommands = []Command{
	{Name: "file.get", Summary: "a file, as a tab shows it", Access: Operator, In: FileIn{}, Out: File{}, Examples: []string{`{"path":"/src/web/main.go"}`}},
}
