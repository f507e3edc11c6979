package workspace

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"junto/internal/fault"
)

// project finds a project by its id; nil when there is none.
func (l *Layout) project(id ProjectID) *Project {
	for i := range l.Projects {
		if l.Projects[i].ID == id {
			return &l.Projects[i]
		}
	}
	return nil
}

// projectNamed finds a project by its name, whatever the case.
func (l *Layout) projectNamed(name string) *Project {
	for i := range l.Projects {
		if strings.EqualFold(l.Projects[i].Name, name) {
			return &l.Projects[i]
		}
	}
	return nil
}

// perspective finds a perspective and its project; nil when there is none.
func (l *Layout) perspective(id PerspectiveID) (*Project, *Perspective) {
	for i := range l.Projects {
		p := &l.Projects[i]
		for j := range p.Perspectives {
			if p.Perspectives[j].ID == id {
				return p, &p.Perspectives[j]
			}
		}
	}
	return nil, nil
}

func (p *Project) named(name string) *Perspective {
	for i := range p.Perspectives {
		if strings.EqualFold(p.Perspectives[i].Name, name) {
			return &p.Perspectives[i]
		}
	}
	return nil
}

func (p *Project) index(id PerspectiveID) int {
	return slices.IndexFunc(p.Perspectives, func(v Perspective) bool { return v.ID == id })
}

// spot is where a tab or a pane is.
type spot struct {
	project     *Project
	perspective *Perspective
	pane        *Pane
	index       int // of the tab in its pane; -1 when a pane was looked for
}

func (s spot) tab() Tab { return s.pane.Tabs[s.index] }

// each calls f for every perspective until it returns false.
func (l *Layout) each(f func(*Project, *Perspective) bool) {
	for i := range l.Projects {
		p := &l.Projects[i]
		for j := range p.Perspectives {
			if !f(p, &p.Perspectives[j]) {
				return
			}
		}
	}
}

func (l *Layout) findTab(id TabID) (found spot, ok bool) {
	l.each(func(p *Project, v *Perspective) bool {
		for _, pane := range v.Root.panes() {
			if i := pane.index(id); i >= 0 {
				found, ok = spot{p, v, pane, i}, true
			}
		}
		return !ok
	})
	return found, ok
}

func (l *Layout) findPane(id PaneID) (found spot, ok bool) {
	l.each(func(p *Project, v *Perspective) bool {
		for _, pane := range v.Root.panes() {
			if pane.ID == id {
				found, ok = spot{p, v, pane, -1}, true
			}
		}
		return !ok
	})
	return found, ok
}

// showing finds the perspective's tab with the content.
func (v *Perspective) showing(c Content) (Tab, bool) {
	for _, pane := range v.Root.panes() {
		for _, t := range pane.Tabs {
			if t.Content == c {
				return t, true
			}
		}
	}
	return Tab{}, false
}

func (v *Perspective) tabs() []Tab {
	var all []Tab
	for _, pane := range v.Root.panes() {
		all = append(all, pane.Tabs...)
	}
	return all
}

// ProjectNamed finds a project by its name, whatever the case.
func (l Layout) ProjectNamed(name string) (Project, error) {
	if p := l.projectNamed(name); p != nil {
		return *p, nil
	}
	var names []string
	for _, p := range l.Projects[:min(len(l.Projects), 10)] {
		names = append(names, p.Name)
	}
	return Project{}, fault.New(fault.UnknownTarget, "there is no project %q", clip(name)).
		Next("the projects are: %s", strings.Join(names, ", "))
}

// ProjectAt finds the project whose folder a directory is in: the deepest one;
// Global when there is none.
func (l Layout) ProjectAt(dir string) Project {
	best := l.Projects[0]
	for _, p := range l.Projects[1:] {
		if within(dir, p.Dir) && len(p.Dir) > len(best.Dir) {
			best = p
		}
	}
	return best
}

func within(dir, parent string) bool {
	return parent != "" && (dir == parent || parent == "/" || strings.HasPrefix(dir, parent+"/"))
}

// homeOf is the project that a terminal belongs to: Global when its own is gone.
func (l *Layout) homeOf(t Terminal) *Project {
	if p := l.projectNamed(t.Project); p != nil {
		return p
	}
	return l.project(GlobalID)
}

// freeName is a name that no project has, made from a folder's.
func (l *Layout) freeName(dir string) string {
	base, err := ParseName(path.Base(dir))
	if err != nil {
		base = "project"
	}
	name := base
	for i := 2; l.projectNamed(name) != nil; i++ {
		suffix := "-" + strconv.Itoa(i)
		name = strings.ToValidUTF8(base[:min(len(base), MaxName-len(suffix))], "") + suffix
	}
	return name
}

// addProject makes a project of a folder, whose path is clean.
func (l *Layout) addProject(name, dir string) (*Project, error) {
	clean, err := parsePath(dir, "")
	switch {
	case err != nil || clean != dir:
		return nil, fault.New(fault.Input, "a project needs the whole path of its folder").Next("give an absolute path")
	case len(l.Projects) >= MaxProjects:
		return nil, fault.New(fault.Refused, "there are %d projects, the most that there can be", MaxProjects).Next("remove one first")
	}
	for _, p := range l.Projects {
		if p.Dir == dir {
			return nil, fault.New(fault.Refused, "the project %s has this folder already", p.Name).Next("open project:%s", p.Name)
		}
	}
	if name == "" {
		name = l.freeName(dir)
	}
	if name, err = l.newName(name, 0); err != nil {
		return nil, err
	}
	main := l.newPerspective(Main)
	l.Projects = append(l.Projects, Project{
		ID: ProjectID(l.nextID()), Name: name, Dir: dir, Perspectives: []Perspective{main}, Current: main.ID,
	})
	return &l.Projects[len(l.Projects)-1], nil
}

// newName checks a project's new name; own is the project that may have it.
func (l *Layout) newName(name string, own ProjectID) (string, error) {
	name, err := ParseName(name)
	if err != nil {
		return "", err
	}
	if p := l.projectNamed(name); p != nil && p.ID != own {
		return "", fault.New(fault.Refused, "there is a project %s already", p.Name).Next("give another name")
	}
	return name, nil
}

func (l *Layout) addPerspective(p *Project, name string) (*Perspective, error) {
	if len(p.Perspectives) >= MaxPerspectives {
		return nil, fault.New(fault.Refused, "%s has %d perspectives, the most that there can be", p.Name, MaxPerspectives).
			Next("delete one first")
	}
	p.Perspectives = append(p.Perspectives, l.newPerspective(name))
	return &p.Perspectives[len(p.Perspectives)-1], nil
}

// perspectiveNamed is the project's perspective of that name, made when there
// is none.
func (l *Layout) perspectiveNamed(p *Project, name string) (*Perspective, error) {
	if v := p.named(name); v != nil {
		return v, nil
	}
	return l.addPerspective(p, name)
}

// Tabs is how many tabs there are.
func (l Layout) Tabs() int {
	n := 0
	l.each(func(_ *Project, v *Perspective) bool {
		n += len(v.tabs())
		return true
	})
	return n
}
