import {
  Bot,
  Columns2,
  File,
  GitPullRequest,
  Menu,
  MessageSquare,
  Network,
  Plus,
  SquareTerminal,
  X,
} from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { closeTab, newTerminal, showTab, stepTab } from '../app/actions'
import { store, useApp } from '../app/store'
import { folder, title } from '../terminal/list'
import { Tile } from '../ui/Marks'
import { contentOf, type Pane, type Tab } from './model'
import css from './Workspace.module.css'

const panelTitles: Record<string, string> = { agents: 'Agents', messages: 'Messages', canvas: 'Canvas' }
const panelIcons: Record<string, typeof Bot> = { agents: Bot, messages: MessageSquare, canvas: Network }

/** TabStrip is a pane's tabs, with the way to a new one. */
export function TabStrip({ pane, shown }: { pane: Pane; shown: number }) {
  const keys = (e: KeyboardEvent) => {
    if (e.key !== 'ArrowLeft' && e.key !== 'ArrowRight') return
    e.preventDefault()
    stepTab(e.key === 'ArrowLeft' ? -1 : 1)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`#strip-${pane.id} [aria-selected=true]`)?.focus())
  }
  return (
    <div className={css.strip}>
      <button
        type="button"
        className={`btn ghost sm square ${css.menu}`}
        aria-label="Open the sidebar"
        onClick={() => store.setState({ sidebar: true })}
      >
        <Menu className="icon" aria-hidden="true" />
      </button>
      <div className={css.tabs} role="tablist" id={`strip-${pane.id}`} aria-label="Tabs" onKeyDown={keys}>
        {(pane.tabs ?? []).map((t) => (
          <TabButton key={t.id} tab={t} on={t.id === shown} pane={pane.id} />
        ))}
      </div>
      <button
        type="button"
        className="btn ghost sm square"
        aria-label="New terminal"
        onClick={() => void newTerminal()}
      >
        <Plus className="icon" aria-hidden="true" />
      </button>
    </div>
  )
}

function TabButton({ tab, on, pane }: { tab: Tab; on: boolean; pane: number }) {
  const name = useApp((a) =>
    nameOf(
      tab,
      a.terminals.find((t) => t.id === idOf(tab)),
    ),
  )
  return (
    <span className={css.tab} data-on={on || undefined} onAuxClick={(e) => e.button === 1 && closeTab(tab.id)}>
      <button
        type="button"
        role="tab"
        id={`tab-${tab.id}`}
        aria-selected={on}
        aria-controls={`panel-${pane}`}
        tabIndex={on ? 0 : -1}
        title={name}
        onClick={() => showTab(tab.id)}
        onKeyDown={(e) => e.key === 'Delete' && closeTab(tab.id)}
      >
        <TabIcon tab={tab} />
        <span className="cut">{name}</span>
      </button>
      <button
        type="button"
        className={css.close}
        // A tab list may hold tabs only; by the keyboard, Delete closes a tab.
        aria-hidden="true"
        tabIndex={-1}
        title={`Close ${name}`}
        onClick={() => closeTab(tab.id)}
      >
        <X className="icon xs" aria-hidden="true" />
      </button>
    </span>
  )
}

function TabIcon({ tab }: { tab: Tab }) {
  const content = contentOf(tab.content)
  const agent = useApp((a) => a.terminals.find((t) => t.id === idOf(tab))?.agent)
  if (agent) return <Tile agent={agent} size="xs" />
  const Icon =
    content.kind === 'panel'
      ? (panelIcons[content.name] ?? Columns2)
      : content.kind === 'diff'
        ? GitPullRequest
        : content.kind === 'file'
          ? File
          : SquareTerminal
  return <Icon className="icon s" aria-hidden="true" />
}

function idOf(tab: Tab): number {
  const content = contentOf(tab.content)
  return content.kind === 'terminal' ? content.id : 0
}

function nameOf(tab: Tab, t: Parameters<typeof title>[0] | undefined): string {
  const content = contentOf(tab.content)
  switch (content.kind) {
    case 'panel':
      return panelTitles[content.name] ?? content.name
    case 'terminal':
      return t ? title(t) : `Terminal ${content.id}`
    case 'ended':
      return `Terminal ${content.id}`
    case 'diff':
      return tab.branch ?? folder(content.worktree)
    case 'file':
      return folder(content.path)
  }
}
