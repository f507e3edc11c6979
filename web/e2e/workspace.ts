// The stand-in's workspace: one pane and its tabs, a drawer and a dialog.

import {
  type Act,
  type Dialog,
  focusedPane,
  focusedTab,
  type Project,
  type Scene,
  type Tab,
} from '../src/lib/workspace/model'

const pane = 3

const empty = (id: number, name: string) => ({ id, name, root: { pane: { id: id + 1, tabs: [] } } })

const others: Project[] = [
  { id: 20, name: 'web', dir: '/src/web', perspectives: [empty(21, 'Main'), empty(23, 'Review'), empty(25, 'Deploy')] },
  { id: 30, name: 'daemon', dir: '/src/daemon', perspectives: [empty(31, 'Main')] },
  { id: 40, name: 'docs', dir: '/src/docs', perspectives: [empty(41, 'Main')] },
]

export function first(): Scene {
  const tabs: Tab[] = [
    { id: 4, content: 'panel:agents', opened: 1 },
    { id: 5, content: 'panel:messages', opened: 1 },
  ]
  return withTabs(
    {
      projects: [],
      project: 1,
      perspective: 2,
      pane,
      shown: {},
      can_back: false,
      steps_back: 0,
      can_forward: false,
      can_reopen: false,
    },
    tabs,
    4,
  )
}

/** reduce is the scene after an act; acts that it does not know change nothing. */
export function reduce(s: Scene, a: Act): Scene {
  const tabs = focusedPane(s)?.tabs ?? []
  switch (a.act) {
    case 'open_tab': {
      const old = tabs.find((t) => t.content === a.content)
      if (old) return withTabs(s, tabs, old.id)
      const id = Math.max(pane, ...tabs.map((t) => t.id)) + 1
      const of = a.content.startsWith('diff:') ? { terminal: 1, branch: 'feat/login' } : {}
      return withTabs(s, [...tabs, { id, content: a.content, opened: 1, ...of }], id)
    }
    case 'focus':
      return a.tab ? withTabs(s, tabs, a.tab) : s
    case 'close_tab': {
      const at = tabs.findIndex((t) => t.id === a.tab)
      const rest = tabs.filter((t) => t.id !== a.tab)
      const shown = focusedTab(s)?.id ?? 0
      return withTabs(s, rest, shown === a.tab ? (rest[Math.max(0, at - 1)]?.id ?? 0) : shown)
    }
    case 'peek':
      return { ...s, peek: a.terminal }
    case 'show_dialog':
      return { ...s, dialog: a.dialog }
    case 'cancel_dialog':
    case 'accept_dialog':
      return withoutDialog(s)
    case 'end_terminal':
      return { ...s, dialog: endDialog }
    default:
      return s
  }
}

export function withTabs(s: Scene, tabs: Tab[], shown: number): Scene {
  const main = { id: 2, name: 'Main', root: { pane: { id: pane, tabs } } }
  const projects = [{ id: 1, name: 'Global', perspectives: [main] }, ...others]
  return { ...s, projects, tab: shown, shown: { [pane]: shown } }
}

/** withPanes is the scene with a pane for each content: the first beside a column of the rest. */
export function withPanes(s: Scene, contents: string[]): Scene {
  const nodes = contents.map((content, i) => ({ pane: { id: 10 + i, tabs: [{ id: 100 + i, content, opened: 1 }] } }))
  const [left, ...rest] = nodes
  if (!left) return s
  const column = {
    split: { id: 50, axis: 'column' as const, children: rest, shares: rest.map(() => 1000 / rest.length) },
  }
  const root = { split: { id: 51, axis: 'row' as const, children: [left, column], shares: [500, 500] } }
  const main = { id: 2, name: 'Main', root }
  const shown = Object.fromEntries(nodes.map((n, i) => [n.pane.id, 100 + i]))
  const projects = [{ id: 1, name: 'Global', perspectives: [main] }, ...others]
  return { ...s, projects, pane: left.pane.id, tab: 100, shown }
}

const endDialog: Dialog = {
  kind: 'confirm',
  title: 'End this terminal?',
  text: 'claude runs in it, and ends with it.',
  confirm: { question: 'end-terminal' },
}

function withoutDialog({ dialog: _, ...rest }: Scene): Scene {
  return rest
}
