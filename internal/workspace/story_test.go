package workspace

import (
	"fmt"
	"strings"
)

// act reads an act of the operator; its parts are named by what they show.
func (s *story) act(who string, w []string) Act {
	state := s.state(who)
	project, here := state.Layout.perspective(state.View.Perspective)
	w = append(w, "", "") // an argument that is left out is empty
	for _, read := range []func([]string, State, *Project, *Perspective) Act{s.projectAct, s.tabAct, s.paneAct, s.dialogAct} {
		if a := read(w, state, project, here); a != nil {
			return a
		}
	}
	panic("no act " + w[0])
}

func (s *story) projectAct(w []string, _ State, project *Project, _ *Perspective) Act {
	switch w[0] {
	case "project":
		return AddProject{Dir: w[1], Name: w[2]}
	case "rename-project":
		return RenameProject{Project: s.projectID(w[1]), Name: w[2]}
	case "remove-project":
		return RemoveProject{Project: s.projectID(w[1])}
	case "move-project":
		return MoveProject{Project: s.projectID(w[1]), Index: number(w[2])}
	case "perspective":
		return AddPerspective{Project: project.ID, Name: w[1]}
	case "rename-perspective":
		return RenamePerspective{Perspective: s.perspectiveID(w[1]), Name: w[2]}
	case "delete-perspective":
		return DeletePerspective{Perspective: s.perspectiveID(w[1])}
	case "move-perspective":
		return MovePerspective{Perspective: s.perspectiveID(w[1]), Index: number(w[2])}
	case "go":
		name, _, _ := strings.Cut(w[1], "/")
		return Go{Project: s.projectID(name), Perspective: s.perspectiveID(w[1])}
	}
	return nil
}

func (s *story) tabAct(w []string, _ State, _ *Project, here *Perspective) Act {
	switch w[0] {
	case "tab":
		return OpenTab{Content: content(w[1])}
	case "focus":
		return Focus{Tab: tabID(here, w[1])}
	case "close":
		return CloseTab{Tab: tabID(here, w[1])}
	case "reopen":
		return ReopenTab{}
	case "move":
		return MoveTab{Tab: tabID(here, w[1]), Perspective: s.perspectiveID(w[2]), Index: -1}
	case "move-to-pane":
		return MoveTab{Tab: tabID(here, w[1]), Pane: here.Root.panes()[number(w[2])].ID, Index: number(w[3])}
	case "back":
		return StepBack{}
	case "forward":
		return StepForward{}
	}
	return nil
}

func (s *story) paneAct(w []string, state State, _ *Project, here *Perspective) Act {
	switch w[0] {
	case "focus-pane":
		return Focus{Pane: here.Root.panes()[number(w[1])].ID}
	case "split":
		a := SplitPane{Pane: state.View.focusPane(here).ID, Side: Side(w[1])}
		if w[2] != "" {
			a.Tab = tabID(here, w[2])
		}
		return a
	case "close-pane":
		return ClosePane{Pane: here.Root.panes()[number(w[1])].ID}
	case "shares":
		var shares []int
		for _, n := range strings.Fields(strings.Join(w[1:], " ")) {
			shares = append(shares, number(n))
		}
		return ResizeSplit{Split: here.Root.splits()[0].ID, Shares: shares}
	}
	return nil
}

func (s *story) dialogAct(w []string, _ State, _ *Project, _ *Perspective) Act {
	switch w[0] {
	case "peek":
		return Peek{Terminal: number(w[1])}
	case "dialog":
		return ShowDialog{Dialog{Kind: DialogKind(w[1])}}
	case "cancel":
		return CancelDialog{}
	case "accept":
		return AcceptDialog{}
	case "end":
		return EndTerminal{Terminal: number(w[1])}
	case "quit":
		return Quit{}
	}
	return nil
}

func (s *story) projectID(name string) ProjectID {
	if p := s.layout.projectNamed(name); p != nil {
		return p.ID
	}
	return 9999
}

// perspectiveID finds project/perspective.
func (s *story) perspectiveID(path string) PerspectiveID {
	project, name, _ := strings.Cut(path, "/")
	if p := s.layout.projectNamed(project); p != nil {
		if v := p.named(name); v != nil {
			return v.ID
		}
	}
	return 9999
}

func content(text string) Content {
	var c Content
	if err := c.UnmarshalText([]byte(text)); err != nil {
		panic(err)
	}
	return c
}

func tabID(v *Perspective, text string) TabID {
	if t, ok := v.showing(content(text)); ok {
		return t.ID
	}
	return 9999
}

// picture is the window as `shows` writes it.
func (s *story) picture(who string) string {
	state := s.state(who)
	p, v := state.Layout.perspective(state.View.Perspective)
	b := p.Name + "/" + v.Name + " " + drawNode(state.View, state.View.focusPane(v), v.Root)
	if state.View.Peek != 0 {
		b += fmt.Sprintf(" peek %d", state.View.Peek)
	}
	if d := state.View.Dialog; d != nil {
		b += " dialog " + string(d.Kind)
		if d.Title != "" {
			b += fmt.Sprintf(" %q", d.Title)
		}
	}
	return b
}

func drawNode(v View, focus *Pane, n Node) string {
	if n.Split != nil {
		var parts []string
		for _, c := range n.Split.Children {
			parts = append(parts, drawNode(v, focus, c))
		}
		return "(" + strings.Join(parts, map[Axis]string{Row: " | ", Column: " / "}[n.Split.Axis]) + ")"
	}
	var tabs []string
	for _, t := range n.Pane.Tabs {
		text := t.Content.String()
		if t.ID == v.shown(n.Pane) {
			text = "*" + text
		}
		if t.Opened > 1 {
			text += fmt.Sprintf("(%d)", t.Opened)
		}
		tabs = append(tabs, text)
	}
	mark := ""
	if n.Pane == focus {
		mark = ">"
	}
	return mark + "[" + strings.Join(tabs, " ") + "]"
}
