import { type FocusEvent, memo, useMemo } from 'react'
import type { SeatView } from '../api.gen'
import { type Item, type Line, seated } from './document'
import type { Engine } from './engine'
import { glance } from './glance'
import css from './Surface.module.css'
import { inReadingOrder } from './select'
import { useCanvas } from './use'

/** Outline is everything on the canvas for the keyboard and for those who listen:
 * a stop for each node and each line, whether or not it is in view. To be there
 * is to have it selected. */
export function Outline({ id, engine }: { id: string; engine: Engine }) {
  const items = useCanvas(id, (c) => c.items)
  const lines = useCanvas(id, (c) => c.lines)
  const seats = useCanvas(id, (c) => c.seats)
  const ordered = useMemo(() => inReadingOrder(items ?? []), [items])
  const leaving = useMemo(() => bySource(lines ?? []), [lines])
  return (
    <>
      <p id={`help-${id}`} className="hidden">
        Enter opens, arrows move it, E begins a line, Delete deletes it.
      </p>
      <ul className={css.outline} aria-label="Everything on this canvas">
        {ordered.map((i) => (
          <Stops
            key={i.id}
            item={i}
            seat={seats?.get(i.id)}
            lines={leaving.get(i.id) ?? nothing}
            canvas={id}
            engine={engine}
          />
        ))}
      </ul>
    </>
  )
}

const nothing: readonly Line[] = []

function bySource(lines: readonly Line[]): Map<string, Line[]> {
  const all = new Map<string, Line[]>()
  for (const l of lines) {
    const list = all.get(l.edge.fromNode)
    if (list) list.push(l)
    else all.set(l.edge.fromNode, [l])
  }
  return all
}

interface Props {
  item: Item
  seat: SeatView | undefined
  lines: readonly Line[]
  canvas: string
  engine: Engine
}

const Stops = memo(
  function Stops({ item, seat, lines, canvas, engine }: Props) {
    const focused = (e: FocusEvent) => arrive(engine, (e.target as HTMLElement).dataset.stop ?? '')
    return (
      <>
        <li>
          <button type="button" data-stop={item.id} aria-describedby={`help-${canvas}`} onFocus={focused}>
            {sentence(item, seat)}
          </button>
        </li>
        {lines.map((l) => (
          <li key={l.id}>
            <button type="button" data-stop={l.id} onFocus={focused}>
              {l.says}, press Delete to revoke
            </button>
          </li>
        ))}
      </>
    )
  },
  (a, b) =>
    a.item === b.item &&
    a.seat?.glance === b.seat?.glance &&
    a.lines.length === b.lines.length &&
    a.lines.every((l, i) => l === b.lines[i]),
)

/** arrive selects what the keyboard is at, and brings it into view. */
function arrive(engine: Engine, id: string): void {
  if (engine.view.getState().selection.has(id)) return
  engine.view.setState({ selection: new Set([id]) })
  if (!engine.pressing) engine.reveal(id)
}

function sentence(item: Item, seat: SeatView | undefined): string {
  if (!seated(item)) return `${item.title}, ${item.kind}`
  if (!item.actor) return `${item.title}, terminal, ${glance(seat).word.toLowerCase()}`
  return `${item.title}, seat of ${seat?.harness || 'no harness'}, ${glance(seat).word.toLowerCase()}`
}
