package canvas

// Theme is the page's colors, for pictures that look like the page.
type Theme struct {
	ground, dot, surface, inset         string
	line, ink, muted                    string
	note, noteLine, noteInk             string
	region, messages, notifies, plain   string
	working, waiting, done, idle, wrong string
	presets                             [6]string
}

// Dark and Light are the page's two themes.
var (
	Dark = Theme{
		ground: "#0A0B0E", dot: "#1F2023", surface: "#15171C", inset: "#0C0D11",
		line: "#2F3136", ink: "#EDEFF3", muted: "#8A92A1",
		note: "#241F15", noteLine: "#4E4229", noteInk: "#F0E7D0",
		region: "#7F8CFF", messages: "#7FC0FF", notifies: "#5CCFC0", plain: "#8A92A1",
		working: "#309AFF", waiting: "#FFD152", done: "#A4E6BB", idle: "#97A0AF", wrong: "#FF686F",
		presets: [6]string{"#FF686F", "#EBB26B", "#FFD152", "#6FD3A0", "#6AD0D6", "#C9A2FF"},
	}
	Light = Theme{
		ground: "#F4F3EF", dot: "#D8D7D2", surface: "#FFFFFF", inset: "#FCFBF9",
		line: "#DCDAD5", ink: "#16181D", muted: "#636A77",
		note: "#FFF9E6", noteLine: "#EADFBE", noteInk: "#3A3323",
		region: "#4B43D9", messages: "#0A5EBD", notifies: "#0B7268", plain: "#636A77",
		working: "#0042A3", waiting: "#743E00", done: "#0B7643", idle: "#5C6470", wrong: "#B70045",
		presets: [6]string{"#B70045", "#8A4F00", "#743E00", "#0B7643", "#0B6E78", "#7A35B5"},
	}
)

// paint is the color of a node or edge, or the one that it has without.
func (t Theme) paint(c Color, without string) string {
	switch {
	case c == "":
		return without
	case len(c) == 1:
		return t.presets[c[0]-'1']
	}
	return string(c)
}

// verb is the hue of a verb; a verb that this build does not know has none.
func (t Theme) verb(e *Edge) string {
	switch e.Verb {
	case "messages":
		return t.messages
	case "notifies":
		return t.notifies
	}
	return t.paint(e.Look.Color, t.plain)
}

// glance is the color and the words of what a seat shows.
func (t Theme) glance(g string) (color, says string) {
	switch g {
	case "working":
		return t.working, "Working"
	case "attention":
		return t.waiting, "Waiting"
	case "activity_blocked":
		return t.wrong, "Blocked"
	case "stalled":
		return t.wrong, "Stalled"
	case "parked":
		return t.idle, "Parked"
	case "gone":
		return t.idle, "Ended"
	case "empty":
		return t.idle, "Empty"
	case "idle":
		return t.idle, "Idle"
	}
	return t.idle, "Unknown"
}
