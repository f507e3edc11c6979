// What the workspace is made of, as the daemon keeps it, and how a window's
// view of it is read.

export type Axis = 'row' | 'column'

export interface Tab {
  id: number
  /** terminal:<id>, ended:<run>.<id>, diff:<worktree>, file:<path> or panel:<name>. */
  content: string
  terminal?: number
  branch?: string
  opened: number
}

export interface Pane {
  id: number
  tabs?: Tab[]
  shown?: number
}

export interface Split {
  id: number
  axis: Axis
  children: Node[]
  shares: number[]
}

/** A pane or a split: exactly one of the two is there. */
export interface Node {
  pane?: Pane
  split?: Split
}

export interface Perspective {
  id: number
  name: string
  root: Node
  focus: number
}

export interface Project {
  id: number
  name: string
  dir?: string
  perspectives: Perspective[]
  current: number
}

export interface Layout {
  run: number
  last_id: number
  projects: Project[]
}

export interface Place {
  perspective: number
  pane: number
  tab?: number
  peek?: number
}

export interface View {
  perspective: number
  current?: Record<string, number>
  focus?: Record<string, number>
  shown?: Record<string, number>
  peek?: number
  last?: number
  back?: Place[]
  forward?: Place[]
}

export interface State {
  layout: Layout
  view: View
}

/** The project that holds what belongs to no project. */
export const globalID = 1

export function panes(node: Node): Pane[] {
  if (node.pane) return [node.pane]
  return node.split?.children.flatMap(panes) ?? []
}

/** here is the perspective that the window shows, and its project. */
export function here(s: State): { project: Project; perspective: Perspective } | null {
  for (const project of s.layout.projects) {
    const perspective = project.perspectives.find((p) => p.id === s.view.perspective)
    if (perspective) return { project, perspective }
  }
  return null
}

/** currentOf is the perspective that the window shows of a project. */
export function currentOf(view: View, project: Project): number {
  const wished = view.current?.[project.id] ?? project.current
  return (project.perspectives.find((p) => p.id === wished) ?? project.perspectives[0])?.id ?? 0
}

/** focusPane is the pane of a perspective that the window's focus is in. */
export function focusPane(view: View, perspective: Perspective): Pane | undefined {
  const all = panes(perspective.root)
  const wished = view.focus?.[perspective.id] ?? perspective.focus
  return all.find((p) => p.id === wished) ?? all[0]
}

/** shownIn is the tab that the window shows in a pane. */
export function shownIn(view: View, pane: Pane): Tab | undefined {
  const tabs = pane.tabs ?? []
  const wished = view.shown?.[pane.id] ?? pane.shown
  return tabs.find((t) => t.id === wished) ?? tabs[0]
}

/** What a tab shows, read from its content. */
export type Content =
  | { kind: 'terminal'; id: number }
  | { kind: 'ended'; run: number; id: number }
  | { kind: 'diff'; worktree: string }
  | { kind: 'file'; path: string }
  | { kind: 'panel'; name: string }

export function contentOf(content: string): Content {
  const at = content.indexOf(':')
  const kind = content.slice(0, at)
  const rest = content.slice(at + 1)
  switch (kind) {
    case 'terminal':
      return { kind, id: Number(rest) }
    case 'ended': {
      const [run, id] = rest.split('.')
      return { kind, run: Number(run), id: Number(id) }
    }
    case 'diff':
      return { kind, worktree: rest }
    case 'file':
      return { kind, path: rest }
    default:
      return { kind: 'panel', name: rest }
  }
}

/** shownTerminals are the terminals that the window has on screen. */
export function shownTerminals(s: State): number[] {
  const at = here(s)
  const ids = at ? panes(at.perspective.root).map((p) => contentOf(shownIn(s.view, p)?.content ?? '')) : []
  const found = ids.flatMap((c) => (c.kind === 'terminal' ? [c.id] : []))
  return s.view.peek ? [...found, s.view.peek] : found
}
