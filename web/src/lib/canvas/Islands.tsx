import { Maximize, Minus, Network, Pause, Play, Plus, Redo2, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { MoreMenu } from '../ui/ItemMenu'
import { pause, play, redo, undo } from './actions'
import { canvasMenu } from './Canvases'
import type { Engine } from './engine'
import { digest, inWords } from './glance'
import css from './Surface.module.css'
import { useCanvas, useView } from './use'
import { viewOf } from './view'

/** Head says which canvas this is, and takes changes back. */
export function Head({ id }: { id: string }) {
  const name = useCanvas(id, (c) => c.name) ?? ''
  const canUndo = useCanvas(id, (c) => c.undo)
  const canRedo = useCanvas(id, (c) => c.redo)
  return (
    <div className={`${css.island} ${css.headIsland}`} data-island="head">
      <Network className="icon s" aria-hidden="true" />
      <b className="cut">{name}</b>
      <MoreMenu label={`Actions of ${name}`} items={canvasMenu(id)} />
      <span className={css.bar} />
      <button
        type="button"
        className="btn ghost sm square"
        aria-label="Undo"
        disabled={!canUndo}
        onClick={() => void undo(id)}
      >
        <Undo2 className="icon s" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn ghost sm square"
        aria-label="Redo"
        disabled={!canRedo}
        onClick={() => void redo(id)}
      >
        <Redo2 className="icon s" aria-hidden="true" />
      </button>
    </div>
  )
}

/** PlayBar says whether the seats may act through Junto, and changes that. */
export function PlayBar({ id }: { id: string }) {
  const playing = useCanvas(id, (c) => c.play.playing)
  const seats = useCanvas(id, (c) => c.seats)
  if (playing === undefined || !seats) return null
  const says = inWords(digest(seats.values()))
  return (
    <section className={`${css.island} ${css.play}`} data-island="play" data-playing={playing} aria-label="Play state">
      <i className={css.pulse}>{!playing && <Pause className="icon xs" aria-hidden="true" />}</i>
      <p aria-live="polite">
        <b>{playing ? 'Playing' : 'Paused'}</b>
        <span>
          {playing ? ` · ${says || 'no seats yet'} · mail flows` : ' · agents go on, and none acts through Junto'}
        </span>
      </p>
      {playing ? (
        <button type="button" className="btn sm" onClick={() => void pause(id)}>
          <Pause className="icon s" aria-hidden="true" />
          Pause
        </button>
      ) : (
        <button type="button" className="btn sm primary" onClick={() => void play(id)}>
          <Play className="icon s" aria-hidden="true" />
          Play
        </button>
      )}
    </section>
  )
}

const step = 1.25

/** ZoomBar says how large the world is shown. The engine writes the number. */
export function ZoomBar({ engine }: { engine: Engine }) {
  const label = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      engine.watch(() => {
        const text = `${Math.round(engine.camera.z * 100)}%`
        if (label.current && label.current.textContent !== text) label.current.textContent = text
      }),
    [engine],
  )
  return (
    <div className={`${css.island} ${css.zoom}`} data-island="zoom">
      <button
        type="button"
        className="btn ghost sm square"
        aria-label="Zoom out"
        onClick={() => engine.zoomTo(engine.camera.z / step)}
      >
        <Minus className="icon s" aria-hidden="true" />
      </button>
      <button
        type="button"
        className={`btn ghost sm ${css.percent}`}
        title="Show it as large as it is (0)"
        onClick={() => engine.zoomTo(1)}
      >
        <span className="hidden">Zoom to 100 %, now </span>
        <span ref={label} data-zoom />
      </button>
      <button
        type="button"
        className="btn ghost sm square"
        aria-label="Zoom in"
        onClick={() => engine.zoomTo(engine.camera.z * step)}
      >
        <Plus className="icon s" aria-hidden="true" />
      </button>
      <span className={css.bar} />
      <button
        type="button"
        className="btn ghost sm square"
        aria-label="Show everything"
        title="Show everything (1)"
        onClick={() => engine.fit()}
      >
        <Maximize className="icon s" aria-hidden="true" />
      </button>
    </div>
  )
}

/** Empty explains a canvas with nothing on it, with one next step. */
export function Empty({ id }: { id: string }) {
  const empty = useCanvas(id, (c) => c.items.length === 0)
  const drafting = useView(id, (v) => v.draft !== null || v.tool !== 'select')
  if (!empty || drafting) return null
  return (
    <div className={css.empty} data-island="empty">
      <p>
        <b>Nothing is on this canvas yet.</b>
        Seat an agent here, then a second, and draw a line between them: the line is what lets them mail, wait for and
        read each other.
      </p>
      <button type="button" className="btn primary" onClick={() => viewOf(id).setState({ tool: 'agent' })}>
        Add an agent <kbd>A</kbd>
      </button>
    </div>
  )
}
