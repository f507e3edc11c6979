import { Menu, Plus } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useRef } from 'react'
import { act, closeTab, newTerminal, stepTab } from '../app/actions'
import { store, useApp } from '../app/store'
import { keysOf } from '../commands/keys'
import { type Item, MoreMenu } from '../ui/ItemMenu'
import { indexAfter, indexAt, tabType } from './drag'
import { type Pane, panes, perspectiveOf } from './model'
import { TabButton } from './TabButton'
import css from './Workspace.module.css'

/** TabStrip is a pane's tabs, with the ways to a new one and to another pane. */
export function TabStrip({ pane, shown }: { pane: Pane; shown: number }) {
  const strip = useRef<HTMLDivElement>(null)
  const several = useApp((a) => panes(perspectiveOf(a.scene)?.root ?? {}).length > 1)
  const tabs = pane.tabs ?? []
  const keys = (e: KeyboardEvent) => {
    if (e.key !== 'ArrowLeft' && e.key !== 'ArrowRight') return
    e.preventDefault()
    stepTab(e.key === 'ArrowLeft' ? -1 : 1)
    requestAnimationFrame(() => strip.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus())
  }
  const dropped = (e: DragEvent) => {
    const tab = Number(e.dataTransfer.getData(tabType))
    if (!tab) return
    e.preventDefault()
    const boxes = [...(strip.current?.querySelectorAll('[data-tab]') ?? [])].map((t) => t.getBoundingClientRect())
    const to = indexAt(
      boxes.map((b) => b.left + b.width / 2),
      e.clientX,
    )
    const from = tabs.findIndex((t) => t.id === tab)
    act({ act: 'move_tab', tab, pane: pane.id, index: indexAfter(from, to) })
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
      <div
        ref={strip}
        className={css.tabs}
        role="tablist"
        aria-label="Tabs"
        onKeyDown={keys}
        onDragOver={(e) => e.dataTransfer.types.includes(tabType) && e.preventDefault()}
        onDrop={dropped}
      >
        {tabs.map((t) => (
          <TabButton key={t.id} tab={t} on={t.id === shown} pane={pane} />
        ))}
      </div>
      <button
        type="button"
        className="btn ghost sm square"
        aria-label="New terminal"
        onClick={() => void newTerminal(undefined, pane.id)}
      >
        <Plus className="icon" aria-hidden="true" />
      </button>
      <MoreMenu label="Pane actions" items={paneMenu(pane, several, shown)} className={css.actions} />
    </div>
  )
}

function paneMenu(pane: Pane, several: boolean, shown: number): Item[] {
  return [
    { title: 'Split right', run: () => act({ act: 'split_pane', pane: pane.id, side: 'right' }) },
    { title: 'Split down', run: () => act({ act: 'split_pane', pane: pane.id, side: 'below' }) },
    null,
    // A finger has no pointer to find the tab's own button with.
    { title: 'Close tab', keys: keysOf('close-tab'), disabled: shown === 0, run: () => closeTab(shown) },
    { title: 'Reopen closed tab', run: () => act({ act: 'reopen_tab' }) },
    { title: 'Close pane', disabled: !several, run: () => act({ act: 'close_pane', pane: pane.id }) },
  ]
}
