package repo

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"junto/internal/fault"
)

// spell writes a path as JSON can carry it. Most are written as they are. One
// with bytes that are no UTF-8 is quoted as git quotes paths, with those bytes
// in octal; so is one that begins as if it were quoted.
func spell(path string) string {
	if utf8.ValidString(path) && !strings.HasPrefix(path, `"`) {
		return path
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(path); {
		r, size := utf8.DecodeRuneInString(path[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\%03o`, path[i])
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteString(path[i : i+size])
		}
		i += size
	}
	b.WriteByte('"')
	return b.String()
}

// unspell is the path that spell wrote.
func unspell(text string) (string, error) {
	if !strings.HasPrefix(text, `"`) {
		return text, nil
	}
	wrong := fault.New(fault.Input, "%s is no path that was quoted", text).Next("take the paths that diff.get lists")
	inner, ok := strings.CutSuffix(text[1:], `"`)
	if !ok {
		return "", wrong
	}
	var b strings.Builder
	for i := 0; i < len(inner); i++ {
		if inner[i] != '\\' {
			b.WriteByte(inner[i])
			continue
		}
		rest := inner[i+1:]
		var octal byte
		switch {
		case strings.HasPrefix(rest, `"`), strings.HasPrefix(rest, `\`):
			b.WriteByte(rest[0])
			i++
		case len(rest) >= 3 && scanOctal(rest[:3], &octal):
			b.WriteByte(octal)
			i += 3
		default:
			return "", wrong
		}
	}
	return b.String(), nil
}

// scanOctal reads three digits that make a byte.
func scanOctal(digits string, value *byte) bool {
	n := 0
	for _, d := range []byte(digits) {
		if d < '0' || d > '7' {
			return false
		}
		n = n*8 + int(d-'0')
	}
	*value = byte(n)
	return n <= 0xff
}
