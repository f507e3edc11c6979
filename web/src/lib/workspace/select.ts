// What the page's parts ask of the workspace.

import { contentOf, focusPane, here, type State, shownIn, type Tab } from './model'

/** focusedTab is the tab that the window's focus is on. */
export function focusedTab(s: State): Tab | undefined {
  const at = here(s)
  const pane = at && focusPane(s.view, at.perspective)
  return pane ? shownIn(s.view, pane) : undefined
}

/** shownPanel is the view of the whole app that the focus is on, or ''. */
export function shownPanel(s: State): string {
  const content = contentOf(focusedTab(s)?.content ?? '')
  return content.kind === 'panel' ? content.name : ''
}

/** focusedTerminal is the terminal that the focus is on, or 0. */
export function focusedTerminal(s: State): number {
  const content = contentOf(focusedTab(s)?.content ?? '')
  return content.kind === 'terminal' ? content.id : 0
}
