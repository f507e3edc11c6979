// What lies below the cards: regions, edges with their verbs, and boxes for the
// nodes whose cards are not drawn. It paints from values alone.

import { type Camera, onScreen, type Tier } from './camera'
import { type Canvas, type Item, seated } from './document'
import { at, overlaps, type Rect } from './geometry'
import { digest, glance, inWords } from './glance'
import { titleBox } from './hit'
import { hue, type Ink, regionHue, shade } from './ink'
import type { Layout } from './layout'
import { drawGlyph } from './marks'
import type { Selection } from './select'

export interface Picture {
  layout: Layout
  camera: Camera
  tier: Tier
  /** The part of the world that is drawn. */
  view: Rect
  selection: Selection
  /** The edge under the pointer. */
  hovered: string | null
  /** The nodes whose cards are drawn: they need no box. */
  carded(id: string): boolean
  ink: Ink
  /** Device pixels for one of CSS. */
  density: number
}

export function paintBack(g: CanvasRenderingContext2D, p: Picture): void {
  g.setTransform(p.density, 0, 0, p.density, 0, 0)
  g.clearRect(0, 0, g.canvas.width / p.density, g.canvas.height / p.density)
  for (const i of p.layout.canvas.items) if (i.kind === 'region') paintRegion(g, p, i)
  paintEdges(g, p)
  paintBoxes(g, p)
}

function paintRegion(g: CanvasRenderingContext2D, p: Picture, i: Item): void {
  const world = p.layout.rect(i.id)
  if (!overlaps(world, p.view)) return
  const r = onScreen(p.camera, world)
  const z = p.camera.z
  const colour = regionHue(i.node.color)
  box(g, r, 20 * Math.min(1, z))
  g.globalAlpha = 0.05
  g.fillStyle = colour
  g.fill()
  const on = p.selection.has(i.id)
  g.globalAlpha = on ? 1 : 0.26
  g.strokeStyle = on ? p.ink.accent : colour
  g.lineWidth = on ? 2 : 1
  g.stroke()
  g.globalAlpha = 1
  regionTitle(g, p, i, r)
}

/** A region's title stays readable at any zoom. */
function regionTitle(g: CanvasRenderingContext2D, p: Picture, i: Item, r: Rect): void {
  const size = Math.max(11.5, 12.5 * Math.min(1.6, p.camera.z))
  const inset = Math.max(8, 18 * Math.min(1, p.camera.z))
  const title = titleBox(r, p.camera.z)
  const y = title.y + title.height / 2
  g.textBaseline = 'middle'
  g.font = `600 ${size}px ${p.ink.ui}`
  const name = cut(g, i.title, r.width - 2 * inset)
  g.fillStyle = mixed(g, regionHue(i.node.color), p.ink.text)
  g.fillText(name, r.x + inset, y)
  const members = p.layout.canvas.regions.get(i.id)
  const says = [
    inWords(digest((members?.members ?? []).map((m) => p.layout.canvas.seats.get(m)))),
    members?.paused ? 'paused' : '',
  ]
    .filter(Boolean)
    .join(' · ')
  const left = r.x + inset + g.measureText(name).width + 8
  if (!says || name !== i.title) return
  g.font = `450 ${size}px ${p.ink.ui}`
  g.fillStyle = p.ink.faint
  g.fillText(cut(g, says, r.x + r.width - inset - left), left, y)
}

const mixes = new Map<string, string>()

/** mixed is a hue half way to the colour of text: it is read, not only seen. */
function mixed(g: CanvasRenderingContext2D, a: string, b: string): string {
  const key = a + b
  const known = mixes.get(key)
  if (known) return known
  const channels = [a, b].map((c) => {
    g.fillStyle = c
    const hex = String(g.fillStyle)
    return [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16))
  })
  const half = [0, 1, 2].map((i) => Math.round((channels[0]?.[i] ?? 0) * 0.45 + (channels[1]?.[i] ?? 0) * 0.55))
  const made = `rgb(${half.join(' ')})`
  mixes.set(key, made)
  return made
}

