import { type PointerEvent, useEffect, useRef } from 'react'
import { fitted } from './camera'
import { seated } from './document'
import type { Engine } from './engine'
import { around, type Rect } from './geometry'
import { glance } from './glance'
import { shade } from './ink'
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
  useEffect(() => engine.watch(() => canvas.current && paint(canvas.current, engine)), [engine])
  const go = (e: PointerEvent<HTMLElement>) => {
    if (e.type === 'pointermove' && e.buttons === 0) return
    const r = e.currentTarget.getBoundingClientRect()
    const c = cameraOf(engine)
    const [x, y] = [(e.clientX - r.left - c.x) / c.z, (e.clientY - r.top - c.y) / c.z]
    const { z } = engine.camera
    engine.look({ x: engine.size.width / 2 - x * z, y: engine.size.height / 2 - y * z, z })
  }
  return (
    <div className={css.map} data-island="map" onPointerDown={go} onPointerMove={go}>
      <canvas ref={canvas} style={size} />
    </div>
  )
}

/** cameraOf shows all nodes on the map, and where the surface is. */
function cameraOf(engine: Engine) {
  const all = around([...engine.canvas.items.map((i) => engine.layout.rect(i.id)), engine.seen]) ?? engine.seen
  return fitted(all, size, margin, 1, 0)
}

function paint(canvas: HTMLCanvasElement, engine: Engine): void {
  const density = devicePixelRatio
  if (canvas.width !== size.width * density) {
    canvas.width = size.width * density
    canvas.height = size.height * density
  }
  const g = canvas.getContext('2d')
  if (!g) return
  const c = cameraOf(engine)
  const put = (r: Rect): [number, number, number, number] => [
    r.x * c.z + c.x,
    r.y * c.z + c.y,
    Math.max(2, r.width * c.z),
    Math.max(2, r.height * c.z),
  ]
  g.setTransform(density, 0, 0, density, 0, 0)
  g.clearRect(0, 0, size.width, size.height)
  for (const i of engine.canvas.items) {
    const region = i.kind === 'region'
    const look = seated(i) ? glance(engine.canvas.seats.get(i.id)).look : null
    g.globalAlpha = region ? 0.35 : look === 'waiting' || look === 'working' ? 0.8 : 0.45
    g.fillStyle = region ? engine.ink.hair : look ? shade(engine.ink, look) : engine.ink.faint
    g.beginPath()
    g.roundRect(...put(engine.layout.rect(i.id)), 2.5)
    g.fill()
  }
  g.globalAlpha = 1
  g.strokeStyle = engine.ink.accent
  g.lineWidth = 1.5
  g.beginPath()
  g.roundRect(...put(engine.seen), 5)
  g.stroke()
}
