package api

import "junto/internal/workspace"

// Window is the whole state of a window.
type Window struct {
	ID       string          `json:"id"`
	Revision int             `json:"revision"` // grows with each change
	Active   bool            `json:"active"`   // whether the user was in this one last
	Scene    workspace.Scene `json:"scene"`
}

// ShowIn opens what a link, a card or a palette's row names.
type ShowIn struct {
	Target string `json:"target"`
	In     string `json:"in,omitempty"`
	Peek   bool   `json:"peek,omitempty"`
}

// workspaceCommands are the operator's acts in the calling window. Called from a
// shell, where there is no window, they change only what all windows share.
var workspaceCommands = []Command{
	{Name: "workspace.get", Summary: "what the window shows", Access: Operator, Out: Window{}},
	{Name: "workspace.show", Summary: "opens what a link or a card names", Access: Operator, In: ShowIn{}, Examples: []string{`{"target":"terminal:7"}`, `{"target":"diff:7","in":"Review"}`}},
	act("go", "shows a project, or one of its perspectives", workspace.Go{}, `{"project":1}`),
	act("focus", "puts the focus on a tab, or on a pane", workspace.Focus{}, `{"tab":4}`),
	act("open_tab", "shows a content in a tab", workspace.OpenTab{}, `{"content":"terminal:3"}`),
	act("close_tab", "closes a tab; what runs in it keeps running", workspace.CloseTab{}, `{"tab":4}`),
	act("reopen_tab", "opens the tab that was closed last", workspace.ReopenTab{}),
	act("move_tab", "moves a tab", workspace.MoveTab{}, `{"tab":4,"pane":3,"index":0}`),
	act("peek", "shows a terminal in the drawer; 0 closes it", workspace.Peek{}, `{"terminal":3}`),
	act("end_terminal", "ends a terminal, and asks first when something runs in it", workspace.EndTerminal{}, `{"terminal":3}`),
	act("quit", "ends Jun, and asks first when agents run", workspace.Quit{}),
	act("add_project", "adds a project", workspace.AddProject{}, `{"dir":"/src/web"}`, `{"name":"web","dir":"/src/web"}`),
	act("rename_project", "renames a project", workspace.RenameProject{}, `{"project":5,"name":"site"}`),
	act("remove_project", "removes a project, and asks first", workspace.RemoveProject{}, `{"project":5}`),
	act("move_project", "puts a project at another place of the list", workspace.MoveProject{}, `{"project":5,"index":1}`),
	act("add_perspective", "adds a perspective", workspace.AddPerspective{}, `{"project":5,"name":"Review"}`),
	act("rename_perspective", "renames a perspective", workspace.RenamePerspective{}, `{"perspective":6,"name":"Review"}`),
	act("delete_perspective", "deletes a perspective, and asks first when terminals are in it", workspace.DeletePerspective{}, `{"perspective":6}`),
	act("move_perspective", "puts a perspective at another place of the list", workspace.MovePerspective{}, `{"perspective":6,"index":0}`),
	act("split_pane", "splits a pane", workspace.SplitPane{}, `{"pane":3,"side":"right"}`),
	act("close_pane", "closes a pane", workspace.ClosePane{}, `{"pane":3}`),
	act("resize_split", "shares a split's place out", workspace.ResizeSplit{}, `{"split":8,"shares":[1,2]}`),
	act("show_dialog", "notes that a dialog waits for the user", workspace.ShowDialog{}, `{"dialog":{"kind":"palette"}}`),
	act("cancel_dialog", "closes the dialog", workspace.CancelDialog{}),
	act("accept_dialog", "does what the confirmation asks", workspace.AcceptDialog{}),
	act("back", "one step back", workspace.StepBack{}),
	act("forward", "one step forward", workspace.StepForward{}),
}

func act(name, summary string, in workspace.Act, examples ...string) Command {
	return Command{Name: "workspace." + name, Summary: summary, Access: Operator, In: in, Examples: examples}
}
