package workspace

import "junto/internal/fault"

// DialogKind is what waits for the user.
type DialogKind string

const (
	PaletteDialog   DialogKind = "palette"
	FormDialog      DialogKind = "form"
	ConfirmDialog   DialogKind = "confirm"
	ErrorDialog     DialogKind = "error"
	ShortcutsDialog DialogKind = "shortcuts"
)

// Dialog is what waits for the user in a window. While there is one, no agent
// changes what the window shows.
type Dialog struct {
	Kind  DialogKind `json:"kind"`
	Title string     `json:"title,omitempty"`
	Text  string     `json:"text,omitempty"`
	Next  string     `json:"next_step,omitempty"`
	// Confirm is what a confirmation asks about, and nothing for the others.
	Confirm *Confirm `json:"confirm,omitempty"`
}

// Question is what a confirmation can ask.
type Question string

const (
	AskDeletePerspective Question = "delete-perspective"
	AskRemoveProject     Question = "remove-project"
	AskEndTerminal       Question = "end-terminal"
	AskQuit              Question = "quit"
)

// Confirm is what happens once the user confirms.
type Confirm struct {
	Question    Question      `json:"question"`
	Perspective PerspectiveID `json:"perspective,omitzero"`
	Project     ProjectID     `json:"project,omitzero"`
	Terminal    int           `json:"terminal,omitzero"`
}

// maxDialogText bounds a page's text: a few screens of a form's or an error's
// words.
const maxDialogText = 8 << 10

func (d Dialog) clone() Dialog {
	if d.Confirm != nil {
		c := *d.Confirm
		d.Confirm = &c
	}
	return d
}

// check refuses a dialog that a window cannot have.
func (d Dialog) check() error {
	asks := d.Confirm != nil
	switch d.Kind {
	case PaletteDialog, FormDialog, ErrorDialog, ShortcutsDialog:
		if asks {
			return fault.New(fault.Input, "only a confirmation asks a question").Next("leave confirm out")
		}
	case ConfirmDialog:
		if !asks {
			return fault.New(fault.Input, "a confirmation asks a question").Next("give confirm")
		}
	default:
		return fault.New(fault.Input, "there is no dialog %q", clip(string(d.Kind))).
			Next("the dialogs are palette, form, error and shortcuts")
	}
	if len(d.Title)+len(d.Text)+len(d.Next) > maxDialogText {
		return fault.New(fault.Input, "a dialog's text has at most %d bytes", maxDialogText).Next("shorten it")
	}
	return nil
}

// stands reports whether the question still makes sense.
func (c Confirm) stands(l *Layout) bool {
	switch c.Question {
	case AskDeletePerspective:
		p, _ := l.perspective(c.Perspective)
		return p != nil && len(p.Perspectives) > 1
	case AskRemoveProject:
		return l.project(c.Project) != nil && c.Project != GlobalID
	case AskEndTerminal:
		return c.Terminal > 0
	case AskQuit:
		return true
	}
	return false
}

// do carries out what the user confirmed.
func (c Confirm) do(e *edit) error {
	switch c.Question {
	case AskDeletePerspective:
		return e.deletePerspective(c.Perspective)
	case AskRemoveProject:
		return e.removeProject(c.Project)
	case AskEndTerminal:
		e.effect(EndEffect{Terminal: c.Terminal})
	case AskQuit:
		e.effect(QuitEffect{})
	}
	return nil
}

func (e *edit) ask(title, text string, c Confirm) {
	e.View.Dialog = &Dialog{Kind: ConfirmDialog, Title: title, Text: text, Confirm: &c}
}

// ShowDialog opens a dialog of the page's own: all but a confirmation, which
// only an act that needs one opens.
type ShowDialog struct {
	Dialog Dialog `json:"dialog"`
}

func (a ShowDialog) do(e *edit) error {
	if a.Dialog.Kind == ConfirmDialog {
		return fault.New(fault.Input, "a page cannot make a confirmation").Next("ask for the act that needs it")
	}
	if err := a.Dialog.check(); err != nil {
		return err
	}
	d := a.Dialog.clone()
	e.View.Dialog = &d
	return nil
}

// CancelDialog closes the dialog; a confirmation is then answered with no.
type CancelDialog struct{}

func (CancelDialog) do(e *edit) error {
	e.View.Dialog = nil
	return nil
}

// AcceptDialog answers a confirmation with yes.
type AcceptDialog struct{}

func (AcceptDialog) do(e *edit) error {
	d := e.View.Dialog
	if d == nil || d.Confirm == nil {
		return fault.New(fault.Conflict, "nothing waits to be confirmed").Next("read the window's state again")
	}
	e.View.Dialog = nil
	return d.Confirm.do(e)
}
