// Package workspace knows what Jun shows: projects, their perspectives, the
// tabs and splits in them, and for each window where its user is: the focus,
// the peek drawer, the dialog, the steps back and forward. It holds the rules
// by which the operator and the agents change all that, as pure functions from
// a state to a state.
//
// It leaves running terminals, branches and files to its caller, who says in
// Facts what is there; and the keeping of windows and their storage to package
// desk.
package workspace

import "maps"

// Ids of the parts of a layout. They come from one counter and are never used
// again, so a step back can never lead to another thing than was meant.
type (
	ProjectID     int
	PerspectiveID int
	PaneID        int
	SplitID       int
	TabID         int
)

const (
	// GlobalID is the project that holds what belongs to no project. It is
	// always the first one and can neither be renamed nor removed.
	GlobalID ProjectID = 1
	// Global is its name.
	Global = "Global"
	// Main is the name of the perspective that a new project starts with.
	Main = "Main"
)

// Limits. They keep the stored document small (well under a megabyte) and what
// is drawn within what a person can still find their way in.
const (
	MaxProjects     = 200
	MaxPerspectives = 50  // in a project
	MaxTabs         = 200 // in a perspective
	MaxPanes        = 16  // in a perspective: a 4K screen shows no more side by side
	MaxSteps        = 100 // back, and as many forward
	MaxClosed       = 50  // tabs that can be reopened
)

// State is everything that one window shows: the layout, which all windows
// share, and the window's own view of it. It is a value: nothing that is handed
// out or taken in is changed afterwards.
type State struct {
	Layout Layout
	View   View
}

// Layout is what all windows share.
type Layout struct {
	Run      int       `json:"run"`     // the run of Jun that terminal tabs belong to
	LastID   int       `json:"last_id"` // the last id given
	Projects []Project `json:"projects"`
	Current  ProjectID `json:"current"`          // where a window that was never here starts
	Closed   []Closed  `json:"closed,omitempty"` // tabs to reopen, the latest last
}

// Project is a folder that the operator works in.
type Project struct {
	ID           ProjectID     `json:"id"`
	Name         string        `json:"name"`
	Dir          string        `json:"dir,omitempty"` // empty for Global
	Perspectives []Perspective `json:"perspectives"`  // at least one
	Current      PerspectiveID `json:"current"`       // where a window that was not here yet starts
}

// Perspective is one arrangement of tabs.
type Perspective struct {
	ID    PerspectiveID `json:"id"`
	Name  string        `json:"name"`
	Root  Node          `json:"root"`
	Focus PaneID        `json:"focus"` // for a window that was not here yet
}

// Tab is a thing that is open in a pane. A perspective shows a thing in one tab
// at most.
type Tab struct {
	ID      TabID   `json:"id"`
	Content Content `json:"content"`
	// Of a diff: the terminal that it was opened for (0 when that is gone) and
	// the branch that it was on then.
	Terminal int    `json:"terminal,omitzero"`
	Branch   string `json:"branch,omitempty"`
	// Opened grows each time that the tab is opened again: the page then reads
	// the file or the changes again.
	Opened int `json:"opened"`
}

// Closed is a tab that was closed, and where it was.
type Closed struct {
	Tab         Tab           `json:"tab"`
	Perspective PerspectiveID `json:"perspective"`
}

// View is one window's own view of the layout. What its maps do not name is
// shown as the layout remembers it.
type View struct {
	Perspective PerspectiveID               `json:"perspective"`
	Current     map[ProjectID]PerspectiveID `json:"current,omitempty"`
	Focus       map[PerspectiveID]PaneID    `json:"focus,omitempty"`
	Shown       map[PaneID]TabID            `json:"shown,omitempty"`
	Peek        int                         `json:"peek,omitzero"` // the terminal in the drawer; 0: it is closed
	Last        int                         `json:"last,omitzero"` // the terminal last focused
	Dialog      *Dialog                     `json:"dialog,omitempty"`
	Back        []Place                     `json:"back,omitempty"`    // the latest last
	Forward     []Place                     `json:"forward,omitempty"` // the next last
}

// New is the layout of a first start: Global, with the views of the whole app.
func New(run int) Layout {
	l := Layout{Run: run, LastID: int(GlobalID)}
	main := l.newPerspective(Main)
	pane := main.Root.Pane
	for _, p := range []Panel{Agents, Messages} {
		pane.Tabs = append(pane.Tabs, Tab{ID: TabID(l.nextID()), Content: PanelContent(p), Opened: 1})
	}
	pane.Shown = pane.Tabs[0].ID
	l.Current = GlobalID
	l.Projects = []Project{{ID: GlobalID, Name: Global, Perspectives: []Perspective{main}, Current: main.ID}}
	return l
}

// NewView is the view of a window that was never here.
func NewView(l Layout) View {
	return View{Perspective: l.project(l.Current).Current}.Settle(l)
}

func (l *Layout) nextID() int {
	l.LastID++
	return l.LastID
}

func (l *Layout) newPerspective(name string) Perspective {
	p := Perspective{ID: PerspectiveID(l.nextID()), Name: name}
	pane := &Pane{ID: PaneID(l.nextID())}
	p.Root, p.Focus = Node{Pane: pane}, pane.ID
	return p
}

// clone copies the layout so that the copy can be changed in place.
func (l Layout) clone() Layout {
	projects := make([]Project, len(l.Projects))
	for i, p := range l.Projects {
		perspectives := make([]Perspective, len(p.Perspectives))
		for j, v := range p.Perspectives {
			v.Root = v.Root.clone()
			perspectives[j] = v
		}
		p.Perspectives = perspectives
		projects[i] = p
	}
	l.Projects = projects
	l.Closed = append([]Closed(nil), l.Closed...)
	return l
}

func (v View) clone() View {
	v.Current, v.Focus, v.Shown = clonedMap(v.Current), clonedMap(v.Focus), clonedMap(v.Shown)
	if v.Dialog != nil {
		d := v.Dialog.clone()
		v.Dialog = &d
	}
	v.Back, v.Forward = append([]Place(nil), v.Back...), append([]Place(nil), v.Forward...)
	return v
}

// clonedMap never returns nil: the copy is there to be written to.
func clonedMap[K comparable, V any](m map[K]V) map[K]V {
	c := make(map[K]V, len(m))
	maps.Copy(c, m)
	return c
}

func (s State) clone() State {
	return State{Layout: s.Layout.clone(), View: s.View.clone()}
}
