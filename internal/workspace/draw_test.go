package workspace

import (
	"fmt"

	"pgregory.net/rapid"
)

// act draws an act of the operator on parts that are there, and some that are not.
func (w *world) act(t *rapid.T) Act {
	return rapid.OneOf(w.tabActs(), w.paneActs(), w.projectActs(), w.otherActs()).Draw(t, "act")
}

// drawn makes a generator of acts from a function that draws their parts.
func drawn(f func(*rapid.T) Act) *rapid.Generator[Act] { return rapid.Custom(f) }

func (w *world) content(t *rapid.T) Content {
	switch rapid.IntRange(0, 3).Draw(t, "content") {
	case 0:
		return TerminalContent(w.terminal(t))
	case 1:
		return EndedContent(1, rapid.IntRange(1, 3).Draw(t, "ended"))
	case 2:
		return PanelContent(rapid.SampledFrom([]Panel{Agents, Messages, Canvas}).Draw(t, "panel"))
	}
	r, _ := ParseResource(fmt.Sprintf("file:/f%d", rapid.IntRange(1, 4).Draw(t, "file")), "")
	return Content(r)
}

func (w *world) terminal(t *rapid.T) int { return rapid.SampledFrom(w.terminals()).Draw(t, "terminal") }
func (w *world) tab(t *rapid.T) TabID    { return rapid.SampledFrom(w.tabs()).Draw(t, "tab") }
func (w *world) pane(t *rapid.T) PaneID  { return rapid.SampledFrom(w.panes()).Draw(t, "pane") }
func (w *world) perspective(t *rapid.T) PerspectiveID {
	return rapid.SampledFrom(w.perspectives()).Draw(t, "perspective")
}

func (w *world) project(t *rapid.T) ProjectID {
	return rapid.SampledFrom(w.projects()).Draw(t, "project")
}

func name(t *rapid.T) string {
	return rapid.SampledFrom([]string{"web", "Web", "daemon", "Review", "review", "Global", "", "a\nb"}).Draw(t, "name")
}

func index(t *rapid.T) int { return rapid.IntRange(-1, 4).Draw(t, "index") }

func (w *world) tabActs() *rapid.Generator[Act] {
	return rapid.OneOf(
		drawn(func(t *rapid.T) Act { return Focus{Tab: w.tab(t)} }),
		drawn(func(t *rapid.T) Act { return OpenTab{Content: w.content(t)} }),
		drawn(func(t *rapid.T) Act { return OpenTab{Content: w.content(t), Pane: w.pane(t)} }),
		drawn(func(t *rapid.T) Act { return OpenTab{Content: w.content(t), Perspective: w.perspective(t)} }),
		drawn(func(t *rapid.T) Act { return CloseTab{Tab: w.tab(t)} }),
		drawn(func(t *rapid.T) Act { return MoveTab{Tab: w.tab(t), Pane: w.pane(t), Index: index(t)} }),
		drawn(func(t *rapid.T) Act { return MoveTab{Tab: w.tab(t), Perspective: w.perspective(t), Index: index(t)} }),
		rapid.Just[Act](ReopenTab{}),
		rapid.Just[Act](StepBack{}),
		rapid.Just[Act](StepForward{}),
	)
}

func (w *world) paneActs() *rapid.Generator[Act] {
	sides := rapid.SampledFrom([]Side{Left, Right, Above, Below, "?"})
	return rapid.OneOf(
		drawn(func(t *rapid.T) Act { return Focus{Pane: w.pane(t)} }),
		drawn(func(t *rapid.T) Act { return SplitPane{Pane: w.pane(t), Side: sides.Draw(t, "side")} }),
		drawn(func(t *rapid.T) Act { return SplitPane{Pane: w.pane(t), Side: sides.Draw(t, "side"), Tab: w.tab(t)} }),
		drawn(func(t *rapid.T) Act { return ClosePane{Pane: w.pane(t)} }),
		drawn(func(t *rapid.T) Act {
			shares := rapid.SliceOfN(rapid.IntRange(-1, 5000), 1, 4).Draw(t, "shares")
			return ResizeSplit{Split: SplitID(rapid.IntRange(1, 60).Draw(t, "split")), Shares: shares}
		}),
	)
}

func (w *world) projectActs() *rapid.Generator[Act] {
	dirs := rapid.SampledFrom([]string{"/w", "/w/web", "/d", "x", "", "/\xff"})
	return rapid.OneOf(
		drawn(func(t *rapid.T) Act { return Go{Project: w.project(t)} }),
		drawn(func(t *rapid.T) Act { return AddProject{Name: name(t), Dir: dirs.Draw(t, "dir")} }),
		drawn(func(t *rapid.T) Act { return RenameProject{Project: w.project(t), Name: name(t)} }),
		drawn(func(t *rapid.T) Act { return RemoveProject{Project: w.project(t)} }),
		drawn(func(t *rapid.T) Act { return MoveProject{Project: w.project(t), Index: index(t)} }),
		drawn(func(t *rapid.T) Act { return AddPerspective{Project: w.project(t), Name: name(t)} }),
		drawn(func(t *rapid.T) Act { return RenamePerspective{Perspective: w.perspective(t), Name: name(t)} }),
		drawn(func(t *rapid.T) Act { return DeletePerspective{Perspective: w.perspective(t)} }),
		drawn(func(t *rapid.T) Act { return MovePerspective{Perspective: w.perspective(t), Index: index(t)} }),
	)
}

func (w *world) otherActs() *rapid.Generator[Act] {
	dialogs := rapid.SampledFrom([]DialogKind{PaletteDialog, ErrorDialog, ConfirmDialog})
	return rapid.OneOf(
		drawn(func(t *rapid.T) Act {
			return Peek{Terminal: rapid.SampledFrom(append(w.terminals(), 0)).Draw(t, "terminal")}
		}),
		drawn(func(t *rapid.T) Act { return ShowDialog{Dialog{Kind: dialogs.Draw(t, "dialog")}} }),
		rapid.Just[Act](CancelDialog{}),
		rapid.Just[Act](AcceptDialog{}),
		drawn(func(t *rapid.T) Act { return EndTerminal{Terminal: w.terminal(t)} }),
		rapid.Just[Act](Quit{}),
	)
}
