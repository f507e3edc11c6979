package workspace

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// Validate checks a layout that was read from outside: that it could have been
// made by the acts of this package.
func (l Layout) Validate() error {
	c := checker{layout: &l, ids: map[int]bool{}, tabs: map[TabID]bool{}}
	c.check(l.Run > 0 && l.LastID > 0, "run or last id")
	c.check(len(l.Projects) > 0 && len(l.Projects) <= MaxProjects, "number of projects")
	if c.err != nil {
		return c.err
	}
	g := l.Projects[0]
	c.check(g.ID == GlobalID && g.Name == Global && g.Dir == "", "Global")
	c.check(l.project(l.Current) != nil, "current project")
	for i := range l.Projects {
		c.project(i)
	}
	c.check(len(l.Closed) <= MaxClosed, "number of closed tabs")
	for _, closed := range l.Closed {
		c.tab(closed.Tab, "closed tab")
	}
	return c.err
}

// checker keeps the first thing that is wrong.
type checker struct {
	layout *Layout
	ids    map[int]bool
	tabs   map[TabID]bool
	err    error
}

func (c *checker) check(ok bool, format string, args ...any) {
	if !ok && c.err == nil {
		c.err = fmt.Errorf("layout: %w: %s", errMalformed, fmt.Sprintf(format, args...))
	}
}

var errMalformed = errors.New("malformed")

func (c *checker) id(id int, of string) {
	c.check(id > 0 && id <= c.layout.LastID && !c.ids[id], "id %d of a %s", id, of)
	c.ids[id] = true
}

func (c *checker) name(name string, same int) {
	clean, err := ParseName(name)
	c.check(err == nil && clean == name && same == 1, "name %q", name)
}

func (c *checker) project(i int) {
	p := &c.layout.Projects[i]
	c.id(int(p.ID), "project")
	c.name(p.Name, count(c.layout.Projects, func(o Project) bool { return strings.EqualFold(o.Name, p.Name) }))
	if i > 0 {
		dirs := count(c.layout.Projects, func(o Project) bool { return o.Dir == p.Dir })
		c.check(path.IsAbs(p.Dir) && path.Clean(p.Dir) == p.Dir && len(p.Dir) <= MaxPath && dirs == 1, "folder of %q", p.Name)
	}
	n := len(p.Perspectives)
	c.check(n > 0 && n <= MaxPerspectives && p.index(p.Current) >= 0, "perspectives of %q", p.Name)
	for j := range p.Perspectives {
		v := &p.Perspectives[j]
		c.id(int(v.ID), "perspective")
		c.name(v.Name, count(p.Perspectives, func(o Perspective) bool { return strings.EqualFold(o.Name, v.Name) }))
		c.perspective(v)
	}
}

func (c *checker) perspective(v *Perspective) {
	c.node(v.Root, "", 0)
	if c.err != nil {
		return
	}
	panes, tabs := v.Root.panes(), v.tabs()
	c.check(len(panes) <= MaxPanes && len(tabs) <= MaxTabs, "size of %q", v.Name)
	c.check(count(panes, func(p *Pane) bool { return p.ID == v.Focus }) == 1, "focus of %q", v.Name)
	seen := map[Content]bool{}
	for _, t := range tabs {
		c.id(int(t.ID), "tab")
		c.tab(t, v.Name)
		c.check(!seen[t.Content], "%s twice in %q", t.Content, v.Name)
		seen[t.Content] = true
	}
}

func (c *checker) tab(t Tab, where string) {
	isDiff := t.Content.Kind() == KindDiff
	c.check(!t.Content.IsZero() && t.Opened > 0, "tab %d in %q", t.ID, where)
	c.check(isDiff || t.Terminal == 0 && t.Branch == "", "diff of tab %d in %q", t.ID, where)
	c.check(t.Terminal >= 0, "terminal of tab %d in %q", t.ID, where)
}

// maxDepth follows from MaxPanes: each level of splits adds a pane.
const maxDepth = MaxPanes

func (c *checker) node(n Node, parent Axis, depth int) {
	c.check((n.Pane == nil) != (n.Split == nil) && depth < maxDepth, "node")
	if c.err != nil {
		return
	}
	if p := n.Pane; p != nil {
		c.id(int(p.ID), "pane")
		c.check(p.index(p.Shown) >= 0 || len(p.Tabs) == 0 && p.Shown == 0, "shown tab of pane %d", p.ID)
		return
	}
	s := n.Split
	c.id(int(s.ID), "split")
	c.check((s.Axis == Row || s.Axis == Column) && s.Axis != parent, "axis of split %d", s.ID)
	c.check(len(s.Children) > 1 && len(s.Shares) == len(s.Children), "children of split %d", s.ID)
	sum := 0
	for _, share := range s.Shares {
		c.check(share >= MinShare && share <= Whole, "share of split %d", s.ID)
		sum += share
	}
	c.check(sum == Whole, "shares of split %d", s.ID)
	for _, child := range s.Children {
		c.node(child, s.Axis, depth+1)
	}
}

func count[T any](of []T, is func(T) bool) int {
	n := 0
	for _, v := range of {
		if is(v) {
			n++
		}
	}
	return n
}

// Check makes a view that was read from outside fit the layout and the
// terminals that run.
func (v View) Check(l Layout, runs func(id int) bool) View {
	v = v.WithoutTerminals(runs)
	if v.Dialog != nil && v.Dialog.check() != nil {
		v.Dialog = nil
	}
	v.Back = v.Back[max(0, len(v.Back)-MaxSteps):]
	v.Forward = v.Forward[max(0, len(v.Forward)-MaxSteps):]
	return v.Settle(l)
}
