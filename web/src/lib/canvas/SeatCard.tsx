import { FolderOpen, GitBranch, Mail, Pause, SquareTerminal } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { harness } from '../agents/agents'
import type { SeatView } from '../api.gen'
import { peek } from '../app/actions'
import { useApp } from '../app/store'
import { Tile } from '../ui/Marks'
import { startSeat } from './actions'
import css from './Cards.module.css'
import type { Item } from './document'
import type { Engine } from './engine'
import { glance } from './glance'
import { SeatChip } from './SeatChip'

/** SeatCard is a seat: who sits in it, what state it is in, the end of its
 * screen, and what it waits with. */
export function SeatCard({ item, seat, engine }: { item: Item; seat: SeatView | undefined; engine: Engine }) {
  const agent = seat?.harness ?? ''
  const terminal = seat?.terminal ?? 0
  const waits = glance(seat).look === 'waiting'
  return (
    <>
      <header className={css.head}>
        {item.actor ? (
          <Tile agent={agent} />
        ) : (
          <span className="tile">
            <SquareTerminal className="icon s" aria-hidden="true" />
          </span>
        )}
        <div className={css.name}>
          <b className="cut">{item.title}</b>
          <small className="cut">{item.actor ? seatLine(seat) : 'a plain shell, that no line reaches'}</small>
        </div>
        <SeatChip seat={seat} />
      </header>
      {terminal > 0 ? (
        <Screen terminal={terminal} node={item.id} engine={engine} />
      ) : (
        <Vacant item={item} seat={seat} engine={engine} />
      )}
      {waits && (
        <div className={css.ask}>
          <p>{seat?.line || seat?.because || 'It waits for you.'}</p>
          <button type="button" className="btn sm" tabIndex={-1} onClick={() => peek(terminal)}>
            Peek <kbd>↵</kbd>
          </button>
        </div>
      )}
      <footer className={css.foot}>
        <Place terminal={terminal} folder={item.node.ether?.terminal?.launch?.cwd} />
        {item.actor && seat?.paused && (
          <span className={css.fact} title="It cannot act through Junto">
            <Pause className="icon xs" aria-hidden="true" />
            paused
          </span>
        )}
        {item.actor && (seat?.mail.unread ?? 0) > 0 && (
          <span className={css.fact} title="Mail that it has not read">
            <Mail className="icon xs" aria-hidden="true" />
            {seat?.mail.unread} unread
          </span>
        )}
      </footer>
    </>
  )
}

function seatLine(seat: SeatView | undefined): string {
  const program = seat?.harness ? harness(seat.harness).name : 'no harness'
  return `${program} · ${seat?.name || 'no name'}`
}

/** Place is the branch that it works on, else the folder that it starts in. */
function Place({ terminal, folder }: { terminal: number; folder: string | undefined }) {
  const branch = useApp((a) => a.terminals.find((t) => t.id === terminal)?.branch)
  const Icon = branch ? GitBranch : FolderOpen
  return (
    <span className={css.fact} title={folder ? `starts in ${folder}` : 'starts in your home folder'}>
      <Icon className="icon xs" aria-hidden="true" />
      <span className="mono cut">{branch || (folder?.split('/').filter(Boolean).at(-1) ?? '~')}</span>
    </span>
  )
}

function Screen({ terminal, node, engine }: { terminal: number; node: string; engine: Engine }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) return engine.screens.add(canvas.current, node, terminal)
  }, [engine, node, terminal])
  return (
    <div className={css.screen}>
      <canvas ref={canvas} />
    </div>
  )
}

function Vacant({ item, seat, engine }: { item: Item; seat: SeatView | undefined; engine: Engine }) {
  return (
    <div className={css.vacant}>
      {seat?.delivers || !item.actor ? (
        <button
          type="button"
          className="btn sm"
          tabIndex={-1}
          onClick={() => void startSeat(engine.canvas.id, item.id)}
        >
          Start
        </button>
      ) : (
        <small>It has no name, binding or harness: nobody can sit here.</small>
      )}
    </div>
  )
}
