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
  /** The verbs that it may have there, and the one that it is over. */
  verbs: readonly string[]
  landing: number
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
  const verb = w.verbs[w.landing]
  const colour = verb ? hue(o.ink, verb) : w.target ? o.ink.error : o.ink.accent
  g.beginPath()
  g.moveTo(c.a.x, c.a.y)
  g.bezierCurveTo(c.ca.x, c.ca.y, c.cb.x, c.cb.y, c.b.x, c.b.y)
  g.strokeStyle = colour
  g.lineWidth = 2
  g.stroke()
  g.beginPath()
  g.arc(w.to.x, w.to.y, portRadius, 0, Math.PI * 2)
  ring(g, o.ink, colour)
  if (w.target) paintLandings(g, o, onScreen(o.camera, o.layout.rect(w.target)), w, colour)
}

/** paintLandings shows which verb the edge gets where: a part of the card for each. */
function paintLandings(g: CanvasRenderingContext2D, o: Overlay, r: Rect, w: Wire, colour: string): void {
  box(g, grown(r, 3), 16 * Math.min(1, o.camera.z))
  g.strokeStyle = colour
  g.stroke()
  const words = w.verbs.length > 0 ? w.verbs : ['no verb for these two']
  const width = r.width / words.length
  g.font = `550 12px ${o.ink.ui}`
  g.textBaseline = 'middle'
  g.textAlign = 'center'
  for (const [i, word] of words.entries()) {
    const part = { x: r.x + i * width, y: r.y, width, height: r.height }
    const on = i === w.landing
    g.fillStyle = w.verbs.length > 0 ? hue(o.ink, word) : colour
    g.globalAlpha = on ? 0.3 : 0.1
    box(g, grown(part, -3), 12 * Math.min(1, o.camera.z))
    g.fill()
    g.globalAlpha = 1
    const label = { x: part.x + width / 2, y: r.y + r.height / 2 }
    const half = g.measureText(word).width / 2 + 9
    box(g, { x: label.x - half, y: label.y - 12, width: 2 * half, height: 24 }, 12)
    g.fill()
    g.fillStyle = o.ink.ground
    g.fillText(word, label.x, label.y + 0.5)
  }
  g.textAlign = 'start'
}
