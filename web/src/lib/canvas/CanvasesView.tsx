import { FileUp, Network, Pause, Play, Plus } from 'lucide-react'
import { count } from '../agents/agents'
import type { CanvasInfo } from '../api.gen'
import { useApp } from '../app/store'
import { coarse } from '../ui/age'
import { MoreMenu } from '../ui/ItemMenu'
import { Count } from '../ui/Marks'
import { useNow } from '../ui/useNow'
import { openCanvas } from './actions'
import { canvasMenu } from './Canvases'
import css from './CanvasesView.module.css'
import { useCanvases } from './canvases'
import { createCanvas, importCanvas } from './forms'

/** CanvasesView is the list of canvases, and how to begin one. */
export function CanvasesView() {
  const list = useCanvases((c) => c.list)
  if (!list) return null
  return (
    <div className={css.view}>
      <header className={css.head}>
        <div>
          <h1>Canvas</h1>
          <p>Agents are seats, and a line between two is all that lets one reach the other.</p>
        </div>
        {list.length > 0 && (
          <div className={css.actions}>
            <button type="button" className="btn" onClick={importCanvas}>
              <FileUp className="icon s" aria-hidden="true" />
              Import
            </button>
            <button type="button" className="btn primary" onClick={createCanvas}>
              <Plus className="icon s" aria-hidden="true" />
              New canvas
            </button>
          </div>
        )}
      </header>
      {list.length === 0 ? (
        <None />
      ) : (
        <ul className={css.list}>
          {list.map((c) => (
            <Entry key={c.canvas} c={c} />
          ))}
        </ul>
      )}
    </div>
  )
}

function None() {
  return (
    <div className={css.none}>
      <Network className="icon" aria-hidden="true" />
      <p>
        There is no canvas yet. On one you seat agents side by side, draw who may message whom, and see who needs you.
      </p>
      <button type="button" className="btn primary" onClick={createCanvas}>
        New canvas
      </button>
      <button type="button" className="btn ghost sm" onClick={importCanvas}>
        or import a .canvas file
      </button>
    </div>
  )
}

const some = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`

function Entry({ c }: { c: CanvasInfo }) {
  const terminals = useApp((a) => a.terminals)
  const now = useNow()
  const counts = count(terminals.filter((t) => t.canvas === c.canvas))
  const State = c.playing ? Play : Pause
  return (
    <li className={css.entry}>
      <button type="button" onClick={() => openCanvas(c.canvas)}>
        <Network className="icon" aria-hidden="true" />
        <b className="cut">{c.name}</b>
        <small className="cut">
          {some(c.seats, 'seat')}, {some(c.nodes, 'card')}, {some(c.edges, 'line')} · changed {ago(c.changed, now)}
        </small>
        {counts.waiting > 0 && <Count status="waiting" n={counts.waiting} />}
        {counts.working > 0 && <Count status="working" n={counts.working} />}
        <span className={css.state}>
          <State className="icon xs" aria-hidden="true" />
          {c.playing ? 'Playing' : 'Paused'}
        </span>
      </button>
      <MoreMenu label={`Actions of ${c.name}`} items={canvasMenu(c.canvas)} />
    </li>
  )
}

function ago(since: string, now: number): string {
  const age = coarse(since, now)
  return age === 'now' ? 'just now' : `${age} ago`
}
