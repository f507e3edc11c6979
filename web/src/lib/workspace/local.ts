// The workspace of a page whose daemon keeps none: one perspective, one pane.

import { here, panes, type State, shownIn, type Tab } from './model'

export type Act =
  | { act: 'open'; content: string; peek?: boolean }
  | { act: 'show'; tab: number }
  | { act: 'close'; tab: number }
  | { act: 'peek'; terminal: number }

export function first(): State {
  const tabs: Tab[] = [
    { id: 4, content: 'panel:agents', opened: 1 },
    { id: 5, content: 'panel:messages', opened: 1 },
  ]
  const root = { pane: { id: 3, tabs, shown: 4 } }
  const main = { id: 2, name: 'Main', root, focus: 3 }
  return {
    layout: { run: 1, last_id: 5, projects: [{ id: 1, name: 'Global', perspectives: [main], current: 2 }] },
    view: { perspective: 2 },
  }
}

export function reduce(s: State, a: Act): State {
  const pane = panes(here(s)?.perspective.root ?? {})[0]
  if (!pane) return s
  const tabs = pane.tabs ?? []
  switch (a.act) {
    case 'open': {
      const old = tabs.find((t) => t.content === a.content)
      if (old) return reduce(s, { act: 'show', tab: old.id })
      const tab = { id: s.layout.last_id + 1, content: a.content, opened: 1 }
      return withTabs(s, [...tabs, tab], tab.id)
    }
    case 'show':
      return withTabs(s, tabs, a.tab)
    case 'close': {
      const at = tabs.findIndex((t) => t.id === a.tab)
      const rest = tabs.filter((t) => t.id !== a.tab)
      const shown = shownIn(s.view, pane)?.id ?? 0
      return withTabs(s, rest, shown === a.tab ? (rest[Math.max(0, at - 1)]?.id ?? 0) : shown)
    }
    case 'peek':
      return { ...s, view: { ...s.view, peek: a.terminal } }
  }
}

function withTabs(s: State, tabs: Tab[], shown: number): State {
  const project = s.layout.projects[0]
  const main = project?.perspectives[0]
  if (!project || !main) return s
  const root = { pane: { id: 3, tabs, shown } }
  const last = Math.max(s.layout.last_id, ...tabs.map((t) => t.id))
  return {
    layout: { ...s.layout, last_id: last, projects: [{ ...project, perspectives: [{ ...main, root }] }] },
    view: { ...s.view, shown: { 3: shown } },
  }
}