/** Below this zoom a verb is a line's colour alone. */
const wordsFrom = 0.4

function paintEdges(g: CanvasRenderingContext2D, p: Picture): void {
  const { camera, layout, density } = p
  const shown = layout.canvas.lines.filter((l) => overlaps(layout.extent(l.id), p.view))
  g.setTransform(camera.z * density, 0, 0, camera.z * density, camera.x * density, camera.y * density)
  const thin = Math.max(1.1, 1.75 * Math.min(1.4, camera.z)) / camera.z
  const byVerb = new Map<string, typeof shown>()
  for (const l of shown) {
    const list = byVerb.get(l.verb)
    if (list) list.push(l)
    else byVerb.set(l.verb, [l])
  }
  g.globalAlpha = 0.8
  for (const [verb, lines] of byVerb) {
    g.beginPath()
    for (const l of lines) trace(g, p, l.id)
    stroke(g, hue(p.ink, verb), thin)
  }
  for (const l of shown) {
    if (!p.selection.has(l.id) && p.hovered !== l.id) continue
    g.beginPath()
    trace(g, p, l.id)
    g.globalAlpha = 0.18
    stroke(g, hue(p.ink, l.verb), 7 / camera.z)
    g.globalAlpha = 1
    stroke(g, hue(p.ink, l.verb), 2.25 / camera.z)
  }
  g.globalAlpha = 1
  if (camera.z >= wordsFrom) for (const l of shown) pill(g, p, l.id, l.verb || 'line')
  g.setTransform(density, 0, 0, density, 0, 0)
}

/** Below this zoom a curve cannot be told from a straight line. */
const curvesFrom = 0.2

function trace(g: CanvasRenderingContext2D, p: Picture, id: string): void {
  const c = p.layout.curve(id)
  g.moveTo(c.a.x, c.a.y)
  if (p.camera.z < curvesFrom) return g.lineTo(c.b.x, c.b.y)
  g.bezierCurveTo(c.ca.x, c.ca.y, c.cb.x, c.cb.y, c.b.x, c.b.y)
}

function stroke(g: CanvasRenderingContext2D, colour: string, width: number): void {
  g.strokeStyle = colour
  g.lineWidth = width
  g.stroke()
}

/** A verb's word is written in world pixels: it grows with what it joins. */
function pill(g: CanvasRenderingContext2D, p: Picture, id: string, word: string): void {
  const middle = at(p.layout.curve(id), 0.5)
  const on = p.selection.has(id)
  const colour = hue(p.ink, word)
  g.font = `550 11px ${p.ink.ui}`
  g.textBaseline = 'middle'
  const width = wordWidth(g, word) + 16
  const r = { x: middle.x - width / 2, y: middle.y - 11, width, height: 22 }
  box(g, r, 11)
  g.fillStyle = on ? colour : p.ink.ground
  g.fill()
  g.globalAlpha = on ? 0.3 : 0.5
  stroke(g, colour, on ? 4 : 1)
  g.globalAlpha = 1
  g.fillStyle = on ? p.ink.ground : colour
  g.fillText(word, r.x + 8, middle.y + 0.5)
}

const widths = new Map<string, number>()

function wordWidth(g: CanvasRenderingContext2D, word: string): number {
  const key = g.font + word
  const known = widths.get(key)
  if (known !== undefined) return known
  const made = g.measureText(word).width
  widths.set(key, made)
  return made
}

/** A node that waits is never smaller than a finger. */
const leastWaiting = 24

function paintBoxes(g: CanvasRenderingContext2D, p: Picture): void {
  const waiting: Item[] = []
  for (const i of p.layout.canvas.items) {
    if (i.kind === 'region' || !overlaps(p.layout.rect(i.id), p.view) || p.carded(i.id)) continue
    if (lookOf(p.layout.canvas, i) === 'waiting') waiting.push(i)
    else paintBox(g, p, i, onScreen(p.camera, p.layout.rect(i.id)))
  }
  for (const i of waiting) {
    const r = onScreen(p.camera, p.layout.rect(i.id))
    const [w, h] = [Math.max(0, leastWaiting - r.width), Math.max(0, leastWaiting - r.height)]
    const grown = { x: r.x - w / 2, y: r.y - h / 2, width: r.width + w, height: r.height + h }
    g.globalAlpha = 0.16
    box(g, { x: grown.x - 5, y: grown.y - 5, width: grown.width + 10, height: grown.height + 10 }, 10)
    g.fillStyle = p.ink.waiting
    g.fill()
    g.globalAlpha = 1
    paintBox(g, p, i, grown)
  }
}

