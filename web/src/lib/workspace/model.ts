// What the workspace is made of: what the daemon says that this window draws.

export type Axis = 'row' | 'column'
export type Side = 'left' | 'right' | 'above' | 'below'

export interface Tab {
  id: number
  /** terminal:<id>, ended:<run>.<id>, diff:<worktree>, file:<path>, canvas:<id> or panel:<name>. */
  content: string
  terminal?: number
  branch?: string
  /** Grows each time that the tab is opened again: then it is read again. */
  opened: number
}

export interface Pane {
  id: number
  tabs?: Tab[]
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
}

export interface Project {
  id: number
  name: string
  dir?: string
  perspectives: Perspective[]
}

/** A question or a notice of the daemon's that waits for the person. */
export interface Dialog {
  kind: 'palette' | 'form' | 'confirm' | 'error' | 'shortcuts'
  title?: string
  text?: string
  next_step?: string
  confirm?: { question: string }
}

/** Scene is what a window draws. */
export interface Scene {
  projects: Project[]
  project: number
  perspective: number
  /** The focused pane, and the tab in it. */
  pane: number
  tab?: number
  /** The tab that each pane of the perspective shows. */
  shown: Record<string, number>
  /** The terminal in the drawer. */
  peek?: number
  /** The terminal that the person is with. */
  with?: number
  dialog?: Dialog
  can_back: boolean
  /** How many steps back there are. */
  steps_back: number
  can_forward: boolean
  can_reopen: boolean
}

/** What a person does to the workspace. */
export type Act =
  | { act: 'go'; project: number; perspective?: number }
  | { act: 'focus'; tab?: number; pane?: number }
  | { act: 'open_tab'; content: string; pane?: number }
  | { act: 'close_tab'; tab: number }
  | { act: 'reopen_tab' }
  | { act: 'move_tab'; tab: number; pane?: number; perspective?: number; index: number }
  | { act: 'split_pane'; pane: number; side: Side; tab?: number }
  | { act: 'close_pane'; pane: number }
  | { act: 'resize_split'; split: number; shares: number[] }
  | { act: 'peek'; terminal: number }
  | { act: 'add_project'; name?: string; dir: string }
  | { act: 'rename_project'; project: number; name: string }
  | { act: 'remove_project'; project: number }
  | { act: 'move_project'; project: number; index: number }
  | { act: 'add_perspective'; project: number; name: string }
  | { act: 'rename_perspective'; perspective: number; name: string }
  | { act: 'delete_perspective'; perspective: number }
  | { act: 'move_perspective'; perspective: number; index: number }
  | { act: 'end_terminal'; terminal: number }
  | { act: 'show_dialog'; dialog: Dialog }
  | { act: 'cancel_dialog' }
  | { act: 'accept_dialog' }
  | { act: 'back' }
  | { act: 'forward' }
  | { act: 'quit' }

/** nothing is the scene before the daemon has said what to draw. */
export const nothing: Scene = {
  projects: [],
  project: 0,
  perspective: 0,
  pane: 0,
  shown: {},
  can_back: false,
  steps_back: 0,
  can_forward: false,
  can_reopen: false,
}

/** The project that holds what belongs to no project. */
export const globalID = 1

/** The sum of a split's shares, and the least of one. */
export const whole = 1000
export const leastShare = 50

export function panes(node: Node): Pane[] {
  if (node.pane) return [node.pane]
  return node.split?.children.flatMap(panes) ?? []
}

/** perspectiveOf is the perspective that the window shows. */
export function perspectiveOf(s: Scene): Perspective | undefined {
  return s.projects.find((p) => p.id === s.project)?.perspectives.find((v) => v.id === s.perspective)
}

/** shownIn is the tab that the window shows in a pane. */
export function shownIn(s: Scene, pane: Pane): Tab | undefined {
  const tabs = pane.tabs ?? []
  return tabs.find((t) => t.id === s.shown[pane.id]) ?? tabs[0]
}

/** focusedPane is the pane that the window's focus is in. */
export function focusedPane(s: Scene): Pane | undefined {
  const all = panes(perspectiveOf(s)?.root ?? {})
  return all.find((p) => p.id === s.pane) ?? all[0]
}

/** focusedTab is the tab that the window's focus is on. */
export function focusedTab(s: Scene): Tab | undefined {
  const pane = focusedPane(s)
  return pane && shownIn(s, pane)
}

/** What a tab shows, read from its content. */
export type Content =
  | { kind: 'terminal'; id: number }
  | { kind: 'ended'; run: number; id: number }
  | { kind: 'diff'; worktree: string }
  | { kind: 'file'; path: string }
  | { kind: 'canvas'; id: string }
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
    case 'canvas':
      return { kind, id: rest }
    default:
      return { kind: 'panel', name: rest }
  }
}

/** shownPanel is the view of the whole app that the focus is on, or ''. */
export function shownPanel(s: Scene): string {
  const content = contentOf(focusedTab(s)?.content ?? '')
  return content.kind === 'panel' ? content.name : ''
}

/** shownCanvas is the canvas that the focus is on, or ''. */
export function shownCanvas(s: Scene): string {
  const content = contentOf(focusedTab(s)?.content ?? '')
  return content.kind === 'canvas' ? content.id : ''
}

/** focusedTerminal is the terminal that the focus is on, or 0. */
export function focusedTerminal(s: Scene): number {
  const content = contentOf(focusedTab(s)?.content ?? '')
  return content.kind === 'terminal' ? content.id : 0
}

/** onScreen are the terminals that the window shows. */
export function onScreen(s: Scene): number[] {
  const shown = panes(perspectiveOf(s)?.root ?? {}).map((p) => contentOf(shownIn(s, p)?.content ?? ''))
  const ids = shown.flatMap((c) => (c.kind === 'terminal' ? [c.id] : []))
  return s.peek ? [...ids, s.peek] : ids
}

/** findTab finds a tab that shows the content: in the perspective on screen, else in Global. */
export function findTab(s: Scene, content: string): Tab | undefined {
  const here = panes(perspectiveOf(s)?.root ?? {})
  const global = (s.projects.find((p) => p.id === globalID)?.perspectives ?? []).flatMap((v) => panes(v.root))
  return [...here, ...global].flatMap((p) => p.tabs ?? []).find((t) => t.content === content)
}
