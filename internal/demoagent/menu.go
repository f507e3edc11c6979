package demoagent

// menu is a list that takes the keys in place of the composer. Only one that
// asks makes the agent waiting; the others (rewind, model picker) are
// look-alikes that the person opened.
type menu struct {
	purpose purpose
	title   string
	lines   []string
	options []string
	footer  string
	chosen  int
}

type purpose int

const (
	forPermission purpose = iota
	forQuestion
	forTrust
	forRewind
	forModel
)

func (m *menu) asks() bool { return m.purpose <= forTrust }

func permissionMenu(command string) *menu {
	return &menu{
		purpose: forPermission, title: "Run a command", lines: []string{"  " + command, "", "Do you want to proceed?"},
		options: []string{"Yes", "No, and tell the agent what to do differently"},
		footer:  "Esc to cancel",
	}
}

func questionMenu() *menu {
	return &menu{
		purpose: forQuestion, title: "Which fruit do you want?",
		options: []string{"Apple", "Banana"},
		footer:  "Enter to select · ↑/↓ to navigate · Esc to cancel",
	}
}

func trustMenu() *menu {
	return &menu{
		purpose: forTrust, title: "Do you trust the files in this folder?",
		options: []string{"Yes, I trust this folder", "No, exit"},
		footer:  "Enter to confirm · Esc to cancel",
	}
}

func rewindMenu() *menu {
	return &menu{
		purpose: forRewind, title: "Rewind", lines: []string{"Restore the conversation to the point before…"},
		options: []string{"an earlier message", "(current)"}, chosen: 1,
		footer: "Enter to continue · Esc to exit",
	}
}

func modelMenu() *menu {
	return &menu{
		purpose: forModel, title: "Select a model",
		options: []string{"demo-large", "demo-small"},
		footer:  "Enter to select · Esc to exit",
	}
}

// key moves the selection or decides. picked is the option's index when one was
// chosen; out is true when the menu was cancelled.
func (m *menu) key(t typed) (picked int, decided, out bool) {
	switch {
	case t.kind == typedText && len(t.text) == 1 && t.text[0] >= '1' && int(t.text[0]-'1') < len(m.options):
		return int(t.text[0] - '1'), true, false
	case t.kind != typedKey:
		return 0, false, false
	}
	switch t.text {
	case keyUp:
		m.chosen = max(0, m.chosen-1)
	case keyDown:
		m.chosen = min(len(m.options)-1, m.chosen+1)
	case keyEnter:
		return m.chosen, true, false
	case keyEscape, keyCtrlC:
		return 0, false, true
	}
	return 0, false, false
}
