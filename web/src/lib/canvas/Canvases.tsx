import { Network, Pause } from 'lucide-react'
import { count } from '../agents/agents'
import type { CanvasInfo } from '../api.gen'
import { useApp } from '../app/store'
import css from '../shell/Sidebar.module.css'
import { type Item, MoreMenu, WithMenu } from '../ui/ItemMenu'
import { Count } from '../ui/Marks'
import { shownCanvas, shownPanel } from '../workspace/model'
import { openCanvas, openCanvases } from './actions'
import { useCanvases } from './canvases'
import { createCanvas, deleteCanvas, duplicateCanvas, exportCanvas, importCanvas, renameCanvas } from './forms'

/** canvasMenu is what can be done to a canvas as a whole. */
export function canvasMenu(id: string): Item[] {
  return [
    { title: 'Rename…', run: () => renameCanvas(id) },
    { title: 'Duplicate…', run: () => duplicateCanvas(id) },
    null,
    { title: 'Export .canvas', run: () => void exportCanvas(id, 'canvas') },
    { title: 'Export as text', run: () => void exportCanvas(id, 'digest') },
    { title: 'Export as a picture', run: () => void exportCanvas(id, 'svg') },
    null,
    { title: 'Delete…', run: () => void deleteCanvas(id) },
  ]
}

const all: Item[] = [
  { title: 'New canvas…', run: createCanvas },
  { title: 'Import…', run: importCanvas },
]

/** Canvases is the sidebar's way to the canvases, with those that wait. */
export function Canvases() {
  const list = useCanvases((c) => c.list)
  const panel = useApp((a) => shownPanel(a.scene))
  return (
    <section aria-label="Canvas">
      <WithMenu items={all} render={<div className={css.line} />}>
        <button
          type="button"
          className={css.row}
          aria-current={panel === 'canvas' ? 'page' : undefined}
          onClick={openCanvases}
        >
          <Network className="icon" aria-hidden="true" />
          Canvas
        </button>
        <MoreMenu label="Actions of Canvas" items={all} className={css.more} />
      </WithMenu>
      <ul>
        {(list ?? []).map((c) => (
          <Row key={c.canvas} c={c} />
        ))}
      </ul>
    </section>
  )
}

function Row({ c }: { c: CanvasInfo }) {
  const current = useApp((a) => shownCanvas(a.scene) === c.canvas)
  const terminals = useApp((a) => a.terminals)
  const counts = count(terminals.filter((t) => t.canvas === c.canvas))
  const items: Item[] = [{ title: 'Open', run: () => openCanvas(c.canvas) }, null, ...canvasMenu(c.canvas)]
  return (
    <li>
      <WithMenu items={items} render={<div className={css.line} />}>
        <button
          type="button"
          className={`${css.row} ${css.sub}`}
          data-canvas-row={c.canvas}
          aria-current={current ? 'location' : undefined}
          onClick={() => openCanvas(c.canvas)}
        >
          <span className="cut">{c.name}</span>
          <span className={css.end}>
            {counts.waiting > 0 && <Count status="waiting" n={counts.waiting} />}
            {counts.working > 0 && <Count status="working" n={counts.working} />}
            {!c.playing && c.seats > 0 && (
              <span title="Paused">
                <Pause className="icon xs" aria-hidden="true" />
                <span className="hidden">paused</span>
              </span>
            )}
          </span>
        </button>
        <MoreMenu label={`Actions of ${c.name}`} items={items} className={css.more} />
      </WithMenu>
    </li>
  )
}
