// Package content knows what a file holds, by its first bytes and its name: text
// or not, which image, which language, how many lines.
//
// It leaves reading files to its users.
package content

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// binaryLook is how far git looks for a NUL to call a file binary.
const binaryLook = 8000

// Binary reports whether a content is no text, as git judges it.
func Binary(data []byte) bool { return bytes.IndexByte(data[:min(len(data), binaryLook)], 0) >= 0 }

// Lines counts lines, the last one also when it does not end.
func Lines(data []byte) int {
	n := bytes.Count(data, []byte{'\n'})
	if len(data) > 0 && data[len(data)-1] != '\n' {
		n++
	}
	return n
}

// Text is a content as text that JSON can carry. It is lossy when bytes that are
// no UTF-8 had to be replaced.
func Text(data []byte) (text string, lossy bool) {
	if utf8.Valid(data) {
		return string(data), false
	}
	return strings.ToValidUTF8(string(data), "\ufffd"), true
}

// imageMagic are the first bytes of the images that browsers show.
var imageMagic = []struct {
	at    int
	bytes string
	media string
}{
	{0, "\x89PNG\r\n\x1a\n", "image/png"},
	{0, "\xff\xd8\xff", "image/jpeg"},
	{0, "GIF87a", "image/gif"},
	{0, "GIF89a", "image/gif"},
	{8, "WEBPVP8", "image/webp"},
	{4, "ftypavif", "image/avif"},
	{0, "\x00\x00\x01\x00", "image/x-icon"},
	{0, "BM", "image/bmp"},
}

// ImageType is the media type of an image that browsers show; empty for anything
// else. The bytes decide, not the name.
func ImageType(data []byte) string {
	for _, m := range imageMagic {
		if len(data) > m.at && bytes.HasPrefix(data[m.at:], []byte(m.bytes)) {
			return m.media
		}
	}
	return ""
}

// languages by a file's whole name, or by what follows its last dot. The names
// are those that highlighters agree on.
var languages = map[string]string{
	"makefile": "make", "gnumakefile": "make", "dockerfile": "docker", "containerfile": "docker", "cmakelists.txt": "cmake", "go.mod": "go", "justfile": "just",
	".bashrc": "shellscript", ".zshrc": "shellscript", ".profile": "shellscript", ".gitignore": "ini", ".gitconfig": "ini", ".editorconfig": "ini",
	"go": "go", "ts": "typescript", "mts": "typescript", "cts": "typescript", "tsx": "tsx", "js": "javascript", "mjs": "javascript", "cjs": "javascript", "jsx": "jsx",
	"py": "python", "rs": "rust", "rb": "ruby", "java": "java", "kt": "kotlin", "kts": "kotlin", "swift": "swift", "scala": "scala", "php": "php", "pl": "perl", "lua": "lua",
	"c": "c", "h": "c", "cc": "cpp", "cpp": "cpp", "cxx": "cpp", "hpp": "cpp", "hh": "cpp", "m": "objective-c", "cs": "csharp", "dart": "dart", "zig": "zig", "nix": "nix",
	"ex": "elixir", "exs": "elixir", "erl": "erlang", "hs": "haskell", "ml": "ocaml", "clj": "clojure", "r": "r", "jl": "julia",
	"sh": "shellscript", "bash": "shellscript", "zsh": "shellscript", "fish": "fish", "ps1": "powershell", "sql": "sql", "graphql": "graphql", "proto": "proto",
	"html": "html", "htm": "html", "xml": "xml", "svg": "xml", "css": "css", "scss": "scss", "sass": "sass", "less": "less", "vue": "vue", "svelte": "svelte", "astro": "astro",
	"json": "json", "jsonc": "jsonc", "jsonl": "jsonl", "yaml": "yaml", "yml": "yaml", "toml": "toml", "ini": "ini", "conf": "ini", "env": "dotenv", "tf": "terraform",
	"md": "markdown", "mdx": "mdx", "rst": "rst", "tex": "latex", "diff": "diff", "patch": "diff", "csv": "csv", "log": "log",
}

// Language guesses a file's language from its name.
func Language(name string) string {
	name = strings.ToLower(name)
	if l, ok := languages[name]; ok {
		return l
	}
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		if l, ok := languages[name[dot+1:]]; ok {
			return l
		}
	}
	return "text"
}
