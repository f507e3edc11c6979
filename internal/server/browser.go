package server

import "strings"

// mark is a word of a User-Agent, and what it tells.
type mark struct{ word, name string }

// browserMarks and systemMarks come in an order: most browsers name others too,
// to be taken for them.
var (
	browserMarks = []mark{
		{"Edg", "Edge"},
		{"OPR/", "Opera"},
		{"SamsungBrowser/", "Samsung Internet"},
		{"Vivaldi/", "Vivaldi"},
		{"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"},
		{"Chrome/", "Chrome"},
		{"CriOS/", "Chrome"},
		{"Safari/", "Safari"},
	}
	systemMarks = []mark{
		{"iPhone", "iPhone"},
		{"iPad", "iPad"},
		{"Android", "Android"},
		{"CrOS", "ChromeOS"},
		{"Mac OS X", "macOS"},
		{"Windows", "Windows"},
		{"Linux", "Linux"},
		{"FreeBSD", "FreeBSD"},
	}
)

// browserName says what a User-Agent means in a person's words, as far as it
// can be told: "Firefox on Linux".
func browserName(agent string) string {
	browser, system := named(agent, browserMarks), named(agent, systemMarks)
	switch {
	case browser == "" && system == "":
		return "A browser"
	case browser == "":
		return "A browser on " + system
	case system == "":
		return browser
	}
	return browser + " on " + system
}

func named(agent string, marks []mark) string {
	for _, m := range marks {
		if strings.Contains(agent, m.word) {
			return m.name
		}
	}
	return ""
}
