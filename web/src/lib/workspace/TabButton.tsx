import { Bot, File, GitPullRequest, MessageSquare, Network, SquareTerminal, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { act, closeTab, showTab } from '../app/actions'
import { useApp } from '../app/store'
import { useCanvases } from '../canvas/canvases'
import { keysOf } from '../commands/keys'
import { folder, title } from '../terminal/list'
import { type Item, WithMenu } from '../ui/ItemMenu'
import { Tile } from '../ui/Marks'
import { tabType } from './drag'
import { contentOf, type Pane, type Perspective, type Tab } from './model'
import css from './Workspace.module.css'

const panels: Record<string, { title: string; icon: typeof Bot }> = {
  agents: { title: 'Agents', icon: Bot },
  messages: { title: 'Messages', icon: MessageSquare },
  canvas: { title: 'Canvas', icon: Network },
}
const icons = { terminal: SquareTerminal, ended: SquareTerminal, diff: GitPullRequest, file: File, canvas: Network }

/** TabButton is a tab in its strip: it can be dragged, closed and asked for a menu. */
export function TabButton({ tab, on, pane }: { tab: Tab; on: boolean; pane: Pane }) {
  const canvas = useCanvases((c) => c.list?.find((i) => tab.content === `canvas:${i.canvas}`)?.name)
  const named = useApp((a) =>
    nameOf(
      tab,
      a.terminals.find((t) => t.id === idOf(tab)),
    ),
  )
  const name = canvas ?? named
  const projects = useApp((a) => a.scene.projects)
  const here = useApp((a) => a.scene.perspective)
  const others = projects.flatMap((p) => p.perspectives.map((v) => ({ v, name: `${p.name}: ${v.name}` })))
  const box = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (on) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [on])
  const items = menu(tab, pane, others.filter((o) => o.v.id !== here).slice(0, mostPlaces))
  return (
    <WithMenu items={items} render={<span className={css.tab} data-tab={tab.id} data-on={on || undefined} />}>
      <button
        ref={box}
        type="button"
        role="tab"
        id={`tab-${tab.id}`}
        aria-selected={on}
        aria-controls={on ? `panel-${pane.id}` : undefined}
        tabIndex={on ? 0 : -1}
        title={name}
        draggable
        onDragStart={(e) => e.dataTransfer.setData(tabType, String(tab.id))}
        onClick={() => showTab(tab.id)}
        onAuxClick={(e) => e.button === 1 && closeTab(tab.id)}
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
    </WithMenu>
  )
}

/** A menu is no place for more. */
const mostPlaces = 8

function menu(tab: Tab, pane: Pane, places: readonly { v: Perspective; name: string }[]): Item[] {
  const rest = (pane.tabs ?? []).filter((t) => t.id !== tab.id)
  const split = (side: 'right' | 'below') => () => act({ act: 'split_pane', pane: pane.id, side, tab: tab.id })
  return [
    { title: 'Close', keys: keysOf('close-tab'), run: () => closeTab(tab.id) },
    { title: 'Close the others', disabled: rest.length === 0, run: () => closeAll(rest) },
    null,
    { title: 'Move to the right', disabled: rest.length === 0, run: split('right') },
    { title: 'Move below', disabled: rest.length === 0, run: split('below') },
    ...(places.length > 0 ? [null] : []),
    ...places.map(({ v, name }) => ({
      title: `Move to ${name}`,
      run: () => act({ act: 'move_tab', tab: tab.id, perspective: v.id, index: -1 }),
    })),
  ]
}

function closeAll(tabs: readonly Tab[]): void {
  for (const t of tabs) closeTab(t.id)
}

function TabIcon({ tab }: { tab: Tab }) {
  const content = contentOf(tab.content)
  const agent = useApp((a) => a.terminals.find((t) => t.id === idOf(tab))?.agent)
  if (agent) return <Tile agent={agent} size="xs" />
  const Icon = content.kind === 'panel' ? (panels[content.name]?.icon ?? File) : icons[content.kind]
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
      return panels[content.name]?.title ?? content.name
    case 'terminal':
      return t ? title(t) : `Terminal ${content.id}`
    case 'ended':
      return `Terminal ${content.id}, ended`
    case 'diff':
      return tab.branch ?? folder(content.worktree)
    case 'file':
      return folder(content.path)
    case 'canvas':
      return 'Canvas'
  }
}
