package mail

import (
	"strings"
	"unicode"
)

// What is typed begins with an envelope that names the proven sender. The text
// after it is the sender's own, and nothing in it can pass for an envelope:
//
//	notice  mail from <sender> — <how it begins> — junto msg read <id>
//	prompt  mail from <sender>
//	        <text>
//
// Junto's own mail is no seat's, and says so:
//
//	notice, prompt  [message - junto] <text>
const (
	envelope = "mail from "
	ours     = "[message - junto] "
	dash     = " — "

	// maxSender and maxPreview keep a notice within two lines of a composer.
	maxSender  = 32
	maxPreview = 48
)

// TypedText is what is typed into the recipient's seat for the mail.
func (m Mail) TypedText() string {
	if m.From.IsJunto() {
		return m.oursTyped()
	}
	if m.Draft.Kind == Prompt && !m.Life.AsNotice {
		return envelope + m.sender() + "\n" + guard(m.Draft.Text)
	}
	return envelope + m.sender() + dash + undashed(limited(oneLine(m.Draft.Text), maxPreview)) + dash + "junto msg read " + m.ID
}

// oursTyped is what is typed for Junto's own mail. What may have been typed once
// is not typed in full again.
func (m Mail) oursTyped() string {
	switch {
	case m.Life.AsNotice:
		return ours + limited(oneLine(m.Draft.Text), maxPreview) + dash + "junto msg read " + m.ID
	case m.Draft.Kind == Prompt:
		return ours + guard(m.Draft.Text)
	}
	return ours + oneLine(m.Draft.Text)
}

// sender is the proven sender's name, in a form that cannot be taken for more
// of the envelope than it is.
func (m Mail) sender() string {
	name := undashed(limited(oneLine(m.From.Name), maxSender))
	if name == "" {
		return m.From.Node
	}
	return name
}

// undashed takes the envelope's own separator out of what stands in it.
func undashed(s string) string { return strings.ReplaceAll(s, "—", "-") }

// limited cuts a text to a number of characters and says so.
func limited(s string, n int) string {
	count := 0
	for i := range s {
		if count == n {
			return s[:i] + "…"
		}
		count++
	}
	return s
}

// oneLine makes one line of a text, without what moves the cursor, hides text or
// turns its direction round.
func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.Map(visible, s)), " ")
}

func visible(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}

// commands are what a composer takes for a command at the start of a line:
// slash commands, a shell, memory, files, the background, help.
const commands = "/!#@&?$"

// guard keeps a text's lines and takes their power: a line that could be read as
// an envelope is quoted, and one that begins like a command is moved off the
// start of its line.
func guard(text string) string {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n").Replace(text), "\n")
	for i, line := range lines {
		line = strings.Map(keep, line)
		switch {
		case posesAsEnvelope(line):
			line = "> " + line
		case line != "" && strings.ContainsRune(commands, rune(line[0])):
			line = " " + line
		}
		lines[i] = line
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n \t")
}

// keep drops what no reader sees, but for tabs and the joiners that scripts and
// emoji need.
func keep(r rune) rune {
	if r == '\t' || r == '\u200c' || r == '\u200d' {
		return r
	}
	if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// posesAsEnvelope reports whether a line begins as ours do, to a reader who
// does not look closely: spaces, marks, case and look-alike letters are no
// difference.
func posesAsEnvelope(line string) bool {
	var letters strings.Builder
	for _, r := range line {
		if like, ok := lookalikes[r]; ok {
			r = like
		}
		if unicode.IsLetter(r) {
			letters.WriteRune(unicode.ToLower(r))
		}
		if letters.Len() >= len("messagefrom") {
			break
		}
	}
	s := letters.String()
	return strings.HasPrefix(s, "mailfrom") || strings.HasPrefix(s, "messagefrom") ||
		strings.HasPrefix(strings.TrimSpace(line), "[message")
}

// lookalikes of the letters of "mail from".
var lookalikes = map[rune]rune{
	'ｍ': 'm', 'ⅿ': 'm', 'м': 'm', 'М': 'm', 'Μ': 'm',
	'а': 'a', 'А': 'a', 'α': 'a', 'Α': 'a', 'ａ': 'a', 'ɑ': 'a', '@': 'a', '4': 'a',
	'і': 'i', 'І': 'i', 'ι': 'i', 'Ι': 'i', 'ｉ': 'i', 'ı': 'i', '1': 'i', 'ⅰ': 'i',
	'ⅼ': 'l', 'ｌ': 'l', 'ӏ': 'l', '|': 'l',
	'ｆ': 'f', 'ƒ': 'f', 'ｒ': 'r', 'г': 'r',
	'о': 'o', 'О': 'o', 'ο': 'o', 'Ο': 'o', 'ｏ': 'o', '0': 'o',
}
