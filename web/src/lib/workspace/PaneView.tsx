import { type DragEvent, useState } from 'react'
import { act } from '../app/actions'
import { useApp } from '../app/store'
import { Content } from './Content'
import { sideAt, tabType } from './drag'
import { Empty } from './Empty'
import { type Pane, type Side, shownIn } from './model'
import { TabStrip } from './TabStrip'
import css from './Workspace.module.css'

/** PaneView is a strip of tabs and what the shown one holds. */
export function PaneView({ pane }: { pane: Pane }) {
  const shown = useApp((a) => shownIn(a.scene, pane))
  const focused = useApp((a) => a.scene.pane === pane.id)
  const [over, setOver] = useState<Side | 'middle' | null>(null)
  const dragged = (e: DragEvent) => {
    if (!e.dataTransfer.types.includes(tabType)) return
    e.preventDefault()
    setOver(sideAt(e.currentTarget.getBoundingClientRect(), e.clientX, e.clientY) ?? 'middle')
  }
  const dropped = (e: DragEvent) => {
    e.preventDefault()
    setOver(null)
    const tab = Number(e.dataTransfer.getData(tabType))
    const side = sideAt(e.currentTarget.getBoundingClientRect(), e.clientX, e.clientY)
    if (!tab) return
    if (side) act({ act: 'split_pane', pane: pane.id, side, tab })
    else act({ act: 'move_tab', tab, pane: pane.id, index: -1 })
  }
  return (
    <section
      className={css.pane}
      aria-label={focused ? 'Pane with the focus' : `Pane ${pane.id}`}
      data-pane={pane.id}
      data-focused={focused || undefined}
      onFocus={() => !focused && act({ act: 'focus', pane: pane.id })}
    >
      <TabStrip pane={pane} shown={shown?.id ?? 0} />
      <div
        className={css.content}
        role="tabpanel"
        id={`panel-${pane.id}`}
        aria-label={shown ? undefined : 'Empty pane'}
        aria-labelledby={shown && `tab-${shown.id}`}
        onDragOver={dragged}
        onDragLeave={() => setOver(null)}
        onDrop={dropped}
      >
        {shown ? <Content key={shown.id} tab={shown} focused={focused} /> : <Empty pane={pane.id} />}
        {over && <div className={css.drop} data-side={over} />}
      </div>
    </section>
  )
}
