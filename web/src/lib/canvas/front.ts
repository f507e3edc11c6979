// What lies above the cards: ports, grips, the wire that is being drawn, the
// band of a selection.

import { type Camera, onScreen, type Tier } from './camera'
import { grown, join, overlaps, type Point, type Rect, type Side, sides } from './geometry'
import { portPlace, portRadius } from './hit'
import { hue, type Ink } from './ink'
import type { Layout } from './layout'
import { box } from './paint'
import type { Selection } from './select'

/** Wire is an edge that is being drawn. */
export interface Wire {
  from: string
  side: Side
  /** Where it leads, on the screen, and to which node. */
  to: Point
  target: string | null
  /** The verb that it will have; empty where none is allowed. */
  verb: string
}

export interface Overlay {
  layout: Layout
  camera: Camera
  tier: Tier
  view: Rect
  selection: Selection
  resizable: string | null
  ported: string | null
  wire: Wire | null
  /** The band of a selection, on the screen. */
  band: Rect | null
  ink: Ink
  density: number
}

export function paintFront(g: CanvasRenderingContext2D, o: Overlay): void {
  g.setTransform(o.density, 0, 0, o.density, 0, 0)
  g.clearRect(0, 0, g.canvas.width / o.density, g.canvas.height / o.density)
  if (o.tier !== 'far') {
    paintEnds(g, o)
    if (o.ported) paintPorts(g, o, o.ported)
    if (o.resizable) paintGrips(g, o, o.resizable)
  }
  if (o.wire) paintWire(g, o, o.wire)
  if (!o.band) return
  g.fillStyle = g.strokeStyle = o.ink.accent
  g.globalAlpha = 0.1
  g.fillRect(o.band.x, o.band.y, o.band.width, o.band.height)
  g.globalAlpha = 0.7
  g.lineWidth = 1
  g.strokeRect(o.band.x + 0.5, o.band.y + 0.5, o.band.width, o.band.height)
  g.globalAlpha = 1
}

/** paintEnds draws the rings at which edges touch their nodes. */
function paintEnds(g: CanvasRenderingContext2D, o: Overlay): void {
  const { camera, layout } = o
  const radius = 4.5 * Math.min(1.4, Math.max(0.6, camera.z))
  for (const l of layout.canvas.lines) {
    if (!overlaps(layout.extent(l.id), o.view)) continue
    const c = layout.curve(l.id)
    g.beginPath()
    for (const p of [c.a, c.b]) {
      const x = p.x * camera.z + camera.x
      const y = p.y * camera.z + camera.y
      g.moveTo(x + radius, y)
      g.arc(x, y, radius, 0, Math.PI * 2)
    }
    ring(g, o.ink, hue(o.ink, l.verb))
  }
}

function ring(g: CanvasRenderingContext2D, ink: Ink, colour: string): void {
  g.fillStyle = ink.card
  g.fill()
  g.strokeStyle = colour
  g.lineWidth = 1.75
  g.stroke()
}

function paintPorts(g: CanvasRenderingContext2D, o: Overlay, id: string): void {
  const r = onScreen(o.camera, o.layout.rect(id))
  for (const side of sides) {
    const p = portPlace(r, side)
    g.beginPath()
    g.arc(p.x, p.y, portRadius, 0, Math.PI * 2)
    ring(g, o.ink, o.ink.accent)
  }
}

function paintGrips(g: CanvasRenderingContext2D, o: Overlay, id: string): void {
  const r = onScreen(o.camera, o.layout.rect(id))
  for (const [x, y] of [
    [r.x, r.y],
    [r.x + r.width, r.y],
    [r.x, r.y + r.height],
    [r.x + r.width, r.y + r.height],
  ] as const) {
    box(g, { x: x - 4, y: y - 4, width: 8, height: 8 }, 2.5)
    ring(g, o.ink, o.ink.accent)
  }
}

function paintWire(g: CanvasRenderingContext2D, o: Overlay, w: Wire): void {
  const from = onScreen(o.camera, o.layout.rect(w.from))
  const start = portPlace(from, w.side)
  const across = Math.abs(w.to.x - start.x) >= Math.abs(w.to.y - start.y)
  const back: Side = across ? (w.to.x > start.x ? 'left' : 'right') : w.to.y > start.y ? 'top' : 'bottom'
  const c = join(start, w.side, w.to, back)
  const colour = w.target && !w.verb ? o.ink.error : w.verb ? hue(o.ink, w.verb) : o.ink.accent
  g.beginPath()
  g.moveTo(c.a.x, c.a.y)
  g.bezierCurveTo(c.ca.x, c.ca.y, c.cb.x, c.cb.y, c.b.x, c.b.y)
  g.strokeStyle = colour
  g.lineWidth = 2
  g.stroke()
  g.beginPath()
  g.arc(w.to.x, w.to.y, portRadius, 0, Math.PI * 2)
  ring(g, o.ink, colour)
  if (!w.target) return
  const target = onScreen(o.camera, o.layout.rect(w.target))
  box(g, grown(target, 3), 16 * Math.min(1, o.camera.z))
  g.strokeStyle = colour
  g.stroke()
  const word = w.verb || 'no verb for these two'
  g.font = `550 11px ${o.ink.ui}`
  g.textBaseline = 'middle'
  const width = g.measureText(word).width + 16
  box(g, { x: w.to.x + 14, y: w.to.y - 11, width, height: 22 }, 11)
  g.fillStyle = colour
  g.fill()
  g.fillStyle = o.ink.ground
  g.fillText(word, w.to.x + 22, w.to.y + 0.5)
}
