import { type PointerEvent, useEffect, useRef } from 'react'
import { type Camera, fitted, onScreen, toWorld } from './camera'
import { seated } from './document'
import type { Engine } from './engine'
import { around } from './geometry'
import { glance } from './glance'
import { shade } from './ink'
import { box } from './paint'
import css from './Surface.module.css'
import { useCanvas } from './use'

const size = { width: 184, height: 118 }
const margin = { top: 12, right: 12, bottom: 12, left: 12 }
/** Fewer nodes are seen at once without a map. */
const worthIt = 6

/** Minimap shows the whole world small, and where the surface is in it. */
export function Minimap({ id, engine }: { id: string; engine: Engine }) {
  const many = useCanvas(id, (c) => c.items.length >= worthIt)
  return many ? <World engine={engine} /> : null
}

function World({ engine }: { engine: Engine }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const nodes = document.createElement('canvas')
    let version = -1
    return engine.watch(() => {
      if (!canvas.current) return
      const c = cameraOf(engine)
      if (version !== engine.version) paintNodes(nodes, engine, c)
      version = engine.version
      paint(canvas.current, nodes, engine, c)
    })
  }, [engine])
  const go = (e: PointerEvent<HTMLElement>) => {
    if (e.type === 'pointermove' && e.buttons === 0) return
    const r = e.currentTarget.getBoundingClientRect()
    const at = toWorld(cameraOf(engine), { x: e.clientX - r.left, y: e.clientY - r.top })
    const { z } = engine.camera
    engine.look({ x: engine.size.width / 2 - at.x * z, y: engine.size.height / 2 - at.y * z, z })
  }
  return (
    <div className={css.map} data-island="map" onPointerDown={go} onPointerMove={go}>
      <canvas ref={canvas} style={size} />
    </div>
  )
}

/** cameraOf shows all nodes on the map. */
function cameraOf(engine: Engine): Camera {
  const all = around(engine.canvas.items.map((i) => engine.layout.rect(i.id)))
  return fitted(all ?? engine.seen, size, margin, 1, 0)
}

function begin(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const density = devicePixelRatio
  canvas.width = size.width * density
  canvas.height = size.height * density
  const g = canvas.getContext('2d')
  g?.scale(density, density)
  return g
}

function paintNodes(canvas: HTMLCanvasElement, engine: Engine, c: Camera): void {
  const g = begin(canvas)
  if (!g) return
  for (const i of engine.canvas.items) {
    const region = i.kind === 'region'
    const look = seated(i) ? glance(engine.canvas.seats.get(i.id)).look : null
    g.globalAlpha = region ? 0.35 : look === 'waiting' || look === 'working' ? 0.8 : 0.45
    g.fillStyle = region ? engine.ink.hair : look ? shade(engine.ink, look) : engine.ink.faint
    const r = onScreen(c, engine.layout.rect(i.id))
    box(g, { ...r, width: Math.max(2, r.width), height: Math.max(2, r.height) }, 2.5)
    g.fill()
  }
}

function paint(canvas: HTMLCanvasElement, nodes: HTMLCanvasElement, engine: Engine, c: Camera): void {
  const g = begin(canvas)
  if (!g) return
  g.drawImage(nodes, 0, 0, size.width, size.height)
  const r = onScreen(c, engine.seen)
  // The frame stays on the map, wherever the surface is.
  const within = (at: number, end: number) => Math.min(end - 3, Math.max(3, at))
  const [x, y] = [within(r.x, size.width), within(r.y, size.height)]
  const [right, bottom] = [within(r.x + r.width, size.width), within(r.y + r.height, size.height)]
  g.strokeStyle = engine.ink.accent
  g.lineWidth = 1.5
  box(g, { x, y, width: Math.max(2, right - x), height: Math.max(2, bottom - y) }, 5)
  g.stroke()
}
