import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Card } from './Card'
import { canvases, canvasNow } from './canvases'
import { Draft } from './Draft'
import { hooksOf } from './does'
import { Engine } from './engine'
import { Empty, Head, PlayBar, ZoomBar } from './Islands'
import { pressed, released } from './keys'
import { Minimap } from './Minimap'
import { Outline } from './Outline'
import { listen } from './pointer'
import { SelectionBar } from './SelectionBar'
import css from './Surface.module.css'
import { Toolbar } from './Toolbar'
import { useCanvas, useView } from './use'
import { viewOf } from './view'

/** Surface is the canvas: React draws what is in the cards and the bars, the
 * engine draws the rest and puts everything in its place. */
export function Surface({ id }: { id: string }) {
  const root = useRef<HTMLDivElement>(null)
  const dots = useRef<HTMLDivElement>(null)
  const back = useRef<HTMLCanvasElement>(null)
  const world = useRef<HTMLDivElement>(null)
  const front = useRef<HTMLCanvasElement>(null)
  const [engine, setEngine] = useState<Engine | null>(null)
  const name = useCanvas(id, (c) => c.name) ?? ''
  const paused = useCanvas(id, (c) => !c.play.playing)
  useFocusKept(id, root)

  useEffect(() => {
    const canvas = canvasNow(id)
    if (!canvas || !root.current || !dots.current || !back.current || !world.current || !front.current) return
    const parts = {
      root: root.current,
      dots: dots.current,
      back: back.current,
      world: world.current,
      front: front.current,
    }
    const made = new Engine(parts, viewOf(id), canvas)
    const stop = listen(made, hooksOf(id, made))
    const unsubscribe = canvases.subscribe(() => {
      const now = canvasNow(id)
      if (now) made.setCanvas(now)
    })
    setEngine(made)
    return () => {
      unsubscribe()
      stop()
      made.dispose()
    }
  }, [id])

  const keyed = (e: KeyboardEvent) => {
    if (!engine || e.defaultPrevented || !(e.target instanceof Element)) return
    // What is written in has its own keys; the bars have all but undo and its like.
    if (e.target.closest('input, textarea, select')) return
    if (e.target.closest('[data-island]') && !e.ctrlKey && !e.metaKey) return
    if (e.type === 'keyup') return released(engine, hooksOf(id, engine), e.nativeEvent)
    if (!pressed(engine, hooksOf(id, engine), e.nativeEvent)) return
    e.preventDefault()
    e.stopPropagation()
  }

  return (
    <div
      ref={root}
      className={css.surface}
      role="application"
      aria-label={`Canvas ${name}`}
      tabIndex={-1}
      data-surface={id}
      data-paused={paused || undefined}
      onKeyDown={keyed}
      onKeyUp={keyed}
    >
      <div ref={dots} className={css.dots} />
      <canvas ref={back} className={css.layer} />
      <div ref={world} className={css.world}>
        {engine && <Cards id={id} engine={engine} />}
      </div>
      <canvas ref={front} className={css.layer} />
      {engine && (
        <div className={css.islands}>
          <h1 className="hidden">{name}</h1>
          <Head id={id} />
          <PlayBar id={id} />
          <Outline id={id} engine={engine} />
          <Empty id={id} />
          <div className={css.bottom}>
            <SelectionBar id={id} engine={engine} />
            <Toolbar id={id} />
          </div>
          <ZoomBar engine={engine} />
          <Minimap id={id} engine={engine} />
          <Draft id={id} engine={engine} />
        </div>
      )}
    </div>
  )
}

/** useFocusKept keeps the keyboard on the surface when what had the focus is gone,
 * as after a line was revoked: undoing is the next key. */
function useFocusKept(id: string, root: RefObject<HTMLElement | null>): void {
  const canvas = useCanvas(id, (c) => c)
  const selection = useView(id, (v) => v.selection)
  const mine = useRef(false)
  useEffect(() => {
    const at = (e: Event) => {
      mine.current = e.target instanceof Node && (root.current?.contains(e.target) ?? false)
    }
    document.addEventListener('focusin', at)
    document.addEventListener('pointerdown', at)
    return () => {
      document.removeEventListener('focusin', at)
      document.removeEventListener('pointerdown', at)
    }
  }, [root])
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when what had the focus may be gone
  useEffect(() => {
    if (mine.current && document.activeElement === document.body) root.current?.focus({ preventScroll: true })
  }, [canvas, selection, root])
}

function Cards({ id, engine }: { id: string; engine: Engine }) {
  const mounted = useView(id, (v) => v.mounted)
  return mounted.map((node) => <Card key={node} id={id} node={node} engine={engine} />)
}
