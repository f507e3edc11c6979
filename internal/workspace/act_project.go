package workspace

import (
	"path"
	"slices"
	"strings"

	"junto/internal/fault"
)

// AddProject makes a project of a folder and shows it; when one has that folder
// already, it shows that.
type AddProject struct {
	Name string `json:"name,omitempty"` // empty: the folder's name, or one like it that is free
	Dir  string `json:"dir"`
}

func (a AddProject) do(e *edit) error {
	dir := path.Clean(a.Dir)
	p := e.Layout.ProjectAt(dir)
	if p.Dir != dir {
		added, err := e.Layout.addProject(a.Name, dir)
		if err != nil {
			return err
		}
		p = *added
	}
	return Go{Project: p.ID}.do(e)
}

// RenameProject gives a project another name. Its terminals go with it.
type RenameProject struct {
	Project ProjectID `json:"project"`
	Name    string    `json:"name"`
}

func (a RenameProject) do(e *edit) error {
	p := e.Layout.project(a.Project)
	switch {
	case p == nil:
		return noProject()
	case p.ID == GlobalID:
		return fault.New(fault.Refused, "Global keeps its name").Next("rename another project")
	}
	name, err := e.Layout.newName(a.Name, p.ID)
	if err != nil {
		return err
	}
	if name != p.Name {
		e.effect(MoveEffect{From: p.Name, To: name})
		p.Name = name
	}
	return nil
}

// RemoveProject takes a project off the list; its folder stays as it is. It asks
// first when terminals run in it: they go on in Global.
type RemoveProject struct {
	Project ProjectID `json:"project"`
}

func (a RemoveProject) do(e *edit) error {
	p := e.Layout.project(a.Project)
	if p == nil {
		return noProject()
	}
	n := 0
	for _, t := range e.facts.Terminals {
		if strings.EqualFold(t.Project, p.Name) {
			n++
		}
	}
	if n == 0 || p.ID == GlobalID {
		return e.removeProject(p.ID)
	}
	e.ask("Remove "+p.Name+"?",
		plural(n, "terminal runs in it, and goes on", "terminals run in it, and go on")+" in Global. The folder stays as it is.",
		Confirm{Question: AskRemoveProject, Project: p.ID})
	return nil
}

// MoveProject puts a project at another place of the list. Global stays first.
type MoveProject struct {
	Project ProjectID `json:"project"`
	Index   int       `json:"index"`
}

func (a MoveProject) do(e *edit) error {
	l := &e.Layout
	from := slices.IndexFunc(l.Projects, func(p Project) bool { return p.ID == a.Project })
	switch {
	case from < 0:
		return noProject()
	case from == 0 || a.Index < 1 || a.Index >= len(l.Projects):
		return fault.New(fault.Input, "a project cannot go there").Next("Global is the first; give a place from 1 to %d", len(l.Projects)-1)
	}
	p := l.Projects[from]
	l.Projects = slices.Insert(slices.Delete(l.Projects, from, from+1), a.Index, p)
	return nil
}

// AddPerspective makes a perspective and shows it.
type AddPerspective struct {
	Project ProjectID `json:"project"`
	Name    string    `json:"name"`
}

func (a AddPerspective) do(e *edit) error {
	p := e.Layout.project(a.Project)
	if p == nil {
		return noProject()
	}
	name, err := p.newName(a.Name, 0)
	if err != nil {
		return err
	}
	v, err := e.Layout.addPerspective(p, name)
	if err != nil {
		return err
	}
	return Go{Project: p.ID, Perspective: v.ID}.do(e)
}

func (p *Project) newName(name string, own PerspectiveID) (string, error) {
	name, err := ParseName(name)
	if err != nil {
		return "", err
	}
	if v := p.named(name); v != nil && v.ID != own {
		return "", fault.New(fault.Refused, "%s has a perspective %s already", p.Name, v.Name).Next("give another name")
	}
	return name, nil
}

// RenamePerspective gives a perspective another name.
type RenamePerspective struct {
	Perspective PerspectiveID `json:"perspective"`
	Name        string        `json:"name"`
}

func (a RenamePerspective) do(e *edit) error {
	p, v := e.Layout.perspective(a.Perspective)
	if v == nil {
		return noPerspective()
	}
	name, err := p.newName(a.Name, v.ID)
	if err != nil {
		return err
	}
	v.Name = name
	return nil
}

// DeletePerspective deletes a perspective, and asks first when terminals have
// tabs in it.
type DeletePerspective struct {
	Perspective PerspectiveID `json:"perspective"`
}

func (a DeletePerspective) do(e *edit) error { return e.askDeletePerspective(a.Perspective) }

// MovePerspective puts a perspective at another place of its project's list.
type MovePerspective struct {
	Perspective PerspectiveID `json:"perspective"`
	Index       int           `json:"index"`
}

func (a MovePerspective) do(e *edit) error {
	p, v := e.Layout.perspective(a.Perspective)
	switch {
	case v == nil:
		return noPerspective()
	case a.Index < 0 || a.Index >= len(p.Perspectives):
		return fault.New(fault.Input, "%s has no place %d", p.Name, a.Index).Next("give a place from 0 to %d", len(p.Perspectives)-1)
	}
	moved, from := *v, p.index(v.ID)
	p.Perspectives = slices.Insert(slices.Delete(p.Perspectives, from, from+1), a.Index, moved)
	return nil
}
