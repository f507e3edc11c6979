import { FolderOpen, Mail, Pause } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { harness } from '../agents/agents'
import type { SeatView } from '../api.gen'
import { peek } from '../app/actions'
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
  const folder = item.node.ether?.terminal?.launch?.cwd
  return (
    <>
      <header className={css.head}>
        <Tile agent={agent} />
        <div className={css.name}>
          <b className="cut">{item.title}</b>
          <small className="cut">
            {agent ? harness(agent).name : 'no harness'} · {seat?.name || 'no name'}
          </small>
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
        <span className={css.fact} title={folder ? `starts in ${folder}` : 'starts in your home folder'}>
          <FolderOpen className="icon xs" aria-hidden="true" />
          <span className="mono cut">{folder?.split('/').filter(Boolean).at(-1) ?? '~'}</span>
        </span>
        {seat?.paused && (
          <span className={css.fact} title="It cannot act through Junto">
            <Pause className="icon xs" aria-hidden="true" />
            paused
          </span>
        )}
        {(seat?.mail.unread ?? 0) > 0 && (
          <span className={css.fact} title="Mail that it has not read">
            <Mail className="icon xs" aria-hidden="true" />
            {seat?.mail.unread} unread
          </span>
        )}
      </footer>
    </>
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
      {seat?.delivers ? (
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