function lookOf(c: Canvas, i: Item) {
  return seated(i) ? glance(c.seats.get(i.id)).look : null
}

/** A box that is narrower has no room for a shape and a title. */
const worded = 64

/** paintBox is a node from afar: its box, its state by colour and shape, its title. */
function paintBox(g: CanvasRenderingContext2D, p: Picture, i: Item, r: Rect): void {
  const look = lookOf(p.layout.canvas, i)
  if (r.width < worded && look !== 'waiting' && !p.selection.has(i.id)) return paintDot(g, p, i, r)
  const note = i.kind === 'note'
  const on = p.selection.has(i.id)
  if (i.kind !== 'label') {
    box(g, r, Math.min(14 * p.camera.z, r.height / 2))
    g.fillStyle = note ? p.ink.note : p.ink.card
    g.fill()
    const line = look === 'waiting' ? p.ink.waiting : p.ink.strong
    stroke(g, on ? p.ink.accent : line, on ? 2 : look === 'waiting' ? 1.5 : 1)
  }
  const size = Math.max(11, (i.kind === 'label' ? 34 : 13) * p.camera.z)
  let left = r.x + Math.max(4, 10 * p.camera.z)
  if (look) {
    const colour = shade(p.ink, look)
    g.fillStyle = colour
    g.fillRect(r.x, r.y + 3, Math.max(2, 4 * p.camera.z), Math.max(2, r.height - 6))
    if (r.width >= leastWaiting) {
      drawGlyph(g, look, left + 8, r.y + r.height / 2, 10, colour)
      left += 17
    }
  }
  const room = r.x + r.width - left - 4
  if (room < size * 2) return
  g.font = `600 ${size}px ${p.ink.ui}`
  g.textBaseline = 'middle'
  g.fillStyle = note ? p.ink.noteInk : p.ink.text
  g.fillText(cut(g, i.title, room), left, r.y + r.height / 2)
}

/** paintDot is a node from so far that only its place and its state show. Whole
 * pixels without corners: a thousand of them cost a frame little. */
function paintDot(g: CanvasRenderingContext2D, p: Picture, i: Item, r: Rect): void {
  if (i.kind === 'label') return
  const look = lookOf(p.layout.canvas, i)
  const [x, y] = [Math.round(r.x), Math.round(r.y)]
  const [w, h] = [Math.max(3, Math.round(r.width)), Math.max(3, Math.round(r.height))]
  g.fillStyle = p.ink.strong
  g.fillRect(x, y, w, h)
  g.fillStyle = i.kind === 'note' ? p.ink.note : p.ink.card
  g.fillRect(x + 1, y + 1, w - 2, h - 2)
  if (!look) return
  g.fillStyle = shade(p.ink, look)
  // Working is more than a stripe: it is seen from anywhere.
  g.fillRect(x, y, look === 'working' ? Math.max(3, w / 4) : 2, h)
}

export function box(g: CanvasRenderingContext2D, r: Rect, radius: number): void {
  g.beginPath()
  g.roundRect(r.x, r.y, r.width, r.height, Math.max(0, radius))
}

/** cut shortens a text to a width. */
export function cut(g: CanvasRenderingContext2D, text: string, room: number): string {
  if (room <= 0) return ''
  const width = wordWidth(g, text)
  if (width <= room) return text
  // Letters are about as wide as their mean: one guess, then a letter at a time.
  let n = Math.max(0, Math.floor((text.length * room) / width))
  while (n > 0 && g.measureText(`${text.slice(0, n)}…`).width > room) n--
  return n === 0 ? '' : `${text.slice(0, n)}…`
}
