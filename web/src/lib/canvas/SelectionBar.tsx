import { ArrowUpRight, Eye, Pencil, Play, RotateCcw, Square, Trash2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { CanvasOp, SeatView } from '../api.gen'
import { peek, show } from '../app/actions'
import { MoreMenu } from '../ui/ItemMenu'
import { edit, resumeSeat, startSeat, stopSeat } from './actions'
import { type Canvas, type Item, type Line, seated } from './document'
import { beginWriting, openInTab } from './does'
import type { Engine } from './engine'
import { verbsBetween } from './law'
import { nameRegion } from './look'
import { nodeMenu } from './menu'
import { removed } from './ops'
import css from './Surface.module.css'
import type { Selection } from './select'
import { useCanvas, useView } from './use'
import { viewOf } from './view'

/** SelectionBar says what is selected in a sentence, and what can be done to it. */
export function SelectionBar({ id, engine }: { id: string; engine: Engine }) {
  const selection = useView(id, (v) => v.selection)
  const from = useView(id, (v) => v.from)
  const first = [...selection][0] ?? ''
  const item = useCanvas(id, (c) => c.byID.get(first))
  const line = useCanvas(id, (c) => c.lineByID.get(first))
  const source = useCanvas(id, (c) => c.byID.get(from ?? ''))
  if (source) return <Joining title={source.title} />
  if (selection.size > 1) return <Several id={id} engine={engine} selection={selection} />
  if (line) return <Sentence id={id} line={line} />
  if (item) return <OneNode id={id} item={item} engine={engine} />
  return null
}

function Joining({ title }: { title: string }) {
  return (
    <output className={css.say} data-island="say">
      A line from <b>{title}</b>: go to another card and press Enter. Escape leaves it.
    </output>
  )
}

const hues: Record<string, string> = {
  messages: 'var(--v-msg)',
  notifies: 'var(--v-read)',
  reads: 'var(--v-read)',
  watches: 'var(--v-watch)',
  runs: 'var(--v-run)',
}

function Sentence({ id, line }: { id: string; line: Line }) {
  const from = useCanvas(id, (c) => c.byID.get(line.edge.fromNode)?.title)
  const to = useCanvas(id, (c) => c.byID.get(line.edge.toNode)?.title)
  const others =
    useCanvas(id, (c) => otherVerbs(c, line).join(' '))
      ?.split(' ')
      .filter(Boolean) ?? []
  return (
    <section
      className={css.say}
      data-island="say"
      aria-label="The line that is selected"
      style={{ '--c': hues[line.verb] ?? 'var(--t2c)' } as CSSProperties}
    >
      <p className="cut">
        <b>{from}</b> <span className={css.verb}>{line.verb || 'is joined to'}</span> <b>{to}</b>
        <span className={css.means}>{line.means || 'grants nothing'}</span>
      </p>
      <span className={css.bar} />
      {others.map((verb) => (
        <button key={verb} type="button" className="btn ghost sm" onClick={() => void turn(id, line, verb)}>
          Make it “{verb}”
        </button>
      ))}
      <button type="button" className="btn ghost sm" data-danger onClick={() => void edit(id, deletion(line))}>
        <Trash2 className="icon s" aria-hidden="true" />
        Revoke
      </button>
    </section>
  )
}

function otherVerbs(c: Canvas, { edge, verb }: Line): string[] {
  const kind = (node: string) => c.byID.get(node)?.kind ?? ''
  return verbsBetween(kind(edge.fromNode), kind(edge.toNode)).filter((v) => v !== verb)
}

/** turn draws a line anew with another verb: a verb is what a line is. */
async function turn(id: string, { edge }: Line, verb: string): Promise<void> {
  const fresh = crypto.randomUUID()
  const ops: CanvasOp[] = [
    { op: 'delete_edge', id: edge.id },
    { op: 'add_edge', id: fresh, from: edge.fromNode, to: edge.toNode, verb },
  ]
  if (await edit(id, ops)) viewOf(id).setState({ selection: new Set([fresh]) })
}

function deletion(line: Line) {
  return [{ op: 'delete_edge' as const, id: line.id }]
}

function Several({ id, engine, selection }: { id: string; engine: Engine; selection: Selection }) {
  return (
    <section className={css.say} data-island="say" aria-label="What is selected">
      <p>
        <b>{selection.size}</b> selected
      </p>
      <span className={css.bar} />
      <DeleteButton run={() => void edit(id, removed(engine.canvas, selection))} />
    </section>
  )
}

function DeleteButton({ run }: { run(): void }) {
  return (
    <button type="button" className="btn ghost sm square" data-danger aria-label="Delete" title="Delete" onClick={run}>
      <Trash2 className="icon s" aria-hidden="true" />
    </button>
  )
}

function OneNode({ id, item, engine }: { id: string; item: Item; engine: Engine }) {
  const seat = useCanvas(id, (c) => c.seats.get(item.id))
  const region = useCanvas(id, (c) => c.regions.get(item.id))
  return (
    <section className={css.say} data-island="say" aria-label={`${item.title}, selected`}>
      <p className="cut">
        <b>{item.title}</b>
        <span className={css.means}>{aboutOf(item, region?.members.length ?? 0)}</span>
      </p>
      <span className={css.bar} />
      {seated(item) && seat && <SeatActions id={id} item={item} seat={seat} />}
      {(item.kind === 'note' || item.kind === 'label') && (
        <Action icon={Pencil} name="Write" run={() => beginWriting(engine, item.id)} />
      )}
      {item.kind === 'region' && <Action icon={Pencil} name="Name" run={() => nameRegion(id, item.id)} />}
      {item.kind === 'file' && <Action icon={ArrowUpRight} name="Open" run={() => show(`file:${item.node.file}`)} />}
      <MoreMenu label={`More of ${item.title}`} items={nodeMenu(id, item, seat, region?.paused)} />
      <DeleteButton run={() => void edit(id, [{ op: 'delete_node', id: item.id }])} />
    </section>
  )
}

function aboutOf(item: Item, members: number): string {
  if (item.kind === 'region') return members === 1 ? '1 card in it' : `${members} cards in it`
  return item.actor ? (item.node.ether?.entity?.name ?? '') : item.kind
}

function Action({ icon: Icon, name, run }: { icon: typeof Eye; name: string; run(): void }) {
  return (
    <button type="button" className="btn ghost sm" onClick={run}>
      <Icon className="icon s" aria-hidden="true" />
      {name}
    </button>
  )
}

function SeatActions({ id, item, seat }: { id: string; item: Item; seat: SeatView }) {
  const terminal = seat.terminal ?? 0
  if (terminal > 0) {
    return (
      <>
        <Action icon={Eye} name="Peek" run={() => peek(terminal)} />
        <Action icon={ArrowUpRight} name="Open" run={() => openInTab(terminal)} />
        <Action icon={Square} name="Stop" run={() => void stopSeat(id, item.id)} />
      </>
    )
  }
  if ((item.actor && !seat.delivers) || seat.occupied) return null
  return (
    <>
      <Action icon={Play} name="Start" run={() => void startSeat(id, item.id)} />
      {seat.session && <Action icon={RotateCcw} name="Resume" run={() => void resumeSeat(id, item.id)} />}
    </>
  )
}
